// The board's window: what of it is seen, and which cell a point is in. Knows nothing of the rules.

import { find, findAll } from "../pages/page.js";
import { move } from "../play/motion.js";

const LARGEST_CELL = 64;
const SMALLEST_CELL = 8;
const FINGER = 44; // pixels that a cell needs for a finger to hit it
const AROUND = 8; // pixels between the zoom buttons and what they must not cover

/** @typedef {import("../play/drag.js").Point} Point */
/** @typedef {{ right: number, bottom: number }} Taken */

/** @type {{ x: number, y: number, cell: number } | null} */
let box = null; // what is shown: the corner in cells, and how many pixels a cell has
let moved = false; // by the reader, so that we do not move it back

/** @type {Set<() => void>} */
const watchers = new Set(); // who wants to know when something else is seen

const area = () => document.getElementById("board-area");
// By an attribute of its own: we may have drawn in a new board before we look at it.
const bounds = () => document.getElementById("board").dataset.bounds.split(" ").map(Number);

export function refresh() {
  const board = document.getElementById("board");
  if (!board) return;
  if (!board.dataset.shown) {
    board.dataset.shown = "yes";
    if (!showsAll(board)) fit();
  }
  watch();
  apply();
}

/** Where the reader has moved the board, what is new; else every tile, with a cell around it.
 * @param {HTMLElement} board */
function showsAll(board) {
  const tiles = findAll(board, moved ? "[data-x]:has(.is-new)" : "[data-x]");
  const margin = moved ? 0 : 1;
  const taken = moved ? undefined : buttons(area().getBoundingClientRect());
  return Boolean(box) && tiles.every(({ dataset: { x, y } }) => shows(Number(x), Number(y), margin, taken));
}

/** @param {number} x
 * @param {number} y */
export function shows(x, y, margin = 0, taken = { right: 0, bottom: 0 }) {
  if (!box) return false;
  const { width, height } = area().getBoundingClientRect();
  const right = box.x + (width - taken.right) / box.cell;
  const bottom = box.y + (height - taken.bottom) / box.cell;
  return x - margin >= box.x && y - margin >= box.y && x + 1 + margin <= right && y + 1 + margin <= bottom;
}

export function fit() {
  const [x, y, width, height] = bounds();
  const rect = area().getBoundingClientRect();
  const taken = buttons(rect);
  const cell = clamp(Math.min((rect.width - taken.right) / width, (rect.height - taken.bottom) / height));
  centre(x + width / 2 + taken.right / 2 / cell, y + height / 2 + taken.bottom / 2 / cell, cell);
  moved = false;
}

/** What the zoom buttons take: a row at the bottom, or a column at the right.
 * @param {DOMRect} rect
 * @returns {Taken} */
function buttons(rect) {
  const zoom = find(area(), ".zoom").getBoundingClientRect();
  const upright = zoom.height > zoom.width;
  return {
    right: upright ? rect.right - zoom.left + AROUND : 0,
    bottom: upright || !zoom.height ? 0 : rect.bottom - zoom.top + AROUND,
  };
}

/** @param {number} factor
 * @param {Point | null} at */
export function zoom(factor, at = null) {
  const rect = area().getBoundingClientRect();
  const point = at ?? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  const before = place(point);
  box.cell = clamp(box.cell * factor);
  const after = place(point);
  box.x += before.x - after.x;
  box.y += before.y - after.y;
  moved = true;
  apply();
}

/** @param {number} x
 * @param {number} y */
export function reveal(x, y) {
  if (shows(x, y)) return;
  centre(x + 0.5, y + 0.5, box.cell);
  moved = true;
}

/** As little as need be, so that all these cells are seen.
 * @param {number[][]} cells */
export function show(cells) {
  if (cells.every(([x, y]) => shows(x, y))) return;
  const middle = (/** @type {number[]} */ values) => (Math.min(...values) + Math.max(...values) + 1) / 2;
  centre(middle(cells.map(([x]) => x)), middle(cells.map(([, y]) => y)), box.cell);
  moved = true;
}

/** What the last move has laid, and a cell around it; the whole board where nobody has moved. */
export function showLast() {
  const tiles = findAll(document, "#board [data-x]:has(.is-new)").map(({ dataset }) => dataset);
  if (!tiles.length) return fit();
  const before = { ...box };
  frame(tiles.map(({ x, y }) => [Number(x), Number(y)]), 1, box.cell);
  glide(before);
}

/** For a finger: no cell smaller than it, and of these places as many in sight as can be.
 * @param {number[][]} cells */
export function comeCloser(cells) {
  if (isFinger()) return;
  const before = { ...box };
  const { x, y } = middle();
  const far = (/** @type {number[]} */ cell) => Math.hypot(cell[0] - x, cell[1] - y);
  const near = [...cells].sort((one, other) => far(one) - far(other));
  while (near.length > 1 && cellToFit(near, 0) < FINGER) near.pop();
  frame(near.length ? near : [[x, y]], 0, FINGER);
  glide(before);
}

/** In the middle, as large as asked but so that all of them are seen.
 * @param {number[][]} cells
 * @param {number} margin
 * @param {number} cell */
