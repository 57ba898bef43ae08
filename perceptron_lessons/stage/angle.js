// The angle between w and u: the directions that w has had, and its cosine beside the bound that only rises.

import { ORIGIN, direction, inner, length, times, turned } from "./paper.js";
import { digits, text } from "./words.js";

const MOST_NAMES = 12; // directions with a name
const inDegrees = (angle) => Math.round((Math.abs(angle) * 180) / Math.PI);
const angleOf = ([x, y]) => Math.atan2(y, x);

// How far one turns from one direction to another, at most half a circle.
const turnOf = (from, to) => ((angleOf(to) - angleOf(from) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;

/** Above a circle of radius 1 with the directions of w, below the cosine of each against its bound. */
export function angleView(paper, pose, now) {
  const u = direction(now.plane.u);
  const w = pose.w.slice(0, 2);
  const bound = (k) => Math.min(1, (Math.sqrt(Math.max(0, k)) * now.plane.gamma) / now.plane.radius);
  paper.circle("unit", ORIGIN, 1);
  if (now.place.hasRuler && pose.k > 0) allowed(paper, u, Math.acos(bound(pose.k)));
  paper.segment("u", ORIGIN, times(u, 1.1));
  const past = now.plane.states.slice(1, Math.floor(pose.k) + 1).map((state) => state.slice(0, 2));
  for (const each of past.slice(-MOST_NAMES)) paper.path("path", [ORIGIN, direction(each)]);
  if (length(w)) {
    const tip = direction(w);
    arc(paper, tip, u);
    paper.arrow("w", ORIGIN, tip);
    paper.word("w", text("directionW"), paper.beside(tip, outward(tip)));
  }
  paper.hold(
    "u",
    times(u, 1.1),
    text("handleU", { u: now.plane.u.slice(0, 2) }),
    "handle u",
    [["circle", { class: "grip", r: 5 }]],
    6,
  );
  paper.word("u", text("letterU"), paper.beside(times(u, 1.1), [-1, -1]));
  if (now.place.hasRuler) chart(paper, pose, now, { u, past, bound });
  return paper.finish();
}

/** @type {(v: number[]) => number[]} */
const outward = ([x, y]) => [Math.sign(x) || 1, -Math.sign(y) || -1];

// The directions that the bound allows.
function allowed(paper, u, angle) {
  const middle = angleOf(u);
  const rim = Array.from({ length: 41 }, (_, i) => turned(middle + angle * (i / 20 - 1), 1));
  paper.area("cap", [ORIGIN, ...rim]);
  for (const end of [rim[0], rim.at(-1)]) paper.segment("wall", ORIGIN, end);
}

function arc(paper, from, u) {
  const turn = turnOf(from, u);
  const at = (share, radius) => turned(angleOf(from) + share * turn, radius);
  paper.path(
    "arc",
    Array.from({ length: 31 }, (_, i) => at(i / 30, 0.42)),
  );
  const name = text("angleLabel", { angle: inDegrees(turn) });
  const spots = [0.54, 0.64, 0.76, 0.3, 0.88, 1.16].flatMap((radius) =>
    [0.5, 0.3, 0.7].map((share) => at(share, radius)),
  );
  paper.word("arc", name, paper.on(...spots));
}

// A mistake at each step to the right; cosines from 0 to 1, or from −1 where one is below 0.
function chart(paper, pose, now, { u, past, bound }) {
  const most = Math.max(now.place.last, 1);
  const cosines = past.map((state) => (length(state) ? inner(state, u) / length(state) : 0));
  const [left, right] = [44, paper.wide - 14];
  const [top, low] = [paper.high - paper.foot + 30, paper.high - 26];
  const least = Math.min(0, ...cosines) < 0 ? -1 : 0;
  const at = (k, value) => [left + ((right - left) * k) / most, low - ((low - top) * (value - least)) / (1 - least)];
  const line = (name, points) => {
    paper.put("polyline", name, { points: points.map((point) => point.map(Math.round)).join(" ") });
    points.slice(1).forEach((point, i) => paper.avoid(points[i], point));
  };
  line("unit", [at(0, 1), at(most, 1)]);
  line("unit", [at(0, least), at(most, least)]);
  const upTo = (end) => Array.from({ length: 61 }, (_, i) => end * (i / 60) ** 2);
  const curve = (end) => upTo(end).map((k) => at(k, bound(k)));
  line("path wall", curve(most));
  if (pose.k > 0) line("wall", curve(Math.min(most, pose.k)));
  cosines.forEach((cosine, i) => {
    const [cx, cy] = at(i + 1, cosine);
    paper.put("circle", "goalPoint w", { cx, cy, r: 4.5 });
    paper.taken.push({ x: cx, y: cy, wide: 5, high: 5 });
  });
  cosines.slice(-MOST_NAMES).forEach((cosine, i) => {
    const k = Math.max(0, cosines.length - MOST_NAMES) + i + 1;
    const name = text("cosineLabel", { angle: inDegrees(Math.acos(Math.max(-1, Math.min(1, cosine)))) });
    paper.word("w", name, paper.around(at(k, cosine), [0, 1], [3, 8, 20]));
  });
  for (const value of [1, least]) paper.word("axis", digits(value), () => [{ x: left - 18, y: at(0, value)[1] }]);
  const names = [text("boundLabel"), text("boundName")];
  const spots = [0.7, 0.8, 0.6, 0.5, 0.4].map((share) => at(share * most, bound(share * most)));
  paper.word("wall", names, (wide, high) =>
    [high + 8, high + 16].flatMap((away) => spots.map(([x, y]) => ({ x: Math.min(x, right - wide), y: y + away }))),
  );
  const every = Math.ceil(most / 10);
  for (let k = every; k <= most; k += every)
    paper.word("axis", k === every ? `k = ${k}` : String(k), () => [
      { x: Math.min(at(k, least)[0], right - 4), y: low + 13 },
    ]);
}
