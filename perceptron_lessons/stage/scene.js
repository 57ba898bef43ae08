// The pictures: what a pose looks like, as trees of SVG. Nothing is computed here but places.
//
// A pose has w (w1, w2 and b), k (any number: between two mistakes while something moves), the arrow
// of the next update (tail, vector, size and ink), and how far the weight space reaches (half).

import { fold, margin } from "./model.js";
import { digits, pointText, text } from "./words.js";

const LETTER = 8.6; // pixels, of the widest fonts that pages have
const LINE = 19;
const WIDE = 6; // how much wider than its paper a page may have a picture
const ORIGIN = [0, 0];
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

const length = ([x, y]) => Math.hypot(x, y);
const times = (v, t) => [v[0] * t, v[1] * t];
const sum = (v, w, t = 1) => [v[0] + t * w[0], v[1] + t * w[1]];
const inner = (v, w) => v[0] * w[0] + v[1] * w[1];
const left = ([x, y]) => [-y, x];
const direction = (v) => times(v, 1 / (length(v) || 1));
const turned = (angle, radius) => [radius * Math.cos(angle), radius * Math.sin(angle)];
const upright = ([x, y]) => [Math.sign(x), -Math.sign(y)]; // to which side a word stands on the page
const round = (v) => Math.round(v * 10) / 10;

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

/** What is to be seen of facts; half as far as it was before. */
export function poseOf(now, half) {
  const { w, next, position, rate, turn } = now;
  const [x, y] = next === undefined ? ORIGIN : fold(now.points[next]);
  const angle = now.view === "squares" ? (turn * Math.PI) / 180 : 0;
  const vector = sum(times([x, y], rate * Math.cos(angle)), left([x, y]), rate * Math.sin(angle));
  const arrow = { tail: w.slice(0, 2), vector, size: 1 / now.arrow, ink: next === undefined ? 0 : 1 };
  return { w, k: position, ...arrow, half: reachOf(now, arrow, half) };
}

// The weight space keeps its size while what it shows is neither too large nor too small for it.
function reachOf(now, { tail, vector, ink }, half) {
  const { position, radius, rate, hand, shown } = now;
  if (shown === "race") return 1.25 * radius * rate * Math.sqrt(Math.max(1, position));
  if (shown === "squares" && ink) return 1.5 * (length(tail) + length(vector));
  const disc = shown ? radius * rate * Math.sqrt(now.end) : 0;
  const behind = shown ? Math.min(0, position * rate * now.gamma) : 0; // of a wall that fails
  const goal = shown === "walk" && now.goal ? now.goal.slice(0, 2) : ORIGIN;
  const certificate = (now.certificate ?? []).flatMap(([i]) => now.points[i].slice(0, 2));
  const ends = [...(hand ?? ORIGIN).slice(0, 2), ...goal, ...certificate, behind].map(Math.abs);
  const reach = Math.max(4 * Math.min(1, rate), now.reach, ...ends);
  const wanted = Math.max(1.15 * reach, Math.min(1.06 * disc, 1.6 * reach));
  return wanted > half || wanted < 0.5 * half ? wanted : half;
}

