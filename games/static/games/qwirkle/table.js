// The table of Qwirkle: tiles are picked and laid by dragging, by tapping, by keys. Nothing here
// knows the rules.

import { around, find } from "../pages/page.js";
import "../play/asking.js";
import { justTapped, startDrag, tapping } from "../play/drag.js";
import { onKeys } from "../play/keys.js";
import { keepFlying } from "../play/motion.js";
import { hand, keepShowing, onUndo, press, reorder, turn } from "../play/turn.js";
import { markDrawn } from "../play/turns.js";
import { aimAt } from "./aim.js";
import { cursorAt, moveCursor, showCursor, whereIs } from "./cursor.js";
import { cellRect } from "./drawing.js";
import { carry, listen } from "./gestures.js";
import { free, handTiles, picture, tileButton } from "./hand.js";
import {
  boardAt,
  clear,
  draft,
  draftAt,
  drawn,
  flyHome,
  lay,
  move,
  onAnswer,
  showPending,
  takeBack,
  taken,
  undo,
} from "./laying.js";
import "./lights.js";
import { onPlace, showPlaces } from "./places.js";
import { plan } from "./small_map.js";
import { tellTurns } from "./telling.js";
import { choose, isTrading, setTrading, showTrade } from "./trading.js";
import * as board from "./viewport.js";

/** @typedef {import("../play/drag.js").Point} Point */

/** @type {string | null} */
let picked = null; // the key of the tile in the hand
/** @type {Point | null} */
let asked = null; // the cell that waits for one of several tiles that fit there

const area = () => document.getElementById("board-area");

// Picking

/** @param {HTMLElement} button */
function pick(button) {
  if (!free(button)) return;
  if (isTrading()) return choose(button);
  const cell = asked;
  asked = null;
  if (cell && fitsAt(button, cell)) return place(button.dataset.key, cell);
  picked = picked === button.dataset.key ? null : button.dataset.key;
  showPicked();
}

function showPicked() {
  if (!free(tileButton(picked))) picked = null;
  if (isTrading() || !turn()) return;
  if (picked) asked = null;
  for (const button of handTiles()) {
    button.setAttribute("aria-pressed", String(button.dataset.key === picked));
    button.classList.toggle("is-fitting", Boolean(asked) && fitsAt(button, asked));
  }
  const hints = document.getElementById("hints");
  if (!hints) return;
  const tile = picked && tileButton(picked).dataset.tile;
  const marks = (/** @type {"hints" | "later"} */ kind, /** @type {string} */ look) =>
    (picked ? placesFor(kind, tile) : []).map(([x, y]) => cellRect(x, y, look));
  const waiting = asked ? [cellRect(asked.x, asked.y, "hint is-asked")] : [];
  hints.replaceChildren(...marks("later", "hint is-later"), ...marks("hints", "hint"), ...waiting);
  plan();
  showPlaces(tile);
}

/** "hints": where a tile can lie now; "later": where it can only follow another.
 * @param {"hints" | "later"} kind
 * @param {string} tile
 * @returns {[number, number][]} */
function placesFor(kind, tile) {
  return JSON.parse(turn().dataset[kind])[tile] ?? [];
}

/** @param {HTMLElement} button
 * @param {Point} cell */
const fitsAt = (button, cell) =>
  free(button) && placesFor("hints", button.dataset.tile).some(([x, y]) => x === cell.x && y === cell.y);

/** @param {string} key
 * @param {Point} cell */
function place(key, cell) {
  if (lay(key, cell)) picked = asked = null;
  showPicked();
}

/** A cell before a tile: where only one fits, it is laid; else those that do are shown.
 * @param {Point} cell */
function ask(cell) {
  const fitting = handTiles().filter((button) => fitsAt(button, cell));
  const names = new Set(fitting.map((button) => button.dataset.tile));
  asked = names.size > 1 ? cell : null;
  if (names.size === 1) place(fitting[0].dataset.key, cell);
  else showPicked();
}

/** @param {boolean} on */
function trade(on) {
  picked = asked = null;
  if (on && draft().length) clear();
  setTrading(on);
  showPicked();
}

// Fingers and mouse

/** @param {Point} point */
function overHand({ x, y }) {
  const { top, right, bottom, left } = hand().getBoundingClientRect();
  return y >= top - 8 && y <= bottom + 8 && x >= left - 8 && x <= right + 8;
}

/** What is carried shows where it would lie.
 * @param {string} tile
 * @param {Point | null} own the cell that it comes from */
