// A few notes, for those who want them: made here, from nothing but numbers, and never before the
// reader has touched the page.

import { around, find } from "../pages/page.js";

/** @typedef {"lay" | "back" | "shift" | "turn" | "great"} Sound */
/** @typedef {[pitch: number, after: number, long: number]} Note */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  lay: [[620, 0, 0.05]],
  back: [[410, 0, 0.05]],
  shift: [[330, 0, 0.07], [440, 0.06, 0.07]],
  turn: [[523, 0, 0.12], [784, 0.11, 0.2]],
  great: [[523, 0, 0.12], [659, 0.1, 0.12], [784, 0.2, 0.12], [1047, 0.3, 0.4]],
};
const LOUD = 0.12;
const KEPT = "sounds";
/** @type {AudioContext | null} */
let context = null;

const button = () => document.getElementById("sounds");

/** A person's own choice comes with the page; a visitor's is kept in the browser. */
function wanted() {
  try {
    return find(document, "#game[data-sounds]") !== null || (button() !== null && localStorage.getItem(KEPT) === "on");
  } catch {
    return false;
  }
}

/** @param {Sound} name
 * @param {number} after in milliseconds */
export function sound(name, after = 0) {
  if (!wanted() || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, later, long] of NOTES[name]) {
    const starts = context.currentTime + after / 1000 + later;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0, starts);
    loud.gain.linearRampToValueAtTime(LOUD, starts + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.001, starts + long + 0.08);
    tone.connect(loud).connect(context.destination);
    tone.start(starts);
    tone.stop(starts + long + 0.1);
  }
}

function showChoice() {
  button()?.setAttribute("aria-pressed", String(wanted()));
}

document.addEventListener("click", (event) => {
  if (!around(event, "#sounds")) return;
  localStorage.setItem(KEPT, wanted() ? "off" : "on");
  showChoice();
  sound("turn");
});
document.addEventListener("htmx:afterSettle", showChoice);
showChoice();
