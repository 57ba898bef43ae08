// What can be done with a board, and its way in and out: node --test tests/stage

import assert from "node:assert/strict";
import { test } from "node:test";

import { ACTIONS } from "../../perceptron_lessons/stage/actions.js";
import { STARTS, load, study, view, ways } from "../../perceptron_lessons/stage/board.js";
import { CHALLENGES } from "../../perceptron_lessons/stage/challenges.js";
import { asCSV, asLink, asPython, fromLink, notHere } from "../../perceptron_lessons/stage/links.js";
import { fromCSV } from "../../perceptron_lessons/stage/tables.js";

const WORKED = load(STARTS["worked example"], "worked example");
const act = (board, ...actions) => actions.reduce((now, [what, ...args]) => ACTIONS[what](now, ...args)[0], board);

test("points are added, moved, flipped and removed, within the paper", () => {
  const board = act(load({ points: [] }), ["add", [2, 99], 1], ["flip", 0], ["move", 0, [-9.4, 1.6]]);
  assert.deepEqual(board.points, [[-6, 2, -1]]);
  assert.deepEqual(act(board, ["remove", 0]).points, []);
});

test("a board of 40 points takes no more", () => {
  const points = Array.from({ length: 40 }, (_, i) => [i % 7, i % 5, 1]);
  const [board, said] = ACTIONS.add(load({ points }), [1, 1], 1);
  assert.equal(board.points.length, 40);
  assert.match(said, /remove one first/);
});

test("own choices end at the first that is no mistake any more", () => {
  const board = { ...WORKED, order: [0, 1, 2, 0] };
  assert.deepEqual(study(board).mistakes, [0, 1, 2, 0]);
  assert.deepEqual(study(act(board, ["move", 1, [-2, -2]])).mistakes, [0]);
});

test("a guess that is right goes on; in the own order it chooses", () => {
  const guessing = { ...WORKED, guessing: true, k: 0 };
  assert.deepEqual(act(guessing, ["guess", 1], ["guess", 0]).guesses, [1, 2]);
  const own = act(WORKED, ["choose", "order", "own"], ["guess", 2], ["guess", 0]);
  assert.deepEqual([own.order, own.k, view(own).wrong], [[2, 0], 2, [0]]);
  assert.deepEqual(act(own, ["guess", 3]).order, [2, 0]);
});

test("links go out and in again", () => {
  for (const [name, start] of Object.entries(STARTS)) {
    const { k, ...board } = load({ start: [1, -2, 3], eta: "1/10", view: "walk", ...start }, name);
    const { k: end, ...back } = fromLink(`https://example.org/points.html#${asLink(board)}`);
    assert.deepEqual(back, board);
  }
  const given = { ...WORKED, order: [0, 1], whose: "random" };
  assert.deepEqual(fromLink(asLink(given)), { ...given, k: null });
  assert.equal(fromLink("points=1,2,1&order=random&eta=1/10").order, "cyclic");
  for (const bad of ["points=1,2", "points=1,a,1", "points=1,13,1", "points=1,2,3"])
    assert.throws(() => fromLink(bad), /no points/);
});

test("an old link opens the same points, and what a stage has not is named", () => {
  const old = "https://a.place/points.html?points=1,2,1&order=random&bias=radius&zero=positive&eta=1/10";
  assert.deepEqual(fromLink(old).points, [[1, 2, 1]]);
  assert.deepEqual(notHere(old), ["order = random"]);
  const { bias, zero, eta } = fromLink(old);
  assert.deepEqual([bias, zero, eta], ["radius", "positive", "1/10"]);
  assert.deepEqual(notHere("points=1,2,1&order=worst&bias=one&grid=12"), []);
});

test("tables come in: labels with names, other separators, units of their own", () => {
  assert.deepEqual(fromCSV(asCSV(WORKED.points)).points, WORKED.points);
  assert.deepEqual(fromCSV("1;2;no\n-3;4;yes").points, [
    [1, 2, -1],
    [-3, 4, 1],
  ]);
  const scaled = fromCSV("age,income,y\n20,1000,0\n65,9000,1");
  assert.deepEqual(scaled.units[0], ["age", 42, 2]);
  assert.deepEqual([scaled.bias, scaled.points[0][0]], ["one", -11]);
  assert.throws(() => fromCSV("1,2\n"), /row 1/);
  assert.throws(() => fromCSV("1,2,a\n1,2,b\n1,2,c"), /two labels/);
  assert.throws(() => fromCSV(" "), /empty/);
  assert.equal(
    fromCSV(Array.from({ length: 90 }, (_, i) => `${i % 9},${i % 4},${i % 2}`).join("\n")).points.length,
    40,
  );
});

