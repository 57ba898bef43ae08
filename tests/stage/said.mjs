// What a stage says of a board, for tests in Python.

import { verdicts } from "../../perceptron_lessons/stage/argument.js";
import { load, study } from "../../perceptron_lessons/stage/board.js";
import { facts } from "../../perceptron_lessons/stage/facts.js";
import { descriptions, sentences } from "../../perceptron_lessons/stage/sentences.js";

const VIEWS = ["wall", "three lines", "race", "squares", "walk", "angle", "region"];
const LINES = {
  progress: /progress, the/,
  length: /length, the/,
  fall: /goal\|λu/,
  conclusion: /k = \d+ ≤ R²/,
};

/** All that is said of a board in any view; as `error`, which keeps its text. */
export const lines = (given) =>
  VIEWS.flatMap((view) => {
    const now = facts(load({ ...given, view }));
    return [...sentences(now), ...descriptions(now)].map((said) => ({ error: said }));
  });

/** How many lines bear ✓ or ✗ and stand for a verdict, and those with the wrong one of the two. */
export function marks(given) {
  const wrong = [];
  let n = 0;
  for (const view of VIEWS) {
    const board = load({ ...given, view });
    const now = facts(board);
    const says = verdicts({ ...board, k: now.here.k });
    for (const line of sentences(now).filter((each) => /^[✓✗]/.test(each))) {
      const [name] = Object.entries(LINES).find(([, pattern]) => pattern.test(line)) ?? [];
      if (name) n += 1;
      const isFalse = line.includes("γ > 0") ? says.progress === null : says[name] === false;
      const isKnown = name || line.includes("γ > 0");
      if (isKnown && line.startsWith("✗") !== isFalse) wrong.push({ error: line, ...says });
    }
  }
  return { wrong, n };
}

/** After how many updates a stage is at the end of a board. */
export const end = (given) => ({ end: study(load(given)).end });

/** w1, w2 and b after 0, 1, …, k updates, as fractions; as `error`, which keeps its text. */
export function states(given) {
  const { states, unit } = study(load(given));
  return states.map((state) => state.map((v) => ({ error: `${v}/${unit}` })));
}
