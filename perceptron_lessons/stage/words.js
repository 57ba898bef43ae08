// What the stage says: the run, the bound, and the lines of the proof, each held against whole numbers.
//
// [name|text] in a line bears the colour of the object of that name.

import { bound, count, digits, fraction, minus, pair, pointText, rootText, view } from "./board.js";
import { wrongPoints } from "./model.js";

/** What else pictures and words need of a study: floats, and the lines of the proof at k. */
export function facts(board, found) {
  const { radiusSquared, gammaSquared, states } = found;
  const separator = found.separator && (board.u ?? found.separator);
  const isPadded = board.bias === "one";
  const start = states[0];
  const isFromZero = start.every((v) => v === 0);
  const dot = ([a, b, c], [d, e, f]) => a * d + b * e + (isPadded ? c * f : 0);
  const fold = ([x, y, label]) => [x * label, y * label, label];
  const reach = Math.max(
    1,
    ...states.slice(0, found.end + 1).flatMap(([a, b]) => [Math.abs(a), Math.abs(b)]),
  );
  const arrow = Math.max(1, Math.ceil((1.1 * reach) / board.grid));
  const least = separator ? Math.min(...board.points.map((point) => dot(separator, fold(point)))) : 0;
  const square = separator ? dot(separator, separator) : 1;
  // γ² of this u: its least margin, squared, over its length, squared.
  const [top, bottom] = board.u ? [Math.max(0, least) ** 2, square] : (gammaSquared ?? [0, 1]);
  const isBound = top > 0 && isFromZero;
  return {
    ...found,
    separator,
    isFromZero,
    reach,
    arrow,
    radius: Math.sqrt(radiusSquared),
    least,
    gamma: least / Math.sqrt(square),
    last: isBound ? Math.floor((radiusSquared * bottom) / top) : null,
    // Whether disc and wall leave something for w after k mistakes: 0 is one point.
    room: (k) => (isBound ? radiusSquared * bottom - k * top : 1),

    progress(k) {
      const along = dot(separator, states[k]);
      return {
        isTrue: least > 0 && along >= k * least,
        left: along / Math.sqrt(square),
        right: k * this.gamma,
      };
    },

    long(k) {
      const square = dot(states[k], states[k]);
      return {
        isTrue: square <= k * radiusSquared,
        left: Math.sqrt(square),
        right: Math.sqrt(k * radiusSquared),
      };
    },
  };
}

const mark = (isTrue) => (isTrue ? "✓ " : "✗ ");
const lineText = (board, w) =>
  `[w|w] = ${pair(w.slice(0, 2))}${board.bias === "one" ? `, b = ${minus(w[2])}` : ""}`;

/** The lines that are read under the pictures. */
export function sentences(board, found, isProof, position) {
  if (!board.points.length) return ["No points yet: click on the paper to add one."];
  const seen = view(board);
  const made = found.mistakes.length;
  const lines = [];
  if (board.hand) {
    const named = seen.wrong.slice(0, 8).join(", ") + (seen.wrong.length > 8 ? ", …" : "");
    const its = found.repeats
      ? "goes round for ever"
      : `makes ${count(made, "mistake")}${found.converged ? "" : " and does not end"}`;
    lines.push(
      `Your ${lineText(board, seen.w)}: ${seen.wrong.length ? `${count(seen.wrong.length, "point")} wrong: ${named}` : "no point is wrong"}.`,
    );
    lines.push(seen.wrong.length ? `The perceptron ${its}.` : margins(board, found));
  } else {
    lines.push(
      `k = ${seen.k} ${found.converged ? `of ${count(made, "mistake")}` : "so far"}: ${lineText(board, seen.w)}`,
    );
    lines.push(...nextLines(board, found, seen));
  }
  return isProof
    ? [...lines, ...boundLines(board, found), ...proofLines(board, found, seen, position)]
    : lines;
}

function nextLines(board, found, { k, w, wrong, next }) {
  const lines = [];
  if (board.isFree) return lines;
  if (Array.isArray(board.order) && wrong.length && k === found.end)
    lines.push("Choose any mistake: click a ringed point.");
  else if (next !== undefined && board.guessing) lines.push("Which point is the next mistake? Click it.");
  else if (next !== undefined) {
    const [x, y, label] = board.points[next];
    const margin = label * (w[0] * x + w[1] * y + w[2]);
    const what = board.bias === "one" ? "y(w·x + b)" : "y w·x";
    lines.push(`Next mistake: ${pointText(board.points[next], next)}: ${what} = ${digits(margin)}`);
  } else if (found.converged) lines.push("No mistake is left.");
  else if (!found.repeats)
    lines.push(`Stopped here, after ${count(found.mistakes.length, "mistake")}: mistakes are left.`);
  if (found.repeats) {
    const [first, again] = found.repeats;
    lines.push(
      `The state after ${count(first, "mistake")} comes back after ${again}: the run goes round for ever.`,
    );
  }
  if (!found.converged && !board.guessing && !Array.isArray(board.order)) {
    const wrongAfter = found.states
      .slice(0, found.end + 1)
      .map((each) => wrongPoints(board.points, each).length);
    const fewest = Math.min(...wrongAfter);
    const best = wrongAfter.indexOf(fewest);
    lines.push(`The best line on the way: ${count(fewest, "point")} wrong, at k = ${best}.`);
  }
  return lines;
}

