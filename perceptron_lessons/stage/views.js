// What each view of the proof draws in the weights' plane.

import { holds, isInRegion, room } from "./facts.js";
import { fold } from "./model.js";
import { MOST_NUMBERS, ORIGIN, clip, direction, inner, left, length, sum, times, turned } from "./paper.js";
import { bars } from "./ruler.js";
import { triangleOf } from "./triangle.js";
import { asFloat, digits, equals, lowered, text } from "./words.js";

const RIM = 480; // directions in which the rim of a region is drawn

/** The proof's objects: the disc, the wall, the room between them, and the bars that measure both. */
export function proofView(paper, pose, now, u) {
  const { k, see } = pose;
  const [, , b] = pose.w;
  const whole = Math.floor(k); // mistakes
  const { rate, radius, step, dot, u: way } = now.plane;
  const { end, hasBricks } = now.place;
  const rim = Math.sqrt(Math.max(0, k * (rate * radius) ** 2 - dot([0, 0, b], [0, 0, b])));
  const height = k * step - dot(way, [0, 0, b]) / length(way); // of the wall, along u
  const known = Math.min(end, whole);
  const fails = (line) => (known > 0 && !holds(now, line, known) ? " broken" : "");
  const rest = room(now, k);
  const isParted = rest < 0;
  const isRoom = see.room && rim && rest > 0 && now.proof.isSeparating;
  if (rim && see.disc) paper.circle("inside", ORIGIN, rim, see.disc);
  if (isRoom) {
    const circle = Array.from({ length: 120 }, (_, i) => turned((i * Math.PI) / 60, rim));
    paper.area("cap", clip(circle, u, -height), see.room);
  }
  if (rim && see.disc) paper.circle(`disc${fails("length")}`, ORIGIN, rim, see.disc);
  if (see.wall && (k > 0 || see.disc === 0))
    wall(paper, pose, now, { u, height, rim, fails: isParted ? " broken" : fails("progress") });
  if (hasBricks) bars(paper, pose, now, u);
  else if (see.wall) notches(paper, whole, now, u);
  if (see.foot && k <= end) shadows(paper, pose, now, u);
  if (see.disc === 1 && rim) discName(paper, now, u, rim);
  if (rest === 0 && see.wall === 1 && see.disc === 1) paper.circle("top", times(u, rim), 6 / paper.scale);
}

// Where it stands; without a margin that is no kγ.
const wallText = ({ proof, plane: { step } }) =>
  proof.isSeparating ? text("wallLabel") : text(step ? "wallBack" : "wallName", { step: equals(step) });

// With two ends that are on the page, and a shade on the side that it shuts.
function wall(paper, pose, now, { u, height, rim, fails }) {
  const { see, still } = pose;
  const across = times(left(u), -1); // to the right, of one who looks along u
  const foot = times(u, height);
  const way = paper.way(foot, across, 8);
  if (!way) return;
  const chord = see.disc ? Math.sqrt(Math.max(0, rim * rim - height * height)) : 0;
  const long = see.disc ? Math.max(chord + 0.2 * rim, (still ? 0.75 : 0.6) * rim) : 0.8 * paper.half;
  const [from, to] = [Math.max(way[0], -long), Math.min(way[1], long)];
  const ends = [from, to].map((t) => sum(foot, across, t));
  const shut = ends.map((end) => sum(end, u, -12 / paper.scale));
  if (!see.disc) paper.area("shut", [...ends, shut[1], shut[0]], see.wall);
  paper.segment(`wall${fails}`, ...ends, see.wall);
  if (see.wall < 1) return;
  const names = paper.wide >= 520 && !see.disc ? [wallText(now), text("wallName")] : text("wallName");
  paper.word(fails ? "wall over" : "wall", names, paper.along(...ends));
}

function notches(paper, whole, { plane: { step } }, u) {
  if (step <= 0.02 * paper.half) return;
  const across = times(left(u), 5 / paper.scale);
  for (let i = 1; i <= Math.min(whole, 60); i += 1)
    paper.segment("notch", sum(times(u, i * step), across), sum(times(u, i * step), across, -1));
}

// How far w has come along u, and what an update adds to that: on the other side of u than the bricks.
function shadows(paper, pose, now, u) {
  if (!now.proof.isSeparating) return;
  const w = pose.w.slice(0, 2);
  const foot = (point) => times(u, inner(point, u));
  const { hasBricks } = now.place;
  const aside = times(left(u), (hasBricks && !pose.see.purple ? -5 : 0) / paper.scale);
  if (!pose.still) paper.segment("fall", w, foot(w), pose.see.foot);
  if (!pose.see.brown || !hasBricks) paper.segment("shadow", ORIGIN, foot(w), pose.see.foot);
  if (!pose.ink || pose.still || pose.see.purple) return;
  const ends = [pose.tail, sum(pose.tail, pose.vector)].map((point) => sum(foot(point), aside));
  paper.segment("shadow update", ...ends, pose.see.foot * pose.ink);
}

