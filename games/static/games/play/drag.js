// Carrying a picture of something under the finger until it is let go.

/** @typedef {{ x: number, y: number }} Point */

export const STILL = 6; // pixels a finger may slip and still tap
const JUST_NOW = 1000;
let tappedAt = -Infinity;
export let dragging = false;

/** After a drag by finger no click comes for the next tap, so a tap counts when the finger is
 * lifted; clicks are for keys, and for those who hear the page.
 * @param {PointerEvent} event
 * @param {() => void} act */
export const tapping = (event, act) => () => {
  tappedAt = event.timeStamp;
  act();
};

/** @param {MouseEvent} click */
export const justTapped = (click) => click.timeStamp - tappedAt < JUST_NOW;

/** @param {PointerEvent} event
 * @param {Element} picture
 * @param {{ begin: () => void, drop: (point: Point) => void, click?: () => void }} does */
export function startDrag(event, picture, { begin, drop, click }) {
  const start = { x: event.clientX, y: event.clientY };
  /** @type {SVGElement | null} */
  let ghost = null;

  /** @param {PointerEvent} now */
  function carry(now) {
    if (now.pointerId !== event.pointerId) return;
    const far = Math.hypot(now.clientX - start.x, now.clientY - start.y) >= STILL;
    if (!ghost && far && picture) {
      ghost = /** @type {SVGElement} */ (picture.cloneNode(true));
      ghost.classList.add("ghost");
      document.body.append(ghost);
      dragging = true;
      begin();
    }
    const place = `translate(${now.clientX}px, ${now.clientY}px)`;
    if (ghost) ghost.style.transform = `${place} translate(-50%, -60%) scale(1.15)`;
  }

  /** @param {PointerEvent} now */
  function finish(now) {
    if (now.pointerId !== event.pointerId) return;
    document.removeEventListener("pointermove", carry);
    for (const name of ENDS) document.removeEventListener(name, finish);
    if (!ghost) {
      if (now.type === "pointerup") click?.();
      return;
    }
    ghost.remove();
    dragging = false;
    // The browser sends a click after this, which would pick the piece again.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    document.addEventListener("click", swallow, { capture: true });
    setTimeout(() => {
      document.removeEventListener("click", swallow, { capture: true });
      document.dispatchEvent(new Event("drag-over"));
    }, 0);
    drop({ x: now.clientX, y: now.clientY });
  }

  document.addEventListener("pointermove", carry);
  for (const name of ENDS) document.addEventListener(name, finish);
}

const ENDS = /** @type {const} */ (["pointerup", "pointercancel"]);

/** Where in the hand something was let go, whether the hand lies in one row or in two.
 * @param {HTMLElement} list
 * @param {Element} item
 * @param {Point} point */
export function placeAmong(list, item, point) {
  const frame = list.getBoundingClientRect();
  const y = Math.min(Math.max(point.y, frame.top + 1), frame.bottom - 1);
  const backwards = getComputedStyle(list).direction === "rtl";
  const others = [...list.children].filter((other) => other !== item);
  const after = others.find((other) => {
    const rect = other.getBoundingClientRect();
    if (y < rect.top || y > rect.bottom) return y < rect.top;
    const centre = rect.left + rect.width / 2;
    return backwards ? point.x > centre : point.x < centre;
  });
  list.insertBefore(item, after ?? null);
}
