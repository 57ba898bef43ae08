// A sheet of paper: shapes of the plane, and words that find a place on which nothing is drawn.
//
// A stroke or a word is known by a box in pixels: its middle, half its width and height, and its turn.

export const ORIGIN = [0, 0];
export const MOST_NUMBERS = 12; // points that have their numbers beside them
/** @type {(v: number[]) => number} */
export const length = ([x, y]) => Math.hypot(x, y);
/** @type {(v: number[], t: number) => number[]} */
export const times = (v, t) => [v[0] * t, v[1] * t];
/** @type {(v: number[], w: number[], t?: number) => number[]} */
export const sum = (v, w, t = 1) => [v[0] + t * w[0], v[1] + t * w[1]];
/** @type {(v: number[], w: number[]) => number} */
export const inner = (v, w) => v[0] * w[0] + v[1] * w[1];
/** @type {(v: number[]) => number[]} */
export const left = ([x, y]) => [-y, x];
export const direction = (v) => times(v, 1 / (length(v) || 1));
export const turned = (angle, radius) => [radius * Math.cos(angle), radius * Math.sin(angle)];

const LINE = { usual: 19, big: 25 }; // pixels, of a line of words
const EDGE = 3; // pixels between a word and the edge of the paper
const AIR = 2; // pixels between a word and a stroke
const SIDES = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
];
const GAPS = [6, 16, 28, 44, 66]; // pixels from what a word belongs to
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

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

/** From where to where from + t·along lies in a box [x0, x1, y0, y1]; null where it never does. */
export function within([x0, x1, y0, y1], from, along) {
  let [first, last] = [-Infinity, Infinity];
  for (const [at, step, low, high] of [
    [from[0], along[0], x0, x1],
    [from[1], along[1], y0, y1],
  ]) {
    if (!step && (at < low || at > high)) return null;
    if (!step) continue;
    const [s, t] = [(low - at) / step, (high - at) / step];
    first = Math.max(first, Math.min(s, t));
    last = Math.min(last, Math.max(s, t));
  }
  return first < last ? [first, last] : null;
}

// A place of the page as a box sees it, that lies at the middle and is not turned.
function seenFrom({ x, y, turn = 0 }, place) {
  const [dx, dy] = [place[0] - x, place[1] - y];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

const cornersOf = ({ x, y, wide, high, turn = 0 }) =>
  CORNERS.map(([a, b]) => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return [x + a * wide * cos - b * high * sin, y + a * wide * sin + b * high * cos];
  });

// Whether one of the sides of a box parts it from another box.
function parts(box, other) {
  const corners = cornersOf(other).map((corner) => seenFrom(box, corner));
  return [box.wide, box.high].some((reach, axis) => {
    const along = corners.map((corner) => corner[axis]);
    return Math.min(...along) >= reach || Math.max(...along) <= -reach;
  });
}

const touches = (box, other) => !parts(box, other) && !parts(other, box);

/** Whether a stroke, {from, to} or {at, radius}, each with its half width, comes into a box. */
export function meets(box, { from, to, at, radius, half }) {
  const [wide, high] = [box.wide + half, box.high + half];
  if (at) {
    const [x, y] = seenFrom(box, at).map(Math.abs);
    const nearest = Math.hypot(Math.max(0, x - box.wide), Math.max(0, y - box.high));
    return nearest <= radius + half && Math.hypot(x + box.wide, y + box.high) >= radius - half;
  }
  const [a, b] = [from, to].map((end) => seenFrom(box, end));
  const inside = within([-wide, wide, -high, high], a, sum(b, a, -1));
  return Boolean(inside) && inside[0] <= 1 && inside[1] >= 0;
}

/**
 * A part of the plane, `box` = [x0, x1, y0, y1], on a page of `wide` times `high` pixels, of which the
 * lowest `foot` are kept for something else. `measure` tells how long a text is; `memory` keeps where
 * each word stood, so that it stays there while it can.
 */
export class Paper {
  /** @type {number} */
  wide;
  /** @type {number} */
  high;
  /** @type {number} */
  foot;
  /** @type {(content: string, kind: string) => number} */
  measure;
  /** @type {Map<string, number>} */
  memory;
  shapes = [];
  holds = []; // above all else
  words = [];
  taken = []; // boxes in which no word may stand
  strokes = []; // lines on which no word may stand

