// What is said of a stage, in lines beside the pictures, and in words for who does not see them.
//
// [name|text] in a line bears the colour of the object of that name.

import { claim, markOf, proofOf, verdictsOf } from "./argument.js";
import { bound, exactly, isOwn, marginAt } from "./board.js";
import { holds, isInRegion, isMistakeAt, room } from "./facts.js";
import { wrongPoints } from "./model.js";
import { triangleOf } from "./triangle.js";
import {
  about,
  apart,
  articleOf,
  bricksText,
  digits,
  fraction,
  inRow,
  listed,
  ordinal,
  pointText,
  quotient,
  root,
  rootOf,
  rootText,
  shareText,
  text,
} from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const lineText = ({ board, here }) => {
  const [w1, w2, b] = exactly(here);
  return text(board.bias === "none" ? "w" : "wAndB", { w: [w1, w2], b });
};

// A sentence, and its name in words.json.
const say = (name, values) => ({ name, said: text(name, values) });

/** The lines that are read beside the pictures: those that are named. */
export function sentences(now) {
  const { board, asked, shown } = now;
  if (!board.points.length) return [text("empty")];
  const lines = board.hand ? handLines(now) : runLines(now);
  if (asked.isProof && shown !== "region") lines.push(boundLine(now)); // which bounds mistakes, not w
  if (shown) lines.push(...PROOFS[shown](now));
  const all = lines.filter(Boolean);
  if (asked.lines === null) return all.map(({ said }) => said);
  const names = [...WORDS.lines.hand, ...asked.lines.flatMap((name) => WORDS.lines[name])];
  return all.filter(({ name }) => names.includes(name)).map(({ said }) => said);
}

function handLines(now) {
  const { wrong } = now.here;
  const { mistakes, repeats, converged } = now.run;
  const line = lineText(now);
  const isMeasured = now.asked.isProof || now.asked.lines?.includes("margin");
  if (!wrong.length) return [say("handRight", { line }), isMeasured && marginsLine(now)];
  const its = repeats ? isReturnTold(now) && "runReturns" : converged ? "runEnds" : "runStops";
  const known = { line, n: wrong.length, names: wrong.join(", ") };
  return [say("handWrong", known), its && say(its, { k: mistakes.length })];
}

// One who only watches is told at its end, and not ahead, that a run repeats itself.
const isReturnTold = ({ asked, place, run }) => asked.isProof || place.position === run.end;

// The square of the margin of a line, [p, q]; q is 0 where there is no line.
const marginSquared = ({ board, run }, u) => proofOf({ ...run, points: board.points, u }).gammaSquared;

const marginText = (square) => (square[1] ? rootText(square) : text("none"));

// Of a line that is right: your margin, the run's and the largest.
function marginsLine(now) {
  const { converged, states, gammaSquared } = now.run;
  const [yours, its] = [now.here.line, states.at(-1)].map((u) => marginSquared(now, u));
  const isBoth = converged && yours[1] && its[1];
  /** @type {(one: bigint[], other: bigint[]) => bigint} */
  const lead = ([p, q], [r, s]) => p * s - r * q;
  const ahead = isBoth ? lead(yours, its) : -1n;
  return say("margins", {
    yours: marginText(yours),
    its: converged ? marginText(its) : text("none"),
    largest: gammaSquared ? rootText(gammaSquared) : text("none"),
    verdict: ahead > 0n ? text("beaten") : ahead === 0n ? text("tie") : "",
  });
}

// Of the line that the run has here.
function ownMarginLine(now) {
  if (now.here.wrong.length) return say("noMargin");
  return say(now.run.converged ? "itsMargin" : "hereMargin", { its: marginText(marginSquared(now, now.here.line)) });
}

