// The reader's board without a page: what there is, what can be done with it, and its way in and out.
//
// A board is a plain object and is never changed; an action returns another one, and what was done.

import { analyse, wrongPoints } from "./model.js";

export const MOST = 40; // points
export const LIMIT = 500; // mistakes of a run
export const GRIDS = [6, 12];

const EMPTY = {
  points: [],
  order: "cyclic",
  bias: "none",
  start: [0, 0, 0],
  grid: 6,
  origin: "",
  units: [],
  k: null, // mistakes made; null is the end of the run
  hand: null, // the reader's own w and b, while these are looked at
  guessing: false,
  guesses: [0, 0],
  u: null, // the reader's own u, to break the proof with
  isFree: false, // whether the choices in `order` need not be mistakes, to break it too
};

const IRIS = {
  1: { "-4": [-4, -3], "-3": [-4, -3, -2], "-2": [-3, -2] },
  "-1": {
    0: [0],
    1: [0, 1],
    2: [0, 1, 2],
    3: [1, 2, 3],
    4: [2, 3, 4, 5, 6],
    5: [2, 3, 4, 5, 6],
    6: [2, 3, 4, 5, 6],
    7: [3, 4, 5],
    8: [5],
  },
};
const WORKED = [
  [-2, 0, -1],
  [0, -2, -1],
  [-2, 2, 1],
  [2, 2, 1],
];

export const STARTS = {
  "worked example": { points: WORKED },
  XOR: {
    points: [
      [-3, -3, 1],
      [-3, 3, -1],
      [3, -3, -1],
      [3, 3, 1],
    ],
  },
  "bias trap": {
    points: [
      [12, 0, 1],
      [8, 0, -1],
    ],
    bias: "one",
  },
  Iris: {
    points: ["1", "-1"].flatMap((label) =>
      Object.keys(IRIS[label])
        .map(Number)
        .sort((a, b) => a - b)
        .flatMap((x) => IRIS[label][x].map((y) => [x, y, Number(label)])),
    ),
    bias: "one",
    units: [
      ["petal length in cm", 3, 0.5],
      ["petal width in cm", 1, 0.25],
    ],
  },
  empty: { points: [] },
  "broken: another start": { points: WORKED, start: [-3, 1, 0], k: 1 },
  "broken: updates without a mistake": { points: WORKED, order: [3, 3, 3], isFree: true },
  "broken: nothing separates": {
    points: [
      [-2, 0, -1],
      [0, -2, 1],
      [-2, 2, 1],
      [2, 2, 1],
    ],
    k: 4,
  },
  "broken: a wrong u": { points: WORKED, u: [2, -1, 0] },
};

