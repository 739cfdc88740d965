// The tiles that the reader lays: each step is shown at once, and goes to the server, which says
// what it is worth.

import { announce, buttonOf, find, findAll } from "../pages/page.js";
import { draftKeeper } from "../play/draft.js";
import { fly } from "../play/motion.js";
import { sound } from "../play/sounds.js";
import { turn, withhold } from "../play/turn.js";
import { draftTile } from "./drawing.js";
import { free, handTiles, picture, tileButton } from "./hand.js";
import * as board from "./viewport.js";

/** @typedef {import("../play/drag.js").Point} Point */
/** @typedef {import("./drawing.js").Laid} Laid */

/** @type {Point[]} */
let laid = []; // the cells in which the reader laid tiles, one after the other
let answered = () => {};

/** @param {() => void} act once the server has drawn a draft */
export const onAnswer = (act) => (answered = act);
export const draft = () => keeper.current();
export const clear = () => keeper.keep([]);
/** @param {string} tile */
const usedTile = (tile) => handTiles().findLast((button) => button.dataset.tile === tile && !free(button));

/** @param {Point} cell */
export const draftAt = (cell) => draft().findIndex(([, x, y]) => x === cell.x && y === cell.y);
/** @param {Point} cell */
export const boardAt = (cell) => find(document, `#board [data-x="${cell.x}"][data-y="${cell.y}"]`);

/** @param {Point} cell */
export const drawn = (cell) => findAll(document, "#staged .draft")[draftAt(cell)];
/** @param {Point} cell */
export const taken = (cell) => Boolean(boardAt(cell)) || draftAt(cell) >= 0;

/** Whether it could be laid.
 * @param {string} key
 * @param {Point} cell
 * @param {DOMRect} [from] where the tile was let go */
export function lay(key, cell, from = undefined) {
  const button = tileButton(key);
  if (!free(button)) return false;
  if (taken(cell)) {
    if (from) flyHome(button, from);
    return false;
  }
  const start = from ?? picture(button).getBoundingClientRect();
  laid.push(cell);
  keeper.keep([...draft(), [button.dataset.tile, cell.x, cell.y]]);
  fly(picture(button), start, board.screenOf(cell), () => drawn(cell));
  sound("lay");
  return true;
}

/** @param {number} index
 * @param {DOMRect} [from] */
export function takeBack(index, from = undefined) {
  const [tile, x, y] = draft()[index];
  const start = from ?? board.screenOf({ x, y });
  const button = usedTile(tile);
  keeper.keep(draft().filter((_, place) => place !== index));
  flyHome(button, start);
  sound("back");
}

/** @param {HTMLElement | undefined} button
 * @param {DOMRect} from */
export function flyHome(button, from) {
  if (!button) return;
  const { key } = button.dataset;
  fly(picture(button), from, picture(button).getBoundingClientRect(), () => picture(tileButton(key)));
}

/** The tile laid last; after a reload nobody knows which that was.
 * @param {boolean} all */
export function undo(all) {
  if (!draft().length) return;
  if (all) return keeper.keep([]);
  laid = laid.filter((cell) => draftAt(cell) >= 0);
  takeBack(laid.length ? draftAt(laid.pop()) : draft().length - 1);
}

/** @param {number} index
 * @param {Point} cell
 * @param {DOMRect} from */
export function move(index, cell, from) {
  const [tile, x, y] = draft()[index];
  const button = usedTile(tile);
  const to = taken(cell) ? { x, y } : cell;
  if (to === cell) {
    laid.push(cell);
    keeper.keep(draft().map((item, place) => (place === index ? [tile, cell.x, cell.y] : item)));
  } else showDraft();
  fly(picture(button), from, board.screenOf(to), () => drawn(to));
  sound("lay");
}

const keeper = draftKeeper({
  actions: (/** @type {Laid[]} */ tiles) => (tiles.length ? [{ kind: "place", tiles }] : []),
  show: showPending,
  answered: () => answered(),
  say: (words) => {
    const place = document.getElementById("preview");
    if (place) place.textContent = words;
    announce(words);
  },
});

export function showPending() {
  const pending = keeper.pending();
  if (!pending || !turn()) return;
  showDraft();
  withhold("play-button");
  for (const button of [buttonOf("undo"), buttonOf("undo-all")]) if (button) button.disabled = !pending.length;
  const left = pending.map(([tile]) => tile);
  for (const button of handTiles()) {
    const place = left.indexOf(button.dataset.tile);
    button.classList.toggle("is-used", place >= 0);
    if (place >= 0) left.splice(place, 1);
  }
}

// Shown at once, until the server's own drawing replaces it.
function showDraft() {
  const staged = document.getElementById("staged");
  for (const old of findAll(staged, ".draft")) old.remove();
  const { sprite } = document.getElementById("board-area").dataset;
  for (const tile of draft()) staged.insertBefore(draftTile(sprite, tile), document.getElementById("cursor"));
}
