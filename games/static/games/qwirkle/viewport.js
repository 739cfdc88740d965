// The board's window: pan, zoom, and which cell a point is in. Knows nothing of the rules.

import { around, find, findAll } from "../pages/page.js";
import { STILL } from "../play/drag.js";

const LARGEST_CELL = 64;
const SMALLEST_CELL = 8;
const AROUND = 8; // pixels between the zoom buttons and what they must not cover

/** @typedef {import("../play/drag.js").Point} Point */
/** @typedef {{ right: number, bottom: number }} Taken */

/** @type {{ x: number, y: number, cell: number } | null} */
let box = null; // what is shown: the corner in cells, and how many pixels a cell has
let moved = false; // by the reader, so that we do not move it back
/** @type {Map<number, Point>} */
const pointers = new Map();
/** @type {{ start: Point, box: Point, slipped: boolean, span: number } | null} */
let gesture = null;

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
function shows(x, y, margin = 0, taken = { right: 0, bottom: 0 }) {
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
  for (const id of ["board", "staged"]) document.getElementById(id)?.setAttribute("viewBox", value);
}

const resizes = new ResizeObserver(apply);
/** @type {HTMLElement | null} */
let watched = null;

function watch() {
  if (area() === watched) return;
  resizes.disconnect();
  watched = area();
  if (watched) resizes.observe(watched);
}

/** `tap` is told of a cell that was touched and let go; `grab` may take a touch for itself.
 * @param {{ tap: (cell: Point) => void, grab: (cell: Point, event: PointerEvent) => boolean }} hears */
export function listen({ tap, grab }) {
  // What is swapped in was drawn for nobody's window: not even for a moment is it shown so.
  document.addEventListener("htmx:oobAfterSwap", apply);
  document.addEventListener("pointerdown", (event) => {
    if (!around(event, "#board-area") || around(event, "button") || event.button > 0) return;
    const point = { x: event.clientX, y: event.clientY };
    if (pointers.size === 0 && grab(cellAt(point), event)) return;
    pointers.set(event.pointerId, point);
    gesture = { start: point, box: { ...box }, slipped: pointers.size > 1, span: span() };
  });
  document.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) pinch();
    else pan({ x: event.clientX, y: event.clientY });
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size) {
      // One finger of two is left: it pans on from where it is.
      gesture = { start: [...pointers.values()][0], box: { ...box }, slipped: true, span: 1 };
      return;
    }
    if (!gesture.slipped && event.type === "pointerup") tap(cellAt({ x: event.clientX, y: event.clientY }));
    gesture = null;
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener(
    "wheel",
    (event) => {
      if (!around(event, "#board-area")) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  document.addEventListener("click", (event) => {
    const button = around(event, "[data-zoom]");
    if (button?.dataset.zoom === "in") zoom(1.25);
    else if (button?.dataset.zoom === "out") zoom(0.8);
    else if (button) fit();
  });
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    // A phone that hides its address bar makes the page a little higher: that moves nothing.
    if (document.getElementById("board") && (!moved || window.innerWidth !== width)) fit();
    width = window.innerWidth;
  });
}

/** @param {Point} point */
function pan(point) {
  const dx = point.x - gesture.start.x;
  const dy = point.y - gesture.start.y;
  if (!gesture.slipped && Math.hypot(dx, dy) < STILL) return;
  gesture.slipped = true;
  box.x = gesture.box.x - dx / box.cell;
  box.y = gesture.box.y - dy / box.cell;
  moved = true;
  apply();
}

function pinch() {
  const now = span();
  const [one, two] = [...pointers.values()];
  zoom(now / gesture.span, { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });
  gesture.span = now;
  gesture.slipped = true;
}

function span() {
  const [one, two] = [...pointers.values()];
  return two ? Math.hypot(one.x - two.x, one.y - two.y) : 1;
}