test("Python's lines name what was chosen", () => {
  assert.match(
    asPython({ ...WORKED, order: "worst", bias: "one", start: [1, 2, 3] }),
    /order="worst", bias="one", w0=\[1, 2\], b0=3\)/,
  );
});

for (const [name, ...actions] of [
  ["seven mistakes", ["move", 1, [4, -2]]],
  ["half the bound", ["move", 2, [1, 3]]],
  ["only with an offset", ["add", [2, 1], 1], ["add", [4, 2], -1]],
  ["three weights", ["move", 0, [-4, 5]]],
  ["a long way round", ["move", 1, [6, 5]]],
]) {
  test(`the challenge “${name}” is open at first, and can be solved`, () => {
    const { start, judge } = CHALLENGES[name];
    const board = load(STARTS[start]);
    assert.equal(judge(board)[0], false);
    assert.equal(judge(act(board, ...actions))[0], true);
  });
}

test("the challenge “worst order” can be solved", () => {
  const solved = load({
    points: [
      [3, 1, 1],
      [-2, 6, 1],
      [-3, 0, 1],
    ],
  });
  assert.equal(CHALLENGES["worst order"].judge(WORKED)[0], false);
  assert.equal(CHALLENGES["worst order"].judge(solved)[0], true);
});

test("all runs by choice on the worked example end after 3, 4 or 5 mistakes", () => {
  const board = load(STARTS["pick any mistake"]);
  const { edges, ends } = ways(board, study(board));
  assert.deepEqual([...ends].sort(), [3, 4, 5]);
  assert.ok(edges.some(([from, to]) => String(from) === "0,0,0" && String(to) === "-2,2,0"));
  assert.equal(ways(load(STARTS.XOR), study(load(STARTS.XOR))), null);
});

test("a start is exactly what is written, and nothing where that is no number", () => {
  const [board, said] = ACTIONS.start(load({ points: [[1, 2, 1]] }), 1, "-0.3");
  assert.deepEqual([board.start, board.k, said.includes("chosen")], [[0, "-3/10", 0], null, false]);
  for (const bad of ["", "abc", "1e99", "10001", "1/0", NaN])
    assert.match(ACTIONS.start(board, 0, bad)[1], /^start must be three numbers/);
  assert.equal(ACTIONS.start(board, 0, "abc")[0], board);
  assert.match(asPython(board), /from fractions import Fraction\n[\s\S]*w0=\[0, Fraction\("-3\/10"\)\]/);
});

test("b by hand leaves w what it is; a drag is on whole numbers", () => {
  const board = load({
    points: [
      [1, 2, 1],
      [-2, 1, 1],
    ],
    eta: "1/3",
    bias: "one",
  });
  const [next] = ACTIONS.hand(board, [null, null, "1/2"]);
  assert.deepEqual(next.hand, ["1/3", "2/3", "1/2"]);
  assert.deepEqual(ACTIONS.hand(next, [1.4, -0.6, null])[0].hand, [1, -1, "1/2"]);
  assert.deepEqual(ACTIONS.fromHere(next)[0].start, ["1/3", "2/3", "1/2"]);
  assert.match(ACTIONS.hand(next, [null, null, "b"])[1], /must be three numbers/);
});

test("a score of 0 is said to be 0, whatever the learning rate", () => {
  const board = load({
    points: [
      [1, 3, -1],
      [3, -1, 1],
      [1, 3, 1],
    ],
    start: ["3/10", "-1/10", 0],
    eta: "1/10",
    k: 0,
  });
  assert.match(ACTIONS.guess({ ...board, guessing: true }, 1)[1], /y\(w·x \+ b\) = 1/);
  assert.match(ACTIONS.guess({ ...board, guessing: true }, 0)[1], /^right/);
  assert.match(ACTIONS.guess({ ...board, order: [] }, 0)[1], /is mistake 1/);
});

test("where 0 predicts −1, link and Python say so", () => {
  const board = { ...WORKED, zero: "negative" };
  assert.equal(fromLink(asLink(board)).zero, "negative");
  assert.match(asPython(board), /perceptron\(X, y, zero="negative"\)/);
  assert.deepEqual(study(board).mistakes, [2, 3]);
});