// A square of the page, from -half to half: collects shapes, and words for which it finds a place.
function makePaper(half, size) {
  const shapes = [];
  const holds = []; // above all else
  const words = [];
  const taken = []; // boxes in which no word may stand
  const place = ([x, y]) => [round((size * (1 + x / half)) / 2), round((size * (1 - y / half)) / 2)];
  const under = (x, y) => [((2 * x) / size - 1) * half, (1 - (2 * y) / size) * half]; // what is at a place
  const put = (tag, name, attributes, ...children) =>
    shapes.push([tag, { class: name, ...attributes }, ...children]);
  const shape = (tag) => (name, corners) =>
    corners.length && put(tag, name, { points: corners.map(place).join(" ") });

  // Where a word does not touch what has a place: as near to its object as it can be.
  function spot({ at, content, toward, letter, isPlace }) {
    const [x, y] = place(at);
    if (Math.max(...at.map(Math.abs)) > 1.05 * half) return undefined;
    const [wide, high] = [(letter * content.length) / 2 + 2, LINE / 2];
    const within = (v, reach) => Math.max(reach + 2, Math.min(size - reach - 2, v));
    const sides = [toward, [1, -1], [-1, -1], [1, 1], [-1, 1], [0, -1], [0, 1], [1, 0], [-1, 0]];
    const around = (gap) => sides.map(([a, b]) => [a * (wide + gap), b * (high + gap / 2)]);
    const boxes = [8, 24, 44, 70]
      .flatMap(around)
      .map(([dx, dy]) => ({ x: within(x + dx, wide), y: within(y + dy, high), wide, high }));
    const touches = (a, b) => Math.abs(a.x - b.x) < a.wide + b.wide && Math.abs(a.y - b.y) < a.high + b.high;
    const free = boxes.filter((box) => !taken.some((other) => touches(box, other)));
    const isAll = (box) => CORNERS.every(([a, b]) => isPlace(under(box.x + a * wide, box.y + b * high)));
    return free.find(isAll) ?? free[0];
  }

  return {
    box: (wide) => CORNERS.map(([a, b]) => [a * wide, b * half]),
    half,
    place,
    put,
    area: shape("polygon"),
    path: shape("polyline"),
    keepFree(at, reach) {
      const [x, y] = place(at);
      taken.push({ x, y, wide: reach, high: reach });
    },
    segment(name, from, to) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      put("line", name, { x1, y1, x2, y2 });
    },
    // The line n·p + c = 0, as far as the paper reaches.
    line(name, normal, c) {
      const foot = times(normal, -c / inner(normal, normal));
      const far = times(left(direction(normal)), 2 * WIDE * half);
      this.segment(name, sum(foot, far), sum(foot, far, -1));
    },
    circle(name, at, radius) {
      const [cx, cy] = place(at);
      put("circle", name, { cx, cy, r: round((radius * size) / (2 * half)) });
    },
    // Shaft and head are one object, with one colour.
    arrow(name, from, to, opacity = 1) {
      const [start, end] = [place(from), place(to)];
      const [x, y] = sum(end, start, -1);
      const long = Math.hypot(x, y);
      if (long <= 1 || !opacity) return;
      const head = Math.min(11, 0.6 * long);
      const transform = `translate(${start.join(" ")}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`;
      const shaft = ["path", { class: "shaft", d: `M0 0H${round(long - 0.7 * head)}` }];
      const tip = ["path", { class: "head", d: `M${round(long)} 0l${-head} ${head / 2}v${-head}Z` }];
      put("g", `arrow ${name}`, { opacity: round(opacity), transform }, shaft, tip);
    },
    // Where `isPlace` is given, all of the word is there if it can be.
    word: (name, at, content, toward = [1, -1], { letter = LETTER, isPlace = () => true } = {}) =>
      content && words.push({ name, at, content, toward, letter, isPlace }),
    // What can be taken hold of: by pointer, by Tab, and by its name; no word comes within reach.
    hold(name, at, title, kind, shapes, reach) {
      this.keepFree(at, reach);
      const transform = `translate(${place(at).join(" ")})`;
      const attributes = { key: name, class: kind, role: "button", tabindex: 0, transform };
      const called = { "data-hold": name, "aria-label": title };
      holds.push(["g", { ...attributes, ...called }, ["circle", { class: "reach", r: 22 }], ...shapes]);
    },
    finish() {
      const isFirst = ({ name }) => Number(["gap", "top"].includes(name)); // the end of the argument
      for (const word of words.toSorted((a, b) => isFirst(b) - isFirst(a))) {
        const box = spot(word);
        if (!box) continue;
        taken.push(box);
        put("text", `word ${word.name}`, { x: round(box.x), y: round(box.y + 5) }, word.content);
      }
      return [...shapes, ...holds];
    },
  };
}

