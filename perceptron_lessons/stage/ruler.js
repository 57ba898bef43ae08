// The two bars of the proof: brown bricks of length γ, the wall's, and purple ones, the disc's, each
// shorter than the last. They lie on u, on its two sides, or both on one ruler below the disc.
//
// Lengths are those of the plane; `fold` of a pose is 0 on u and 1 on the ruler.

import { room } from "./facts.js";
import { sum } from "./paper.js";
import { apart, bricksText, rootOf, text } from "./words.js";

const MOST_JOINTS = 60; // bricks that can be told apart
const SMALL = 220; // pixels of a page on which a ruler has no words, and no tip magnified
const DIGIT = 20; // pixels that the number of a brick needs

/**
 * Of a ruler on a page: from where on it runs, pixels for a unit, thickness, and the page that it takes;
 * and how much larger its tip has to be drawn for the last piece to be seen.
 */
export function rulerOf(now, wide, high, tip = 0) {
  const isBig = wide >= 520 && high >= 420;
  const isSmall = wide < SMALL || high < SMALL;
  const bar = isBig ? 30 : isSmall ? 10 : 20;
  const start = isBig ? 10 : 6;
  const k = now.place.last + 1;
  const scale = (wide - 2 * start - 2) / (k * now.plane.step * 1.005);
  const inset = Math.min(250, wide - 16);
  const by = Math.floor((0.6 * inset) / ((k * now.plane.step - reach(now, k)) * scale));
  const under = by < 2 || isSmall ? 0 : Math.round(Math.min(132, 0.3 * high) * tip); // for the tip, magnified
  const air = isSmall ? 6 : 30; // above and below the bars, for words
  const foot = 2 * bar + 2 * air + 2 + under;
  return { bar, under, middle: high - bar - air - under, start, scale, inset, by, foot };
}

const reach = (now, k) => Math.sqrt(Math.max(0, k)) * now.plane.rate * now.plane.radius;

// Where the bars lie: from where, which way, how long a unit is and how thick they are, in pixels.
function frameOf(paper, pose, now, u) {
  const { fold, tip } = pose;
  const ruler = rulerOf(now, paper.wide, paper.high, tip);
  const along = Math.atan2(-u[1], u[0]) * (1 - fold);
  return {
    ruler,
    from: [paper.origin[0] * (1 - fold) + ruler.start * fold, paper.origin[1] * (1 - fold) + ruler.middle * fold],
    turn: along,
    unit: Math.exp(Math.log(paper.scale) * (1 - fold) + Math.log(ruler.scale) * fold),
    thick: (paper.wide >= 520 ? 11 : 8) * (1 - fold) + ruler.bar * fold,
  };
}

/** Both bars, and what lies on them. */
export function bars(paper, pose, now, u) {
  const { see } = pose;
  const k = Math.max(0, pose.k);
  const frame = frameOf(paper, pose, now, u);
  const [brown, purple] = [k * now.plane.step, reach(now, k)];
  const block = blocks(frame);
  const isOver = room(now, k) < 0;
  const ends = { brown: isOver && see.purple ? purple : brown, purple };
  bricks(
    block,
    { name: "wall", end: (i) => i * now.plane.step, side: -1, opacity: see.brown, free: ends.brown },
    k,
    frame,
  );
  bricks(block, { name: "disc", end: (i) => reach(now, i), side: 1, opacity: see.purple, free: purple }, k, frame);
  if (see.room && see.brown && see.purple && !isOver) block("room", brown, purple, -1, see.room);
  if (isOver && see.purple && see.brown) {
    block("fails", purple, brown, -1, 1);
    block("void", purple, brown, 1, see.cannot);
  }
  if (pose.fold === 1 && see.w > 0.9) block("tick", pose.reached, pose.reached, -1, 1, 4);
  if (pose.fold === 1 && k && !room(now, k)) block("clasp", brown, brown, 0, 1, 4);
  const transform = `translate(${frame.from.map(Math.round)}) rotate(${(frame.turn * 180) / Math.PI})`;
  if (block.all.length) paper.put("g", "bars", { transform }, ...block.all);
  const both = see.brown && see.purple ? Math.max(brown, purple) : 0; // room, or what sticks out
  avoidBars(paper, frame, Math.max(both, brown * Math.ceil(see.brown)), Math.max(both, purple * Math.ceil(see.purple)));
  if (pose.fold === 1) rulerWords(paper, pose, now, frame, ends);
}

// What draws one block of a bar, on the side of the wall (-1), of the disc (1) or on both (0).
function blocks({ unit, thick }) {
  const all = [];
  const draw = (name, from, to, side, opacity, wide = 0) => {
    const [x, width] = [from * unit - wide / 2, (to - from) * unit + wide];
    if (width < 0.3 || !opacity) return;
    const beyond = side ? 0 : 4;
    const y = side === 1 ? 0.5 : -thick - beyond;
    const height = side ? thick - 0.5 : 2 * (thick + beyond);
    all.push(["rect", { class: `brick ${name}`, x: x.toFixed(2), y, width: width.toFixed(2), height, opacity }]);
  };
  return Object.assign(draw, { all });
}

