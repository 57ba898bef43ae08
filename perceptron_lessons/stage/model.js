// What follows from points with whole coordinates in the plane: run, margin and proofs, all exact.
//
// The same mathematics as Python's perceptron(), maximum_margin() and first_repetition(), and a test
// holds the two against each other. No page is needed, nothing is imported.
//
// Points are folded first: z = y(x1, x2, 1). A point is a mistake where y(w·x + b) = (w, b)·z <= 0.

/**
 * Run the perceptron on points in the plane, and measure them.
 *
 * @param {object} board
 * @param {Array<[number, number, number]>} board.points  x1, x2 and the label, -1 or +1. Coordinates
 *   are whole: Numbers or BigInts.
 * @param {string|number[]} [board.order="cyclic"]  Which mistake is next. "cyclic": go on with the
 *   next point; "first": the lowest index; "worst": the least y(w·x + b), the lowest index on ties;
 *   or a list of indices, the reader's own choices, each a mistake when its turn comes: the run ends
 *   with the list, or before it where no mistake is left.
 * @param {string} [board.otherwise="refuse"]  What becomes of a choice that is not a mistake: "refuse" is an
 *   error, "stop" ends the run before it, "allow" makes the update all the same.
 * @param {string} [board.bias="none"]  "none": b stays what it is at the start; "one": b += y;
 *   "radius": b += y R^2, with R^2 the largest x·x.
 * @param {string} [board.zero="mistake"]  What w·x + b = 0 is: a "mistake", "positive", a prediction of +1,
 *   or "negative", of −1.
 * @param {[number, number, number]} [board.start=[0, 0, 0]]  w1, w2 and b at the start, whole.
 * @param {number} [board.step=1]  How much of a point an update adds, whole, a Number or BigInt. A run
 *   with η = p/q is the run with step p from q times the start, divided by q.
 * @param {number} [board.limit=500]  The largest number of mistakes.
 *
 * @returns Whole numbers are Numbers where these are exact (up to 2^53 - 1), else BigInts.
 *   mistakes       [i, ...]: the index of the point of each update.
 *   weights        [w1, w2] at the end of the run.
 *   offset         b at the end of the run.
 *   converged      whether no mistake is left.
 *   pad            what an update adds to b, times y: 0, 1 or the largest x·x; the square of the
 *                  constant that is appended to x where b is one more weight.
 *   radiusSquared  R^2: the largest x·x + pad.
 *   gammaSquared   [p, q], reduced: the square of the largest margin of a unit vector, in the space
 *                  of x and the constant. So R^2/gamma^2 bounds the mistakes of a run from 0.
 *                  null where nothing separates.
 *   certificate    [[i, weight], ...] by index: whole weights > 0 without a common factor, with
 *                  which the z (without the 1 for bias "none") sum to 0. null where a w separates.
 *   repeats        [first, again]: the first two numbers of updates after which the run is in the
 *                  same state, w and b and, in cyclic order, the next mistake; so it goes round for
 *                  ever, or may by choice. null where none came back within the limit.
 *   separator      [u1, u2, b]: whole, in the direction of the largest margin; null without one.
 *   support        the indices of the points that the separator is a mean of.
 *   states         [[w1, w2, b], ...] after 0, 1, 2, ... mistakes.
 *   Without points nothing is wrong and nothing to be measured: R^2 is 0, gamma^2 null.
 *
 * @throws {Error} What is malformed; the message names the entry.
 */
