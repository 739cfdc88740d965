// Shapes drawn on the board, above what the server has drawn.

/** @typedef {[tile: string, x: number, y: number]} Laid */

const NS = "http://www.w3.org/2000/svg";

/** @template {"circle" | "g" | "path" | "rect" | "svg" | "text" | "use"} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[Name]} */
export function shape(name, attributes) {
  const drawn = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, String(value));
  return drawn;
}

/** @param {number} x
 * @param {number} y
 * @param {string} look */
export const cellRect = (x, y, look) =>
  shape("rect", { class: look, x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.16 });

/** @param {string} sprite
 * @param {Laid} laid */
export function draftTile(sprite, [tile, x, y]) {
  const group = shape("g", { class: `draft tile colour-${tile[0]}`, transform: `translate(${x} ${y})` });
  const part = (/** @type {string} */ name) =>
    shape("use", { href: `${sprite}#${name}`, x: 0.03, y: 0.03, width: 0.94, height: 0.94 });
  group.append(part("face"), part(tile[1]));
  return group;
}

/** A layer of our own over the board, which no answer of the server draws anew; and one of its
 * groups. Nothing in it can be touched or heard.
 * @param {"target" | "floats"} name */
export function above(name) {
  const area = document.getElementById("board-area");
  let layer = area.querySelector("#above");
  if (!layer) {
    const board = area.querySelector("#staged");
    layer = shape("svg", {
      id: "above",
      class: "board staged",
      "aria-hidden": "true",
      viewBox: board.getAttribute("viewBox"),
    });
    layer.append(shape("g", { class: "target" }), shape("g", { class: "floats" }));
    board.after(layer);
  }
  return layer.querySelector(`.${name}`);
}
