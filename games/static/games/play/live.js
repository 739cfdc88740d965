// The page changes by itself: the server says that something changed, the page asks what.

import { about, grown, tryAgain, unanswered } from "../pages/connection.js";
import { announce, find, findAll } from "../pages/page.js";
import { dragging } from "./drag.js";

const POLL = 20_000;
const LONGEST_POLL = 120_000;
const FIRST_PAUSE = 3_000;
const LONGEST_PAUSE = 300_000;
const LASTED = 30_000; // a stream that lived so long was well
const SETTLED = 60; // milliseconds; HTMX takes 20
const ATTENTIVE = 120_000; // so long after doing something a reader is thought to be there
/** @type {EventSource | null} */
let stream = null;
let polling = 0;
let ended = 0; // how often in a row the stream ended soon
let began = Infinity; // when the stream opened
let pausing = 0;
let posting = 0;
let looking = false;
/** @type {Element | null} */
let looksFrom = null; // the page's own part that asks: it is gone once it is answered
let outdated = false; // what we look for was asked before the reader did something
let late = false; // there was news while something else was under way
let greeted = false;

let stirred = Date.now(); // when the reader last did something
let unseen = false; // the page changed by itself while nobody saw it
let asked = false; // the reader has come to the page, and so asks for what is new

const game = () => find(document, "#game, #home");
const talkField = () => /** @type {HTMLInputElement} */ (document.getElementById("talk-text"));
const panels = () => /** @type {HTMLDetailsElement[]} */ (findAll(document, "details[id]"));

function look() {
  if (dragging || posting || looking) late = true;
  else if (game()) htmx.trigger(game(), "game-changed");
}

function lookIfLate() {
  if (!late || dragging || posting || looking) return;
  late = false;
  look();
}

/** @param {boolean} on */
function poll(on) {
  clearTimeout(polling);
  if (!on) return;
  polling = setTimeout(() => {
    look();
    poll(true);
  }, grown(POLL, ended, LONGEST_POLL));
}

function connect() {
  clearTimeout(pausing);
  stream?.close();
  stream = new EventSource(game().dataset.events);
  stream.addEventListener("open", () => {
    began = Date.now();
    poll(false);
  });
  stream.addEventListener("error", reconnect);
  stream.addEventListener("game", look);
  stream.addEventListener("yours", look);
  stream.addEventListener("hello", (event) => {
    // After a break nobody knows what was missed.
    if (greeted || event.data !== game().dataset.ply) look();
    greeted = true;
  });
}

// Lost, or refused since too many pages are open. Browsers try again in different ways, some not
// at all: we do it ourselves, and look meanwhile.
function reconnect() {
  stream.close();
  if (Date.now() - began > LASTED) ended = 0;
  began = Infinity;
  clearTimeout(pausing);
  pausing = setTimeout(() => game() && connect(), grown(FIRST_PAUSE, ended, LONGEST_PAUSE));
  if (!ended) setTimeout(look, about(FIRST_PAUSE / 2));
  ended += 1;
  poll(true);
}

// As soon as there is a network again.
window.addEventListener("online", () => {
  if (!game()) return;
  ended = 0;
  connect();
  look();
});

// What the page fetches by itself is no visit, and nobody has read what comes while the page is
// hidden, or open before an empty chair.
const nobodyLooks = () => document.hidden || Date.now() - stirred > ATTENTIVE;

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== game() || detail.verb !== "get") return;
  unseen = !asked && nobodyLooks();
  if (!asked) detail.headers["By-Itself"] = unseen ? "hidden" : "seen";
  asked = false;
});

function stir() {
  if (document.hidden) return;
  stirred = Date.now();
  if (!unseen) return;
  unseen = false;
  asked = true;
  look();
}
for (const doing of ["pointerdown", "pointermove", "keydown", "wheel"])
  document.addEventListener(doing, stir, { passive: true });
document.addEventListener("visibilitychange", stir);

window.addEventListener("pagehide", () => {
  clearTimeout(pausing);
  stream?.close();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted && game()) connect();
});

// What the reader does goes before what the page does by itself: what a look under way brings is
// dropped, and looked for again.
/** @param {CustomEvent<HtmxDetail>} event */
const verb = (event) => event.detail.requestConfig?.verb;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (verb(event) === "get" && event.detail.elt === game()) {
    looking = true;
    looksFrom = event.detail.elt;
  }
  if (verb(event) !== "post") return;
  posting += 1;
  outdated = looking;
});
// What was swapped in hears events only once it has settled: until then news has to wait.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) document.getElementById("trouble")?.replaceChildren();
  // News that we could not fetch is still news; and whether a post came in, nobody knows.
  if (unanswered(event.detail.xhr.status) && (verb(event) === "post" || event.detail.elt === game())) tryAgain(look);
  const isLook = verb(event) === "get" && event.detail.requestConfig.elt === looksFrom;
  setTimeout(() => {
    if (isLook) looking = outdated = false;
    if (verb(event) === "post") posting -= 1;
    lookIfLate();
  }, SETTLED);
});
document.addEventListener("drag-over", lookIfLate);

// What the reader was doing in the side panel outlasts the change.
/** @typedef {{ field: HTMLInputElement, words: string, writing: boolean }} Writing */
/** @type {Writing & { panels: Map<string, boolean>, announced: string } | null} */
let before = null;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (outdated && verb(event) === "get") {
    event.detail.shouldSwap = false;
    late = true;
    return;
  }
  // A proxy's page for a site that is away is not ours, and has no place inside this one.
  if (event.detail.xhr.status === 503 && !event.detail.xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    return;
  }
  const field = talkField();
  const said = event.detail.requestConfig?.path?.endsWith("/talk/") && event.detail.xhr.status < 300;
  before = {
    // Where it stays, what is typed until the page has settled stays too.
    field: said ? null : field,
    words: field && !said ? field.value : "",
    writing: document.activeElement === field,
    panels: new Map(panels().map((panel) => [panel.id, panel.open])),
    announced: game()?.dataset.announce,
  };
});

document.addEventListener("htmx:afterSettle", () => {
  if (before) {
    const field = talkField();
    if (field && field !== before.field) field.value = before.words;
    if (field && before.writing) field.focus();
    for (const panel of panels()) panel.open = before.panels.get(panel.id) ?? panel.open;
    const news = game()?.dataset.announce;
    if (news && news !== before.announced) announce(news);
    before = null;
  }
  showNewestTalk();
  const turn = document.getElementById("turn");
  if (turn && game()?.dataset.ply && turn.dataset.ply !== game().dataset.ply) look();
});

function showNewestTalk() {
  const list = document.getElementById("talk-list");
  if (list) list.scrollTop = list.scrollHeight;
}

// HTMX hears nothing before the whole page is there: news that comes sooner would be lost.
const start = () => game() && connect();
if (document.readyState === "complete") start();
else document.addEventListener("DOMContentLoaded", start, { once: true });
showNewestTalk();
