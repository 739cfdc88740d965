// The page changes by itself: the server says that something changed, the page asks what.

import { dragging } from "./drag.js";

const POLL = 20_000;
let polling = null;
let posting = 0;
let late = false; // there was news while something else was under way

const game = () => document.getElementById("game");

function look() {
  if (dragging || posting) late = true;
  else if (game()) htmx.trigger(game(), "game-changed");
}

function lookIfLate() {
  if (!late || dragging || posting) return;
  late = false;
  look();
}

function poll(on) {
  if (on && !polling) polling = setInterval(look, POLL);
  if (!on && polling) {
    clearInterval(polling);
    polling = null;
  }
}

function connect() {
  const stream = new EventSource(game().dataset.events);
  stream.addEventListener("open", () => poll(false));
  stream.addEventListener("error", () => poll(true));
  stream.addEventListener("game", look);
  stream.addEventListener("yours", look);
  stream.addEventListener("hello", (event) => {
    if (game().dataset.ply && event.data !== game().dataset.ply) look();
  });
  window.addEventListener("pagehide", () => stream.close());
}

// What the reader does goes before what the page does by itself.
const isPost = (event) => event.detail.requestConfig?.verb === "post";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isPost(event)) return;
  posting += 1;
  if (game()) htmx.trigger(game(), "htmx:abort");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isPost(event)) return;
  posting -= 1;
  // The answer to a move is the newest there is.
  if (event.detail.successful && event.detail.target?.id === "game") late = false;
  lookIfLate();
});
document.addEventListener("drag-over", lookIfLate);

// A sentence half written is not lost when the page changes.
let words = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const field = document.getElementById("talk-text");
  const said = event.detail.requestConfig?.path?.endsWith("/talk/") && event.detail.xhr.status < 300;
  words = field && !said ? { text: field.value, at: document.activeElement === field } : null;
});
document.addEventListener("htmx:afterSettle", () => {
  const field = document.getElementById("talk-text");
  if (!field || !words) return;
  field.value = words.text;
  if (words.at) field.focus();
  words = null;
});

if (game()) connect();
