// Shifting stones and scoring cards: by dragging, by tapping, by keys. Every step goes to the
// server, which says what the turn is worth; nothing here knows the rules.

import { draftKeeper } from "./draft.js";
import { placeAmong, startDrag } from "./drag.js";
import { replaying } from "./replay.js";

const GLIDE = { duration: 240, easing: "cubic-bezier(.3, .8, .4, 1)" };
let picked = null; // the card to be discarded for the next shift
let held = null; // the cell of the stone to be swapped
let asked = null; // a shift that waits for its card
let current = "4"; // the stone that the keys are at
let shown = []; // which sides lay up when we last looked
let gliding = []; // stones under way, so that they go on when the server draws them anew

const turn = () => document.getElementById("turn");
const hand = () => document.getElementById("hand");
const stones = () => document.getElementById("stones");
const cellAt = (cell) => stones()?.querySelector(`[data-cell="${cell}"]`);
const cells = () => [...(stones()?.querySelectorAll(".stone-cell") ?? [])];
const cards = () => [...(hand()?.querySelectorAll(".hand-card") ?? [])];
const cardButton = (card) => cards().find((button) => button.dataset.card === card);
const free = (button) => button && !button.closest("li").classList.contains("is-used");
const beside = (one, other) => cellAt(one).dataset.beside.split(" ").includes(other);
const playing = () => Boolean(hand());

function announce(words) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = words;
}

// The draft

const stagedSteps = () => keeper.pending() ?? JSON.parse(turn().dataset.draft);

function draft() {
  const failed = keeper.pending() ? "" : turn().dataset.failed;
  const staged = stagedSteps();
  // What comes after a step that fails was never looked at, so the next one takes its place.
  return failed ? staged.slice(0, Number(failed)) : staged;
}

const keeper = draftKeeper({
  actions: (steps) => steps,
  show: showState,
  answered: () => {
    refresh();
    announce(document.getElementById("preview")?.querySelector(".as-staged")?.textContent.trim().replace(/\s+/g, " ") ?? "");
  },
  say: (words) => say(words),
});

function keep(steps) {
  picked = held = asked = null;
  keeper.keep(steps);
}

// Shifting: a card and a shift, in either order

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

function stage(part, card) {
  keep([...draft(), { ...part, card }]);
  animate(part);
}

function pick(button) {
  if (!free(button)) return;
  const { card } = button.dataset;
  if (asked) return stage(asked, card);
  picked = picked === card ? null : card;
  showState();
  if (picked) announce(turn().dataset.picked);
}

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

function swap(one, other) {
  shift({ kind: "swap", cells: [Number(one), Number(other)].sort((a, b) => a - b) });
}

const flip = (cell) => shift({ kind: "flip", cell: Number(cell) });

function score(card) {
  const button = document.getElementById(`score-${card}`);
  if (button) keep([...draft(), { kind: "score", card }]);
}

// A shift done twice is undone.
function undo(all = false) {
  const steps = stagedSteps();
  if (!steps.length) return;
  const left = all ? [] : steps.slice(0, -1);
  const shifts = draft().slice(left.length).filter((step) => step.kind === "swap" || step.kind === "flip");
  keep(left);
  for (const step of shifts.reverse()) animate(step);
}

function letGo() {
  picked = held = asked = null;
  showState();
}

// What the page shows of all this

function say(words) {
  const place = turn()?.querySelector(".for-now");
  if (!place) return;
  place.textContent = words;
  turn().classList.toggle("is-busy", Boolean(words));
  if (words) announce(words);
}

function showState() {
  if (!playing()) return;
  if (picked && !free(cardButton(picked))) picked = null;
  const { dataset, classList } = turn();
  classList.toggle("is-asking", Boolean(asked));
  const words = asked ? dataset.ask : held !== null ? dataset.held : picked ? dataset.picked : "";
  turn().querySelector(".for-now").textContent = words;
  classList.toggle("is-busy", Boolean(words));
  for (const button of cards()) button.setAttribute("aria-pressed", String(button.dataset.card === picked));
  const waiting = asked ? (asked.cells ?? [asked.cell]).map(String) : [];
  for (const place of cells()) {
    const { cell } = place.dataset;
    place.classList.toggle("is-held", cell === held);
    place.classList.toggle("is-asked", waiting.includes(cell));
    place.classList.toggle("is-target", held !== null && beside(held, cell));
    place.querySelector(".stone").setAttribute("aria-pressed", String(cell === held));
    place.querySelector(".stone").tabIndex = cell === current ? 0 : -1;
  }
  showMatch(cardButton(picked));
  showPending();
}

// What is on the screen is played only once the server has said what it is worth.
function showPending() {
  const pending = keeper.pending();
  if (!pending) return;
  const button = document.getElementById("end-button");
  if (button) button.disabled = true;
  const used = new Set(pending.map((step) => step.card));
  for (const card of cards()) card.closest("li").classList.toggle("is-used", used.has(card.dataset.card));
}

function showMatch(button) {
  const places = free(button) ? button.dataset.cells.split(" ") : [];
  for (const place of cells()) place.classList.toggle("is-match", places.includes(place.dataset.cell));
}

// Stones on the move

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const art = (cell) => cellAt(cell)?.querySelector(".stone-art");

function glide(cell, frames, started = performance.now()) {
  const at = performance.now() - started;
  if (calm.matches || !art(cell) || at > GLIDE.duration) return;
  art(cell).animate(frames, GLIDE).currentTime = at;
  gliding.push({ cell, frames, started });
}

const turned = [{ transform: "perspective(20rem) rotateY(-90deg)" }, { transform: "none" }];

