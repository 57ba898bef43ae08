// What stands around the pictures: a form, with controls, words, and what was done last.

import { descriptions, sentences } from "./argument.js";
import { MOST, canonical } from "./board.js";
import DESK from "./desk.html" with { type: "text" };
import { patch } from "./patch.js";
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

/** A stage as desk.html has it; {name} there is a title of words.json, and `starts` can be chosen from. */
export function makeDesk(title, starts) {
  const html = DESK.replace(/\{(\w+)\}/g, (_, name) => WORDS.controls[name]);
  const player = document.createRange().createContextualFragment(html).firstElementChild;
  player.setAttribute("aria-label", title);
  const from = Object.fromEntries(Object.keys(starts).map((name) => [name, name]));
  for (const [name, choices] of Object.entries({ ...WORDS.choices, from })) {
    const select = player.querySelector(`[name=${name}]`);
    for (const [value, choice] of Object.entries(choices)) select.add(new Option(choice, value));
  }
  return player;
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

/** Let the form of a stage say what there is now. */
export function tell(stage) {
  const { now, player, elements, starts, task, past, future } = stage;
  const isSame = (name) => JSON.stringify(now.points) === JSON.stringify(starts[name]?.points);
  const [isSolved, found] = task?.judge(now) ?? [];
  const [start0, start1, start2] = now.start;
  const values = {
    ...now,
    ...{ start0, start1, start2 },
    from: [now.origin, ...Object.keys(starts)].find(isSame) ?? "",
    order: Array.isArray(now.order) ? "own" : now.order,
    k: now.at,
    b: canonical(`${now.line[2]}/${now.per}`),
    progress: `${now.position} of ${Math.max(now.furthest, now.end)}`,
    score: now.guessing ? `${now.guesses[0]} right of ${now.guesses[1]}` : "",
    said: stage.drag ? undefined : stage.news,
    task: task && text("challenge", task),
    verdict: task && text(isSolved ? "solved" : "notYet", { text: found }),
  };
  elements.k.max = now.furthest + now.lastBeat;
  elements.k.setAttribute("aria-valuetext", values.progress);
  elements.from.options[0].text = Object.hasOwn(starts, now.origin) ? `${now.origin}, changed` : "your own points";
  if (![...elements.eta.options].some(({ value }) => value === now.eta)) elements.eta.add(new Option(now.eta));
  const own = now.whose ? text("orderOf", { order: now.whose }) : WORDS.choices.order.own;
  elements.order.querySelector("[value=own]").text = own;
  elements.play.textContent = WORDS.controls[stage.isPlaying ? "pause" : "play"];
  elements.guessing.checked = now.guessing;
  elements.verdict.classList.toggle("solved", Boolean(isSolved));
  // Not `disabled`: it keeps the focus, and says why there is nothing to do.
  const able = { undo: past.length, redo: future.length, add: now.points.length < MOST, here: now.hand };
  for (const [name, isAble] of Object.entries(able)) elements[name].setAttribute("aria-disabled", !isAble);
  for (const each of player.querySelectorAll("input:not([type=checkbox]), select, output")) {
    const value = String(values[each.name] ?? each.value);
    if (each.value !== value && !each.matches("[type=text]:focus")) each.value = value;
  }
  player.dataset.offset = now.bias;
  player.dataset.argument = now.isProof ? now.view : "none";
  player.dataset.beat = now.beat;
  descriptions(now).forEach((title, i) => stage.planes[i].setAttribute("aria-label", title));
  const lines = sentences(now);
  if (now.units.length) lines.push(now.units.map(unitText).join("; "));
  patch(player.querySelector(".words"), lines.map(line));
}

/** Let what there is now be heard: when the stage has come to rest. */
export function hear({ player, planes, isData }) {
  const seen = planes[isData ? 0 : 1].getAttribute("aria-label");
  player.querySelector(".heard").textContent = `${player.querySelector(".words").textContent} ${seen}`;
}
