// A link or a table that cannot be is refused in words; what is taken has no NaN anywhere.

import assert from "node:assert/strict";
import { test } from "node:test";

import { STARTS, load } from "../../perceptron_lessons/stage/board.js";
import { facts } from "../../perceptron_lessons/stage/facts.js";
import { asLink, fromLink, named } from "../../perceptron_lessons/stage/links.js";
import { dataScene } from "../../perceptron_lessons/stage/points.js";
import { poseOf } from "../../perceptron_lessons/stage/pose.js";
import { descriptions, sentences } from "../../perceptron_lessons/stage/sentences.js";
import { fromCSV, fromSource } from "../../perceptron_lessons/stage/tables.js";
import { weightScene } from "../../perceptron_lessons/stage/weights.js";

const SEED = 47;
const TIMES = Number(process.env.PERCEPTRON_TIMES ?? 1); // as in tests/many.py
const VIEWS = ["wall", "three lines", "race", "squares", "walk", "angle", "region"];
const KEYS = "points order bias zero eta grid view origin whose choices start u free x1 x2".split(" ");
const WORDS = [
  "",
  " ",
  "0",
  "1",
  "-1",
  "1,",
  ",",
  ",,",
  "1,1",
  "0,0,0",
  "1,2,3",
  "1,2,3,4",
  "1,-2,0",
  "a",
  "a,b,c",
  "1,a,0",
  "NaN",
  "NaN,NaN,NaN",
  "Infinity,0,0",
  "-Infinity,0,0",
  "1e400,0,0",
  "1e-400,1,1",
  "1/0,0,0",
  "1/2,1/3,0",
  "0x10,0,0",
  "−1,2,1",
  "1.5,0,0",
  "1;2",
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "prototype",
  "null",
  "undefined",
  "true",
  "false",
  "[]",
  "{}",
  "function",
  "1/3",
  "0.1",
  "-1/10",
  "0/1",
  "1/1/1",
  "1_000",
  "٣",
  "99999,0,0",
  "10000,10000,10000",
  "10001,0,0",
  `${"9".repeat(400)},0,0`,
  "9".repeat(5000),
  "1,2,1;1,2,-1",
  "1,2,1;",
  ";;",
  "13,0,1",
  "0,0,1",
  "1,2,0",
  "0,0,1;0,0,-1",
  "a,0,1",
  "a,1/0,1",
  "a,0,0",
  "a,0,-1",
  "a,b,0,1",
  "a,1e400,1",
  "a,0,1e-300",
  `${"a".repeat(41)},0,1`,
  "\u0000",
  "\ud800",
  "<script>",
  "%",
  "%E0%A4%A",
  "7",
  "0,1,7",
  "0,1,0,1",
  "-0,0,1",
  "random",
  "shuffled",
  "cyclic",
  "own",
  "worst",
  "radius",
  "one",
  "free",
  "none",
  "negative",
  "positive",
  "6",
  "12",
  "race",
  "squares",
  "angle",
  "walk",
  "region",
  "three lines",
  "XOR",
  "challenge",
  "yes",
  "no",
  "0.5,0.25,0",
  `${"0,".repeat(600)}0`,
  `${"1,".repeat(5)}1`,
];

