// The reader's board without a page: what it may be, and what follows from it.
//
// A board is a plain object and is never changed; an action returns another one, and what was done: actions.js.

import BOARDS from "./boards.json" with { type: "json" };
import { analyse, fold, inUnits, margin, rational, reduced, updated, wrongPoints } from "./model.js";
import { asFloat, quotient, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

export const MOST = 40; // points
export const LIMIT = 500; // mistakes of a run
const MOST_WAYS = 600; // updates in all runs by the reader's choice
export const FARTHEST = 10_000; // the largest weight that is set by hand
const LONGEST = 60; // digits of the two numbers of a fraction
export const LETTERS = 40; // of a name
export const GRIDS = Object.keys(WORDS.choices.grid).map(Number);

export const EMPTY = {
  points: [],
  order: "cyclic",
  bias: "none",
  zero: "mistake",
  eta: "1",
  start: [0, 0, 0], // numbers, or fractions as text
  whose: "", // the order of a given run, whose choices `order` has
  grid: GRIDS[0],
  origin: "", // the name of the start
  units: [], // of each coordinate: name, value at 0, value of one step
  view: "wall", // of the proof
  turn: 0, // of z in one of its views, in degrees
  k: null, // mistakes made; null is the end of the run
  beat: 0, // of the end of the argument, at the mistake for which there is no room
  hand: null, // the reader's own w and b, while these are looked at: numbers, or fractions as text
  guessing: false,
  guesses: [0, 0], // how many were right, and all
  u: null, // the reader's own u, to break the proof with
  isFree: false, // whether the choices in `order` need not be mistakes, to break it too
};

export const STARTS = BOARDS.starts;

/**
 * A board with what is given, and all else as usual; the paper is as large as it has to be.
 *
 * @throws {Error} What a stage cannot hold, in words that name the entry.
 */
export function load(given, origin = given.origin ?? "") {
  const board = { ...EMPTY, ...given, origin: isStart(origin) ? origin : "" };
  checkBoard(board);
  const least = Math.max(Number(board.grid), reachOf(board));
  return {
    ...board,
    grid: GRIDS.find((grid) => grid >= least),
    eta: String(canonical(board.eta)),
    start: board.start.map(canonical),
    hand: board.hand?.map(canonical) ?? null,
  };
}

export const reachOf = ({ points }) => Math.max(0, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));

/** A whole number as a Number, any other as "p/q". */
export function canonical(value) {
  const [p, q] = rational(value);
  return q === 1n ? Number(p) : `${p}/${q}`;
}

const isStart = (name) => Object.hasOwn(BOARDS.starts, name) || name === "challenge";

// ---- what a board may be ----

const isWithin = (limit) => (v) => Number.isInteger(v) && Math.abs(v) <= limit;
const isCount = (v) => Number.isSafeInteger(v) && v >= 0;
export const isOnGrid = isWithin(GRIDS.at(-1));
const isListOf = (each, n) => (list) =>
  Array.isArray(list) && (n === undefined || list.length === n) && list.every(each);
const isName = (v) => typeof v === "string" && v.length <= LETTERS;
export const isPoint = (point) => isListOf(isOnGrid, 3)(point) && Math.abs(point[2]) === 1;
export const isUnit = (unit) =>
  isListOf(() => true, 3)(unit) && isName(unit[0]) && unit.slice(1).every(Number.isFinite) && unit[2] > 0;

// A number of which two whole numbers of at most `LONGEST` digits are numerator and denominator.
function isFraction(value) {
  const isShort =
    ["number", "bigint"].includes(typeof value) || (typeof value === "string" && value.length <= 3 * LONGEST);
  const found = isShort ? rational(value) : null;
  return Boolean(found?.every((v) => String(v).length <= LONGEST));
}
const isWeight = (v) => isFraction(v) && Math.abs(asFloat(...rational(v))) <= FARTHEST;
export const isLine = isListOf(isWeight, 3);

// Of each entry: what it must be, by the name of a sentence, and whether it is.
const MAY_BE = {
  points: { must: "mayPoints", isSo: isListOf(isPoint) },
  order: { must: "mayOrder", isSo: (v) => isListOf(isCount)(v) || (isChoice("order", v) && v !== "own") },
  eta: { must: "mayEta", isSo: (v) => isFraction(v) && rational(v)[0] > 0n },
  start: { must: "mayLine", isSo: isLine },
  hand: { must: "mayLine", isSo: (v) => v === null || isLine(v) },
  u: { must: "mayU", isSo: (v) => v === null || (isListOf(isWithin(FARTHEST), 3)(v) && (v[0] !== 0 || v[1] !== 0)) },
  k: { must: "mayK", isSo: (v) => v === null || isCount(v) },
  whose: { must: "mayName", isSo: isName },
  units: { must: "mayUnits", isSo: (v) => isListOf(isUnit)(v) && [0, 2].includes(v.length) },
};

