// Keys of a game: they are for the page alone, never for a field that somebody writes in.

import { around, find } from "../pages/page.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const replaying = () => Boolean(document.getElementById("replay"));

/** @param {KeyboardEvent} event */
export const isPlain = (event) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !around(event, "input, textarea, select, dialog");

/** Numbers pick from the hand, arrows step, and each other key has its command, which may answer
 * `false` when it was not meant; `ready` says whether the game listens at all.
 * @param {object} listener
 * @param {(event: KeyboardEvent) => boolean} listener.ready
 * @param {(button: HTMLElement) => void} listener.pick
 * @param {(across: number, down: number) => void} listener.step
 * @param {Record<string, (event: KeyboardEvent) => unknown>} listener.commands */
export function onKeys({ ready, pick, step, commands }) {
  document.addEventListener("keydown", (event) => {
    if (!isPlain(event) || replaying() || !ready(event)) return;
    const command = commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (/^[1-9]$/.test(event.key)) pick(find(document, `#hand [data-key="${event.key}"]`));
    else if (ARROWS[event.key]) step(...ARROWS[event.key]);
    else if (!command || command(event) === false) return;
    event.preventDefault();
  });
}