const GRIP = (radius) => [["circle", { class: "grip", r: radius }]];
const DOT = [
  ["circle", { class: "ring", r: 12 }],
  ["circle", { class: "disk", r: 6.5 }],
  ["rect", { class: "square", x: -6, y: -6, width: 12, height: 12 }],
];

/** The points' plane: both sides of the line, the widest empty band, w, the update, the points. */
export function dataScene(pose, now, size) {
  const paper = makePaper(now.grid + 0.6, size);
  const { half } = paper;
  const { arrow, wrong, next } = now;
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const isLine = length(w) > 1e-9;
  if (isLine) {
    paper.area("side plusSide", clip(paper.box(WIDE * half), w, b));
    paper.area("side minusSide", clip(paper.box(WIDE * half), times(w, -1), -b));
  }
  const ticks = Array.from({ length: 2 * now.grid + 1 }, (_, i) => i - now.grid);
  const spot = (x, y) => `M${paper.place([x, y]).join(" ")}h.01`;
  paper.put("path", "grid", { d: ticks.flatMap((x) => ticks.map((y) => spot(x, y))).join("") });
  if (now.isProof && now.separator && now.isSeparating)
    for (const side of [-1, 1]) paper.line("band", now.u, now.u[2] + side * now.least);
  if (isLine) paper.line("line", w, b);
  const [tip, tail] = [w, pose.tail].map((v) => times(v, 1 / arrow));
  const end = sum(tail, pose.vector, pose.size);
  paper.arrow("w", ORIGIN, tip);
  paper.arrow("update", tail, end, pose.ink);
  paper.hold("w", tip, text("handle", { space: "data", w }), "handle", GRIP(7), 8);
  if (isLine) {
    const aside = sum(times(w, -b / inner(w, w)), times(left(direction(w)), 0.85 * half));
    paper.word("w", tip, text("letterW"));
    paper.word("plus", sum(aside, direction(w), 0.1 * half), "+1", ORIGIN);
    paper.word("minus", sum(aside, direction(w), -0.1 * half), "−1", ORIGIN);
  }
  paper.word("note", [-half, -half], isLine ? arrow > 1 && text("scaleLabel", { by: arrow }) : text("noLine"));
  if (pose.ink > 0.3) paper.word("update", end, text("zLabel"), [1, 1]);
  now.points.forEach((point, i) => {
    const isWrong = wrong.includes(i);
    const kind = `dot ${point[2] > 0 ? "plus" : "minus"}${isWrong ? " wrong" : ""}${i === next ? " next" : ""}`;
    const name = pointText(point, i);
    const title = isWrong ? text("wrongPoint", { point: name }) : name;
    paper.hold(`point ${i}`, point, title, kind, DOT, isWrong ? 12 : 7);
    if (now.points.length <= 12) paper.word("number", point, String(i));
  });
  return paper.finish();
}

const VIEWS = { wall: raceView, race: raceView, squares: squaresView, walk: walkView, angle: angleView };

