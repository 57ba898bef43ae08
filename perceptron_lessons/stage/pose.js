// What is to be seen of facts: a pose, which is numbers, so that one can become another.
//
// A pose is w (w1, w2 and b), k (any number: between two mistakes while something moves), the arrow of
// an update (tail, vector, size, ink, and whether it is hollow: that of no mistake), the part of the
// weight space that is on the page (box), how far u reaches there (grip), how much of each object is seen
// (see), whether the disc stands still, whether the bars lie on the ruler (fold), and whether its tip is
// magnified (tip).

import { updateOf } from "./facts.js";
import { fold } from "./model.js";
import { ORIGIN, direction, inner, left, length, sum, times, turned } from "./paper.js";
import { arrowScale } from "./points.js";
import { radiusOf, squaresOf } from "./views.js";

const DIM = 0.25; // of what a line of the proof does not use
const LEAST = 4; // units that a weight space reaches at least, for a rate of 1
const AROUND = { squares: 0.06, region: 0.1, usual: 0.16 }; // around what a view shows, as a share of it
const BEYOND = 1.3; // of what is reached, to the handle of u
const HIDDEN = { wall: 0, disc: 0, brown: 0, purple: 0, room: 0, foot: 0, cone: 0, w: 1, cannot: 0 };
const LIT = {
  progress: ["wall", "brown", "foot", "w"],
  length: ["disc", "purple", "w"],
  conclusion: ["wall", "disc", "brown", "purple", "room", "foot", "w"],
};

/** What is to be seen of facts; the part of the plane stays `before` while it suits them. */
export function poseOf(now, before) {
  const { board, place, plane, here, shown } = now;
  const update = updateOf(now);
  const [x, y] = update ? fold(board.points[update.point]) : ORIGIN;
  const angle = board.view === "squares" ? (board.turn * Math.PI) / 180 : 0;
  const vector = sum(times([x, y], plane.rate * Math.cos(angle)), left([x, y]), plane.rate * Math.sin(angle));
  const arrow = {
    tail: update ? update.tail : here.w.slice(0, 2),
    vector,
    size: 1 / arrowScale(now),
    ink: update ? 1 : 0,
    hollow: update && !update.isMistake ? 1 : 0,
  };
  const isRace = shown === "race";
  const isOnRuler = isRace && place.hasRuler && place.beat < 3;
  return {
    w: here.w,
    k: place.position,
    ...arrow,
    still: isRace && now.proof.isFromZero && !board.isFree ? 1 : 0, // else w need not lie in the disc
    fold: isOnRuler ? 1 : 0,
    tip: isOnRuler && place.isOver ? 1 : 0,
    reached: inner(here.w, direction(plane.u)),
    grip: gripOf(now),
    see: seeOf(now),
    box: boxOf(now, arrow, before),
  };
}

// How much of each object is seen, by the view.
const SEEN = {
  wall({ asked }) {
    const [wall, disc] = ["progress", "length"].map((name) =>
      Number(asked.isNamed(name) || asked.isNamed("conclusion")),
    );
    return {
      wall,
      brown: wall,
      foot: wall,
      disc,
      purple: disc,
      room: wall * disc,
      cone: Number(asked.isNamed("cone")),
    };
  },
  "three lines"({ asked }) {
    const lit = Object.keys(LIT).filter((name) => asked.lines?.includes(name));
    const objects = (lit.length ? lit : Object.keys(LIT)).flatMap((name) => LIT[name]);
    return Object.fromEntries(LIT.conclusion.map((name) => [name, objects.includes(name) ? 1 : DIM]));
  },
  race({ place }) {
    const isAtTip = place.hasRuler && place.isOver;
    const objects = { wall: 1, disc: 1, brown: 1, purple: 1, room: isAtTip ? 0 : 1 };
    return { ...objects, w: place.position <= place.end ? 1 : 0, cannot: isAtTip && place.beat > 0 ? 1 : 0 };
  },
};

function seeOf(now) {
  const { shown, asked } = now;
  if (!shown) return { ...HIDDEN, cone: 1 };
  const cone = shown !== "three lines" && asked.lines?.includes("cone") ? 1 : 0;
  return { ...HIDDEN, cone, ...SEEN[shown]?.(now) };
}

