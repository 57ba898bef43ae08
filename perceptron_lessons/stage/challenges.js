// Challenges: each is judged on every change.

import { EMPTY, STARTS, bound, study } from "./board.js";
import BOARDS from "./boards.json" with { type: "json" };
import { fraction, text } from "./words.js";

const WORKED = STARTS["worked example"].points;

// What they ask for: `few` are the mistakes in cyclic order, `many` those of the worst first.
function measured({ points }) {
  const kinds = [{}, { order: "worst" }, { bias: "one" }];
  const [run, worst, padded] = kinds.map((kind) => study({ ...EMPTY, points, ...kind }));
  const [few, many] = [run, worst].map(({ mistakes }) => mistakes.length);
  const labels = points.map((point) => point[2]);
  const weights = run.certificate?.map(([, weight]) => weight) ?? [];
  const [first, again] = run.repeats ?? [0, 0];
  return {
    ...{ n: points.length, few, many },
    isFour: points.length === 4,
    isEnded: run.converged,
    isFiveTimes: run.converged && worst.converged && few > 0 && 5 * few <= many,
    areTheirLabels: String(labels) === String(WORKED.map((point) => point[2])),
    areBothLabels: new Set(labels).size === 2,
    moved: points.filter((point, i) => String(point) !== String(WORKED[i])).length,
    bound: run.gammaSquared && fraction(bound(run)),
    isSeparable: Boolean(padded.gammaSquared),
    isThrough0: Boolean(run.gammaSquared),
    free: text(padded.gammaSquared ? "freeSome" : "freeNone"),
    through: text(run.gammaSquared ? "throughSome" : "throughNone"),
    weights: weights.join(" : "),
    areThreeWeights: weights.length === 3 && new Set(weights).size === 3,
    round: again - first,
    isLong: again - first >= 20,
  };
}

// Of a challenge: whether a board solves it, and what is there, or is missing first.
const judgeOf =
  ({ needs, solved, found }) =>
  (board) => {
    const facts = measured(board);
    const missing = Object.keys(needs).find((name) => !facts[name]);
    const isSolved = Object.entries(solved).every(([name, value]) => facts[name] === value);
    return [isSolved && !missing, text(needs[missing] ?? found, facts)];
  };

/** Name → the task, the start that it begins with, and its judge. */
export const CHALLENGES = Object.fromEntries(
  Object.entries(BOARDS.challenges).map(([name, each]) => [name, { ...each, judge: judgeOf(each) }]),
);
