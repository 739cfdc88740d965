// The lines of a sum on the board.

import { onLights } from "../play/lights.js";
import * as board from "./viewport.js";
import { cellRect } from "./drawing.js";

/** @param {string[]} places */
const cells = (places) => places.map((place) => place.split(",").map(Number));

onLights({
  light: (places) => {
    const lit = cells(places).map(([x, y]) => cellRect(x, y, "lit"));
    document.getElementById("lit")?.replaceChildren(...lit);
  },
  show: (places) => board.show(cells(places)),
});
