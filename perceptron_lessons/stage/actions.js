// What can be done with a board.

import {
  FARTHEST,
  LIMIT,
  MOST,
  brief,
  canonical,
  exactly,
  isLine,
  isOwn,
  load,
  marginAt,
  reachOf,
  view,
} from "./board.js";
import { fold, margin } from "./model.js";
import { negative, pointText, root, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

export const clamp = (v, limit) => Math.max(-limit, Math.min(limit, Math.round(v))) || 0;

/** @type {(at: number[], to: number[]) => boolean} */
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
    const done = text("chosen", { title: WORDS.controls[name] ?? name, value: WORDS.choices[name]?.[value] ?? value });
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
