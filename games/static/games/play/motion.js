// Motion tells what happened. It moves and fades pictures and nothing else: the page is right
// without it, and whatever ends it early leaves the page as it is.

import { around, findAll } from "../pages/page.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ to: () => Element | null | undefined, ends: number }} Flight */

const FLIGHT = { duration: 210, easing: "cubic-bezier(.25, .75, .35, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Set<Animation>} */
const shown = new Set(); // what shows somebody's turn, until the reader does something
/** @type {Set<Flight>} */
const flights = new Set();

export const isCalm = () => calm.matches;

/** @param {Element | null | undefined} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 * @returns {Animation | null} */
export function move(element, frames, options) {
  if (!element || isCalm()) return null;
  return element.animate(frames, { fill: "backwards", ...options });
}

/** A part of what is shown of a turn; it goes by itself, or at once when the reader acts.
 * @param {Element | null | undefined} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 * @param {() => void} [after] */
export function show(element, frames, options, after = () => {}) {
  const moving = move(element, frames, options);
  if (!moving) return after();
  shown.add(moving);
  const done = () => {
    shown.delete(moving);
    after();
  };
  moving.addEventListener("finish", done);
  moving.addEventListener("cancel", done);
}

function endShow() {
  for (const moving of [...shown]) moving.finish();
}
document.addEventListener("pointerdown", (event) => around(event, ".play-area") && endShow(), { capture: true });
document.addEventListener("keydown", endShow, { capture: true });

/** A picture on its way over the page; what it becomes is not seen before it has arrived.
 * @param {Element | null | undefined} picture
 * @param {Box} from
 * @param {Box} target
 * @param {() => Element | null | undefined} to */
export function fly(picture, from, target, to) {
  if (!picture || isCalm() || !from.width || !target.width) return;
  const ghost = /** @type {HTMLElement} */ (picture.cloneNode(true));
  ghost.removeAttribute("id");
  ghost.setAttribute("class", `${picture.getAttribute("class")} flying`);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { inlineSize: `${target.width}px`, blockSize: `${target.height}px` });
  document.body.append(ghost);
  const at = (/** @type {Box} */ box) => `translate(${box.x}px, ${box.y}px) scale(${box.width / target.width})`;
  const moving = ghost.animate([{ transform: at(from) }, { transform: at(target) }], { ...FLIGHT, fill: "both" });
  const flight = { to, ends: performance.now() + FLIGHT.duration };
  flights.add(flight);
  hide(flight);
  moving.addEventListener("finish", () => {
    ghost.remove();
    flights.delete(flight);
  });
}

/** @param {Flight} flight */
function hide({ to, ends }) {
  const left = ends - performance.now();
  if (left > 0) to()?.animate([{ opacity: 0 }, { opacity: 0 }], left);
}

/** The server has drawn anew what pictures are on their way to. */
export function keepFlying() {
  for (const flight of flights) hide(flight);
}

/** The points of a seat, wherever the page shows them.
 * @param {number} seat
 * @param {number} delay */
export function pulse(seat, delay) {
  for (const avatar of findAll(document, `:is(.players, .score-strip) .seat-${seat}`)) {
    const points = avatar.closest("li").querySelector(".points, b");
    show(points, [{ transform: "none" }, { transform: "scale(1.35)", offset: 0.3 }, { transform: "none" }], {
      delay,
      duration: 600,
    });
  }
}
