// The weights' plane: the way of w, and what the chosen view of the proof shows.

import { angleView } from "./angle.js";
import { isOwn } from "./board.js";
import { isMistakeAt } from "./facts.js";
import { fold, margin } from "./model.js";
import { MOST_NUMBERS, ORIGIN, Paper, clip, direction, length, sum, times } from "./paper.js";
import { GRIP, arrowScale, updateArrow } from "./points.js";
import { isFolded } from "./pose.js";
import { rulerOf } from "./ruler.js";
import { foldedView, proofView, regionView, squaresView, walkView } from "./views.js";
import { shareText, text } from "./words.js";

const STILL = [-1.3, 1.3, -1.12, 1.3]; // what is seen around a disc of radius 1
const PALE = 0.25; // of the update, where w is not seen

const WITHOUT_U = ["squares", "region"];
const VIEWS = {
  wall: proofView,
  "three lines": proofView,
  race: proofView,
  squares: squaresView,
  walk: walkView,
};

/** The paper of the weights: the part of the plane that the pose names, above what is kept at its foot. */
export const paperOfWeights = (pose, now, sheet) =>
  new Paper({ ...sheet, box: cameraOf(pose, now), foot: footOf(pose, now, sheet) });

// The radius of a disc that stands still.
const rimOf = ({ k }, { plane }) => Math.sqrt(Math.max(k, 0.3)) * plane.rate * (plane.radius || 1);

// The part of the plane on the page: around a disc that stands still it grows with k.
function cameraOf(pose, now) {
  const rim = rimOf(pose, now);
  return pose.box.map((v, i) => v * (1 - pose.still) + STILL[i] * rim * pose.still);
}

function footOf(pose, now, { wide, high }) {
  if (now.shown === "squares" && pose.ink > 0.5) return 64;
  if (now.shown === "angle") return Math.max(Math.round(0.36 * high), Math.min(130, high / 2));
  return pose.fold && now.place.hasRuler ? pose.fold * rulerOf(now, wide, high, pose.tip).foot : 0;
}

/** The path of w, and what the chosen view of the proof shows; without one, all w that separate. */
export function weightScene(pose, now, sheet) {
  const paper = paperOfWeights(pose, now, sheet);
  const { shown, plane, board } = now;
  const { see } = pose;
  if (shown === "angle" && plane.hasWay) return angleView(paper, pose, now);
  const w = pose.w.slice(0, 2);
  const isU = shown && !WITHOUT_U.includes(shown) && plane.hasWay;
  const isRegion = shown === "region";
  const u = direction(plane.u);
  if (!shown) axes(paper);
  const cone = see.cone ? coneOf(paper, pose, now) : [];
  paper.area("cone", cone, see.cone);
  if (isRegion) regionView(paper, now);
  else paper.area("hull", hullOf(now));
  if (isU) paper.segment("u", ORIGIN, times(u, paper.way(ORIGIN, u)?.[1] ?? 0));
  else paper.put("circle", "origin", { cx: paper.origin[0], cy: paper.origin[1], r: 3.5 });
  waysOf(paper, now);
  if (isU || shown === "squares") VIEWS[shown](paper, pose, now, u);
  if (isFolded(now, pose.k)) foldedView(paper, now, isU && u);
  if (isRegion) nextOnes(paper, pose, now);
  run(paper, pose, now);
  if (!isRegion) shares(paper, now);
  if (cone.length && see.cone === 1) coneName(paper, cone, pose, now);
  if (board.bias !== "none")
    paper.word("note", text("offsetLabel", { b: pose.w[2] }), paper.beside(paper.under([0, paper.high - paper.foot])));
  if (see.w > 0.5) paper.hold("w", w, text("handle", { space: text("weightName"), w }), "handle", GRIP(7), 9);
  if (isU) handleOfU(paper, pose, now, u);
  return paper.finish();
}

// Where it is near to what is drawn; and on the page. Before λu, which is far along u.
function handleOfU(paper, pose, now, u) {
  const goal = now.shown === "walk" && now.proof.goal;
  const usual = goal
    ? 0.7 * length(goal.slice(0, 2).map(({ value }) => value))
    : pose.grip * (1 - pose.still) + 1.1 * rimOf(pose, now) * pose.still;
  const far = Math.max(usual, pose.see.w * length(pose.w.slice(0, 2)) + 40 / paper.scale); // beside the handle of w
  const edge = Math.min(26, 0.15 * Math.min(paper.wide, paper.high - paper.foot));
  const tip = times(u, Math.min(far, paper.way(ORIGIN, u, edge)?.[1] ?? far));
  paper.word("u", text("letterU"), paper.beside(tip, [1, 1]));
  paper.hold("u", tip, text("handleU", { u: now.plane.u.slice(0, 2) }), "handle u", GRIP(5), 6);
}