function runLines(now) {
  const { board, run, here, asked, place, ways } = now;
  const { mistakes, converged, repeats, end } = run;
  const made = mistakes.length;
  if (place.position > end) return [say("ended", { k: end })];
  const [atEnd, soFar] = asked.isProof ? ["atEnd", "soFar"] : ["allMade", "someMade"];
  const isTold = converged && (asked.isProof || here.k === made); // one who only watches is told no end ahead
  const lines = [say(isTold ? atEnd : soFar, { k: here.k, made, line: lineText(now) })];
  if (board.isFree) return lines;
  if (board.whose) lines.push(say("whose", { order: board.whose }));
  if (asked.lines) lines.push(ringsLine(now));
  if (asked.lines?.includes("margin")) lines.push(ownMarginLine(now));
  if (ways && converged) lines.push(say("ways", { list: ways.ends.join(", ") }));
  lines.push(nextLine(now));
  if (!isReturnTold(now)) return lines;
  if (repeats) lines.push(returnLine(now));
  if (!converged && !board.guessing && !Array.isArray(board.order)) lines.push(bestLine(now));
  return lines;
}

// What comes next, or why nothing does.
function nextLine(now) {
  const { board, run, here } = now;
  if (here.next !== undefined) {
    const point = board.points[here.next];
    const what = text(board.bias === "none" ? "product" : "productB");
    return say("next", { point: pointText(point, here.next), what, margin: marginAt(here, point) });
  }
  if (here.k < run.end) return say("guess");
  if (run.converged) return say("done");
  if (isOwn(board)) return say("chooseAny");
  return !run.repeats && say("stopped", { k: run.mistakes.length });
}

function returnLine({ board, run }) {
  const [first, again] = run.repeats;
  return say("returns", { first, again, same: text(board.bias === "none" ? "sameArrow" : "sameWithB") });
}

// How many points are wrong after 0, 1, …, k updates.
const ringsUpTo = ({ board, run }, k) =>
  run.states.slice(0, k + 1).map((state) => wrongPoints(board.points, state, board.zero).length);

function bestLine(now) {
  const counts = ringsUpTo(now, now.run.end);
  const fewest = Math.min(...counts);
  return say("bestLine", { fewest, at: counts.indexOf(fewest) });
}

// Which points have been corrected, and how many rings there were before and after each.
function ringsLine(now) {
  const { k } = now.here;
  if (now.isHidden) return undefined;
  const made = now.run.mistakes.slice(0, k).join(", ");
  return say(k ? "rings" : "noRings", { made, rings: ringsUpTo(now, k).join(", ") });
}

function boundLine({ board, run }) {
  const padded = board.bias === "none" ? "" : text(run.pad === 1 ? "padded" : "scaled", { pad: run.pad });
  const R = rootText([run.radiusSquared, 1]);
  if (!run.gammaSquared) return say("noBound", { padded, R });
  const most = bound(run);
  const isWhole = most[1] === 1n;
  const written = isWhole ? String(most[0]) : `${fraction(most)} ≈ ${digits(quotient(...most))}`;
  return say("bound", { padded, R, gamma: rootText(run.gammaSquared), bound: written });
}

// What each view of the proof says: lines, and something false in the place of those that it does not say.
const PROOFS = {
  wall: proofLines,
  "three lines": proofLines,
  race: (now) => (now.place.hasRuler ? raceLines(now) : proofLines(now)),
  squares: (now) => [triangleLine(now)],
  walk: (now) => (now.proof.goal ? walkLines(now) : proofLines(now)),
  angle: (now) => [angleLine(now), ...brokenLines(now)],
  region: (now) => regionLines(now),
};

const lettersOf = ({ bias, rate }) => ({
  w: text(bias === "none" ? "letterW" : "paddedW"),
  z: text(bias === "none" ? "letterZ" : "paddedZ"),
  eta: rate === 1 ? "" : "η",
});

function triangleLine(now) {
  const triangle = triangleOf(now);
  if (!triangle) return say("noUpdate");
  const { isMistake, ...sizes } = triangle;
  const letters = lettersOf({ bias: now.board.bias, rate: 1 });
  return say(isMistake ? "mistakeTriangle" : "noMistakeTriangle", { ...sizes, ...letters });
}

