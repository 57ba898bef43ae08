// What the reader's hand does, by pointer, touch, keys and controls, and what comes of it.

import { facts } from "./argument.js";
import { ACTIONS, CHALLENGES, MOST, STARTS } from "./board.js";
import { asCSV, asLink, asPython, clamp, fromCSV, fromLink, load, notHere, study, view } from "./board.js";
import { desk } from "./desk.js";
import { makeMotion } from "./motion.js";
import { patch } from "./patch.js";
import { dataScene, weightScene } from "./scene.js";
import { asPNG, asSVG } from "./still.js";
import { pointText, ratio, text } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const DOUBLE = 280; // milliseconds within which two taps are one double tap
const FAR = 3; // pixels from which on a tap is a drag
const HISTORY = 200; // boards that can be brought back
const PAUSES = { step: 350, calm: 1200, cap: 1400 }; // milliseconds between the steps of Play
/**
 * Put a stage into a page.
 *
 * @param {HTMLElement} el
 * @param {object} [options]
 * @param {string} [options.start]  a name in STARTS, or a link that ends in points
 * @param {object} [options.board]  what load() takes, in place of a start
 * @param {string} [options.challenge]  a name in CHALLENGES
 * @param {boolean} [options.proof=true]  whether R, γ, the bound, disc and wall are shown
 * @param {boolean} [options.address=false]  whether the page's address may bring points
 * @param {Function} [options.changed]  called with the board after each change
 * @returns {{board: Function, set: Function, view: Function, still: Function, remove: Function}}
 */