// In the disc, on the side of 0 where nothing else is; under a disc that is too small for it.
function discName(paper, now, u, rim) {
  const down = times(u, -1);
  const inside = [0.5, 0.35, 0.65, 0.8].flatMap((share) =>
    [0, 0.35, -0.35, 0.7, -0.7].map((turn) =>
      sum(times(down, share * rim * Math.cos(turn)), left(down), share * rim * Math.sin(turn)),
    ),
  );
  const isSmall = rim * paper.scale < 50;
  const names =
    paper.wide >= 520 && !isSmall && now.shown !== "race" ? [text("discLabel"), text("discName")] : text("discName");
  const below = times(down, rim);
  paper.word(
    "disc",
    names,
    isSmall ? paper.beside(below, [Math.sign(down[0]), -Math.sign(down[1])]) : paper.on(...inside),
  );
}

/** Each z = yx from 0, and how far it reaches along u from the line of u: the least is γ. */
export function foldedView(paper, now, u) {
  const isReach = u && now.board.bias === "none";
  const vectors = now.board.points.map((point) => fold(point).slice(0, 2));
  const isNumbered = vectors.length <= MOST_NUMBERS;
  const tick = times(left(u || ORIGIN), 6 / paper.scale);
  const way = isReach && paper.way(ORIGIN, left(u), 8);
  if (way) paper.segment("across", ...way.map((t) => times(left(u), t)));
  vectors.forEach((z, i) => {
    paper.arrow("update", ORIGIN, z);
    const away = direction(z);
    if (isNumbered)
      paper.word(
        "update",
        text("numberedZ", { i: lowered(i) }),
        paper.beside(z, [Math.sign(away[0]), -Math.sign(away[1])]),
      );
    if (!isReach) return;
    const foot = times(u, inner(z, u));
    paper.segment("fall", z, foot);
    paper.segment("notch", sum(foot, tick), sum(foot, tick, -1));
  });
  if (isReach && now.proof.isSeparating) gammaOf(paper, now, u);
}

// The least reach, along u; its name only where there is room for it right beside.
function gammaOf(paper, { plane }, u) {
  const least = plane.step / plane.rate;
  paper.segment("shadow", ORIGIN, times(u, least));
  const right = times(left(u), -1);
  paper.word(
    "u",
    text("gammaName"),
    paper.beside(times(u, 0.5 * least), [Math.sign(right[0]), -Math.sign(right[1])], [3, 6]),
  );
}

/** The corners of the squares that stand outside of the triangle of w, z and their sum. */
export function squaresOf(tail, vector) {
  const tip = sum(tail, vector);
  const side = tail[0] * vector[1] - tail[1] * vector[0] > 0 ? -1 : 1;
  return [
    [ORIGIN, tail],
    [tail, tip],
    [tip, ORIGIN],
  ].map(([from, to]) => {
    const out = times(left(sum(to, from, -1)), side);
    return [from, to, sum(to, out), sum(from, out)];
  });
}

/** One update as a triangle, with the squares on its sides, and their sizes once more as two bars. */
export function squaresView(paper, pose, now) {
  if (pose.ink <= 0.5) return;
  const { tail, vector } = pose;
  const isMistake = triangleOf(now)?.isMistake ?? true;
  const whole = inner(sum(tail, vector), sum(tail, vector));
  const areas = [tail, vector].map((v) => inner(v, v));
  const names = ["w", "update", isMistake ? "sum" : "sum broken"];
  squaresOf(tail, vector).forEach((square, i) => {
    paper.area(`square-on ${names[i]}`, square);
    paper.outline(square);
    const middle = times(sum(square[0], square[2]), 0.5);
    const area = [...areas, whole][i];
    paper.word("size", digits(area), paper.on(middle, ...square.map((corner) => times(sum(corner, middle, 3), 0.25))));
  });
  const tip = sum(tail, vector);
  paper.arrow("sum", ORIGIN, tip);
  paper.word("update", text("letterZ"), paper.beside(sum(tail, vector, 0.5), ORIGIN, [4, 8, 14]));
  const middle = times(tip, 0.5);
  const within = sum(times(sum(tail, tip), 1 / 3), middle, -1); // to where the triangle is
  paper.word("sum", text("letterSum"), paper.beside(middle, [Math.sign(within[0]), -Math.sign(within[1])], [4, 8, 14]));
  paper.hold("z", tip, text("handleZ", { turn: now.board.turn }), "handle z", [["circle", { class: "grip", r: 5 }]], 0);
  squareBars(paper, [...areas, whole], isMistake);
}