function axes(paper) {
  const [x, y] = paper.origin;
  paper.put("path", "axes", { d: `M0 ${y}H${paper.wide}M${x} 0V${paper.high}` });
  paper.avoid([0, y], [paper.wide, y], 0.5);
  paper.avoid([x, 0], [x, paper.high], 0.5);
}
function coneOf(paper, pose, { run, board }) {
  const [x0, x1, y0, y1] = paper.seen;
  const cut = (area, [z1, z2, side]) => clip(area, [z1, z2], side * pose.w[2]);
  return run.separator
    ? board.points.map(fold).reduce(cut, [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ])
    : [];
}

// The name of the cone stands in it: at its middle, or from there towards a corner.
function coneName(paper, cone, pose, now) {
  const middle = times(
    cone.reduce((total, each) => sum(total, each), ORIGIN),
    1 / cone.length,
  );
  const isPlace = (at) => now.board.points.map(fold).every((z) => margin([...at, pose.w[2]], z) > 0);
  const between = (corner, share) => sum(times(corner, share), times(middle, 1 - share));
  const spots = [0, 0.25, 0.5, 0.7].flatMap((share) => cone.map((corner) => between(corner, share)));
  paper.word("cone", text("coneLabel"), paper.on(...spots), { isPlace });
}
// Of points that nothing separates: those of the certificate.
function hullOf({ run, board }) {
  const corners = (run.certificate ?? []).map(([i]) => fold(board.points[i]).slice(0, 2));
  const at = ([x, y]) => Math.atan2(y, x); // around 0, which their hull contains
  return corners.toSorted((p, q) => at(p) - at(q));
}

function shares(paper, now) {
  const corners = hullOf(now);
  if (corners.length) paper.outline(corners);
  for (const share of now.run.certificate ?? []) {
    const corner = fold(now.board.points[share[0]]).slice(0, 2);
    const [away, up] = direction(corner);
    paper.word("share", shareText(share, text("letterZ")), paper.beside(corner, [away, -up]));
  }
}

function waysOf(paper, { ways }) {
  if (!ways?.edges.length) return;
  const ends = ways.edges.map((edge) => edge.map((state) => paper.place(state)));
  paper.put("path", "ways", { d: ends.map(([from, to]) => `M${from.join(" ")}L${to.join(" ")}`).join("") });
  for (const [from, to] of ends) paper.avoid(from, to, 0.5);
}

// On the way of w, each z that was added without a mistake.
function cheats(paper, pose, now, path) {
  path.slice(1).forEach((to, at) => {
    if (!isMistakeAt(now, at)) paper.hollow("update", path[at], to, pose.see.w);
  });
}

// Where each mistake that can be chosen leads to, once w has arrived.
function nextOnes(paper, pose, { board, here, plane }) {
  if (!isOwn(board) || here.wrong.length > MOST_NUMBERS || String(pose.w) !== String(here.w)) return;
  const w = pose.w.slice(0, 2);
  for (const i of here.wrong) paper.arrow("update", w, sum(w, fold(board.points[i]).slice(0, 2), plane.rate));
}

// w, the way that it has come, and the update.
function run(paper, pose, now) {
  const w = pose.w.slice(0, 2);
  const isSquares = now.shown === "squares" && pose.ink > 0.5;
  const isOver = pose.k > now.place.end;
  const isWay = !now.board.hand && !pose.still && !isSquares;
  const path = now.plane.states.slice(0, Math.floor(pose.k) + 1);
  if (isWay) paper.path(isOver ? "path faint" : "path", [...path, w]);
  const opacity = pose.see.w * (isOver ? 0.3 : 1);
  paper.arrow("w", ORIGIN, w, opacity);
  const isHere = pose.size <= 1 / arrowScale(now) && !pose.still;
  if (isWay) cheats(paper, pose, now, path);
  if (isHere) updateArrow(paper, pose, pose.tail, sum(pose.tail, pose.vector), pose.ink * Math.max(pose.see.w, PALE));
  if (pose.ink > 0.9 && isHere && !isSquares) {
    const middle = sum(pose.tail, pose.vector, 0.5);
    paper.word("update", text("letterZ"), paper.beside(middle, ORIGIN, [5, 10, 16]));
  }
  if (opacity < 0.9 || !length(w)) return;
  const away = direction(sum(w, pose.ink ? pose.vector : ORIGIN, -1));
  paper.word("w", text("letterW"), paper.beside(w, [Math.sign(away[0]) || 1, -Math.sign(away[1]) || -1]));
}
