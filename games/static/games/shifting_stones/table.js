// Shifting stones and scoring cards: by dragging, by tapping, by keys. Every step goes to the
// server, which says what the turn is worth; nothing here knows the rules.

import { announce, around, find, findAll } from "../pages/page.js";
import { draftKeeper } from "../play/draft.js";
import { justTapped, startDrag, tapping } from "../play/drag.js";
import { onKeys } from "../play/keys.js";
import { keepFlying } from "../play/motion.js";
import { sound } from "../play/sounds.js";
import { hand, keepShowing, onTouch, onUndo, press, reorder, turn, withhold } from "../play/turn.js";
import { markDrawn } from "../play/turns.js";
import "../play/asking.js";
import "./lights.js";
import { tellTurns } from "./telling.js";
import { animate, cellAt, cellBelow, cells, cellsOf, goBack, showChanges } from "./tray.js";

/** @typedef {import("./tray.js").Shift} Shift */
/** @typedef {import("./tray.js").Step} Step */

/** @type {string | null} */
let picked = null; // the card to be discarded for the next shift
/** @type {string | null} */
let held = null; // the cell of the stone to be swapped
/** @type {Shift | null} */
let asked = null; // a shift that waits for its card
let current = "4"; // the stone that the keys are at

const cards = () => findAll(hand(), ".hand-card");
/** @param {string} card */
const cardButton = (card) => cards().find((button) => button.dataset.card === card);
/** @param {HTMLElement} button */
const free = (button) => button && !button.closest("li").classList.contains("is-used");
/** @param {string} one
 * @param {string} other */
const beside = (one, other) => cellAt(one).dataset.beside.split(" ").includes(other);

// The draft

function draft() {
  const failed = keeper.pending() ? "" : turn().dataset.failed;
  const staged = keeper.current();
  // What comes after a step that fails was never looked at, so the next one takes its place.
  return failed ? staged.slice(0, Number(failed)) : staged;
}

const keeper = draftKeeper({
  actions: (/** @type {Step[]} */ steps) => steps,
  show: showState,
  answered: () => {
    refresh();
    announce(find(document, "#preview .as-staged")?.textContent.trim().replace(/\s+/g, " ") ?? "");
  },
  say: (words) => say(words),
});

/** @param {Step[]} steps */
function keep(steps) {
  picked = held = asked = null;
  keeper.keep(steps);
}

// Shifting: a card and a shift, in either order

/** @param {Shift} part */
function shift(part) {
  held = null;
  if (picked) return stage(part, picked);
  if (!cards().some(free)) {
    showState();
    return say(turn().dataset.noCard);
  }
  asked = part;
  showState();
  announce(turn().dataset.ask);
}

/** @param {Shift} part
 * @param {string} card */
function stage(part, card) {
  keep([...draft(), { ...part, card }]);
  animate(part);
  sound("shift");
}

/** @param {HTMLElement} button */
function pick(button) {
  if (!free(button)) return;
  const { card } = button.dataset;
  if (asked) return stage(asked, card);
  picked = picked === card ? null : card;
  showState();
  if (picked) announce(turn().dataset.picked);
}

/** @param {string} cell */
function tapStone(cell) {
  current = cell;
  asked = null;
  if (held === null) held = cell;
  else if (held === cell) held = null;
  else if (beside(held, cell)) return swap(held, cell);
  else held = cell;
  showState();
  if (held) announce(turn().dataset.held);
}

/** @param {string} one
 * @param {string} other */
function swap(one, other) {
  shift({ kind: "swap", cells: [Number(one), Number(other)].sort((a, b) => a - b) });
}

/** @param {string} cell */
const flip = (cell) => shift({ kind: "flip", cell: Number(cell) });

/** @param {string} card */
function score(card) {
  const button = document.getElementById(`score-${card}`);
  if (!button) return;
  keep([...draft(), { kind: "score", card }]);
  sound("lay");
}

/** A shift done twice is undone.
 * @param {boolean} all */
function undo(all) {
  const steps = keeper.current();
  if (!steps.length) return;
  const left = all ? [] : steps.slice(0, -1);
  const shifts = draft().slice(left.length).filter((step) => step.kind === "swap" || step.kind === "flip");
  keep(left);
  for (const step of shifts.reverse()) animate(step);
  sound("back");
}

function letGo() {
  picked = held = asked = null;
  showState();
}

// What the page shows of all this

/** @param {string} words */
function say(words) {
  const place = find(turn(), ".for-now");
  if (!place) return;
  place.textContent = words;
  turn().classList.toggle("is-busy", Boolean(words));
  if (words) announce(words);
}