export function mount(el, options = {}) {
  const { start = "worked example", board: given, challenge, proof = true, address = false, changed } = options;
  const task = challenge && CHALLENGES[challenge];
  const starts = task ? { challenge: STARTS[task.start], ...STARTS } : STARTS;
  const name = task ? "challenge" : start;
  const player = document.createElement("div");
  player.className = "perceptron-stage";
  player.setAttribute("role", "group");
  player.setAttribute("aria-label", `own points${challenge ? `: ${challenge}` : ""}`);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const motion = makeMotion(paint, () => isCalm.matches);
  const listening = new AbortController();
  let board;
  let found;
  let [past, future] = [[], []];
  let isDragging = false; // its moves are one step of the history
  let isPlaying = false;
  let half = 6; // of the weight space
  let selected = -1;
  let turn = 0; // of z, in degrees
  let news = ""; // what was done last
  let size = 400; // of each picture, in pixels

  // ---- what is shown ----

  const isRace = () => board.view === "race" && proof;
  const furthest = () =>
    isRace() && found.last !== null ? Math.max(found.end, found.last + 1) : found.end;
  const position = () => Math.min(board.k ?? found.end, furthest());
  const arrow = () => Math.max(1, Math.ceil((1.1 * found.reach) / board.grid));
  const isChoosing = () => board.guessing || Array.isArray(board.order);
  const part = (kind) => player.querySelector(`.${kind}`);
  const control = (which) => player.querySelector(`[name="${which}"]`);

  // What the reader sees of the run: while guessing, not what is wrong.
  const visible = () => (board.guessing && !board.hand ? { wrong: [] } : view(board));

  function pose() {
    const { w } = view(board);
    const { next } = visible();
    const isSeen = next !== undefined && position() < found.end;
    const [x, y, label] = isSeen ? board.points[next] : [0, 0, 1];
    const angle = board.view === "squares" && proof ? (turn * Math.PI) / 180 : 0;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((v) => v * label * found.eta);
    const vector = [x * cos - y * sin, x * sin + y * cos];
    const now = { w, k: position(), tail: w.slice(0, 2), vector, size: 1 / arrow(), ink: Number(isSeen) };
    return { ...now, half: reachOfView(now) };
  }

  // The weight space keeps its size while what it shows is neither too large nor too small for it.
  function reachOfView({ k, tail, vector, ink }) {
    if (isRace()) return 1.25 * found.radius * found.eta * Math.sqrt(Math.max(1, k));
    if (board.view === "squares" && proof && ink)
      return 1.5 * (Math.hypot(...tail) + Math.hypot(...vector));
    const disc = proof && !board.hand ? found.radius * found.eta * Math.sqrt(found.end) : 0;
    const goal = board.view === "walk" && proof && found.goal ? found.goal.slice(0, 2) : [];
    const certificate = (found.certificate ?? []).flatMap(([i]) => board.points[i].slice(0, 2));
    const behind = proof && !board.hand ? Math.min(0, k * found.eta * found.gamma) : 0; // of a wall that fails
    const ends = [...(board.hand ?? []).slice(0, 2), ...goal, ...certificate, behind].map(Math.abs);
    const reach = Math.max(4 * Math.min(1, found.eta), found.reach, ...ends);
    const wanted = Math.max(1.15 * reach, Math.min(1.06 * disc, 1.6 * reach));
    if (wanted > half || wanted < 0.5 * half) half = wanted;
    return half;
  }

  function paint(now) {
    const focused = document.activeElement;
    const hadPoint = player.contains(focused) && holdOf(focused)?.kind === "point";
    const unit = ratio(board.eta)[1];
    const stage = { board, found, seen: visible(), isProof: proof, arrow: arrow(), unit, selected, turn };
    patch(part("data"), dataScene(now, stage, size));
    patch(part("weights"), weightScene(now, stage, size));
    if (!hadPoint || player.contains(document.activeElement)) return;
    ([...player.querySelectorAll(".dot")].at(-1) ?? control("add")).focus();
  }

  function tell() {
    const isRoom = board.points.length < MOST;
    const able = { undo: past.length, redo: future.length, add: isRoom, here: board.hand };
    const label = control("label")?.value ?? 1;
    const now = { k: position(), last: furthest(), pose: pose(), size, news, turn, isPlaying };
    patch(player, [desk(board, found, { ...now, task, starts, isProof: proof, able, label })]);
  }

  function say(what) {
    news = what;
    tell();
  }

  // ---- what is done ----

  // Show another board: at once, or so that it is seen how one follows from the other.
  function become(next, steps = []) {
    board = next;
    found = facts(board);
    tell();
    changed?.(board);
    if (!steps.length) return motion.show(pose());
    motion.repaint();
    return motion.play(steps.map(([each, time]) => [each ?? pose(), time]));
  }
  const SMOOTH = [[undefined, 250]];

  function remember(which) {
    past = [...past, which].slice(-HISTORY);
    future = [];
  }

  function act(what, ...values) {
    const [next, done] = ACTIONS[what](board, ...values);
    isPlaying = false;
    if (!isDragging) news = done;
    if (next === board) return tell();
    if (!isDragging) remember(board);
    if (what === "guess" && next.k !== board.k) return stepTo(next);
    return become(next, isDragging ? [] : SMOOTH);
  }

  function begin(next, done) {
    remember(board);
    selected = -1;
    news = done;
    become(next, SMOOTH);
  }

  function travel(from, to, what) {
    if (!from.length) return say(text("nothingTo", { what }));
    to.push(board);
    selected = -1;
    news = text(what);
    return become(from.pop(), SMOOTH);
  }

  // One mistake more: z flies from the point to the tip of w, then w swings, and the line with it.
  function stepTo(next) {
    const before = pose();
    const i = study(next).mistakes[view(board).k];
    if (i === undefined || before.k >= found.end) return become(next, [[undefined, 500]]);
    board = next;
    found = facts(board);
    const after = pose();
    const [x, y, label] = next.points[i];
    const vector = [x, y].map((v) => v * label * found.eta);
    const tail = before.w.slice(0, 2);
    motion.show({ ...before, tail: [0, 0], vector: [x, y], size: 1, ink: 1 });
    const swung = { ...after, tail, vector, ink: 1 };
    const there = { ...before, tail, vector, size: after.size, ink: 1 };
    const away = [{ ...swung, ink: 0 }, 120];
    return become(next, [[there, 350], [swung, 450], away, [{ ...after, ink: 0 }, 1], [after, 120]]);
  }

  function moveK(k, isStep = false) {
    const to = Math.max(0, Math.min(furthest(), k));
    turn = 0;
    const next = { ...board, k: to, hand: null };
    return isStep && to === position() + 1 ? stepTo(next) : become(next, isStep ? SMOOTH : []);
  }

  async function run() {
    if (position() >= furthest()) moveK(0);
    isPlaying = true;
    while (isPlaying && position() < furthest()) {
      const isDone = await moveK(position() + 1, true);
      const pause = isRace() && position() === found.last ? "cap" : isCalm.matches ? "calm" : "step";
      await new Promise((resolve) => setTimeout(resolve, PAUSES[pause]));
      if (!isDone) break;
    }
    isPlaying = false;
    tell();
  }

  // ---- points ----

  let lastTap = { i: -1, time: 0, timer: undefined };

  // A tap chooses a point, a tap on the chosen one turns its label, two taps remove it.
  function tap(i, time) {
    const isTwice = lastTap.i === i && time - lastTap.time < DOUBLE;
    clearTimeout(lastTap.timer);
    if (isChoosing()) return act("guess", i);
    const timer = !isTwice && selected === i ? setTimeout(() => act("flip", i), DOUBLE) : undefined;
    lastTap = { i: isTwice ? -1 : i, time, timer };
    selected = i;
    return isTwice ? remove(i) : motion.repaint();
  }

  function remove(i) {
    selected = -1;
    act("remove", i);
  }

  const onPaper = (at) => at.map((v) => clamp(v, board.grid));

  function dragTo(i, to) {
    if (String(onPaper(to)) !== String(board.points[i].slice(0, 2))) act("move", i, to);
  }

  function addAt(at) {
    const there = board.points.findIndex(([x, y]) => x === at[0] && y === at[1]);
    selected = there < 0 ? board.points.length : there;
    if (there < 0) act("add", at, Number(control("label").value));
    else motion.repaint();
    player.querySelector(`[data-hold="point ${selected}"]`)?.focus();
  }

  // By keyboard: a free place near the middle.
  function addAnywhere() {
    const taken = new Set(board.points.map((point) => String(point.slice(0, 2))));
    for (let ring = 1; ring <= board.grid; ring += 1)
      for (let x = -ring; x <= ring; x += 1)
        for (const y of [ring, -ring]) if (!taken.has(String([x, y]))) return addAt([x, y]);
    return undefined;
  }

  function nearest(i, [x, y]) {
    const far = (each) => Math.hypot(board.points[each][0] - x, board.points[each][1] - y);
    return board.points.reduce((best, _, j) => (far(j) < far(best) - 1e-9 ? j : best), i);
  }

  // ---- what is taken hold of ----

  const handTo = (w) => act("hand", [...w, view(board).w[2]]);
  const plus = (v, by, t = 1) => v.slice(0, 2).map((each, at) => each + t * by[at]);

  function turnTo(degrees) {
    turn = Math.round(degrees);
    become(board);
  }

  function turnZ(tip) {
    const { w, next } = view(board);
    const [x, y] = [tip[0] - w[0], tip[1] - w[1]];
    const [px, py, label] = board.points[next];
    const degrees = ((Math.atan2(y, x) - Math.atan2(py * label, px * label)) * 180) / Math.PI;
    turnTo(((degrees + 540) % 360) - 180);
  }

  // Of each kind: what a drag to a place does, what an arrow key does, and what is heard at the end.
  const HOLDS = {
    point: {
      moves(at, i) {
        selected = i;
        dragTo(i, at);
      },
      steps: (by, i) => dragTo(i, plus(board.points[i], by)),
      leaves: (i) => text("moved", { point: pointText(board.points[i], i) }),
    },
    w: {
      moves: (at, _, svg) => handTo(at.map((v) => v * (svg === part("data") ? arrow() : 1))),
      steps: (by) => handTo(plus(view(board).w, by, Math.max(1, Math.round(half / 12)))),
      leaves: () => ACTIONS.hand(board, view(board).w)[1],
    },
    u: {
      moves: (at) => act("turnU", at.map((v) => (10 * v) / half)),
      steps: (by) => act("turnU", plus(found.u.map((v) => (10 * v) / Math.hypot(...found.u.slice(0, 2))), by)),
      leaves: () => ACTIONS.turnU(board, found.u)[1],
    },
    z: {
      moves: turnZ,
      steps: ([x, y]) => turnTo(Math.max(-180, Math.min(180, turn + 5 * (x + y)))),
      leaves: () => text("handleZ", { turn }),
    },
  };

  const holdOf = (node) => {
    const held = node.closest?.("[data-hold]");
    const [kind, i] = held?.dataset.hold.split(" ") ?? [];
    return held && { held, kind, i: Number(i), ...HOLDS[kind] };
  };

  function placeOf(svg, event) {
    const { left, top, width } = svg.getBoundingClientRect();
    const reach = svg === part("data") ? board.grid + 0.6 : pose().half;
    const share = (v) => ((2 * v) / width - 1) * reach;
    return [share(event.clientX - left), -share(event.clientY - top)];
  }

  let lastPress = -DOUBLE;

  function press(event) {
    const svg = event.target.closest?.("svg.plane");
    if (!svg || event.button) return;
    const hold = holdOf(event.target);
    if (!hold && (isChoosing() || svg !== part("data"))) return;
    const isSoon = !hold && event.timeStamp - lastPress < DOUBLE; // the second of two on empty paper
    if (!hold) lastPress = event.timeStamp;
    const before = board;
    let i;
    if (hold) {
      event.preventDefault();
      hold.held.setPointerCapture(event.pointerId);
      i = hold.kind === "point" ? nearest(hold.i, placeOf(svg, event)) : undefined;
      (i === undefined ? hold.held : part(`data [data-hold="point ${i}"]`)).focus();
    }
    const ends = new AbortController();
    const listen = (type, action) => svg.addEventListener(type, action, { signal: ends.signal });
    let isFar = false;
    listen("pointermove", (next) => {
      isFar ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > FAR;
      if (!hold || !isFar) return;
      if (!isDragging) remember(before);
      isDragging = true;
      hold.moves(placeOf(svg, next), i, svg);
    });
    listen("pointercancel", () => {
      ends.abort();
      isDragging = false;
    });
    listen("pointerup", (last) => {
      ends.abort();
      isDragging = false;
      if (isFar && hold) {
        if (past.at(-1) === board) past.pop();
        say(hold.leaves(i));
      } else if (i !== undefined) tap(i, last.timeStamp);
      else if (!isFar && !hold && !isSoon) addAt(onPaper(placeOf(svg, last)));
    });
  }

  function key(event) {
    event.stopPropagation(); // slides would turn the page
    const { target } = event;
    const isText = ["TEXTAREA", "INPUT"].includes(target.tagName) && target.type !== "range";
    const isPoint = holdOf(target)?.kind === "point";
    const { held, steps, leaves, i } = holdOf(target) ?? {};
    const by = ARROWS[event.key];
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (isText || !["z", "y"].includes(letter)) return;
      event.preventDefault();
      CLICKS[letter === "y" || event.shiftKey ? "redo" : "undo"]();
    } else if (held && by) {
      event.preventDefault();
      isDragging = event.repeat; // one key held down is one step of the history
      steps(by, i);
      isDragging = false;
      if (event.repeat) say(leaves(i));
    } else if (isPoint && ["Delete", "Backspace"].includes(event.key)) remove(i);
    else if (isPoint && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      act(isChoosing() ? "guess" : "flip", i);
    }
  }

  // ---- the controls ----

  const CLICKS = {
    undo: () => travel(past, future, "undo"),
    redo: () => travel(future, past, "redo"),
    add: addAnywhere,
    full: () => (document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen()),
    play: run,
    back: () => moveK(position() - 1, true),
    step: () => moveK(position() + 1, true),
    reset: () => moveK(0, true),
    here: () => act("fromHere"),
    load: () => readText(control("text").value),
    python: () => copy("Python", asPython(board)),
    csv: () => copy("CSV", asCSV(board.points)),
    link: () => copy("link", `${location.href.split("#")[0]}#${asLink(board)}`),
    svg: () => copy("SVG", still()),
    png: save,
  };
  const whole = (node) => Math.round(node.valueAsNumber) || 0;
  const setStart = () => act("choose", "start", [0, 1, 2].map((i) => whole(control(`start${i}`))));
  const CHANGES = {
    from: ({ value }) => value && begin(load(starts[value], value), text("begun", { name: value })),
    guessing({ checked }) {
      news = text(checked ? "guessOn" : "guessOff");
      become({ ...board, guessing: checked, guesses: [0, 0], hand: null, k: checked ? 0 : board.k });
    },
    view({ value }) {
      turn = 0;
      act("choose", "view", value);
      if (value === "squares" && position() >= found.end) moveK(found.end - 1);
    },
    b: (node) => act("hand", [...view(board).w.slice(0, 2), whole(node)]),
    start0: setStart,
    start1: setStart,
    start2: setStart,
    grid: ({ value }) => act("choose", "grid", Number(value)),
    async file(node) {
      if (node.files.length) readText(await node.files[0].text());
      node.value = "";
    },
  };
  for (const each of ["order", "bias", "zero", "eta"])
    CHANGES[each] = ({ value }) => act("choose", each, value);
  const INPUTS = { k: (node) => moveK(node.valueAsNumber), turn: (node) => turnTo(node.valueAsNumber) };

  function readText(source) {
    try {
      const next = fromCSV(source);
      const names = source.includes("points=") ? notHere(source).join(", ") : "";
      const rounded = next.units.length ? text("rounded") : "";
      const lacking = names && text("lacking", { names });
      begin(next, text("loaded", { n: next.points.length, rounded, lacking }));
    } catch (error) {
      say(text("notPossible", { why: error.message }));
    }
  }

  async function copy(form, what) {
    control("text").value = what;
    control("text").select();
    const isCopied = await navigator.clipboard?.writeText(what).then(() => true, () => false);
    say(text(isCopied ? "copied" : "copyThis", { form }));
  }

  const still = () => asSVG([part("data"), part("weights")]);

  async function save() {
    const link = document.createElement("a");
    link.href = await asPNG(still());
    link.download = "perceptron.png";
    link.click();
    say(text("saved", { form: "PNG" }));
  }

  const { signal } = listening;
  const listen = (type, action, node = player) => node.addEventListener(type, action, { signal });
  listen("pointerdown", press);
  listen("keydown", key);
  listen("click", ({ target, detail }) => {
    const hold = holdOf(target);
    // A screen reader's click comes without a pointer.
    if (hold?.kind === "point" && detail === 0) act(isChoosing() ? "guess" : "flip", hold.i);
    if (target.tagName !== "BUTTON") return;
    const wasPlaying = isPlaying;
    isPlaying = false;
    if (wasPlaying && target.name === "play") become(board);
    else CLICKS[target.name]();
  });
  listen("change", ({ target }) => CHANGES[target.name]?.(target));
  listen("input", ({ target }) => {
    if (INPUTS[target.name]) isPlaying = false;
    INPUTS[target.name]?.(target);
  });
  listen("fullscreenchange", tell);
  // Words of objects, here and in the text around, light the object.
  const light = ({ target }) => (player.dataset.lit = target.closest?.(".object")?.classList[1] ?? "");
  listen("pointerover", light, document);

  if (given && !task) board = load(given, given.origin);
  else board = starts[name] ? load(starts[name], name) : fromLink(start);
  found = facts(board);
  el.append(player);
  tell();
  motion.show(pose());
  const sizes = new ResizeObserver(() => {
    size = Math.round(part("data").clientWidth) || size;
    tell();
    motion.repaint();
  });
  sizes.observe(part("data"));
  const sent = [location.hash, location.search].find((each) => each.includes("points="));
  if (address && sent) readText(sent);

  return {
    board: () => board,
    set: (next) => become(next, SMOOTH),
    view: () => view(board),
    still,
    remove() {
      isPlaying = false;
      motion.stop();
      sizes.disconnect();
      listening.abort();
      player.remove();
    },
  };
}
