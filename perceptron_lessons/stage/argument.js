// Each line of the proof, and whether it holds: whole numbers decide. No page is needed.

import { LIMIT, study } from "./board.js";
import { fold, inUnits, margin, rational } from "./model.js";
import { negative, quotient, root } from "./words.js";

// pad·(v·w) of two (w, b) as vectors (w, b/c) with c² = pad: so it is whole. Without a pad b is no weight.
/** @type {(v: any[], w: any[], pad: any) => any} */
export const product = ([a, b, c], [d, e, f], pad) => (pad ? (a * d + b * e) * pad + c * f : a * d + b * e);

/**
 * The sides of each line of the proof, for a u of any length and updates of any kind; w_k is
 * states[k]/unit and η = step/unit. All that decides is a BigInt.
 *
 * least   the least y u·x: γ‖u‖.
 * reaches how far each z reaches along u: u·z/‖u‖.
 * A line  {isTrue, left, right}: whether it holds, and its sides as the words have them.
 * isBound whether R²/γ² bounds the mistakes: u separates, and the start is 0.
 * walk    what ‖w − λu‖² is after 0, 1, …, k updates, and whether each took η²R² off, or more.
 * room    has the sign of R²/γ² − k, of a k that may be between two mistakes.
 *
 * @param {object} run
 * @param {Array<any[]>} run.points
 * @param {any[]} run.u
 * @param {Array<bigint[]>} run.states
 * @param {bigint} run.step
 * @param {bigint} run.unit
 * @param {number|bigint} run.pad
 * @param {number|bigint} run.radiusSquared
 */
export function proofOf({ points, u: given, states, step, unit, pad: added, radiusSquared }) {
  const pad = BigInt(added);
  const scale = pad || 1n;
  const square = BigInt(radiusSquared);
  /** @type {bigint[]} */
  const u = pad ? given.map(BigInt) : [...given.slice(0, 2).map(BigInt), 0n];
  /** @type {(v: bigint[], w: bigint[]) => bigint} */
  const dot = (v, w) => product(v, w, pad);
  /** @type {bigint[]} */
  const values = points.map((point) => margin(u, fold(point.map(BigInt))));
  const least = values.reduce((low, v) => (v < low ? v : low), values[0] ?? 0n);
  const uu = dot(u, u);
  const along = (k) => dot(u, states[k]);
  const long = (k) => dot(states[k], states[k]);
  const roomAt = (k) => square * uu - BigInt(k) * least * least * scale;
  const signed = (sign, size) => (sign < 0n ? negative(size) : size);
  /** @param {bigint} value */
  const reach = (value) => signed(value, root(value * value * scale, uu));
  // From w_k to a point, p/q: its square times q² and the scale.
  const gap = (k, point, q) => states[k].map((v, axis) => v * q - point[axis]);
  const squaresTo = (point, q, k) =>
    Array.from({ length: k + 1 }, (_, i) => gap(i, point, q)).map((each) => dot(each, each));
  const goal = u.map((v) => v * step * square); // over unit·least
  const isFromZero = states[0].every((v) => v === 0n);
  return {
    least,
    isSeparating: least > 0n,
    isFromZero,
    isBound: least > 0n && isFromZero,
    goal: least > 0n ? goal.map((v) => quotient(v, unit * least)) : null,
    gammaSquared: [least * least * scale, uu],
    gamma: reach(least),
    reaches: values.map(reach),
    most: least > 0n ? quotient(square * uu, least * least * scale) : null, // R²/γ²
    last: least > 0n ? (square * uu) / (least * least * scale) : null, // its whole part
    room: (k) => Number(roomAt(Math.floor(k))) - (k % 1 && (k % 1) * Number(least * least * scale)),
    progress(k) {
      const right = BigInt(k) * step * least;
      return {
        isTrue: along(k) >= right * scale,
        left: signed(along(k), root(along(k) ** 2n, unit * unit * scale * uu)),
        right: signed(right, root(right ** 2n * scale, unit * unit * uu)),
      };
    },
    length(k) {
      const most = BigInt(k) * step * step * square;
      return {
        isTrue: long(k) <= most * scale,
        left: root(long(k), scale * unit * unit),
        right: root(most, unit * unit),
      };
    },
    angle(k) {
      const floor = BigInt(k) * least * least * scale;
      const left = signed(along(k), root(along(k) ** 2n, uu * long(k)));
      return {
        isTrue: along(k) >= 0n && along(k) ** 2n * square >= floor * long(k),
        left,
        right: root(floor, uu * square),
        angle: (Math.acos(Math.max(-1, Math.min(1, left.value))) * 180) / Math.PI,
      };
    },
    walk(k) {
      const squares = squaresTo(goal, least, k);
      const loss = scale * (step * least) ** 2n * square;
      const toU = squaresTo(
        u.map((v) => v * unit),
        1n,
        k,
      );
      return {
        isTrue: squares.every((v, i) => !i || squares[i - 1] - v >= loss),
        list: squares.map((v) => quotient(v, scale * (unit * least) ** 2n)),
        loss: quotient(step * step * square, unit * unit),
        most: quotient(squares[0], loss),
        toU: toU.map((v) => quotient(v, scale * unit * unit)),
        isNearer: toU.every((v, i) => !i || v < toU[i - 1]),
      };
    },
  };
}

