// Carrying a picture of something under the finger until it is let go.

/** @typedef {{ x: number, y: number }} Point */

export const STILL = 6; // pixels a finger may slip and still tap
const ABOVE = 12; // pixels between a place and what is carried above it
const CENTRED = "translate(-50%, -60%)";
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

/** What is carried goes with the pointer; a finger would hide both it and where it is going, so
 * there it is carried above: by `lift` pixels, or as much as a place is high. `over` is told where
 * the pointer is, and of nothing once that counts no more. What is let go is dropped; Escape, or a
 * browser that takes the finger away, cancels.
 * @param {PointerEvent} event
 * @param {Element} picture
 * @param {object} does
 * @param {() => void} does.begin
 * @param {(point: Point, from: DOMRect) => void} does.drop
 * @param {(from: DOMRect) => void} [does.cancel]
 * @param {(point: Point | null) => void} [does.over]
 * @param {() => number} [does.lift]
 * @param {() => void} [does.click] */
export function startDrag(event, picture, { begin, drop, cancel, over, lift = () => 0, click }) {
  const start = { x: event.clientX, y: event.clientY };
  /** @type {SVGElement | null} */
  let ghost = null;
  let cancelled = false;

  /** @param {PointerEvent} now */
  function carry(now) {
    if (now.pointerId !== event.pointerId || cancelled) return;
    const far = Math.hypot(now.clientX - start.x, now.clientY - start.y) >= STILL;
    if (!ghost && far && picture) {
      ghost = lifted(picture);
      dragging = true;
      begin();
    }
    if (!ghost) return;
    const place = `translate(${now.clientX}px, ${now.clientY}px)`;
    const above = event.pointerType === "touch" ? `translate(-50%, calc(-100% - ${lift() + ABOVE}px))` : CENTRED;
    ghost.style.transform = `${place} ${above} scale(1.15)`;
    over?.({ x: now.clientX, y: now.clientY });
  }

  function giveUp() {
    if (!ghost || cancelled) return;
    cancelled = true;
    const from = ghost.getBoundingClientRect();
    ghost.remove();
    dragging = false;
    over?.(null);
    cancel?.(from);
  }

  /** @param {KeyboardEvent} key */
  function escape(key) {
    if (key.key !== "Escape" || !ghost || cancelled) return;
    key.stopPropagation();
    giveUp();
  }

  /** @param {PointerEvent} now */
  function finish(now) {
    if (now.pointerId !== event.pointerId) return;
    document.removeEventListener("pointermove", carry);
    document.removeEventListener("keydown", escape, { capture: true });
    for (const name of ENDS) document.removeEventListener(name, finish);
    if (!ghost) {
      if (now.type === "pointerup") click?.();
      return;
    }
    // The browser sends a click after this, which would pick the piece again.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    document.addEventListener("click", swallow, { capture: true });
    setTimeout(() => {
      document.removeEventListener("click", swallow, { capture: true });
      document.dispatchEvent(new Event("drag-over"));
    }, 0);
    if (now.type !== "pointerup") giveUp();
    if (cancelled) return;
    const from = ghost.getBoundingClientRect();
    ghost.remove();
    dragging = false;
    over?.(null);
    drop({ x: now.clientX, y: now.clientY }, from);
  }

  document.addEventListener("pointermove", carry);
  document.addEventListener("keydown", escape, { capture: true });
  for (const name of ENDS) document.addEventListener(name, finish);
}

/** @param {Element} picture */
function lifted(picture) {
  const ghost = /** @type {SVGElement} */ (picture.cloneNode(true));
  ghost.classList.add("ghost");
  document.body.append(ghost);
  return ghost;
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