function angleLine({ here, proof }) {
  if (!here.w.some(Boolean)) return say("noAngle");
  return proof.isSeparating ? say("angle", claim(proof, "angle", here.k)) : say("noProgress");
}

// Whether w is in the region; it is, after mistakes.
function regionLines(now) {
  const { region, run, here, board } = now;
  if (!region) return [say("regionOffset")];
  const [w1, w2] = run.states[here.k];
  const sizes = { left: root(w1 * w1 + w2 * w2, run.unit * run.unit), right: root(...region.square) };
  const isIn = isInRegion(now, here.k);
  return [
    say(isIn ? "inRegion" : "leftRegion", sizes),
    !region.lines.length && say("allZero"),
    board.isFree && !areMistakes(now) && say("brokenUpdates"),
  ];
}

function proofLines(now) {
  const { here, place, proof, run, board, asked, shown } = now;
  const { k } = here;
  if (place.position > run.end) return [beyondLine(now)];
  const letters = lettersOf({ bias: board.bias, rate: now.plane.rate });
  const u = board.u?.slice(0, 2);
  const isSaid = k > 0 || asked.lines !== null; // at the start each line says that 0 is 0
  const isAdvancing = isSaid && !run.certificate;
  return [
    asked.lines?.includes("folded") && reachesLine(now, letters),
    run.certificate && say("noSeparator", { terms: termsOf(run.certificate, letters.z) }),
    run.certificate && say("noProgress"),
    isAdvancing && u && say("ownU", { ...letters, u, margin: proof.gamma }),
    isAdvancing && say(proof.isSeparating ? "progress" : "noProgress", { ...letters, ...claim(proof, "progress", k) }),
    isSaid && say("length", { ...letters, ...claim(proof, "length", k) }),
    conclusionLine(now),
    k > 0 && proof.goal && walkLines(now)[0],
    shown !== "race" && !areMistakes(now) && say("hollow"),
    ...brokenLines(now),
  ];
}

// The sum of a certificate: "z₀ + 2·z₁".
const termsOf = (certificate, z) => certificate.map((share) => shareText(share, z)).join(" + ");

// How far each z reaches along u.
function reachesLine({ proof }, letters) {
  const values = proof.reaches.map(({ value }) => about(value));
  const sign = values.some((value) => value.startsWith("≈")) ? "≈" : "=";
  const list = `${sign} ${inRow(values.map((value) => value.slice(2)))}`;
  return say(proof.isSeparating ? "reaches" : "reachesBack", { ...letters, list, gamma: about(proof.gamma.value) });
}

// Beyond the run, which has ended: what its points leave to any run from 0.
function beyondLine(now) {
  const { position, isOver } = now.place;
  return say(isOver ? "parted" : room(now, position) ? "room" : "onePoint", { k: position });
}

// The race of the two bars, a beat at a time.
function raceLines(now) {
  const { position, isOver, beat } = now.place;
  const { step, radius, rate } = now.plane;
  const [near, far] = [position * step, Math.sqrt(position) * rate * radius];
  const names = { n: ordinal(position), a: articleOf(position), brick: bricksText(now, 1), end: now.run.end };
  const values = { k: position, ...names, wall: bricksText(now, position), disc: rootOf(now, position) };
  if (isOver) {
    const [wallAt, discAt] = apart(near, far);
    const line = beat < 1 ? "mustLine" : "cannotLine";
    return [say(beat < 2 ? "suppose" : "soNone", values), say(line, { ...values, wallAt, discAt })];
  }
  const line = room(now, position) === 0 ? "raceMet" : "raceLine";
  const sizes = { wallAt: about(near), discAt: about(far), lead: about(far - near).slice(2) };
  return [say(raceName(now), values), position > 0 && say(line, { ...values, ...sizes })];
}

// What there is to be seen of the race, by the name of a sentence.
function raceName(now) {
  const { position, last, end } = now.place;
  const { step, radius, rate } = now.plane;
  if (position === 0) return "raceStart";
  if (room(now, position) === 0) return "meet";
  if (position === last) return "lastBrick";
  if (position <= end) return "bricks";
  const isShrinking = 4 * position * step * step >= (rate * radius) ** 2; // the lead, from here on
  return isShrinking && position > end + (last - end) / 3 ? "gains" : "goOn";
}

