// Why +12? The points in the list of moves open their sum, which the server tells when it is asked.

import { around, find, findAll } from "../pages/page.js";

/** @param {HTMLElement} button */
async function open(button) {
  const entry = button.closest("li");
  const { pathname } = /** @type {HTMLAnchorElement} */ (find(entry, "a"));
  const lines = document.createElement("div");
  lines.className = "sum-of";
  entry.append(lines);
  button.setAttribute("aria-expanded", "true");
  const shown = document.getElementById("replay-steps")?.dataset.ply;
  await htmx.ajax("GET", `${pathname}sum/${shown ? `?shown=${shown}` : ""}`, { target: lines, swap: "innerHTML" });
  if (!lines.childElementCount) close(button);
  find(lines, "ul[data-lights]")?.click(); // all of it is lit, until a line is touched
}

/** @param {HTMLElement} button */
function close(button) {
  find(button.closest("li"), ".sum-of")?.remove();
  button.setAttribute("aria-expanded", "false");
}

// What a sum lights is for the position that was shown: with another it is asked for anew.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!(event.target instanceof Element) || event.target.id !== "replay-board") return;
  findAll(document, '.history button.sum[aria-expanded="true"]').forEach(close);
});

document.addEventListener("click", (event) => {
  const button = around(event, ".history button.sum");
  if (button) (button.getAttribute("aria-expanded") === "true" ? close : open)(button);
});
