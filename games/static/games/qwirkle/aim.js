// Where a tile that is carried would lie: the cell is lit, and the tile shown in it.

import { above, cellRect, draftTile, shape } from "./drawing.js";

/** @typedef {import("../play/drag.js").Point} Point */

const FAR = 200; // cells: beyond any board

/** @param {Point | null} cell
 * @param {string} tile
 * @param {boolean} taken */
export function aimAt(cell, tile = "", taken = false) {
  const target = above("target");
  if (!cell) return target.replaceChildren();
  const { x, y } = cell;
  const at = `${x},${y}`;
  if (target.getAttribute("data-at") === at && target.childElementCount) return;
  target.setAttribute("data-at", at);
  const marks = [cellRect(x, y, taken ? "aim is-taken" : "aim")];
  // A finger hides the cell below it, but not its row and its column.
  const row = shape("rect", { class: "aim-line", x: x - FAR, y, width: 2 * FAR, height: 1 });
  const column = shape("rect", { class: "aim-line", x, y: y - FAR, width: 1, height: 2 * FAR });
  const { sprite } = document.getElementById("board-area").dataset;
  target.replaceChildren(row, column, ...(taken ? [] : [draftTile(sprite, [tile, x, y])]), ...marks);
}
