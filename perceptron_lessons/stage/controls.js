// What each control does to a stage, by its name.

import { samePlace } from "./actions.js";
import { load } from "./board.js";
import { NAMED, asCSV, asLink, asPython } from "./links.js";
import { asPNG, asSVG } from "./still.js";
import { text } from "./words.js";

const choices = NAMED.map((name) => [name, (stage, { value }) => stage.act("choose", name, value)]);

/** @type {Object<string, (stage: any, control: any) => any>} */
export const CONTROLS = {
  ...Object.fromEntries(choices),
  start0: (stage, { value }) => stage.act("start", 0, value),
  start1: (stage, { value }) => stage.act("start", 1, value),
  start2: (stage, { value }) => stage.act("start", 2, value),
  undo: (stage) => stage.travel("undo"),
  redo: (stage) => stage.travel("redo"),
  k: (stage, { valueAsNumber }) => stage.moveK(valueAsNumber),
  play: (stage) => stage.play(),
  back: (stage) => stage.moveK(stage.now.place.at - 1, true),
  step: (stage) => stage.moveK(stage.now.place.at + 1, true),
  reset: (stage) => stage.moveK(0, true),
  still: (stage, { dataset }) => stage.moveK(Number(dataset.k)),
  change(stage, control) {
    const isOpen = stage.player.classList.toggle("changing");
    control.setAttribute("aria-expanded", isOpen);
  },
  turn: (stage, { valueAsNumber }) => stage.turnTo(valueAsNumber),
  from: (stage, { value: name }) => stage.begin(load(stage.starts[name], name), text("begun", { name })),
  // By keyboard: a free place near the middle.
  add(stage) {
    const { grid, points } = stage.board;
    const rows = Array.from({ length: 2 * grid + 1 }, (_, i) => grid - i);
    const places = rows.flatMap((y) => rows.map((x) => [x, y])).filter(([x, y]) => x || y);
    const free = places.filter((at) => !points.some((point) => samePlace(point, at)));
    stage.addAt(free.reduce((best, at) => (Math.hypot(...at) < Math.hypot(...best) ? at : best)));
  },
  guessing: (stage, { checked }) => stage.act("guessing", checked),
  here: (stage) => stage.act("fromHere"),
  full: ({ player }) => (document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen()),
  b: (stage, { value }) => stage.act("hand", [null, null, value]),
  load: (stage) => stage.read(stage.elements.text.value),
  async file(stage, control) {
    const [file] = control.files;
    if (file) stage.read(await file.text());
    control.value = ""; // the same file can be chosen again
  },
  python: (stage) => stage.copy("Python", asPython(stage.board)),
  csv: (stage) => stage.copy("CSV", asCSV(stage.board.points)),
  link: (stage) => stage.copy("link", `${location.href.split("#")[0]}#${asLink(stage.board)}`),
  svg: (stage) => stage.copy("SVG", asSVG(stage.planes)),
  async png(stage) {
    const file = { href: await asPNG(asSVG(stage.planes)), download: "perceptron.png" };
    Object.assign(document.createElement("a"), file).click();
    stage.tell(text("saved", { form: "PNG" }));
  },
};
