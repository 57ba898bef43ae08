// The region of a stage, and which weights are in it, for tests in Python.

import { load, study } from "../../perceptron_lessons/stage/board.js";
import { regionOf } from "../../perceptron_lessons/stage/region.js";

const regionIn = (given) => {
  const run = study(load(given));
  return { run, region: regionOf({ ...given, ...run }) };
};

/** Of each order of updates, a list of indices: how many states there are, and which are outside. */
export const outside = ({ orders, ...given }) => ({
  runs: orders.map((order) => {
    const { run, region } = regionIn({ ...given, order });
    return { states: run.states.length, outside: run.states.flatMap((w, k) => (region.contains(w) ? [] : [k])) };
  }),
});

/** Which weights, whole, are in the region of a run from a whole start. */
export function inside({ weights, ...given }) {
  const { run, region } = regionIn({ ...given, order: [] });
  return { inside: weights.map((w) => region.contains(w.map((v) => BigInt(v) * run.unit))) };
}