// Shown at once; the server's own drawing replaces it when it comes.
function animate(part) {
  const places = (part.cells ?? [part.cell]).map(cellAt);
  const uses = places.map((place) => place.querySelector(".stone-art use"));
  const sprite = uses[0].getAttribute("href").split("#")[0];
  const [one, other = one] = places;
  const sides = part.kind === "flip" ? [one.dataset.other] : [other.dataset.side, one.dataset.side];
  const backs = part.kind === "flip" ? [one.dataset.side] : [other.dataset.other, one.dataset.other];
  places.forEach((place, index) => {
    uses[index].setAttribute("href", `${sprite}#${sides[index]}`);
    place.querySelector(".flip-button .stone-mini use")?.setAttribute("href", `${sprite}#${backs[index]}-mini`);
    Object.assign(place.dataset, { side: sides[index], other: backs[index] });
  });
  shown = cells().map((place) => place.dataset.side);
  if (part.kind === "flip") return glide(part.cell, turned);
  const [from, to] = places.map((place) => place.getBoundingClientRect());
  const across = to.left - from.left;
  const down = to.top - from.top;
  glide(part.cells[0], [{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }]);
  glide(part.cells[1], [{ transform: `translate(${-across}px, ${-down}px)` }, { transform: "none" }]);
}

// Whatever else has changed, others' turns and steps that are undone, is turned over.
function showChanges() {
  const under = gliding;
  gliding = [];
  for (const { cell, frames, started } of under) glide(cell, frames, started);
  const sides = cells().map((place) => place.dataset.side);
  if (shown.length === sides.length) {
    sides.forEach((side, cell) => side !== shown[cell] && glide(cell, turned));
  }
  shown = sides;
}

// Fingers and mouse. After a drag by finger no click comes for the next tap, so a tap counts when
// the finger is lifted; clicks are for keys, and for those who hear the page.

let tappedAt = -Infinity;
const JUST_NOW = 1000;

function stoneDrag(event, place) {
  const { cell } = place.dataset;
  startDrag(event, place.querySelector(".stone-art"), {
    begin: () => {
      held = cell;
      asked = null;
      showState();
      place.classList.add("is-lifted");
    },
    drop: (point) => {
      for (const other of cells()) other.classList.remove("is-lifted");
      const target = document.elementFromPoint(point.x, point.y)?.closest(".stone-cell")?.dataset.cell;
      held = null;
      if (target && target !== cell && beside(cell, target)) return swap(cell, target);
      showState();
      if (target && target !== cell) say(turn().dataset.apart);
    },
    click: () => {
      tappedAt = event.timeStamp;
      tapStone(cell);
    },
  });
}

function cardDrag(event, button) {
  startDrag(event, button.querySelector("svg"), {
    begin: () => {},
    drop: (point) => reorder(button, point),
    click: () => {
      tappedAt = event.timeStamp;
      pick(button);
    },
  });
}

document.addEventListener("pointerdown", (event) => {
  if (event.button > 0 || !playing()) return;
  const place = event.target.closest("button.stone")?.closest(".stone-cell");
  const button = event.target.closest(".hand-card");
  if (place) stoneDrag(event, place);
  else if (free(button)) cardDrag(event, button);
});

document.addEventListener("click", (event) => {
  if (!playing()) return;
  const tapped = event.timeStamp - tappedAt < JUST_NOW;
  const on = (selector) => event.target.closest(selector);
  if (on(".flip-button")) flip(on(".stone-cell").dataset.cell);
  else if (on("button.stone")) tapped || tapStone(on(".stone-cell").dataset.cell);
  else if (on(".hand-card")) tapped || pick(on(".hand-card"));
  else if (on(".score-button")) score(on(".score-button").dataset.card);
  else if (on("#undo")) undo();
  else if (on("#undo-all")) undo(true);
  else return;
  event.preventDefault();
});

for (const [name, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(name, (event) => {
    const button = event.target.closest?.(".hand-card");
    if (button) showMatch(on ? button : cardButton(picked));
  });
}

// The order of the hand

function reorder(button, point) {
  placeAmong(hand(), button.closest("li"), point);
  cards().forEach((card, index) => (card.dataset.key = String(index + 1)));
  const pieces = JSON.stringify(cards().map((card) => card.dataset.card));
  htmx.ajax("POST", turn().dataset.orderUrl, { swap: "none", values: { pieces } });
}

// Keys

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function go([down, across]) {
  const row = Math.floor(current / 3) + down;
  const column = (current % 3) + across;
  if (row >= 0 && row < 3 && column >= 0 && column < 3) current = String(3 * row + column);
  showState();
  cellAt(current).querySelector(".stone").focus();
}

function press(id) {
  const button = document.getElementById(id);
  if (button && !button.disabled) button.click();
}

const COMMANDS = {
  f: () => flip(current),
  s: () => picked && score(picked),
  e: () => press("end-button"),
  Backspace: () => undo(),
  Escape: letGo,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  // A key held down ends one turn, and beside the table keys scroll as everywhere.
  if (event.repeat || replaying() || !playing()) return;
  if (event.target !== document.body && !event.target.closest("#stones, #turn")) return;
  const command = COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (/^[1-9]$/.test(event.key)) pick(cards().find((button) => button.dataset.key === event.key));
  else if (STEPS[event.key]) go(STEPS[event.key]);
  else if (command) command();
  else return;
  event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  const place = event.target.closest?.(".stone-cell");
  if (place) current = place.dataset.cell;
});

// What HTMX swaps in has to be told what we know.

function refresh() {
  showChanges();
  showState();
}

document.addEventListener("htmx:afterSettle", refresh);
refresh();