// The conclusion, where it follows; where it does not, what is so here.
function conclusionLine(now) {
  const { k } = now.here;
  const { conclusion } = verdictsOf(now.proof, k);
  const isProved = now.proof.isBound && areMistakes(now);
  if (conclusion === null) return !isProved && say("soNothing");
  const values = { k, most: now.proof.most, mark: markOf(conclusion) };
  if (isProved) return say("so", values);
  return say(conclusion ? "soUnproved" : "soFalse", values);
}

// Whether each update so far was one that the proof speaks of.
const areMistakes = (now) => now.run.mistakes.slice(0, now.here.k).every((_, at) => isMistakeAt(now, at));

const brokenLines = (now) => [!areMistakes(now) && say("brokenUpdates"), !now.proof.isFromZero && say("brokenStart")];

function walkLines(now) {
  const { proof, here, plane } = now;
  const { list, toU, isNearer, ...sizes } = claim(proof, "walk", here.k);
  const verdict = text(isNearer ? "nearerHere" : "fartherOnce");
  const [goal, u] = [proof.goal, plane.u].map((point) => point.slice(0, 2));
  const [eta, below] = plane.rate === 1 ? ["", "R²"] : ["η²", "(R²η²)"];
  const values = { eta, below, what: text(areMistakes(now) ? "walkMistake" : "walkUpdate") };
  const walk = say("walk", { ...sizes, ...values, goal, list: listed(list) });
  const toItself = here.k > 0 && say("walkToU", { u, list: listed(toU), verdict });
  return [walk, toItself, say("walkStart", { ...sizes, ...values })];
}

/** What the two pictures show, for someone who does not see them. */
export function descriptions(now) {
  const { points } = now.board;
  if (!points.length) return [text("emptyData"), text("emptyWeights")];
  return [pointsSeen(now), weightsSeen(now)];
}

function pointsSeen(now) {
  const { points } = now.board;
  const { wrong, next } = now.here;
  const plus = points.filter((point) => point[2] > 0).length;
  const line = lineText(now).replace(/\[w\|(.*?)\]/, "$1");
  const seen = [text("dataSpace", { plus, minus: points.length - plus, line })];
  if (!now.isHidden) seen.push(text(wrong.length ? "ringed" : "noneWrong", { n: wrong.length }));
  if (next !== undefined) seen.push(text("arrow", { i: next }));
  return seen.join("");
}

function weightsSeen(now) {
  const { separator } = now.run;
  const w = exactly(now.here).slice(0, 2);
  const seen = [text(now.board.hand ? "yourW" : "path", { k: now.here.k, w })];
  if (now.shown !== "region" && (!separator || now.asked.isNamed("cone")))
    seen.push(text(separator ? "cone" : "noCone"));
  seen.push(argued(now));
  return seen.join("");
}

// What the weights' plane shows of the argument, in words: of the lines that are named.
function argued(now) {
  const { shown, here, place, asked, proof, plane } = now;
  const { k } = here;
  const isRace = ["wall", "three lines", "race"].includes(shown);
  const names = ["progress", "length"].filter((name) => shown !== "wall" || asked.isNamed(name));
  if (asked.lines?.includes("folded") && shown === "wall" && !k) return text("see_folded");
  if (shown === "region") return now.region ? text(isInRegion(now, k) ? "see_region" : "see_noRegion") : "";
  if (isRace && k && !names.every((name) => holds(now, name, k)))
    return text(proof.isSeparating ? "see_broken" : "see_noWall");
  if (!shown || !proof.isSeparating || (!k && shown === "wall")) return "";
  if (isRace && place.isOver && place.hasRuler) return text("see_tip");
  if (names.length === 1) return text(`see_${names[0]}`);
  return text(`see_${shown}`, { share: (plane.gamma * Math.sqrt(place.position)) / plane.radius });
}
