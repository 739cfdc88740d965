// Laying tiles: by dragging, by tapping, by keys. Every step goes to the server, which says what
// it is worth; nothing here knows the rules.

import { announce, around, buttonOf, find, findAll } from "../pages/page.js";
import { draftKeeper } from "../play/draft.js";
import { justTapped, startDrag, tapping } from "../play/drag.js";
import { onKeys } from "../play/keys.js";
import { hand, keepShowing, onUndo, press, reorder, turn, withhold } from "../play/turn.js";
import * as board from "./viewport.js";
import { cellRect, draftTile } from "./drawing.js";
import "./lights.js";
import { onPlace, showPlaces } from "./places.js";

/** @typedef {import("../play/drag.js").Point} Point */
/** @typedef {import("./drawing.js").Laid} Laid */

/** @type {string | null} */
let picked = null; // the key of the tile in the hand
/** @type {Point | null} */
let cursor = null;
/** @type {Point[]} */
let laid = []; // the cells in which the reader laid tiles, one after the other
let trading = false;
/** @type {Set<string>} */
const chosen = new Set(); // the keys of the tiles to be traded

const area = () => document.getElementById("board-area");
const draft = () => keeper.current();
const handTiles = () => findAll(hand(), ".hand-tile");
/** @param {string} key */
const tileButton = (key) => find(hand(), `[data-key="${key}"]`);
/** @param {HTMLElement} button */
const free = (button) => button && !button.classList.contains("is-used");

// Picking

/** @param {HTMLElement} button */
function pick(button) {
  if (!free(button)) return;
  if (trading) {
    if (!chosen.delete(button.dataset.key)) chosen.add(button.dataset.key);
    showTrade();
    return;
  }
  picked = picked === button.dataset.key ? null : button.dataset.key;
  showPicked();
}

function showPicked() {
  if (!free(tileButton(picked))) picked = null;
  if (trading) return;
  for (const button of handTiles()) {
    button.setAttribute("aria-pressed", String(button.dataset.key === picked));
  }
  const hints = document.getElementById("hints");
  if (!hints) return;
  const tile = picked && tileButton(picked).dataset.tile;
  const marks = (/** @type {"hints" | "later"} */ kind, /** @type {string} */ look) =>
    (picked ? placesFor(kind, tile) : []).map(([x, y]) => cellRect(x, y, look));
  hints.replaceChildren(...marks("later", "hint is-later"), ...marks("hints", "hint"));
  showPlaces(tile);
}

/** "hints": where a tile can lie now; "later": where it can only follow another.
 * @param {"hints" | "later"} kind
 * @param {string} tile
 * @returns {[number, number][]} */
function placesFor(kind, tile) {
  return JSON.parse(turn().dataset[kind])[tile] ?? [];
}

// The draft

/** @param {Point} cell */
const draftAt = (cell) => draft().findIndex(([, x, y]) => x === cell.x && y === cell.y);
/** @param {Point} cell */
const boardAt = (cell) => find(document, `#board [data-x="${cell.x}"][data-y="${cell.y}"]`);

/** @param {string} key
 * @param {Point} cell */
function lay(key, cell) {
  const button = tileButton(key);
  if (!free(button) || boardAt(cell) || draftAt(cell) >= 0) return;
  picked = null;
  laid.push(cell);
  keeper.keep([...draft(), [button.dataset.tile, cell.x, cell.y]]);
}

/** @param {number} index */
function takeBack(index) {
  keeper.keep(draft().filter((_, place) => place !== index));
}

/** The tile laid last; after a reload nobody knows which that was.
 * @param {boolean} all */
function undo(all) {
  if (!draft().length) return;
  if (all) return keeper.keep([]);
  laid = laid.filter((cell) => draftAt(cell) >= 0);
  takeBack(laid.length ? draftAt(laid.pop()) : draft().length - 1);
}

/** @param {number} index
 * @param {Point} cell */
function move(index, cell) {
  if (boardAt(cell) || draftAt(cell) >= 0) return showDraft();
  laid.push(cell);
  keeper.keep(draft().map((item, place) => (place === index ? [item[0], cell.x, cell.y] : item)));
}

const keeper = draftKeeper({
  actions: (/** @type {Laid[]} */ tiles) => (tiles.length ? [{ kind: "place", tiles }] : []),
  show: showPending,
  answered: refresh,
  say: (words) => {
    const place = document.getElementById("preview");
    if (place) place.textContent = words;
    announce(words);
  },
});

function showPending() {
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
  const { sprite } = area().dataset;
  for (const tile of draft()) staged.insertBefore(draftTile(sprite, tile), document.getElementById("cursor"));
}

// Trading

