// The region that no mistake leads out of, in whatever order, without an offset: a disc with two flat sides
// along each z.
//
// The same numbers as Python's weights_bound(), all exact, and a test holds the two against each other. The
// proof is in the lesson "If it never stops". No page is needed.

import { fold, narrow, reduced, wholeRoot } from "./model.js";

const FINENESS = 16n; // where a root is no fraction, δ is rounded up to a multiple of a power of 2 near R² over this

/** @type {(v: bigint[], w: bigint[]) => bigint} */
const dot = ([a, b], [c, d]) => a * c + b * d;
/** @type {(v: bigint[], w: bigint[]) => bigint} */
const cross = ([a, b], [c, d]) => a * d - b * c;

/**
 * How far weights can get from where they start, without an offset, separable or not. w_k is states[k]/unit and
 * η = step/unit, of which the start is used alone. No w that a mistake at any time led to is outside of
 *
 *     {w : ‖w‖² <= ρ², and dist(w, W)² <= ρ² − η²δ(W) for the line W through 0 along each z},
 *
 * with ρ² = ‖w0‖² + η²δ, where δ is what is needed for the whole plane.
 *
 * @param {object} run
 * @param {Array<any[]>} run.points  x1, x2 and the label, whole.
 * @param {Array<any[]>} [run.states]
 * @param {bigint} [run.step]
 * @param {bigint} [run.unit]
 *
 * @returns Whole numbers are Numbers where these are exact (up to 2^53 - 1), else BigInts.
 *   growth    [p, q], reduced: δ of the span of all z, the largest there is.
 *   lines     [{ point, along, cut }, ...]: of each line along some z the longest of them, the first of equals,
 *             with the index of its point, and δ of the line.
 *   square    [p, q], reduced: ρ².
 *   reaches   [[p, q], ...], reduced: of each of these lines ρ² − η²δ.
 *   contains  whether a state is in the region.
 */
export function regionOf({ points, states: [start] = [[0n, 0n]], step = 1n, unit = 1n }) {
  const Z = points.map((point) => fold(point.map(BigInt)).slice(0, 2));
  const lines = linesOf(Z);
  /** @type {bigint[]} */
  const [p, q] = growthOf(Z, lines);
  const square = q * dot(start, start) + p * step * step; // ρ² and what follows in units of 1/(q unit²)
  /** @type {(cut: bigint) => bigint} */
  const reach = (cut) => square - q * cut * step * step;
  /** @type {(line: any, w: bigint[]) => boolean} */
  const isNear = ({ along, cut }, w) => q * cross(along, w) ** 2n <= cut * reach(cut);
  const inPlane = (v) => reduced([v, q * unit * unit]).map(narrow);
  return {
    growth: [p, q].map(narrow),
    lines: lines.map(({ along, cut, point }) => ({ point, along: along.map(narrow), cut: narrow(cut) })),
    square: inPlane(square),
    reaches: lines.map(({ cut }) => inPlane(reach(cut))),
    /** @type {(w: bigint[]) => boolean} */
    contains: (w) => q * dot(w, w) <= square && lines.every((line) => isNear(line, w)),
  };
}

// The cut along a line has to be ‖z‖² for each z on it.
function linesOf(Z) {
  const lines = new Map();
  for (const [point, along] of Z.entries()) {
    const [x, y] = reduced(along);
    if (!x && !y) continue; // 0 lies on each line
    const key = String(x < 0n || (!x && y < 0n) ? [-x, -y] : [x, y]);
    const cut = dot(along, along);
    if (!(lines.get(key)?.cut >= cut)) lines.set(key, { point, along, cut });
  }
  return [...lines.values()];
}

// What is needed for the span of all: from each line to the plane by each z outside of it.
function growthOf(Z, lines) {
  const largest = lines.reduce((most, { cut }) => (cut > most ? cut : most), 0n);
  if (lines.length < 2) return [largest, 1n];
  const unit = 2n ** BigInt(largest.toString(2).length - 1); // over FINENESS
  const needed = lines.flatMap((line) => Z.filter((z) => cross(line.along, z)).map((z) => cutOfPlane(line, z, unit)));
  return reduced(needed.reduce((most, each) => (each[0] * most[1] > most[0] * each[1] ? each : most)));
}

// The least δ with h √(δ − cut) >= s + √(a (s + cut)), where s = ‖z‖², h is how far z is from the line and
// a = s − h². With c = along·z and ‖along‖² = cut this is
//
//     (δ − cut) cross(along, z)² >= cut s² + c² (s + cut) + √(4 s² c² cut (s + cut)).
function cutOfPlane({ along, cut }, z, unit) {
  const [s, c, across] = [dot(z, z), dot(along, z), cross(along, z) ** 2n];
  const known = FINENESS * (cut * s * s + c * c * (s + cut));
  const square = (2n * FINENESS * s * c) ** 2n * cut * (s + cut);
  const root = wholeRoot(square);
  if (root * root === square) return [FINENESS * cut * across + known + root, FINENESS * across];
  const units = (known + root) / (unit * across) + 1n; // the least number of them above the irrational
  return [FINENESS * cut + units * unit, FINENESS];
}