function frame(cells, margin, cell) {
  const [left, top, right, bottom] = edgesOf(cells);
  centre((left + right) / 2, (top + bottom) / 2, clamp(Math.min(cell, cellToFit(cells, margin))));
  moved = true;
}

/** @param {number[][]} cells
 * @param {number} margin */
function cellToFit(cells, margin) {
  const rect = area().getBoundingClientRect();
  const [left, top, right, bottom] = edgesOf(cells);
  return Math.min(rect.width / (right - left + 2 * margin), rect.height / (bottom - top + 2 * margin));
}

/** @param {number[][]} cells */
function edgesOf(cells) {
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
}

/** What is seen has changed at once; the eye is led from what was seen before.
 * @param {{ x: number, y: number, cell: number }} before */
function glide(before) {
  const frames = [
    {
      transform:
        `translate(${(box.x - before.x) * before.cell}px, ${(box.y - before.y) * before.cell}px)` +
        ` scale(${before.cell / box.cell})`,
    },
    { transform: "none" },
  ];
  for (const layer of findAll(area(), "svg.board")) move(layer, frames, { duration: 220, easing: "ease-out" });
}

/** Whether a finger can hit a cell. */
export const isFinger = () => box.cell >= FINGER - 0.01;
export const cellSize = () => box?.cell ?? LARGEST_CELL;

/** What is in sight, in cells. */
export function sight() {
  const { width, height } = area().getBoundingClientRect();
  return { x: box.x, y: box.y, width: width / box.cell, height: height / box.cell };
}

/** @param {number} x
 * @param {number} y */
export function goTo(x, y) {
  centre(x, y, box.cell);
  moved = true;
}

/** Where on the screen a cell is.
 * @param {Point} cell */
export function screenOf({ x, y }) {
  const rect = area().getBoundingClientRect();
  return new DOMRect(rect.left + (x - box.x) * box.cell, rect.top + (y - box.y) * box.cell, box.cell, box.cell);
}

export const corner = () => ({ ...box });

/** With the finger that took hold of the board when this was its corner.
 * @param {Point} from
 * @param {number} across
 * @param {number} down */
export function panFrom(from, across, down) {
  box.x = from.x - across / box.cell;
  box.y = from.y - down / box.cell;
  moved = true;
  apply();
}

/** By so many pixels, but not beyond the board.
 * @param {number} across
 * @param {number} down */
export function panBy(across, down) {
  const [x, y, width, height] = bounds();
  const seen = sight();
  const step = (/** @type {number} */ by, /** @type {number} */ from, /** @type {number} */ to) =>
    by < 0 ? Math.max(by / box.cell, Math.min(0, from)) : Math.min(by / box.cell, Math.max(0, to));
  box.x += step(across, x - seen.x, x + width - seen.x - seen.width);
  box.y += step(down, y - seen.y, y + height - seen.y - seen.height);
  moved = true;
  apply();
}

/** @param {() => void} watcher */
export const onSight = (watcher) => watchers.add(watcher);

/** @param {Point} point */
export function cellAt(point) {
  const { x, y } = place(point);
  return { x: Math.floor(x), y: Math.floor(y) };
}

export function middle() {
  const rect = area().getBoundingClientRect();
  return cellAt({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });
}

/** @param {Point} point */
export function covers(point) {
  const rect = area()?.getBoundingClientRect();
  return Boolean(rect) && point.x >= rect.left && point.x < rect.right && point.y >= rect.top && point.y < rect.bottom;
}

/** Measured when it is asked: a message that wraps makes the area lower at any time.
 * @param {Point} point */
function place(point) {
  const rect = area().getBoundingClientRect();
  return { x: box.x + (point.x - rect.left) / box.cell, y: box.y + (point.y - rect.top) / box.cell };
}

/** @param {number} x
 * @param {number} y
 * @param {number} cell */
function centre(x, y, cell) {
  const rect = area().getBoundingClientRect();
  box = { x: x - rect.width / cell / 2, y: y - rect.height / cell / 2, cell };
  apply();
}

/** @param {number} cell */
const clamp = (cell) => Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, cell));

// The corner and the size of a cell stay, whatever the area becomes: nothing jumps.
function apply() {
  if (!area() || !box) return;
  const { width, height } = area().getBoundingClientRect();
  const value = `${box.x} ${box.y} ${width / box.cell} ${height / box.cell}`;
  for (const layer of findAll(area(), "svg.board")) layer.setAttribute("viewBox", value);
  for (const watcher of watchers) watcher();
}

// What is swapped in was drawn for nobody's window: not even for a moment is it shown so.
document.addEventListener("htmx:oobAfterSwap", apply);

let width = window.innerWidth;
window.addEventListener("resize", () => {
  // A phone that hides its address bar makes the page a little higher: that moves nothing.
  if (document.getElementById("board") && (!moved || window.innerWidth !== width)) fit();
  width = window.innerWidth;
});

const resizes = new ResizeObserver(apply);
/** @type {HTMLElement | null} */
let watched = null;

function watch() {
  if (area() === watched) return;
  resizes.disconnect();
  watched = area();
  if (watched) resizes.observe(watched);
}
