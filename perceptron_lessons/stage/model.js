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
 * @param {string} [board.bias="none"]  "none": b stays what it is at the start; "one": b += y.
 * @param {[number, number, number]} [board.start=[0, 0, 0]]  w1, w2 and b at the start, whole.
 * @param {number} [board.limit=500]  The largest number of mistakes.
 *
 * @returns {object} Whole numbers are Numbers where these are exact (up to 2^53 - 1), else BigInts.
 *   mistakes       [i, ...]: the index of the point of each update.
 *   weights        [w1, w2] at the end of the run.
 *   offset         b at the end of the run.
 *   converged      whether no mistake is left.
 *   radiusSquared  R^2: the largest x·x; with bias "one" the largest x·x + 1, as b is a weight.
 *   gammaSquared   [p, q], reduced: the square of the largest margin of a unit vector; with bias
 *                  "one" in the space of (x, 1). So R^2/gamma^2 bounds the mistakes of a run from 0.
 *                  null where nothing separates.
 *   certificate    [[i, weight], ...] by index: whole weights > 0 without a common factor, with
 *                  which the z (without the 1 for bias "none") sum to 0. null where a w separates.
 *   repeats        [first, again]: the first two numbers of updates after which the run is in the
 *                  same state, w and b and, in cyclic order, the next mistake; so it goes round for
 *                  ever. null where none came back within the limit, and for own choices.
 *   separator      [u1, u2, b]: whole, in the direction of the largest margin; null without one.
 *   support        the indices of the points that the separator is a mean of.
 *   states         [[w1, w2, b], ...] after 0, 1, 2, ... mistakes.
 *   Without points nothing is wrong and nothing to be measured: R^2 is 0, gamma^2 null.
 *
 * @throws {Error} What is malformed; the message names the entry.
 */
export function analyse({ points, order = "cyclic", bias = "none", start = [0, 0, 0], limit = 500 }) {
  check({ points, order, bias, start, limit });
  const number = isExactInNumbers(points, start, limit) ? Number : BigInt;
  const [one, none] = [number(1), number(0)];
  const folded = points.map(([x1, x2, label]) =>
    [x1, x2, 1].map((v) => (label > 0 ? number(v) + none : none - number(v))),
  );
  const pad = bias === "one" ? one : none;
  const state = start.map((v) => number(v) + none); // -0 becomes 0
  const run = makeRun(folded, state, pad, order, limit);
  const hull = nearestPoint(folded.map(([z1, z2, y]) => [z1, z2, y * pad].map(BigInt)));
  const squares = folded.map(([z1, z2]) => z1 * z1 + z2 * z2 + pad);
  const [w1, w2, b] = run.states.at(-1);
  return {
    mistakes: run.mistakes,
    weights: [w1, w2],
    offset: b,
    converged: run.converged,
    radiusSquared: narrow(squares.reduce((most, v) => (v > most ? v : most), none)),
    ...hull,
    repeats: run.converged || Array.isArray(order) ? null : firstRepetition(run, order),
    states: run.states,
  };
}

/** Return y(w·x + b) of a folded point z = y(x1, x2, 1). */
export const margin = ([w1, w2, b], [z1, z2, y]) => w1 * z1 + w2 * z2 + b * y;

/** Return the indices of the points that w1, w2, b get wrong; numbers of any size up to 2^53. */
export function wrongPoints(points, [w1, w2, b]) {
  const isWrong = ([x1, x2, label]) => label * (w1 * x1 + w2 * x2 + b) <= 0;
  return points.flatMap((point, i) => (isWrong(point) ? [i] : []));
}

// ---- what is given ----

const ORDERS = ["cyclic", "first", "worst"];
const BIASES = ["none", "one"];

function check({ points, order, bias, start, limit }) {
  if (!Array.isArray(points)) throw malformed("points", "be a list of [x1, x2, label]", points);
  points.forEach((point, i) => {
    const must = "be [x1, x2, label], two whole numbers and -1 or +1";
    const isPoint = Array.isArray(point) && point.length === 3 && point.every(isWhole);
    if (!isPoint || ![-1, 1].includes(Number(point[2]))) throw malformed(`points[${i}]`, must, point);
  });
  if (!BIASES.includes(bias)) throw malformed("bias", `be one of ${BIASES.join(", ")}`, bias);
  if (!Array.isArray(start) || start.length !== 3 || !start.every(isWhole))
    throw malformed("start", "be [w1, w2, b], three whole numbers", start);
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw malformed("limit", "be a whole number of mistakes, 0 or more", limit);
  if (Array.isArray(order)) {
    order.forEach((i, k) => {
      if (!Number.isInteger(i) || i < 0 || i >= points.length)
        throw malformed(`order[${k}]`, `be the index of one of ${points.length} points`, i);
    });
  } else if (!ORDERS.includes(order)) {
    throw malformed("order", `be one of ${ORDERS.join(", ")}, or a list of indices`, order);
  }
}

function malformed(name, must, found) {
  const big = (key, value) => (typeof value === "bigint" ? `${value}n` : value);
  return new Error(`${name} must ${must}; found ${JSON.stringify(found, big) ?? String(found)}`);
}

function isWhole(value) {
  return typeof value === "bigint" || Number.isInteger(value);
}

// No sum and no product of the run reaches 2^53, so that Numbers hold them all.
function isExactInNumbers(points, start, limit) {
  const largest = (values) => values.reduce((most, v) => Math.max(most, Math.abs(Number(v))), 1);
  const reach = largest(points.flat());
  const weight = largest(start) + (limit + 1) * reach;
  return 3 * reach * weight < Number.MAX_SAFE_INTEGER;
}

