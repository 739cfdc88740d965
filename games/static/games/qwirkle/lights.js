// Touching a part of a sum lights its line on the board: by mouse, by finger, by key.

import { around } from "../pages/page.js";
import { onTouch } from "../play/turn.js";
import * as board from "./viewport.js";
import { cellRect } from "./drawing.js";

const PART = "[data-lights]";
/** @type {HTMLElement | null} */
let held = null; // what was tapped stays lit until something else is

/** @param {HTMLElement | null} touched */
function light(touched) {
  const places = touched?.isConnected ? touched.dataset.lights.trim().split(/\s+/) : [];
  const cells = places.map((place) => place.split(",").map(Number));
  document.getElementById("lit")?.replaceChildren(...cells.map(([x, y]) => cellRect(x, y, "lit")));
  return cells;
}

onTouch(PART, (touched) => light(touched ?? held));

document.addEventListener("click", (event) => {
  const touched = around(event, PART);
  if (!touched && !held) return;
  held = touched && touched !== held ? touched : null;
  const cells = light(held);
  if (cells.length) board.show(cells);
});