/** The weights' plane: all w that separate, the path of w, and what the chosen view of the proof shows. */
export function weightScene(pose, now, size) {
  const paper = makePaper(pose.half, size);
  const { half } = paper;
  const w = pose.w.slice(0, 2);
  const { shown } = now;
  const isSquares = shown === "squares" && pose.ink > 0.5;
  const isU = shown && shown !== "squares";
  const u = direction(now.u);
  const [x, y] = paper.place(ORIGIN);
  paper.put("path", "axes", { d: `M0 ${y}H${size}M${x} 0V${size}` });
  const cut = (area, [z1, z2, side]) => clip(area, [z1, z2], side * pose.w[2]);
  const cone = now.separator ? now.points.map(fold).reduce(cut, paper.box(half)) : [];
  paper.area("cone", cone);
  if (isU) paper.segment("u", ORIGIN, times(u, 3 * half));
  const tip = sum(pose.tail, pose.vector);
  const inUnits = (state) => times(state, 1 / now.unit);
  const way = ([from, to]) => `M${paper.place(inUnits(from)).join(" ")}L${paper.place(inUnits(to)).join(" ")}`;
  if (now.ways?.edges.length) paper.put("path", "ways", { d: now.ways.edges.map(way).join("") });
  if (shown) VIEWS[shown](paper, pose, now, u);

  const faint = pose.k > now.end + 1e-6 ? " faint" : ""; // the run has ended: wall and disc go on alone
  const path = now.states.slice(0, Math.floor(pose.k) + 1).map(inUnits);
  if (!now.hand) paper.path(`path${faint}`, [...path, w]);
  paper.arrow(`w${faint}`, ORIGIN, w);
  if (pose.size * now.arrow <= 1.001) paper.arrow("update", pose.tail, tip, pose.ink);
  if (pose.ink) paper.keepFree(sum(pose.tail, pose.vector, 0.5), 10);
  const aside = pose.ink ? upright(times(pose.vector, -1)) : undefined;
  if (length(w)) paper.word(`w${faint}`, w, text("letterW"), aside);
  if (isSquares) paper.word("update", tip, "z", [1, 1]);
  const uTip = times(u, (shown === "walk" ? 0.7 : 0.93) * half); // not where λu may be
  if (isU) paper.word("u", uTip, text("letterU"), [1, 1]);

  const used = now.certificate ?? [];
  const corners = used.map(([i]) => fold(now.points[i]).slice(0, 2));
  const around = ([x, y]) => Math.atan2(y, x); // 0, which their hull holds
  paper.area("hull", corners.toSorted((p, q) => around(p) - around(q)));
  used.forEach(([i, weight], at) => {
    const [away, up] = direction(corners[at]);
    paper.word("share", corners[at], `${weight}·z${i}`, [away, -up]);
  });
  const middle = times(cone.reduce((total, each) => sum(total, each), ORIGIN), 1 / cone.length);
  const isPlace = (at) => now.points.map(fold).every((z) => margin([...at, pose.w[2]], z) > 0);
  if (cone.length) paper.word("cone", middle, text("coneLabel"), ORIGIN, { isPlace });
  if (now.bias !== "none") paper.word("note", [-half, -half], text("offsetLabel", { b: pose.w[2] }));

  paper.hold("w", w, text("handle", { space: "weight", w }), "handle", GRIP(7), 9);
  if (isU) paper.hold("u", uTip, text("handleU", { u: now.u.slice(0, 2) }), "handle u", GRIP(5), 6);
  if (isSquares) paper.hold("z", tip, text("handleZ", { turn: now.turn }), "handle z", GRIP(5), 0);
  return paper.finish();
}

