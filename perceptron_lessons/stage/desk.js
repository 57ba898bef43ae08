// What stands around the pictures: controls, words, and what was done last, as a tree for patch().

import { descriptions, sentences } from "./argument.js";
import { view } from "./board.js";
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

// Jupyter would take a control's keys for itself.
const OURS = { "data-lm-suppress-shortcuts": "true" };

const button = (name, more = {}, title = name) =>
  ["button", { key: name, type: "button", name, ...OURS, ...more }, WORDS.controls[title]];
// A control is called by its label alone: the options of a select would be part of its name.
const labelled = (name, control, isHidden = false) =>
  ["label", { key: name, hidden: isHidden && "" }, ["span", {}, WORDS.controls[name]], control];
const input = (name, type, more = {}, isHidden = false) =>
  labelled(name, ["input", { name, type, autocomplete: "off", ...OURS, ...more }], isHidden);
const select = (name, value, rows = Object.entries(WORDS.choices[name])) => {
  const options = rows.map(([each, title, more]) => ["option", { key: each, value: each, ...more }, title]);
  const attributes = { name, "aria-label": WORDS.controls[name], value: String(value), ...OURS };
  return labelled(name, ["select", attributes, ...options]);
};

// Words of objects bear their colours.
function line(source) {
  const words = source.split(/\[(\w+\|[^\]]+)\]/).map((piece, i) => {
    if (i % 2 === 0) return ["span", {}, piece];
    const [kind, word] = piece.split("|");
    return ["b", { class: `object ${kind}` }, word];
  });
  return ["div", { class: source.startsWith("✗") ? "fails" : "" }, ...words];
}

const unitText = ([name, zero, step], at) =>
  text("unit", { name, zero: zero ? `${zero} + ` : "", step, axis: "₁₂"[at] });

function startSelect(board, starts) {
  const from = starts[board.origin];
  const isSame = from && JSON.stringify(board.points) === JSON.stringify(from.points);
  const title = from && !isSame ? `${board.origin}, changed` : "your own points";
  const rows = Object.keys(starts).map((each) => [each, each]);
  return select("from", isSame ? board.origin : "", [["", title, { hidden: isSame && "" }], ...rows]);
}

function verdict(board, task) {
  const [isSolved, found] = board.points.length ? task.judge(board) : [false, text("noPoints")];
  const sentence = text(isSolved ? "solved" : "notYet", { text: found });
  return ["output", { class: `verdict${isSolved ? " solved" : ""}` }, sentence];
}

/**
 * @param {object} board
 * @param {object} found  facts() of it
 * @param {object} stage  k and last (of the slider), pose, size (of a picture), task, starts, isProof,
 *   news (what was done last), turn (of z), isPlaying, label (of new points), and able: by the name of
 *   a button whether it has something to do.
 */
export function desk(board, found, stage) {
  const { k, last, task, isProof } = stage;
  const { w } = view(board);
  const titles = descriptions(board, found, isProof, k);
  const viewBox = `0 0 ${stage.size} ${stage.size}`;
  const sheets = ["data", "weights"].map((kind, i) =>
    ["svg", { class: `plane ${kind}`, role: "group", "aria-label": titles[i], viewBox }],
  );
  const progress = `${k} of ${last}`;
  const range = { min: 0, max: last, step: 1, value: String(k), "aria-valuetext": progress };
  const lines = sentences(board, found, isProof, k, stage.pose);
  if (board.units.length) lines.push(board.units.map(unitText).join("; "));
  const score = board.guessing ? `${board.guesses[0]} right of ${board.guesses[1]}` : "";
  const noOffset = board.bias === "none";
  // Not `disabled`: it keeps the focus, and says why there is nothing to do.
  const able = (name) => button(name, { "aria-disabled": !stage.able[name] });
  return ["div", { class: "desk" },
    ["p", { class: "task", hidden: !task && "" }, task ? text("challenge", { task: task.task }) : ""],
    ["div", { class: "pictures" },
      ["div", { class: "sheets" }, ...sheets],
      ["div", { class: "setting" },
        input("k", "range", range), ["output", { class: "count" }, progress],
        button("play", {}, stage.isPlaying ? "pause" : "play"), button("back"), button("step"), button("reset"),
        input("b", "number", { value: w[2] }, noOffset),
      ],
      ["div", { class: "setting views", hidden: !isProof && "" },
        select("view", board.view),
        input("turn", "range", { min: -180, max: 180, value: String(stage.turn) }, board.view !== "squares"),
      ],
    ],
    ["div", { class: "news" },
      ...(task ? [verdict(board, task)] : []),
      ["p", { class: "said", role: "status", "aria-live": "polite" }, stage.news],
      ["div", { class: "words" }, ...lines.map(line)],
    ],
    ["div", { class: "setting" },
      startSelect(board, stage.starts), able("undo"), able("redo"), able("add"), select("label", stage.label),
      input("guessing", "checkbox", { checked: board.guessing }), ["output", { class: "score" }, score],
      able("here"), button("full", {}, document.fullscreenElement ? "leave" : "full"),
    ],
    ["details", { key: "more" }, ["summary", OURS, WORDS.headings.more],
      ["div", { class: "setting" },
        select("order", Array.isArray(board.order) ? "own" : board.order),
        ...["bias", "zero", "eta", "grid"].map((each) => select(each, board[each])),
        ...board.start.map((value, i) => input(`start${i}`, "number", { value }, i === 2 && noOffset)),
      ],
    ],
    ["details", { key: "data" }, ["summary", OURS, WORDS.headings.data],
      ["p", {}, WORDS.headings.dataNote],
      ["textarea", { name: "text", rows: 5, "aria-label": WORDS.controls.text, ...OURS }],
      ["div", { class: "setting" },
        button("load"), input("file", "file", { accept: ".csv,.txt,.tsv" }),
        ...["python", "csv", "link", "svg", "png"].map((each) => button(each)),
      ],
    ],
  ];
}
