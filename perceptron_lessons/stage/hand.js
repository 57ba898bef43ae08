// What the reader's hand does: pointer, touch and keys, the controls around the pictures, and speech.

import { ACTIONS, CHALLENGES, GRIDS, MOST, STARTS } from "./board.js";
import { asCSV, asLink, asPython, fromCSV, fromLink, load, notHere, pair, pointText, study, view } from "./board.js";
import { makeMotion } from "./motion.js";
import { makeDataScene, makeWeightScene, svgNode } from "./scene.js";
import { descriptions, facts, sentences, triangleText } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const DOUBLE = 280; // milliseconds within which two taps are one double tap
const HISTORY = 200; // boards that can be brought back
const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"];
KEPT.push("stroke-opacity", "paint-order", "font", "opacity", "visibility", "display"); // of a still
const FURTHEST = 2000; // mistakes up to which the race of wall and disc can be looked at

const options = (rows) =>
  Object.entries(rows)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join("");

// A control is called by its label alone: the options of a select would be part of its name.
const select = (text, name, rows) =>
  `<label>${text} <select name="${name}" aria-label="${text}">${options(rows)}</select></label>`;
const input = (text, name, type, more = "") =>
  `<label>${text} <input name="${name}" type="${type}" autocomplete="off" ${more}></label>`;
const buttons = (...texts) => texts.map((text) => `<button type="button">${text}</button>`).join("");

const ORDER_NAMES = { cyclic: "one after the other", first: "lowest number", worst: "worst mistake" };
const BIAS_NAMES = { none: "no offset", one: "offset, step 1" };

// What stands around the pictures.
const desk = (task, starts, isProof) => `<div class="desk">
  ${task ? `<p class="task">Challenge: ${task.task}</p>` : ""}
  <div class="setting">
    ${select("start with", "from", Object.fromEntries(["", ...starts].map((name) => [name, name])))}
    ${buttons("Undo", "Redo", "Add a point")}
    ${select("new points", "label", { 1: "● +1", "-1": "□ −1" })}
    ${input("guess the next mistake", "guessing", "checkbox")} <output class="score"></output>
    ${buttons("Full screen")}
  </div>
  <div class="pictures">
    <div class="sheets"></div>
    <div class="setting">
      ${input("mistakes k", "k", "range", "min=0 step=1")} <output class="count"></output>
      ${buttons("Play", "Back", "Step", "Reset")}
      ${input("b of the line", "b", "number")} ${buttons("Run from this w")}
    </div>
    <div class="setting" ${isProof ? "" : "hidden"}>
      ${input("hold the disc still", "held", "checkbox")}
      ${input("squares on the sides", "squares", "checkbox")}
      ${input("turn z", "turn", "range", "min=-180 max=180 value=0")}
    </div>
  </div>
  <div class="news">
    ${task ? `<output class="verdict"></output>` : ""}
    <p class="said" role="status" aria-live="polite"></p>
    <div class="words"></div>
  </div>
  <details><summary>Order, offset, initial w, paper</summary><div class="setting">
    ${select("order", "order", { ...ORDER_NAMES, own: "your own choice" })} ${select("offset", "bias", BIAS_NAMES)}
    ${select("paper", "grid", Object.fromEntries(GRIDS.map((size) => [size, `−${size} to ${size}`])))}
    ${["w₁", "w₂", "b"].map((each, i) => input(`initial ${each}`, `start${i}`, "number")).join("")}
  </div></details>
  <details><summary>Data in and out</summary>
    <p>One point a line: x1, x2, label. Numbers that are not on the grid get a unit of their own, and
    are rounded. Or a copied link.</p>
    <textarea name="text" rows="5" aria-label="data as text"></textarea>
    <div class="setting">
      ${buttons("Load this text")} ${input("or a file", "file", "file", 'accept=".csv,.txt,.tsv"')}
      ${buttons("Copy as Python", "Copy as CSV", "Copy as link", "Copy as SVG")}
    </div>
  </details>
</div>`;

