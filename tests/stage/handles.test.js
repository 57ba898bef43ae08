// What can be taken hold of is on its page, whatever the size of the page: node --test tests/stage

import assert from "node:assert/strict";
import { test } from "node:test";

import { STARTS, load } from "../../perceptron_lessons/stage/board.js";
import { facts } from "../../perceptron_lessons/stage/facts.js";
import { dataScene } from "../../perceptron_lessons/stage/points.js";
import { poseOf } from "../../perceptron_lessons/stage/pose.js";
import { weightScene } from "../../perceptron_lessons/stage/weights.js";

const VIEWS = ["wall", "three lines", "race", "squares", "walk", "angle", "region"];
const LINES = [null, ["progress"], ["length"], ["folded"]];
const SIZES = [
  [150, 150],
  [300, 700],
  [900, 300],
];
const US = [null, [2, -1, 0], [1, 12, 0], [-7, -8, 0]];

const ALL = Number(process.env.PERCEPTRON_TIMES ?? 1) > 1; // as in tests/many.py

// Each start with two kinds of u, where many are asked for with all.
function* boards() {
  for (const [n, [name, start]] of Object.entries(STARTS).entries()) {
    if (!start.points.length) continue;
    for (const u of US.filter((_, i) => ALL || (n + i) % 2))
      yield [`${name}, u = ${u}`, { ...start, ...(u ? { u } : {}) }];
  }
}

// The places of handles, of everything in a picture that can be taken hold of.
const holds = (trees) =>
  trees
    .filter(([, attributes]) => attributes["data-hold"])
    .map(([, attributes]) => [attributes["data-hold"], attributes.transform.match(/-?[\d.]+/g).map(Number)]);

test("every handle is on the page, and that of u near to what is drawn", () => {
  let seen = 0;
  for (const [name, start] of boards())
    for (const view of VIEWS)
      for (const lines of view === "wall" ? LINES : [null]) {
        const { furthest } = facts(load({ ...start, view })).place;
        for (const k of new Set([0, 1, furthest])) {
          const now = facts(load({ ...start, view, k }), { lines, space: "weight", isSimple: true });
          const pose = poseOf(now);
          for (const [wide, high] of SIZES) {
            const sheet = { wide, high, memory: new Map(), measure: (word) => 8 * String(word).length };
            for (const [what, [x, y]] of [
              ...holds(weightScene(pose, now, sheet)),
              ...holds(dataScene(pose, now, sheet)),
            ]) {
              const isOn = x >= 2 && x <= wide - 2 && y >= 2 && y <= high - 2;
              assert.ok(isOn, `${name}, ${view}, ${lines}, k = ${k}, ${wide}×${high}: ${what} at ${x}, ${y}`);
              seen += 1;
            }
          }
        }
      }
  assert.ok(seen > 5_000, String(seen));
});
