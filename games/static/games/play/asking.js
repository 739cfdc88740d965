// Who wants to be asked before a turn is played is asked where the buttons are, not by the browser.

import { announce, around, find } from "../pages/page.js";

/** @type {HTMLFormElement | null} */
let asked = null; // the form whose turn waits for a word
/** @type {HTMLFormElement | null} */
let answered = null; // the form whose turn is sent just now

const words = () => document.getElementById("game")?.dataset ?? {};
const row = () => find(document, "#turn .turn-buttons");
const question = () => document.getElementById("asking");

/** @param {HTMLFormElement} form */
const isTurn = (form) => form.matches("#turn form") && form.getAttribute("action").endsWith("/play/");
/** @param {HTMLFormElement} form
 * @returns {HTMLButtonElement} */
const submit = (form) => form.querySelector('button[type="submit"]');

/** @param {string} id
 * @param {string} label
 * @param {string} look */
function button(id, label, look) {
  const made = document.createElement("button");
  Object.assign(made, { id, type: "button", className: look, textContent: label });
  return made;
}

/** @param {HTMLFormElement} form */
function ask(form) {
  stop();
  asked = form;
  const what = submit(form).textContent.trim().replace(/\s+/g, " ");
  const group = document.createElement("div");
  Object.assign(group, { id: "asking", className: "asking" });
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", what);
  group.append(button("ask-yes", words().ask, "button primary"), button("ask-no", words().cancel, "button"));
  row().append(group);
  row().classList.add("is-asking-first");
  find(group, "#ask-yes").focus({ preventScroll: true });
  announce(`${what}?`);
}

function stop() {
  const form = asked;
  asked = null;
  if (!question()) return;
  const focused = question().contains(document.activeElement);
  row()?.classList.remove("is-asking-first");
  question().remove();
  if (focused && form.isConnected) submit(form).focus({ preventScroll: true });
}

// Pressing the turn's own key once more is an answer too, but not to hold it down.
let repeated = false;
document.addEventListener("keydown", (event) => (repeated = event.repeat), { capture: true });

// Before HTMX hears of it, or the browser itself sends a form that HTMX does not know yet.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!words().ask || form === answered || !isTurn(form) || form.hasAttribute("hx-confirm")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (asked !== form || !question()) ask(form);
    else if (!repeated) setTimeout(answer); // a form that is just being sent cannot be sent again
  },
  { capture: true },
);

function answer() {
  const form = asked;
  stop();
  // What is staged may have changed meanwhile, and nobody was asked about that.
  if (!form?.isConnected || submit(form).disabled) return;
  answered = form;
  form.requestSubmit(submit(form));
  answered = null;
}

document.addEventListener("click", (event) => {
  if (around(event, "#ask-yes")) answer();
  else if (around(event, "#ask-no")) stop();
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !question()) return;
    event.stopPropagation();
    stop();
  },
  { capture: true },
);
