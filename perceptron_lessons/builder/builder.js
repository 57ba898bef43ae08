// A proof that the reader builds, line by line. What is true, what each line rests on, and what refutes a
// false claim has been found by Python (`claims.py`); here it is only looked up.

import { mount, patch } from "../stage/index.js";
import SPEECH from "./words.json" with { type: "json" };

// Jupyter would take a control's keys for itself.
const OURS = { "data-lm-suppress-shortcuts": "true" };
const NEW = { placed: [], tries: 0, hints: 0 };
const GAPS = ["relation", "why", "right"]; // in turn, line by line
const KEYS = "123456789abcdefghijklmnop"; // of the lines in the heap

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const say = (name, values = {}) => filled(SPEECH.sentences[name], values);
const formula = ({ left, relation, right }) => `${left} ${relation} ${right}`;
const button = (name, more = {}, title = name) => [
  "button",
  { key: name, type: "button", name, ...OURS, ...more },
  SPEECH.controls[title],
];

/**
 * What sets the indices of a text below and above the line, and what writes them in small signs, where there
 * is only text, as in an option. Python has read the formulas and says which indices there are.
 *
 * @param {object} indices  an index as it is written → [its tag, its text, in small signs]
 */
function writing(indices) {
  const longest = Object.keys(indices).sort((a, b) => b.length - a.length);
  const escaped = longest.map((each) => each.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  const index = escaped.length ? new RegExp(`(${escaped.join("|")})`) : /(?!)/;
  const pieces = (text) => text.split(index).map((piece, i) => (i % 2 ? indices[piece] : piece));
  return {
    set: (text) => pieces(text).map((each) => (Array.isArray(each) ? [each[0], {}, each[1]] : ["span", {}, each])),
    plain: (text) =>
      pieces(text)
        .map((each) => (Array.isArray(each) ? each[2] : each))
        .join(""),
  };
}

/**
 * Put a proof builder into a page.
 *
 * @param {HTMLElement} el
 * @param {any} proof  as `ProofBuilder.proof` describes it
 * @returns {{remove: Function}}
 */
export function build(el, proof) {
  const lines = proof.lines;
  const { set, plain } = writing(proof.indices);
  const named = Object.fromEntries([...lines, ...proof.false].map((line) => [line.name, line]));
  const name = `proof-builder: ${proof.title}`;
  const box = document.createElement("div");
  box.className = "proof-builder";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", proof.title);
  const desk = box.appendChild(document.createElement("div"));
  const picture = box.appendChild(document.createElement("div"));
  picture.className = "picture";
  picture.hidden = !proof.board;
  const listening = new AbortController();
  const others = proof.false.length;
  const areFalse = others === 1 ? SPEECH.text.one : filled(SPEECH.text.some, { n: others });
  const counts = { lines: lines.length + others, true: lines.length, false: areFalse };
  let level = "order";
  let all = kept(); // of each level, what has been done
  let k = proof.last;
  let news = "";
  let hinted = 0;
  let broken = null;
  let written = { left: "", relation: "", right: "", why: "" };
  let stage = null;

  function select(name, title, value, options) {
    const rows = options.map((each) => ["option", { key: each, value: each }, plain(each) || SPEECH.controls.choose]);
    return ["select", { key: name, name, "aria-label": title, value, ...OURS }, ...rows];
  }

  // ---- what the reader has done ----

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? {};
    } catch {
      return {}; // no storage, or not ours
    }
  }

  const done = () => all[level] ?? NEW;
  const isFinished = () => done().placed.length === lines.length;
  const next = () => lines.find((line) => !done().placed.includes(line.name) && !missing(line).length);
  const missing = (line) => (level === "fill" ? [] : line.after.filter((each) => !done().placed.includes(each)));

  function keep(change) {
    all = { ...all, [level]: { ...done(), ...change } };
    try {
      localStorage.setItem(name, JSON.stringify(all));
    } catch {
      // A page without storage forgets.
    }
  }

  function put(line) {
    keep({ placed: [...done().placed, line.name], tries: done().tries + 1 });
    news = say("placed", { line: formula(line), why: line.why });
    if (isFinished()) news += ` ${say("done")}`;
    hinted = 0;
    light(line);
  }

  function wrong(sentence) {
    keep({ tries: done().tries + 1 });
    news = sentence;
  }

  /** What small data say of a claim: the sentence that refutes it, or nothing. */
  function refuted(claim) {
    const [i, j] = [claim.left, claim.right].map((side) => proof.sides.indexOf(side));
    const relation = proof.relations.indexOf(claim.relation);
    const found = proof.verdicts[(i * proof.relations.length + relation) * proof.sides.length + j];
    if (found < 0) return "";
    const { where, k, values } = proof.refuting[found];
    return say("refuted", { ...claim, line: formula(claim), where, k, left: values[i], right: values[j] });
  }

  function choose(line) {
    if (!lines.includes(line)) return wrong(refuted(line));
    if (!missing(line).length) return put(line);
    const early = {
      line: formula(line),
      missing: `${named[missing(line)[0]].left} ${named[missing(line)[0]].relation}`,
    };
    return wrong(say("early", early));
  }

  const same = (a, b) => a.left === b.left && a.relation === b.relation && a.right === b.right;
  const turned = ({ left, relation, right }) => ({
    left: right,
    relation: { "≤": "≥", "≥": "≤" }[relation] ?? relation,
    right: left,
  });

  function write() {
    if (!written.left || !written.relation || !written.right) return;
    const line = lines.find((each) => same(each, written) || same(each, turned(written)));
    const shown = formula(written);
    if (!line) wrong(refuted(written) || say("unused", { line: shown, tried: proof.tried }));
    else if (done().placed.includes(line.name)) news = say("there", { line: shown });
    else if (missing(line).length) choose(line);
    else if (line.why !== written.why) wrong(say("reason", { line: shown, why: written.why || "…" }));
    else {
      put(line);
      written = { left: "", relation: "", right: "", why: "" };
    }
  }

  function fill(line, gap, value) {
    if (value === line[gap]) return put(line);
    const claim = { ...line, [gap]: value };
    if (gap === "why") return wrong(say("reason", { line: formula(line), why: value }));
    return wrong(refuted(claim) || say("unused", { line: formula(claim), tried: proof.tried }));
  }

  function hint() {
    const line = next();
    if (!line) return;
    hinted = Math.min(hinted + 1, 3);
    keep({ hints: done().hints + 1 });
    const uses = line.uses.length ? say("uses", { uses: line.uses.join("; ") }) : "";
    const told = { left: line.left, why: line.why, uses, line: formula(line) };
    news = say(["where", "because", "next"][hinted - 1], told);
  }

  function asText() {
    const { placed, tries, hints } = done();
    const state = { title: proof.title, level: SPEECH.levels[level], n: placed.length, of: lines.length, tries, hints };
    const rows = placed.map((each, i) => `${i + 1}. ${formula(named[each])}  (${named[each].why})`);
    return [say("kept", state), ...rows].join("\n");
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(asText());
      news = say("copied");
    } catch {
      news = say("notCopied");
    }
    show();
  }

  // ---- what is shown ----

  /** Light the piece of the picture that a line speaks of. */
  function light(line) {
    if (!stage || !line.view) return;
    stage.set({ ...stage.board, view: line.view, k });
    stage.player.dataset.lit = line.lit;
  }

  function numbers(line) {
    const at = broken ? broken.k : k;
    const found = (broken ? broken.numbers : { [line.name]: line.numbers[k] })[line.name];
    if (!found) return ["small", { class: "numbers" }, say("silent", { k: at })];
    const [left, right, holds] = found;
    return ["small", { class: "numbers" }, `${say("numbers", { ...line, left, right })} ${holds ? "✓" : "✗"}`];
  }

  function falls(line) {
    return broken && (broken.numbers[line.name]?.[2] === false || line.after.some((each) => falls(named[each])));
  }

  function gapped(line, i) {
    const gap = GAPS[i % GAPS.length];
    const isDone = done().placed.includes(line.name);
    const options = { relation: proof.relations, why: proof.reasons, right: proof.sides }[gap];
    const field = select(`gap ${line.name}`, SPEECH.controls[gap], "", ["", ...options]);
    const part = (each) => (each === gap && !isDone ? field : ["span", {}, ...set(line[each])]);
    return [
      [
        "span",
        { class: "formula" },
        part("left"),
        ["span", {}, " "],
        part("relation"),
        ["span", {}, " "],
        part("right"),
      ],
      ["small", { class: "why" }, part("why")],
      isDone ? numbers(line) : ["small", { class: "numbers" }, ""],
    ];
  }

  function placed(line) {
    return [
      ["span", { class: "formula" }, ...set(formula(line)), ["i", {}, line.label]],
      ["small", { class: "why" }, line.why],
      numbers(line),
    ];
  }

  function ownProof() {
    const shown = level === "fill" ? lines : done().placed.map((each) => named[each]);
    if (!shown.length) return ["p", { class: "empty" }, SPEECH.headings.empty];
    const rows = shown.map((line, i) => [
      "li",
      {
        key: `${level} ${done().placed.includes(line.name)} ${line.name}`,
        class: falls(line) ? "fails" : "",
        tabindex: "0",
        "data-line": line.name,
      },
      ...(level === "fill" ? gapped(line, i) : placed(line)),
    ]);
    return ["ol", { class: "lines" }, ...rows];
  }

  function heap() {
    const rows = proof.heap.filter((each) => !done().placed.includes(each));
    return [
      "div",
      { class: "heap" },
      ["h4", {}, filled(SPEECH.headings.heap, counts)],
      ...rows.map((each) => [
        "button",
        { key: each, type: "button", "data-choice": each, ...OURS },
        ["kbd", {}, KEYS[proof.heap.indexOf(each)]],
        ["span", {}, ...set(formula(named[each]))],
      ]),
    ];
  }

  function form() {
    const choices = { left: proof.sides, relation: proof.relations, right: proof.sides, why: proof.reasons };
    return [
      "div",
      { class: "form" },
      ["h4", {}, SPEECH.headings.write],
      ...Object.entries(choices).map(([part, options]) => [
        "label",
        { key: part },
        ["span", {}, SPEECH.controls[part]],
        select(part, SPEECH.controls[part], written[part], ["", ...options]),
      ]),
      button("place"),
    ];
  }

  function finish() {
    const uses = [...new Set(lines.flatMap((line) => line.uses))];
    return [
      "div",
      { class: "finish" },
      ["h4", {}, broken ? `${SPEECH.headings.broken} ${broken.label}` : SPEECH.headings.done],
      ["p", {}, `${SPEECH.headings.uses} ${uses.join("; ")}.`],
      [
        "div",
        { class: "setting", hidden: !proof.broken.length && "" },
        ["span", {}, SPEECH.headings.break],
        ...proof.broken.map(({ name, label }) => [
          "button",
          { key: name, type: "button", "data-break": name, "aria-pressed": `${broken?.name === name}`, ...OURS },
          label,
        ]),
        ...(broken ? [button("unbroken")] : []),
      ],
      ["p", {}, SPEECH.headings.coq],
      ...lines.map((line) => [
        "details",
        { key: line.name },
        ["summary", OURS, `${line.label}: ${line.lemma}`],
        ["pre", {}, line.statement],
      ]),
    ];
  }

  function show() {
    const levels = Object.entries(SPEECH.levels).map(([each, title]) => [
      "button",
      { key: each, type: "button", "data-level": each, "aria-pressed": `${each === level}`, ...OURS },
      title,
    ]);
    const help = say(level, { last: formula(lines.at(-1)), ...counts });
    const known = Object.entries(SPEECH.letters).map(([each, is]) => `${proof.letters[each]} ${is}`);
    const used = lines.map(formula).join();
    const more = Object.entries(SPEECH.more).filter(([each]) => used.includes(each));
    const letters = [...known, ...more.map(([each, is]) => `${each} ${is}`)].join(", ");
    const range = { type: "range", name: "k", min: 0, max: proof.last, step: 1, value: String(k), ...OURS };
    const work = { order: heap, fill: () => ["div", {}], write: form }[level];
    patch(desk, [
      ["h3", {}, proof.title],
      ["div", { class: "setting levels", role: "group" }, ...levels],
      ["p", { class: "help" }, ...set(help)],
      ["p", { class: "help" }, ...set(`${letters}.`)],
      [
        "div",
        { class: "columns" },
        ["div", { class: "own" }, ["h4", {}, `${SPEECH.headings.proof}, ${broken?.label ?? proof.where}`], ownProof()],
        ["div", { class: "work" }, isFinished() ? finish() : work()],
      ],
      ["p", { class: "answer", role: "status", "aria-live": "polite" }, ...set(news)],
      [
        "div",
        { class: "setting" },
        ["label", { key: "k" }, ["span", {}, proof.clock], ["input", range], ["output", {}, String(k)]],
        button("hint", { disabled: isFinished() && "" }),
        button("back", { disabled: !done().placed.length && "" }),
        button("again"),
        button("copy"),
        button("full", {}, document.fullscreenElement ? "leave" : "full"),
      ],
    ]);
  }

  // ---- what the reader does ----

  const CLICKS = {
    hint,
    back: () => {
      keep({ placed: done().placed.slice(0, -1) });
      broken = null;
      news = "";
    },
    again: () => {
      keep(NEW);
      broken = null;
      news = "";
    },
    copy,
    place: write,
    full: () => (document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen?.()),
    unbroken: () => {
      broken = null;
      news = "";
    },
  };

  function breakOne(name) {
    broken = proof.broken.find((each) => each.name === name);
    const [left, right] = broken.numbers[broken.line];
    const line = named[broken.line];
    news = say("broken", { ...line, ...broken, name: broken.label, line: formula(line), left, right });
  }

  function press(target) {
    const { choice, level: chosen, break: hypothesis } = target.dataset;
    if (choice) choose(named[choice]);
    else if (hypothesis) breakOne(hypothesis);
    else if (chosen) {
      [level, news, broken, hinted] = [chosen, "", null, 0];
    } else CLICKS[target.name]?.();
    show();
    if (!target.isConnected) box.focus(); // so that the keys go on
  }

  function change(target) {
    const { name, value } = target;
    if (name === "k") k = Number(value);
    else if (name in written) written = { ...written, [name]: value };
    else if (name.startsWith("gap ") && value) {
      const line = named[name.slice(4)];
      fill(line, GAPS[lines.indexOf(line) % GAPS.length], value);
      target.value = "";
    }
    if (name === "k" && stage) stage.set({ ...stage.board, k });
    show();
  }

  const { signal } = listening;
  const listen = (type, action) => box.addEventListener(type, action, { signal });
  listen("click", ({ target }) => {
    const found = target.closest("button");
    if (found && desk.contains(found)) press(found);
  });
  listen("input", ({ target }) => desk.contains(target) && target.name === "k" && change(target));
  listen("change", ({ target }) => desk.contains(target) && target.name !== "k" && change(target));
  listen("keydown", (event) => {
    if (event.target.matches("select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = proof.heap[KEYS.indexOf(event.key)];
    const found = desk.querySelector(event.key === "Backspace" ? "[name='back']" : `[data-choice="${choice}"]`);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    press(found);
  });
  const look = ({ target }) => {
    const line = named[target.closest?.("[data-line]")?.dataset.line];
    if (line) light(line);
  };
  listen("fullscreenchange", show);
  listen("focusin", look);
  listen("pointerover", look);

  box.tabIndex = -1;
  el.append(box);
  show();
  const view = lines.some((line) => line.view === "walk") ? "walk" : "wall"; // the picture of its claim
  if (proof.board) stage = mount(picture, { board: { ...proof.board, k, view } });
  return {
    remove() {
      listening.abort();
      stage?.remove();
      box.remove();
    },
  };
}

export function render({ model, el }) {
  const builder = build(el, model.get("proof"));
  return () => builder.remove();
}

export default { render };
