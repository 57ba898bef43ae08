// A table of any program as a board: rows of x1, x2 and a label.

import { GRIDS, LETTERS, MOST, brief, isOnGrid, isUnit, load } from "./board.js";
import { asTyped, fromLink, notHere } from "./links.js";
import { text } from "./words.js";

const ROWS = 10_000;
const NUMBER_IN_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i;
// As csv_file.py has them: what is written for no value, and labels of two classes, of which one says yes.
const MISSING = " nan na n/a #n/a <na> null none nil missing ? . .. -nan".split(" ");
const YES = "yes y true t positive pos + ja j wahr positiv oui sí".split(" ");
const NO = "no n false f negative neg - nein falsch negativ non".split(" ");
const SAYS_NO = /^(no|not|kein|nicht|false|f|negative|neg|nein|falsch|negativ|non)([ _-]|$)/;
const isLost = (cell) => Number(cell) === 0 && /[1-9]/.test(cell.split(/e/i)[0]); // below all floats
const isNumberCell = (cell) => NUMBER_IN_TEXT.test(cell) && Number.isFinite(Number(cell)) && !isLost(cell);

/** The board of a link or a table, and what came of it. */
export function fromSource(source) {
  const isLink = source.includes("points=");
  const [board, all, plus] = isLink ? [fromLink(source)] : fromTable(source);
  const n = board.points.length;
  const names = isLink ? notHere(source).join(", ") : "";
  const values = {
    points: all > n ? text("someOf", { n, all }) : text("points", { n }),
    rounded: board.units.length && !isLink ? text("rounded") : "",
    lacking: names && text("lacking", { names }),
    plus: plus ? text("plusIs", { name: brief(plus) }) : "",
  };
  return [board, text("loaded", values)];
}

export const fromCSV = (source) => fromSource(source)[0];

// The board of a table, how many points the table has, and which label, if it is a word, became +1. Where numbers are not on the grid, each
// column gets a unit and is rounded.
function fromTable(source) {
  const rows = tableOf(source.replace(/^\ufeff/, ""));
  if (!rows.length) throw new Error(text("emptyText"));
  const isHeaded = rows[0].cells.length === 3 && !rows[0].cells.some(isNumberCell);
  const headings = isHeaded ? rows.shift().cells : ["x1", "x2"];
  if (!rows.length) throw new Error(text("emptyText"));
  const areSigns = rows.every(({ cells }) => isSign(cells[2] ?? ""));
  const isLabel = (cell) => areSigns || !(isDash(cell) || MISSING.includes(cell.toLowerCase()));
  const isRow = ({ cells }) => cells.length === 3 && cells.slice(0, 2).every(isNumberCell) && isLabel(cells[2]);
  const bad = rows.find((row) => !isRow(row));
  if (bad) throw new Error(text("badRow", { row: bad.line, text: brief(bad.cells.join(", ")) }));
  const { label, plus } = labelsOf(rows.map(({ cells }) => cells[2]));
  const columns = [0, 1].map((at) => rows.map(({ cells }) => Number(cells[at]) + 0));
  const fits = columns.flat().every(isOnGrid);
  const units = fits ? [] : columns.map((values, at) => unitOf(headings[at], values));
  const onGrid = (v, at) => (fits ? v : Math.round((v - units[at][1]) / units[at][2]) + 0);
  const points = rows.map(({ cells }, i) => [onGrid(columns[0][i], 0), onGrid(columns[1][i], 1), label(cells[2])]);
  const some = points.filter((_, i) => (i * MOST) % points.length < MOST); // of too many, from everywhere
  return [load({ points: some, units, bias: fits ? "none" : "one" }), points.length, plus];
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
  const typed = asTyped(cell);
  const pointed = sign === "," ? typed : typed.replace(/^([+-]?\d*),(\d+(e[+-]?\d+)?)$/i, "$1.$2");
  return isNumberCell(pointed) ? pointed : cell.normalize();
}

const isDash = (cell) => ["-", "--"].includes(asTyped(cell)); // among other labels it is one for no value
const isSign = (cell) => isDash(cell) || asTyped(cell) === "+";

// What a label is, however it is written, and which of two is +1: the larger number, the word that says yes,
// or the last one in the alphabet.
function labelsOf(cells) {
  const names = [...new Set(cells)];
  const ofOther = (name) => (isNumberCell(name) ? Number(name) : name);
  const numbers = names.map((name) => (isDash(name) ? -1 : isSign(name) ? 1 : ofOther(name)));
  const keys = [...new Set(numbers)];
  const said = { names: brief(names.slice(0, 5).join(", ")) };
  if (names.length === 1 && Math.abs(keys[0]) === 1) return { label: () => keys[0], plus: "" };
  if (keys.length === 1 && names.length > 1) throw new Error(text("sameLabels", said));
  if (keys.length !== 2) throw new Error(text("twoLabels", said));
  const areNumbers = keys.every((key) => typeof key === "number");
  if (!areNumbers && keys.some((key) => typeof key === "number")) throw new Error(text("mixedLabels", said));
  const small = keys.map((key) => String(key).toLowerCase());
  if (small[0] === small[1]) throw new Error(text("sameWords", said));
  const plus = areNumbers ? Math.max(...keys) : wordOfPlus(keys, small);
  const keyOf = new Map(names.map((name, i) => [name, numbers[i]]));
  return { label: (name) => (keyOf.get(name) === plus ? 1 : -1), plus: areNumbers ? "" : plus };
}

function wordOfPlus(keys, small) {
  const saysYes = keys.filter((_, i) => YES.includes(small[i]));
  const saysNoNo = keys.filter((_, i) => !(NO.includes(small[i]) || SAYS_NO.test(small[i])));
  const found = [saysYes, saysNoNo].find((few) => few.length === 1) ?? keys;
  return found.reduce((last, key) => (key > last ? key : last));
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
