// The pictures: what a pose looks like, as trees of SVG. Nothing is computed here but places.
//
// A pose is numbers: w (w1, w2 and b), k (any number: between two mistakes while something moves), the
// arrow of an update (tail, vector, size, ink, and whether it is hollow: that of no mistake), the part of the weight space that is on the page (box),
// how much of each object is seen (see), whether the disc stands still, whether the bars lie on the
// ruler (fold), and whether its tip is magnified (tip).

import { angleView } from "./angle.js";
import { marginAt } from "./board.js";
import { fold, margin } from "./model.js";
import { MOST_NUMBERS, ORIGIN, Paper, clip, direction, inner, left, length, sum, times, turned } from "./paper.js";
import { rulerOf } from "./ruler.js";
import { foldedView, proofView, squaresOf, squaresView, walkView } from "./views.js";
import { digits, pointText, text } from "./words.js";

const WIDE = 6; // how much wider than its paper a page may have a picture
const DIM = 0.25; // of what a line of the proof does not use
const LEAST = 4; // units that a weight space reaches at least, for a rate of 1
const STILL = [-1.3, 1.3, -1.12, 1.3]; // what is seen around a disc of radius 1
const HIDDEN = { wall: 0, disc: 0, brown: 0, purple: 0, room: 0, foot: 0, cone: 0, w: 1, cannot: 0 };
const LIT = {
  progress: ["wall", "brown", "foot", "w"],
  length: ["disc", "purple", "w"],
  conclusion: ["wall", "disc", "brown", "purple", "room", "foot", "w"],
};

// ---- what is to be seen ----

/** What is to be seen of facts; the part of the plane stays `before` while it suits them. */
export function poseOf(now, before) {
  const { w, position, rate, turn, update } = now;
  const [x, y] = update ? fold(now.points[update.point]) : ORIGIN;
  const angle = now.view === "squares" ? (turn * Math.PI) / 180 : 0;
  const vector = sum(times([x, y], rate * Math.cos(angle)), left([x, y]), rate * Math.sin(angle));
  const tail = update ? update.tail : w.slice(0, 2);
  const arrow = { tail, vector, size: 1 / now.arrow, ink: update ? 1 : 0, hollow: update && !update.isMistake ? 1 : 0 };
  const isRace = now.shown === "race";
  const staging = {
    still: isRace ? 1 : 0,
    fold: isRace && now.hasRuler && now.beat < 3 ? 1 : 0,
    tip: isRace && now.hasRuler && position > now.last && now.beat < 3 ? 1 : 0,
    reached: inner(w, direction(now.u)),
  };
  return { w, k: position, ...arrow, ...staging, see: seeOf(now), box: boxOf(now, arrow, before) };
}

function seeOf(now) {
  const { shown, position, end, last, isNamed } = now;
  const see = { ...HIDDEN, cone: !shown || isNamed("cone") ? 1 : 0 };
  if (shown === "three lines") {
    const lit = Object.keys(LIT).filter((name) => now.lines?.includes(name));
    const objects = (lit.length ? lit : Object.keys(LIT)).flatMap((name) => LIT[name]);
    for (const name of LIT.conclusion) see[name] = objects.includes(name) ? 1 : DIM;
    see.cone = 0;
  }
  if (shown === "wall") {
    const [wall, disc] = ["progress", "length"].map((name) => Number(isNamed(name) || isNamed("conclusion")));
    Object.assign(see, { wall, brown: wall, foot: wall, disc, purple: disc, room: wall * disc });
  }
  if (shown === "race") {
    const isOver = now.hasRuler && position > last;
    const all = { wall: 1, disc: 1, brown: 1, purple: 1, room: isOver ? 0 : 1, cone: 0 };
    Object.assign(see, all, { w: position <= end ? 1 : 0, cannot: isOver && now.beat > 0 ? 1 : 0 });
  }
  if (["race", "squares", "walk", "angle"].includes(shown)) see.cone = now.lines?.includes("cone") ? 1 : 0;
  return see;
}

