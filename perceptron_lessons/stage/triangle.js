// One update as a triangle of w, z and their sum, where z can be turned.

import { product } from "./argument.js";
import { fold } from "./model.js";
import { asFloat, quotient } from "./words.js";

const COSINES = { 0: 1, 45: Math.SQRT1_2, 60: 0.5, 90: 0, 120: -0.5, 135: -Math.SQRT1_2, 180: -1 };

// Of whole degrees; exact where it is a fraction, so that what is 0 comes out as 0.
function cosine(degrees) {
  const angle = Math.abs((((degrees % 360) + 540) % 360) - 180);
  return COSINES[angle] ?? Math.cos((angle * Math.PI) / 180);
}

/**
 * The next update, z turned by the board's `turn`: whether it is a mistake, and what the squares on its
 * sides are, in the padded space; null where no update is next.
 */
export function triangleOf({ board: { points, turn }, run, here }) {
  const { step, unit, pad, mistakes, end } = run;
  const next = mistakes.slice(0, end)[here.k];
  if (next === undefined) return null;
  /** @type {bigint[]} */
  const [x, y, label] = fold(points[next].map(BigInt));
  const scale = BigInt(pad) || 1n;
  /** @type {bigint[]} */
  const [w1, w2, b] = here.line;
  const [straight, across, ahead] = [w1 * x + w2 * y, w2 * x - w1 * y, pad ? b * label : 0n];
  const [cos, sin] = [cosine(turn), cosine(turn - 90)];
  const isWhole = Number.isInteger(cos) && Number.isInteger(sin);
  const inner = cos * Number(straight) + sin * Number(across) + Number(ahead);
  const under = scale * unit * unit;
  const squares = product(here.line, here.line, BigInt(pad)) + scale * step * step * (x * x + y * y + BigInt(pad));
  const turned = isWhole ? BigInt(cos) * straight + BigInt(sin) * across + ahead : null;
  const about = asFloat(squares, under) + 2 * inner * asFloat(step, unit * unit);
  return {
    isMistake: isWhole ? turned <= 0n : inner <= 0,
    squares: quotient(squares, under),
    sum: isWhole ? quotient(squares + 2n * step * scale * turned, under) : { value: about, isRounded: true },
  };
}
