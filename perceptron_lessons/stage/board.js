// The reader's board without a page: what there is, what can be done with it, and its way in and out.
//
// A board is a plain object and is never changed; an action returns another one, and what was done.

import BOARDS from "./boards.json" with { type: "json" };
import { analyse, fold, inUnits, margin, rational, reduced, updated, wrongPoints } from "./model.js";
import { asFloat, fraction, negative, pointText, quotient, root, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

export const MOST = 40; // points
export const LIMIT = 500; // mistakes of a run
const MOST_WAYS = 600; // updates in all runs by the reader's choice
const FARTHEST = 10_000; // the largest weight that is set by hand
const LONGEST = 60; // digits of the two numbers of a fraction
const LETTERS = 40; // of a name
const ROWS = 10_000; // of a table
const GRIDS = Object.keys(WORDS.choices.grid).map(Number);

const EMPTY = {
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
const WORKED = STARTS["worked example"].points;

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
    hand: board.hand && board.hand.map(canonical),
  };
}

const reachOf = ({ points }) => Math.max(0, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));

/** A whole number as a Number, any other as "p/q". */
export function canonical(value) {
  const [p, q] = rational(value);
  return q === 1n ? Number(p) : `${p}/${q}`;
}

const isStart = (name) => Object.hasOwn(BOARDS.starts, name) || name === "challenge";

/** The board of a start, or of a link that ends in points. */
export const named = (name, starts = STARTS) =>
  Object.hasOwn(starts, name) ? load(starts[name], name) : fromLink(String(name));

// ---- what a board may be ----

const isWithin = (limit) => (v) => Number.isInteger(v) && Math.abs(v) <= limit;
const isCount = (v) => Number.isSafeInteger(v) && v >= 0;
const isOnGrid = isWithin(GRIDS.at(-1));
const isListOf = (each, n) => (list) =>
  Array.isArray(list) && (n === undefined || list.length === n) && list.every(each);
const isName = (v) => typeof v === "string" && v.length <= LETTERS;
const isPoint = (point) => isListOf(isOnGrid, 3)(point) && Math.abs(point[2]) === 1;
const isUnit = (unit) =>
  isListOf(() => true, 3)(unit) && isName(unit[0]) && unit.slice(1).every(Number.isFinite) && unit[2] > 0;

// A number of which two whole numbers of at most `LONGEST` digits are numerator and denominator.
function isFraction(value) {
  const isShort = ["number", "bigint"].includes(typeof value) || (typeof value === "string" && value.length <= 3 * LONGEST);
  const found = isShort ? rational(value) : null;
  return found !== null && found.every((v) => String(v).length <= LONGEST);
}
const isWeight = (v) => isFraction(v) && Math.abs(asFloat(...rational(v))) <= FARTHEST;
const isLine = isListOf(isWeight, 3);

// Of each entry: what it must be, by the name of a sentence, and whether it is.
const MAY_BE = {
  points: ["mayPoints", isListOf(isPoint)],
  order: ["mayOrder", (v) => isListOf(isCount)(v) || (isChoice("order", v) && v !== "own")],
  eta: ["mayEta", (v) => isFraction(v) && rational(v)[0] > 0n],
  start: ["mayLine", isLine],
  hand: ["mayLine", (v) => v === null || isLine(v)],
  u: ["mayU", (v) => v === null || (isListOf(isWithin(FARTHEST), 3)(v) && (v[0] !== 0 || v[1] !== 0))],
  k: ["mayK", (v) => v === null || isCount(v)],
  whose: ["mayName", isName],
  units: ["mayUnits", (v) => isListOf(isUnit)(v) && [0, 2].includes(v.length)],
};

function checkBoard(board) {
  for (const [name, [must, isSo]] of Object.entries(MAY_BE)) mustBe(isSo(board[name]), must, name, board[name]);
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

function mustBe(isSo, must, name, value, values = {}) {
  const found = brief(typeof value === "string" ? value : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v)));
  if (!isSo) throw new Error(text(must, { name, found, most: FARTHEST, ...values }));
}

const brief = (source) => (String(source).length > 60 ? `${String(source).slice(0, 59)}…` : String(source));

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

