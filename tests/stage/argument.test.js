// What is said of a board where a float would be wrong: node --test tests/stage

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../perceptron_lessons/stage/board.js";
import { facts } from "../../perceptron_lessons/stage/facts.js";
import { sentences } from "../../perceptron_lessons/stage/sentences.js";
import { triangleOf } from "../../perceptron_lessons/stage/triangle.js";
import { rootText } from "../../perceptron_lessons/stage/words.js";

const said = (board) =>
  sentences(facts(load(board)))
    .join("\n")
    .normalize();

test("a turned z that is just no mistake, and just one", () => {
  const free = { bias: "one", order: [0], isFree: true, k: 0, view: "squares" };
  const triangle = (board, turn) => triangleOf(facts({ ...load({ ...free, ...board }), turn })).isMistake;
  const parallel = { points: [[1, 0, 1]], start: [2, 0, -1] }; // 2 cos(turn) − 1 <= 0
  assert.deepEqual(
    [-60, 59, 60, 61, 300].map((turn) => triangle(parallel, turn)),
    [true, false, true, true, true],
  );
  const aside = { points: [[1, 1, 1]], start: [3, -3, 0], bias: "none" }; // −6 sin(turn) <= 0
  assert.deepEqual(
    [-90, -1, 0, 1, 90, 180].map((turn) => triangle(aside, turn)),
    [false, false, true, true, true, true],
  );
});

test("with an offset a mistake is never said to be none", () => {
  const board = {
    points: [
      [3, 0, 1],
      [-1, 0, -1],
    ],
    bias: "one",
    start: [1, 0, -5],
    view: "squares",
    k: 0,
  };
  assert.match(said(board), /✓ ‖\[w\|ŵ\] \+ \[update\|ẑ\]‖² = 32 ≤ ‖ŵ‖² \+ ‖ẑ‖² = 36/);
});

test("margins by hand are compared exactly: a tie is one", () => {
  const points = [
    [1, 0, 1],
    [0, 1, 1],
  ];
  assert.match(said({ points, bias: "radius", hand: [300, 300, 0] }), /A tie\.|You beat it\.|Your margin/);
  const plane = {
    points: [
      [7, 1, 1],
      [1, 7, 1],
    ],
  };
  const run = facts(load(plane)).here.w;
  assert.match(said({ ...plane, hand: run.map((v) => 1000 * v) }), /A tie\./);
});

test("updates that are all mistakes break nothing, though they were free", () => {
  const board = {
    points: [
      [-2, 0, -1],
      [0, -2, -1],
      [-2, 2, 1],
      [2, 2, 1],
    ],
    isFree: true,
    order: [0, 1, 2],
  };
  assert.doesNotMatch(said(board), /Broken/);
  assert.match(said(board), /✓ so k = 3 ≤ R²\/γ² = 10/);
  assert.match(said({ ...board, order: [3, 3] }), /Broken: .*each update is a mistake/);
});

test("a conclusion that does not follow is ✗ only where it is false", () => {
  const board = { points: [[3, 4, 1]], isFree: true, order: [0, 0] };
  assert.match(said(board), /✗ k = 2 ≤ R²\/γ² = 1: it does not follow, and here it is false/);
  assert.match(said({ ...board, order: [0] }), /✓ so k = 1 ≤ R²\/γ² = 1/);
  assert.match(said({ ...board, start: [1, 0, 0], order: [0] }), /does not follow; here it is true/);
});

test("a margin is said before the arrow has been moved, as the lesson writes it", () => {
  const points = [
    [-2, 0, -1],
    [0, -2, -1],
    [-2, 2, 1],
    [2, 2, 1],
  ];
  const asked = { isProof: false, lines: ["margin"], isSimple: true, space: "data" };
  const words = (k) => sentences(facts(load({ points, k }), asked)).join("\n");
  assert.match(words(null), /The perceptron's line has the margin 2\/√5 ≈ 0\.8944/);
  for (const k of [0, 1, 2, 3]) assert.match(words(k), /only if no point is wrong/);
});

test("roots are written without a root where there is none", () => {
  const squares = [
    [4, 5],
    [4, 9],
    [5, 4],
    [8, 1],
    [2, 3],
    [8, 2],
  ];
  const about = squares.map(([p, q]) => rootText([p, q]).replace(/ ≈.*/, ""));
  assert.deepEqual(about, ["2/√5", "2/3", "√5/2", "√8", "√(2/3)", "2"]);
});

test("that nothing separates has one reason, with the names of the z", () => {
  const points = [
    [-2, 0, -1],
    [0, -2, 1],
    [-2, 2, 1],
    [2, 2, 1],
  ];
  const lines = sentences(facts(load({ points, k: 4 }), { lines: ["progress"], space: "weight" }));
  assert.equal(lines.filter((line) => line.includes("because") || line.includes("= 0")).length, 1);
  assert.match(lines.join("\n"), /z₀ \+ z₁ \+ z₂ = 0/);
  assert.doesNotMatch(lines.join("\n"), /hull|z\d/);
});

test("a picture of the proof says something at each k, also before the first mistake", () => {
  const points = [
    [-2, 0, -1],
    [0, -2, -1],
    [-2, 2, 1],
    [2, 2, 1],
  ];
  const said = (view, lines, k) => {
    const asked = { lines, space: "weight", isSimple: true };
    return sentences(facts(load({ points, view, k }), asked));
  };
  const VIEWS = [
    ["wall", ["progress"]],
    ["wall", ["length"]],
    ["three lines", ["progress"]],
    ["three lines", ["length"]],
  ];
  for (const [view, lines] of [
    ...VIEWS,
    ["race", null],
    ["squares", null],
    ["walk", null],
    ["angle", null],
    ["region", null],
  ])
    for (const k of [0, 1, 2, 3]) assert.ok(said(view, lines, k).length > 0, `${view}, ${lines}, k = ${k}`);
  assert.match(said("race", null, 0).join(), /No mistake yet/);
});