export function load(given, origin = "") {
  const points = given.points.slice(0, MOST);
  const reach = Math.max(0, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  const grid = Math.max(given.grid ?? GRIDS[0], reach > GRIDS[0] ? GRIDS[1] : GRIDS[0]);
  return { ...EMPTY, ...given, points, grid, origin };
}

// The last boards' studies: a drag asks for one board more than once in a frame.
let known = {};

/** What follows from a board: the answer of analyse(), with b only where there is an offset. */
export function study({ points, order, bias, start, isFree }) {
  const key = JSON.stringify([points, order, bias, start, isFree]);
  if (known.key !== key) {
    const own = bias === "none" ? [start[0], start[1], 0] : start;
    const chosen = Array.isArray(order) ? playable({ points, order, bias, isFree }, own) : undefined;
    const found = analyse({
      points,
      order: isFree ? [] : (chosen?.mistakes ?? order),
      bias,
      start: own,
      limit: LIMIT,
    });
    if (isFree)
      Object.assign(found, chosen, { converged: !wrongPoints(points, chosen.states.at(-1)).length });
    known = { key, found };
    found.end = found.repeats ? found.repeats[1] : found.mistakes.length;
  }
  return known.found;
}

// Of the reader's own choices those before the first that is no mistake, and the states they make.
function playable({ points, order, bias, isFree }, start) {
  const states = [start];
  const stop = order.findIndex((i) => {
    const w = states.at(-1);
    if (!points[i] || !(isFree || wrongPoints(points, w).includes(i))) return true;
    const [x, y, label] = points[i];
    states.push([w[0] + label * x, w[1] + label * y, w[2] + (bias === "one" ? label : 0)]);
    return false;
  });
  return { states, mistakes: stop < 0 ? order : order.slice(0, stop) };
}

/** Where the reader is: k, w and b, the points that are wrong, and the next mistake. */
export function view(board) {
  const { end, states, mistakes } = study(board);
  const k = board.k === null ? end : Math.min(board.k, end);
  const w = board.hand ?? states[k];
  const next = board.hand || k >= end ? undefined : mistakes[k];
  return { k, w, wrong: wrongPoints(board.points, w), next };
}

// ---- words ----

export const minus = (value) => String(value).replace("-", "−");
export const digits = (value) => minus(Number(value.toPrecision(4)));
export const pair = (values) => `(${values.map(minus).join(", ")})`;
export const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
export const pointText = ([x, y, label], i) =>
  `point ${i}, at ${pair([x, y])}, label ${label > 0 ? "+1" : "−1"}`;

export function fraction([p, q]) {
  return q === 1 ? minus(p) : `${minus(p)}/${q}`;
}

export function rootText(square) {
  const [p, q] = reduced(square);
  const [a, b] = [Math.sqrt(p), Math.sqrt(q)];
  if (Number.isInteger(a) && Number.isInteger(b)) return fraction([a, b]);
  return `√${q === 1 ? p : `(${p}/${q})`} ≈ ${digits(a / b)}`;
}

/** R²/γ², reduced. */
export function bound({ radiusSquared, gammaSquared: [p, q] }) {
  return reduced([radiusSquared * q, p]);
}

const reduced = ([p, q]) => [p / gcd(p, q), q / gcd(p, q)];
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// ---- what can be done ----

const clamp = (v, limit) => Math.max(-limit, Math.min(limit, Math.round(v))) + 0;
const withPoints = (board, points) => ({ ...board, points, u: null });
const changed = (board, i, ...put) => withPoints(board, board.points.toSpliced(i, 1, ...put));

export const ACTIONS = {
  add(board, at, label) {
    if (board.points.length >= MOST)
      return [board, `there are ${MOST} points, and that is the most: remove one first`];
    const point = [...at.map((v) => clamp(v, board.grid)), label];
    return [withPoints(board, [...board.points, point]), `added: ${pointText(point, board.points.length)}`];
  },
  move(board, i, to) {
    const point = [...to.map((v) => clamp(v, board.grid)), board.points[i][2]];
    return [changed(board, i, point), `moved: ${pointText(point, i)}`];
  },
  flip(board, i) {
    const [x, y, label] = board.points[i];
    return [changed(board, i, [x, y, -label]), `flipped: ${pointText([x, y, -label], i)}`];
  },
  remove(board, i) {
    const text = `removed: ${pointText(board.points[i], i)}; ${count(board.points.length - 1, "point")} left`;
    return [changed(board, i), text];
  },
  choose(board, name, value) {
    const isOutside = ([x, y]) => Math.max(Math.abs(x), Math.abs(y)) > value;
    if (name === "grid" && board.points.some(isOutside))
      return [board, `Not possible: a point lies outside of −${value} to ${value}`];
    const own = name === "order" && value === "own" ? [] : value;
    return [
      { ...board, [name]: own, u: null, isFree: false, k: name === "order" ? 0 : board.k, hand: null },
      `${name}: ${value}`,
    ];
  },
  hand(board, w) {
    const whole = w.map((v) => clamp(v, 10_000));
    const hand = board.bias === "none" ? [whole[0], whole[1], 0] : whole;
    const wrong = wrongPoints(board.points, hand).length;
    return [{ ...board, hand }, `w = ${pair(hand.slice(0, 2))}: ${count(wrong, "point")} wrong`];
  },
  turnU(board, u) {
    const whole = [...u.slice(0, 2).map((v) => clamp(v, 1000)), 0];
    if (!whole[0] && !whole[1]) return [board, "u has a direction"];
    const least = Math.min(...board.points.map(([x, y, label]) => label * (whole[0] * x + whole[1] * y)));
    return [
      { ...board, u: whole },
      least > 0 ? "this u separates: a weaker wall" : "this u does not separate: no wall climbs",
    ];
  },
  fromHere(board) {
    if (!board.hand) return [board, "the run starts from a w of yours: drag the arrow of w first"];
    return [
      { ...board, start: board.hand, hand: null, k: 0 },
      `the run starts from w = ${pair(board.hand.slice(0, 2))}`,
    ];
  },
  // A guess of the next mistake; in the reader's own order the choice of it.
  guess(board, i) {
    const { k, wrong, next, w } = view(board);
    const [x, y, label] = board.points[i];
    const margin = label * (w[0] * x + w[1] * y + w[2]);
    if (Array.isArray(board.order)) {
      if (!board.isFree && !wrong.includes(i))
        return [board, `point ${i} is not a mistake now: y(w·x + b) = ${minus(margin)}`];
      const order = [...board.order.slice(0, k), i];
      return [{ ...board, order, k: k + 1, hand: null }, `point ${i} is mistake ${k + 1}`];
    }
    if (next === undefined) return [board, "no mistake is left to guess"];
    const [right, asked] = board.guesses;
    if (i === next)
      return [
        { ...board, k: k + 1, guesses: [right + 1, asked + 1] },
        `right: point ${i} is mistake ${k + 1}`,
      ];
    const why = wrong.includes(i)
      ? "a mistake too, but in this order another one is next"
      : `on its side, y(w·x + b) = ${minus(margin)}`;
    return [{ ...board, guesses: [right, asked + 1] }, `not point ${i}: it is ${why}`];
  },
};

// ---- in and out ----

export function asLink(board) {
  const rows = new URLSearchParams();
  const list = (rowsOf) => rowsOf.map((row) => row.join(",")).join(";");
  if (board.points.length) rows.set("points", list(board.points));
  for (const name of ["bias", "grid", "origin"]) if (board[name] !== EMPTY[name]) rows.set(name, board[name]);
  if (Array.isArray(board.order)) rows.set("choices", board.order.join(","));
  else if (board.order !== "cyclic") rows.set("order", board.order);
  if (board.start.some((v) => v)) rows.set("start", board.start.join(","));
  board.units.forEach((unit, at) => rows.set(`x${at + 1}`, unit.join(",")));
  return rows.toString().replaceAll("%2C", ",").replaceAll("%3B", ";");
}

const inLink = (text) => new URLSearchParams(text.trim().split(/[#?]/).at(-1));

/** What a link asks for that a stage does not have: its points are the same, its run is not. */
export function notHere(text) {
  const rows = inLink(text);
  const has = {
    order: ["cyclic", "first", "worst", null],
    bias: ["none", "one", null],
    zero: ["mistake", null],
    eta: ["1", null],
  };
  return Object.keys(has)
    .filter((name) => !has[name].includes(rows.get(name)))
    .map((name) => `${name} = ${rows.get(name)}`);
}

export function fromLink(text) {
  const rows = inLink(text);
  const numbers = (row) => row.split(",").map(Number);
  const points = (rows.get("points") ?? "").split(";").filter(Boolean).map(numbers);
  const isPoint = (p) =>
    p.length === 3 && p.every((v) => Number.isInteger(v) && Math.abs(v) <= 12) && Math.abs(p[2]) === 1;
  if (!points.every(isPoint)) throw new Error(`this link holds no points: ${text.slice(0, 60)}`);
  const given = { points };
  if (rows.has("choices"))
    given.order = numbers(rows.get("choices") || "0").slice(rows.get("choices") ? 0 : 1);
  if (["first", "worst"].includes(rows.get("order"))) given.order = rows.get("order");
  if (rows.get("bias") === "one") given.bias = "one";
  if (rows.has("start")) given.start = numbers(rows.get("start")).map((v) => clamp(v, 10_000) || 0);
  if (rows.get("grid") === "12") given.grid = 12;
  if (rows.has("x1") && rows.has("x2")) given.units = ["x1", "x2"].map((x) => unitFromLink(rows.get(x)));
  return load(given, STARTS[rows.get("origin")] ? rows.get("origin") : "");
}

function unitFromLink(text) {
  const [name, zero, step] = text.split(/,(?=[^,]*,[^,]*$)|,(?=[^,]*$)/);
  const value = (part) =>
    part
      .split("/")
      .map(Number)
      .reduce((top, bottom) => top / bottom);
  return [name.slice(0, 40), value(zero), value(step)];
}

export function asCSV(points) {
  return [["x1", "x2", "y"], ...points].map((row) => `${row.join(",")}\n`).join("");
}

/** Points of a table; where numbers are not on the grid, each column gets a unit and is rounded. */
export function fromCSV(text) {
  if (text.includes("points=")) return fromLink(text);
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("the text is empty: one point a line, x1, x2 and its label");
  const mark = [";", "\t", ","].find((each) => lines[0].includes(each));
  const cells = lines.map((line) => line.split(mark).map((cell) => cell.trim().replace("−", "-")));
  const isNumber = (cell) => cell !== "" && Number.isFinite(Number(cell));
  const headed = cells[0].length === 3 && !isNumber(cells[0][0]) && !isNumber(cells[0][1]);
  const rows = cells.slice(Number(headed));
  const bad = rows.findIndex((row) => row.length !== 3 || !isNumber(row[0]) || !isNumber(row[1]));
  if (bad >= 0)
    throw new Error(
      `row ${bad + 1 + headed} must be x1, x2 and a label; it is ${lines[bad + headed].slice(0, 40)}`,
    );
  const names = [...new Set(rows.map((row) => row[2]))].sort((a, b) =>
    isNumber(a) && isNumber(b) ? a - b : a < b ? -1 : 1,
  );
  const isOne = names.length === 1 && Math.abs(Number(names[0])) === 1;
  if (names.length !== 2 && !isOne)
    throw new Error(`there must be two labels; these are ${names.slice(0, 5).join(", ")}`);
  const label = (name) => (isOne ? Number(name) : name === names[1] ? 1 : -1);
  const columns = [0, 1].map((at) => rows.map((row) => Number(row[at])));
  const fits = columns.flat().every((v) => Number.isInteger(v) && Math.abs(v) <= GRIDS[1]);
  const units = fits ? [] : columns.map((values, at) => unit(headed ? cells[0][at] : `x${at + 1}`, values));
  const onGrid = (at) => (v) => (fits ? v : Math.round((v - units[at][1]) / units[at][2]) + 0);
  const [xs, ys] = columns.map((values, at) => values.map(onGrid(at)));
  const points = rows.map((row, i) => [xs[i], ys[i], label(row[2])]);
  const spread = Array.from(
    { length: Math.min(MOST, points.length) },
    (_, i) => points[Math.floor((i * points.length) / Math.min(MOST, points.length))],
  );
  return load({ points: spread, units, bias: fits ? "none" : "one" });
}

// The least round step by which values fit the grid, and the round middle of them.
function unit(name, values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = (high - low) / (2 * GRIDS[1]) || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10, 20].map((f) => f * power).find((each) => each >= least);
  return [name.slice(0, 40), Math.round((low + high) / 2 / step) * step, step];
}

export function asPython(board) {
  const rows = board.points.map(([x, y]) => `[${x}, ${y}]`).join(", ");
  const y = board.points.map((point) => point[2]).join(", ");
  const own = Array.isArray(board.order);
  const more = [
    own ? "order=lambda margins: next(choices)" : board.order !== "cyclic" && `order="${board.order}"`,
    board.bias !== "none" && `bias="${board.bias}"`,
    board.start.some((v) => v) && `w0=[${board.start.slice(0, 2)}]`,
    board.bias !== "none" && board.start[2] && `b0=${board.start[2]}`,
    own && `max_mistakes=${study(board).mistakes.length}`,
  ].filter(Boolean);
  const choices = own ? `choices = iter([${study(board).mistakes.join(", ")}])\n` : "";
  return (
    `from perceptron_core import perceptron\n\nX = [${rows}]\ny = [${y}]\n${choices}` +
    `trace = perceptron(${["X, y", ...more].join(", ")})\n`
  );
}

// ---- challenges: each judged on every change ----

const plain = (board, more) => study({ ...EMPTY, points: board.points, ...more });
const ended = (board, ...orders) =>
  orders.map((order) => plain(board, { order })).every((each) => each.converged);

/** Name → the task, what it begins with, and whether a board solves it, with what is there. */
export const CHALLENGES = {
  "seven mistakes": {
    task: "Four points on which the run makes exactly 7 mistakes (cyclic order, no offset, from 0).",
    judge(board) {
      const { mistakes } = plain(board);
      const isSolved = board.points.length === 4 && mistakes.length === 7 && ended(board, "cyclic");
      return [isSolved, `${count(board.points.length, "point")}, ${count(mistakes.length, "mistake")}`];
    },
  },
  "worst order": {
    task: "Points on which taking the worst mistake first costs at least five times as many mistakes as the cyclic order (no offset, from 0).",
    judge(board) {
      const [few, many] = ["cyclic", "worst"].map((order) => plain(board, { order }).mistakes.length);
      return [
        ended(board, "cyclic", "worst") && few > 0 && 5 * few <= many,
        `cyclic order ${count(few, "mistake")}, worst first ${many}`,
      ];
    },
  },
  "half the bound": {
    task: "Move one of the four points so that R²/γ², which is 10, becomes exactly 5.",
    judge(board) {
      const isMoved = (point, i) => String(point) !== String(WORKED[i]);
      const moved = board.points.filter(isMoved).length;
      if (board.points.length !== 4 || board.points.some((point, i) => point[2] !== WORKED[i][2]))
        return [false, "the four points must stay, with their labels: undo, or start anew"];
      const found = plain(board);
      if (!found.gammaSquared) return [false, "nothing separates these points, so there is no bound"];
      const [p, q] = bound(found);
      return [moved === 1 && p === 5 * q, `R²/γ² = ${fraction([p, q])}, ${count(moved, "point")} moved`];
    },
  },
  "only with an offset": {
    task: "Points that a line separates, but no line through 0.",
    start: { points: [] },
    judge(board) {
      if (new Set(board.points.map((point) => point[2])).size < 2) return [false, "both labels are needed"];
      const [through, free] = ["none", "one"].map((bias) => plain(board, { bias }).gammaSquared !== null);
      return [
        free && !through,
        `${free ? "a" : "no"} line separates them, ${through ? "one" : "none"} through 0 does`,
      ];
    },
  },
  "three weights": {
    task: "Points that no line through 0 separates, and whose certificate needs three points with three different weights.",
    judge(board) {
      const weights = plain(board).certificate?.map(([, weight]) => weight);
      if (!weights) return [false, "a line through 0 still separates them"];
      return [
        weights.length === 3 && new Set(weights).size === 3,
        `the weights are as ${weights.join(" : ")}`,
      ];
    },
  },
  "a long way round": {
    task: "Four points on which the run goes round for ever, and makes at least 20 mistakes before a state comes back (cyclic order, no offset, from 0).",
    judge(board) {
      const { repeats } = plain(board);
      if (board.points.length !== 4)
        return [false, `four points are asked for; there are ${board.points.length}`];
      if (!repeats) return [false, "no state has come back"];
      return [
        repeats[1] - repeats[0] >= 20,
        `${count(repeats[1] - repeats[0], "mistake")} until a state comes back`,
      ];
    },
  },
};