/** @param {boolean} on */
function trade(on) {
  trading = on;
  chosen.clear();
  picked = null;
  if (on && draft().length) keeper.keep([]);
  showTrade();
  showPicked();
}

function showTrade() {
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

// Fingers and mouse

/** @param {Point} point */
function overHand({ x, y }) {
  const { top, right, bottom, left } = hand().getBoundingClientRect();
  return y >= top - 8 && y <= bottom + 8 && x >= left - 8 && x <= right + 8;
}

document.addEventListener("pointerdown", (event) => {
  const button = around(event, ".hand-tile");
  if (!free(button) || event.button > 0 || trading) return;
  startDrag(event, button.querySelector("svg"), {
    begin: () => {
      picked = button.dataset.key;
      showPicked();
    },
    drop: (point) => {
      if (board.covers(point)) lay(button.dataset.key, board.cellAt(point));
      else if (overHand(point)) reorder(button, point, (placed) => placed.dataset.tile);
      picked = null;
      showPicked();
    },
    click: tapping(event, () => pick(button)),
  });
});

document.addEventListener("click", (event) => {
  const button = around(event, ".hand-tile");
  if (button && (trading || !justTapped(event))) pick(button);
  else if (around(event, "#trade-start")) trade(true);
  else if (around(event, "#trade-stop")) trade(false);
});
onUndo(undo);
onPlace((cell) => picked && lay(picked, cell));

/** @param {Point} cell */
function tap(cell) {
  const index = draftAt(cell);
  if (picked) lay(picked, cell);
  else if (index >= 0) takeBack(index);
}

/** @param {Point} cell
 * @param {PointerEvent} event */
function grab(cell, event) {
  const index = turn() ? draftAt(cell) : -1;
  if (index < 0 || picked) return false;
  const drawn = document.querySelectorAll("#staged .draft")[index];
  startDrag(event, find(hand(), `.is-used[data-tile="${draft()[index][0]}"] svg`), {
    begin: () => drawn.setAttribute("visibility", "hidden"),
    drop: (point) => {
      if (board.covers(point)) move(index, board.cellAt(point));
      else takeBack(index);
    },
    click: () => takeBack(index),
  });
  return true;
}

// Keys

/** @param {number} across
 * @param {number} down */
function moveCursor(across, down) {
  cursor = cursor ? { x: cursor.x + across, y: cursor.y + down } : board.middle();
  showCursor();
  const tile = boardAt(cursor);
  announce(tile ? tile.getAttribute("aria-label") : `${whereIs(cursor)}: ${fitWords()}`);
}

function fitWords() {
  const { fits, follows, empty } = area().dataset;
  const marked = (/** @type {"hints" | "later"} */ kind) =>
    picked && placesFor(kind, tileButton(picked).dataset.tile).some(([x, y]) => x === cursor.x && y === cursor.y);
  return marked("hints") ? fits : marked("later") ? follows : empty;
}

/** Beyond the tiles there are no numbers that anyone could count.
 * @param {Point} cell */
function whereIs({ x, y }) {
  const { dataset } = area();
  const { row, column, above, below, before, after } = dataset;
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side) => Number(dataset[side]));
  const say = (/** @type {string} */ words, /** @type {number} */ number) => words.replace("{number}", String(number));
  const down = y < top ? say(above, top - y) : y > bottom ? say(below, y - bottom) : say(row, y - top + 1);
  const across = x < left ? say(before, left - x) : x > right ? say(after, x - right) : say(column, x - left + 1);
  return `${down}, ${across}`;
}

function showCursor() {
  const mark = document.getElementById("cursor");
  if (!mark || !cursor) return;
  board.reveal(cursor.x, cursor.y);
  mark.setAttribute("x", String(cursor.x));
  mark.setAttribute("y", String(cursor.y));
  mark.setAttribute("visibility", "visible");
}

/** @param {KeyboardEvent} event */
function layAtCursor(event) {
  if (!picked || !cursor || around(event, "a, form, summary, .zoom")) return false;
  lay(picked, cursor);
}

onKeys({
  ready: () => Boolean(turn() && area()),
  pick,
  step: moveCursor,
  commands: {
    p: () => press("play-button"),
    t: () => (trading ? trade(false) : press("trade-start")),
    Enter: layAtCursor,
    Escape: () => {
      picked = null;
      if (trading) trade(false);
      showPicked();
    },
    Backspace: (event) => undo(event.shiftKey),
    "+": () => board.zoom(1.25),
    "-": () => board.zoom(0.8),
    0: () => board.fit(),
  },
});

function refresh() {
  board.refresh();
  showPending();
  showPicked();
  showTrade();
  showCursor();
}

board.listen({ tap, grab });
keepShowing(refresh);
