// Laying tiles: by dragging, by tapping, by keys. Every step goes to the server, which says what
// it is worth; nothing here knows the rules.

import * as board from "./board.js";
import { draftKeeper } from "./draft.js";
import { placeAmong, startDrag } from "./drag.js";
import { cellRect } from "./lights.js";
import { replaying } from "./replay.js";

const NS = "http://www.w3.org/2000/svg";
let picked = null; // the key of the tile in the hand
let cursor = null;
let laid = []; // the cells in which the reader laid tiles, one after the other
let trading = false;
const chosen = new Set(); // the keys of the tiles to be traded

const turn = () => document.getElementById("turn");
const area = () => document.getElementById("board-area");
const hand = () => document.getElementById("hand");
const draft = () => keeper.pending() ?? JSON.parse(turn()?.dataset.draft || "[]");
const tileButton = (key) => hand()?.querySelector(`[data-key="${key}"]`);
const free = (button) => button && !button.classList.contains("is-used");

function announce(words) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = words;
}

// Picking

function pick(button) {
  if (!free(button)) return;
  if (trading) {
    if (!chosen.delete(button.dataset.key)) chosen.add(button.dataset.key);
    showTrade();
    return;
  }
  picked = picked === button.dataset.key ? null : button.dataset.key;
  showPicked();
}

function showPicked() {
  if (!free(tileButton(picked))) picked = null;
  if (trading) return;
  for (const button of hand()?.querySelectorAll(".hand-tile") ?? []) {
    button.setAttribute("aria-pressed", String(button.dataset.key === picked));
  }
  const hints = document.getElementById("hints");
  if (!hints) return;
  const tile = picked && tileButton(picked).dataset.tile;
  const marks = (kind, look) => (picked ? placesFor(kind, tile) : []).map(([x, y]) => cellRect(x, y, look));
  hints.replaceChildren(...marks("later", "hint is-later"), ...marks("hints", "hint"));
}

// "hints": where a tile can lie now; "later": where it can only follow another.
function placesFor(kind, tile) {
  return JSON.parse(turn().dataset[kind])[tile] ?? [];
}

// The draft

const draftAt = (cell) => draft().findIndex(([, x, y]) => x === cell.x && y === cell.y);
const boardAt = (cell) => document.querySelector(`#board [data-x="${cell.x}"][data-y="${cell.y}"]`);

function lay(key, cell) {
  const button = tileButton(key);
  if (!free(button) || boardAt(cell) || draftAt(cell) >= 0) return;
  picked = null;
  laid.push(cell);
  keeper.keep([...draft(), [button.dataset.tile, cell.x, cell.y]]);
}

function takeBack(index) {
  keeper.keep(draft().filter((_, place) => place !== index));
}

// The tile laid last; after a reload nobody knows which that was.
function undo() {
  if (!draft().length) return;
  laid = laid.filter((cell) => draftAt(cell) >= 0);
  takeBack(laid.length ? draftAt(laid.pop()) : draft().length - 1);
}

function move(index, cell) {
  if (boardAt(cell) || draftAt(cell) >= 0) return showDraft();
  laid.push(cell);
  keeper.keep(draft().map((item, place) => (place === index ? [item[0], cell.x, cell.y] : item)));
}

const keeper = draftKeeper({
  actions: (tiles) => (tiles.length ? [{ kind: "place", tiles }] : []),
  show: showPending,
  answered: refresh,
  say: (words) => {
    const place = document.getElementById("preview");
    if (place) place.textContent = words;
    announce(words);
  },
});

// What is on the screen is played only once the server has said what it is worth.
function showPending() {
  const pending = keeper.pending();
  if (!pending || !turn()) return;
  showDraft();
  const play = document.getElementById("play-button");
  if (play) play.disabled = true;
  for (const button of turn().querySelectorAll("#undo, #undo-all")) button.disabled = !pending.length;
  const left = pending.map(([tile]) => tile);
  for (const button of hand()?.querySelectorAll(".hand-tile") ?? []) {
    const place = left.indexOf(button.dataset.tile);
    button.classList.toggle("is-used", place >= 0);
    if (place >= 0) left.splice(place, 1);
  }
}

// Shown at once; the server's own drawing replaces it when it comes.
function showDraft() {
  const staged = document.getElementById("staged");
  for (const old of staged.querySelectorAll(".draft")) old.remove();
  for (const [tile, x, y] of draft()) staged.insertBefore(drawing(tile, x, y), document.getElementById("cursor"));
}

function drawing(tile, x, y) {
  const group = document.createElementNS(NS, "g");
  group.setAttribute("class", `draft tile colour-${tile[0]}`);
  group.setAttribute("transform", `translate(${x} ${y})`);
  for (const part of ["face", tile[1]]) {
    const use = document.createElementNS(NS, "use");
    const shape = { href: `${area().dataset.sprite}#${part}`, x: 0.03, y: 0.03, width: 0.94, height: 0.94 };
    for (const [name, value] of Object.entries(shape)) use.setAttribute(name, value);
    group.append(use);
  }
  return group;
}

// Trading

function trade(on) {
  trading = on;
  chosen.clear();
  picked = null;
  if (on && draft().length) keeper.keep([]);
  showTrade();
  showPicked();
}

function showTrade() {
  const button = document.getElementById("trade-button");
  if (!button) trading = false;
  turn()?.classList.toggle("is-trading", trading);
  if (!trading) return;
  document.getElementById("hints")?.replaceChildren();
  for (const tile of hand().querySelectorAll(".hand-tile")) {
    tile.setAttribute("aria-pressed", String(chosen.has(tile.dataset.key)));
  }
  const tiles = [...chosen].map((key) => tileButton(key)?.dataset.tile).filter(Boolean);
  button.dataset.idle ??= button.textContent;
  button.disabled = !tiles.length || tiles.length > Number(button.dataset.most);
  button.textContent = tiles.length ? button.dataset.words.replace("{count}", tiles.length) : button.dataset.idle;
  button.form.elements.actions.value = JSON.stringify([{ kind: "trade", tiles }]);
}