/**
 * Whether the lines of the proof hold after k updates, by whole numbers alone; whatever they ask for.
 *
 * @param {object} board
 * @param {Array<[number, number, number]>} board.points  x1, x2, whole, and the label.
 * @param {string|number[]} [board.order="cyclic"]  As for analyse(); a list is of all updates, mistakes or not.
 * @param {string} [board.bias="none"]  As for analyse(); so is `zero`.
 * @param {Array} [board.start=[0, 0, 0]]  w1, w2, b: numbers, or fractions as text, as "1/10".
 * @param {string|number} [board.eta="1"]  η, likewise.
 * @param {Array} [board.u]  u1, u2 and its b, of any length; by default the direction of the largest
 *   margin. Without an offset its b is no part of it.
 * @param {number} [board.k]  After how many updates; by default all.
 *
 * @returns true, false, or null where there is nothing to be compared:
 *   progress    u·w_k >= kηγ; null where γ, the least y u·x for ‖u‖ = 1, is 0 or less.
 *   length      ‖w_k‖² <= kη²R².
 *   fall        ‖w − λu‖², λ = ηR²/γ, lost η²R² or more at every update up to k; null as progress.
 *   conclusion  k <= R²/γ²; null as progress, and for k = 0.
 *
 * @throws {Error} What is malformed; the message names the entry.
 */
export function verdicts({ k: asked, u: wanted, ...given } = /** @type {any} */ ({})) {
  const board = { ...USUAL_RULES, ...given, isFree: Array.isArray(given.order) };
  board.start = numbersIn("start", board.start, 3);
  const [eta] = numbersIn("eta", [board.eta], 1);
  if (rational(eta)[0] <= 0n) throw new Error(`eta must be above 0; found ${eta}`);
  const own = wanted === undefined ? null : numbersIn("u", wanted, 2, 3);
  const found = study(board, Math.max(LIMIT, Number.isSafeInteger(asked) ? asked : 0));
  const made = found.mistakes.length;
  const strange = Array.isArray(board.order) ? board.order.find((i) => !board.points[i]) : undefined;
  if (strange !== undefined) throw new Error(`order must be of the indices of points; found ${strange}`);
  const k = asked ?? made;
  if (!(Number.isSafeInteger(k) && k >= 0 && k <= made))
    throw new Error(`k must be a whole number from 0 to the ${made} updates of this run; found ${k}`);
  const u = own ? inUnits([...own, 0].slice(0, 3)).values : directionOf(found);
  return verdictsOf(proofOf({ ...board, ...found, u }), k);
}

// A list of so many numbers or fractions; an Error that names it where it is none.
function numbersIn(name, list, least, most = least) {
  const isList = typeof list === "object" && list && "length" in list;
  const values = isList ? Array.from(list) : [];
  const isSo = values.every(rational) && least <= values.length && values.length <= most;
  const size = { 1: "a number or a fraction", 2: "two or three numbers or fractions" };
  if (!isSo) throw new Error(`${name} must be ${size[least] ?? "three numbers or fractions"}; found ${list}`);
  return values;
}

const USUAL_RULES = { order: "cyclic", bias: "none", zero: "mistake", start: [0, 0, 0], eta: "1" };

/** The same of a proof, whose u and updates are given. */
export function verdictsOf(proof, k) {
  const isTrue = (what) => (proof.isSeparating ? what() : null);
  return {
    progress: isTrue(() => proof.progress(k).isTrue),
    length: proof.length(k).isTrue,
    fall: isTrue(() => proof.walk(k).isTrue),
    conclusion: k ? isTrue(() => proof.room(k) >= 0) : null,
  };
}

/** The u of a run: that of the largest margin. Where nothing separates, any u shows that its wall does not advance. */
export function directionOf({ separator, states }) {
  const [a, b] = states.at(-1);
  return separator ?? (a || b ? [a, b, 0] : [0, 1, 0]);
}

/** A line of the proof after k updates, with its mark: a line that asks for a margin is false without one. */
export function claim(proof, name, k) {
  const line = proof[name](k);
  const isTrue = line.isTrue && (name === "length" || proof.isSeparating);
  return { ...line, isTrue, mark: markOf(isTrue) };
}

export const markOf = (isTrue) => (isTrue ? "✓" : "✗");