// Of a line that is right: your margin, the run's and the largest.
function margins(board, found) {
  const square = (w) => {
    const least = Math.min(...board.points.map(([x, y, label]) => label * (w[0] * x + w[1] * y + w[2])));
    return [least * least, w[0] ** 2 + w[1] ** 2 + (board.bias === "one" ? w[2] ** 2 : 0)];
  };
  const [yours, its] = [square(board.hand), square(found.states.at(-1))];
  const text = `Your margin: ${rootText(yours)}, the perceptron's: ${found.converged ? rootText(its) : "none"}, the largest: ${found.gammaSquared ? rootText(found.gammaSquared) : "none"}.`;
  const ahead = found.converged ? yours[0] * its[1] - its[0] * yours[1] : -1;
  return text + (ahead > 0 ? " You beat it." : ahead === 0 ? " A tie." : "");
}

function boundLines(board, found) {
  const line = `${board.bias === "one" ? "With b as one more weight: " : ""}R = ${rootText([found.radiusSquared, 1])}`;
  if (!found.gammaSquared) return [`${line}, γ: there is none, and no bound.`];
  const [p, q] = bound(found);
  const quotient = q === 1 ? p : `${fraction([p, q])} ≈ ${digits(p / q)}`;
  return [`${line}, γ = ${rootText(found.gammaSquared)}, R²/γ² = ${quotient}`];
}

function proofLines(board, found, { k }, position) {
  if (board.hand) return [];
  const w = board.bias === "one" ? "ŵ" : "w";
  if (position > found.end && found.last !== null) {
    const left = found.room(position)
      ? `[wall|wall] and [disc|disc] leave room for mistake ${position}`
      : `one point is left for mistake ${position}`;
    const line =
      position > found.last
        ? `[wall|wall] and [disc|disc] have parted: no room for mistake ${position}`
        : left;
    return [`This run ended after ${count(found.end, "mistake")}; the bound holds for any run.`, line];
  }
  const lines = [];
  if (found.certificate) {
    const terms = found.certificate.map(([i, weight]) => `${weight}·z${i}`).join(" + ");
    lines.push(`✗ progress: no [u|u] has u·z > 0 for all z = yx, since ${terms} = 0`);
  } else if (k) {
    if (board.u)
      lines.push(
        `With your [u|u] the least u·z is ${digits(found.gamma)}${found.gamma > 0 ? "" : ": it does not separate, and no wall climbs"}.`,
      );
    const { isTrue, left, right } = found.progress(k);
    lines.push(
      `${mark(isTrue)}progress, the [wall|wall]: ${w}·[u|u] = ${digits(left)} ≥ kγ = ${digits(right)}`,
    );
  }
  if (k) {
    const { isTrue, left, right } = found.long(k);
    lines.push(`${mark(isTrue)}length, the [disc|disc]: ‖${w}‖ = ${digits(left)} ≤ √k R = ${digits(right)}`);
  }
  if (found.certificate || found.gamma <= 0) lines.push("✗ so k ≤ R²/γ²: there is no γ");
  else if (k) {
    const most = (found.radius / found.gamma) ** 2;
    const isTrue = found.isFromZero ? found.room(k) >= 0 : k <= most;
    lines.push(`${mark(isTrue)}so k = ${k} ≤ R²/γ² = ${digits(most)}`);
  }
  if (board.isFree) lines.push("Broken: not each of these updates was a mistake, as the proof asks.");
  if (!found.isFromZero) lines.push("Broken: the run does not start at 0, as the proof asks.");
  return lines;
}

/** One update as a triangle: what the squares on its sides say. */
export function triangleText({ tail, vector }) {
  const [w, z, sum] = [tail, vector, tail.map((v, at) => v + vector[at])].map(([x, y]) => x * x + y * y);
  const isAcute = sum > w + z + 1e-9;
  const line = `‖[w|w] + [update|z]‖² = ${digits(sum)} ${isAcute ? ">" : "≤"} ‖w‖² + ‖z‖² = ${digits(w + z)}`;
  return isAcute ? `✗ ${line}: w·z > 0, so it is not a mistake` : `✓ ${line}: w·z ≤ 0, as at every mistake`;
}

/** What the two pictures show, for someone who does not see them. */
export function descriptions(board, found, isProof) {
  if (!board.points.length) return ["data space: an empty plane", "weight space, empty"];
  const { k, w, wrong, next } = view(board);
  const plus = board.points.filter((point) => point[2] > 0).length;
  const isHidden = board.guessing && !board.hand;
  const data =
    `data space: ${count(plus, "point")} labelled +1, ${board.points.length - plus} labelled −1. ${lineText(board, w).replace("[w|w]", "w")}. ` +
    (isHidden
      ? ""
      : wrong.length
        ? `${count(wrong.length, "point")} wrong, ringed. `
        : "No point is wrong. ") +
    (next === undefined || isHidden ? "" : `Point ${next} is next; an arrow adds it to w.`);
  const weights =
    `weight space: ${board.hand ? "your w" : `the path of w after ${count(k, "mistake")}`}, at ${pair(w.slice(0, 2))}. ` +
    (found.certificate
      ? "No w separates: the hull of the certificate's points holds 0."
      : `The w that separate are hatched${isProof && !board.hand && k ? "; wall and disc leave the shaded cap for w" : ""}.`);
  return [data.trim(), weights.trim()];
}
