// What stands around the pictures: a form, with controls, words, and what was done last.

import { descriptions, sentences } from "./sentences.js";
import { MOST, canonical } from "./board.js";
import DESK from "./desk.html" with { type: "text" };
import { patch } from "./patch.js";
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

/** A stage as desk.html has it; {name} there is a title of words.json, and `starts` can be chosen from. */
export function makeDesk(title, starts) {
  const html = DESK.replace(/\{(\w+)\}/g, (_, name) => WORDS.controls[name]);
  const player = /** @type {HTMLElement} */ (document.createRange().createContextualFragment(html).firstElementChild);
  player.setAttribute("aria-label", title);
  const from = Object.fromEntries(Object.keys(starts).map((name) => [name, WORDS.starts[name] ?? name]));
  for (const [name, choices] of Object.entries({ ...WORDS.choices, from })) {
    const select = /** @type {HTMLSelectElement} */ (player.querySelector(`[name=${name}]`));
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

// How many mistakes have been made, of how many; of the race how many there can be at most, once it is there.
function countText({ place: { position, last, furthest, end, isOver }, run, board, asked }) {
  if (isOver || (position > end && board.view === "race")) return text("countSupposed", { k: position });
  if (furthest > end && board.view === "race")
    return text(position < last ? "countSoFar" : "countAtMost", { k: position, last });
  const isCounted = run.converged && (asked.isProof || position === end);
  return isCounted ? text("countOf", { k: position, end }) : text("countSoFar", { k: position });
}

/** Let the form of a stage say what there is now. */
export function tell(stage) {
  const { now, player, elements, starts, task, past, future } = stage;
  const { board, place, here, asked } = now;
  const isSame = (name) => JSON.stringify(board.points) === JSON.stringify(starts[name]?.points);
  const [isSolved, judged] = task?.judge(board) ?? [];
  const [start0, start1, start2] = board.start;
  const values = {
    ...board,
    start0,
    start1,
    start2,
    from: [board.origin, ...Object.keys(starts)].find(isSame) ?? "",
    order: Array.isArray(board.order) ? "own" : board.order,
    k: place.at,
    b: canonical(`${here.line[2]}/${here.per}`),
    progress: countText(now),
    score: board.guessing ? text("score", { right: board.guesses[0], all: board.guesses[1] }) : "",
    said: stage.drag ? undefined : stage.news,
    task: task && text("challenge", task),
    verdict: task && text(isSolved ? "solved" : "notYet", { text: judged }),
  };
  elements.k.max = place.furthest + place.lastBeat;
  elements.k.setAttribute("aria-valuetext", values.progress);
  elements.from.options[0].text = Object.hasOwn(starts, board.origin)
    ? text("changedStart", { name: WORDS.starts[board.origin] ?? board.origin })
    : text("ownPoints");
  if (![...elements.eta.options].some(({ value }) => value === board.eta)) elements.eta.add(new Option(board.eta));
  const own = board.whose ? text("orderOf", { order: board.whose }) : WORDS.choices.order.own;
  elements.order.querySelector("[value=own]").text = own;
  elements.play.textContent = WORDS.controls[stage.isPlaying ? "pause" : "play"];
  elements.guessing.checked = board.guessing;
  elements.verdict.classList.toggle("solved", Boolean(isSolved));
  // Not `disabled`: it keeps the focus, and says why there is nothing to do.
  const able = { undo: past.length, redo: future.length, add: board.points.length < MOST, here: board.hand };
  for (const [name, isAble] of Object.entries(able)) elements[name].setAttribute("aria-disabled", !isAble);
  for (const each of player.querySelectorAll("input:not([type=checkbox]), select, output")) {
    const value = String(values[each.name] ?? each.value);
    if (each.value !== value && !each.matches("[type=text]:focus")) each.value = value;
  }
  player.dataset.offset = board.bias;
  player.dataset.argument = asked.isProof ? board.view : "none";
  player.dataset.beat = place.beat;
}

/** Let the words beside the pictures, and those for who does not see them, say what there is now. */
export function tellWords({ now, player, planes }) {
  descriptions(now).forEach((title, i) => planes[i].setAttribute("aria-label", title));
  const lines = sentences(now);
  if (now.board.units.length) lines.push(now.board.units.map(unitText).join("; "));
  patch(player.querySelector(".words"), lines.map(line));
}

/** Let what there is now be heard: when the stage has come to rest. */
export function hear({ player, planes, isData }) {
  const seen = planes[isData ? 0 : 1].getAttribute("aria-label");
  player.querySelector(".heard").textContent = `${player.querySelector(".words").textContent} ${seen}`;
}
