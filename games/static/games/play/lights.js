// Touching a part of a sum lights what made it on the board: by mouse, by finger, by key.

import { around } from "../pages/page.js";
import { isCalm } from "./motion.js";
import { onTouch } from "./turn.js";
import "./sums.js";

const PART = "[data-lights]";
/** @type {HTMLElement | null} */
let held = null; // what was tapped stays lit until something else is

/** @param {object} board
 * @param {(places: string[]) => void} board.light
 * @param {(places: string[]) => void} [board.show] */
export function onLights({ light, show }) {
  const places = (/** @type {HTMLElement | null} */ touched) =>
    touched?.isConnected ? touched.dataset.lights.trim().split(/\s+/) : [];
  onTouch(PART, (touched) => light(places(touched ?? held)));
  document.addEventListener("click", (event) => {
    const touched = around(event, PART);
    if (!touched && !held) return;
    held = touched && touched !== held ? touched : null;
    light(places(held));
    if (held) show?.(places(held));
    if (held instanceof HTMLButtonElement) bringBoard();
  });
}

/** Who taps a line below the board wants to see it. */
function bringBoard() {
  const behavior = isCalm() ? "instant" : "smooth";
  document.getElementById("board-area")?.scrollIntoView({ block: "nearest", behavior });
}