/** R²/γ², reduced. */
export const bound = ({ radiusSquared, gammaSquared: [p, q] }) =>
  reduced([BigInt(radiusSquared) * BigInt(q), BigInt(p)]);

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
    if (name === "grid" && Number(value) < reachOf(board)) return [board, text("outside", { grid: value })];
    const change = name === "order" ? { k: 0, whose: "", order: value === "own" ? [] : value } : { [name]: value };
    const next = { ...board, ...change, hand: null };
    if (name === "view") return [{ ...load(next), turn: 0 }, text(`view_${value}`)];
    const done = text("chosen", { title: WORDS.controls[name] ?? name, value });
    return [load({ ...next, u: null, isFree: false }), done];
  },
  start(board, axis, value) {
    const start = board.start.with(axis, value);
    if (!isLine(start)) return [board, text("mayLine", { name: "start", found: brief(value), most: FARTHEST })];
    return ACTIONS.choose(board, "start", start);
  },
  // Numbers are rounded, text is taken as it is, and what is null stays what it is.
  hand(board, w) {
    const { line, per } = view(board);
    const given = (v) => (typeof v === "string" ? v : clamp(v, FARTHEST));
    const numbers = w.map((v, axis) => (v === null ? `${line[axis]}/${per}` : given(v)));
    if (board.bias === "none") numbers[2] = 0;
    if (!isLine(numbers)) return [board, text("mayLine", { name: "w, b", found: brief(w[2]), most: FARTHEST })];
    const next = { ...board, hand: numbers.map(canonical) };
    const here = view(next);
    return [next, text("byHand", { w: exactly(here).slice(0, 2), wrong: here.wrong.length })];
  },
  turnU(board, to) {
    const u = [...to.slice(0, 2).map((v) => clamp(v, 1000)), 0];
    if (!u[0] && !u[1]) return [board, text("uHasDirection")];
    const least = Math.min(...board.points.map((point) => margin(u, fold(point))));
    const size = root(least ** 2, u[0] ** 2 + u[1] ** 2);
    const values = { u: u.slice(0, 2), margin: least < 0 ? negative(size) : size };
    return [{ ...board, u }, text(least > 0 ? "uSeparates" : "uFails", values)];
  },
  fromHere(board) {
    if (!board.hand) return [board, text("noHand")];
    const done = text("fromHere", { w: exactly(view(board)).slice(0, 2) });
    return [{ ...board, start: board.hand, hand: null, k: 0 }, done];
  },
  guessing(board, guessing) {
    const next = { ...board, guessing, guesses: [0, 0], hand: null, k: guessing ? 0 : board.k };
    return [next, text(guessing ? "guessOn" : "guessOff")];
  },
  // A guess of the next mistake; in the reader's own order the choice of it.
  guess(board, i) {
    const here = view(board);
    const { k, wrong, next } = here;
    const values = { i, k: k + 1, margin: marginAt(here, board.points[i]) };
    if (isOwn(board)) {
      if (!board.isFree && !wrong.includes(i)) return [board, text("notMistake", values)];
      if (k === LIMIT) return [board, text("tooLong", { most: LIMIT })];
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
  rows.set("points", board.points.join(";"));
  for (const name of [...NAMED, "origin", "whose"])
    if (board[name] !== EMPTY[name] && !Array.isArray(board[name])) rows.set(name, board[name]);
  if (Array.isArray(board.order)) rows.set("choices", board.order);
  for (const name of ["start", "u"]) if (board[name]?.some(Boolean)) rows.set(name, board[name]);
  if (board.isFree) rows.set("free", "yes");
  board.units.forEach((unit, at) => rows.set(`x${at + 1}`, unit));
  return rows.toString().replaceAll("%2C", ",").replaceAll("%3B", ";").replaceAll("%2F", "/");
}

const inLink = (source) => new URLSearchParams(source.trim().split(/[#?]/).at(-1));
const OLD_ORDERS = ["random", "shuffled"]; // of links to older pages: the same points, another run

/** What an older link asks for that a stage does not have: its points are the same, its run is not. */
export function notHere(source) {
  const order = inLink(source).get("order");
  return OLD_ORDERS.includes(order) ? [`order = ${order}`] : [];
}

const isWholeCell = (cell) => /^[-−+]?\d{1,15}$/.test(cell.trim());
const withHyphen = (cell) => cell.trim().replace(/^[−–－]/, "-");
const wholeOf = (cell) => Number(withHyphen(cell)) + 0; // -0 is 0

/** The board of a link; an Error in words where any entry of it cannot be. */
export function fromLink(source) {
  const rows = inLink(source);
  const numbers = (row) => {
    const cells = row.split(",");
    if (!cells.every(isWholeCell)) throw new Error(text("noNumbers", { text: brief(row) }));
    return cells.map(wholeOf);
  };
  if (!rows.has("points")) throw new Error(text("noLink", { text: brief(source) }));
  for (const name of rows.keys())
    if (rows.getAll(name).length > 1) throw new Error(text("twice", { name: brief(name) }));
  const all = rows.get("points").split(";").filter(Boolean);
  if (all.length > MOST) throw new Error(text("tooMany", { n: all.length, most: MOST }));
  for (const [name, names] of [["free", ["yes"]], ["origin", [...Object.keys(STARTS), "challenge"]]])
    if (rows.has(name)) mustBe(names.includes(rows.get(name)), "mayChoice", name, rows.get(name), { known: names.join(", ") });
  const given = { points: all.map(pointFromLink), isFree: rows.has("free") };
  for (const name of NAMED) if (rows.has(name)) given[name] = rows.get(name);
  if (OLD_ORDERS.includes(given.order)) delete given.order;
  if (rows.has("start")) given.start = rows.get("start").split(",").map(withHyphen);
  if (rows.has("u")) given.u = numbers(rows.get("u"));
  if (rows.has("choices")) given.order = rows.get("choices") ? numbers(rows.get("choices")) : [];
  if (rows.has("whose")) given.whose = rows.get("whose");
  if (rows.has("x1") || rows.has("x2")) given.units = ["x1", "x2"].map((x) => unitFromLink(x, rows.get(x) ?? ""));
  const isThere = (i) => i < given.points.length;
  if (Array.isArray(given.order) && !given.order.every(isThere)) throw new Error(text("noSuchPoint"));
  return load(given, rows.get("origin") ?? "");
}

function pointFromLink(row) {
  const cells = row.split(",");
  const point = cells.map(wholeOf);
  if (!cells.every(isWholeCell) || !isPoint(point)) throw new Error(text("noLink", { text: brief(row) }));
  return point;
}

// A name, which may hold commas, and two numbers, which may be fractions.
function unitFromLink(axis, source) {
  const [, name, ...rest] = source.match(/^(.*),([^,]{1,50}),([^,]{1,50})$/s) ?? [];
  const numbers = rest.map((cell) => (cell.includes("/") ? asFloat(...(rational(cell) ?? [0n, 0n])) : Number(cell)));
  const isSo = name !== undefined && isUnit([name, ...numbers]);
  mustBe(isSo, "mayUnits", axis, source);
  return [name, ...numbers];
}

export const asCSV = (points) => [["x1", "x2", "y"], ...points].map((row) => `${row}\n`).join("");

const NUMBER_IN_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i;
const MISSING = ["", "nan", "na", "n/a", "#n/a", "<na>", "null"]; // what programs write for no value
const isNumberCell = (cell) => NUMBER_IN_TEXT.test(cell) && Number.isFinite(Number(cell));

/** The board of a link or a table, and what came of it. */
export function fromSource(source) {
  const isLink = source.includes("points=");
  const [board, all] = isLink ? [fromLink(source)] : fromTable(source);
  const n = board.points.length;
  const names = isLink ? notHere(source).join(", ") : "";
  const values = {
    points: all > n ? text("someOf", { n, all }) : text("points", { n }),
    rounded: board.units.length && !isLink ? text("rounded") : "",
    lacking: names && text("lacking", { names }),
  };
  return [board, text("loaded", values)];
}

export const fromCSV = (source) => fromSource(source)[0];

// The board of a table, and how many points the table has. Where numbers are not on the grid, each
// column gets a unit and is rounded.
function fromTable(source) {
  const rows = tableOf(source.replace(/^\ufeff/, ""));
  if (!rows.length) throw new Error(text("emptyText"));
  const isHeaded = rows[0].cells.length === 3 && !rows[0].cells.some(isNumberCell);
  const headings = isHeaded ? rows.shift().cells : ["x1", "x2"];
  if (!rows.length) throw new Error(text("emptyText"));
  const isRow = ({ cells }) =>
    cells.length === 3 && cells.slice(0, 2).every(isNumberCell) && !MISSING.includes(cells[2].toLowerCase());
  const bad = rows.find((row) => !isRow(row));
  if (bad) throw new Error(text("badRow", { row: bad.line, text: brief(bad.cells.join(", ")) }));
  const label = labelsOf(rows.map(({ cells }) => cells[2]));
  const columns = [0, 1].map((at) => rows.map(({ cells }) => Number(cells[at]) + 0));
  const fits = columns.flat().every(isOnGrid);
  const units = fits ? [] : columns.map((values, at) => unitOf(headings[at], values));
  const onGrid = (v, at) => (fits ? v : Math.round((v - units[at][1]) / units[at][2]) + 0);
  const points = rows.map(({ cells }, i) => [onGrid(columns[0][i], 0), onGrid(columns[1][i], 1), label(cells[2])]);
  const some = points.filter((_, i) => (i * MOST) % points.length < MOST); // of too many, from everywhere
  return [load({ points: some, units, bias: fits ? "none" : "one" }), points.length];
}

// The rows of a table: {line, cells}, without empty lines. A cell may be in quotes.
function tableOf(source) {
  const lines = source.split(/\r\n|\n|\r/);
  const first = (lines.find((each) => each.trim()) ?? "").replace(/"[^"]*"/g, "");
  const signs = [";", "\t", ","];
  const count = (sign) => first.split(sign).length;
  const found = signs.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  const sign = count(found) > 1 ? found : " "; // blanks, as programs for numbers write them
  const rows = [];
  for (const [at, line] of lines.entries()) {
    if (!line.trim()) continue;
    if (rows.length > ROWS) throw new Error(text("tooManyRows", { most: ROWS }));
    rows.push({ line: at + 1, cells: cellsOf(line, at + 1, sign) });
  }
  return rows;
}

// What stands between signs; in quotes a sign is none, and two quotes are one.
function cellsOf(line, row, sign) {
  const between = sign === " " ? line.trim().replace(/\s+/g, " ") : line;
  const cells = [""];
  let isQuoted = false;
  for (let at = 0; at < between.length; at += 1) {
    const letter = between[at];
    const last = cells.length - 1;
    const isPair = isQuoted && between.slice(at, at + 2) === '""';
    if (letter === '"' && !isPair && (isQuoted || !cells[last].trim())) isQuoted = !isQuoted;
    else if (letter === sign && !isQuoted) cells.push("");
    else cells[last] += letter;
    if (isPair) at += 1;
  }
  if (isQuoted) throw new Error(text("openQuote", { row, text: brief(line) }));
  return cells.map((cell) => asNumeral(cell.trim().replace(/\s+/g, " "), sign));
}

// A number with its hyphen and its point, where people write others; all else as it is.
function asNumeral(cell, sign) {
  const hyphened = withHyphen(cell);
  const pointed = sign === "," ? hyphened : hyphened.replace(/^([+-]?\d*),(\d+(e[+-]?\d+)?)$/i, "$1.$2");
  return isNumberCell(pointed) ? pointed : cell;
}

// Of two labels which is +1: the larger of two numbers, the last in the alphabet of two words.
function labelsOf(cells) {
  const names = [...new Set(cells)];
  const areNumbers = names.every(isNumberCell);
  names.sort((a, b) => (areNumbers ? a - b : a < b ? -1 : 1));
  const isOne = names.length === 1 && areNumbers && Math.abs(names[0]) === 1;
  if (isOne) return Number;
  if (names.length !== 2) throw new Error(text("twoLabels", { names: brief(names.slice(0, 5).join(", ")) }));
  if (areNumbers && Number(names[0]) === Number(names[1]))
    throw new Error(text("sameLabels", { names: names.join(", ") }));
  return (name) => (name === names[1] ? 1 : -1);
}

// The least round step by which values fit the grid, and the round middle of them.
function unitOf(name, values) {
  const low = values.reduce((least, v) => Math.min(least, v));
  const high = values.reduce((most, v) => Math.max(most, v));
  const least = (high - low) / (2 * GRIDS.at(-1)) || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10, 20].map((f) => f * power).find((each) => each >= least);
  const unit = [name.slice(0, LETTERS), Math.round((low + high) / 2 / step) * step, step];
  if (!isUnit(unit)) throw new Error(text("badRange", { name: unit[0] }));
  return unit;
}

const inFractions = (value) => (String(value).includes("/") ? `Fraction("${value}")` : String(value));

// What perceptron() takes, as it is written in Python.
const inPython = ({ order, bias, zero, eta, start: [w1, w2, b] }) => ({
  order: Array.isArray(order) ? "lambda margins: next(choices)" : `"${order}"`,
  bias: `"${bias}"`,
  zero: `"${zero}"`,
  learning_rate: inFractions(eta),
  w0: `[${inFractions(w1)}, ${inFractions(w2)}]`,
  b0: bias === "none" ? "0" : inFractions(b),
});

export function asPython(board) {
  const { points, order } = board;
  const { mistakes, converged } = study(board);
  const isOwn = Array.isArray(order);
  const [given, usual] = [board, EMPTY].map(inPython);
  const unusual = Object.keys(given).filter((name) => given[name] !== usual[name]);
  const values = ["X, y", ...unusual.map((name) => `${name}=${given[name]}`)];
  if (isOwn || !converged) values.push(`max_mistakes=${mistakes.length}`);
  const lines = [
    values.some((value) => value.includes("Fraction")) && "from fractions import Fraction\n",
    "from perceptron_core import perceptron\n",
    `X = [${points.map(([x, y]) => `[${x}, ${y}]`).join(", ")}]`,
    `y = [${points.map((point) => point[2]).join(", ")}]`,
    board.isFree && "# perceptron() refuses an update that is no mistake.",
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
