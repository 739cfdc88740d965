// Fingers, mouse and wheel on the board: panning, zooming, and what is let through as a tap.

import { around } from "../pages/page.js";
import { STILL } from "../play/drag.js";
import * as board from "./viewport.js";

/** @typedef {import("../play/drag.js").Point} Point */

const EDGE = 30; // pixels from the board's edge at which it comes on under what is carried
const DWELL = 300; // milliseconds that it must be carried there
const SPEED = 6; // pixels a frame

/** @type {Map<number, Point>} */
const pointers = new Map();
/** @type {{ start: Point, corner: Point, slipped: boolean, span: number } | null} */
let gesture = null;
/** @type {{ point: Point, moved: () => void, since: number } | null} */
let carried = null; // near an edge
let frame = 0;

/** Where something is carried, or nothing: held at an edge of the board, it brings on the rest.
 * @param {Point | null} point
 * @param {() => void} moved */
export function carry(point, moved) {
  const near = point && board.covers(point) && inward(point);
  const since = carried?.since ?? performance.now();
  carried = near ? { point, moved, since } : null;
  if (carried) frame ||= requestAnimationFrame(bringOn);
}

function bringOn() {
  frame = 0;
  if (!carried) return;
  const { point, moved, since } = carried;
  const { x, y } = inward(point);
  frame = requestAnimationFrame(bringOn);
  if (performance.now() - since < DWELL) return;
  board.panBy(x * SPEED, y * SPEED);
  moved();
}

/** Which edges a point is at; nothing away from them.
 * @param {Point} point
 * @returns {Point | null} */
function inward(point) {
  const rect = document.getElementById("board-area").getBoundingClientRect();
  const side = (/** @type {number} */ before, /** @type {number} */ after) =>
    before < EDGE ? -1 : after < EDGE ? 1 : 0;
  const x = side(point.x - rect.left, rect.right - point.x);
  const y = side(point.y - rect.top, rect.bottom - point.y);
  return x || y ? { x, y } : null;
}

/** `tap` is told of a cell that was touched and let go; `grab` may take a touch for itself.
 * @param {object} hears
 * @param {(cell: Point, event: PointerEvent) => void} hears.tap
 * @param {(cell: Point, event: PointerEvent) => boolean} hears.grab */
export function listen({ tap, grab }) {
  document.addEventListener("pointerdown", (event) => {
    if (!around(event, "#board-area") || around(event, "button, .small-map") || event.button > 0) return;
    const point = { x: event.clientX, y: event.clientY };
    if (pointers.size === 0 && grab(board.cellAt(point), event)) return;
    pointers.set(event.pointerId, point);
    gesture = { start: point, corner: board.corner(), slipped: pointers.size > 1, span: span() };
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
      gesture = { start: [...pointers.values()][0], corner: board.corner(), slipped: true, span: 1 };
      return;
    }
    const tapped = !gesture.slipped && event.type === "pointerup";
    if (tapped) tap(board.cellAt({ x: event.clientX, y: event.clientY }), event);
    gesture = null;
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener(
    "wheel",
    (event) => {
      if (!around(event, "#board-area")) return;
      event.preventDefault();
      board.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  document.addEventListener("click", (event) => {
    const button = around(event, "[data-zoom]");
    if (button?.dataset.zoom === "in") board.zoom(1.25);
    else if (button?.dataset.zoom === "out") board.zoom(0.8);
    else if (button?.dataset.zoom === "last") board.showLast();
    else if (button) board.fit();
  });
}

/** @param {Point} point */
function pan(point) {
  const dx = point.x - gesture.start.x;
  const dy = point.y - gesture.start.y;
  if (!gesture.slipped && Math.hypot(dx, dy) < STILL) return;
  gesture.slipped = true;
  board.panFrom(gesture.corner, dx, dy);
}

function pinch() {
  const now = span();
  const [one, two] = [...pointers.values()];
  board.zoom(now / gesture.span, { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });
  gesture.span = now;
  gesture.slipped = true;
}

function span() {
  const [one, two] = [...pointers.values()];
  return two ? Math.hypot(one.x - two.x, one.y - two.y) : 1;
}
