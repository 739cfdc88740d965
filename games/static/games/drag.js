// Carrying a picture of something under the finger until it is let go.

const STILL = 6;
export let dragging = false;

export function startDrag(event, picture, { begin, drop, click }) {
  const start = { x: event.clientX, y: event.clientY };
  let ghost = null;

  function carry(now) {
    if (now.pointerId !== event.pointerId) return;
    const far = Math.hypot(now.clientX - start.x, now.clientY - start.y) >= STILL;
    if (!ghost && far && picture) {
      ghost = picture.cloneNode(true);
      ghost.classList.add("ghost");
      document.body.append(ghost);
      dragging = true;
      begin();
    }
    if (ghost) ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -60%) scale(1.15)`;
  }

  function finish(now) {
    if (now.pointerId !== event.pointerId) return;
    for (const [name, handler] of Object.entries(handlers)) document.removeEventListener(name, handler);
    if (!ghost) {
      if (now.type === "pointerup") click?.();
      return;
    }
    ghost.remove();
    dragging = false;
    // The browser sends a click after this, which would pick the tile again.
    const swallow = (click) => click.stopPropagation();
    document.addEventListener("click", swallow, { capture: true });
    setTimeout(() => {
      document.removeEventListener("click", swallow, { capture: true });
      document.dispatchEvent(new Event("drag-over"));
    }, 0);
    drop({ x: now.clientX, y: now.clientY });
  }

  const handlers = { pointermove: carry, pointerup: finish, pointercancel: finish };
  for (const [name, handler] of Object.entries(handlers)) document.addEventListener(name, handler);
}

// Where in the hand something was let go, whether the hand lies in one row or in two.
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
