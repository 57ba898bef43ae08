// What each control does to a stage, by its name.

import { asCSV, asLink, asPython, load } from "./board.js";
import { asPNG } from "./still.js";
import { text } from "./words.js";

const chooses = (name) => (stage, value) => stage.act("choose", name, value);
const starts = (axis) => (stage, value) => stage.act("choose", "start", stage.board.start.with(axis, value));

export const CONTROLS = {
  undo: (stage) => stage.travel("undo"),
  redo: (stage) => stage.travel("redo"),
  k: (stage, k) => stage.moveK(k),
  play: (stage) => stage.play(),
  back: (stage) => stage.moveK(stage.now.position - 1, true),
  step: (stage) => stage.moveK(stage.now.position + 1, true),
  reset: (stage) => stage.moveK(0, true),
  turn: (stage, degrees) => stage.turnTo(degrees),
  from: (stage, name) => name && stage.begin(load(stage.starts[name], name), text("begun", { name })),
  // By keyboard: a free place near the middle.
  add(stage) {
    const { grid, points } = stage.board;
    const taken = points.map((point) => String(point.slice(0, 2)));
    for (let ring = 1; ring <= grid; ring += 1)
      for (let x = -ring; x <= ring; x += 1)
        for (const y of [ring, -ring]) if (!taken.includes(String([x, y]))) return stage.addAt([x, y]);
    return undefined;
  },
  label(stage, value) {
    stage.label = Number(value);
  },
  guessing(stage, guessing) {
    const { k } = stage.board;
    stage.news = text(guessing ? "guessOn" : "guessOff");
    stage.become({ ...stage.board, guessing, guesses: [0, 0], hand: null, k: guessing ? 0 : k }, 0);
  },
  here: (stage) => stage.act("fromHere"),
  full: ({ player }) => (document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen()),
  view(stage, value) {
    stage.turn = 0;
    stage.act("choose", "view", value);
    if (value === "squares" && stage.now.position >= stage.now.end) stage.moveK(stage.now.end - 1);
  },
  order: chooses("order"),
  bias: chooses("bias"),
  zero: chooses("zero"),
  eta: chooses("eta"),
  grid: (stage, value) => stage.act("choose", "grid", Number(value)),
  start0: starts(0),
  start1: starts(1),
  start2: starts(2),
  b: (stage, b) => stage.act("hand", [...stage.now.w.slice(0, 2), b]),
  load: (stage) => stage.read(stage.find("[name=text]").value),
  async file(stage, file) {
    stage.find("[name=file]").value = "";
    if (file) stage.read(await file.text());
  },
  python: (stage) => stage.copy("Python", asPython(stage.board)),
  csv: (stage) => stage.copy("CSV", asCSV(stage.board.points)),
  link: (stage) => stage.copy("link", `${location.href.split("#")[0]}#${asLink(stage.board)}`),
  svg: (stage) => stage.copy("SVG", stage.still()),
  async png(stage) {
    const link = document.createElement("a");
    link.href = await asPNG(stage.still());
    link.download = "perceptron.png";
    link.click();
    stage.tell(text("saved", { form: "PNG" }));
  },
};
