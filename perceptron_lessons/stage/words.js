// How numbers, points and sentences are written.

import { reduced } from "./model.js";
import WORDS from "./words.json" with { type: "json" };

export const minus = (value) => String(value).replace("-", "−");
export const digits = (value) => minus(Number.isInteger(value) ? value : Number(value.toPrecision(4)));
export const fraction = ([p, q]) => (q === 1 ? minus(p) : `${minus(p)}/${q}`);
export const pointText = (point, i) =>
  text("point", { i, at: point.slice(0, 2), label: point[2] > 0 ? "+1" : "−1" });

/** A sentence of words.json: {name} is a value, a list is (1, 2), {n:point} is "1 point", "2 points". */
export function text(name, values = {}) {
  return WORDS.sentences[name].replace(/\{(\w+)(?::(\w+))?\}/g, (_, key, noun) => {
    const value = values[key];
    if (noun) return `${value} ${noun}${value === 1 ? "" : "s"}`;
    if (Array.isArray(value)) return `(${value.map(digits).join(", ")})`;
    return typeof value === "number" ? digits(value) : value;
  });
}

/** The number that "1/10" or "10" stands for, as numerator and denominator. */
export const ratio = (given) => [...given.split("/").map(Number), 1].slice(0, 2);

export function rootText(square) {
  const [p, q] = reduced(square);
  const [a, b] = [Math.sqrt(p), Math.sqrt(q)];
  if (Number.isInteger(a) && Number.isInteger(b)) return fraction([a, b]);
  return `√${q === 1 ? p : `(${p}/${q})`} ≈ ${digits(a / b)}`;
}

/** Two numbers, each with as many digits as it takes to tell them apart. */
export function apart(...values) {
  const written = (n) => values.map((v) => minus(Number(v.toPrecision(n))));
  const isApart = (n) => new Set(written(n)).size === values.length;
  return written([4, 6, 8, 10, 12, 14].find(isApart) ?? 16);
}

/** A length as it is written after its formula: "= 4", "≈ 2.83". */
export function about(value) {
  const short = Number(value >= 0.1 ? value.toFixed(2) : value.toPrecision(2));
  return short === value ? `= ${minus(short)}` : `≈ ${minus(short)}`;
}

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

/** "eleventh", "13th". */
export function ordinal(n) {
  return ORDINALS[n - 1] ?? n + ENDINGS[new Intl.PluralRules("en", { type: "ordinal" }).select(n)];
}

/** Of such a number: "an eleventh", "a 13th". */
export const articleOf = (n) => (/^(8|1[18](\d{3})*$)/.test(n) ? "an" : "a");

const eta = ({ rate }) => (rate === 1 ? "" : "η");

/** The lengths of the two bars after k mistakes: "5γ" and "√5 R". */
export const bricksText = (now, k) => `${k === 1 ? "" : k}${eta(now)}γ`;
export const rootOf = (now, k) => `${k === 1 ? "" : `√${k} `}${eta(now)}R`;
