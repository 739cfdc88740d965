// Trading: the tiles that go back into the bag are picked in the hand.

import { buttonOf } from "../pages/page.js";
import { turn } from "../play/turn.js";
import { handTiles, tileButton } from "./hand.js";

let trading = false;
/** @type {Set<string>} */
const chosen = new Set(); // the keys of the tiles to be traded

export const isTrading = () => trading;

/** @param {boolean} on */
export function setTrading(on) {
  trading = on;
  chosen.clear();
  showTrade();
}

/** @param {HTMLElement} button */
export function choose(button) {
  if (!chosen.delete(button.dataset.key)) chosen.add(button.dataset.key);
  showTrade();
}

export function showTrade() {
  const button = buttonOf("trade-button");
  if (!button) trading = false;
  turn()?.classList.toggle("is-trading", trading);
  if (!trading) return;
  document.getElementById("hints")?.replaceChildren();
  for (const tile of handTiles()) {
    tile.setAttribute("aria-pressed", String(chosen.has(tile.dataset.key)));
  }
  const tiles = [...chosen].map((key) => tileButton(key)?.dataset.tile).filter(Boolean);
  const { words, idle = button.textContent, most } = button.dataset;
  button.dataset.idle = idle;
  button.disabled = !tiles.length || tiles.length > Number(most);
  button.textContent = tiles.length ? words.replace("{count}", String(tiles.length)) : idle;
  const field = /** @type {HTMLInputElement} */ (button.form.elements.namedItem("actions"));
  field.value = JSON.stringify([{ kind: "trade", tiles }]);
}