// Disc, wall and the cap between them; with an offset where they cut the plane at the present b.
function raceView(paper, pose, now, u) {
  const { k } = pose;
  const { half } = paper;
  const [w, b] = [pose.w.slice(0, 2), pose.w[2]];
  const whole = Math.floor(k + 1e-6); // mistakes
  const rim = Math.sqrt(Math.max(0, k * (now.rate * now.radius) ** 2 - now.dot([0, 0, b], [0, 0, b])));
  const notch = (now.rate * now.least) / length(now.u);
  const height = k * notch - now.dot(now.u, [0, 0, b]) / length(now.u); // of the wall, along u
  const room = now.room(k);
  const known = Math.min(now.end, whole);
  const fails = (line) => (room < 0 || (known > 0 && !now[line](known).isTrue) ? " broken" : "");
  if (rim) paper.circle(`disc${fails("length")}`, ORIGIN, rim);
  const isSmall = rim < 0.6 * half; // too small for its name
  const under = times(u, -Math.min(rim, 0.94 * half));
  const [at, toward] = isSmall ? [under, upright(under)] : [times(under, 0.75), ORIGIN];
  if (rim) paper.word("disc", at, text("discLabel"), toward);
  if (k <= 0) return;
  const middle = times(u, (rim + height) / 2);
  if (rim && room > 0 && now.isSeparating) {
    const circle = Array.from({ length: 120 }, (_, i) => turned((i * Math.PI) / 60, rim));
    paper.area("cap", clip(circle, u, -height));
    paper.word("cap", middle, text("capLabel"), ORIGIN);
  }
  const across = times(left(u), 0.02 * half);
  for (let i = 1; notch > 0.02 * half && i <= Math.min(whole, 60); i += 1)
    paper.segment("notch", sum(times(u, i * notch), across), sum(times(u, i * notch), across, -1));
  paper.line(`wall${fails("progress")}`, u, -height);
  const aside = times(left(u), (height > 0 ? -0.6 : 0.3) * half);
  paper.word("wall", sum(times(u, height), aside), text("wallLabel"), upright(times(u, -1)));
  if (k < now.end + 1e-6) {
    const foot = (point) => times(u, inner(point, u));
    paper.segment("shadow", ORIGIN, foot(w));
    paper.segment("fall", w, foot(w));
    if (pose.ink) paper.segment("shadow update", foot(pose.tail), foot(sum(pose.tail, pose.vector)));
  }
  if (room < 0 && k === whole) paper.word("gap", middle, text("gapLabel", { k }), ORIGIN, { letter: 10.5 });
  if (room) return;
  paper.circle("top", times(u, rim), 0.03 * half);
  paper.word("top", times(u, rim), text("pointLabel"));
}

// Squares outside of the triangle of w, z and their sum.
function squaresView(paper, pose, now) {
  if (pose.ink <= 0.5) return;
  const { tail, vector } = pose;
  const tip = sum(tail, vector);
  const side = tail[0] * vector[1] - tail[1] * vector[0] > 0 ? -1 : 1;
  const whole = now.triangle?.isMistake === false ? "sum broken" : "sum";
  for (const [name, from, to] of [["w", ORIGIN, tail], ["update", tail, tip], [whole, tip, ORIGIN]]) {
    const along = sum(to, from, -1);
    const out = times(left(along), side);
    const area = inner(along, along);
    paper.area(`square-on ${name}`, [from, to, sum(to, out), sum(from, out)]);
    const middle = times(sum(sum(from, to), out), 0.5);
    if (area > 0.02 * paper.half ** 2) paper.word("size", middle, digits(area), ORIGIN);
  }
}

// The point λu, how far w is from it, and all points as near to it as w.
function walkView(paper, pose, now) {
  if (!now.goal) return;
  const goal = now.goal.slice(0, 2);
  const w = pose.w.slice(0, 2);
  const far = length(sum(w, goal, -1));
  paper.circle("near", goal, far);
  paper.segment("goal", w, goal);
  paper.circle("goalPoint", goal, paper.half / 50);
  paper.keepFree(goal, 6);
  paper.word("goal", goal, text("goalLabel"));
  paper.word("goal", times(sum(w, goal), 0.5), text("distanceLabel", { far }), [1, 0]);
}

// The arc from w to u.
function angleView(paper, pose, now, u) {
  if (length(pose.w) < 1e-9) return;
  const [from, to] = [pose.w, u].map(([a, b]) => Math.atan2(b, a));
  const turn = ((to - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const at = (share) => turned(from + share * turn, 0.3 * paper.half);
  paper.path("arc", Array.from({ length: 31 }, (_, i) => at(i / 30)));
  const angle = Math.round(Math.abs(turn * 180) / Math.PI);
  paper.word("arc", times(at(0.5), 1.25), text("angleLabel", { angle }), ORIGIN);
}