function checkBoard(board) {
  for (const [name, { must, isSo }] of Object.entries(MAY_BE)) mustBe(isSo(board[name]), must, name, board[name]);
  for (const name of ["bias", "zero", "view", "grid"])
    mustBe(isChoice(name, String(board[name])), "mayChoice", name, board[name], { known: known(name) });
  const { points, order, bias, u, hand, isFree, whose } = board;
  const needy = isFree ? "free" : whose && "whose";
  if (needy && !Array.isArray(order)) throw new Error(text("needsChoices", { name: needy }));
  if (points.length > MOST) throw new Error(text("tooMany", { n: points.length, most: MOST }));
  if (Array.isArray(order) && order.length > LIMIT) throw new Error(text("tooLong", { most: LIMIT }));
  for (const each of [u, hand])
    if (bias === "none" && each && rational(each[2])[0]) throw new Error(text("noOffset", { found: String(each) }));
}

const isChoice = (name, value) => Object.hasOwn(WORDS.choices[name], value);
const known = (name) => Object.keys(WORDS.choices[name]).join(", ");

export function mustBe(isSo, must, name, value, values = {}) {
  const found = brief(
    typeof value === "string" ? value : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v)),
  );
  if (!isSo) throw new Error(text(must, { name, found, most: FARTHEST, ...values }));
}

export const brief = (source) => (String(source).length > 60 ? `${String(source).slice(0, 59)}…` : String(source));

/**
 * What follows from a board: the answer of analyse(), with its states as BigInts, whole multiples of
 * 1/unit; an update adds `step` of these units.
 */
export function study({ points, order, bias, zero, eta, start, isFree }, limit = LIMIT) {
  const choices = Array.isArray(order) ? order.filter((i) => points[i]) : order; // but of points that are gone
  const otherwise = isFree ? "allow" : "stop";
  const from = bias === "none" ? [...start.slice(0, 2), 0] : start;
  const { values, unit } = inUnits([...from, eta]);
  const step = values.pop();
  const found = analyse({ points, order: choices, otherwise, bias, zero, start: values, step, limit });
  const states = found.states.map((state) => state.map(BigInt));
  const repeats = choices === order ? found.repeats : null; // what is chosen need not repeat itself
  return { ...found, states, step, unit, repeats, end: repeats ? repeats[1] : found.mistakes.length };
}

/** Each [w, w + z] that choices of mistakes lead to, and after how many they end; null of too many. */
export function ways({ points, zero }, { states: [start], step, pad }) {
  const folded = points.map((point) => fold(point.map(BigInt)));
  const edges = [];
  const ends = [];
  let reached = [start];
  for (let k = 0; reached.length && edges.length <= MOST_WAYS; k += 1) {
    const next = new Map();
    for (const w of reached) {
      const wrong = wrongPoints(points, w, zero);
      if (!wrong.length && !ends.includes(k)) ends.push(k);
      for (const i of wrong) {
        const to = updated(w, folded[i], step, BigInt(pad));
        next.set(String(to), to);
        edges.push([w, to]);
      }
    }
    reached = [...next.values()];
  }
  return edges.length > MOST_WAYS ? null : { edges, ends };
}

/**
 * Where the reader is: k of at most `latest`, w and b, as floats and as whole multiples of 1/per, the
 * points that are wrong, and the next mistake.
 */
export function view(board, found = study(board)) {
  const { end, states, mistakes, converged, unit } = found;
  const isOfUpdates = board.view === "squares" && !board.guessing; // there is none after the last
  const latest = isOfUpdates && converged && end ? end - 1 : end;
  const k = Math.min(board.k ?? latest, latest);
  const { values: line, unit: per } = board.hand ? inUnits(board.hand) : { values: states[k], unit };
  const w = line.map((v) => asFloat(v, per));
  const next = board.hand ? undefined : mistakes.slice(0, end)[k];
  return { k, latest, w, line, per, wrong: wrongPoints(board.points, line, board.zero), next };
}

/** y(w·x + b) of point i on the line that is looked at. */
export const marginAt = ({ line, per }, point) => quotient(margin(line, fold(point.map(BigInt))), per);

/** w1, w2 and b of the line that is looked at, exactly. */
export const exactly = ({ line, per }) => line.map((v) => quotient(v, per));

/** Whether the reader chooses which mistake is next. */
export const isOwn = ({ order, whose }) => Array.isArray(order) && !whose;

/** Whether a click on a point chooses it, and does not change it. */
export const isChoosing = (board) => board.guessing || isOwn(board);

/** R²/γ², reduced. */
export const bound = ({ radiusSquared, gammaSquared: [p, q] }) =>
  reduced([BigInt(radiusSquared) * BigInt(q), BigInt(p)]);
