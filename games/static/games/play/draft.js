// Keeping a draft: each step goes to the server, which says what it is worth. Until it has
// answered, what is on the page is the draft, and without a connection it stays so.

import { tryAgain, unanswered } from "../pages/connection.js";
import { turn } from "./turn.js";

/** @param {HtmxDetail} detail */
const isDraft = (detail) => detail.requestConfig?.path === turn()?.dataset.draftUrl;

/** `show` draws what is pending, `answered` is called once the server has drawn it, and `say` says
 * that it could not keep it; `actions` puts a draft in the words of the server.
 * @template Step
 * @param {object} game
 * @param {(draft: Step[]) => object[]} game.actions
 * @param {() => void} game.show
 * @param {() => void} game.answered
 * @param {(words: string) => void} game.say */
export function draftKeeper({ actions, show, answered, say }) {
  /** @type {Step[] | null} */
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

  /** @param {Step[]} draft */
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
      const asked = htmx.ajax("POST", turn().dataset.draftUrl, { target: "#turn", swap: "outerHTML", values });
      await asked.catch(() => {});
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

  /** @returns {Step[]} */
  const current = () => pending ?? JSON.parse(turn()?.dataset.draft || "[]");

  return { keep, current, pending: () => pending };
}
