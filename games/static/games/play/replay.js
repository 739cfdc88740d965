// Stepping through the positions of a game with the arrow keys.

import "../pages/connection.js";
import { isPlain, replaying } from "./keys.js";

/** @type {Record<string, string>} */
const STEPS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };
let stepping = false;
/** @type {string | null} */
let wanted = null; // a key pressed before the last step has arrived

function takeStep() {
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById(wanted));
  wanted = null;
  if (!link?.href) return;
  stepping = true;
  link.click();
}

document.addEventListener("keydown", (event) => {
  if (!replaying() || !STEPS[event.key] || !isPlain(event)) return;
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