// ‖w‖² + ‖z‖² as one bar, above ‖w + z‖² as another one.
/** @type {(paper: any, areas: number[], isMistake: boolean) => void} */
function squareBars(paper, [ofW, ofZ, whole], isMistake) {
  const [left, high] = [8, 20];
  const unit = (paper.wide - 2 * left) / (Math.max(ofW + ofZ, whole) || 1);
  const top = paper.high - 2 * high - 8;
  const bar = (name, from, length, y, content, isAlone = false) => {
    const [x, width] = [left + from * unit, Math.max(0, length * unit - 1)];
    paper.put("rect", `brick ${name}`, { x, y, width, height: high });
    paper.taken.push({ x: x + width / 2, y: y + high / 2, wide: width / 2, high: high / 2 });
    const long = paper.measure(content, "usual");
    const at = (middle) => ({ x: middle, y: y + high / 2 + 5 });
    if (width > long + 8) paper.put("text", "digit large", at(x + width / 2), content);
    else if (isAlone && x + width + long + 12 < paper.wide)
      paper.put("text", "word", at(x + width + 6 + long / 2), content);
  };
  bar("w", 0, ofW, top, text("areaW", { area: equals(ofW) }));
  bar("update", ofW, ofZ, top, text("areaZ", { area: equals(ofZ) }));
  bar(isMistake ? "sum" : "fails", 0, whole, top + high + 3, text("areaSum", { area: equals(whole) }), true);
}

/** The point λu, how far w is from it, and all points as near to it as w. */
export function walkView(paper, pose, now) {
  if (!now.proof.goal) return;
  const goal = now.proof.goal.slice(0, 2).map(({ value }) => value);
  const w = pose.w.slice(0, 2);
  const far = length(sum(w, goal, -1));
  paper.circle("near", goal, far);
  paper.segment("goal", w, goal);
  paper.circle("goalPoint", goal, 6 / paper.scale);
  paper.keepFree(goal, 7);
  paper.word("goal", text("goalLabel"), paper.beside(goal));
  const names = [text("distanceLabel", { far }), text("distanceName")];
  paper.word("goal", names, paper.beside(times(sum(w, goal), 0.5), [1, 0]));
}

const lengthOf = ([p, q]) => Math.sqrt(asFloat(BigInt(p), BigInt(q)));
/** The radius of a region. */
export const radiusOf = ({ square }) => lengthOf(square);

/** The region that no mistake leads out of: a disc that is cut flat on both sides of each z. */
export function regionView(paper, now) {
  const { region, here } = now;
  if (!region) return;
  const radius = radiusOf(region);
  const sides = region.lines.map(({ point, along }, i) => {
    const way = direction(along.map(Number));
    return { point, way, across: left(way), far: lengthOf(region.reaches[i]) };
  });
  const fails = isInRegion(now, here.k) ? "" : " broken";
  const isFlat = sides.some(({ far }) => !far); // all z are on one line, and so is w
  if (isFlat) paper.segment(`region${fails}`, ...endsOf(sides[0], radius));
  else paper.area(`region${fails}`, outlineOf(sides, radius));
  paper.circle("disc rim", ORIGIN, radius);
  if (!isFlat) for (const side of sides) keepOffSides(paper, side, radius);
  if (sides.length <= MOST_NUMBERS) for (const side of sides) ray(paper, side, radius);
  regionNames(paper, sides, radius, isFlat);
}

// How far the region reaches in each direction, above all in those in which a flat side begins or ends.
function outlineOf(sides, radius) {
  const corners = sides.flatMap(({ across: [x, y], far }) => {
    const [middle, half] = [Math.atan2(y, x), Math.acos(far / radius)];
    return [middle - half, middle + half].flatMap((turn) => [turn, turn + Math.PI]);
  });
  const turns = [...corners, ...Array.from({ length: RIM }, (_, i) => (2 * Math.PI * i) / RIM)];
  const reach = (ray) =>
    sides.reduce((far, side) => Math.min(far, side.far / Math.abs(inner(ray, side.across))), radius);
  return turns
    .map((turn) => (turn + 4 * Math.PI) % (2 * Math.PI))
    .sort((a, b) => a - b)
    .map((turn) => turned(turn, 1))
    .map((ray) => times(ray, reach(ray)));
}

const endsOf = ({ way }, radius) => [times(way, -radius), times(way, radius)];

// No word stands on a flat side.
function keepOffSides(paper, { way, across, far }, radius) {
  const chord = times(way, Math.sqrt(Math.max(0, radius * radius - far * far)));
  for (const side of [far, -far])
    paper.avoid(...[1, -1].map((end) => paper.place(sum(times(across, side), chord, end))), 1);
}

// The line along z, to which two sides are parallel; its name is where z points to.
function ray(paper, side, radius) {
  const ends = endsOf(side, radius);
  const [x, y] = side.way;
  paper.segment("ray", ...ends);
  paper.word(
    `update z${side.point}`,
    text("numberedZ", { i: lowered(side.point) }),
    paper.beside(ends[1], [Math.sign(x), -Math.sign(y)]),
  );
}

function regionNames(paper, sides, radius, isFlat) {
  const places = [0.75, 0.6, 0.85, 0.4].flatMap((share) =>
    Array.from({ length: 16 }, (_, i) => turned(((2 * i + 5) * Math.PI) / 16, share * radius)),
  );
  const isPlace = (at) => length(at) < radius && sides.every(({ across, far }) => Math.abs(inner(at, across)) < far);
  if (!isFlat) paper.word("region", text("regionName"), paper.on(...places), { isPlace });
  if (radius) paper.word("disc", text("rimLabel"), paper.beside(turned(-Math.PI / 4, radius), [1, 1]));
}
