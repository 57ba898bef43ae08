// The model by itself, on numbers that a reader can check by hand: node --test tests/stage

import assert from "node:assert/strict";
import { test } from "node:test";

import { analyse, rational, wrongPoints } from "../../perceptron_lessons/stage/model.js";
import { digits, quotient, root } from "../../perceptron_lessons/stage/words.js";

const WORKED = [
  [-2, 0, -1],
  [0, -2, -1],
  [-2, 2, 1],
  [2, 2, 1],
];
const XOR = [
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
  [1, 1, 1],
];

test("the worked example makes 4 mistakes, with R² = 8 and γ² = 4/5", () => {
  const { states, ...found } = analyse({ points: WORKED });
  assert.deepEqual(found, {
    mistakes: [0, 1, 2, 0],
    weights: [2, 4],
    offset: 0,
    converged: true,
    pad: 0,
    radiusSquared: 8,
    gammaSquared: [4, 5],
    certificate: null,
    separator: [1, 2, 0],
    support: [0, 2],
    repeats: null,
  });
  assert.deepEqual(states, [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 0],
    [0, 4, 0],
    [2, 4, 0],
  ]);
});

test("orders, the offset and the start are the run's", () => {
  assert.deepEqual(analyse({ points: WORKED, order: "first" }).mistakes, [0, 1, 2, 0]);
  assert.deepEqual(analyse({ points: WORKED, order: "worst" }).mistakes, [0, 2, 0, 2, 0]);
  const padded = analyse({ points: WORKED, bias: "one" });
  assert.deepEqual([padded.weights, padded.offset], [[2, 4], -1]);
  assert.deepEqual([padded.radiusSquared, padded.gammaSquared], [9, [5, 6]]);
  assert.equal(analyse({ points: WORKED, start: [-3, 1, 0] }).mistakes.length, 2);
});

test("where 0 predicts −1, NAND comes out as it is printed", () => {
  const nand = [
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, -1],
  ];
  const found = analyse({ points: nand, bias: "one", zero: "negative" });
  const labelled = analyse({ points: nand.map(([a, b, y]) => [a, b, -y]), bias: "one", zero: "positive" });
  assert.deepEqual(found.mistakes.slice(0, 2), [0, 3]);
  assert.deepEqual(found.mistakes, labelled.mistakes);
  assert.deepEqual(wrongPoints(nand, [0, 0, 0], "negative"), [0, 1, 2]);
  assert.deepEqual(wrongPoints(nand, [0, 0, 0], "positive"), [3]);
});