export function analyse(board) {
  const given = { ...RULES, start: [0, 0, 0], step: 1, limit: 500, ...board };
  check(given);
  /** @type {(v: any) => any} */
  const number = isExactInNumbers(given) ? Number : BigInt;
  const [none, one, step] = [0, 1, given.step].map(number);
  const folded = given.points.map((point) => fold(point.map(number)));
  const squares = folded.map(([z1, z2]) => z1 * z1 + z2 * z2);
  const largest = squares.reduce((most, v) => (v > most ? v : most), none);
  const pad = { none, one, radius: largest }[given.bias];
  const run = makeRun(folded, { ...given, start: given.start.map(number), step, pad });
  const [w1, w2, b] = run.states.at(-1);
  return {
    mistakes: run.mistakes,
    weights: [w1, w2],
    offset: b,
    converged: run.converged,
    pad: narrow(pad),
    radiusSquared: narrow(folded.length ? largest + pad : none),
    ...nearestPoint(
      folded.map((z) => z.map(BigInt)),
      BigInt(pad),
    ),
    repeats: run.converged ? null : firstRepetition(run, given.order),
    states: run.states,
  };
}

/** Return a point x1, x2, y folded: z = y(x1, x2, 1).
 *
 * @type {(point: any[]) => any[]}
 */
export const fold = ([x1, x2, y]) => [x1 * y, x2 * y, y];

/** Return y(w·x + b) of a folded point z = y(x1, x2, 1).
 *
 * @type {(w: any[], z: any[]) => any}
 */
export const margin = ([w1, w2, b], [z1, z2, y]) => w1 * z1 + w2 * z2 + b * y;

/** Return w1, w2, b after an update with a folded point. */
export function updated([w1, w2, b], [z1, z2, y], step, pad) {
  return [w1 + step * z1, w2 + step * z2, b + step * pad * y];
}

/** Return the indices of the points that w1, w2, b, whole, get wrong. */
export function wrongPoints(points, w, zero) {
  const line = w.map(BigInt);
  const isWrong = (z) => isMistake(margin(line, z), z, zero);
  return points.flatMap((point, i) => (isWrong(fold(point.map(BigInt))) ? [i] : []));
}

const PREDICTED = { positive: 1, negative: -1 }; // where w·x + b = 0; what "mistake" predicts is never the label

// Whether a folded point with this y(w·x + b) is a mistake.
const isMistake = (value, [, , y], zero) => value < 0 || (value <= 0 && Number(y) !== PREDICTED[zero]);

// ---- what is given ----

const RULES = { order: "cyclic", otherwise: "refuse", bias: "none", zero: "mistake" }; // unless others are given

function check(given) {
  const { points, order, start, step, limit } = given;
  const isList = Array.isArray;
  const isTriple = (values) => isList(values) && values.length === 3 && values.every(isWhole);
  const mustBeOneOf = (name, ...allowed) =>
    must(allowed.includes(given[name]), name, `be one of ${allowed.join(", ")}`, given[name]);
  const isCount = (value, least) => Number.isSafeInteger(value) && value >= least;
  must(isList(points), "points", "be a list of [x1, x2, label]", points);
  for (const [i, point] of points.entries()) {
    const isPoint = isTriple(point) && [-1, 1].includes(Number(point[2]));
    must(isPoint, `points[${i}]`, "be [x1, x2, label], two whole numbers and -1 or +1", point);
  }
  must(isTriple(start), "start", "be [w1, w2, b], three whole numbers", start);
  must(isWhole(step) && step >= 1, "step", "be a whole number, 1 or more", step);
  must(isCount(limit, 0), "limit", "be a whole number, 0 or more", limit);
  if (!isList(order)) mustBeOneOf("order", "cyclic", "first", "worst");
  mustBeOneOf("otherwise", "refuse", "stop", "allow");
  mustBeOneOf("bias", "none", "one", "radius");
  mustBeOneOf("zero", "mistake", "positive", "negative");
  for (const [k, i] of isList(order) ? order.entries() : [])
    must(isCount(i, 0) && i < points.length, `order[${k}]`, `be the index of one of ${points.length} points`, i);
}

function must(isSo, name, what, found) {
  const big = (_, value) => (typeof value === "bigint" ? `${value}n` : value);
  if (!isSo) throw new Error(`${name} must ${what}; found ${JSON.stringify(found, big) ?? String(found)}`);
}

