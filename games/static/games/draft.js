// Keeping a draft: each step goes to the server, which says what it is worth. Until it has
// answered, what is on the page is the draft, and without a connection it stays so.

import { tryAgain, unanswered } from "./connection.js";

const turn = () => document.getElementById("turn");
const isDraft = (detail) => detail.requestConfig?.path === turn()?.dataset.draftUrl;

// `show` draws what is pending, `answered` is called once the server has drawn it, and `say` says
// that it could not keep it; `actions` puts a draft in the words of the server.
export function draftKeeper({ actions, show, answered, say }) {
  let pending = null;
  let queued = false;
  let sending = false;
  let status = 0;

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (isDraft(detail)) status = detail.xhr.status;
  });
  // An answer to a draft that is old already is not shown, nor one that says to come back later.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (isDraft(detail) && (queued || unanswered(detail.xhr.status))) detail.shouldSwap = false;
  });

  function keep(draft) {
    pending = draft;
    queued = true;
    show();
    if (!sending) send();
  }

  async function send() {
    if (!queued || sending || !turn()) return;
    sending = true;
    while (queued) {
      queued = false;
      status = 0;
      const values = { actions: JSON.stringify(actions(pending)) };
      await htmx.ajax("POST", turn().dataset.draftUrl, { target: "#turn", swap: "outerHTML", values }).catch(() => {});
      if (!unanswered(status)) continue;
      queued = true;
      break;
    }
    sending = false;
    if (queued) {
      show();
      tryAgain(send);
      return;
    }
    pending = null;
    if (status < 500) answered();
    else lose();
  }

  // What could not be kept is not shown as if it were: the table as the server knows it comes back.
  function lose() {
    const words = turn().dataset.lost;
    document.addEventListener("htmx:afterSettle", () => say(words), { once: true });
    htmx.trigger("#game", "game-changed");
  }

  return { keep, pending: () => pending };
}
