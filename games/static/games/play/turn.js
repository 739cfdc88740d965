// What a turn is in every game: a hand that can be put in order, steps that can be undone, and a
// page that has to be told what we know whenever HTMX swaps a part of it.

import { around, buttonOf, findAll } from "../pages/page.js";
import { placeAmong } from "./drag.js";
import "./replay.js";

export const turn = () => document.getElementById("turn");
export const hand = () => document.getElementById("hand");

/** @param {string} id */
export function press(id) {
  const button = buttonOf(id);
  if (button && !button.disabled) button.click();
}

/** What is on the screen is played only once the server has said what it is worth.
 * @param {string} id */
export function withhold(id) {
  const button = buttonOf(id);
  if (button) button.disabled = true;
}

/** Let go somewhere in the hand; every piece has the key of its place.
 * @param {HTMLElement} button
 * @param {import("./drag.js").Point} point
 * @param {(button: HTMLElement) => string} piece */
export function reorder(button, point, piece) {
  placeAmong(hand(), button.closest("li"), point);
  const buttons = findAll(hand(), "[data-key]");
  buttons.forEach((placed, index) => (placed.dataset.key = String(index + 1)));
  const pieces = JSON.stringify(buttons.map(piece));
  htmx.ajax("POST", turn().dataset.orderUrl, { swap: "none", values: { pieces } });
}

/** @param {(all: boolean) => void} undo */
export function onUndo(undo) {
  document.addEventListener("click", (event) => {
    const button = around(event, "#undo, #undo-all");
    if (!button) return;
    event.preventDefault();
    undo(button.id === "undo-all");
  });
}

/** By mouse, by finger or by key; told of nothing when what was touched is left.
 * @param {string} selector
 * @param {(touched: HTMLElement | null) => void} touch */
export function onTouch(selector, touch) {
  for (const [names, on] of /** @type {const} */ ([["pointerover focusin", true], ["pointerout focusout", false]])) {
    for (const name of names.split(" ")) {
      document.addEventListener(name, (event) => {
        const touched = around(event, selector);
        if (touched) touch(on ? touched : null);
      });
    }
  }
}

/** @param {() => void} show */
export function keepShowing(show) {
  document.addEventListener("htmx:afterSettle", show);
  show();
}
