// Where one is on a board that is wider than the window: shown only then.

import { around, find, findAll } from "../pages/page.js";
import { shape } from "./drawing.js";
import * as board from "./viewport.js";

/** @typedef {import("../play/drag.js").Point} Point */

let planned = false;
let held = -1; // the pointer that moves what is seen

const map = () => find(document, "#board-area .small-map");
const drawing = () => map().querySelector("svg");

/** @param {HTMLElement} area */
function made(area) {
  const frame = document.createElement("div");
  frame.className = "small-map";
  frame.setAttribute("aria-hidden", "true");
  frame.append(shape("svg", {}));
  area.append(frame);
  return frame;
}

function draw() {
  planned = false;
  const area = document.getElementById("board-area");
  if (!area || !document.getElementById("board")) return;
  const tiles = findAll(document, "#board [data-x]");
  const seen = board.sight();
  const needed = tiles.some(({ dataset: { x, y } }) => !board.shows(Number(x), Number(y)));
  const frame = map() ?? (needed ? made(area) : null);
  if (!frame) return;
  frame.hidden = !needed;
  if (needed) fill(tiles, seen);
}

/** @param {HTMLElement[]} tiles
 * @param {{ x: number, y: number, width: number, height: number }} seen */
function fill(tiles, seen) {
  const { bounds } = document.getElementById("board").dataset;
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const cell of tiles) {
    const tile = find(cell, ".tile");
    const look = `${tile.getAttribute("class").match(/colour-./)?.[0]}${tile.matches(".is-new") ? " is-new" : ""}`;
    paths.set(look, `${paths.get(look) ?? ""}M${cell.dataset.x} ${cell.dataset.y}h1v1h-1z`);
  }
  const hints = findAll(document, "#hints .hint:not(.is-later)").map(
    (hint) => `M${Number(hint.getAttribute("x")) - 0.05} ${Number(hint.getAttribute("y")) - 0.05}h1v1h-1z`,
  );
  const svg = drawing();
  svg.setAttribute("viewBox", bounds);
  svg.replaceChildren(
    ...[...paths].map(([look, d]) => shape("path", { class: look, d })),
    shape("path", { class: "map-hints", d: hints.join("") }),
    shape("rect", { class: "map-sight", ...seen }),
  );
}

export function plan() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(draw);
}

/** @param {PointerEvent} event */
function follow(event) {
  const rect = drawing().getBoundingClientRect();
  const { x, y, width, height } = drawing().viewBox.baseVal;
  const scale = Math.min(rect.width / width, rect.height / height); // as an SVG fits in its box
  const middle = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  board.goTo(x + width / 2 + (event.clientX - middle.x) / scale, y + height / 2 + (event.clientY - middle.y) / scale);
}

document.addEventListener("pointerdown", (event) => {
  if (!around(event, ".small-map") || event.button > 0) return;
  held = event.pointerId;
  follow(event);
});
document.addEventListener("pointermove", (event) => {
  if (event.pointerId === held && map()) follow(event);
});
for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
  document.addEventListener(name, (event) => {
    if (event.pointerId === held) held = -1;
  });
board.onSight(plan);
