// The pictures: what a pose looks like, as trees of SVG. Nothing is computed here but places.
//
// A pose has w (w1, w2 and b), k (any number: between two mistakes while something moves), the arrow
// of the next update (tail, vector, size and ink), and how far the weight space reaches (half).

import { fold } from "./board.js";
import { triangle } from "./argument.js";
import { digits, pointText, text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const LETTER = 8.6; // pixels, of the widest fonts that pages have
const LINE = 19;
const LONGEST = 150; // corners of the path that are drawn

const length = ([x, y]) => Math.hypot(x, y);
const times = (v, t) => [v[0] * t, v[1] * t];
const sum = (v, w, t = 1) => [v[0] + t * w[0], v[1] + t * w[1]];
const inner = (v, w) => v[0] * w[0] + v[1] * w[1];
const left = ([x, y]) => [-y, x];
const direction = (v) => times(v, 1 / (length(v) || 1));
const round = (v) => Math.round(v * 10) / 10;
const label = (name, values = {}) => WORDS.labels[name].replace(/\{(\w+)\}/g, (_, key) => digits(values[key]));

/** The part of a polygon where n·p + c >= 0. */
export function clip(corners, n, c) {
  const height = (corner) => inner(n, corner) + c;
  return corners.flatMap((corner, i) => {
    const before = corners.at(i - 1);
    const [h, g] = [height(corner), height(before)];
    const crossing = h < 0 !== g < 0 ? [sum(before, sum(corner, before, -1), g / (g - h))] : [];
    return h < 0 ? crossing : [...crossing, corner];
  });
}

const turned = (angle, radius) => [radius * Math.cos(angle), radius * Math.sin(angle)];
const circle = (radius) => Array.from({ length: 120 }, (_, i) => turned((i * Math.PI) / 60, radius));

// A square of the page, from -half to half: collects shapes, and words for which it finds a place.
function makePaper(half, size) {
  const shapes = [];
  const words = [];
  const taken = []; // boxes in which no word may stand
  const place = ([x, y]) => [round((size * (1 + x / half)) / 2), round((size * (1 - y / half)) / 2)];
  const put = (name, attributes, ...children) => shapes.push([name, attributes, ...children]);
  const overlaps = (a) => (b) => Math.abs(a.x - b.x) < a.wide + b.wide && Math.abs(a.y - b.y) < a.high + b.high;

  // Where a word does not touch what has a place: as near to its object as it can be.
  function spot({ at, content, toward, letter }) {
    const [x, y] = place(at);
    if (Math.max(...at.map(Math.abs)) > 1.05 * half) return undefined;
    const [wide, high] = [(letter * content.length) / 2, LINE / 2];
    const within = (v, reach) => Math.max(reach + 2, Math.min(size - reach - 2, v));
    const sides = [toward, [1, -1], [-1, -1], [1, 1], [-1, 1], [0, -1], [0, 1], [1, 0], [-1, 0]];
    const around = (gap) => sides.map(([a, b]) => [a * (wide + gap), b * (high + gap / 2)]);
    const spots = [8, 24, 44, 70].flatMap(around);
    const boxes = spots.map(([dx, dy]) => ({ x: within(x + dx, wide), y: within(y + dy, high), wide, high }));
    return boxes.find((box) => !taken.some(overlaps(box)));
  }

  return {
    box: [[-half, -half], [half, -half], [half, half], [-half, half]],
    half,
    place,
    put,
    keepFree(at, reach = 7) {
      const [x, y] = place(at);
      taken.push({ x, y, wide: reach, high: reach });
    },
    area(name, corners) {
      if (corners.length) put("polygon", { class: name, points: corners.map(place).join(" ") });
    },
    path: (name, corners) => put("polyline", { class: name, points: corners.map(place).join(" ") }),
    segment(name, from, to) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      put("line", { class: name, x1, y1, x2, y2 });
    },
    // The line n·p + c = 0, as far as the paper reaches.
    line(name, normal, c) {
      const foot = times(normal, -c / inner(normal, normal));
      const far = times(left(direction(normal)), 3 * half);
      this.segment(name, sum(foot, far), sum(foot, far, -1));
    },
    circle(name, at, radius) {
      const [cx, cy] = place(at);
      put("circle", { class: name, cx, cy, r: round((radius * size) / (2 * half)) });
    },
    // Shaft and head are one object, with one colour.
    arrow(name, from, to, opacity = 1) {
      const [start, end] = [place(from), place(to)];
      const along = sum(end, start, -1);
      if (length(along) <= 1 || !opacity) return;
      const head = times(direction(along), Math.min(11, 0.6 * length(along)));
      const corner = (side) => sum(sum(end, head, -1), left(head), 0.5 * side).map(round).join(" ");
      const neck = sum(end, head, -0.7).map(round).join(" ");
      const shaft = ["path", { class: "shaft", d: `M${start.join(" ")}L${neck}` }];
      const tip = ["path", { class: "head", d: `M${end.join(" ")}L${corner(1)}L${corner(-1)}Z` }];
      put("g", { class: `arrow ${name}`, opacity: round(opacity) }, shaft, tip);
    },
    word: (name, at, content, toward = [1, -1], letter = LETTER) =>
      content && words.push({ name, at, content, toward, letter }),
    // What can be taken hold of: by pointer, by Tab, and by its name.
    hold(name, at, title, kind, shapes) {
      const transform = `translate(${place(at).join(" ")})`;
      const attributes = { key: name, class: kind, role: "button", tabindex: 0, transform };
      const called = { "data-hold": name, "aria-label": title };
      put("g", { ...attributes, ...called }, ["circle", { class: "reach", r: 22 }], ...shapes);
    },
    finish() {
      const texts = words.flatMap((word) => {
        const box = spot(word);
        if (!box) return [];
        taken.push(box);
        return [["text", { class: `word ${word.name}`, x: round(box.x), y: round(box.y + 5) }, word.content]];
      });
      const isHold = ([, { role }]) => role;
      return [...shapes.filter((shape) => !isHold(shape)), ...texts, ...shapes.filter(isHold)];
    },
  };
}

