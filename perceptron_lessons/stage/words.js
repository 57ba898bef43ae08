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
