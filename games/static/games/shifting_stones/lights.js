// The stones that a scored card matched.

import { onLights } from "../play/lights.js";
import { cells } from "./tray.js";

onLights({
  light: (places) => {
    for (const place of cells()) place.classList.toggle("is-match", places.includes(place.dataset.cell));
  },
});