const GRIP = (radius) => [["circle", { class: "grip", r: radius }]];
const DOT = [
  ["circle", { class: "ring", r: 12 }],
  ["circle", { class: "disk", r: 6.5 }],
  ["rect", { class: "square", x: -6, y: -6, width: 12, height: 12 }],
];

function holdW(paper, tip, pose, space) {
  const title = text("handle", { space, w: pose.w.slice(0, 2) });
  paper.keepFree(tip, 8);
  paper.hold("w", tip, title, "handle", GRIP(7));
}

/** The points' plane: both sides of the line, the widest empty band, w, the update, the points. */
export function dataScene(pose, { board, found, isProof, seen, arrow, selected }, size) {
  const paper = makePaper(board.grid + 0.6, size);
  const { half } = paper;
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const isLine = length(w) > 1e-9;
  if (isLine) {
    paper.area("side plusSide", clip(paper.box, w, b));
    paper.area("side minusSide", clip(paper.box, times(w, -1), -b));
  }
  const ticks = Array.from({ length: 2 * board.grid + 1 }, (_, i) => i - board.grid);
  const spot = (x, y) => `M${paper.place([x, y]).join(" ")}h.01`;
  paper.put("path", { class: "grid", d: ticks.flatMap((x) => ticks.map((y) => spot(x, y))).join("") });
  if (isProof && found.separator && found.isSeparating)
    for (const side of [-1, 1]) paper.line("band", found.u, found.u[2] + side * found.least);
  if (isLine) paper.line("line", w, b);
  const tip = times(w, 1 / arrow);
  const tail = times(pose.tail, 1 / arrow);
  const end = sum(tail, pose.vector, pose.size);
  paper.arrow("w", [0, 0], tip);
  paper.arrow("update", tail, end, pose.ink);
  board.points.forEach((point, i) => paper.keepFree(point, seen.wrong.includes(i) ? 12 : 7));
  holdW(paper, tip, pose, "data");
  const foot = isLine ? times(w, -b / inner(w, w)) : [0, 0];
  const aside = sum(foot, times(left(direction(w)), 0.85 * half));
  if (isLine) {
    paper.word("w", tip, "w");
    paper.word("plus", sum(aside, direction(w), 0.1 * half), "+1", [0, 0]);
    paper.word("minus", sum(aside, direction(w), -0.1 * half), "−1", [0, 0]);
  }
  paper.word("note", [-half, -half], isLine ? arrow > 1 && label("scale", { by: arrow }) : label("noLine"));
  if (pose.ink > 0.3) paper.word("update", end, label("z"), [1, 1]);
  board.points.forEach((point, i) => {
    const isWrong = seen.wrong.includes(i);
    const marks = { wrong: isWrong, next: i === seen.next, selected: i === selected };
    const kind = ["dot", point[2] > 0 ? "plus" : "minus", ...Object.keys(marks).filter((name) => marks[name])];
    const name = pointText(point, i);
    paper.hold(`point ${i}`, point, isWrong ? text("wrongPoint", { point: name }) : name, kind.join(" "), DOT);
    if (board.points.length <= 12) paper.word("number", point, String(i));
  });
  return paper.finish();
}

