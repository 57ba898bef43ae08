// What stands around the pictures: a form, with controls, words, and what was done last.

import { descriptions, sentences } from "./argument.js";
import { MOST } from "./board.js";
import DESK from "./desk.html" with { type: "text" };
import { patch } from "./patch.js";
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

/** The form of desk.html, whose {name} is a title of words.json; `starts` can be chosen from. */
export function makeDesk(starts) {
  const desk = document.createElement("form");
  desk.className = "desk";
  desk.autocomplete = "off";
  desk.dataset.lmSuppressShortcuts = "true"; // Jupyter would take keys for itself
  desk.innerHTML = DESK.replace(/\{(\w+)\}/g, (_, name) => WORDS.controls[name]);
  const from = Object.fromEntries(Object.keys(starts).map((name) => [name, name]));
  for (const [name, choices] of Object.entries({ ...WORDS.choices, from }))
    for (const [value, title] of Object.entries(choices)) desk.elements[name].add(new Option(title, value));
  return desk;
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

/** Let the form say what now, of facts(), looks like on a stage. */
export function tell(desk, now, stage) {
  const { elements } = desk;
  const { starts, task, past, future } = stage;
  const isSame = (name) => JSON.stringify(now.points) === JSON.stringify(starts[name]?.points);
  const [isSolved, found] = task?.judge(now) ?? [];
  const [start0, start1, start2] = now.start;
  const values = {
    ...now,
    ...{ start0, start1, start2 },
    from: [now.origin, ...Object.keys(starts)].find(isSame) ?? "",
    order: Array.isArray(now.order) ? "own" : now.order,
    k: now.position,
    b: now.w[2],
    turn: stage.turn,
    progress: `${now.position} of ${Math.max(now.furthest, now.end)}`,
    score: now.guessing ? `${now.guesses[0]} right of ${now.guesses[1]}` : "",
    said: stage.news,
    task: task && text("challenge", task),
    verdict: task && text(isSolved ? "solved" : "notYet", { text: found }),
  };
  elements.k.max = now.furthest;
  elements.k.setAttribute("aria-valuetext", values.progress);
  elements.from.options[0].text = starts[now.origin] ? `${now.origin}, changed` : "your own points";
  elements.order.querySelector("[value=own]").text = now.whose
    ? text("orderOf", { order: now.whose })
    : WORDS.choices.order.own;
  elements.play.textContent = WORDS.controls[stage.isPlaying ? "pause" : "play"];
  elements.guessing.checked = now.guessing;
  elements.verdict.classList.toggle("solved", Boolean(isSolved));
  // Not `disabled`: it keeps the focus, and says why there is nothing to do.
  const able = { undo: past.length, redo: future.length, add: now.points.length < MOST, here: now.hand };
  for (const [name, isAble] of Object.entries(able)) elements[name].setAttribute("aria-disabled", !isAble);
  for (const each of desk.querySelectorAll("input:not([type=checkbox]), select, output")) {
    const value = String(values[each.name] ?? each.value);
    if (each.value !== value && !each.matches("[type=number]:focus")) each.value = value;
  }
  desk.dataset.offset = now.bias;
  desk.dataset.argument = now.isProof ? now.view : "none";
  descriptions(now).forEach((title, i) => desk.querySelectorAll(".plane")[i].setAttribute("aria-label", title));
  const lines = sentences(now, stage.pose());
  if (now.units.length) lines.push(now.units.map(unitText).join("; "));
  patch(desk.querySelector(".words"), lines.map(line));
}