// The order of the hand

function reorder(button, point) {
  placeAmong(hand(), button.closest("li"), point);
  const pieces = [...hand().querySelectorAll(".hand-tile")].map((tile, index) => {
    tile.dataset.key = String(index + 1);
    return tile.dataset.tile;
  });
  htmx.ajax("POST", turn().dataset.orderUrl, { swap: "none", values: { pieces: JSON.stringify(pieces) } });
}

// Fingers and mouse

function overHand(point) {
  const rect = hand().getBoundingClientRect();
  return point.y >= rect.top - 8 && point.y <= rect.bottom + 8 && point.x >= rect.left - 8 && point.x <= rect.right + 8;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest(".hand-tile");
  if (!free(button) || event.button > 0 || trading) return;
  startDrag(event, button.querySelector("svg"), {
    begin: () => {
      picked = button.dataset.key;
      showPicked();
    },
    drop: (point) => {
      if (board.covers(point)) lay(button.dataset.key, board.cellAt(point));
      else if (overHand(point)) reorder(button, point);
      picked = null;
      showPicked();
    },
    click: () => {
      pick(button);
      pickedAt = event.timeStamp;
    },
  });
});

// After a drag by finger no click comes for the next tap, so a tap counts when the finger is
// lifted; clicks are for keys, and for those who hear the page.
let pickedAt = -Infinity;
const JUST_NOW = 1000;

document.addEventListener("click", (event) => {
  const button = event.target.closest(".hand-tile");
  if (button && (trading || event.timeStamp - pickedAt > JUST_NOW)) pick(button);
  else if (button) return;
  else if (event.target.closest("#trade-start")) trade(true);
  else if (event.target.closest("#trade-stop")) trade(false);
  else if (event.target.closest("#undo")) {
    event.preventDefault();
    undo();
  } else if (event.target.closest("#undo-all")) {
    event.preventDefault();
    keeper.keep([]);
  }
});

function tap(cell) {
  const index = draftAt(cell);
  if (picked) lay(picked, cell);
  else if (index >= 0) takeBack(index);
}

function grab(cell, event) {
  const index = turn() ? draftAt(cell) : -1;
  if (index < 0 || picked) return false;
  const drawn = document.querySelectorAll("#staged .draft")[index];
  startDrag(event, tileButton(usedKey(draft()[index][0]))?.querySelector("svg"), {
    begin: () => drawn.setAttribute("visibility", "hidden"),
    drop: (point) => {
      if (board.covers(point)) move(index, board.cellAt(point));
      else takeBack(index);
    },
    click: () => takeBack(index),
  });
  return true;
}

function usedKey(tile) {
  return hand().querySelector(`.is-used[data-tile="${tile}"]`)?.dataset.key;
}

// Keys

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function moveCursor([dx, dy]) {
  const start = cursor ?? board.middle();
  cursor = cursor ? { x: start.x + dx, y: start.y + dy } : start;
  showCursor();
  const tile = boardAt(cursor);
  announce(tile ? tile.getAttribute("aria-label") : `${whereIs(cursor)}: ${fitWords()}`);
}

function fitWords() {
  const { fits, follows, empty } = area().dataset;
  const marked = (kind) =>
    picked && placesFor(kind, tileButton(picked).dataset.tile).some(([x, y]) => x === cursor.x && y === cursor.y);
  return marked("hints") ? fits : marked("later") ? follows : empty;
}

// Beyond the tiles there are no numbers that anyone could count.
function whereIs({ x, y }) {
  const { left, top, right, bottom, row, column, above, below, before, after } = area().dataset;
  const say = (words, number) => words.replace("{number}", number);
  const down = y < top ? say(above, top - y) : y > bottom ? say(below, y - bottom) : say(row, y - top + 1);
  const across = x < left ? say(before, left - x) : x > right ? say(after, x - right) : say(column, x - left + 1);
  return `${down}, ${across}`;
}

function showCursor() {
  const mark = document.getElementById("cursor");
  if (!mark || !cursor) return;
  board.reveal(cursor.x, cursor.y);
  mark.setAttribute("x", cursor.x);
  mark.setAttribute("y", cursor.y);
  mark.setAttribute("visibility", "visible");
}

function press(id) {
  const button = document.getElementById(id);
  if (button && !button.disabled) button.click();
}

const COMMANDS = {
  p: () => press("play-button"),
  t: () => (trading ? trade(false) : press("trade-start")),
  Escape: () => {
    picked = null;
    if (trading) trade(false);
    showPicked();
  },
  Backspace: undo,
  "+": () => board.zoom(1.25),
  "-": () => board.zoom(0.8),
  0: () => board.fit(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (replaying() || !turn() || !area()) return;
  const all = event.key === "Backspace" && event.shiftKey;
  const enter = event.key === "Enter" && picked && cursor && !event.target.closest("a, form, summary, .zoom");
  if (all) draft().length && keeper.keep([]);
  else if (/^[1-9]$/.test(event.key)) pick(tileButton(event.key));
  else if (STEPS[event.key]) moveCursor(STEPS[event.key]);
  else if (enter) lay(picked, cursor);
  else if (COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key]) {
    COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key]();
  } else return;
  event.preventDefault();
});

// What HTMX swaps in has to be told what we know.

function refresh() {
  board.refresh();
  showPending();
  showPicked();
  showTrade();
  showCursor();
}

board.listen({ tap, grab });
document.addEventListener("htmx:afterSettle", refresh);
refresh();
