// A table of any program as a board: rows of x1, x2 and a label.

import { GRIDS, LETTERS, MOST, brief, isOnGrid, isUnit, load } from "./board.js";
import { fromLink, notHere, withHyphen } from "./links.js";
import { text } from "./words.js";

const ROWS = 10_000;
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
