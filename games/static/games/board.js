// The board's window: pan, zoom, and which cell a point is in. Knows nothing of the rules.

const LARGEST_CELL = 64;
const SMALLEST_CELL = 8;
const AROUND = 8; // pixels between the zoom buttons and what they must not cover
const STILL = 6; // pixels a finger may slip and still tap

let box = null; // what is shown, in cells
let moved = false; // by the reader, so that we do not move it back
const pointers = new Map();
let gesture = null;

const area = () => document.getElementById("board-area");
const served = () => document.getElementById("board").dataset.served.split(" ").map(Number);

export function refresh() {
  const board = document.getElementById("board");
  if (!board) return;
  if (!board.dataset.served) {
    board.dataset.served = board.getAttribute("viewBox");
    if (!moved || !showsAll(board)) fit();
  }
  apply();
}

function showsAll(board) {
  return [...board.querySelectorAll(".is-new")].every((tile) => {
    const { x, y } = tile.closest("[data-x]").dataset;
    return shows(Number(x), Number(y));
  });
}

function shows(x, y) {
  return box && x >= box.x && y >= box.y && x + 1 <= box.x + box.width && y + 1 <= box.y + box.height;
}

export function fit() {
  const [x, y, width, height] = served();
  const rect = area().getBoundingClientRect();
  const taken = buttons(rect);
  const cell = clamp(Math.min((rect.width - taken.right) / width, (rect.height - taken.bottom) / height));
  box = centred(x + width / 2 + taken.right / 2 / cell, y + height / 2 + taken.bottom / 2 / cell, cell);
  moved = false;
  apply();
}

// What the zoom buttons take: a row at the bottom, or a column at the right.
function buttons(rect) {
  const zoom = area().querySelector(".zoom").getBoundingClientRect();
  const upright = zoom.height > zoom.width;
  return {
    right: upright ? rect.right - zoom.left + AROUND : 0,
    bottom: upright || !zoom.height ? 0 : rect.bottom - zoom.top + AROUND,
  };
}

export function zoom(factor, at = null) {
  const rect = area().getBoundingClientRect();
  const point = at ?? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  const before = place(point);
  const cell = clamp((rect.width / box.width) * factor);
  box = centred(0, 0, cell);
  const after = place(point);
  box.x += before.x - after.x;
  box.y += before.y - after.y;
  moved = true;
  apply();
}

export function reveal(x, y) {
  if (shows(x, y)) return;
  box.x = x + 0.5 - box.width / 2;
  box.y = y + 0.5 - box.height / 2;
  moved = true;
  apply();
}

export function cellAt(point) {
  const { x, y } = place(point);
  return { x: Math.floor(x), y: Math.floor(y) };
}

export function middle() {
  return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) };
}

export function covers(point) {
  const rect = area()?.getBoundingClientRect();
  return Boolean(rect) && point.x >= rect.left && point.x < rect.right && point.y >= rect.top && point.y < rect.bottom;
}

export function cellSize() {
  return area().getBoundingClientRect().width / box.width;
}

function place(point) {
  const rect = area().getBoundingClientRect();
  return {
    x: box.x + ((point.x - rect.left) / rect.width) * box.width,
    y: box.y + ((point.y - rect.top) / rect.height) * box.height,
  };
}

function centred(x, y, cell) {
  const rect = area().getBoundingClientRect();
  const width = rect.width / cell;
  const height = rect.height / cell;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

const clamp = (cell) => Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, cell));

function apply() {
  const value = `${box.x} ${box.y} ${box.width} ${box.height}`;
  for (const id of ["board", "staged"]) document.getElementById(id)?.setAttribute("viewBox", value);
}

// `tap` is told of a cell that was touched and let go; `grab` may take a touch for itself.
export function listen({ tap, grab }) {
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#board-area") || event.target.closest("button") || event.button > 0) return;
    const point = { x: event.clientX, y: event.clientY };
    if (pointers.size === 0 && grab(cellAt(point), event)) return;
    pointers.set(event.pointerId, point);
    gesture = { start: point, box: { ...box }, slipped: pointers.size > 1, span: span() };
  });
  document.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) pinch();
    else pan({ x: event.clientX, y: event.clientY });
  });
  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size) {
      // One finger of two is left: it pans on from where it is.
      gesture = { start: [...pointers.values()][0], box: { ...box }, slipped: true, span: 1 };
      return;
    }
    if (!gesture.slipped && event.type === "pointerup") tap(cellAt({ x: event.clientX, y: event.clientY }));
    gesture = null;
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener(
    "wheel",
    (event) => {
      if (!event.target.closest("#board-area")) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button?.dataset.zoom === "in") zoom(1.25);
    else if (button?.dataset.zoom === "out") zoom(0.8);
    else if (button) fit();
  });
  window.addEventListener("resize", () => {
    if (area()) fit();
  });
}

function pan(point) {
  const dx = point.x - gesture.start.x;
  const dy = point.y - gesture.start.y;
  if (!gesture.slipped && Math.hypot(dx, dy) < STILL) return;
  gesture.slipped = true;
  const cell = cellSize();
  box.x = gesture.box.x - dx / cell;
  box.y = gesture.box.y - dy / cell;
  moved = true;
  apply();
}

function pinch() {
  const now = span();
  const [one, two] = [...pointers.values()];
  zoom(now / gesture.span, { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });
  gesture.span = now;
  gesture.slipped = true;
}

function span() {
  const [one, two] = [...pointers.values()];
  return two ? Math.hypot(one.x - two.x, one.y - two.y) : 1;
}