// Numbers from 0 to 1, the same each time: a linear congruence, in the letters of Numerical Recipes.
function chance(seed) {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const NOT_OURS = /undefined|NaN|null|not a function|iterable|BigInt|call stack|Cannot|convert|Infinity(?!,)|must be \[/;

function isRefusedInWords(error, source) {
  const { message } = error;
  const said = message.replace(/found .*$/s, "").replace(/this link has.*|.*: .*$/s, "");
  assert.equal(error.constructor, Error, `${source}: ${error.stack}`);
  assert.ok(message.length > 10 && !NOT_OURS.test(said), `${source}: ${message}`);
  assert.ok(message.length < 300, message.length);
}

const sheetOf = () => ({ wide: 400, high: 400, memory: new Map(), measure: (word) => 8 * String(word).length });

let turn = 0;

// Everything that is said and drawn of a board, in two of the views, the next ones each time: in all
// where many are asked for.
function isWhole(board, source) {
  turn += 1;
  for (const view of VIEWS.filter((_, i) => TIMES > 1 || (turn + i) % 3 === 0)) {
    const now = facts(load({ ...board, view, whose: board.whose && "theirs" })); // it may be any name
    const pose = poseOf(now);
    const drawn = [dataScene(pose, now, sheetOf()), weightScene(pose, now, sheetOf())];
    const all = JSON.stringify([sentences(now), descriptions(now), drawn, now.here.w, pose], (_, v) => {
      if (typeof v === "number" && !Number.isFinite(v)) return "NaN";
      return typeof v === "bigint" ? String(v) : v;
    });
    const [strange = ""] = all.match(/.{40}(NaN|undefined|Infinity|\[object).{20}/) ?? [];
    assert.equal(strange, "", `${source}, ${view}`);
  }
}

function isTakenOrRefused(source) {
  let board;
  try {
    [board] = fromSource(source);
  } catch (error) {
    isRefusedInWords(error, source.slice(0, 200));
    return false;
  }
  isWhole(board, source.slice(0, 200));
  assert.deepEqual(fromLink(asLink(board)), { ...board, k: null });
  return true;
}

test("each key of a link with each strange value", () => {
  let taken = 0;
  for (const key of KEYS) {
    for (const word of WORDS) {
      const rows = new URLSearchParams(key === "points" ? {} : { points: "2,1,1;-1,0,-1" });
      if (["whose", "free"].includes(key)) rows.set("choices", "0");
      rows.set(key, word);
      taken += isTakenOrRefused(`#points=${rows.get("points")}&${rows}`.replace(/points=[^&]*&points/, "points"));
    }
  }
  assert.ok(taken > 80, taken);
});

test("random links of strange values", () => {
  const next = chance(SEED);
  const one = (list) => list[Math.floor(next() * list.length)];
  for (let n = 0; n < 800 * TIMES; n += 1) {
    const rows = new URLSearchParams({ points: next() < 0.8 ? "2,1,1;-1,0,-1;1,3,1" : one(WORDS) });
    for (let i = 0; i < 1 + 3 * next(); i += 1) rows.set(one(KEYS), one(WORDS));
    isTakenOrRefused(`#${rows}`);
  }
});

for (const [row, why] of [
  ["start=1", /^start must be three numbers/],
  ["start=1,2,NaN", /^start must/],
  ["u=1", /^u must be three whole numbers/],
  ["u=0,0,0", /^u must/],
  ["u=1,1,1", /without an offset the third number must be 0/],
  ["x1=a,1/0,1&x2=b,0,0", /^x1 must be a name/],
  ["x1=a,0,1", /^x2 must/],
  ["x1=a,0x1,1&x2=b,0,1", /^x1 must be a name/],
  ["origin=constructor", /^origin must be one of/],
  ["bias=__proto__", /^bias must be one of none, one, radius; found __proto__/],
  ["zero=0", /^zero must be one of mistake, positive, negative/],
  ["eta=0", /^eta must/],
  ["choices=0,7", /no such point/],
  ["free=yes", /^free needs the choices/],
  ["start=0,0,0&start=1,1,1", /has start twice/],
])
  test(`refused: ${row}`, () => assert.throws(() => fromLink(`#points=2,1,1;-1,0,-1&${row}`), { message: why }));

test("numbers of a link stay what they are", () => {
  const board = fromLink("points=2,1,1&start=1/10,-0.2,0&eta=0.3&bias=one&u=1,2,3&zero=negative");
  const { start, eta, u, zero } = board;
  assert.deepEqual(
    { start, eta, u, zero },
    { start: ["1/10", "-1/5", 0], eta: "3/10", u: [1, 2, 3], zero: "negative" },
  );
  const typed = fromLink("points=−２,1,+1&start=‒1/3,－2,０&eta=１&u=–1,２,0&x1=a,−1,1/4&x2=b,１,1");
  assert.deepEqual(
    [typed.points, typed.start, typed.eta, typed.u, typed.units],
    [
      [[-2, 1, 1]],
      ["-1/3", -2, 0],
      "1",
      [-1, 2, 0],
      [
        ["a", -1, 0.25],
        ["b", 1, 1],
      ],
    ],
  );
});

test("more points than a stage holds are refused, or some of a table are shown and counted", () => {
  const points = Array.from({ length: 60 }, (_, i) => `${i % 12},${i % 5},${i % 2 ? 1 : -1}`);
  assert.throws(() => fromLink(`points=${points.join(";")}`), /60 points.*40 at most/);
  const [board, said] = fromSource(points.join("\n"));
  assert.equal(board.points.length, 40);
  assert.match(said, /40 of 60 points/);
  const many = Array.from({ length: 200_000 }, (_, i) => `${i % 12},1,${i % 2}`).join("\n");
  assert.throws(() => fromCSV(many), /more than 10000 rows/);
  assert.throws(() => fromLink(`points=${many.replaceAll("\n", ";")}`), /200000 points/);
});

test("an unknown name of a start is refused in words", () => {
  for (const name of ["constructor", "__proto__", "toString", "", true, "#", "point"])
    assert.throws(
      () => named(name),
      (error) => isRefusedInWords(error, String(name)) ?? true,
    );
  assert.deepEqual(named("XOR"), load(STARTS.XOR, "XOR"));
});

test("tables as programs write them", () => {
  const points = [
    [1, 2, -1],
    [-3, 4, 1],
  ];
  for (const table of [
    "1,2,no\n-3,4,yes",
    "1,2,no\r\n-3,4,yes\r\n",
    "1,2,no\r-3,4,yes\r",
    "\ufeff1,2,no\n-3,4,yes",
    '"1","2","no"\n"-3","4","yes"\n',
    '\ufeff"x","y","label"\r\n1,2,no\r\n-3,4,yes',
    "1\t2\tno\n-3\t4\tyes",
    "1;2;no\n-3;4;yes",
    "1,0;2,0;no\n-3,0;4;yes",
    "1 2 no\n-3 4 yes",
    "1,2,no\n−3,4,yes",
    "1.0,2.0,no\n-3.0,4e0,yes",
    "  1 , 2 , no\n\n -3,4, yes\n",
    "1,2,0\n-3,4,1",
    "1,2,-1\n-3,4,+1",
    "1.000000000000000000e+00 2.000000000000000000e+00 -1\n-3 4 1\n",
    '1,2,"no, never"\n-3,4,"yes ""so"""',
    "１,２,no\n－３,４,yes",
    "1,2,-\n-3,4,+",
    "1,2,−\n-3,4,＋",
    "1,2,‒1\n-3,4,1",
    "1,2,－１\n-3,4,１",
    "1;2;−1,0\n-3;4;1",
    "1,2,\u200e−1\n-3,4,1\u200b",
    "1,2,nein\n-3,4,ja",
    "1,2,not so\n-3,4,but so",
  ])
    assert.deepEqual(fromCSV(table).points, points, JSON.stringify(table));
});

for (const [table, why] of [
  ["", /empty/],
  ["x,y,label\n", /empty/],
  ["1,2,\n3,4,a", /row 1 must be/],
  ["1,2,nan\n3,4,a", /row 1/],
  ["a,2,1\n3,4,-1", /row 1/],
  ["x,y,l\n\n1,2,a\n1,zwei,b", /row 4 .*zwei/],
  ["1,2,a,\n3,4,b,", /row 1/],
  ['1,2,"a\n3,4,b', /row 1 has a quotation mark/],
  ["1,2,1\n3,4,1.0", /two labels 1, 1.0 are the same number/],
  ["1,2,a\n3,4,b\n5,6,c", /two labels/],
  ["1,2,p\n3,4,-", /row 2/],
  ["1,2,?\n3,4,a", /row 1/],
  ["1,2,Yes\n3,4,yes", /one word in two ways/],
  ["1,2,1\n3,4,one", /numbers and words/],
  ["1e-999,2,a\n3,4,b", /row 1/],
  [`${"1".repeat(200_000)}x,2,a\n3,4,b`, /row 1/],
  ["1e308,2,a\n-1e308,4,b", /too large/],
  ["1e999,2,a\n3,4,b", /row 1/],
  ["1_000,2,a\n3,4,b", /row 1/],
  ["0x10,2,a\n3,4,b", /row 1/],
  ["Infinity,2,a\n3,4,b", /row 1/],
])
  test(`a table that cannot be: ${JSON.stringify(table)}`, () => assert.throws(() => fromCSV(table), { message: why }));

test("random tables are taken or refused in words", () => {
  const next = chance(SEED);
  const one = (list) => list[Math.floor(next() * list.length)];
  const cells = [
    "1",
    "-3",
    "0",
    "4.5",
    "1e3",
    "a",
    "b",
    "",
    '"',
    '"1"',
    '""',
    '"a,b"',
    "−2",
    "1,5",
    "nan",
    "x",
    "9".repeat(30),
    "1e-320",
    "\u0000",
    " ",
  ];
  for (let n = 0; n < 800 * TIMES; n += 1) {
    const [sign, end] = [one([",", ";", "\t", " "]), one(["\n", "\r\n", "\r"])];
    const rows = Array.from({ length: 1 + Math.floor(4 * next()) }, () =>
      [one(cells), one(cells), one(["a", "b", "1", "-1"])].join(sign),
    );
    isTakenOrRefused(rows.join(end) || "x");
  }
});