  constructor({ box: [x0, x1, y0, y1], wide, high, foot = 0, measure, memory = new Map() }) {
    Object.assign(this, { wide, high, foot, measure, memory });
    const room = high - foot;
    this.scale = Math.min(wide / (x1 - x0), room / (y1 - y0)); // pixels for a unit
    this.origin = [wide / 2 - (this.scale * (x0 + x1)) / 2, room / 2 + (this.scale * (y0 + y1)) / 2];
    const [[left, top], [right, bottom]] = [this.under([0, 0]), this.under([wide, room])];
    this.seen = [left, right, bottom, top]; // what of the plane is on the page
  }

  place([x, y]) {
    return [round(this.origin[0] + this.scale * x), round(this.origin[1] - this.scale * y)];
  }

  /** What is at a place of the page. */
  under(at) {
    const [x, y] = at;
    return [(x - this.origin[0]) / this.scale, (this.origin[1] - y) / this.scale];
  }

  /** Half of the shorter side, in units. */
  get half() {
    return Math.min(this.wide, this.high - this.foot) / (2 * this.scale);
  }

  /** How far one can go on the page from a place in a direction, up to so many pixels from its edge. */
  way(from, along, edge = 0) {
    const [x0, x1, y0, y1] = this.seen;
    const rim = edge / this.scale;
    return within([x0 + rim, x1 - rim, y0 + rim, y1 - rim], from, along);
  }

  put(tag, name, attributes, ...children) {
    this.shapes.push([tag, { class: name, ...attributes }, ...children]);
  }

  area(name, corners, opacity) {
    if (corners.length) this.put("polygon", name, { points: corners.map((p) => this.place(p)).join(" "), opacity });
  }

  // No word stands on the way from one place of the page to another.
  avoid(from, to, half = 1.5) {
    this.strokes.push({ from, to, half });
  }

  outline(corners) {
    const places = corners.map((corner) => this.place(corner));
    places.forEach((place, i) => this.avoid(places.at(i - 1), place));
  }

  path(name, corners, opacity) {
    const places = corners.map((corner) => this.place(corner));
    this.put("polyline", name, { points: places.join(" "), opacity });
    for (const [i, place] of places.slice(1).entries()) this.avoid(places[i], place, 1);
  }

  segment(name, from, to, opacity) {
    const [[x1, y1], [x2, y2]] = [this.place(from), this.place(to)];
    this.put("line", name, { x1, y1, x2, y2, opacity });
    this.avoid([x1, y1], [x2, y2]);
  }

  // The line n·p + c = 0, far beyond the page.
  line(name, normal, c) {
    const foot = times(normal, -c / inner(normal, normal));
    const far = times(left(direction(normal)), 12 * this.half + length(foot));
    this.segment(name, sum(foot, far), sum(foot, far, -1));
  }

  circle(name, at, radius, opacity) {
    const [cx, cy] = this.place(at);
    const r = round(radius * this.scale);
    this.put("circle", name, { cx, cy, r, opacity });
    this.strokes.push({ at: [cx, cy], radius: r, half: 1.5 });
  }

  // Shaft and head are one object, with one colour.
  arrow(name, from, to, opacity = 1) {
    const [start, end] = [this.place(from), this.place(to)];
    const [x, y] = sum(end, start, -1);
    const long = Math.hypot(x, y);
    if (long <= 1 || !opacity) return;
    const head = Math.min(name === "w" ? 18 : 11, 0.6 * long); // that of w has a handle at its tip
    const transform = `translate(${start.join(" ")}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`;
    const shaft = ["path", { class: "shaft", d: `M0 0H${round(long - 0.7 * head)}` }];
    const tip = ["path", { class: "head", d: `M${round(long)} 0l${-head} ${head / 2}v${-head}Z` }];
    this.put("g", `arrow ${name}`, { opacity: round(opacity), transform }, shaft, tip);
    this.avoid(start, end, 2);
    const back = (share) => sum(end, [x, y], (-share * head) / long);
    this.avoid(back(1), back(0.5), head / 2);
  }

  // The outline of an arrow.
  hollow(name, from, to, opacity = 1) {
    const [start, end] = [this.place(from), this.place(to)];
    const [x, y] = sum(end, start, -1);
    const long = Math.hypot(x, y);
    if (long <= 1 || !opacity) return;
    const head = Math.min(14, 0.6 * long);
    const [shaft, wing] = [round(long - head), 3.5];
    const transform = `translate(${start.join(" ")}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`;
    const d = `M0 -2.5H${shaft}v${-wing}L${round(long)} 0L${shaft} ${2.5 + wing}v${-wing}H0Z`;
    this.put("path", `hollow ${name}`, { opacity: round(opacity), transform, d });
    this.avoid(start, end, 4);
  }

  keepFree(at, reach) {
    const [x, y] = this.place(at);
    this.taken.push({ x, y, wide: reach, high: reach });
  }

