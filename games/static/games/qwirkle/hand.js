// The tiles in the reader's hand.

import { find, findAll } from "../pages/page.js";
import { hand } from "../play/turn.js";

export const handTiles = () => findAll(hand(), ".hand-tile");
/** @param {string} key */
export const tileButton = (key) => find(hand(), `[data-key="${key}"]`);
/** @param {HTMLElement} button */
export const free = (button) => button && !button.classList.contains("is-used");
/** @param {HTMLElement | undefined} button */
export const picture = (button) => button?.querySelector("svg");
