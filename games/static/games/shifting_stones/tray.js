// The nine stones in their tray: shifted at once, and gliding to where they lie then.

import { find, findAll } from "../pages/page.js";
import { fly, isCalm } from "../play/motion.js";

/** @typedef {{ kind: string, cells?: number[], cell?: number }} Shift */
/** @typedef {Shift & { card: string }} Step */
/** @typedef {{ transform: string }[]} Frames */

const GLIDE = { duration: 240, easing: "cubic-bezier(.3, .8, .4, 1)" };
/** @type {string[]} */
let shown = []; // which sides lay up when we last looked
/** @type {{ cell: number, frames: Frames, started: number }[]} */
let gliding = []; // stones under way, so that they go on when the server draws them anew

/** @param {string | number} cell */
export const cellAt = (cell) => find(document, `#stones [data-cell="${cell}"]`);
export const cells = () => findAll(document, "#stones .stone-cell");
/** @param {Shift} part */
export const cellsOf = (part) => part.cells ?? [part.cell];

/** @param {number} cell */
export const art = (cell) => find(cellAt(cell), ".stone-art");

/** @param {number} cell
 * @param {Frames} frames */
function glide(cell, frames, started = performance.now()) {
  const at = performance.now() - started;
  if (isCalm() || !art(cell) || at > GLIDE.duration) return;
  art(cell).animate(frames, GLIDE).currentTime = at;
  gliding.push({ cell, frames, started });
}

const turned = [{ transform: "perspective(20rem) rotateY(-90deg)" }, { transform: "none" }];

/** Shown at once; the server draws it anew when it answers.
 * @param {Shift} part */
export function animate(part) {
  const moved = cellsOf(part);
  const places = moved.map(cellAt);
  const uses = places.map((place) => find(place, ".stone-art use"));
  const sprite = uses[0].getAttribute("href").split("#")[0];
  const [one, other = one] = places;
  const sides = part.kind === "flip" ? [one.dataset.other] : [other.dataset.side, one.dataset.side];
  const backs = part.kind === "flip" ? [one.dataset.side] : [other.dataset.other, one.dataset.other];
  places.forEach((place, index) => {
    uses[index].setAttribute("href", `${sprite}#${sides[index]}`);
    find(place, ".flip-button .stone-mini use")?.setAttribute("href", `${sprite}#${backs[index]}-mini`);
    Object.assign(place.dataset, { side: sides[index], other: backs[index] });
  });
  shown = cells().map((place) => place.dataset.side);
  if (part.kind === "flip") return glide(moved[0], turned);
  const [from, to] = places.map((place) => place.getBoundingClientRect());
  const across = to.left - from.left;
  const down = to.top - from.top;
  glide(moved[0], [{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }]);
  glide(moved[1], [{ transform: `translate(${-across}px, ${-down}px)` }, { transform: "none" }]);
}

/** @param {import("../play/drag.js").Point} point
 * @returns {string | undefined} */
export function cellBelow({ x, y }) {
  /** @type {HTMLElement | null | undefined} */
  const place = document.elementFromPoint(x, y)?.closest(".stone-cell");
  return place?.dataset.cell;
}

/** A stone that goes nowhere goes back to where it lies.
 * @param {string} cell
 * @param {DOMRect} from */
export function goBack(cell, from) {
  const lies = () => find(cellAt(cell), ".stone-art");
  fly(lies(), from, lies().getBoundingClientRect(), lies);
}

/** What was under way is done, and what changed is shown by others. */
export function layNow() {
  for (const place of cells()) for (const moving of find(place, ".stone-art").getAnimations()) moving.cancel();
  gliding = [];
}

// Whatever else has changed, others' turns and steps that are undone, is turned over.
export function showChanges() {
  const under = gliding;
  gliding = [];
  for (const { cell, frames, started } of under) glide(cell, frames, started);
  const sides = cells().map((place) => place.dataset.side);
  if (shown.length === sides.length) {
    sides.forEach((side, cell) => side !== shown[cell] && glide(cell, turned));
  }
  shown = sides;
}
