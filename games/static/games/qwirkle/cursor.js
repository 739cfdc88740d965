// The cell that the keys are at, and where that is in words.

import { announce } from "../pages/page.js";
import * as board from "./viewport.js";

/** @typedef {import("../play/drag.js").Point} Point */

/** @type {Point | null} */
let cursor = null;

const area = () => document.getElementById("board-area");
export const cursorAt = () => cursor;

/** @param {number} across
 * @param {number} down
 * @param {(cell: Point) => string} words what is at a cell */
export function moveCursor(across, down, words) {
  cursor = cursor ? { x: cursor.x + across, y: cursor.y + down } : board.middle();
  showCursor();
  announce(words(cursor));
}

/** Beyond the tiles there are no numbers that anyone could count.
 * @param {Point} cell */
export function whereIs({ x, y }) {
  const { dataset } = area();
  const { row, column, above, below, before, after } = dataset;
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side) => Number(dataset[side]));
  const say = (/** @type {string} */ words, /** @type {number} */ number) => words.replace("{number}", String(number));
  const down = y < top ? say(above, top - y) : y > bottom ? say(below, y - bottom) : say(row, y - top + 1);
  const across = x < left ? say(before, left - x) : x > right ? say(after, x - right) : say(column, x - left + 1);
  return `${down}, ${across}`;
}

export function showCursor() {
  const mark = document.getElementById("cursor");
  if (!mark || !cursor) return;
  board.reveal(cursor.x, cursor.y);
  mark.setAttribute("x", String(cursor.x));
  mark.setAttribute("y", String(cursor.y));
  mark.setAttribute("visibility", "visible");
}