// A whole number as a Number where that is exact.
function narrow(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

// ---- the run ----

function makeRun(folded, start, pad, order, limit) {
  const next = Array.isArray(order) ? ownChoice(order) : SEARCHES[order];
  const states = [start];
  const mistakes = [];
  let state = start;
  let i;
  while ((i = next(folded, state, mistakes)) !== undefined && mistakes.length < limit) {
    const [z1, z2, y] = folded[i];
    state = [state[0] + z1, state[1] + z2, state[2] + y * pad];
    states.push(state);
    mistakes.push(i);
  }
  const converged = SEARCHES.first(folded, state) === undefined;
  return { states: states.map((each) => each.map(narrow)), mistakes, converged };
}

// Each returns the index of the next mistake, or undefined.
const SEARCHES = {
  cyclic(folded, state, mistakes) {
    const begin = (mistakes.at(-1) ?? -1) + 1;
    for (let i = begin; i < begin + folded.length; i += 1) {
      if (margin(state, folded[i % folded.length]) <= 0) return i % folded.length;
    }
    return undefined;
  },

  first(folded, state) {
    const i = folded.findIndex((z) => margin(state, z) <= 0);
    return i < 0 ? undefined : i;
  },

  worst(folded, state) {
    let least;
    let found;
    folded.forEach((z, i) => {
      const value = margin(state, z);
      if (value > 0 || least <= value) return;
      least = value;
      found = i;
    });
    return found;
  },
};

function ownChoice(order) {
  return (folded, state, mistakes) => {
    const k = mistakes.length;
    const i = order[k];
    if (i === undefined || SEARCHES.first(folded, state) === undefined) return undefined;
    const value = margin(state, folded[i]);
    if (value > 0) throw malformed(`order[${k}]`, `be a mistake after ${k} updates`, i);
    return i;
  };
}

function firstRepetition({ states, mistakes }) {
  const seen = new Map();
  for (const [k, i] of mistakes.entries()) {
    const key = `${states[k]},${i}`; // in the orders "first" and "worst", i follows from the state
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
function nearestPoint(Z) {
  if (!Z.length) return { gammaSquared: null, certificate: null, separator: null, support: [] };
  let corral = [0];
  let shares = [1n];
  for (;;) {
    const target = nearestInAffineHull(corral.map((i) => Z[i]));
    const isOutside = target.some((t) => t < 0n);
    shares = isOutside ? walk(shares, target) : target;
    corral = corral.filter((_, at) => shares[at] > 0n);
    shares = shares.filter((share) => share > 0n);
    if (isOutside) continue;
    const p = combination(
      shares,
      corral.map((i) => Z[i]),
    );
    const isZero = p.every((v) => v === 0n);
    const entering = isZero ? -1 : below(Z, p, dot(p, Z[corral[0]]));
    if (entering < 0) return measured(corral, shares, p, isZero);
    corral.push(entering);
    shares.push(0n);
  }
}

function measured(corral, shares, p, isZero) {
  const total = shares.reduce((sum, share) => sum + share);
  const [top, bottom] = withoutCommonFactor([dot(p, p), total * total]);
  const weights = corral.map((i, at) => [i, narrow(shares[at])]).sort(([i], [j]) => i - j);
  return {
    gammaSquared: isZero ? null : [narrow(top), narrow(bottom)],
    certificate: isZero ? weights : null,
    separator: isZero ? null : withoutCommonFactor(p).map(narrow),
    support: weights.map(([i]) => i),
  };
}

// Whole multiples of the shares of the point nearest to 0 in the affine hull: with the edges e from
// the first point, Σ_j e_i·e_j t_j = -e_i·z_0, by Cramer's rule.
function nearestInAffineHull([first, ...others]) {
  const edges = others.map((z) => z.map((v, at) => v - first[at]));
  const gram = edges.map((edge) => edges.map((other) => dot(edge, other)));
  const right = edges.map((edge) => -dot(edge, first));
  const shares = edges.map((_, j) =>
    determinant(gram.map((row, i) => row.map((v, at) => (at === j ? right[i] : v)))),
  );
  const rest = shares.reduce((left, share) => left - share, determinant(gram));
  return withoutCommonFactor([rest, ...shares]);
}

// Go from the shares towards the target until the first share runs out; all are multiples.
function walk(shares, target) {
  const sum = (values) => values.reduce((total, v) => total + v);
  const from = shares.map((share) => share * sum(target));
  const to = target.map((share) => share * sum(shares));
  let [top, bottom] = [1n, 1n]; // how far, as a fraction
  to.forEach((t, at) => {
    if (t >= 0n || from[at] * bottom >= top * (from[at] - t)) return;
    top = from[at];
    bottom = from[at] - t;
  });
  return withoutCommonFactor(from.map((s, at) => s * bottom + top * (to[at] - s)));
}

// The index of the least p·z, the lowest on ties, where it is below a level; else -1.
function below(Z, p, level) {
  let least = level;
  let found = -1;
  Z.forEach((z, i) => {
    const value = dot(p, z);
    if (value >= least) return;
    least = value;
    found = i;
  });
  return found;
}

function combination(shares, vectors) {
  return [0, 1, 2].map((at) => shares.reduce((sum, share, i) => sum + share * vectors[i][at], 0n));
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function determinant(rows) {
  if (!rows.length) return 1n;
  const [top, ...lower] = rows;
  return top.reduce((sum, v, j) => {
    const minor = determinant(lower.map((row) => row.filter((_, at) => at !== j)));
    return j % 2 ? sum - v * minor : sum + v * minor;
  }, 0n);
}

function withoutCommonFactor(values) {
  const size = (v) => (v < 0n ? -v : v);
  const factor = values.reduce((a, v) => {
    let b = size(v);
    while (b) [a, b] = [b, a % b];
    return a;
  }, 0n);
  return factor > 1n ? values.map((v) => v / factor) : values;
}
