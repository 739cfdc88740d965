// The rules in a drawer: one tap or one key away, fetched when it is first opened. Without scripts
// the same link leads to the rules' own page.

import { around } from "../pages/page.js";
import { isPlain } from "./keys.js";

const drawer = () => /** @type {HTMLDialogElement} */ (document.getElementById("rules-drawer"));

function open() {
  drawer().showModal();
  htmx.trigger("#drawer-text", "first-opened");
}

document.addEventListener("click", (event) => {
  // Beside the drawer there is nothing to press, so a press there closes it.
  if (event.target === drawer()) return drawer().close();
  const link = around(event, "a[data-drawer], [data-drawer] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !isPlain(event) || drawer().open) return;
  event.preventDefault();
  open();
});
