// What was said is new until it has been on the screen: the board shows how much of it there is.

import { around, findAll } from "../pages/page.js";

/** @type {number | null} */
let seen = null; // the number of the newest message that was on the screen
/** @type {IntersectionObserver | null} */
let watcher = null;

const panel = () => /** @type {HTMLDetailsElement} */ (document.getElementById("panel-talk"));
const list = () => document.getElementById("talk-list");
const messages = () => findAll(list(), "[data-message]");
/** @param {HTMLElement} message */
const number = (message) => Number(message.dataset.message);
const fresh = () => messages().filter((message) => !("own" in message.dataset) && number(message) > seen);

function show() {
  const link = document.getElementById("new-talk");
  if (!link) return;
  link.hidden = !fresh().length;
  document.getElementById("new-talk-count").textContent = String(fresh().length);
}

function watch() {
  watcher?.disconnect();
  if (!list()) return;
  // The server counts from where the reader was when the page came; from then on we do.
  const known = messages().filter((message) => !("own" in message.dataset));
  const unread = Number(panel().dataset.unread);
  seen ??= Math.max(0, ...known.slice(0, known.length - unread).map(number));
  watcher = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting || document.hidden) return;
    seen = Math.max(seen, ...messages().map(number));
    show();
  });
  watcher.observe(list());
  show();
}

document.addEventListener("click", (event) => {
  if (around(event, "#new-talk")) panel().open = true;
});
document.addEventListener("htmx:afterSettle", watch);
watch();