/** The weights' plane: all w that separate, the path of w, and what the chosen view of the proof shows. */
export function weightScene(pose, stage, size) {
  const { board, found, isProof } = stage;
  const paper = makePaper(pose.half, size);
  const { half } = paper;
  const w = pose.w.slice(0, 2);
  const isShown = isProof && !board.hand && board.points.length > 0;
  const view = isShown ? board.view : "";
  const u = direction(found.u);
  const [x, y] = paper.place([0, 0]);
  paper.put("path", { class: "axes", d: `M0 ${y}H${size}M${x} 0V${size}` });
  const cut = (area, [z1, z2, label]) => clip(area, [z1, z2], label * pose.w[2]);
  const cone = found.isSeparable ? board.points.map(fold).reduce(cut, paper.box) : [];
  paper.area("cone", cone);
  if (isShown && view !== "squares") paper.segment("u", [0, 0], times(u, 3 * half));
  const tip = sum(pose.tail, pose.vector);
  paper.keepFree(w, 9);
  const onPaper = (state) => paper.place(times(state, 1 / stage.unit)).join(" ");
  const ways = (found.ways?.edges ?? []).map(([from, to]) => `M${onPaper(from)}L${onPaper(to)}`);
  if (ways.length) paper.put("path", { class: "ways", d: ways.join("") });
  const views = { wall: raceView, race: raceView, squares: squaresView, walk: walkView, angle: angleView };
  views[view]?.(paper, pose, stage, u);

  const drawn = board.hand ? [] : found.states.slice(0, Math.floor(pose.k) + 1);
  const thin = Math.ceil(drawn.length / LONGEST);
  const path = drawn.filter((_, i) => i % thin === 0).map((each) => times(each, 1 / stage.unit));
  const faint = pose.k > found.end + 1e-6 ? " faint" : ""; // the run has ended: wall and disc go on alone
  if (path.length) paper.path(`path${faint}`, [...path, w]);
  paper.arrow(`w${faint}`, [0, 0], w);
  if (pose.size * stage.arrow <= 1.001) paper.arrow("update", pose.tail, tip, pose.ink);
  if (length(w)) paper.word(`w${faint}`, w, "w");
  if (view === "squares" && pose.ink > 0.5) paper.word("update", tip, "z", [1, 1]);
  const uTip = times(u, (view === "walk" ? 0.5 : 0.93) * half); // not where λu may be
  if (isShown && view !== "squares") paper.word("u", uTip, "u", [1, 1]);

  const used = found.certificate ?? [];
  const corners = used.map(([i]) => fold(board.points[i]).slice(0, 2));
  const center = times(corners.reduce((total, each) => sum(total, each), [0, 0]), 1 / (corners.length || 1));
  const turn = (corner) => Math.atan2(...sum(corner, center, -1));
  paper.area("hull", corners.toSorted((p, q) => turn(p) - turn(q)));
  used.forEach(([i, weight], at) => {
    const [away, up] = direction(corners[at]);
    paper.word("share", corners[at], `${weight}·z${i}`, [away, -up]);
  });
  const farthest = cone.reduce((most, each) => (length(each) > length(most) ? each : most), [0, 0]);
  if (cone.length) paper.word("cone", times(farthest, 0.8), label("cone"), [0, 0]);
  if (board.bias !== "none") paper.word("note", [-half, -half], label("note", { b: pose.w[2] }));

  holdW(paper, w, pose, "weight");
  const names = { u: text("handleU", { u: found.u.slice(0, 2) }), z: text("handleZ", { turn: stage.turn }) };
  if (isShown && view !== "squares") paper.hold("u", uTip, names.u, "handle u", GRIP(5));
  if (view === "squares" && pose.ink > 0.5) paper.hold("z", tip, names.z, "handle z", GRIP(5));
  return paper.finish();
}

