// The turns that the reader has not seen are shown once: when they come to the page, or when
// they come in. Which these are is remembered in the browser, by the game's code and its ply.

import { findAll } from "../pages/page.js";
import { hand } from "./turn.js";

/** @typedef {{ cells: string, points: number, great: boolean }} Part */
/** @template Step
 * @typedef {{ ply: number, seat: number, points: number, steps: Step[], parts: Part[], own: boolean }} Turn */

const SEEN = "seen-turns";
const MOST = 300;
/** @type {Map<string, number> | null} */
let seen = null;

const game = () => document.getElementById("game");

/** @returns {Map<string, number>} */
function memory() {
  try {
    return new Map(JSON.parse(localStorage.getItem(SEEN) ?? "[]"));
  } catch {
    return seen ?? new Map();
  }
}

/** @param {string} code
 * @param {number} ply */
function remember(code, ply) {
  seen = memory();
  seen.delete(code);
  seen.set(code, ply);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...seen].slice(-MOST)));
  } catch {
    // Nothing may be kept here: then it is known for as long as the page stays.
  }
}

/** What has come since the reader last looked; their own only when it came in just now.
 * @template Step
 * @returns {Turn<Step>[]} */
function unseen() {
  const { code, ply, seat, turns } = game().dataset;
  const known = memory().get(code);
  if (known === Number(ply)) return [];
  remember(code, Number(ply));
  /** @type {Turn<Step>[]} */
  const all = JSON.parse(turns).map((/** @type {Turn<Step>} */ it) => ({ ...it, own: String(it.seat) === seat }));
  if (known !== undefined) return all.filter((turn) => turn.ply > known);
  return game().classList.contains("is-over") ? [] : all.filter((turn) => !turn.own);
}

/** @template Step
 * @param {(turns: Turn<Step>[]) => void} tell */
export function onTurns(tell) {
  function look() {
    if (!game()?.dataset.turns || document.hidden) return;
    const turns = /** @type {Turn<Step>[]} */ (unseen());
    if (turns.length) tell(turns);
  }
  document.addEventListener("htmx:afterSettle", look);
  document.addEventListener("visibilitychange", look);
  look();
}

/** Of the hand, what the reader's last turn brought; of pieces that are alike, the last.
 * @param {(button: HTMLElement) => string} piece */
export function markDrawn(piece) {
  const left = /** @type {string[]} */ (JSON.parse(game()?.dataset.drawn ?? "[]"));
  for (const button of findAll(hand(), "[data-key]").reverse()) {
    const place = left.indexOf(piece(button));
    if (place >= 0) left.splice(place, 1);
    button.classList.toggle("is-drawn", place >= 0);
    if (place >= 0) button.setAttribute("aria-description", game().dataset.isDrawn);
    else button.removeAttribute("aria-description");
  }
}
