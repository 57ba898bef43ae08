// The reader's board without a page: what there is, what can be done with it, and its way in and out.
//
// A board is a plain object and is never changed; an action returns another one, and what was done.

import BOARDS from "./boards.json" with { type: "json" };
import { analyse, fold, margin, reduced, updated, wrongPoints } from "./model.js";
import { fraction, pointText, ratio, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

export const MOST = 40; // points
const LIMIT = 500; // mistakes of a run
const MOST_WAYS = 600; // updates in all runs by the reader's choice
const FARTHEST = 10_000; // the largest weight that is set by hand
const GRIDS = Object.keys(WORDS.choices.grid).map(Number);

const EMPTY = {
  points: [],
  order: "cyclic",
  bias: "none",
  zero: "mistake",
  eta: "1",
  start: [0, 0, 0],
  whose: "", // the order of a given run, whose choices `order` has
  grid: GRIDS[0],
  origin: "", // the name of the start
  units: [], // of each coordinate: name, value at 0, value of one step
  view: "wall", // of the proof
  turn: 0, // of z in one of its views, in degrees
  k: null, // mistakes made; null is the end of the run
  beat: 0, // of the end of the argument, at the mistake for which there is no room
  hand: null, // the reader's own w and b, while these are looked at
  guessing: false,
  guesses: [0, 0], // how many were right, and all
  u: null, // the reader's own u, to break the proof with
  isFree: false, // whether the choices in `order` need not be mistakes, to break it too
};

export const STARTS = BOARDS.starts;
const WORKED = STARTS["worked example"].points;

export function load(given, origin = given.origin ?? "") {
  const points = given.points.slice(0, MOST);
  const reach = Math.max(given.grid ?? 0, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  return { ...EMPTY, ...given, points, grid: GRIDS.find((grid) => grid >= reach) ?? GRIDS.at(-1), origin };
}

/** What follows from a board: the answer of analyse(), its states in units of 1/q where η = p/q. */
export function study({ points, order, bias, zero, eta, start, isFree }) {
  const [step, unit] = ratio(eta);
  const choices = Array.isArray(order) ? order.filter((i) => points[i]) : order; // but of points that are gone
  const otherwise = isFree ? "allow" : "stop";
  const from = [start[0], start[1], bias === "none" ? 0 : start[2]].map((v) => v * unit);
  const run = { points, order: choices, otherwise, bias, zero, start: from, step, limit: LIMIT };
  const found = analyse(run);
  const repeats = choices === order ? found.repeats : null; // what is chosen need not go round
  return { ...found, repeats, end: repeats ? repeats[1] : found.mistakes.length };
}

/** Each [w, w + z] that choices of mistakes lead to, and after how many they end; null of too many. */
export function ways({ points, zero, eta }, { states: [start], pad }) {
  const [step] = ratio(eta);
  const edges = [];
  const ends = [];
  let reached = [start];
  for (let k = 0; reached.length && edges.length <= MOST_WAYS; k += 1) {
    const next = new Map();
    for (const w of reached) {
      const wrong = wrongPoints(points, w, zero);
      if (!wrong.length && !ends.includes(k)) ends.push(k);
      for (const i of wrong) {
        const to = updated(w, fold(points[i]), step, pad);
        next.set(String(to), to);
        edges.push([w, to]);
      }
    }
    reached = [...next.values()];
  }
  return edges.length > MOST_WAYS ? null : { edges, ends };
}

/** Where the reader is: k of at most `latest`, w and b, the points that are wrong, and the next mistake. */
export function view(board, found = study(board)) {
  const { end, states, mistakes, converged } = found;
  const isOfUpdates = board.view === "squares" && !board.guessing; // there is none after the last
  const latest = isOfUpdates && converged && end ? end - 1 : end;
  const k = Math.min(board.k ?? latest, latest);
  const w = board.hand ?? states[k].map((v) => v / ratio(board.eta)[1]);
  const next = board.hand ? undefined : mistakes.slice(0, end)[k];
  return { k, latest, w, wrong: wrongPoints(board.points, board.hand ?? states[k], board.zero), next };
}

/** Whether the reader chooses which mistake is next. */
export const isOwn = ({ order, whose }) => Array.isArray(order) && !whose;

/** R²/γ², reduced. */
export const bound = ({ radiusSquared, gammaSquared: [p, q] }) => reduced([radiusSquared * q, p]);

// ---- what can be done ----

export const clamp = (v, limit) => Math.max(-limit, Math.min(limit, Math.round(v))) || 0;

export const samePlace = ([x, y], [left, up]) => x === left && y === up;

// Other points in the place of point i.
function put(board, i, points, name) {
  const all = board.points.toSpliced(i, 1, ...points);
  const point = pointText(points[0] ?? board.points[i], i);
  return [{ ...board, points: all, u: null }, text(name, { point, left: all.length })];
}

// Each returns another board, or the same where nothing is to be done, and a sentence.
export const ACTIONS = {
  add(board, to, label) {
    const at = to.map((v) => clamp(v, board.grid));
    if (board.points.length >= MOST) return [board, text("most", { most: MOST })];
    if (board.points.some((point) => samePlace(point, at))) return [board, ""];
    return put(board, board.points.length, [[...at, label]], "added");
  },
  move(board, i, to) {
    const at = to.map((v) => clamp(v, board.grid));
    const [next, done] = put(board, i, [[...at, board.points[i][2]]], "moved");
    return [samePlace(board.points[i], at) ? board : next, done];
  },
  flip(board, i) {
    const [x, y, label] = board.points[i];
    return put(board, i, [[x, y, -label]], "flipped");
  },
  remove: (board, i) => put(board, i, [], "removed"),
  choose(board, name, value) {
    const next = load({ ...board, [name]: value, hand: null });
    if (name === "view") return [{ ...next, turn: 0 }, text(`view_${value}`)];
    if (name === "grid" && next.grid !== Number(value)) return [board, text("outside", { grid: value })];
    if (name === "order") Object.assign(next, { k: 0, whose: "", order: value === "own" ? [] : value });
    const done = text("chosen", { title: WORDS.controls[name] ?? name, value });
    return [{ ...next, u: null, isFree: false }, done];
  },
  start: (board, axis, value) => ACTIONS.choose(board, "start", board.start.with(axis, clamp(value, FARTHEST))),
  hand(board, w) {
    const hand = w.map((v) => clamp(v, FARTHEST));
    if (board.bias === "none") hand[2] = 0;
    const wrong = wrongPoints(board.points, hand, board.zero).length;
    return [{ ...board, hand }, text("byHand", { w: hand.slice(0, 2), wrong })];
  },
  turnU(board, to) {
    const u = [...to.slice(0, 2).map((v) => clamp(v, 1000)), 0];
    if (!u[0] && !u[1]) return [board, text("uHasDirection")];
    const least = Math.min(...board.points.map((point) => margin(u, fold(point)))) / Math.hypot(...u);
    return [{ ...board, u }, text(least > 0 ? "uSeparates" : "uFails", { u: u.slice(0, 2), margin: least })];
  },
  fromHere(board) {
    if (!board.hand) return [board, text("noHand")];
    const done = text("fromHere", { w: board.hand.slice(0, 2) });
    return [{ ...board, start: board.hand, hand: null, k: 0 }, done];
  },
  guessing(board, guessing) {
    const next = { ...board, guessing, guesses: [0, 0], hand: null, k: guessing ? 0 : board.k };
    return [next, text(guessing ? "guessOn" : "guessOff")];
  },
  // A guess of the next mistake; in the reader's own order the choice of it.
  guess(board, i) {
    const { k, wrong, next, w } = view(board);
    const values = { i, k: k + 1, margin: margin(w, fold(board.points[i])) };
    if (isOwn(board)) {
      if (!board.isFree && !wrong.includes(i)) return [board, text("notMistake", values)];
      const order = [...board.order.slice(0, k), i];
      return [{ ...board, order, k: k + 1, hand: null }, text("isMistake", values)];
    }
    if (next === undefined) return [board, text("noneLeft")];
    const guesses = [board.guesses[0] + Number(i === next), board.guesses[1] + 1];
    if (i === next) return [{ ...board, k: k + 1, guesses }, text("right", values)];
    return [{ ...board, guesses }, text(wrong.includes(i) ? "notNext" : "notWrong", values)];
  },
};

// ---- in and out ----

/** What is one of a few choices. */
export const NAMED = ["order", "bias", "zero", "eta", "grid", "view"];

export function asLink(board) {
  const rows = new URLSearchParams();
  if (board.points.length) rows.set("points", board.points.join(";"));
  for (const name of [...NAMED, "origin", "whose"])
    if (board[name] !== EMPTY[name] && !Array.isArray(board[name])) rows.set(name, board[name]);
  if (Array.isArray(board.order)) rows.set("choices", board.order);
  for (const name of ["start", "u"]) if (board[name]?.some(Boolean)) rows.set(name, board[name]);
  if (board.isFree) rows.set("free", "yes");
  board.units.forEach((unit, at) => rows.set(`x${at + 1}`, unit));
  return rows.toString().replaceAll("%2C", ",").replaceAll("%3B", ";").replaceAll("%2F", "/");
}

const isOnGrid = (v) => Number.isInteger(v) && Math.abs(v) <= GRIDS.at(-1);
const inLink = (source) => new URLSearchParams(source.trim().split(/[#?]/).at(-1));
const isKnown = (rows, name) => Object.hasOwn(WORDS.choices[name], rows.get(name));

/** What a link asks for that a stage does not have: its points are the same, its run is not. */
export function notHere(source) {
  const rows = inLink(source);
  const lacking = NAMED.filter((name) => rows.has(name) && !isKnown(rows, name));
  return lacking.map((name) => `${name} = ${rows.get(name)}`);
}

export function fromLink(source) {
  const rows = inLink(source);
  const numbers = (row) => row.split(",").filter(Boolean).map(Number);
  const points = (rows.get("points") ?? "").split(";").filter(Boolean).map(numbers);
  const isPoint = (p) => p.length === 3 && p.every(isOnGrid) && Math.abs(p[2]) === 1;
  if (!points.every(isPoint)) throw new Error(text("noLink", { text: source.slice(0, 60) }));
  const given = { points, isFree: rows.has("free") };
  for (const name of NAMED) if (isKnown(rows, name)) given[name] = rows.get(name);
  for (const name of ["start", "u"])
    if (rows.has(name)) given[name] = numbers(rows.get(name)).map((v) => clamp(v, FARTHEST));
  if (rows.has("choices")) given.order = numbers(rows.get("choices"));
  if (given.order?.length) given.whose = rows.get("whose")?.slice(0, 40) ?? "";
  if (rows.has("x1") && rows.has("x2")) given.units = ["x1", "x2"].map((x) => unitFromLink(rows.get(x)));
  return load(given, STARTS[rows.get("origin")] ? rows.get("origin") : "");
}

// A name, which may hold commas, and two numbers, which may be fractions.
function unitFromLink(source) {
  const [, name, ...rest] = source.match(/^(.*),([-\d./e]+),([-\d./e]+)$/) ?? [];
  if (name === undefined) throw new Error(text("noLink", { text: source.slice(0, 60) }));
  return [name.slice(0, 40), ...rest.map(ratio).map(([p, q]) => p / q)];
}

export const asCSV = (points) => [["x1", "x2", "y"], ...points].map((row) => `${row}\n`).join("");

/** Points of a table; where numbers are not on the grid, each column gets a unit and is rounded. */
export function fromCSV(source) {
  if (source.includes("points=")) return fromLink(source);
  const lines = source.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error(text("emptyText"));
  const cells = lines.map((line) => line.split(/[;\t,]/).map((cell) => cell.trim().replace("−", "-")));
  const isNumber = (cell) => cell !== "" && Number.isFinite(Number(cell));
  const headings = cells[0].length === 3 && !cells[0].slice(0, 2).some(isNumber) ? cells.shift() : ["x1", "x2"];
  const bad = cells.findIndex((row) => row.length !== 3 || !row.slice(0, 2).every(isNumber));
  const row = bad + 1 + lines.length - cells.length;
  if (bad >= 0) throw new Error(text("badRow", { row, text: lines[row - 1].slice(0, 40) }));
  const names = [...new Set(cells.map((each) => each[2]))].sort((a, b) => a - b || (a < b ? -1 : 1));
  const isOne = names.length === 1 && Math.abs(names[0]) === 1;
  if (names.length !== 2 && !isOne) throw new Error(text("twoLabels", { names: names.slice(0, 5).join(", ") }));
  const columns = [0, 1].map((at) => cells.map((each) => Number(each[at])));
  const fits = columns.flat().every(isOnGrid);
  const units = fits ? [] : columns.map((values, at) => unitOf(headings[at], values));
  const onGrid = (v, at) => (fits ? v : Math.round((v - units[at][1]) / units[at][2]) + 0);
  const label = (name) => (isOne ? Number(name) : name === names[1] ? 1 : -1);
  const points = cells.map(([x, y, name]) => [onGrid(Number(x), 0), onGrid(Number(y), 1), label(name)]);
  const some = points.filter((_, i) => (i * MOST) % points.length < MOST); // of too many, from everywhere
  return load({ points: some, units, bias: fits ? "none" : "one" });
}

// The least round step by which values fit the grid, and the round middle of them.
function unitOf(name, values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = (high - low) / (2 * GRIDS.at(-1)) || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10, 20].map((f) => f * power).find((each) => each >= least);
  return [name.slice(0, 40), Math.round((low + high) / 2 / step) * step, step];
}

// What perceptron() takes, as it is written in Python.
const inPython = ({ order, bias, zero, eta, start: [w1, w2, b] }) => ({
  order: Array.isArray(order) ? "lambda margins: next(choices)" : `"${order}"`,
  bias: `"${bias}"`,
  zero: `"${zero}"`,
  learning_rate: eta.includes("/") ? `Fraction("${eta}")` : eta,
  w0: `[${w1}, ${w2}]`,
  b0: bias === "none" ? 0 : b,
});

export function asPython(board) {
  const { points, order, eta } = board;
  const { mistakes, converged } = study(board);
  const isOwn = Array.isArray(order);
  const [given, usual] = [board, EMPTY].map(inPython);
  const unusual = Object.keys(given).filter((name) => given[name] !== usual[name]);
  const values = ["X, y", ...unusual.map((name) => `${name}=${given[name]}`)];
  if (isOwn || !converged) values.push(`max_mistakes=${mistakes.length}`);
  const lines = [
    eta.includes("/") && "from fractions import Fraction\n",
    "from perceptron_core import perceptron\n",
    `X = [${points.map(([x, y]) => `[${x}, ${y}]`).join(", ")}]`,
    `y = [${points.map((point) => point[2]).join(", ")}]`,
    isOwn && `choices = iter([${mistakes.join(", ")}])`,
    `trace = perceptron(${values.join(", ")})\n`,
  ];
  return lines.filter(Boolean).join("\n");
}

// ---- challenges: each judged on every change ----

// What they ask for: `few` are the mistakes in cyclic order, `many` those of the worst first.
function measured({ points }) {
  const kinds = [{}, { order: "worst" }, { bias: "one" }];
  const [run, worst, padded] = kinds.map((kind) => study({ ...EMPTY, points, ...kind }));
  const [few, many] = [run, worst].map(({ mistakes }) => mistakes.length);
  const labels = points.map((point) => point[2]);
  const weights = run.certificate?.map(([, weight]) => weight) ?? [];
  const [first, again] = run.repeats ?? [0, 0];
  return {
    ...{ n: points.length, few, many },
    isFour: points.length === 4,
    isEnded: run.converged,
    isFiveTimes: run.converged && worst.converged && few > 0 && 5 * few <= many,
    areTheirLabels: String(labels) === String(WORKED.map((point) => point[2])),
    areBothLabels: new Set(labels).size === 2,
    moved: points.filter((point, i) => String(point) !== String(WORKED[i])).length,
    bound: run.gammaSquared && fraction(bound(run)),
    free: padded.gammaSquared ? "a" : "no",
    through: run.gammaSquared ? "one" : "none",
    weights: weights.join(" : "),
    areThreeWeights: weights.length === 3 && new Set(weights).size === 3,
    round: again - first,
    isLong: again - first >= 20,
  };
}

// Of a challenge: whether a board solves it, and what is there, or is missing first.
const judgeOf = ({ needs, solved, found }) => (board) => {
  const facts = measured(board);
  const missing = Object.keys(needs).find((name) => !facts[name]);
  const isSolved = Object.entries(solved).every(([name, value]) => facts[name] === value);
  return [isSolved && !missing, text(needs[missing] ?? found, facts)];
};

/** Name → the task, the start that it begins with, and its judge. */
export const CHALLENGES = Object.fromEntries(
  Object.entries(BOARDS.challenges).map(([name, each]) => [name, { ...each, judge: judgeOf(each) }]),
);
