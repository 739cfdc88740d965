// Touching a part of a sum lights its line on the board: by mouse, by finger, by key.

import * as board from "./board.js";

const NS = "http://www.w3.org/2000/svg";
let held = null; // what was tapped stays lit until something else is

const part = (event) => event.target.closest?.("[data-lights]");

export function cellRect(x, y, kind) {
  const rect = document.createElementNS(NS, "rect");
  const shape = { class: kind, x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.16 };
  for (const [name, value] of Object.entries(shape)) rect.setAttribute(name, value);
  return rect;
}

function light(touched) {
  const places = touched?.isConnected ? touched.dataset.lights.trim().split(/\s+/) : [];
  const cells = places.map((place) => place.split(",").map(Number));
  document.getElementById("lit")?.replaceChildren(...cells.map(([x, y]) => cellRect(x, y, "lit")));
  return cells;
}

for (const [name, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(name, (event) => part(event) && light(on ? part(event) : held));
}

document.addEventListener("click", (event) => {
  const touched = part(event);
  if (!touched && !held) return;
  held = touched && touched !== held ? touched : null;
  const cells = light(held);
  if (cells.length) board.show(cells);
});
