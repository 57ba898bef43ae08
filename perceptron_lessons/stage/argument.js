// What pictures and words need of a study: floats to draw with, and each line of the proof, of which
// whole numbers decide.
//
// [name|text] in a line bears the colour of the object of that name.

import { LIMIT, bound, exactly, isOwn, marginAt, study, view, ways } from "./board.js";
import { fold, inUnits, margin, rational, wrongPoints } from "./model.js";
import {
  about, apart, articleOf, asFloat, bricksText, digits, fraction, listed, negative, ordinal, pointText, quotient, root,
  rootOf, rootText, text,
} from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const BEATS = 4; // of the end of the argument: it must, it cannot, so there is none, and the bars go home

// pad·(v·w) of two (w, b) as vectors (w, b/c) with c² = pad: so it is whole. Without a pad b is no weight.
const product = ([a, b, c], [d, e, f], pad) => (pad ? (a * d + b * e) * pad + c * f : a * d + b * e);

/**
 * The sides of each line of the proof, for a u of any length and updates of any kind; w_k is
 * states[k]/unit and η = step/unit. All that decides is a BigInt.
 *
 * least   the least y u·x: γ‖u‖.
 * reaches how far each z reaches along u: u·z/‖u‖.
 * A line  {isTrue, left, right}: whether it holds, and its sides as the words have them.
 * walk    what ‖w − λu‖² is after 0, 1, …, k updates, and whether each took η²R² off, or more.
 * room    has the sign of R²/γ² − k, of a k that may be between two mistakes.
 */
