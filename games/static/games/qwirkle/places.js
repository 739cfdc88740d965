// The places of the picked tile as a list, with what each is worth: for those who hear the board.
// The server is asked only while the list is open.

import { announce, around, find } from "../pages/page.js";
import { hand } from "../play/turn.js";

/** @typedef {import("../play/drag.js").Point} Point */

const OPEN = "list-of-places"; // in the browser's memory: who needs the list needs it in every game
/** @type {string | null} */
let asked = null; // the tile that the list is for

const panel = () => /** @type {HTMLDetailsElement} */ (document.getElementById("panel-places"));
const list = () => document.getElementById("places");

/** @param {string | null} tile that is picked, if any */
export function showPlaces(tile) {
  if (!panel() || (!tile && !asked)) return;
  if (!tile) idle();
  else if (panel().open && (tile !== asked || !find(list(), "ul"))) ask(tile);
}

function idle() {
  asked = null;
  const words = document.createElement("p");
  words.className = "quiet";
  words.textContent = list().dataset.idle;
  list().replaceChildren(words);
}

/** @param {string} tile */
async function ask(tile) {
  asked = tile;
  list().replaceChildren(); // what is offered there is for another tile
  await htmx.ajax("GET", `${panel().dataset.address}?piece=${tile}`, { target: "#places", swap: "innerHTML" });
  if (asked === tile) announce(find(list(), "p")?.textContent.trim());
}

/** @param {(cell: Point) => void} lay */
export function onPlace(lay) {
  document.addEventListener("click", (event) => {
    const place = around(event, ".place");
    if (!place) return;
    const cell = { x: Number(place.dataset.x), y: Number(place.dataset.y) };
    lay(cell);
    // The list is gone; the hand is where one goes on.
    find(hand(), ".hand-tile:not(.is-used)")?.focus();
  });
}

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== panel()) return;
    localStorage.setItem(OPEN, String(panel().open));
    const picked = find(hand(), '[aria-pressed="true"]');
    if (panel().open && picked && !find(list(), "ul")) ask(picked.dataset.tile);
  },
  true,
);
if (panel() && localStorage.getItem(OPEN) === "true") panel().open = true;
