// A board as a link, as Python and as CSV, and a link as a board.

import { EMPTY, MOST, STARTS, brief, isPoint, isUnit, load, mustBe, study } from "./board.js";
import { rational } from "./model.js";
import { asFloat, text } from "./words.js";

/** The board of a start, or of a link that ends in points. */
export const named = (name, starts = STARTS) =>
  Object.hasOwn(starts, name) ? load(starts[name], name) : fromLink(String(name));

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

const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g; // spaces without width, marks of direction
const usual = (fullWidth) => String.fromCharCode(fullWidth.charCodeAt(0) - 0xfee0);
/** A cell as programs write it: every dash a hyphen, full-width signs as usual ones. As Python's `as_typed`. */
export const asTyped = (cell) =>
  cell
    .replace(UNSEEN, "")
    .replace(/[−‐‑‒–—﹣]/g, "-")
    .replace(/[！-～]/g, usual)
    .trim();
const isWholeCell = (cell) => /^[-+]?\d{1,15}$/.test(asTyped(cell));
const wholeOf = (cell) => Number(asTyped(cell)) + 0; // -0 is 0

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
  const named = { free: ["yes"], origin: [...Object.keys(STARTS), "challenge"] };
  for (const [name, names] of Object.entries(named))
    if (rows.has(name))
      mustBe(names.includes(rows.get(name)), "mayChoice", name, rows.get(name), { known: names.join(", ") });
  const given = { points: all.map(pointFromLink), isFree: rows.has("free") };
  for (const name of NAMED) if (rows.has(name)) given[name] = rows.get(name);
  if (rows.has("eta")) given.eta = asTyped(rows.get("eta"));
  if (OLD_ORDERS.includes(given.order)) delete given.order;
  if (rows.has("start")) given.start = rows.get("start").split(",").map(asTyped);
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
  const floatOf = (cell) => (cell.includes("/") ? asFloat(...rational(cell)) : Number(cell));
  const numbers = rest.map(asTyped).map((cell) => (rational(cell) ? floatOf(cell) : Number.NaN));
  const isSo = name !== undefined && isUnit([name, ...numbers]);
  mustBe(isSo, "mayUnits", axis, source);
  return [name, ...numbers];
}

export const asCSV = (points) => [["x1", "x2", "y"], ...points].map((row) => `${row}\n`).join("");

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
