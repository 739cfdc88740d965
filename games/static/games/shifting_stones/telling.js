// A turn that others made is shown shift by shift, and the cards it scored are seen to go. Only
// pictures move: the stones lie from the start as they lie now.

import { find, findAll } from "../pages/page.js";
import { isCalm, pulse, show } from "../play/motion.js";
import { sound } from "../play/sounds.js";
import { onTurns } from "../play/turns.js";
import { art, cellAt, cellsOf, layNow } from "./tray.js";

/** @typedef {{ kind: string, cells?: number[], cell?: number, points?: number }} Step */
/** @typedef {import("../play/turns.js").Turn<Step>} Turn */
/** @typedef {{ from: number, to: number, flips: boolean }} Leg one stone in one step */

const EACH = 420; // milliseconds a step
const CARD = 1300;
const FIRST = 150;

/** @param {Step} step */
const shifts = (step) => step.kind === "swap" || step.kind === "flip";

/** Where the stone that lies at a cell now was, step by step.
 * @param {number} cell
 * @param {Step[]} steps
 * @returns {Leg[]} */
function wayTo(cell, steps) {
  /** @type {Leg[]} */
  const legs = [];
  let to = cell;
  for (const step of [...steps].reverse()) {
    const moved = cellsOf(step);
    const flips = step.kind === "flip" && moved.includes(to);
    const from = step.kind === "swap" && moved.includes(to) ? moved[0] + moved[1] - to : to;
    legs.unshift({ from, to, flips });
    to = from;
  }
  return legs;
}

/** Turned over in the middle of a step: which side is seen changes when it is seen from its edge.
 * @param {Leg[]} legs
 * @param {(cell: number) => string} at
 * @param {boolean} back whether these are the frames of the side that lies down now
 * @returns {Keyframe[]} */
function framesOf(legs, at, back) {
  let seen = back !== (legs.filter((leg) => leg.flips).length % 2 === 1) ? 0 : 1;
  /** @type {Keyframe[]} */
  const frames = [];
  legs.forEach(({ from, to, flips }, place) => {
    const time = (/** @type {number} */ part) => (place + part) / legs.length;
    const edge = `${at(from)} rotateY(90deg)`;
    frames.push({ offset: time(0.1), opacity: seen, transform: at(from) });
    if (flips) frames.push({ offset: time(0.5), opacity: seen, transform: edge });
    if (flips) {
      seen = 1 - seen;
      frames.push({ offset: time(0.5), opacity: seen, transform: edge });
    }
    frames.push({ offset: time(0.9), opacity: seen, transform: at(to) });
  });
  const first = { ...frames[0], offset: 0 };
  return [first, ...frames, { ...frames[frames.length - 1], offset: 1 }];
}

/** @param {Step[]} steps
 * @param {number} delay */
function shift(steps, delay) {
  const timing = { delay, duration: EACH * steps.length, easing: "linear" };
  for (let cell = 0; cell < 9; cell += 1) {
    const legs = wayTo(cell, steps);
    if (legs.every(({ from, to, flips }) => from === to && !flips)) continue;
    const here = cellAt(cell).getBoundingClientRect();
    const at = (/** @type {number} */ other) => {
      const there = cellAt(other).getBoundingClientRect();
      return `perspective(30rem) translate(${there.left - here.left}px, ${there.top - here.top}px)`;
    };
    show(art(cell), framesOf(legs, at, false), timing);
    if (legs.some(({ flips }) => flips)) showBack(cell, framesOf(legs, at, true), timing);
  }
  steps.forEach((_, place) => sound("shift", delay + EACH * place));
}

/** @param {number} cell
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing */
function showBack(cell, frames, timing) {
  const back = /** @type {HTMLElement} */ (art(cell).cloneNode(true));
  const use = find(back, "use");
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${cellAt(cell).dataset.other}`);
  back.classList.add("stone-back");
  art(cell).after(back);
  show(back, frames, timing, () => back.remove());
}

/** From the middle of the table to who scored it.
 * @param {Element | undefined} drawn the card as the list of moves shows it
 * @param {number} points
 * @param {number} seat
 * @param {number} delay */
function scoreCard(drawn, points, seat, delay) {
  const tray = document.getElementById("stones").getBoundingClientRect();
  const goal = findAll(document, `:is(.players, .score-strip) .seat-${seat}`)
    .map((avatar) => avatar.getBoundingClientRect())
    .find(({ width, top, bottom }) => width && top >= 0 && bottom <= innerHeight);
  const flying = document.createElement("div");
  flying.className = "flying scored-card";
  flying.setAttribute("aria-hidden", "true");
  if (drawn) flying.append(drawn.cloneNode(true));
  const gain = document.createElement("b");
  gain.textContent = `+${points}`;
  flying.append(gain);
  document.body.append(flying);
  const { width, height } = flying.getBoundingClientRect();
  const x = tray.left + (tray.width - width) / 2;
  const y = tray.top + (tray.height - height) / 2;
  const to = goal ? `translate(${goal.left}px, ${goal.top}px) scale(0.15)` : `translate(${x}px, ${y - 80}px)`;
  const frames = [
    { opacity: 0, transform: `translate(${x}px, ${y + 24}px) scale(0.8)` },
    { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.2 },
    { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.6 },
    { opacity: 0, transform: to },
  ];
  show(flying, frames, { delay, duration: CARD, easing: "ease-in-out" }, () => flying.remove());
}

/** @param {Turn[]} turns */
function tell(turns) {
  const staged = document.getElementById("turn")?.dataset.draft ?? "[]";
  if (isCalm()) return sound("turn");
  let at = FIRST;
  const shifted = turns.filter((turn) => !turn.own).flatMap((turn) => turn.steps.filter(shifts));
  // What the reader has staged lies on top: then what others did cannot be told from it.
  if (shifted.length && staged === "[]") {
    layNow();
    shift(shifted, at);
    at += EACH * shifted.length;
  }
  for (const turn of turns) {
    const cards = findAll(document, `.history a[href$="/at/${turn.ply}/"] .pattern-card`);
    turn.steps.filter(({ kind }) => kind === "score").forEach(({ points }, place) => {
      scoreCard(cards[place], points, turn.seat, at);
      at += CARD / 2;
    });
    if (turn.points) pulse(turn.seat, at + CARD / 3);
    sound("turn", at);
    if (turn.own) drawIn(at);
  }
}

/** @param {number} delay */
function drawIn(delay) {
  findAll(document, "#hand .is-drawn .pattern-card").forEach((card, place) =>
    show(card, [{ opacity: 0, transform: "translate(0, 40%) scale(0.6)" }, { opacity: 1, transform: "none" }], {
      delay: delay + 90 * place,
      duration: 280,
      easing: "ease-out",
    }),
  );
}

export const tellTurns = () => onTurns(tell);