// The part of the weight space that a view needs: as before while that is neither too small nor too large.
function boxOf(now, arrow, before) {
  const box = around(placesOf(now, arrow), AROUND[now.shown] ?? AROUND.usual);
  const least = now.shown ? 0 : LEAST * Math.min(1, now.plane.rate);
  const [x, y] = [box[0] + box[1], box[2] + box[3]].map((v) => v / 2);
  const reach = Math.max(least, (box[1] - box[0]) / 2, (box[3] - box[2]) / 2);
  const wanted = least ? [x - reach, x + reach, y - reach, y + reach] : box;
  if (!before) return wanted;
  const [side, was] = [wanted, before].map((each) => Math.max(each[1] - each[0], each[3] - each[2]));
  const isIn = wanted.every((v, i) => (i % 2 ? v <= before[i] : v >= before[i]));
  return isIn && side > 0.5 * was ? before : wanted;
}

function around(places, margin) {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const air = margin * (Math.max(x1 - x0, y1 - y0) || 1);
  return [x0 - air, x1 + air, y0 - air, y1 + air];
}
/** Whether the z are drawn from 0: where they are named, before there is any wall. */
export const isFolded = ({ shown, asked }, k) =>
  shown === "wall" && asked.lines?.includes("folded") && !(k > 0 && asked.lines.includes("progress"));

const inPlane = (list) => list.map((each) => each.slice(0, 2));

// w, as far as it has come, and the z where they are drawn from 0.
function reachedBy(now) {
  const { plane, place, board, ways } = now;
  const path = inPlane(plane.states.slice(0, place.end + 1));
  const edges = inPlane(ways?.edges.flat() ?? []);
  const folded = isFolded(now, place.position) ? inPlane(board.points.map(fold)) : [];
  return { path, edges, folded };
}

const farthest = ({ plane }, { path, edges, folded }) =>
  Math.max(plane.rate, ...[...path, ...edges, ...folded].map(length));

// How far from 0 the handle of u stands.
function gripOf(now) {
  const { proof, shown } = now;
  if (shown === "walk" && proof.goal) return BEYOND * length(proof.goal.map(({ value }) => value));
  return BEYOND * farthest(now, reachedBy(now));
}

// Places that a view has to show.
function placesOf(now, { tail, vector, ink }) {
  const { shown, plane, proof, run, board, here, asked, place } = now;
  const u = direction(plane.u);
  const reached = reachedBy(now);
  const { path, edges, folded } = reached;
  const used = inPlane((run.certificate ?? []).map(([i]) => fold(board.points[i])));
  if (shown === "squares" && ink) return squaresOf(tail, vector).flat();
  if (shown === "walk" && proof.goal) return [ORIGIN, ...path, proof.goal.map(({ value }) => value)];
  if (shown === "angle") return circle(1).filter((at) => inner(at, u) > -0.4);
  if (now.region) return [...circle(radiusOf(now.region)), ...path]; // a cheat leads out of it
  if (!shown || shown === "region") return [ORIGIN, ...path, ...edges, ...used, here.w];
  const reach = farthest(now, reached);
  const places = [ORIGIN, ...path, ...used, ...folded, times(u, BEYOND * reach)];
  if (folded.length) return places;
  const across = times(left(u), 0.55 * reach); // of the wall
  const wall = Math.min(0, place.position * plane.rate * plane.gamma); // that fails goes back
  places.push(sum(times(u, wall), across), sum(times(u, wall), across, -1), across, times(across, -1));
  const isDisc = asked.isNamed("length") || asked.isNamed("conclusion") || ["three lines", "race"].includes(shown);
  if (!isDisc) return places;
  const rim = Math.min(plane.radius * plane.rate * Math.sqrt(Math.max(place.end, 1)), 1.6 * reach);
  return [...places, ...circle(rim).filter((at) => inner(at, u) > -0.55 * rim)];
}

const circle = (radius) => Array.from({ length: 48 }, (_, i) => turned((i * Math.PI) / 24, radius));
