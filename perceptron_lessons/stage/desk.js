// What stands around the pictures: controls, words, and what was done last, as a tree for patch().
//
// The layout is in desk.json: [tag, attributes, ...children], or [kind, name] of a control; "$name" is
// a value of this moment.

import { descriptions, sentences } from "./argument.js";
import { MOST } from "./board.js";
import DESK from "./desk.json" with { type: "json" };
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

// Jupyter would take a control's keys for itself.
const OURS = { "data-lm-suppress-shortcuts": "true", autocomplete: "off" };

function control(kind, name, { title = WORDS.controls[name], choices = WORDS.choices[name], ...more }) {
  const attributes = { name, ...OURS, ...more };
  if (kind === "button") return ["button", { key: name, type: "button", ...attributes }, title];
  if (kind === "textarea") return ["textarea", { "aria-label": title, ...attributes }];
  const rows = Object.entries(choices ?? {});
  const options = rows.map(([value, choice]) => ["option", { key: value, value }, choice]);
  // A control is called by its label alone: the options of a select would be part of its name.
  const select = ["select", { "aria-label": title, ...attributes }, ...options];
  const inner = kind === "select" ? select : ["input", { type: kind, ...attributes }];
  return ["label", { key: name }, ["span", {}, title], inner];
}

// A list: empty where what it is filled with is not there.
function filled([tag, second, ...children], values) {
  if (typeof second === "string") return [control(tag, second, { ...children[0], ...values[second] })];
  const value = (each) => (String(each).startsWith("$") ? values[each.slice(1)] : each);
  const attributes = Object.entries(second).map(([name, each]) => [name, value(each)]);
  const inner = children.flatMap((each) => (Array.isArray(each) ? filled(each, values) : value(each)));
  return inner.includes(undefined) ? [] : [[tag, Object.fromEntries(attributes), ...inner]];
}

// Words of objects bear their colours.
function line(source) {
  const words = source.split(/\[(\w+\|[^\]]+)\]/).map((piece, i) => {
    const [kind, word] = piece.split("|");
    return i % 2 ? ["b", { class: `object ${kind}` }, word] : ["span", {}, piece];
  });
  return ["div", { class: source.startsWith("✗") ? "fails" : "" }, ...words];
}

const unitText = ([name, zero, step], axis) =>
  text("unit", { name, zero: zero ? `${zero} + ` : "", step, axis: "₁₂"[axis] });

function startChoice({ points, origin }, starts) {
  const isSame = (name) => JSON.stringify(points) === JSON.stringify(starts[name]?.points);
  const same = [origin, ...Object.keys(starts)].find(isSame);
  const others = Object.keys(starts).map((name) => [name, name]);
  if (same) return { value: same, choices: Object.fromEntries(others) };
  const title = starts[origin] ? `${origin}, changed` : "your own points";
  return { value: "", choices: { "": title, ...Object.fromEntries(others) } };
}

function verdict(now, task) {
  const [isSolved, found] = now.points.length ? task.judge(now) : [false, text("noPoints")];
  return { isSolved, verdict: text(isSolved ? "solved" : "notYet", { text: found }) };
}

/** Trees for patch(): what now, of facts(), looks like on a stage. */
export function desk(now, stage) {
  const { position: k, furthest: max, guesses } = now;
  const [dataTitle, weightsTitle] = descriptions(now);
  const lines = sentences(now, stage.pose());
  if (now.units.length) lines.push(now.units.map(unitText).join("; "));
  const progress = `${k} of ${Math.max(max, now.end)}`;
  const numbers = { start0: now.start[0], start1: now.start[1], start2: now.start[2], b: now.w[2] };
  const chosen = { ...now, turn: stage.turn, label: stage.label };
  const named = ["bias", "zero", "eta", "grid", "view", "turn", "label"];
  const values = [...Object.entries(numbers), ...named.map((name) => [name, chosen[name]])];
  const orders = { ...WORDS.choices.order, ...(now.whose && { own: text("orderOf", { order: now.whose }) }) };
  // Not `disabled`: it keeps the focus, and says why there is nothing to do.
  const able = (isAble) => ({ "aria-disabled": !isAble });
  return filled(DESK, {
    ...Object.fromEntries(values.map(([name, value]) => [name, { value: String(value) }])),
    order: { value: Array.isArray(now.order) ? "own" : now.order, choices: orders },
    ...(stage.task && { task: text("challenge", stage.task), ...verdict(now, stage.task) }),
    offset: now.bias,
    argument: now.isProof ? now.view : "none",
    dataTitle,
    weightsTitle,
    viewBox: `0 0 ${stage.size} ${stage.size}`,
    progress,
    said: stage.news,
    lines: lines.map(line),
    score: now.guessing ? `${guesses[0]} right of ${guesses[1]}` : "",
    k: { max, value: String(k), "aria-valuetext": progress },
    play: { title: WORDS.controls[stage.isPlaying ? "pause" : "play"] },
    undo: able(stage.past.length),
    redo: able(stage.future.length),
    add: able(now.points.length < MOST),
    here: able(now.hand),
    full: { title: WORDS.controls[document.fullscreenElement ? "leave" : "full"] },
    from: startChoice(now, stage.starts),
    guessing: { checked: now.guessing },
  });
}