  // What can be taken hold of: by pointer, by Tab, and by its name; no word comes within reach.
  hold(name, at, title, kind, shapes, reach) {
    this.keepFree(at, reach);
    const transform = `translate(${this.place(at).join(" ")})`;
    const attributes = { key: name, class: kind, role: "button", tabindex: 0, transform };
    const called = { "data-hold": name, "aria-label": title };
    this.holds.push(["g", { ...attributes, ...called }, ["circle", { class: "reach", r: 22 }], ...shapes]);
  }

  // ---- words ----

  /**
   * A word of these contents, the first for which one of `spots` is free; it may be that none is.
   * `spots` takes half the width and height of the word, and returns where its middle may be.
   */
  word(name, contents, spots, { isPlace = () => true, isOwn = false } = {}) {
    const list = [contents].flat().filter(Boolean);
    if (list.length) this.words.push({ name, contents: list, spots, isPlace, isOwn });
  }

  /** Beside a place of the plane: as near as can be, first on the side `toward`. */
  beside(at, toward = [1, -1], gaps = GAPS) {
    return this.around(this.place(at), toward, gaps);
  }

  /** The same, of a place of the page. */
  around(at, toward = [1, -1], gaps = GAPS) {
    const [x, y] = at;
    const sides = [toward, ...SIDES];
    return (wide, high) =>
      gaps.flatMap((gap) =>
        sides.map(([a, b]) => ({ x: x + a * (wide + gap), y: y + b * (high + (b ? gap / 2 : 0)) })),
      );
  }

  /** In the middle of one of these places of the plane. */
  on(...list) {
    return () => list.map((at) => this.place(at)).map(([x, y]) => ({ x, y }));
  }

  /** Along a stroke, above or under it: near its end first, then ever farther from it. */
  along(from, to) {
    const [start, end] = [this.place(from), this.place(to)];
    const [a, b] = start[0] < end[0] ? [start, end] : [end, start]; // as it is read
    const long = length(sum(b, a, -1));
    const way = direction(sum(b, a, -1));
    const turn = Math.atan2(way[1], way[0]);
    return (wide, high) => {
      const steps = Math.max(0, Math.floor((long - 2 * wide) / 14));
      const shares = Array.from({ length: steps + 1 }, (_, i) => long - wide - 14 * i);
      return [high + 4, high + 12].flatMap((away) =>
        shares.flatMap((share) =>
          [-1, 1].map((side) => {
            const [x, y] = sum(sum(a, way, share), left(way), side * away);
            return { x, y, turn };
          }),
        ),
      );
    };
  }

  isFree(box, isOwn) {
    const onPage = ([x, y]) => x > EDGE && x < this.wide - EDGE && y > EDGE && y < this.high - EDGE;
    if (!cornersOf(box).every(onPage)) return false;
    if (isOwn) return true;
    const wider = { ...box, wide: box.wide + AIR, high: box.high + AIR / 2 };
    return !this.taken.some((other) => touches(box, other)) && !this.strokes.some((each) => meets(wider, each));
  }

  // The box of a word, and what is written there.
  spot({ name, contents, spots, isPlace, isOwn }) {
    const kind = name.includes("big") ? "big" : "usual";
    for (const content of contents) {
      const size = { wide: this.measure(content, kind) / 2 + 1, high: LINE[kind] / 2 };
      const boxes = spots(size.wide, size.high).map((at) => ({ ...at, ...size }));
      const key = `${name} ${contents.indexOf(content)}`;
      const last = boxes[this.memory.get(key)];
      const isGood = (box) =>
        box && this.isFree(box, isOwn) && cornersOf(box).every((corner) => isPlace(this.under(corner)));
      const box = isGood(last) ? last : boxes.find(isGood);
      if (!box) continue;
      this.memory.set(key, boxes.indexOf(box));
      return { box, content };
    }
    return undefined;
  }

  finish() {
    for (const word of this.words) {
      const found = this.spot(word);
      if (!found) continue;
      const { box, content } = found;
      this.taken.push(box);
      const [x, y] = [round(box.x), round(box.y)];
      const transform = box.turn ? `rotate(${round((box.turn * 180) / Math.PI)} ${x} ${y})` : undefined;
      const around = { x: x - box.wide - 4, y: y - 9, width: 2 * box.wide + 8, height: 18, rx: 9 };
      if (word.name.startsWith("chip")) this.put("rect", word.name, around);
      this.put("text", `word ${word.name}`, { x, y: y + 5, transform }, content);
    }
    return [...this.shapes, ...this.holds];
  }
}