const aiming = (tile, own = null) => {
  /** @param {Point | null} point */
  function over(point) {
    const cell = point && board.covers(point) ? board.cellAt(point) : null;
    const home = cell && own && cell.x === own.x && cell.y === own.y;
    aimAt(cell, tile, Boolean(cell) && !home && taken(cell));
    carry(point, () => over(point));
  }
  return { over, lift: board.cellSize };
};

/** By finger nothing is laid on cells that are smaller than it.
 * @param {PointerEvent} event */
function comeCloser(event) {
  if (event.pointerType !== "touch" || !picked) return;
  board.comeCloser(placesFor("hints", tileButton(picked).dataset.tile));
}

document.addEventListener("pointerdown", (event) => {
  const button = around(event, ".hand-tile");
  if (!free(button) || event.button > 0 || isTrading()) return;
  startDrag(event, picture(button), {
    ...aiming(button.dataset.tile),
    begin: () => {
      picked = button.dataset.key;
      showPicked();
      comeCloser(event);
    },
    drop: (point, from) => {
      picked = null;
      if (board.covers(point)) lay(button.dataset.key, board.cellAt(point), from);
      else if (overHand(point)) reorder(button, point, (placed) => placed.dataset.tile);
      else flyHome(button, from);
      showPicked();
    },
    cancel: (from) => {
      picked = null;
      flyHome(button, from);
      showPicked();
    },
    click: tapping(event, () => {
      pick(button);
      comeCloser(event);
    }),
  });
});

document.addEventListener("click", (event) => {
  const button = around(event, ".hand-tile");
  if (button && (isTrading() || !justTapped(event))) pick(button);
  else if (around(event, "#trade-start")) trade(true);
  else if (around(event, "#trade-stop")) trade(false);
});
onUndo(undo);
onPlace((cell) => picked && lay(picked, cell));

/** @param {Point} cell
 * @param {PointerEvent} event */
function tap(cell, event) {
  const index = draftAt(cell);
  if (!hand() || isTrading()) return;
  if (event.pointerType === "touch" && !board.isFinger() && index < 0) return board.comeCloser([[cell.x, cell.y]]);
  if (picked) place(picked, cell);
  else if (index >= 0) takeBack(index);
  else if (!boardAt(cell)) ask(cell);
}

/** @param {Point} cell
 * @param {PointerEvent} event */
function grab(cell, event) {
  const index = turn() ? draftAt(cell) : -1;
  if (index < 0 || picked) return false;
  const [tile] = draft()[index];
  const lies = drawn(cell);
  startDrag(event, find(hand(), `.is-used[data-tile="${tile}"] svg`), {
    ...aiming(tile, cell),
    begin: () => lies.setAttribute("visibility", "hidden"),
    drop: (point, from) => {
      if (board.covers(point)) move(index, board.cellAt(point), from);
      else takeBack(index, from);
    },
    cancel: (from) => move(index, cell, from),
    click: () => takeBack(index),
  });
  return true;
}

// Keys

/** @param {Point} cell */
function wordsAt(cell) {
  const tile = boardAt(cell);
  if (tile) return tile.getAttribute("aria-label");
  const { fits, follows, empty } = area().dataset;
  const marked = (/** @type {"hints" | "later"} */ kind) =>
    picked && placesFor(kind, tileButton(picked).dataset.tile).some(([x, y]) => x === cell.x && y === cell.y);
  return `${whereIs(cell)}: ${marked("hints") ? fits : marked("later") ? follows : empty}`;
}

/** @param {KeyboardEvent} event */
function layAtCursor(event) {
  if (!picked || !cursorAt() || around(event, "a, form, summary, .zoom, #asking")) return false;
  place(picked, cursorAt());
}

onKeys({
  ready: () => Boolean(turn() && area()),
  pick,
  step: (across, down) => moveCursor(across, down, wordsAt),
  commands: {
    l: () => board.showLast(),
    p: (event) => !event.repeat && press("play-button"),
    t: () => (isTrading() ? trade(false) : press("trade-start")),
    Enter: layAtCursor,
    Escape: () => {
      picked = asked = null;
      if (isTrading()) trade(false);
      showPicked();
    },
    Backspace: (event) => undo(event.shiftKey),
    "+": () => board.zoom(1.25),
    "-": () => board.zoom(0.8),
    0: () => board.fit(),
  },
});

function refresh() {
  board.refresh();
  showPending();
  showPicked();
  showTrade();
  showCursor();
  markDrawn((button) => button.dataset.tile);
  keepFlying();
}

onAnswer(refresh);
listen({ tap, grab });
keepShowing(refresh);
tellTurns();