// The part of the weight space that a view needs: as before while that is neither too small nor too large.
function boxOf(now, arrow, before) {
  const box = around(placesOf(now, arrow), now.shown === "squares" ? 0.06 : 0.16);
  const least = now.shown ? 0 : LEAST * Math.min(1, now.rate);
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

// Whether the z are drawn from 0: where they are named, before there is any wall.
const isFolded = ({ shown, lines }, k) => shown === "wall" && lines?.includes("folded") && !(k > 0 && lines.includes("progress"));

// Places that a view has to show.
function placesOf(now, { tail, vector, ink }) {
  const { position, radius, rate, shown, end } = now;
  const u = direction(now.u);
  const path = [ORIGIN, ...now.states.slice(0, end + 1).map((state) => times(state, 1 / now.unit))];
  const ways = (now.ways?.edges.flat() ?? []).map((state) => times(state, 1 / now.unit));
  const used = (now.certificate ?? []).map(([i]) => fold(now.points[i]));
  if (shown === "squares" && ink) return squaresOf(tail, vector).flat();
  if (shown === "walk" && now.goal) return [...path, now.goal];
  const folded = isFolded(now, position) ? now.points.map((point) => fold(point).slice(0, 2)) : [];
  const reach = Math.max(rate, ...[...path, ...ways, ...folded].map(length));
  if (shown === "angle") return circle(1).filter((at) => inner(at, u) > -0.4);
  if (!shown) return [...path, ...ways, ...used, now.w];
  const places = [...path, ...used, ...folded, times(u, 1.12 * reach)];
  if (folded.length) return places;
  const across = times(left(u), 0.55 * reach); // of the wall
  const wall = Math.min(0, position * rate * now.gamma); // that fails goes back
  places.push(sum(times(u, wall), across), sum(times(u, wall), across, -1), sum(across, ORIGIN), times(across, -1));
  const isDisc = now.isNamed("length") || now.isNamed("conclusion") || shown === "three lines";
  if (!isDisc) return places;
  const rim = Math.min(radius * rate * Math.sqrt(Math.max(end, 1)), 1.6 * reach);
  return [...places, ...circle(rim).filter((at) => inner(at, u) > -0.55 * rim)];
}

const circle = (radius) => Array.from({ length: 48 }, (_, i) => turned((i * Math.PI) / 24, radius));

// ---- the points' plane ----

const GRIP = (radius) => [["circle", { class: "grip", r: radius }]];
const DOT = [
  ["circle", { class: "ring", r: 12 }],
  ["circle", { class: "disk", r: 6.5 }],
  ["rect", { class: "square", x: -6, y: -6, width: 12, height: 12 }],
];

/** The paper of the points (0) or of the weights (1). */
export function paperOf(i, pose, now, sheet) {
  const half = now.reaches;
  if (i === 0) return new Paper({ ...sheet, box: [-half, half, -half, half] });
  return new Paper({ ...sheet, box: cameraOf(pose, now), foot: footOf(pose, now, sheet) });
}

/** A picture that is only looked at: without words, and nothing of it can be taken hold of. */
export function bare(trees) {
  const isThing = ([, { class: name = "" }]) => !name.startsWith("word") && !name.startsWith("handle");
  return trees.filter(isThing).map(([tag, { role, tabindex, key, "aria-label": title, "data-hold": hold, ...kept }, ...children]) => [tag, kept, ...children]);
}

/** Both sides of the line, the widest empty band, w, the update, the points. */
export function dataScene(pose, now, sheet) {
  const half = now.reaches;
  const paper = paperOf(0, pose, now, sheet);
  const { arrow, next } = now;
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const isLine = length(w) > 0;
  const page = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x * WIDE * half, y * half]);
  if (isLine) {
    paper.area("side plusSide", clip(page.map(([x, y]) => [x, y * WIDE]), w, b));
    paper.area("side minusSide", clip(page.map(([x, y]) => [x, y * WIDE]), times(w, -1), -b));
  }
  const ticks = Array.from({ length: 2 * now.grid + 1 }, (_, i) => i - now.grid).filter((i) => Math.abs(i) < half);
  const spot = (x, y) => `M${paper.place([x, y]).join(" ")}h.01`;
  paper.put("path", "grid", { d: ticks.flatMap((x) => ticks.map((y) => spot(x, y))).join("") });
  if (now.isProof && now.separator && now.isSeparating && now.hasWay && now.isNamed("bound"))
    for (const side of [-1, 1]) paper.line("band", now.u, now.u[2] + side * now.least);
  if (isLine) paper.line("line", w, b);
  if (isLine && now.lines?.includes("margin")) strip(paper, now, w, b);
  const [tip, tail] = [w, pose.tail].map((v) => times(v, 1 / arrow));
  const end = sum(tail, pose.vector, pose.size);
  paper.arrow("w", ORIGIN, tip);
  if (next !== undefined || pose.size > 1 / arrow) updateArrow(paper, pose, tail, end, pose.ink);
  points(paper, now);
  paper.hold("w", tip, text("handle", { space: "data", w }), "handle", GRIP(7), 8);
  if (isLine) {
    sideNames(paper, w, b);
    paper.word("w", text("letterW"), paper.beside(tip));
  }
  const note = isLine ? arrow > 1 && text("scaleLabel", { by: arrow }) : text("noLine");
  paper.word("note", note, paper.beside([-half, -half]));
  if (pose.ink > 0.3 && next !== undefined) paper.word("update", text(now.isProof ? "zLabel" : "pointLabel"), paper.beside(end, [1, 1]));
  return paper.finish();
}