function isWhole(value) {
  return typeof value === "bigint" || Number.isInteger(value);
}

// No sum and no product of the run reaches 2^53, so that Numbers hold them all.
function isExactInNumbers({ points, start, step, limit, bias }) {
  const largest = (values) => values.reduce((most, v) => Math.max(most, Math.abs(Number(v))), 1);
  const reach = largest(points.flat());
  const longest = bias === "radius" ? 2 * reach * reach : reach; // of what an update adds
  const weight = largest(start) + (limit + 1) * Number(step) * longest;
  return 3 * reach * weight < Number.MAX_SAFE_INTEGER;
}

/** A whole number as a Number where that is exact; -0 as 0. */
export function narrow(value) {
  const number = Number(value) + 0;
  return Number.isSafeInteger(number) ? number : value;
}

// ---- the run ----

function makeRun(folded, { start, step, pad, order, otherwise, zero, limit }) {
  const states = [start];
  const mistakes = [];
  const indices = [...folded.keys()];
  const value = (i) => margin(states.at(-1), folded[i]);
  const isWrong = (i) => isMistake(value(i), folded[i], zero);
  const after = () => (mistakes.at(-1) ?? -1) + 1;
  // Each returns the index of the next mistake, or undefined.
  const searches = {
    cyclic: () => [...indices.slice(after()), ...indices.slice(0, after())].find(isWrong),
    first: () => indices.find(isWrong),
    worst: () => lowest(indices.filter(isWrong), value),
    own: () => (otherwise === "allow" || indices.some(isWrong) ? order[mistakes.length] : undefined),
  };
  const next = searches[Array.isArray(order) ? "own" : order];
  while (mistakes.length < limit) {
    const [i, k] = [next(), mistakes.length];
    if (i === undefined || (otherwise === "stop" && !isWrong(i))) break;
    must(otherwise === "allow" || isWrong(i), `order[${k}]`, `be a mistake after ${k} updates`, i);
    states.push(updated(states.at(-1), folded[i], step, pad));
    mistakes.push(i);
  }
  return { states: states.map((each) => each.map(narrow)), mistakes, converged: !indices.some(isWrong) };
}

// The index with the lowest value, the first of them on ties; undefined where there is no index.
function lowest(indices, value) {
  return indices.reduce((best, i) => (value(i) < value(best) ? i : best), indices[0]);
}

function firstRepetition({ states, mistakes }, order) {
  const seen = new Map();
  for (const [k, i] of mistakes.entries()) {
    const key = order === "cyclic" ? `${states[k]},${i}` : String(states[k]);
    if (seen.has(key)) return [seen.get(key), k];
    seen.set(key, k);
  }
  return null;
}

// ---- the margin: the hull's point nearest to 0 ----

// Wolfe's algorithm (1976). Take the point nearest to 0 in the affine hull of a few points, the
// corral; where it lies outside of their hull, walk towards it and drop the point that runs out of
// weight; then add the point with the least margin, until none is below those of the corral. Its
// square is gamma^2; or it is 0, and the weights are a certificate (Gordan's theorem).
function nearestPoint(Z, pad) {
  if (!Z.length) return { gammaSquared: null, certificate: null, separator: null, support: [] };
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + pad * a[2] * b[2];
  /** @type {any[]} */
  let corral = [[0, 1n]]; // indices and their shares
  for (;;) {
    const target = nearestInAffineHull(
      corral.map(([i]) => Z[i]),
      dot,
    );
    const isOutside = target.some((t) => t < 0n);
    const shares = isOutside
      ? walk(
          corral.map(([, share]) => share),
          target,
        )
      : target;
    corral = corral.map(([i], at) => [i, shares[at]]).filter(([, share]) => share > 0n);
    if (isOutside) continue;
    const p = [0, 1, 2].map((at) =>
      corral.reduce((sum, [i, share]) => sum + share * Z[i][at], /** @type {any} */ (0n)),
    );
    const square = dot(p, p);
    const values = Z.map((z) => dot(p, z));
    const entering = lowest([...Z.keys()], (i) => values[i]);
    if (square && values[entering] < values[corral[0][0]]) {
      corral.push([entering, 0n]);
      continue;
    }
    const total = shares.reduce((sum, share) => sum + share);
    const weights = corral.map(([i, share]) => [i, narrow(share)]).sort(([i], [j]) => i - j);
    return {
      gammaSquared: square ? reduced([square, total * total]).map(narrow) : null,
      certificate: square ? null : weights,
      separator: square ? reduced([p[0], p[1], pad * p[2]]).map(narrow) : null,
      support: weights.map(([i]) => i),
    };
  }
}

