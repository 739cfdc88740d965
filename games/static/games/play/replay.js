// Going through the positions of a game: by links, keys, a slider, the list of moves, or by itself.
// The server draws each position; nothing here knows the rules.

import "../pages/connection.js";
import { announce, around, find, findAll } from "../pages/page.js";
import { isPlain, replaying } from "./keys.js";

const PAUSE = 1_600; // milliseconds between two positions at the usual speed
let stepping = false;
/** @type {number | null} */
let wanted = null; // a position asked for before the last one has arrived
let coming = 0; // the one that is on its way
let playing = false;
let timer = 0;

const replay = () => document.getElementById("replay");
const steps = () => document.getElementById("replay-steps");
const slider = () => /** @type {HTMLInputElement} */ (document.getElementById("replay-slider"));
const speed = () => /** @type {HTMLSelectElement} */ (document.getElementById("replay-speed"));
const ply = () => Number(steps()?.dataset.ply);
const count = () => Number(steps()?.dataset.count);
/** @param {number} to */
const address = (to) => replay().dataset.position.replace(/\d+\/$/, `${to}/`);

/** Only the newest wish counts while a position is on its way.
 * @param {number} to */
function go(to) {
  wanted = Math.max(0, Math.min(count(), to));
  if (!stepping) takeStep();
}

function takeStep() {
  const to = wanted;
  wanted = null;
  if (to === null || to === ply()) return;
  stepping = true;
  coming = to;
  const arrived = () => ply() === to && history.replaceState({ htmx: true }, "", address(to));
  htmx.ajax("GET", address(to), { target: "#replay-board", swap: "innerHTML" }).then(arrived);
}

// By itself

/** @param {boolean} on */
function play(on) {
  playing = on;
  clearTimeout(timer);
  const button = document.getElementById("replay-play");
  if (!button) return;
  const { play: start, pause } = button.dataset;
  button.setAttribute("aria-label", on ? pause : start);
  button.classList.toggle("is-playing", on);
  if (on) goOn();
}

function goOn() {
  clearTimeout(timer); // a step arrives in several parts
  if (stepping) return;
  if (ply() >= count()) return play(false);
  timer = setTimeout(() => go(ply() + 1), PAUSE / Number(speed().value));
}

function playOrPause() {
  if (!playing && ply() >= count()) go(0);
  play(!playing);
}

// Keys: forward is where reading goes, as on the slider.

/** @param {string} key
 * @returns {number | undefined} */
function positionFor(key) {
  const forward = document.documentElement.dir === "rtl" ? -1 : 1;
  const from = wanted ?? (stepping ? coming : ply());
  if (key === "ArrowLeft") return from - forward;
  if (key === "ArrowRight") return from + forward;
  if (key === "Home") return 0;
  if (key === "End") return count();
}

document.addEventListener("keydown", (event) => {
  if (!replaying() || !isPlain(event)) return;
  if (event.key === " " && !around(event, "a, button, summary")) playOrPause();
  else {
    const to = positionFor(event.key);
    if (to === undefined) return;
    play(false);
    step(to);
  }
  event.preventDefault();
});

/** By its link, if it has one, so that going back leads here again.
 * @param {number} to */
function step(to) {
  const link = /** @type {HTMLAnchorElement[]} */ (findAll(steps(), "a")).find((it) => it.href.endsWith(address(to)));
  if (stepping || !link) return go(to);
  stepping = true;
  coming = to;
  // Just swapped in, it may not be HTMX's own yet: it would load the whole page, and lose a key.
  htmx.process(link);
  link.click();
}

document.addEventListener("input", (event) => {
  if (event.target === slider()) go(Number(slider().value));
});

document.addEventListener("change", (event) => {
  if (event.target === speed() && playing) play(true);
});

document.addEventListener("click", (event) => {
  if (!replaying()) return;
  const entry = /** @type {HTMLAnchorElement} */ (around(event, ".history a"));
  if (around(event, "#replay-play")) playOrPause();
  else if (around(event, "#replay-steps a")) play(false);
  else if (entry && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    play(false);
    go(Number(entry.pathname.match(/(\d+)\/$/)[1]));
  }
});

// To others

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement} */ (around(event, "#share"));
  if (!link) return;
  event.preventDefault();
  try {
    if (navigator.share) await navigator.share({ title: document.title, url: link.href });
    else {
      await navigator.clipboard.writeText(link.href);
      announce(link.dataset.copied);
      link.textContent = link.dataset.copied;
    }
  } catch (error) {
    // Thought better of it; or the browser keeps the clipboard to itself, and the link is a link.
    if (!(error instanceof DOMException) || error.name !== "AbortError") location.assign(link.href);
  }
});

// What has arrived

function show() {
  if (!replaying()) return;
  const field = slider();
  field.max = String(count());
  if (wanted === null) field.value = String(ply());
  field.setAttribute("aria-valuetext", replay().dataset.words.replace("{ply}", String(ply())));
  const at = /** @type {HTMLAnchorElement[]} */ (findAll(replay(), ".history a"));
  const here = at.filter((link) => Number(link.pathname.match(/(\d+)\/$/)[1]) >= ply()).at(-1);
  for (const link of at) {
    if (link === here && ply()) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  keepInSight(here);
}

/** Within its list alone: the page stays where it is.
 * @param {HTMLElement | undefined} entry */
function keepInSight(entry) {
  const list = find(replay(), ".history");
  if (!entry || !list) return;
  const [inner, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** A sum that opens in the list of moves is no step.
 * @param {Event} event */
const isStep = (event) => replaying() && !around(event, ".sum-of");

document.addEventListener("htmx:afterSwap", (event) => {
  // Of a step that arrives in several parts the first may have begun the next one.
  if (!isStep(event) || (stepping && ply() !== coming)) return;
  stepping = false;
  show();
  if (wanted !== null) takeStep();
  else if (playing) goOn();
});
/** A link's own address may be written after the step that came behind it has arrived. */
function agree() {
  if (!replaying() || stepping || !/\/at\/\d+\/$/.test(location.pathname)) return;
  if (location.pathname !== address(ply())) history.replaceState({ htmx: true }, "", address(ply()));
}

document.addEventListener("htmx:afterSettle", agree);
document.addEventListener("htmx:pushedIntoHistory", agree);
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful || !isStep(event)) return;
  stepping = false;
  play(false);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) play(false);
});
show();