function points(paper, now) {
  now.points.forEach((point, i) => {
    const isWrong = now.wrong.includes(i);
    const kind = `dot ${point[2] > 0 ? "plus" : "minus"}${isWrong ? " wrong" : ""}${i === now.next ? " next" : ""}`;
    const name = pointText(point, i);
    const title = isWrong ? text("wrongPoint", { point: name }) : name;
    paper.hold(`point ${i}`, point, title, kind, DOT, isWrong ? 11 : 7);
    const gap = isWrong ? 10 : 6;
    if (now.points.length <= MOST_NUMBERS) paper.word("number", String(i), paper.beside(point, [1, -1], [gap, gap + 6, 28, 44]));
    if (!now.lines?.includes("products")) return;
    const product = marginAt(now, point);
    const isRight = product.value > 0;
    paper.word(`chip ${isRight ? "right" : "wrong"}`, (isRight ? "+" : "") + digits(product), paper.beside(point, [0, 1], [gap, gap + 8, 28]));
  });
}

// The strip along the line in which no point is: its half width is the margin of the line.
function strip(paper, now, w, b) {
  const least = Math.min(...now.points.map((point) => margin([...w, b], fold(point))));
  if (!(least > 0)) return;
  for (const side of [-1, 1]) paper.line("band", w, b + side * least);
}

// +1 and −1, on the two sides of the line, near to where it leaves the paper.
function sideNames(paper, w, b) {
  const foot = times(w, -b / inner(w, w));
  const along = times(left(direction(w)), 1);
  const [, far] = paper.way(foot, along, 20) ?? [0, 0];
  const aside = sum(foot, along, Math.min(far, 0.9 * paper.half));
  for (const [name, content, side] of [["plus", "+1", 1], ["minus", "−1", -1]]) {
    const at = [16, 26, 40].map((gap) => sum(aside, direction(w), (side * gap) / paper.scale));
    const back = at.map((place) => sum(place, along, -0.2 * paper.half));
    paper.word(name, content, paper.on(...at, ...back));
  }
}

// ---- the weights' plane ----

const VIEWS = {
  wall: proofView,
  "three lines": proofView,
  race: proofView,
  squares: squaresView,
  walk: walkView,
};

// The part of the plane on the page: around a disc that stands still it grows with k.
function cameraOf(pose, now) {
  const rim = Math.sqrt(Math.max(pose.k, 0.3)) * now.rate * (now.radius || 1);
  return pose.box.map((v, i) => v * (1 - pose.still) + STILL[i] * rim * pose.still);
}

function footOf(pose, now, { wide, high }) {
  if (now.shown === "squares" && pose.ink > 0.5) return 64;
  if (now.shown === "angle") return Math.max(Math.round(0.36 * high), Math.min(130, high / 2));
  return pose.fold && now.hasRuler ? pose.fold * rulerOf(now, wide, high, pose.tip).foot : 0;
}

/** The path of w, and what the chosen view of the proof shows; without one, all w that separate. */
export function weightScene(pose, now, sheet) {
  const paper = paperOf(1, pose, now, sheet);
  const { shown } = now;
  const { see } = pose;
  if (shown === "angle" && now.hasWay) return angleView(paper, pose, now);
  const w = pose.w.slice(0, 2);
  const isU = shown && shown !== "squares" && now.hasWay;
  const u = direction(now.u);
  if (!shown) axes(paper);
  const cone = see.cone ? coneOf(paper, pose, now) : [];
  paper.area("cone", cone);
  paper.area("hull", hullOf(now));
  if (isU) paper.segment("u", ORIGIN, times(u, paper.way(ORIGIN, u)?.[1] ?? 0));
  else paper.put("circle", "origin", { cx: paper.origin[0], cy: paper.origin[1], r: 3.5 });
  waysOf(paper, now);
  if (isU || shown === "squares") VIEWS[shown](paper, pose, now, u);
  if (isFolded(now, pose.k)) foldedView(paper, now, isU && u);
  run(paper, pose, now);
  shares(paper, now);
  const uTip = times(u, Math.max(0.1 * paper.half, paper.way(ORIGIN, u, 26)?.[1] ?? 0));
  if (isU) paper.word("u", text("letterU"), paper.beside(uTip, [1, 1]));
  if (cone.length) coneName(paper, cone, pose, now);
  if (now.bias !== "none") paper.word("note", text("offsetLabel", { b: pose.w[2] }), paper.beside(paper.under([0, paper.high - paper.foot])));
  if (see.w > 0.5) paper.hold("w", w, text("handle", { space: "weight", w }), "handle", GRIP(7), 9);
  if (isU) paper.hold("u", uTip, text("handleU", { u: now.u.slice(0, 2) }), "handle u", GRIP(5), 6);
  return paper.finish();
}