// A brick for each mistake, as far as `k` has come; each has its number while there is room for it.
function bricks(block, { name, end, side, opacity, free }, k, { unit, thick }) {
  if (!opacity || k <= 0) return;
  if (k > MOST_JOINTS) {
    block(name, 0, end(k), side, opacity);
    return;
  }
  const joint = (thick > 15 ? 1.5 : 1) / unit;
  for (let i = 1; i < k + 1; i += 1) {
    const [from, to] = [end(i - 1), end(Math.min(i, k))];
    block(name, from, Math.max(from, to - joint), side, opacity);
    const until = Math.min(to, free);
    const at = { class: "digit", x: (((from + until) / 2) * unit).toFixed(2), y: (side * thick) / 2 + 5 };
    if (thick > 15 && i <= k && (until - from) * unit > DIGIT) block.all.push(["text", at, String(i)]);
  }
}

// No word stands on the bars.
function avoidBars(paper, { from, turn, unit, thick }, brown, purple) {
  const along = [Math.cos(turn), Math.sin(turn)];
  for (const [long, side] of [
    [brown, -1],
    [purple, 1],
  ]) {
    if (!long) continue;
    const [x, y] = sum(sum(from, along, (long * unit) / 2), [-along[1], along[0]], (side * thick) / 2);
    paper.taken.push({ x, y, wide: Math.abs(long * unit) / 2, high: thick / 2, turn });
  }
}

// At the ends of the bars, above and below; they slide, so that they stay on the page.
function rulerWords(paper, pose, now, { from, unit, thick, ruler }, ends) {
  const k = Math.round(pose.k);
  if (k === 0 || Math.abs(pose.k - k) > 0.05) return;
  const long = (now.place.last + 1) * now.plane.step;
  const isTip = pose.tip === 1;
  const at = (end, side, gap) => (wide, high) => {
    const x = from[0] + end * unit;
    const slid = isTip ? x - wide - 10 : x + wide - 2 * wide * Math.min(1, end / long);
    return [0, 8, 16].map((more) => ({ x: Math.max(wide + 5, slid), y: from[1] + side * (thick + high + gap + more) }));
  };
  const values = { k, wall: bricksText(now, k), disc: rootOf(now, k) };
  const [over, below] = [isTip ? "must" : "atLeast", pose.see.cannot ? "cannot" : "atMost"];
  paper.word(isTip ? "wall big" : "wall", text(over, values), at(ends.brown, -1, 4));
  paper.word(
    pose.see.cannot ? "disc big" : "disc",
    text(below, values),
    at(pose.see.cannot ? ends.brown : ends.purple, 1, 4),
  );
  const isRun = pose.see.w > 0.9 && pose.reached > ends.brown;
  const start = isRun ? pose.reached : ends.brown; // w has a mark of its own
  const middle = () => [{ x: from[0] + ((start + ends.purple) / 2) * unit, y: from[1] - thick / 2 }];
  const isRoom = (content) => (ends.purple - start) * unit > paper.measure(content, "usual") + 12;
  const name = [text("roomForW"), text("roomName")].find(isRoom);
  if (name && pose.see.room) paper.word("on room", name, middle, { isOwn: true });
  if (isTip && ruler.under > 0) magnified(paper, pose, now, ruler, { from, unit, thick });
}

// The piece that sticks out, as large as it has to be to be seen.
function magnified(paper, pose, now, { bar, under, middle, inset: wide, by }, { from, unit, thick }) {
  const k = now.place.last + 1;
  const [brown, purple] = [k * now.plane.step, reach(now, k)];
  const high = under - 14;
  const [x, y] = [paper.wide - wide - 6, middle + bar + 38];
  const gap = (brown - purple) * unit;
  const [start, row, axis] = [x + 0.22 * wide, Math.min(34, (high - 48) / 2), y + high / 2];
  const end = start + gap * by;
  const rect = (name, left, top, width, height) =>
    paper.put("rect", `brick ${name}`, { x: left, y: top, width, height });
  const tip = from[0] + ((brown + purple) / 2) * unit;
  paper.put("line", "frame", { x1: tip, x2: tip, y1: middle + thick + 3, y2: y });
  paper.put("rect", "inset", { x, y, width: wide, height: high, rx: 6 });
  rect("wall", x + 1, axis - row, start - x - 1, row - 0.5);
  rect("fails", start, axis - row, gap * by, row - 0.5);
  rect("disc", x + 1, axis + 0.5, start - x - 1, row);
  if (pose.see.cannot) rect("void", start, axis + 1, gap * by, row - 1);
  paper.avoid([tip, middle + thick], [tip, y]);
  const [far, near] = apart(brown, purple);
  const put = (name, content, at, anchor) =>
    paper.put("text", `word on ${name}`, { ...at, style: `text-anchor: ${anchor}` }, content);
  const name = `${bricksText(now, k)} ${far}`;
  put("wall", name, { x: Math.max(end, x + 8 + paper.measure(name, "usual")), y: axis - row - 6 }, "end");
  put("disc", `${rootOf(now, k)} ${near}`, { x: x + 8, y: axis + row + 17 }, "start");
  put("times", `× ${by}`, { x: x + wide - 8, y: axis + row + 17 }, "end");
}
