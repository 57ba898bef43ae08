// The points' plane: both sides of the line, w, the next update, the points.

import { marginAt } from "./board.js";
import { fold, margin } from "./model.js";
import { MOST_NUMBERS, ORIGIN, Paper, clip, direction, inner, left, length, sum, times } from "./paper.js";
import { digits, pointText, text } from "./words.js";

const WIDE = 6; // how much wider than its paper a page may have a picture
/** The ring of a handle. */
export const GRIP = (radius) => [["circle", { class: "grip", r: radius }]];
const DOT = [
  ["circle", { class: "ring", r: 12 }],
  ["circle", { class: "disk", r: 6.5 }],
  ["rect", { class: "square", x: -6, y: -6, width: 12, height: 12 }],
];
// How far w has come on its way, in floats.
function reachOfWeights({ plane, place, ways }) {
  const drawn = [...plane.states.slice(0, place.end + 1), ...(ways?.edges.flat() ?? [])];
  return drawn.reduce((most, [x, y]) => Math.max(most, Math.abs(x), Math.abs(y)), 1);
}

/** By what arrows of weights are shorter among the points. */
export const arrowScale = (now) => Math.max(1, Math.ceil((1.1 * reachOfWeights(now)) / now.board.grid));

// How far the plane reaches: a simple one as far as there is something.
function half(now) {
  const { points, grid } = now.board;
  const farthest = Math.max(2, reachOfWeights(now), ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  return now.asked.isSimple ? Math.min(grid, farthest + 1) + 0.6 : grid + 0.6;
}

/** The paper of the points: a square about 0. */
export function paperOfPoints(now, sheet) {
  const reach = half(now);
  return new Paper({ ...sheet, box: [-reach, reach, -reach, reach] });
}

/**
 * Both sides of the line, the widest empty band, w, the update, the points; these with the rings and
 * products that have been told, which are those before the update until w has arrived.
 */
export function dataScene(pose, now, sheet, told = now) {
  const paper = paperOfPoints(now, sheet);
  const reach = half(now);
  const { asked, here } = now;
  const scale = arrowScale(now);
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const isLine = length(w) > 0;
  if (isLine) sides(paper, reach, w, b);
  grid(paper, now.board.grid, reach);
  bands(paper, now, w, b);
  if (isLine) paper.line("line", w, b);
  const [tip, tail] = [w, pose.tail].map((v) => times(v, 1 / scale));
  const end = sum(tail, pose.vector, pose.size);
  paper.arrow("w", ORIGIN, tip);
  // At rest the next update is only drawn where it is spoken of.
  const isAhead = here.next !== undefined && asked.isNamed("next");
  if (isAhead || pose.size > 1 / scale) updateArrow(paper, pose, tail, end, pose.ink);
  dots(paper, told);
  paper.hold("w", tip, text("handle", { space: text("dataName"), w }), "handle", GRIP(7), 8);
  if (isLine) {
    sideNames(paper, w, b);
    paper.word("w", text("letterW"), paper.beside(tip));
  }
  const note = isLine ? scale > 1 && text("scaleLabel", { by: scale }) : text("noLine");
  paper.word("note", note, paper.beside([-reach, -reach]));
  if (pose.ink > 0.3 && isAhead)
    paper.word("update", text(asked.isProof ? "zLabel" : "pointLabel"), paper.beside(end, [1, 1]));
  return paper.finish();
}

/** The arrow of an update: hollow is that of no mistake. */
export function updateArrow(paper, { hollow }, from, to, opacity) {
  if (hollow > 0.5) paper.hollow("update", from, to, opacity);
  else paper.arrow("update", from, to, opacity);
}

function sides(paper, reach, w, b) {
  const page = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => [x * WIDE * reach, y * WIDE * reach]);
  paper.area("side plusSide", clip(page, w, b));
  paper.area("side minusSide", clip(page, times(w, -1), -b));
}

function grid(paper, farthest, reach) {
  const ticks = Array.from({ length: 2 * farthest + 1 }, (_, i) => i - farthest).filter((i) => Math.abs(i) < reach);
  const spot = (x, y) => `M${paper.place([x, y]).join(" ")}h.01`;
  paper.put("path", "grid", { d: ticks.flatMap((x) => ticks.map((y) => spot(x, y))).join("") });
}

// The widest empty strip, and that of the line: its half width is the margin of the line.
function bands(paper, now, w, b) {
  const { asked, run, proof, plane, board } = now;
  const isWidest = asked.isProof && run.separator && proof.isSeparating && plane.hasWay && asked.isNamed("bound");
  const margins = board.points.map((point) => margin([...w, b], fold(point)));
  const least = margins.length ? Math.min(...margins) : 0;
  const isOwn = length(w) > 0 && least > 0 && asked.lines?.includes("margin");
  for (const side of [-1, 1]) {
    if (isWidest) paper.line("band", plane.u, plane.u[2] + side * plane.least);
    if (isOwn) paper.line("band", w, b + side * least);
  }
}

function dots(paper, now) {
  const { points } = now.board;
  const { wrong, next } = now.here;
  points.forEach((point, i) => {
    const isWrong = wrong.includes(i);
    const kind = `dot ${point[2] > 0 ? "plus" : "minus"}${isWrong ? " wrong" : ""}${i === next ? " next" : ""}`;
    const name = pointText(point, i);
    const title = isWrong ? text("wrongPoint", { point: name }) : name;
    paper.hold(`point ${i}`, point, title, kind, DOT, isWrong ? 11 : 7);
    const gap = isWrong ? 10 : 6;
    if (points.length <= MOST_NUMBERS)
      paper.word("number", String(i), paper.beside(point, [1, -1], [gap, gap + 6, 28, 44]));
    if (!now.asked.lines?.includes("products")) return;
    const product = marginAt(now.here, point);
    const isRight = product.value > 0;
    const chip = (isRight ? "+" : "") + digits(product);
    paper.word(`chip ${isRight ? "right" : "wrong"}`, chip, paper.beside(point, [0, 1], [gap, gap + 8, 28]));
  });
}

// +1 and −1, on the two sides of the line, near to where it leaves the paper.
function sideNames(paper, w, b) {
  const foot = times(w, -b / inner(w, w));
  const along = times(left(direction(w)), 1);
  const [, far] = paper.way(foot, along, 20) ?? [0, 0];
  const aside = sum(foot, along, Math.min(far, 0.9 * paper.half));
  for (const side of [1, -1]) {
    const [name, content] = side > 0 ? ["plus", "+1"] : ["minus", "−1"];
    const at = [16, 26, 40].map((gap) => sum(aside, direction(w), (side * gap) / paper.scale));
    const back = at.map((place) => sum(place, along, -0.2 * paper.half));
    paper.word(name, content, paper.on(...at, ...back));
  }
}