// Whole multiples of the shares t of the point nearest to 0 in the affine hull: all z_i·Σ_j t_j z_j are
// the same, by Cramer's rule.
function nearestInAffineHull(vectors, dot) {
  const gram = vectors.map((z) => vectors.map((other) => dot(z, other)));
  return reduced(vectors.map((_, j) => determinant(gram.map((row) => row.with(j, 1n)))));
}

// Go from the shares towards the target until the first share runs out; all are multiples.
function walk(shares, target) {
  const sum = (values) => values.reduce((total, v) => total + v);
  const from = shares.map((share) => share * sum(target));
  const loss = from.map((share, at) => share - target[at] * sum(shares));
  const isSooner = (i, j) => from[i] * loss[j] < from[j] * loss[i];
  const ending = [...target.keys()].filter((at) => target[at] < 0n);
  const first = ending.reduce((best, at) => (isSooner(at, best) ? at : best));
  return reduced(from.map((share, at) => share * loss[first] - from[first] * loss[at]));
}

function determinant(rows) {
  if (!rows.length) return 1n;
  const [top, ...lower] = rows;
  return top.reduce((sum, v, j) => {
    const minor = determinant(lower.map((row) => row.filter((_, at) => at !== j)));
    return j % 2 ? sum - v * minor : sum + v * minor;
  }, 0n);
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** Return whole numbers, Numbers or BigInts, without their common factor. */
export function reduced(values) {
  const factor = values.reduce(gcd);
  return factor ? values.map((v) => v / (factor < 0 ? -factor : factor)) : values;
}

// ---- fractions ----

const NUMERAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?(?:\/(\d+))?$/i;

/**
 * Return [p, q], whole, reduced and q > 0, of a number: what "-1/10", "0.1", 3, 3n or the float 0.5 is,
 * exactly. null of all else.
 */
export function rational(value) {
  if (typeof value === "bigint") return [value, 1n];
  if (typeof value === "number") return Number.isFinite(value) ? ofFloat(value) : null;
  if (typeof value !== "string") return null;
  const [, sign, before, after = "", power = 0, under = "1"] = value.trim().match(NUMERAL) ?? [];
  if (!(before || after) || !BigInt(under)) return null;
  const size = BigInt(`${sign}${before}${after}` || 0);
  const shift = BigInt(power) - BigInt(after.length);
  const [up, down] = shift < 0n ? [1n, 10n ** -shift] : [10n ** shift, 1n];
  return reduced([size * up, BigInt(under) * down]);
}

function ofFloat(value) {
  let [size, unit] = [value, 1n];
  while (!Number.isInteger(size)) [size, unit] = [2 * size, 2n * unit];
  return [BigInt(size), unit];
}

/** Return the whole part of √n of a BigInt, by Newton's method from above. */
export function wholeRoot(n) {
  if (n < 1n) return 0n;
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (guess + n / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Return numbers as whole multiples of 1/unit: { values, unit }, BigInts. */
export function inUnits(numbers) {
  const fractions = numbers.map(rational);
  const unit = fractions.reduce((all, [, q]) => (all / gcd(all, q)) * q, 1n);
  return { values: fractions.map(([p, q]) => (p * unit) / q), unit };
}
