// What pictures and words need of a study: floats, and each line of the proof held against whole numbers.
//
// [name|text] in a line bears the colour of the object of that name.

import { bound, isOwn, study, view, ways } from "./board.js";
import { fold, margin, wrongPoints } from "./model.js";
import { about, apart, articleOf, bricksText, digits, fraction, ordinal, pointText, ratio, rootOf, rootText, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const BEATS = 4; // of the end of the argument: it must, it cannot, so there is none, and the bars go home
const CLOSE = 1e-9; // of floats that stand for the same number

/**
 * A board and what follows from it at the reader's k. Without the proof there is no `view` of it.
 *
 * `lines` are the names of what is said and drawn, null is all of it; of a simple stage those of its view.
 */
export function facts(given, { isProof = true, lines = null, isSimple = false, space = "" } = {}) {
  const board = { ...given, view: isProof ? given.view : "" };
  const found = study(board);
  const here = view(board, found);
  const { pad, radiusSquared, gammaSquared, states, end } = found;
  const [step, unit] = ratio(board.eta);
  const rate = step / unit;
  // Of (w, b) as one vector (w, b/c), with c² = pad.
  const dot = ([a, b, c], [d, e, f]) => a * d + b * e + (pad ? (c * f) / pad : 0);
  const stateAt = (k) => states[k].map((v) => v / unit);
  const long = (k) => Math.sqrt(dot(stateAt(k), stateAt(k)));
  // Where nothing separates, any u shows that its wall does not climb.
  const [a, b] = states.at(-1);
  const u = board.u ?? found.separator ?? (a || b ? [a, b, 0] : [0, 1, 0]);
  const square = dot(u, u);
  const along = (k) => dot(u, stateAt(k)) / Math.sqrt(square);
  const least = board.points.length ? Math.min(...board.points.map((point) => margin(u, fold(point)))) : 0;
  const gamma = least / Math.sqrt(square);
  const [top, bottom] = board.u ? [least ** 2, square] : (gammaSquared ?? [0, 1]); // γ² of this u
  const isFromZero = states[0].every((v) => v === 0);
  const isBound = least > 0 && isFromZero;
  const last = isBound ? Math.floor((radiusSquared * bottom) / top) : null;
  const furthest = board.view === "race" && isBound ? Math.max(end, last + 1) : here.latest;
  const position = Math.min(board.k ?? here.latest, furthest); // k, or where it has gone on beyond the run
  const shown = board.hand || !board.points.length ? "" : board.view;
  const named = lines ?? (isSimple ? WORDS.simple[board.view] : null);
  const isNamed = (name) => named === null || named.includes(name);
  const hasRuler = isBound && board.bias === "none" && !board.isFree;
  const lastBeat = hasRuler && board.view === "race" ? BEATS - 1 : 0;
  const beat = position > last ? Math.min(board.beat, lastBeat) : 0;
  const all = isOwn(board) && !board.isFree ? ways(board, found) : null;
  const drawn = [...states.slice(0, end + 1), ...(all?.edges.flat() ?? [])].flatMap(([x, y]) => [x, y]);
  const reach = Math.max(unit, ...drawn.map(Math.abs)) / unit;
  const goal = least > 0 ? u.map((v) => (v * rate * radiusSquared) / least) : null;
  const line = (isTrue, left, right) => ({ isTrue, left, right, mark: isTrue ? "✓" : "✗" });
  const squaresTo = (point, k) =>
    Array.from({ length: k + 1 }, (_, i) => {
      const gap = stateAt(i).map((v, axis) => v - point[axis]);
      return dot(gap, gap);
    });
  const longest = (k) => rate * Math.sqrt(k * radiusSquared);
  const isHidden = board.guessing && !board.hand; // what is wrong, while it is to be guessed
  const numbers = { furthest, position, rate, unit, least, gamma, step: rate * gamma, last, reach, u, goal, dot };
  // The update that is drawn: the next one; where the weights are alone and said line by line, the last.
  const isPast = named !== null && space === "weight" && ["wall", "three lines"].includes(shown);
  const from = isPast ? here.k - 1 : here.k;
  const point = isHidden || board.hand || position > end ? undefined : found.mistakes.slice(0, end)[from];
  const update = point === undefined ? null : { point, tail: stateAt(from).slice(0, 2) };
  return {
    ...board,
    ...found,
    ...here,
    ...numbers,
    ...(isHidden && { wrong: [], next: undefined }),
    ...{ isProof, isFromZero, isHidden },
    ...{ shown, update, isPast, hasRuler, isNamed, lines: named },
    ...{ beat, lastBeat, at: position + beat },
    reaches: paperReach(board, isSimple, reach),
    isChoosing: board.guessing || isOwn(board),
    isOwnU: board.u !== null,
    isSeparating: least > 0,
    ways: all,
    arrow: Math.max(1, Math.ceil((1.1 * reach) / board.grid)), // by what arrows are shorter among the points
    radius: Math.sqrt(radiusSquared),
    // Whether disc and wall leave something for w after k mistakes: 0 is one point.
    room: (k) => (isBound ? radiusSquared * bottom - k * top : 1),
    progress: (k) => line(least > 0 && along(k) >= k * rate * gamma - CLOSE, along(k), k * rate * gamma),
    length: (k) => line(long(k) <= longest(k) + CLOSE, long(k), longest(k)),
    angle(k) {
      const cosine = along(k) / long(k);
      const right = (Math.sqrt(k) * gamma) / Math.sqrt(radiusSquared);
      const angle = (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
      return { ...line(cosine >= right - CLOSE && least > 0, cosine, right), angle };
    },
    // ‖w − λu‖² loses R² at each mistake, whatever the start.
    walk(k) {
      const list = squaresTo(goal, k);
      const loss = rate * rate * radiusSquared;
      const isTrue = list.every((v, i) => !i || v <= list[i - 1] - loss + CLOSE * list[0]);
      return { ...line(isTrue), list, loss, most: list[0] / loss, toU: squaresTo(u, k) };
    },
  };
}

// How far the points' plane reaches: a simple one as far as there is something.
function paperReach({ points, grid }, isSimple, reach) {
  const farthest = Math.max(2, reach, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  return isSimple ? Math.min(grid, farthest + 1) + 0.6 : grid + 0.6;
}

// A sentence, and its name in words.json.
const say = (name, values) => ({ name, said: text(name, values) });

const lineText = ({ bias, w }) => text(bias === "none" ? "w" : "wAndB", { w: w.slice(0, 2), b: w[2] });
const listed = (values, most = 12) =>
  (values.length > most ? "…, " : "") + values.slice(-most).map(digits).join(", ");

/** The lines that are read beside the pictures: those that are named. */
export function sentences(now, pose) {
  if (!now.points.length) return [text("empty")];
  const lines = now.hand ? handLines(now) : runLines(now);
  if (now.isProof) lines.push(boundLine(now));
  if (now.shown) lines.push(...PROOFS[now.shown](now, pose));
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
function marginsLine({ points, hand, states, dot, converged, gammaSquared }) {
  const squareOf = (w) => [Math.min(...points.map((point) => margin(w, fold(point)))) ** 2, dot(w, w)];
  const [yours, its] = [squareOf(hand), squareOf(states.at(-1))];
  const ahead = converged ? yours[0] * its[1] - its[0] * yours[1] : -1;
  return say("margins", {
    yours: rootText(yours),
    its: converged ? rootText(its) : "none",
    largest: gammaSquared ? rootText(gammaSquared) : "none",
    verdict: ahead > 0 ? text("beaten") : ahead === 0 ? text("tie") : "",
  });
}

function runLines(now) {
  const { points, k, w, next, mistakes, converged, repeats, end } = now;
  const made = mistakes.length;
  if (now.position > end) return [say("ended", { k: end })];
  const lines = [say(converged ? "atEnd" : "soFar", { k, made, line: lineText(now) })];
  if (now.isFree) return lines;
  if (now.whose) lines.push(say("whose", { order: now.whose }));
  if (now.lines) lines.push(ringsLine(now));
  if (now.ways && converged) lines.push(say("ways", { list: now.ways.ends.join(", ") }));
  if (next !== undefined) {
    const what = text(now.bias === "none" ? "product" : "productB");
    const values = { point: pointText(points[next], next), what, margin: margin(w, fold(points[next])) };
    lines.push(say("next", values));
  } else if (k < end) lines.push(say("guess"));
  else if (converged) lines.push(say("done"));
  else if (isOwn(now)) lines.push(say("chooseAny"));
  else if (!repeats) lines.push(say("stopped", { k: made }));
  if (repeats) lines.push(say("returns", { first: repeats[0], again: repeats[1] }));
  if (!converged && !now.guessing && !Array.isArray(now.order)) {
    const counts = now.states.slice(0, end + 1).map((state) => wrongPoints(points, state, now.zero).length);
    const fewest = Math.min(...counts);
    lines.push(say("bestLine", { fewest, at: counts.indexOf(fewest) }));
  }
  return lines;
}

// Which points have been corrected, and how many rings there were before and after each.
function ringsLine({ points, mistakes, states, zero, k, isHidden }) {
  if (isHidden) return undefined;
  const rings = states.slice(0, k + 1).map((state) => wrongPoints(points, state, zero).length);
  return say(k ? "rings" : "noRings", { made: mistakes.slice(0, k).join(", "), rings: rings.join(", ") });
}

function boundLine(now) {
  const padded = now.bias === "none" ? "" : text(now.pad === 1 ? "padded" : "scaled", { pad: now.pad });
  const R = rootText([now.radiusSquared, 1]);
  if (!now.gammaSquared) return say("noBound", { padded, R });
  const [p, q] = bound(now);
  const quotient = q === 1 ? p : `${fraction([p, q])} ≈ ${digits(p / q)}`;
  return say("bound", { padded, R, gamma: rootText(now.gammaSquared), bound: quotient });
}

// What each view of the proof says: lines, and something false in the place of those that it does not say.
const PROOFS = {
  wall: proofLines,
  "three lines": proofLines,
  race: (now) => (now.hasRuler ? raceLines(now) : proofLines(now)),
  squares(now, pose) {
    const found = triangle(pose);
    const name = found.isMistake ? "mistakeTriangle" : "noMistakeTriangle";
    return [say(pose.ink ? name : "noUpdate", found)];
  },
  walk: (now) => (now.goal ? walkLines(now) : proofLines(now)),
  angle: (now) => [say(now.w.some(Boolean) ? "angle" : "noAngle", now.angle(now.k)), ...brokenLines(now)],
};

function proofLines(now) {
  const { k, position } = now;
  if (position > now.end) return [beyondLine(now)];
  const names = { w: text(now.bias === "none" ? "letterW" : "paddedW"), eta: now.rate === 1 ? "" : "η" };
  const most = (now.radius / now.gamma) ** 2;
  const terms = now.certificate?.map(([i, weight]) => `${weight}·z${i}`).join(" + ");
  const isBounded = now.isSeparating && now.isFromZero && !now.isFree;
  return [
    terms && say("noSeparator", { terms }),
    terms && say("noProgress"),
    k && !terms && now.isOwnU && say("ownU", { ...names, u: now.u.slice(0, 2), margin: now.gamma }),
    k && !terms && say(now.isSeparating ? "progress" : "noProgress", { ...names, ...now.progress(k) }),
    k && say("length", { ...names, ...now.length(k) }),
    k && isBounded && say("so", { k, most, mark: now.room(k) < 0 ? "✗" : "✓" }),
    k && now.goal && walkLines(now)[0],
    !isBounded && say("soNothing"),
    ...brokenLines(now),
  ];
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

const brokenLines = (now) => [now.isFree && say("brokenUpdates"), !now.isFromZero && say("brokenStart")];

/** One update as a triangle: what the squares on its sides are. */
export function triangle({ tail, vector }) {
  const squareOf = ([x, y]) => x * x + y * y;
  const sum = squareOf(tail.map((v, axis) => v + vector[axis]));
  const squares = squareOf(tail) + squareOf(vector);
  return { sum, squares, isMistake: sum <= squares + CLOSE * (1 + squares) };
}

function walkLines(now) {
  const { list, toU, ...found } = now.walk(now.k);
  const isNearer = toU.every((v, i) => !i || v < toU[i - 1]);
  const verdict = text(isNearer ? "nearerHere" : "fartherOnce");
  const [goal, u] = [now.goal, now.u].map((point) => point.slice(0, 2));
  const eta = now.rate === 1 ? "" : "η²";
  const walk = say("walk", { ...found, goal, eta, list: listed(list) });
  return [walk, now.k && say("walkToU", { u, list: listed(toU), verdict }), say("walkStart", found)];
}

/** What the two pictures show, for someone who does not see them. */
export function descriptions(now) {
  if (!now.points.length) return [text("emptyData"), text("emptyWeights")];
  const { k, wrong, next, position } = now;
  const plus = now.points.filter((point) => point[2] > 0).length;
  const line = lineText(now).replace(/\[w\|(.*?)\]/, "$1");
  const data = [text("dataSpace", { plus, minus: now.points.length - plus, line })];
  if (!now.isHidden) data.push(text(wrong.length ? "ringed" : "noneWrong", { n: wrong.length }));
  if (next !== undefined) data.push(text("arrow", { i: next }));
  const weights = [text(now.hand ? "yourW" : "path", { k, w: now.w.slice(0, 2) })];
  if (!now.separator || now.isNamed("cone")) weights.push(text(now.separator ? "cone" : "noCone"));
  weights.push(argued(now));
  return [data.join(""), weights.join("")];
}

// What the weights' plane shows of the argument, in words: of the lines that are named.
function argued(now) {
  const { shown, k, position } = now;
  const isRace = ["wall", "three lines", "race"].includes(shown);
  const names = ["progress", "length"].filter((name) => shown !== "wall" || now.isNamed(name));
  if (isRace && k && !names.every((name) => now[name](k).isTrue))
    return text(now.isSeparating ? "see_broken" : "see_noWall");
  if (!shown || !now.isSeparating || (!k && shown === "wall")) return "";
  if (isRace && position > now.last && now.hasRuler) return text("see_tip");
  if (names.length === 1) return text(`see_${names[0]}`);
  return text(`see_${shown}`, { share: (now.gamma * Math.sqrt(position)) / now.radius });
}