function showState() {
  if (!hand()) return;
  if (picked && !free(cardButton(picked))) picked = null;
  const { dataset, classList } = turn();
  classList.toggle("is-asking", Boolean(asked));
  const words = asked ? dataset.ask : held !== null ? dataset.held : picked ? dataset.picked : "";
  find(turn(), ".for-now").textContent = words;
  classList.toggle("is-busy", Boolean(words));
  for (const button of cards()) button.setAttribute("aria-pressed", String(button.dataset.card === picked));
  const waiting = asked ? cellsOf(asked).map(String) : [];
  for (const place of cells()) {
    const { cell } = place.dataset;
    place.classList.toggle("is-held", cell === held);
    place.classList.toggle("is-asked", waiting.includes(cell));
    place.classList.toggle("is-target", held !== null && beside(held, cell));
    const stone = find(place, ".stone");
    stone.setAttribute("aria-pressed", String(cell === held));
    stone.tabIndex = cell === current ? 0 : -1;
  }
  showMatch(cardButton(picked));
  showPending();
}

function showPending() {
  if (!keeper.pending()) return;
  withhold("end-button");
  const used = new Set(keeper.current().map((step) => step.card));
  for (const card of cards()) card.closest("li").classList.toggle("is-used", used.has(card.dataset.card));
}

/** @param {HTMLElement} button */
function showMatch(button) {
  const places = free(button) ? button.dataset.cells.split(" ") : [];
  for (const place of cells()) place.classList.toggle("is-match", places.includes(place.dataset.cell));
}

// Fingers and mouse

function lower() {
  held = null;
  for (const place of cells()) place.classList.remove("is-lifted");
}

/** @param {PointerEvent} event
 * @param {HTMLElement} place */
function stoneDrag(event, place) {
  const { cell } = place.dataset;
  startDrag(event, find(place, ".stone-art"), {
    begin: () => {
      held = cell;
      asked = null;
      showState();
      place.classList.add("is-lifted");
    },
    over: (point) => {
      const target = point && cellBelow(point);
      for (const other of cells()) {
        const aimed = target === other.dataset.cell && target !== cell && beside(cell, target);
        other.classList.toggle("is-aimed", aimed);
      }
    },
    drop: (point, from) => {
      const target = cellBelow(point);
      lower();
      if (target && target !== cell && beside(cell, target)) return swap(cell, target);
      showState();
      goBack(cell, from);
      if (target && target !== cell) say(turn().dataset.apart);
    },
    cancel: (from) => {
      lower();
      showState();
      goBack(cell, from);
    },
    click: tapping(event, () => tapStone(cell)),
  });
}

/** @param {PointerEvent} event
 * @param {HTMLElement} button */
function cardDrag(event, button) {
  startDrag(event, button.querySelector("svg"), {
    begin: () => {},
    drop: (point) => reorder(button, point, (placed) => placed.dataset.card),
    click: tapping(event, () => pick(button)),
  });
}

document.addEventListener("pointerdown", (event) => {
  if (event.button > 0 || !hand()) return;
  const place = around(event, "button.stone") && around(event, ".stone-cell");
  const button = around(event, ".hand-card");
  if (place) stoneDrag(event, place);
  else if (free(button)) cardDrag(event, button);
});

document.addEventListener("click", (event) => {
  if (!hand()) return;
  const on = (/** @type {string} */ selector) => around(event, selector);
  if (on(".flip-button")) flip(on(".stone-cell").dataset.cell);
  else if (on("button.stone")) justTapped(event) || tapStone(on(".stone-cell").dataset.cell);
  else if (on(".hand-card")) justTapped(event) || pick(on(".hand-card"));
  else if (on(".score-button")) score(on(".score-button").dataset.card);
  else return;
  event.preventDefault();
});
onUndo(undo);
onTouch(".hand-card", (button) => showMatch(button ?? cardButton(picked)));

// Keys

/** @param {number} across
 * @param {number} down */
function go(across, down) {
  const row = Math.floor(Number(current) / 3) + down;
  const column = (Number(current) % 3) + across;
  if (row >= 0 && row < 3 && column >= 0 && column < 3) current = String(3 * row + column);
  showState();
  find(cellAt(current), ".stone").focus();
}

onKeys({
  // A key held down ends one turn, and beside the table keys scroll as everywhere.
  ready: (event) =>
    Boolean(!event.repeat && hand() && (event.target === document.body || around(event, "#stones, #turn"))),
  pick,
  step: go,
  commands: {
    f: () => flip(current),
    s: () => picked && score(picked),
    e: () => press("end-button"),
    Backspace: () => undo(false),
    Escape: letGo,
  },
});

document.addEventListener("focusin", (event) => {
  const place = around(event, ".stone-cell");
  if (place) current = place.dataset.cell;
});

function refresh() {
  showChanges();
  showState();
  markDrawn((button) => button.dataset.card);
  keepFlying();
}

keepShowing(refresh);
tellTurns();
