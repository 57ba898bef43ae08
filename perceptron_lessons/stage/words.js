// How numbers, points and sentences are written.

import { rational, reduced, wholeRoot } from "./model.js";
import WORDS from "./words.json" with { type: "json" };

const SHOWN = 4; // digits of a number that is not whole

export const minus = (value) => String(value).replace("-", "−");
/** @type {(value: (number | bigint)[]) => string} */
export const fraction = ([p, q]) => (Number(q) === 1 ? minus(p) : `${minus(p)}/${q}`);
/** An index, as in z₁₂. */
// With a decimal comma the numbers of a row are parted by semicolons.
const decimal = (text) => text.replace(/(?<=\d)\.(?=\d)/g, WORDS.numbers.decimal);
export const inRow = (texts) => texts.join(texts.some((each) => /\d,\d/.test(each)) ? "; " : ", ");
export const lowered = (i) => String(i).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

export const pointText = (point, i) => text("point", { i, at: point.slice(0, 2), label: point[2] > 0 ? "+1" : "−1" });

/** One share of a certificate, [i, weight]: "z₀", "2·z₁". */
export const shareText = ([i, weight], z) => text(weight === 1 ? "share" : "shares", { z, i: lowered(i), weight });

/** p/q and √(p/q), of whole numbers: a float, and whether the digits that are shown are all of it. */
export function quotient(p, q) {
  const value = asFloat(BigInt(p), BigInt(q));
  const [up, down] = rational(String(shownOf(value))) ?? [0n, 0n];
  return { value, isRounded: up * BigInt(q) !== down * BigInt(p) };
}

export function root(p, q) {
  const [up, down] = reduced([BigInt(p), BigInt(q)]);
  const whole = [up, down].map(wholeRoot);
  if (whole[0] ** 2n === up && whole[1] ** 2n === down) return quotient(...whole);
  return { value: Math.sqrt(asFloat(up, down)), isRounded: true };
}

export const negative = ({ value, isRounded }) => ({ value: -value, isRounded });

/** p/q of BigInts of any size as a float. */
export function asFloat(p, q) {
  const [long, under] = [p, q].map((v) => String(v).length);
  if (Math.max(long, under) <= 300 || !q) return Number(p) / Number(q); // a float holds 308
  const power = long - under - 20;
  return Number(`${power > 0 ? p / (q * 10n ** BigInt(power)) : (p * 10n ** BigInt(-power)) / q}e${power}`);
}

const shownOf = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(SHOWN)));
const isNumber = (value) => typeof value === "number" || value?.isRounded !== undefined;
const floatOf = (value) => value.value ?? value;
const isRounded = (value) => typeof value !== "string" && (value.isRounded ?? shownOf(value) !== value);

// A text is a fraction as it is.
export const digits = (value) => decimal(minus(typeof value === "string" ? value : shownOf(floatOf(value))));

/** "= 4", "≈ 0.3333". */
export const equals = (value) => `${isRounded(value) ? "≈" : "="} ${digits(value)}`;

/** Numbers as "1, 0.3333": the last `most` of them. */
export const listed = (values, most = 12) => ({
  list: inRow([...(values.length > most ? ["…"] : []), ...values.slice(-most).map(digits)]),
  isRounded: values.slice(-most).some(isRounded),
});

// A value of a sentence: how it is written, and whether that is rounded.
function written(value) {
  if (Array.isArray(value)) return [`(${inRow(value.map(digits))})`, value.some(isRounded)];
  if (value?.list) return [value.list, value.isRounded];
  return isNumber(value) ? [digits(value), isRounded(value)] : [value, false];
}

/**
 * A sentence of words.json: {name} is a value, a list is (1, 2), {n:point} is "1 point", "2 points".
 * "= {name}" becomes "≈" where the value is rounded.
 */
export function text(name, values = {}) {
  return WORDS.sentences[name].replace(/([=≈]\s)?\{(\w+)(?::(\w+))?\}/g, (_, sign = "", key, noun) => {
    const value = values[key];
    if (noun) return `${sign}${value} ${WORDS.nouns[noun][value === 1 ? 0 : 1]}`;
    const [shown, isAbout] = written(value);
    return `${sign && isAbout ? `≈${sign.slice(1)}` : sign}${shown}`;
  });
}

/** √(p/q) as it is, as "2/√5", and about what it is where that is no fraction. */
export function rootText(square) {
  const [p, q] = reduced(square.map(BigInt));
  const whole = [wholeRoot(p), wholeRoot(q)];
  const [isAbove, isBelow] = [whole[0] ** 2n === p, whole[1] ** 2n === q];
  if (isAbove && isBelow) return fraction(whole);
  const above = isAbove ? whole[0] : `√${p}`;
  const written = isAbove || isBelow ? `${above}/${isBelow ? whole[1] : `√${q}`}` : `√(${p}/${q})`;
  return `${q === 1n ? `√${p}` : written} ≈ ${digits(root(p, q))}`;
}

// Of a length that was computed twelve digits count, as in tables.py: 3 · 0.6 is 1.8.
const signed = (short, value) => `${short === Number(value.toPrecision(12)) ? "=" : "≈"} ${decimal(minus(short))}`;

/** Two lengths as `about`, each with as many digits as it takes to tell them apart. */
export function apart(...values) {
  const short = (n) => values.map((v) => Number(v.toPrecision(n)));
  const isApart = (n) => new Set(short(n)).size === values.length;
  const several = short([4, 6, 8, 10, 12, 14].find(isApart) ?? 16);
  return several.map((each, i) => signed(each, values[i]));
}

/** A length as it is written after its formula: "= 4", "≈ 2.83". */
export function about(value) {
  return signed(Number(Math.abs(value) >= 0.1 ? value.toFixed(2) : value.toPrecision(2)), value);
}

/** "eleventh", "13th". */
export function ordinal(n) {
  const { words, rules, endings } = WORDS.ordinals;
  const rule = new Intl.PluralRules(WORDS.numbers.lang, { type: "ordinal" }).select(n);
  return words[n - 1] ?? n + endings[rules.indexOf(rule)];
}

/** Of such a number: "an eleventh", "a 13th". */
export const articleOf = (n) => WORDS.ordinals.articles[Number(/^(8|1[18](\d{3})*$)/.test(n))];

const eta = ({ plane }) => (plane.rate === 1 ? "" : "η");

/** The lengths of the two bars after k mistakes: "5γ" and "√5 R". */
export const bricksText = (now, k) => text("brickText", { k: k === 1 ? "" : String(k), eta: eta(now) });
export const rootOf = (now, k) => text("rootBrick", { root: k === 1 ? "" : `√${k} `, eta: eta(now) });