function axes(paper) {
  const [x, y] = paper.origin;
  paper.put("path", "axes", { d: `M0 ${y}H${paper.wide}M${x} 0V${paper.high}` });
  paper.avoid([0, y], [paper.wide, y], 0.5);
  paper.avoid([x, 0], [x, paper.high], 0.5);
}

function coneOf(paper, pose, now) {
  const [x0, x1, y0, y1] = paper.seen;
  const cut = (area, [z1, z2, side]) => clip(area, [z1, z2], side * pose.w[2]);
  return now.separator ? now.points.map(fold).reduce(cut, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) : [];
}

// The name of the cone stands in it: at its middle, or from there towards a corner.
function coneName(paper, cone, pose, now) {
  const middle = times(cone.reduce((total, each) => sum(total, each), ORIGIN), 1 / cone.length);
  const isPlace = (at) => now.points.map(fold).every((z) => margin([...at, pose.w[2]], z) > 0);
  const between = (corner, share) => sum(times(corner, share), times(middle, 1 - share));
  const spots = [0, 0.25, 0.5, 0.7].flatMap((share) => cone.map((corner) => between(corner, share)));
  paper.word("cone", text("coneLabel"), paper.on(...spots), { isPlace });
}

// Of points that nothing separates: those of the certificate.
function hullOf(now) {
  const corners = (now.certificate ?? []).map(([i]) => fold(now.points[i]).slice(0, 2));
  const at = ([x, y]) => Math.atan2(y, x); // around 0, which their hull contains
  return corners.toSorted((p, q) => at(p) - at(q));
}

function shares(paper, now) {
  const corners = hullOf(now);
  if (corners.length) paper.outline(corners);
  for (const [i, weight] of now.certificate ?? []) {
    const corner = fold(now.points[i]).slice(0, 2);
    const [away, up] = direction(corner);
    paper.word("share", text(weight === 1 ? "share" : "shares", { weight, i }), paper.beside(corner, [away, -up]));
  }
}

function waysOf(paper, now) {
  if (!now.ways?.edges.length) return;
  const inUnits = (state) => times(state, 1 / now.unit);
  const way = ([from, to]) => `M${paper.place(inUnits(from)).join(" ")}L${paper.place(inUnits(to)).join(" ")}`;
  paper.put("path", "ways", { d: now.ways.edges.map(way).join("") });
  for (const edge of now.ways.edges) {
    const [from, to] = edge.map((state) => paper.place(inUnits(state)));
    paper.avoid(from, to, 0.5);
  }
}

const updateArrow = (paper, { hollow }, from, to, opacity) =>
  hollow > 0.5 ? paper.hollow("update", from, to, opacity) : paper.arrow("update", from, to, opacity);

// On the way of w, each z that was added without a mistake.
function cheats(paper, pose, now, path) {
  path.slice(1).forEach((to, at) => {
    if (!now.isMistakeAt(at)) paper.hollow("update", path[at], to, pose.see.w);
  });
}

// w, the way that it has come, and the update.
function run(paper, pose, now) {
  const w = pose.w.slice(0, 2);
  const isSquares = now.shown === "squares" && pose.ink > 0.5;
  const isOver = pose.k > now.end;
  const path = now.states.slice(0, Math.floor(pose.k) + 1).map((state) => times(state, 1 / now.unit));
  if (!now.hand && !pose.still && !isSquares) paper.path(isOver ? "path faint" : "path", [...path, w]);
  const opacity = pose.see.w * (isOver ? 0.3 : 1);
  paper.arrow("w", ORIGIN, w, opacity);
  const isHere = pose.size <= 1 / now.arrow && !pose.still;
  if (!now.hand && !pose.still && !isSquares) cheats(paper, pose, now, path);
  if (isHere) updateArrow(paper, pose, pose.tail, sum(pose.tail, pose.vector), pose.ink * Math.max(pose.see.w, DIM));
  if (opacity < 0.9 || !length(w)) return;
  const away = direction(sum(w, pose.ink ? pose.vector : ORIGIN, -1));
  paper.word("w", text("letterW"), paper.beside(w, [Math.sign(away[0]) || 1, -Math.sign(away[1]) || -1]));
  if (pose.ink > 0.9 && isHere && !isSquares) {
    const middle = sum(pose.tail, pose.vector, 0.5);
    paper.word("update", text("letterZ"), paper.beside(middle, ORIGIN, [5, 10, 16]));
  }
}