// Calls begins(event) where a pointer takes hold of the node, moved(event) while it drags it, and
// ended(event, whether it moved).
function draggable(node, begins, moved, ended) {
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    event.stopPropagation();
    node.setPointerCapture(event.pointerId);
    begins(event);
    const ends = new AbortController();
    let isFar = false;
    const listen = (name, action) => node.addEventListener(name, action, { signal: ends.signal });
    listen("pointermove", (next) => {
      isFar ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > 3;
      if (isFar) moved(next);
    });
    for (const name of ["pointerup", "pointercancel"])
      listen(name, (last) => {
        ends.abort();
        ended(last, isFar);
      });
  });
}

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
 * @returns {{board: Function, set: Function, still: Function, remove: Function}}
 */
export function mount(
  el,
  { start = "worked example", board: given, challenge, proof = true, address = false, changed } = {},
) {
  const task = challenge && CHALLENGES[challenge];
  const ownStarts = task ? { challenge: task.start ?? STARTS["worked example"], ...STARTS } : STARTS;
  const name = task ? "challenge" : start;
  const begun =
    given && !task ? load(given, given.origin) : ownStarts[name] ? load(ownStarts[name], name) : fromLink(start);
  const [data, weights] = [makeDataScene(), makeWeightScene()];
  const player = document.createElement("div");
  player.className = "perceptron-stage";
  player.setAttribute("role", "group");
  player.setAttribute("aria-label", `own points${challenge ? `: ${challenge}` : ""}`);
  player.innerHTML = desk(task, Object.keys(ownStarts), proof);
  const ui = Object.fromEntries([...player.querySelectorAll("[name]")].map((node) => [node.name, node]));
  const part = (name) => player.querySelector(`.${name}`);
  const press = (text) => [...player.querySelectorAll("button")].find((each) => each.textContent === text);
  const [undo, redo, add, play, here, full] = [
    "Undo",
    "Redo",
    "Add a point",
    "Play",
    "Run from this w",
    "Full screen",
  ].map(press);
  // Else Jupyter takes a control's keys for itself.
  for (const node of player.querySelectorAll("button, select, input, textarea, summary"))
    node.setAttribute("data-lm-suppress-shortcuts", "true");
  part("sheets").append(data.plane.svg, weights.plane.svg);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const motion = makeMotion(paint, () => isCalm.matches);
  let board = begun;
  let found;
  let [past, future] = [[], []];
  let isDragging = false; // its moves are one step of the history
  let isPlaying = false;
  let half = 6; // of the weight space
  let selected = -1;

  // ---- what is shown ----

  const furthest = () =>
    ui.held.checked && found.last !== null
      ? Math.max(found.end, Math.min(found.last + 1, FURTHEST))
      : found.end;
  const position = () => Math.min(board.k ?? found.end, furthest());

  function pose() {
    const { w, next } = view(board);
    const isSeen = next !== undefined && position() < found.end && !board.guessing;
    const [x, y, label] = isSeen ? board.points[next] : [0, 0, 1];
    const turn = ui.squares.checked ? (ui.turn.valueAsNumber * Math.PI) / 180 : 0;
    const [z1, z2] = [x * label, y * label];
    const vector = [z1 * Math.cos(turn) - z2 * Math.sin(turn), z1 * Math.sin(turn) + z2 * Math.cos(turn)];
    const disc = found.radius * Math.sqrt(Math.max(1, position()));
    return {
      w,
      k: position(),
      tail: w.slice(0, 2),
      vector,
      size: 1 / found.arrow,
      ink: Number(isSeen),
      half: ui.held.checked ? 1.25 * disc : half,
    };
  }

  // The weight space keeps its size while what it shows is neither too large nor too small for it.
  function fitHalf() {
    const disc = proof && !board.hand ? found.radius * Math.sqrt(found.end) : 0;
    const hand = board.hand ? Math.max(Math.abs(board.hand[0]), Math.abs(board.hand[1])) : 0;
    const certificate = (found.certificate ?? []).flatMap(([i]) => board.points[i].slice(0, 2).map(Math.abs));
    const reach = Math.max(4, found.reach, hand, ...certificate);
    const wanted = Math.max(1.15 * reach, Math.min(1.06 * disc, 1.6 * reach));
    if (wanted > half || wanted < 0.5 * half) half = wanted;
  }

  function paint(now) {
    const { bias, grid, points } = board;
    data.paint(now, { grid, found, arrow: found.arrow });
    weights.paint(now, {
      points,
      bias,
      found,
      isProof: proof,
      handed: Boolean(board.hand),
      isTriangle: ui.squares.checked,
    });
    for (const { node, plane, scale } of handles) {
      const [x, y] = plane.place(now.w.slice(0, 2).map((v) => v / scale()));
      node.setAttribute("transform", `translate(${x} ${y})`);
    }
    const [x, y] = weights.plane.place(uTip(now.half));
    uHandle.setAttribute("transform", `translate(${x} ${y})`);
    uHandle.setAttribute("visibility", proof && found.separator && !board.hand ? "visible" : "hidden");
  }

  function read() {
    found = facts(board, study(board));
    fitHalf();
  }

  // All but the pictures: points, words, and what stands in the controls.
  function tell() {
    const { w, wrong, next } = view(board);
    const isHidden = board.guessing && !board.hand;
    showDots(isHidden ? [] : wrong, isHidden ? undefined : next);
    part("words").replaceChildren(...sentences(board, found, proof, position()).map(line));
    if (ui.squares.checked && pose().ink) part("words").prepend(line(triangleText(pose())));
    if (board.units.length) part("words").append(line(board.units.map(unitText).join("; ")));
    const [dataText, weightText] = descriptions(board, found, proof);
    data.plane.svg.setAttribute("aria-label", dataText);
    weights.plane.svg.setAttribute("aria-label", weightText);
    ui.k.max = furthest();
    ui.k.value = position();
    part("count").textContent = `${position()} of ${furthest()}`;
    ui.k.setAttribute("aria-valuetext", part("count").textContent);
    for (const { node, space } of handles)
      node.setAttribute("aria-label", `arrow of w in the ${space} space, w = ${pair(w.slice(0, 2))}`);
    // Not `disabled`, so that it keeps the focus: whoever presses it hears why there is nothing to do.
    const able = [past.length, future.length, board.points.length < MOST, board.hand];
    [undo, redo, add, here].forEach((node, i) => node.setAttribute("aria-disabled", !able[i]));
    if (document.activeElement !== ui.b) ui.b.value = w[2];
    [ui.start0, ui.start1, ui.start2].forEach((node, i) => (node.value = board.start[i]));
    for (const node of [ui.b, ui.start2]) node.parentElement.hidden = board.bias === "none";
    ui.turn.parentElement.hidden = !ui.squares.checked;
    ui.order.value = Array.isArray(board.order) ? "own" : board.order;
    ui.bias.value = board.bias;
    ui.grid.value = board.grid;
    ui.guessing.checked = board.guessing;
    part("score").textContent = board.guessing ? `${board.guesses[0]} right of ${board.guesses[1]}` : "";
    showStart();
    if (task) showVerdict();
  }

  // Words of objects bear their colours; pointing at one lights the object.
  function line(text) {
    const parts = text.split(/\[(\w+)\|([^\]]+)\]/);
    const node = document.createElement("div");
    node.classList.toggle("fails", text.startsWith("✗"));
    parts.forEach((word, i) => {
      if (i % 3 === 0) node.append(word);
      if (i % 3 !== 2) return;
      const name = parts[i - 1];
      const object = node.appendChild(document.createElement("b"));
      object.className = `object ${name}`;
      object.textContent = word;
      object.addEventListener("pointerenter", () => (player.dataset.lit = name));
      object.addEventListener("pointerleave", () => delete player.dataset.lit);
    });
    return node;
  }

  function unitText([title, zero, step], at) {
    return `${title} ≈ ${zero ? `${zero} + ` : ""}${step}·x${"₁₂"[at]}`;
  }

  function showStart() {
    const from = ownStarts[board.origin];
    const isChanged = from && JSON.stringify(board.points) !== JSON.stringify(from.points);
    ui.from.options[0].textContent = isChanged ? `${board.origin}, changed` : "your own points";
    ui.from.options[0].hidden = Boolean(from) && !isChanged;
    ui.from.value = isChanged ? "" : board.origin;
  }

  function showVerdict() {
    const [isSolved, text] = board.points.length ? task.judge(board) : [false, "no points yet"];
    part("verdict").textContent = `${isSolved ? "✓ solved" : "not yet"}: ${text}`;
    part("verdict").classList.toggle("solved", isSolved);
  }

  // ---- what is done ----

  function say(text) {
    if (part("said").textContent !== text) part("said").textContent = text;
  }

  // Show another board: at once, or so that it is seen how one follows from the other.
  function become(next, isSmooth) {
    board = next;
    read();
    tell();
    const done = isSmooth ? motion.play(isSmooth === true ? [[pose(), 250]] : isSmooth) : motion.show(pose());
    changed?.(board);
    return done;
  }

  function act(what, ...args) {
    const [next, text] = ACTIONS[what](board, ...args);
    pause();
    if (next !== board) {
      if (!isDragging) past = [...past, board].slice(-HISTORY);
      future = [];
      const isUpdate = what === "guess" && next.k !== board.k;
      if (isUpdate) stepTo(next);
      else become(next, !isDragging);
    }
    if (!isDragging) say(text);
  }

  function begin(next, text) {
    past = [...past, board].slice(-HISTORY);
    selected = -1;
    become(next, true);
    say(text);
  }

  function travel(from, to, text) {
    if (!from.length) return say(`nothing to ${text}`);
    to.push(board);
    selected = -1;
    become(from.pop(), true);
    return say(text === "undo" ? "undone" : "done again");
  }

  // One mistake more: z flies from the point to the tip of w, then w swings, and the line with it.
  function stepTo(next) {
    const before = pose();
    const i = study(next).mistakes[view(board).k];
    board = next;
    read();
    const after = pose();
    if (i === undefined || before.k >= found.end) return become(next, [[after, 500]]);
    const [x, y, label] = board.points[i];
    const vector = [x * label, y * label];
    const tail = before.w.slice(0, 2);
    motion.show({ ...before, tail: [0, 0], vector: [x, y], size: 1, ink: 1 });
    const there = { ...before, tail, vector, size: after.size, ink: 1 };
    const swung = { ...after, tail, vector, ink: 1 };
    const steps = [
      [there, 350],
      [swung, 450],
      [{ ...swung, ink: 0 }, 120],
      [{ ...after, ink: 0 }, 1],
      [after, 120],
    ];
    return become(next, steps);
  }

  function moveK(k, isStep) {
    const to = Math.max(0, Math.min(furthest(), k));
    const next = { ...board, k: to, hand: null };
    return isStep && to === position() + 1 ? stepTo(next) : become(next, isStep);
  }

  async function run() {
    if (position() >= furthest()) moveK(0);
    isPlaying = true;
    play.textContent = "Pause";
    while (isPlaying && position() < furthest()) {
      const isDone = await moveK(position() + 1, true);
      const isCap = ui.held.checked && position() === found.last;
      await new Promise((resolve) => setTimeout(resolve, isCap ? 1400 : isCalm.matches ? 1200 : 350));
      if (!isDone) break;
    }
    pause();
  }

  function pause() {
    isPlaying = false;
    play.textContent = "Play";
  }

  // What is dragged, or moved by keys, by steps: one drag, or one key held down, is one step back.
  function grip(node, { takes, moves, leaves, taps, steps }) {
    let before;
    draggable(
      node,
      (event) => {
        before = board;
        takes?.(event);
      },
      (event) => {
        if (!isDragging) past = [...past, before].slice(-HISTORY);
        isDragging = true;
        moves(event);
      },
      (event, hasMoved) => {
        isDragging = false;
        if (!hasMoved) return taps?.(event);
        if (past.at(-1) === board) past.pop();
        return say(leaves());
      },
    );
    node.addEventListener("keydown", (event) => {
      const by = ARROWS[event.key];
      if (!by || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      isDragging = event.repeat;
      steps(by);
      isDragging = false;
      if (event.repeat) say(leaves());
    });
  }

  // ---- points ----

  const dots = [];
  const layer = data.plane.add("g", {});

  function showDots(wrong, next) {
    const hadFocus = dots.some((dot) => dot === document.activeElement);
    while (dots.length > board.points.length) dots.pop().remove();
    while (dots.length < board.points.length) dots.push(makeDot(dots.length));
    dots.forEach((dot, i) => {
      const point = board.points[i];
      const [x, y] = data.plane.place(point);
      dot.setAttribute("transform", `translate(${x} ${y})`);
      const marks = [
        point[2] > 0 ? "plus" : "minus",
        wrong.includes(i) && "wrong",
        i === next && "next",
        i === selected && "selected",
      ];
      dot.setAttribute("class", `dot ${marks.filter(Boolean).join(" ")}`);
      dot.setAttribute("aria-label", pointText(point, i) + (wrong.includes(i) ? ", wrong" : ""));
      dot.lastChild.textContent = dots.length <= 12 ? i : "";
    });
    if (hadFocus && !dots.includes(document.activeElement)) (dots.at(-1) ?? add).focus();
  }

  let lastTap = { i: -1, time: 0, timer: undefined };

  // A tap chooses a point, a tap on the chosen one turns its label, two taps remove it.
  function tap(i, time) {
    const isTwice = lastTap.i === i && time - lastTap.time < DOUBLE;
    clearTimeout(lastTap.timer);
    if (isChoosing()) return act("guess", i);
    const timer = !isTwice && selected === i ? setTimeout(() => act("flip", i), DOUBLE) : undefined;
    lastTap = { i: isTwice ? -1 : i, time, timer };
    selected = i;
    if (isTwice) return remove(i);
    return tell();
  }

  const isChoosing = () => board.guessing || Array.isArray(board.order);

  function remove(i) {
    selected = -1;
    act("remove", i);
  }

  function dragTo(i, to) {
    const inside = to.map((v) => Math.max(-board.grid, Math.min(board.grid, Math.round(v))) + 0);
    if (String(inside) !== String(board.points[i].slice(0, 2))) act("move", i, inside);
  }

  function makeDot(i) {
    const shapes = [
      svgNode("circle", { class: "reach", r: 22 }),
      svgNode("circle", { class: "ring", r: 12 }),
      svgNode("circle", { class: "disk", r: 6.5 }),
      svgNode("rect", { class: "square", x: -6, y: -6, width: 12, height: 12 }),
      svgNode("text", { class: "word", x: 13, y: -9 }),
    ];
    const dot = svgNode("g", { role: "button", tabindex: 0 }, ...shapes);
    let now = i; // where points lie together, the one nearest to the pointer is meant
    grip(dot, {
      takes(event) {
        const [x, y] = data.plane.at(event);
        const far = ([px, py]) => Math.hypot(px - x, py - y);
        now = board.points.reduce(
          (best, point, j) => (far(point) < far(board.points[best]) - 1e-9 ? j : best),
          i,
        );
        dots[now].focus();
      },
      moves(event) {
        selected = now;
        dragTo(now, data.plane.at(event));
      },
      leaves: () => `moved: ${pointText(board.points[now], now)}`,
      taps: (event) => tap(now, event.timeStamp),
      steps: (by) =>
        dragTo(
          i,
          board.points[i].slice(0, 2).map((v, at) => v + by[at]),
        ),
    });
    dot.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") remove(i);
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act(isChoosing() ? "guess" : "flip", i);
    });
    // A screen reader's click comes without a pointer.
    dot.addEventListener("click", (event) => event.detail === 0 && act(isChoosing() ? "guess" : "flip", i));
    layer.append(dot);
    return dot;
  }

  function addAt(at) {
    const there = board.points.findIndex((point) => point[0] === at[0] && point[1] === at[1]);
    selected = there < 0 ? board.points.length : there;
    if (there < 0) act("add", at, Number(ui.label.value));
    else tell();
    dots[selected]?.focus();
  }

  let lastPress = -DOUBLE;
  data.plane.svg.addEventListener("pointerdown", (event) => {
    if (event.button || isChoosing() || event.target.closest("[role=button]")) return;
    const isSoon = event.timeStamp - lastPress < DOUBLE; // the second of two on empty paper
    lastPress = event.timeStamp;
    const begunAt = [event.clientX, event.clientY];
    const isOnPaper = (last) => Math.hypot(last.clientX - begunAt[0], last.clientY - begunAt[1]) <= 3;
    const clampTo = (v) => Math.max(-board.grid, Math.min(board.grid, Math.round(v))) + 0;
    const up = (last) => !isSoon && isOnPaper(last) && addAt(data.plane.at(last).map(clampTo));
    data.plane.svg.addEventListener("pointerup", up, { once: true });
  });

  // By keyboard: a free place near the middle.
  function addAnywhere() {
    const taken = new Set(board.points.map((point) => String(point.slice(0, 2))));
    for (let ring = 1; ring <= board.grid; ring += 1)
      for (let x = -ring; x <= ring; x += 1)
        for (const y of [ring, -ring]) if (!taken.has(String([x, y]))) return addAt([x, y]);
    return undefined;
  }

  // ---- the arrow of w, in both spaces ----

  const handles = [
    { plane: data.plane, space: "data", scale: () => found.arrow },
    { plane: weights.plane, space: "weight", scale: () => 1 },
  ].map(({ plane, space, scale }) => {
    const shapes = [svgNode("circle", { class: "reach", r: 22 }), svgNode("circle", { class: "grip", r: 7 })];
    const node = svgNode("g", { class: "handle", role: "button", tabindex: 0 }, ...shapes);
    const b = () => view(board).w[2];
    grip(node, {
      moves: (event) => act("hand", [...plane.at(event).map((v) => v * scale()), b()]),
      leaves: () => ACTIONS.hand(board, view(board).w)[1],
      steps(by) {
        const step = Math.max(1, Math.round(half / 12));
        act("hand", [
          ...view(board)
            .w.slice(0, 2)
            .map((v, at) => v + step * by[at]),
          b(),
        ]);
      },
    });
    plane.svg.insertBefore(node, plane === data.plane ? layer : null);
    return { plane, space, scale, node };
  });

  // u, on the rim of the weight space; another one than the best makes a weaker wall, or none.
  const uTip = (far) => {
    const [u1, u2] = found.separator ?? [0, 0];
    return [u1, u2].map((v) => (0.93 * far * v) / (Math.hypot(u1, u2) || 1));
  };
  const uShapes = [svgNode("circle", { class: "reach", r: 22 }), svgNode("circle", { class: "grip", r: 5 })];
  const uHandle = svgNode(
    "g",
    { class: "handle u", role: "button", tabindex: 0, "aria-label": "u" },
    ...uShapes,
  );
  grip(uHandle, {
    moves: (event) =>
      act(
        "turnU",
        weights.plane.at(event).map((v) => (10 * v) / half),
      ),
    leaves: () => ACTIONS.turnU(board, found.separator)[1],
    steps: (by) =>
      act(
        "turnU",
        uTip(10).map((v, at) => v + by[at]),
      ),
  });
  weights.plane.svg.append(uHandle);

  // ---- the controls ----

  const CLICKS = {
    Undo: () => travel(past, future, "undo"),
    Redo: () => travel(future, past, "redo"),
    "Add a point": addAnywhere,
    "Full screen": () => player.requestFullscreen(),
    "Leave full screen": () => document.exitFullscreen(),
    Play: run,
    Pause: () => become(board),
    Back: () => moveK(position() - 1, true),
    Step: () => moveK(position() + 1, true),
    Reset: () => moveK(0, true),
    "Run from this w": () => act("fromHere"),
    "Load this text": () => readText(ui.text.value),
    "Copy as Python": () => copy("Python", asPython(board)),
    "Copy as CSV": () => copy("CSV", asCSV(board.points)),
    "Copy as link": () => copy("link", `${location.href.split("#")[0]}#${asLink(board)}`),
    "Copy as SVG": () => copy("SVG", still()),
  };
  const whole = (node) => Math.round(node.valueAsNumber) || 0;
  const setStart = () => act("choose", "start", [ui.start0, ui.start1, ui.start2].map(whole));
  const CHANGES = {
    from: ({ value }) => value && begin(load(ownStarts[value], value), `start: ${value}`),
    guessing({ checked }) {
      become({ ...board, guessing: checked, guesses: [0, 0], hand: null, k: checked ? 0 : board.k });
      say(checked ? "which point is the next mistake?" : "guessing is off");
    },
    held({ checked }) {
      become({ ...board, k: position(), hand: null }, true);
      say(
        checked ? "the disc stands still, the wall climbs, and k goes on beyond the run" : "the disc grows",
      );
    },
    squares({ checked }) {
      ui.turn.value = 0;
      const isOver = checked && position() >= found.end;
      become(isOver ? { ...board, k: Math.max(0, found.end - 1), hand: null } : board, true);
    },
    b: (node) => act("hand", [...view(board).w.slice(0, 2), whole(node)]),
    start0: setStart,
    start1: setStart,
    start2: setStart,
    order: ({ value }) => act("choose", "order", value),
    bias: ({ value }) => act("choose", "bias", value),
    grid: ({ value }) => act("choose", "grid", Number(value)),
    async file({ files }) {
      if (files.length) readText(await files[0].text());
      ui.file.value = "";
    },
  };
  const INPUTS = { k: (node) => moveK(node.valueAsNumber), turn: () => become(board) };

  player.addEventListener("click", ({ target }) => {
    if (!CLICKS[target.textContent]) return;
    const action = CLICKS[target.textContent];
    pause();
    action();
  });
  player.addEventListener("change", ({ target }) => CHANGES[target.name]?.(target));
  player.addEventListener("input", ({ target }) => {
    if (!INPUTS[target.name]) return;
    pause();
    INPUTS[target.name](target);
  });
  player.addEventListener("keydown", (event) => {
    event.stopPropagation(); // slides would turn the page
    const isText = ["TEXTAREA", "INPUT"].includes(event.target.tagName) && event.target.type !== "range";
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || isText || !["z", "y"].includes(key)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo.click();
    else undo.click();
  });
  player.addEventListener("fullscreenchange", () => {
    full.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  });

  function readText(source) {
    try {
      const next = fromCSV(source);
      const rounded = next.units.length ? ", rounded to a grid that suits them, and with an offset" : "";
      const lacking = source.includes("points=") ? notHere(source) : [];
      const other = lacking.length ? `; a stage has no ${lacking.join(", ")}, so the run is another` : "";
      begin(next, `${next.points.length} points${rounded}${other}`);
    } catch (error) {
      say(`Not possible: ${error.message}`);
    }
  }

  async function copy(form, text) {
    ui.text.value = text;
    ui.text.select();
    try {
      await navigator.clipboard.writeText(text);
      say(`copied as ${form}`);
    } catch {
      say(`here it is as ${form}: copy the selected text`);
    }
  }

  /** Both pictures as they are, side by side: SVG that needs no page. */
  function still() {
    const copies = [data, weights].map(({ plane: { svg, size } }, at) => {
      const twin = svg.cloneNode(true);
      const twins = twin.querySelectorAll("*");
      svg.querySelectorAll("*").forEach((node, i) => {
        const style = getComputedStyle(node);
        for (const each of KEPT) twins[i].style.setProperty(each, style.getPropertyValue(each));
      });
      twin.setAttribute("x", at * (size + 20));
      for (const side of ["width", "height"]) twin.setAttribute(side, size);
      return twin;
    });
    const box = `0 0 ${2 * data.plane.size + 20} ${data.plane.size}`;
    return new XMLSerializer().serializeToString(svgNode("svg", { viewBox: box }, ...copies));
  }

  el.append(player);
  const sizes = new ResizeObserver(() => {
    for (const { plane } of [data, weights]) plane.resize(Math.round(plane.svg.clientWidth) || plane.size);
    motion.repaint();
    tell();
  });
  read();
  motion.show(pose());
  tell();
  sizes.observe(data.plane.svg);
  const sent = [location.hash, location.search].find((part) => part.includes("points="));
  if (address && sent) readText(sent);

  return {
    board: () => board,
    set: (next) => become(next, true),
    view: () => view(board),
    still,
    remove() {
      pause();
      motion.stop();
      sizes.disconnect();
      player.remove();
    },
  };
}