test("XOR goes round, and its certificate has four equal weights", () => {
  const found = analyse({ points: XOR, bias: "one", limit: 20 });
  assert.equal(found.mistakes.length, 20);
  assert.equal(found.converged, false);
  assert.equal(found.gammaSquared, null);
  assert.deepEqual(found.certificate, [
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  assert.deepEqual(found.repeats, [0, 4]);
});

test("own choices end where the list ends, or where no mistake is left", () => {
  assert.deepEqual(analyse({ points: WORKED, order: [2, 0] }).mistakes, [2, 0]);
  assert.equal(analyse({ points: WORKED, order: [2, 0] }).converged, false);
  const whole = analyse({ points: WORKED, order: [0, 1, 2, 0, 3, 3] });
  assert.deepEqual([whole.mistakes, whole.converged], [[0, 1, 2, 0], true]);
});

test("a choice that is not a mistake ends the run, or is made, where that is asked for", () => {
  const choices = { points: WORKED, order: [2, 0, 3, 1] };
  assert.deepEqual(analyse({ ...choices, otherwise: "stop" }).mistakes, [2, 0]);
  assert.deepEqual(analyse({ ...choices, otherwise: "allow" }).mistakes, [2, 0, 3, 1]);
  assert.throws(() => analyse(choices), /^Error: order\[2\] must /);
});

test("numbers beyond 2^53 are exact: they come as BigInts", () => {
  const points = [
    [2n ** 60n, 1n, 1],
    [2n ** 60n, 2n, -1],
  ];
  const found = analyse({ points });
  assert.equal(found.radiusSquared, 2n ** 120n + 4n);
  assert.deepEqual(found.gammaSquared, [2n ** 120n, 2n ** 122n + 9n]);
  assert.equal(analyse({ points: [[2 ** 53, 1, 1]] }).radiusSquared, 2n ** 106n + 1n);
});

test("no points: nothing is wrong, and nothing to be measured", () => {
  const { states, ...found } = analyse({ points: [], start: [1, -0, 0] });
  assert.deepEqual(states, [[1, 0, 0]]);
  assert.deepEqual([found.mistakes, found.converged, found.gammaSquared], [[], true, null]);
});

test("which points a line gets wrong", () => {
  assert.deepEqual(wrongPoints(WORKED, [2, 2, 0]), [2]);
  assert.deepEqual(wrongPoints(WORKED, [0, 0, 0]), [0, 1, 2, 3]);
});

for (const [board, named] of [
  [
    {
      points: [
        [1, 2, 1],
        [1, 2, 0],
      ],
    },
    "points[1]",
  ],
  [{ points: [[1, 0.5, 1]] }, "points[0]"],
  [{ points: [[1, NaN, 1]] }, "points[0]"],
  [{ points: [[1, 2]] }, "points[0]"],
  [{ points: "1,2,1" }, "points"],
  [{ points: WORKED, order: "random" }, "order"],
  [{ points: WORKED, order: [0, 4] }, "order[1]"],
  [{ points: WORKED, order: [0, 0] }, "order[1]"],
  [{ points: WORKED, order: [0], otherwise: "go" }, "otherwise"],
  [{ points: WORKED, bias: "free" }, "bias"],
  [{ points: WORKED, zero: "none" }, "zero"],
  [{ points: WORKED, step: 0 }, "step"],
  [{ points: WORKED, start: [1, 2] }, "start"],
  [{ points: WORKED, limit: -1 }, "limit"],
]) {
  test(`what is malformed is named: ${JSON.stringify(board)}`, () => {
    const isNamed = ({ message }) => message.startsWith(`${named} must `) && message.includes("found ");
    assert.throws(() => analyse(board), isNamed);
  });
}

test("a number is exact or rounded by the digits that are shown of it", () => {
  const shown = (value) => [digits(value), value.isRounded];
  assert.deepEqual(shown(quotient(1, 10)), ["0.1", false]);
  assert.deepEqual(shown(quotient(-1, 3)), ["−0.3333", true]);
  assert.deepEqual(shown(quotient(3602879701896397n, 36028797018963968n)), ["0.1", true]); // the float 0.1
  assert.deepEqual(shown(quotient(12345, 10)), ["1235", true]);
  assert.deepEqual(shown(quotient(10n ** 400n, 10n ** 399n)), ["10", false]);
  assert.deepEqual([quotient(10n ** 305n, 8).value, quotient(-8, 2n ** 1000n).value], [1.25e304, -(2 ** -997)]);
  assert.deepEqual(shown(root(9, 4)), ["1.5", false]);
  assert.deepEqual(shown(root(2, 1)), ["1.414", true]);
  assert.deepEqual(shown(root(10n ** 16n + 1n, 1)), ["100000000", true]);
  assert.deepEqual(shown(root(10n ** 40n, 4n)), ["50000000000000000000", false]);
});

test("what is written as a number is that number exactly, or none", () => {
  for (const [written, found] of [
    ["-1/10", [-1n, 10n]],
    ["0.1", [1n, 10n]],
    [".5", [1n, 2n]],
    ["1e-3", [1n, 1000n]],
    [0.5, [1n, 2n]],
    [7n, [7n, 1n]],
    ["1/0", null],
    ["", null],
    ["-", null],
    ["0x10", null],
    ["1_0", null],
    [NaN, null],
    [Infinity, null],
    [undefined, null],
    [[1], null],
    [`${"1".repeat(200_000)}x`, null],
  ])
    assert.deepEqual(rational(written), found, String(written));
});
