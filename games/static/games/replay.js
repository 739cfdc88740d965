// Stepping through the positions of a game with the arrow keys.

import "./connection.js";

const STEPS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };
let stepping = false;
let wanted = null; // a key pressed before the last step has arrived

export const replaying = () => Boolean(document.getElementById("replay"));

function takeStep() {
  const link = document.getElementById(wanted);
  wanted = null;
  if (!link?.href) return;
  stepping = true;
  link.click();
}

document.addEventListener("keydown", (event) => {
  if (!replaying() || !STEPS[event.key]) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  wanted = STEPS[event.key];
  if (!stepping) takeStep();
});

document.addEventListener("htmx:afterSettle", () => {
  stepping = false;
  if (wanted) takeStep();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) stepping = false;
});