export function proofOf({ points, u: given, states, step, unit, pad: added, radiusSquared }) {
  const pad = BigInt(added);
  const scale = pad || 1n;
  const square = BigInt(radiusSquared);
  const u = pad ? given.map(BigInt) : [...given.slice(0, 2).map(BigInt), 0n];
  const dot = (v, w) => product(v, w, pad);
  const values = points.map((point) => margin(u, fold(point.map(BigInt))));
  const least = values.reduce((low, v) => (v < low ? v : low), values[0] ?? 0n);
  const uu = dot(u, u);
  const along = (k) => dot(u, states[k]);
  const long = (k) => dot(states[k], states[k]);
  const roomAt = (k) => square * uu - BigInt(k) * least * least * scale;
  const signed = (sign, size) => (sign < 0n ? negative(size) : size);
  const reach = (value) => signed(value, root(value * value * scale, uu));
  // From w_k to a point, p/q: its square times q² and the scale.
  const gap = (k, point, q) => states[k].map((v, axis) => v * q - point[axis]);
  const squaresTo = (point, q, k) =>
    Array.from({ length: k + 1 }, (_, i) => gap(i, point, q)).map((each) => dot(each, each));
  const goal = u.map((v) => v * step * square); // over unit·least
  return {
    least,
    isSeparating: least > 0n,
    goal: least > 0n ? goal.map((v) => quotient(v, unit * least)) : null,
    gammaSquared: [least * least * scale, uu],
    gamma: reach(least),
    reaches: values.map(reach),
    most: least > 0n ? quotient(square * uu, least * least * scale) : null, // R²/γ²
    last: least > 0n ? (square * uu) / (least * least * scale) : null, // its whole part
    room: (k) => Number(roomAt(Math.floor(k))) - (k % 1) * Number(least * least * scale),
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
      const toU = squaresTo(u.map((v) => v * unit), 1n, k);
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
 * @returns {object} true, false, or null where there is nothing to be compared:
 *   progress    u·w_k >= kηγ; null where γ, the least y u·x for ‖u‖ = 1, is 0 or less.
 *   length      ‖w_k‖² <= kη²R².
 *   fall        ‖w − λu‖², λ = ηR²/γ, lost η²R² or more at every update up to k; null as progress.
 *   conclusion  k <= R²/γ²; null as progress, and for k = 0.
 *
 * @throws {Error} What is malformed; the message names the entry.
 */
export function verdicts({ k: asked, u: wanted, ...given }) {
  const board = { ...USUAL_RULES, ...given, isFree: Array.isArray(given.order) };
  const numbers = { start: board.start, eta: [board.eta], u: wanted ?? [] };
  for (const [name, values] of Object.entries(numbers))
    if (!Array.from(values).every(rational)) throw new Error(`${name} must be numbers or fractions; found ${values}`);
  const found = study(board, Math.max(LIMIT, Number.isSafeInteger(asked) ? asked : 0));
  const made = found.mistakes.length;
  const strange = Array.isArray(board.order) ? board.order.find((i) => !board.points[i]) : undefined;
  if (strange !== undefined) throw new Error(`order must be of the indices of points; found ${strange}`);
  const k = asked ?? made;
  if (!(Number.isSafeInteger(k) && k >= 0 && k <= made))
    throw new Error(`k must be a whole number from 0 to the ${made} updates of this run; found ${k}`);
  const u = wanted ? inUnits([...wanted, 0].slice(0, 3)).values : directionOf(found);
  return verdictsOf(proofOf({ ...board, ...found, u }), k);
}

const USUAL_RULES = { order: "cyclic", bias: "none", zero: "mistake", start: [0, 0, 0], eta: "1" };

function verdictsOf(proof, k) {
  const isTrue = (what) => (proof.isSeparating ? what() : null);
  return {
    progress: isTrue(() => proof.progress(k).isTrue),
    length: proof.length(k).isTrue,
    fall: isTrue(() => proof.walk(k).isTrue),
    conclusion: k ? isTrue(() => proof.room(k) >= 0) : null,
  };
}

// Where nothing separates, any u shows that its wall does not advance.
function directionOf({ separator, states }) {
  const [a, b] = states.at(-1);
  return separator ?? (a || b ? [a, b, 0] : [0, 1, 0]);
}

/**
 * A board and what follows from it at the reader's k. Without the proof there is no `view` of it.
 *
 * `lines` are the names of what is said and drawn, null is all of it; of a simple stage those of its view.
 */
export function facts(given, { isProof = true, lines = null, isSimple = false, space = "" } = {}) {
  const board = { ...given, view: isProof ? given.view : "" };
  const run = study(board);
  const here = view(board, run);
  const direction = board.u ?? directionOf(run);
  const proof = proofOf({ ...board, ...run, u: direction });
  const isFromZero = run.states[0].every((v) => !v);
  const isBound = proof.isSeparating && isFromZero;
  const all = isOwn(board) && !board.isFree ? ways(board, run) : null;
  const drawn = drawnOf(run, direction, proof, all);
  const isHidden = board.guessing && !board.hand; // what is wrong, while it is to be guessed
  const shown = board.hand || !board.points.length ? "" : board.view;
  const named = lines ?? (isSimple ? WORDS.simple[board.view] : null);
  const where = positionOf(board, run, here, { proof, isBound });
  const isPast = named !== null && space === "weight" && PAST.includes(shown);
  return {
    ...board,
    ...run,
    ...here,
    ...drawn,
    ...(isHidden && { wrong: [], next: undefined }),
    ...{ run, proof, isProof, isFromZero, isHidden, shown, lines: named, isSeparating: proof.isSeparating },
    ...where,
    ...updateOf(board, run, here.k, { isPast, isNone: isHidden || board.hand || where.position > run.end }),
    isNamed: (name) => named === null || named.includes(name),
    reaches: paperReach(board, isSimple, drawn.reach),
    isChoosing: board.guessing || isOwn(board),
    isOwnU: board.u !== null,
    arrow: Math.max(1, Math.ceil((1.1 * drawn.reach) / board.grid)), // by what arrows are shorter among the points
    triangle: triangleOf(board, run, here),
    // Whether disc and wall leave something for w after k mistakes: 0 is one point.
    room: (k) => (isBound ? proof.room(k) : 1),
    progress: (k) => marked(proof.isSeparating, proof.progress(k)),
    length: (k) => marked(true, proof.length(k)),
  };
}

const PAST = ["wall", "three lines"]; // views that show the last update, where the weights are alone

// How far the reader is, and how far it goes: beyond the run where the race does.
function positionOf(board, { end }, { k, latest }, { proof, isBound }) {
  const last = isBound ? Number(proof.last) : null;
  const furthest = board.view === "race" && isBound ? Math.max(end, last + 1) : latest;
  const position = Math.min(board.k ?? latest, furthest);
  const hasBricks = isBound && board.bias === "none"; // the bars begin at 0, and all is in the plane
  const hasRuler = hasBricks && !board.isFree;
  const lastBeat = hasRuler && board.view === "race" ? BEATS - 1 : 0;
  const beat = position > last ? Math.min(board.beat, lastBeat) : 0;
  return { last, furthest, position, hasBricks, hasRuler, lastBeat, beat, at: position + beat };
}

// The update that is drawn: the next one, or the last.
function updateOf({ points }, { mistakes, states, end, unit }, k, { isPast, isNone }) {
  const from = isPast ? k - 1 : k;
  const point = isNone ? undefined : mistakes.slice(0, end)[from];
  const tail = () => states[from].slice(0, 2).map((v) => asFloat(v, unit));
  const isMistakeAt = (at) => margin(states[at], fold(points[mistakes[at]].map(BigInt))) <= 0n;
  const update = point === undefined ? null : { point, tail: tail(), isMistake: isMistakeAt(from) };
  return { isPast, isMistakeAt, update };
}

// How far the points' plane reaches: a simple one as far as there is something.
function paperReach({ points, grid }, isSimple, reach) {
  const farthest = Math.max(2, reach, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  return isSimple ? Math.min(grid, farthest + 1) + 0.6 : grid + 0.6;
}

// A line that asks for a margin is false without one.
const marked = (isThere, line) => ({ ...line, isTrue: isThere && line.isTrue, mark: markOf(isThere && line.isTrue) });
const markOf = (isTrue) => (isTrue ? "✓" : "✗");

// The floats that pictures are made of.
function drawnOf({ states, step, unit, pad, radiusSquared, end }, direction, proof, all) {
  const inFloats = (state) => state.map((v) => asFloat(v, unit));
  const edges = all?.edges.map((edge) => edge.map(inFloats));
  const path = states.map(inFloats);
  const way = direction.map(Number);
  const drawn = [...path.slice(0, end + 1), ...(edges?.flat() ?? [])].flatMap(([x, y]) => [x, y]);
  return {
    states: path,
    unit: 1,
    ways: all && { ...all, edges },
    rate: asFloat(step, unit),
    least: Number(proof.least),
    gamma: proof.gamma.value,
    step: (asFloat(step, unit) * Number(proof.least)) / (Math.hypot(way[0], way[1]) || 1), // of the wall, in the plane
    hasWay: way[0] !== 0 || way[1] !== 0, // whether u has a direction in the plane, and not b alone
    radius: Math.sqrt(Number(radiusSquared)),
    reach: drawn.reduce((most, v) => Math.max(most, Math.abs(v)), 1),
    u: way,
    goal: proof.goal?.map(({ value }) => value) ?? null,
    // Of (w, b) as one vector (w, b/c), with c² = pad.
    dot: ([a, b, c], [d, e, f]) => a * d + b * e + (pad ? (c * f) / Number(pad) : 0),
  };
}

const COSINES = { 0: 1, 45: Math.SQRT1_2, 60: 0.5, 90: 0, 120: -0.5, 135: -Math.SQRT1_2, 180: -1 };

// Of whole degrees; exact where it is a fraction, so that what is 0 comes out as 0.
function cosine(degrees) {
  const angle = Math.abs(((degrees % 360) + 540) % 360 - 180);
  return COSINES[angle] ?? Math.cos((angle * Math.PI) / 180);
}

/** The next update as a triangle, z turned: what the squares on its sides are, in the padded space. */
function triangleOf({ points, turn }, { step, unit, pad }, { line, next }) {
  if (next === undefined) return null;
  const [x, y, label] = fold(points[next].map(BigInt));
  const scale = BigInt(pad) || 1n;
  const [w1, w2, b] = line;
  const [straight, across, ahead] = [w1 * x + w2 * y, w2 * x - w1 * y, pad ? b * label : 0n];
  const [cos, sin] = [cosine(turn), cosine(turn - 90)];
  const isWhole = Number.isInteger(cos) && Number.isInteger(sin);
  const inner = cos * Number(straight) + sin * Number(across) + Number(ahead);
  const under = scale * unit * unit;
  const squares = product(line, line, BigInt(pad)) + scale * step * step * (x * x + y * y + BigInt(pad));
  const turned = isWhole ? BigInt(cos) * straight + BigInt(sin) * across + ahead : null;
  const about = asFloat(squares, under) + 2 * inner * asFloat(step, unit * unit);
  return {
    isMistake: isWhole ? turned <= 0n : inner <= 0,
    squares: quotient(squares, under),
    sum: isWhole ? quotient(squares + 2n * step * scale * turned, under) : { value: about, isRounded: true },
  };
}

const lineText = (now) => text(now.bias === "none" ? "w" : "wAndB", { w: exactly(now).slice(0, 2), b: exactly(now)[2] });

// A sentence, and its name in words.json.
const say = (name, values) => ({ name, said: text(name, values) });

/** The lines that are read beside the pictures: those that are named. */
export function sentences(now) {
  if (!now.points.length) return [text("empty")];
  const lines = now.hand ? handLines(now) : runLines(now);
  if (now.isProof) lines.push(boundLine(now));
  if (now.shown) lines.push(...PROOFS[now.shown](now));
  const all = lines.filter(Boolean);
  if (now.lines === null) return all.map(({ said }) => said);
  const names = [...WORDS.lines.hand, ...now.lines.flatMap((name) => WORDS.lines[name])];
  return all.filter(({ name }) => names.includes(name)).map(({ said }) => said);
}

function handLines(now) {
  const { wrong, mistakes, repeats, converged } = now;
  const line = lineText(now);
  const isMeasured = now.isProof || now.lines?.includes("margin");
  if (!wrong.length) return [say("handRight", { line }), isMeasured && marginsLine(now)];
  const its = repeats ? "runReturns" : converged ? "runEnds" : "runStops";
  const found = { line, n: wrong.length, names: wrong.join(", ") };
  return [say("handWrong", found), say(its, { k: mistakes.length })];
}

// Of a line that is right: your margin, the run's and the largest.
function marginsLine({ points, line, run, converged, gammaSquared }) {
  const [yours, its] = [line, run.states.at(-1)].map((u) => proofOf({ ...run, points, u }).gammaSquared);
  const isBoth = converged && yours[1] && its[1];
  const ahead = isBoth ? yours[0] * its[1] - its[0] * yours[1] : -1n;
  return say("margins", {
    yours: yours[1] ? rootText(yours) : "none",
    its: converged && its[1] ? rootText(its) : "none",
    largest: gammaSquared ? rootText(gammaSquared) : "none",
    verdict: ahead > 0n ? text("beaten") : ahead === 0n ? text("tie") : "",
  });
}

function runLines(now) {
  const { points, run, k, next, mistakes, converged, repeats, end } = now;
  const made = mistakes.length;
  if (now.position > end) return [say("ended", { k: end })];
  const lines = [say(converged ? "atEnd" : "soFar", { k, made, line: lineText(now) })];
  if (now.isFree) return lines;
  if (now.whose) lines.push(say("whose", { order: now.whose }));
  if (now.lines) lines.push(ringsLine(now));
  if (now.ways && converged) lines.push(say("ways", { list: now.ways.ends.join(", ") }));
  if (next !== undefined) {
    const what = text(now.bias === "none" ? "product" : "productB");
    lines.push(say("next", { point: pointText(points[next], next), what, margin: marginAt(now, points[next]) }));
  } else if (k < end) lines.push(say("guess"));
  else if (converged) lines.push(say("done"));
  else if (isOwn(now)) lines.push(say("chooseAny"));
  else if (!repeats) lines.push(say("stopped", { k: made }));
  if (repeats) lines.push(say("returns", { first: repeats[0], again: repeats[1] }));
  if (!converged && !now.guessing && !Array.isArray(now.order)) {
    const counts = run.states.slice(0, end + 1).map((state) => wrongPoints(points, state, now.zero).length);
    const fewest = Math.min(...counts);
    lines.push(say("bestLine", { fewest, at: counts.indexOf(fewest) }));
  }
  return lines;
}

// Which points have been corrected, and how many rings there were before and after each.
function ringsLine({ points, mistakes, run, zero, k, isHidden }) {
  if (isHidden) return undefined;
  const rings = run.states.slice(0, k + 1).map((state) => wrongPoints(points, state, zero).length);
  return say(k ? "rings" : "noRings", { made: mistakes.slice(0, k).join(", "), rings: rings.join(", ") });
}

function boundLine(now) {
  const padded = now.bias === "none" ? "" : text(now.pad === 1 ? "padded" : "scaled", { pad: now.pad });
  const R = rootText([now.radiusSquared, 1]);
  if (!now.gammaSquared) return say("noBound", { padded, R });
  const most = bound(now);
  const isWhole = most[1] === 1n;
  const written = isWhole ? String(most[0]) : `${fraction(most)} ≈ ${digits(quotient(...most))}`;
  return say("bound", { padded, R, gamma: rootText(now.gammaSquared), bound: written });
}

// What each view of the proof says: lines, and something false in the place of those that it does not say.
const PROOFS = {
  wall: proofLines,
  "three lines": proofLines,
  race: (now) => (now.hasRuler ? raceLines(now) : proofLines(now)),
  squares: ({ triangle, bias }) => [triangle ? triangleLine(triangle, bias) : say("noUpdate")],
  walk: (now) => (now.goal ? walkLines(now) : proofLines(now)),
  angle: (now) => [angleLine(now), ...brokenLines(now)],
};

const lettersOf = ({ bias, rate }) => ({
  w: text(bias === "none" ? "letterW" : "paddedW"),
  z: text(bias === "none" ? "letterZ" : "paddedZ"),
  eta: rate === 1 ? "" : "η",
});

function triangleLine({ isMistake, ...found }, bias) {
  return say(isMistake ? "mistakeTriangle" : "noMistakeTriangle", { ...found, ...lettersOf({ bias, rate: 1 }) });
}

function angleLine(now) {
  if (!now.w.some(Boolean)) return say("noAngle");
  return now.isSeparating ? say("angle", marked(true, now.proof.angle(now.k))) : say("noProgress");
}

function proofLines(now) {
  const { k, position, proof, isSeparating } = now;
  if (position > now.end) return [beyondLine(now)];
  const letters = lettersOf(now);
  const shareText = ([i, weight]) => text(weight === 1 ? "share" : "shares", { i, weight });
  const terms = now.certificate?.map(shareText).join(" + ");
  return [
    now.lines?.includes("folded") && reachesLine(now, letters),
    terms && say("noSeparator", { terms }),
    terms && say("noProgress"),
    k && !terms && now.isOwnU && say("ownU", { ...letters, u: now.u.slice(0, 2), margin: proof.gamma }),
    k && !terms && say(isSeparating ? "progress" : "noProgress", { ...letters, ...now.progress(k) }),
    k && say("length", { ...letters, ...now.length(k) }),
    conclusionLine(now),
    k && now.goal && walkLines(now)[0],
    now.shown !== "race" && !areMistakes(now) && say("hollow"),
    ...brokenLines(now),
  ];
}

// How far each z reaches along u.
function reachesLine({ proof, isSeparating }, letters) {
  const values = proof.reaches.map(({ value }) => about(value));
  const sign = values.some((value) => value.startsWith("≈")) ? "≈" : "=";
  const list = `${sign} ${values.map((value) => value.slice(2)).join(", ")}`;
  return say(isSeparating ? "reaches" : "reachesBack", { ...letters, list, gamma: about(proof.gamma.value) });
}

// Beyond the run, which has ended: what its points leave to any run from 0.
function beyondLine({ position, last, room }) {
  return say(position > last ? "parted" : room(position) ? "room" : "onePoint", { k: position });
}

// The race of the two bars, a beat at a time.
function raceLines(now) {
  const { position, last, end, step, radius, rate } = now;
  const [near, far] = [position * step, Math.sqrt(position) * rate * radius];
  const names = { n: ordinal(position), a: articleOf(position), brick: bricksText(now, 1) };
  const values = { k: position, end, ...names, wall: bricksText(now, position), disc: rootOf(now, position) };
  const isMet = now.room(position) === 0;
  if (position > last) {
    const [wallAt, discAt] = apart(near, far);
    const name = now.beat < 2 ? "suppose" : "soNone";
    const line = now.beat < 1 ? "mustLine" : "cannotLine";
    return [say(name, values), say(line, { ...values, wallAt, discAt })];
  }
  const isLast = position === last;
  const isShrinking = 4 * position * step * step >= (rate * radius) ** 2; // the lead, from here on
  const isFar = isShrinking && position > end + (last - end) / 3;
  const name = isMet ? "meet" : isLast ? "lastBrick" : position <= end ? "bricks" : isFar ? "gains" : "goOn";
  const line = isMet ? "raceMet" : "raceLine";
  return [say(name, values), position > 0 && say(line, { ...values, wallAt: about(near), discAt: about(far), lead: about(far - near).slice(2) })];
}

// The conclusion, where it follows; where it does not, what is so here.
function conclusionLine(now) {
  const { k, proof } = now;
  const { conclusion } = verdictsOf(proof, k);
  const isProved = now.isSeparating && now.isFromZero && areMistakes(now);
  if (conclusion === null) return !isProved && say("soNothing");
  const values = { k, most: proof.most, mark: markOf(conclusion) };
  if (isProved) return say("so", values);
  return say(conclusion ? "soUnproved" : "soFalse", values);
}

// Whether each update so far was one that the proof speaks of.
const areMistakes = ({ k, run, isMistakeAt }) => run.mistakes.slice(0, k).every((_, at) => isMistakeAt(at));

const brokenLines = (now) => [
  !areMistakes(now) && say("brokenUpdates"),
  !now.isFromZero && say("brokenStart"),
];

function walkLines(now) {
  const { list, toU, isNearer, ...found } = now.proof.walk(now.k);
  const verdict = text(isNearer ? "nearerHere" : "fartherOnce");
  const [goal, u] = [now.proof.goal, now.u].map((point) => point.slice(0, 2));
  const values = { eta: now.rate === 1 ? "" : "η²", what: areMistakes(now) ? "mistake" : "update" };
  const walk = say("walk", { ...marked(true, found), ...values, goal, list: listed(list) });
  const toItself = now.k && say("walkToU", { u, list: listed(toU), verdict });
  return [walk, toItself, say("walkStart", { ...found, ...values })];
}

/** What the two pictures show, for someone who does not see them. */
export function descriptions(now) {
  if (!now.points.length) return [text("emptyData"), text("emptyWeights")];
  const { k, wrong, next } = now;
  const plus = now.points.filter((point) => point[2] > 0).length;
  const line = lineText(now).replace(/\[w\|(.*?)\]/, "$1");
  const data = [text("dataSpace", { plus, minus: now.points.length - plus, line })];
  if (!now.isHidden) data.push(text(wrong.length ? "ringed" : "noneWrong", { n: wrong.length }));
  if (next !== undefined) data.push(text("arrow", { i: next }));
  const weights = [text(now.hand ? "yourW" : "path", { k, w: exactly(now).slice(0, 2) })];
  if (!now.separator || now.isNamed("cone")) weights.push(text(now.separator ? "cone" : "noCone"));
  weights.push(argued(now));
  return [data.join(""), weights.join("")];
}

// What the weights' plane shows of the argument, in words: of the lines that are named.
function argued(now) {
  const { shown, k, position } = now;
  const isRace = ["wall", "three lines", "race"].includes(shown);
  const names = ["progress", "length"].filter((name) => shown !== "wall" || now.isNamed(name));
  if (now.lines?.includes("folded") && shown === "wall" && !k) return text("see_folded");
  if (isRace && k && !names.every((name) => now[name](k).isTrue))
    return text(now.isSeparating ? "see_broken" : "see_noWall");
  if (!shown || !now.isSeparating || (!k && shown === "wall")) return "";
  if (isRace && position > now.last && now.hasRuler) return text("see_tip");
  if (names.length === 1) return text(`see_${names[0]}`);
  return text(`see_${shown}`, { share: (now.gamma * Math.sqrt(position)) / now.radius });
}
