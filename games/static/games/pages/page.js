// Looking things up in the page.

/** @type {(root: ParentNode | null | undefined, selector: string) => HTMLElement} */
export const find = (root, selector) => root?.querySelector(selector);

/** @type {(root: ParentNode | null | undefined, selector: string) => HTMLElement[]} */
export const findAll = (root, selector) => [...(root?.querySelectorAll(selector) ?? [])].map(asElement);

/** What of this kind an event happened in, if it did; it may have happened to the whole page.
 * @type {(event: Event, selector: string) => HTMLElement | null | undefined} */
export const around = (event, selector) => asElement(event.target)?.closest?.(selector);

/** @type {(id: string) => HTMLButtonElement} */
export const buttonOf = (id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

/** @type {(found: unknown) => HTMLElement} */
const asElement = (found) => /** @type {HTMLElement} */ (found);

/** To those who hear the page.
 * @param {string} words */
export function announce(words) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = words;
}

// HTMX looks at what it has put into the page only when that has settled, some milliseconds later.
// Whoever is faster would send a form or follow a link as if there were no scripts.
document.addEventListener("htmx:afterSwap", () => {
  for (const added of findAll(document, ".htmx-added")) htmx.process(added);
});
