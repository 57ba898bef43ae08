// What pictures and words need of a study: floats, and each line of the proof held against whole numbers.
//
// [name|text] in a line bears the colour of the object of that name.

import { bound, fold, study, view, ways } from "./board.js";
import { margin, wrongPoints } from "./model.js";
import { digits, fraction, pointText, ratio, rootText, text } from "./words.js";

const CLOSE = 1e-9; // of floats that stand for the same number
const degrees = (cosine) => (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;

export function facts(board) {
  const found = study(board);
  const { pad, radiusSquared, gammaSquared, states, end } = found;
  const [step, unit] = ratio(board.eta);
  const eta = step / unit;
  // Of (w, b) as one vector (w, b/c), with c² = pad.
  const dot = ([a, b, c], [d, e, f]) => a * d + b * e + (pad ? (c * f) / pad : 0);
  const at = (k) => states[k].map((v) => v / unit);
  // Where nothing separates, any u shows that its wall does not climb.
  const last = states.at(-1);
  const u = board.u ?? found.separator ?? (last[0] || last[1] ? [last[0], last[1], 0] : [0, 1, 0]);
  const square = dot(u, u);
  const least = board.points.length ? Math.min(...board.points.map((point) => margin(u, fold(point)))) : 0;
  const isFromZero = states[0].every((v) => v === 0);
  const [top, bottom] = board.u ? [least ** 2, square] : (gammaSquared ?? [0, 1]); // γ² of this u
  const isBound = least > 0 && isFromZero;
  const gamma = least / Math.sqrt(square);
  const goal = least > 0 ? u.map((v) => (v * eta * radiusSquared) / least) : null;
  const all = Array.isArray(board.order) && !board.isFree ? ways(board, found) : null;
  const drawn = [...states.slice(0, end + 1), ...(all?.edges.flat() ?? [])];
  const to = (point) => (k) => {
    const gap = at(k).map((v, i) => v - point[i]);
    return dot(gap, gap);
  };
  const line = (isTrue, left, right) => ({ isTrue, left, right, mark: isTrue ? "✓" : "✗" });
  return {
    ...found,
    u,
    dot,
    eta,
    isFromZero,
    isSeparating: least > 0,
    isSeparable: found.separator !== null,
    least,
    gamma,
    goal,
    ways: all,
    reach: Math.max(1, ...drawn.flatMap(([a, b]) => [Math.abs(a), Math.abs(b)])) / unit,
    radius: Math.sqrt(radiusSquared),
    last: isBound ? Math.floor((radiusSquared * bottom) / top) : null,
    // Whether disc and wall leave something for w after k mistakes: 0 is one point.
    room: (k) => (isBound ? radiusSquared * bottom - k * top : 1),
    progress(k) {
      const along = dot(u, at(k)) / Math.sqrt(square);
      return line(least > 0 && along >= k * eta * gamma - CLOSE, along, k * eta * gamma);
    },
    long(k) {
      const [left, right] = [Math.sqrt(dot(at(k), at(k))), eta * Math.sqrt(k * radiusSquared)];
      return line(left <= right + CLOSE, left, right);
    },
    angle(k) {
      const long = Math.sqrt(dot(at(k), at(k)));
      const cosine = dot(u, at(k)) / (long * Math.sqrt(square));
      const right = (Math.sqrt(k) * gamma) / Math.sqrt(radiusSquared);
      return { ...line(cosine >= right - CLOSE && least > 0, cosine, right), angle: degrees(cosine), long };
    },
    // ‖w − λu‖² loses R² at each mistake, whatever the start.
    walk(k) {
      const list = Array.from({ length: k + 1 }, (_, i) => to(goal)(i));
      const loss = eta * eta * radiusSquared;
      const isTrue = list.every((v, i) => !i || v <= list[i - 1] - loss + CLOSE * list[0]);
      return { list, loss, isTrue, most: list[0] / loss, toU: list.map((_, i) => to(u)(i)) };
    },
  };
}

const lineText = (board, w) => {
  const values = { w: w.slice(0, 2), b: w[2] };
  return text(board.bias === "none" ? "w" : "wAndB", values);
};
const listed = (values, most = 12) =>
  values.slice(-most).map(digits).join(", ").replace(/^/, values.length > most ? "…, " : "");

/** The lines that are read beside the pictures. */
export function sentences(board, found, isProof, position, pose) {
  if (!board.points.length) return [text("empty")];
  const seen = view(board);
  const lines = board.hand ? handLines(board, found, seen) : runLines(board, found, seen);
  if (!isProof) return lines;
  lines.push(boundLine(board, found));
  if (board.hand) return lines;
  if (board.view === "squares") return [...lines, triangleLine(pose)];
  if (board.view === "walk" && found.goal) return [...lines, ...walkLines(found, seen)];
  if (board.view === "angle") return [...lines, angleLine(found, seen), ...brokenLines(board, found)];
  return [...lines, ...proofLines(board, found, seen, position)];
}

function handLines(board, found, { w, wrong }) {
  const names = wrong.slice(0, 8).join(", ") + (wrong.length > 8 ? ", …" : "");
  const line = lineText(board, w);
  if (!wrong.length) return [text("handRight", { line }), marginsText(board, found)];
  const its = found.repeats ? "runReturns" : found.converged ? "runEnds" : "runStops";
  return [text("handWrong", { line, n: wrong.length, names }), text(its, { k: found.mistakes.length })];
}

function runLines(board, found, { k, w, wrong, next }) {
  const made = found.mistakes.length;
  const isOwn = Array.isArray(board.order);
  const lines = [text(found.converged ? "atEnd" : "soFar", { k, made, line: lineText(board, w) })];
  if (board.isFree) return lines;
  if (found.ways) lines.push(text("ways", { list: found.ways.ends.join(", ") }));
  if (isOwn && wrong.length && k === found.end) lines.push(text("chooseAny"));
  else if (next !== undefined && board.guessing) lines.push(text("guess"));
  else if (next !== undefined) {
    const what = board.bias === "none" ? "y w·x" : "y(w·x + b)";
    const point = pointText(board.points[next], next);
    lines.push(text("next", { point, what, margin: margin(w, fold(board.points[next])) }));
  } else if (found.converged) lines.push(text("done"));
  else if (!found.repeats) lines.push(text("stopped", { k: made }));
  if (found.repeats) lines.push(text("returns", { first: found.repeats[0], again: found.repeats[1] }));
  if (!found.converged && !board.guessing && !isOwn) {
    const wrongAfter = (state) => wrongPoints(board.points, state, board.zero).length;
    const counts = found.states.slice(0, found.end + 1).map(wrongAfter);
    const fewest = Math.min(...counts);
    lines.push(text("bestLine", { fewest, at: counts.indexOf(fewest) }));
  }
  return lines;
}

// Of a line that is right: your margin, the run's and the largest.
function marginsText(board, found) {
  const [yours, its] = [board.hand, found.states.at(-1)].map((w) => {
    const least = Math.min(...board.points.map((point) => margin(w, fold(point))));
    return [least ** 2, found.dot(w, w)];
  });
  const ahead = found.converged ? yours[0] * its[1] - its[0] * yours[1] : -1;
  return text("margins", {
    yours: rootText(yours),
    its: found.converged ? rootText(its) : "none",
    largest: found.gammaSquared ? rootText(found.gammaSquared) : "none",
    verdict: ahead > 0 ? text("beaten") : ahead === 0 ? text("tie") : "",
  });
}

function boundLine(board, found) {
  const padded = board.bias === "none" ? "" : text("padded");
  const R = rootText([found.radiusSquared, 1]);
  if (!found.gammaSquared) return text("noBound", { padded, R });
  const [p, q] = bound(found);
  const quotient = q === 1 ? p : `${fraction([p, q])} ≈ ${digits(p / q)}`;
  return text("bound", { padded, R, gamma: rootText(found.gammaSquared), bound: quotient });
}

function proofLines(board, found, { k }, position) {
  if (position > found.end && found.last !== null) {
    const name = position > found.last ? "parted" : found.room(position) ? "room" : "onePoint";
    return [text("ended", { k: found.end }), text(name, { k: position })];
  }
  const names = { w: board.bias === "none" ? "w" : "ŵ", eta: found.eta === 1 ? "" : "η" };
  const lines = [];
  if (found.certificate) {
    const terms = found.certificate.map(([i, weight]) => `${weight}·z${i}`).join(" + ");
    lines.push(text("noSeparator", { terms }), text("noProgress"));
  } else if (k) {
    if (board.u) lines.push(text("ownU", { u: board.u.slice(0, 2), margin: found.gamma }));
    lines.push(text(found.isSeparating ? "progress" : "noProgress", { ...names, ...found.progress(k) }));
  }
  if (k) lines.push(text("length", { ...names, ...found.long(k) }));
  if (!found.isSeparating) lines.push(text("soNothing"));
  else if (k) {
    const most = (found.radius / found.gamma) ** 2;
    const isTrue = found.isFromZero ? found.room(k) >= 0 : k <= most;
    lines.push(text("so", { mark: isTrue ? "✓" : "✗", k, most }));
  }
  return [...lines, ...brokenLines(board, found)];
}

const brokenLines = (board, found) => [
  ...(board.isFree ? [text("brokenUpdates")] : []),
  ...(found.isFromZero ? [] : [text("brokenStart")]),
];

/** One update as a triangle: what the squares on its sides are. */
export function triangle({ tail, vector, ink }) {
  const sum = tail.map((v, at) => v + vector[at]);
  const [w, z, whole] = [tail, vector, sum].map(([x, y]) => x * x + y * y);
  return { isNext: ink > 0, sum: whole, squares: w + z, isMistake: whole <= w + z + CLOSE * (1 + w + z) };
}

function triangleLine(pose) {
  const found = triangle(pose);
  if (!found.isNext) return text("noUpdate");
  return text(found.isMistake ? "mistakeTriangle" : "noMistakeTriangle", found);
}

function walkLines(found, { k }) {
  const { list, loss, isTrue, most, toU } = found.walk(k);
  const isNearer = toU.every((v, i) => !i || v < toU[i - 1]);
  const verdict = text(isNearer ? "nearerHere" : "fartherOnce");
  const [goal, u] = [found.goal, found.u].map((point) => point.slice(0, 2));
  const eta = found.eta === 1 ? "" : "η²";
  const lines = [text("walk", { mark: isTrue ? "✓" : "✗", goal, loss, eta, list: listed(list) })];
  if (k) lines.push(text("walkToU", { u, list: listed(toU), verdict }));
  return [...lines, text("walkStart", { most })];
}

function angleLine(found, { k }) {
  const angle = found.angle(k);
  return angle.long ? text("angle", angle) : text("noAngle");
}

/** What the two pictures show, for someone who does not see them. */
export function descriptions(board, found, isProof, position) {
  if (!board.points.length) return [text("emptyData"), text("emptyWeights")];
  const { k, w, wrong, next } = view(board);
  const plus = board.points.filter((point) => point[2] > 0).length;
  const line = lineText(board, w).replace("[w|w]", "w");
  const isHidden = board.guessing && !board.hand;
  const data = [text("dataSpace", { plus, minus: board.points.length - plus, line })];
  if (!isHidden) data.push(text(wrong.length ? "ringed" : "noneWrong", { n: wrong.length }));
  if (next !== undefined && !isHidden) data.push(text("arrow", { i: next }));
  const weights = [text(board.hand ? "yourW" : "path", { k, w: w.slice(0, 2) })];
  weights.push(text(found.isSeparable ? "cone" : "noCone"));
  if (isProof && !board.hand && found.isSeparating && (k || board.view !== "wall")) {
    const share = (found.gamma * Math.sqrt(position)) / found.radius;
    weights.push(text(`see_${board.view}`, { share }));
  }
  return [data.join(""), weights.join("")];
}

