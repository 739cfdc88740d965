// A turn that was made is shown as at a table: tile by tile, then what its lines were worth.

import { find, findAll } from "../pages/page.js";
import { isCalm, pulse, show } from "../play/motion.js";
import { sound } from "../play/sounds.js";
import { onTurns } from "../play/turns.js";
import { above, shape } from "./drawing.js";
import { cellSize } from "./viewport.js";

/** @typedef {{ kind: string, tiles: import("./drawing.js").Laid[] }} Step */
/** @typedef {import("../play/turns.js").Turn<Step>} Turn */
/** @typedef {import("../play/turns.js").Part} Part */

const EACH = 240; // milliseconds from one tile to the next
const PAUSE = 450; // and from one turn to the next
const LEGIBLE = 22; // pixels
const SPARKS = 16;

/** @param {number} x
 * @param {number} y */
const cellAt = (x, y) => find(document, `#board [data-x="${x}"][data-y="${y}"]`);
/** @param {Part} part */
const cellsOf = (part) => part.cells.split(" ").filter(Boolean).map((cell) => cell.split(",").map(Number));

/** @param {Turn[]} turns */
function tell(turns) {
  if (isCalm()) return turns.forEach((turn) => sound(turn.parts.some(({ great }) => great) ? "great" : "turn"));
  let at = 120;
  for (const turn of turns) {
    const laid = turn.own ? [] : turn.steps.flatMap((step) => step.tiles);
    for (const [, x, y] of laid) {
      layDown(cellAt(x, y), at);
      at += EACH;
    }
    worth(turn, at);
    if (turn.own) drawIn(at);
    at += PAUSE;
  }
}

/** @param {Element} cell
 * @param {number} delay */
function layDown(cell, delay) {
  sound("lay", delay);
  const frames = [
    { opacity: 0, transform: "translate(0, -0.7px) scale(1.6)" },
    { opacity: 1, transform: "translate(0, -0.1px) scale(1.15)", offset: 0.6 },
    { opacity: 1, transform: "none" },
  ];
  show(cell, frames, { delay, duration: 340, easing: "ease-out" });
}

/** @param {Turn} turn
 * @param {number} delay */
function worth(turn, delay) {
  if (!turn.points) return;
  turn.parts.forEach((part, place) => rise(part, delay + 90 * place));
  const great = turn.parts.filter((part) => part.great);
  for (const part of great) celebrate(part, delay);
  sound(great.length ? "great" : "turn", delay);
  pulse(turn.seat, delay + 300);
}

/** The points go up from the line that made them.
 * @param {Part} part
 * @param {number} delay */
function rise(part, delay) {
  const cells = cellsOf(part);
  if (!cells.length) return;
  const size = Math.max(part.great ? 1.1 : 0.8, LEGIBLE / cellSize());
  const middle = cells[Math.floor(cells.length / 2)];
  const attributes = { class: part.great ? "float is-great" : "float", "font-size": size, direction: "ltr" };
  const words = shape("text", { ...attributes, x: middle[0] + 0.5, y: middle[1] + 0.5 });
  words.textContent = `+${part.points}`;
  above("floats").append(words);
  const frames = [
    { opacity: 0, transform: "scale(0.4)" },
    { opacity: 1, transform: `translate(0, ${-0.4 * size}px)`, offset: 0.2 },
    { opacity: 1, transform: `translate(0, ${-0.9 * size}px)`, offset: 0.7 },
    { opacity: 0, transform: `translate(0, ${-1.5 * size}px)` },
  ];
  show(words, frames, { delay, duration: part.great ? 2000 : 1500, easing: "ease-out" }, () => words.remove());
}

/** A Qwirkle: its tiles jump one after the other, and sparks fly in their colours.
 * @param {Part} part
 * @param {number} delay */
function celebrate(part, delay) {
  const cells = cellsOf(part);
  const jump = [
    { transform: "none" },
    { transform: "translate(0, -0.35px) rotate(7deg) scale(1.12)", offset: 0.4 },
    { transform: "none" },
  ];
  cells.forEach(([x, y], place) => show(cellAt(x, y), jump, { delay: delay + 70 * place, duration: 460 }));
  for (let number = 0; number < SPARKS; number += 1) {
    const [x, y] = cells[number % cells.length];
    const colour = find(cellAt(x, y), ".tile")?.getAttribute("class").match(/colour-./)?.[0] ?? "";
    const spark = shape("circle", { class: `spark ${colour}`, cx: x + 0.5, cy: y + 0.5, r: 0.14 });
    above("floats").append(spark);
    const angle = number * 2.4; // the golden angle: never two in one direction
    const far = 1.4 + (number % 3) * 0.6;
    const to = `translate(${far * Math.cos(angle)}px, ${far * Math.sin(angle)}px)`;
    const frames = [
      { opacity: 1, transform: "scale(0.4)" },
      { opacity: 1, transform: `${to} scale(1)`, offset: 0.6 },
      { opacity: 0, transform: `${to} translate(0, 0.5px) scale(0.6)` },
    ];
    const timing = { delay: delay + 70 * (number % cells.length), duration: 1100, easing: "ease-out" };
    show(spark, frames, timing, () => spark.remove());
  }
}

/** What the reader has drawn comes into the hand.
 * @param {number} delay */
function drawIn(delay) {
  findAll(document, "#hand .is-drawn .tile").forEach((tile, place) =>
    show(tile, [{ opacity: 0, transform: "scale(0.3)" }, { opacity: 1, transform: "none" }], {
      delay: delay + 80 * place,
      duration: 260,
      easing: "ease-out",
    }),
  );
}

export const tellTurns = () => onTurns(tell);