// Disc, wall and the cap between them; with an offset where they cut the plane at the present b.
function raceView(paper, pose, { board, found }, u) {
  const { k } = pose;
  const { half } = paper;
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const square = k * (found.eta * found.radius) ** 2 - (found.pad ? b ** 2 / found.pad : 0);
  const rim = square > 0 ? Math.sqrt(square) : 0;
  const flat = length(found.u) / Math.sqrt(found.dot(found.u, found.u)) || 1;
  const offset = found.pad ? (found.u[2] * b) / found.pad / Math.sqrt(found.dot(found.u, found.u)) : 0;
  const height = (k * found.eta * found.gamma - offset) / flat; // of the wall, along u
  const isWall = k > 0;
  const room = found.room(k);
  const known = Math.min(found.end, Math.floor(k + 1e-6));
  const fails = (name) => (room < 0 || (known > 0 && !found[name](known).isTrue) ? " broken" : "");
  if (rim) paper.circle(`disc${fails("long")}`, [0, 0], rim);
  const isCap = isWall && rim > 0 && room > 0 && found.isSeparating;
  if (isCap) paper.area("cap", clip(circle(rim), u, -height));
  if (isWall) {
    const notch = (found.eta * found.gamma) / flat;
    const notches = found.isSeparating && notch * paper.half > 0.02 * half ? Math.floor(k + 1e-6) : 0;
    const across = times(left(u), 0.02 * half);
    for (let i = 1; i <= Math.min(notches, 60); i += 1)
      paper.segment("notch", sum(times(u, i * notch), across), sum(times(u, i * notch), across, -1));
    paper.line(`wall${fails("progress")}`, u, -height);
  }
  if (isWall && k < found.end + 1e-6) {
    const foot = (point) => times(u, inner(point, u));
    paper.segment("shadow", [0, 0], foot(w));
    paper.segment("fall", w, foot(w));
    if (pose.ink) paper.segment("shadow update", foot(pose.tail), foot(sum(pose.tail, pose.vector)));
  }
  const isPoint = room === 0 && isWall;
  if (isPoint) paper.circle("top", times(u, rim), (6 * 2 * half) / 400);
  const middle = times(u, (rim + height) / 2);
  if (room < 0 && k % 1 < 1e-6) paper.word("gap", middle, label("gap", { k }), [0, 0], 10.5);
  if (isPoint) paper.word("top", times(u, rim), label("onePoint"));
  const aside = times(left(u), (height > 0 ? -0.6 : 0.3) * half);
  if (isWall) paper.word("wall", sum(times(u, height), aside), label("wall"), [0, -1]);
  if (rim) paper.word("disc", times(u, -0.75 * Math.min(rim, 0.94 * half)), label("disc"), [0, 0]);
  if (isCap) paper.word("cap", middle, label("cap"), [0, 0]);
}

// Squares outside of the triangle of w, z and their sum.
function squaresView(paper, pose) {
  if (pose.ink <= 0.5) return;
  const { tail, vector } = pose;
  const tip = sum(tail, vector);
  const side = tail[0] * vector[1] - tail[1] * vector[0] > 0 ? -1 : 1;
  const square = (from, to) => {
    const out = times(left(sum(to, from, -1)), side);
    return [from, to, sum(to, out), sum(from, out)];
  };
  paper.area("square-on w", square([0, 0], tail));
  paper.area("square-on update", square(tail, tip));
  paper.area(`square-on sum${triangle(pose).isMistake ? "" : " broken"}`, square(tip, [0, 0]));
  const middle = (corners) => times(sum(corners[0], corners[2]), 0.5);
  for (const [from, to] of [[[0, 0], tail], [tail, tip], [tip, [0, 0]]]) {
    const area = inner(sum(to, from, -1), sum(to, from, -1));
    if (area > 0.02 * paper.half ** 2) paper.word("size", middle(square(from, to)), digits(area), [0, 0]);
  }
}

// The point λu, how far w is from it, and all points as near to it as w.
function walkView(paper, pose, { found }) {
  if (!found.goal) return;
  const goal = found.goal.slice(0, 2);
  const [w, far] = [pose.w.slice(0, 2), length(sum(pose.w, goal, -1))];
  paper.circle("near", goal, far);
  paper.segment("goal", w, goal);
  paper.circle("goalPoint", goal, paper.half / 50);
  paper.keepFree(goal, 6);
  paper.word("goal", goal, label("goal"));
  paper.word("goal", times(sum(w, goal), 0.5), label("distance", { far }), [1, 0]);
}

// The arc from w to u.
function angleView(paper, pose, stage, u) {
  const w = pose.w.slice(0, 2);
  if (length(w) < 1e-9) return;
  const [from, to] = [w, u].map(([a, b]) => Math.atan2(b, a));
  const turn = ((to - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const at = (t) => turned(from + t * turn, 0.3 * paper.half);
  paper.path("arc", Array.from({ length: 31 }, (_, i) => at(i / 30)));
  const angle = Math.round(Math.abs(turn * 180) / Math.PI);
  paper.word("arc", times(at(0.5), 1.25), label("angle", { angle }), [0, 0]);
}
