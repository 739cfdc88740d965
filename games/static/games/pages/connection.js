// Whether the server answers: the page says when it does not, and when it does again. What did not
// reach it is tried again with growing pauses.

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
const WELL_AGAIN = 4_000; // how long we say that all is well
let failures = 0; // how often in a row nothing came back
let timer = 0;
let telling = 0;
/** @type {Set<() => void>} */
const waiting = new Set();

const line = () => document.getElementById("connection");

/** Not all at the same moment: a site that is busy would be so again.
 * @param {number} pause */
export const about = (pause) => pause * (0.75 + Math.random() / 2);
/** @param {number} pause
 * @param {number} times
 * @param {number} longest */
export const grown = (pause, times, longest) => about(Math.min(pause * 2 ** times, longest));

/** Nothing came back, or only the word of a proxy that nobody is there.
 * @param {number} status */
export const unanswered = (status) => status === 0 || (status >= 502 && status <= 504);

/** @param {() => void} what */
export function tryAgain(what) {
  waiting.add(what);
  timer ||= setTimeout(tryNow, grown(FIRST_PAUSE, Math.max(failures - 1, 0), LONGEST_PAUSE));
}

function tryNow() {
  clearTimeout(timer);
  timer = 0;
  const all = [...waiting];
  waiting.clear();
  for (const what of all) what();
}

/** @param {string} words
 * @param {boolean} well */
function say(words, well) {
  if (!line()) return;
  clearTimeout(telling);
  line().textContent = words;
  line().classList.toggle("is-well", well);
  line().hidden = !words;
}

export function lose() {
  failures += 1;
  say(line()?.dataset.lost, false);
}

export function find() {
  if (!failures) return;
  failures = 0;
  say(line()?.dataset.back, true);
  telling = setTimeout(() => say("", false), WELL_AGAIN);
}

document.addEventListener("htmx:sendError", lose);
document.addEventListener("htmx:timeout", lose);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { status } = detail.xhr;
  if (status && unanswered(status)) lose();
  else if (status) find();
});
window.addEventListener("offline", lose);
window.addEventListener("online", () => {
  if (waiting.size) tryNow();
  else if (!document.querySelector("[data-events]")) find();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) tryNow();
});
