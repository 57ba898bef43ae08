// Points that are dragged. Python computes and draws; here a point follows the pointer at once,
// what the reader does is sent to Python, and what Python has drawn is shown.
//
// One message is under way at a time. What happens meanwhile waits, and of one drag only the latest
// place. When the reader rests, Python is asked for the pictures of all k, a few at a time; once
// they are here, the slider k needs Python no more.

const PATIENCE = 4000; // milliseconds until Python is taken not to answer
const REST = 150; // milliseconds without an action after which pictures are drawn ahead
const DOUBLE = 280; // milliseconds within which two taps are one double tap
const NEAR = 14; // pixels within which they are at one place

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SILENT = "Waiting for Python … If it was restarted, run this cell again.";
const NO_PYTHON = "Points move only where Python runs: in Jupyter, or on Binder. Here k moves.";

function labelled(text, control) {
  control.id = `perceptron-points-${nextNumber()}`;
  return element("span", { class: "labelled" }, element("label", { for: control.id }, text), control);
}

function select(options, action) {
  const rows = Object.entries(options).map(([value, text]) => element("option", { value }, text));
  const node = element("select", OWN_KEYS, ...rows);
  node.addEventListener("change", () => action(node.value));
  return node;
}

// Not `disabled`, so that it keeps the focus: whoever presses it hears why there is nothing to do.
function enable(node, able) {
  node.setAttribute("aria-disabled", !able);
}

const apart = (one, other) => Math.hypot(one.clientX - other?.clientX, one.clientY - other?.clientY);

function number(action) {
  const node = element("input", { type: "number", step: 1, ...OWN_KEYS });
  node.addEventListener("change", () => action(node.valueAsNumber || 0));
  return node;
}

// Messages to Python: one under way, the rest waiting.
function connect(model, told) {
  let waiting = [];
  let sent = model.get("picture").n;
  let underWay = false;
  let silence;

  function pump() {
    if (underWay || !waiting.length) return;
    sent += 1;
    underWay = true;
    const { key, copies } = model.get("picture");
    model.send({ n: sent, actions: waiting, key, link: copies.link });
    waiting = [];
    clearTimeout(silence);
    silence = setTimeout(() => told(model.get("progress") || SILENT), PATIENCE);
  }

  return {
    hasPython: () => hasPython(model),
    idle: () => !underWay && !waiting.length,

    act(action) {
      if (!hasPython(model)) return told(NO_PYTHON);
      const last = waiting.at(-1);
      if (action.drag !== undefined && last?.drag === action.drag) waiting.pop();
      waiting.push(action);
      pump();
    },

    drawAhead() {
      if (hasPython(model)) model.send({ ahead: true });
    },

    answered(n) {
      if (n < sent) return;
      underWay = false;
      clearTimeout(silence);
      told("");
      pump();
    },

    close: () => clearTimeout(silence),
  };
}

// One of the two pictures: Python's drawing, and over its axes a place for controls.
function makeSheet([left, top, width, height], id) {
  const drawing = element("div", { class: "drawing picture" });
  let svg, definitions, slots, shown;
  const over = element("div", { class: "over" });
  Object.assign(over.style, {
    left: `${100 * left}%`,
    top: `${100 * top}%`,
    width: `${100 * width}%`,
    height: `${100 * height}%`,
  });
  return {
    node: element("div", { class: "sheet" }, drawing, over),
    over,

    // The names in it are those of the Python that drew it: another one draws it anew.
    redraw(background) {
      drawing.innerHTML = named(background, id);
      svg = drawing.firstChild;
      svg.setAttribute("role", "img");
      definitions = svg.querySelector("defs");
      slots = svg.querySelectorAll(".slot");
      shown = [];
    },

    define(svgOfDefinitions) {
      definitions.innerHTML = named(svgOfDefinitions, id);
    },

    show(pieces, alt) {
      pieces.forEach((piece, i) => {
        if (shown[i] === piece) return;
        slots[i].innerHTML = named(piece, id);
        shown[i] = piece;
      });
      svg.setAttribute("aria-label", alt);
    },

    // Where a pointer is, in units of the axes that reach from −half to half.
    at(event, half) {
      const box = over.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      const y = (event.clientY - box.top) / box.height;
      return [(2 * x - 1) * half, (1 - 2 * y) * half];
    },

    put(node, [x, y], half) {
      const share = (value) => 50 * (1 + Math.max(-1, Math.min(1, value / half)));
      node.style.translate = `${share(x)}cqw ${100 - share(y)}cqh`;
    },
  };
}

let drags = 0;

// Calls moved(event, drag) while a pointer drags the node, and ended(event, whether it moved).
function draggable(node, begins, moved, ended) {
  node.addEventListener("pointerdown", (event) => {
    if (event.button || !begins(event)) return;
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    const drag = (drags += 1);
    let far = false;

    function move(next) {
      far ||= apart(next, event) > 3;
      if (far) moved(next, drag);
    }

    function end(last) {
      for (const [name, action] of Object.entries(listeners)) node.removeEventListener(name, action);
      ended(last, far);
    }

    const listeners = { pointermove: move, pointerup: end, pointercancel: end };
    for (const [name, action] of Object.entries(listeners)) node.addEventListener(name, action);
  });
}

// The keys of something that moves by steps; held down, they are one drag.
function stepKeys(node, step) {
  let drag;
  node.addEventListener("keydown", (event) => {
    const by = ARROWS[event.key];
    if (!by || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) drag = drags += 1;
    step(by, drag);
  });
}

function render({ model, el }) {
  const id = `perceptron-points-${nextNumber()}`;
  const fixed = model.get("fixed");
  const message = element("p", { class: "message", role: "status" });
  const link = connect(model, say);
  const [data, weights] = fixed.frames.map((frame, i) => makeSheet(frame, `${id}-${i}`));
  const { on, close } = listening(model);
  let picture = model.get("picture");
  let selected = -1; // the point that was tapped or has the focus
  let held = -1; // the point that is being dragged
  let handle; // the arrow of w that is being dragged
  let look; // the k that Python does not know of yet
  let nextLabel = 1;
  let rest;
  let focusAfter;

  function say(text) {
    message.textContent = text;
    message.hidden = !text;
  }

  // What the slider was moved to by itself goes before the next thing that Python is told.
  function act(action) {
    if (look !== undefined && action.do !== "look") link.act({ do: "look", k: look });
    look = undefined;
    if (["start", "csv", "link"].includes(action.do)) selected = -1; // these are other points
    link.act(action);
  }

  // ---- points ----

  const dots = [];

  function toGrid(event) {
    const inside = (v) => Math.max(-picture.chosen.grid, Math.min(picture.chosen.grid, Math.round(v))) + 0;
    return data.at(event, picture.limit).map(inside);
  }

  function showDot(dot, at) {
    dot.at = at;
    data.put(dot, at, picture.limit);
  }

  function moveTo(i, to, drag) {
    if (!link.hasPython()) return say(NO_PYTHON);
    if (String(dots[i].at) === String(to)) return;
    showDot(dots[i], to);
    act({ do: "move", point: i, to, drag });
  }

  function nearest(event) {
    const distance = (dot) => {
      const box = dot.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2;
      return Math.hypot(x, event.clientY - box.top - box.height / 2);
    };
    return dots.indexOf(dots.reduce((a, b) => (distance(b) < distance(a) ? b : a)));
  }

  function choose(i) {
    selected = i;
    dots.forEach((dot, j) => dot.classList.toggle("selected", j === i));
  }

  function use(i) {
    act(picture.guessing ? { do: "guess", point: i } : { do: "flip", point: i });
  }

  function remove(i) {
    focusAfter = Math.min(i, dots.length - 2);
    act({ do: "remove", point: i });
  }

  // A tap chooses a point, a tap on the chosen one turns its label, two taps remove it.
  let lastTap = { i: -1, time: 0, timer: undefined };

  function tap(i, event) {
    const twice = lastTap.i === i && event.timeStamp - lastTap.time < DOUBLE;
    clearTimeout(lastTap.timer);
    const timer = !twice && selected === i && !picture.guessing && setTimeout(use, DOUBLE, i);
    lastTap = { i: twice ? -1 : i, time: event.timeStamp, timer };
    choose(i);
    if (picture.guessing) return use(i);
    if (twice) remove(i);
  }

  function makeDot(i) {
    const dot = element("button", { type: "button", class: "dot", ...OWN_KEYS });
    let now = i; // where two points lie together, the one nearest to the pointer is meant
    draggable(
      dot,
      (event) => {
        now = nearest(event);
        dots[now].focus();
        return true;
      },
      (event, drag) => {
        held = now;
        choose(now);
        moveTo(now, toGrid(event), drag);
      },
      (event, moved) => {
        held = -1;
        tell();
        if (moved) return showDot(dots[now], dots[now].at);
        if (!again) tap(now, event);
      },
    );
    stepKeys(dot, ([x, y], drag) => {
      const to = [dot.at[0] + x, dot.at[1] + y];
      if (to.every((v) => Math.abs(v) <= picture.chosen.grid)) moveTo(i, to, drag);
    });
    dot.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") remove(i);
    });
    // Enter and Space come as a click without a pointer, and so does a screen reader's.
    dot.addEventListener("click", (event) => event.detail === 0 && use(i));
    return dot;
  }

  function showDots() {
    while (dots.length > picture.points.length) dots.pop().remove();
    while (dots.length < picture.points.length) {
      dots.push(makeDot(dots.length));
      data.over.append(dots.at(-1));
    }
    dots.forEach((dot, i) => {
      const [x, y, label] = picture.points[i];
      dot.className = `dot ${label > 0 ? "plus" : "minus"}`;
      dot.classList.toggle("selected", i === selected);
      dot.setAttribute("aria-label", picture.names[i]);
      dot.dataset.number = dots.length <= 12 ? i : "";
      if (i !== held && link.idle()) showDot(dot, [x, y]);
    });
    if (focusAfter !== undefined && link.idle()) {
      (dots[focusAfter] ?? addButton).focus();
      focusAfter = undefined;
    }
  }

  function addAt(at) {
    const there = dots.findIndex((dot) => String(dot.at) === String(at));
    if (there >= 0) return choose(there), dots[there].focus();
    selected = focusAfter = dots.length;
    act({ do: "add", at, label: nextLabel });
  }

  // Not a click: after a drag by touch Chromium makes none of the next tap.
  let pressed;
  let again; // whether this is the second of two presses on empty paper, where now a point may be
  data.over.addEventListener("pointerdown", (event) => {
    const soon = event.timeStamp - pressed?.timeStamp < DOUBLE && apart(event, pressed) < NEAR;
    again = soon && pressed.target === data.over;
    pressed = event;
  });
  data.over.addEventListener("pointerup", (event) => {
    const meant = !again && apart(event, pressed) <= 3 && !event.button && !picture.guessing;
    if (meant && event.target === data.over && pressed.target === data.over) addAt(toGrid(event));
  });
  data.over.addEventListener("focusout", (event) => {
    if (!data.over.contains(event.relatedTarget)) choose(-1);
  });

  // By keyboard: a free place near the middle; no line through the middle has a point there right.
  function addAnywhere() {
    const taken = new Set(dots.map((dot) => String(dot.at)));
    for (let ring = 1; ring <= picture.chosen.grid; ring += 1)
      for (let x = -ring; x <= ring; x += 1)
        for (const y of [ring, -ring]) if (!taken.has(String([x, y]))) return addAt([x, y]);
  }

  // ---- the arrow of w, in both spaces ----

  const arrows = [
    [data, "data", () => picture.limit * picture.arrow],
    [weights, "weights", () => picture.half],
  ].map(([sheet, space, half]) => {
    const node = element("button", { type: "button", class: "arrow", ...OWN_KEYS });
    draggable(
      node,
      () => link.hasPython() || say(NO_PYTHON),
      (event, drag) => {
        handle = node;
        const to = sheet.at(event, half());
        sheet.put(node, to, half());
        const unit = space === "data" ? picture.arrow : 1;
        act({ do: "hand", to: to.map((v) => v / unit), space, drag });
      },
      () => {
        handle = undefined;
        tell();
        showArrows(picture.w);
      },
    );
    stepKeys(node, (by) => act({ do: "hand", by }));
    sheet.over.append(node);
    return { node, sheet, half, space };
  });

  function showArrows(w) {
    const words = w.slice(0, 2).map((v) => String(Math.round(v * 1000) / 1000).replace("-", "−")).join(", ");
    for (const { node, sheet, half, space } of arrows) {
      if (node !== handle) sheet.put(node, w, half());
      node.setAttribute("aria-label", `arrow of w in the ${space} space, w = (${words})`);
    }
  }

  // ---- k ----

  const slider = element("input", { type: "range", min: 0, step: 1, id: `${id}-k`, ...OWN_KEYS });
  const kOutput = element("output", { for: slider.id });
  function moveK(position) {
    const at = Math.max(0, Math.min(position, picture.stops.length - 1));
    slider.value = at;
    const states = model.get("states");
    if (states.key !== picture.key) return act({ do: "look", k: picture.stops[at], drag: "k" });
    look = picture.stops[at];
    const pieces = states.states[at].map((side) => side.map((piece) => states.pieces[piece]));
    showState({ pieces, text: states.text[at], alt: states.alt[at], w: states.w[at], k: look });
  }

  const time = timeButtons("mistakes k", slider, moveK);
  slider.addEventListener("input", () => {
    time.pause();
    moveK(slider.valueAsNumber);
  });
  const offset = number(() => act({ do: "hand", b: offset.valueAsNumber || 0 }));
  const here = button("Run from this w", () => act({ do: "run from here" }));

  // ---- what stands around the pictures ----

  const undo = button("Undo", () => act({ do: "undo" }));
  const redo = button("Redo", () => act({ do: "redo" }));
  const addButton = button("Add a point", addAnywhere);
  const newLabel = select({ 1: "● +1", "-1": "□ −1" }, (value) => (nextLabel = Number(value)));
  const names = Object.fromEntries(["", ...fixed.starts].map((name) => [name, name]));
  const starts = select(names, (name) => {
    if (name) act({ do: "start", name });
    showStart();
  });

  // A start that has been changed can be chosen again: what stands there is not the start.
  function showStart() {
    const { origin, changed } = picture;
    const [other] = starts.options;
    other.textContent = changed ? `${origin}, changed` : "your own points";
    other.hidden = origin !== "" && !changed;
    starts.value = changed ? "" : origin;
  }
  const guessing = element("input", { type: "checkbox", ...OWN_KEYS });
  guessing.addEventListener("change", () => act({ do: "guessing", on: guessing.checked }));
  const score = element("output");
  const full = button("Full screen", () =>
    document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen(),
  );

  const choices = Object.fromEntries(
    Object.entries(fixed.choices).map(([name, options]) => [
      name,
      select(options, (value) =>
        act({ do: "choose", name, value: name === "grid" ? Number(value) : value }),
      ),
    ]),
  );
  const starting = [0, 1, 2].map(() =>
    number(() =>
      act({ do: "choose", name: "start", value: starting.map((node) => node.valueAsNumber || 0) }),
    ),
  );
  const startNames = ["initial w₁", "initial w₂", "initial b"];

  const text = element("textarea", { rows: 5, "aria-label": "data as text", ...OWN_KEYS });
  const file = element("input", { type: "file", accept: ".csv,.txt,.tsv", "aria-label": "CSV file" });
  file.addEventListener("change", async () => {
    if (file.files.length) act({ do: "csv", text: await file.files[0].text() });
    file.value = "";
  });

  async function copy(form) {
    const { link: end, [form]: found } = picture.copies;
    if (form === "link") text.value = `${globalThis.location.href.split("#")[0]}#${end}`;
    else text.value = found ?? `points_explorer(start="${end}")`;
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = `copied as ${form}`;
    } catch {
      said.textContent = `here it is as ${form}: copy the selected text`;
    }
  }

  const onPage = model.get("kernel") !== undefined;
  const forms = ["Python", "CSV", onPage ? "link" : "a cell"]; // no address leads into a notebook
  const said = element("p", { class: "said", role: "status", "aria-live": "polite" });
  const verdict = element("output", { class: "verdict" });
  const words = element("div", { class: "words" });
  const setting = (...nodes) => element("div", { class: "setting" }, ...nodes);
  const rest_of_it = [
    element(
      "details",
      {},
      element("summary", OWN_KEYS, "Order, offset, initial w, learning rate, paper"),
      setting(
        ...Object.entries(choices).map(([name, node]) => labelled(fixed.titles[name], node)),
        ...starting.map((node, i) => labelled(startNames[i], node)),
      ),
    ),
    element(
      "details",
      {},
      element("summary", OWN_KEYS, "Data in and out"),
      element("p", {}, "One point a line: x1, x2, label. Numbers that are not on the grid get a unit of their own, and are rounded. Or a copied link."),
      text,
      setting(
        button("Load this text", () => {
          act({ do: "csv", text: text.value });
          said.scrollIntoView({ block: "nearest" });
        }),
        labelled("or a file", file),
        ...forms.map((form) => button(`Copy as ${form}`, () => copy(form))),
      ),
    ),
  ];
  const desk = element(
    "div",
    { class: "desk" },
    ...(fixed.task ? [element("p", { class: "task" }, "Challenge: ", fixed.task)] : []),
    setting(
      labelled("start with", starts),
      undo,
      redo,
      addButton,
      labelled("new points", newLabel),
      labelled("guess the next mistake", guessing),
      score,
      full,
    ),
    element("div", { class: "news" }, ...(fixed.task ? [verdict] : []), said),
    element("div", { class: "sheets" }, data.node, weights.node, message),
    setting(
      element("label", { for: slider.id }, "mistakes k"),
      slider,
      kOutput,
      time.node,
      labelled("b of the line", offset),
      here,
    ),
    words,
    ...rest_of_it,
  );
  const name = { class: "perceptron-points", role: "group", "aria-label": model.get("label") };
  const player = element("div", name, desk);
  // Slides would turn the page at a key that is meant for a control.
  player.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const written = ["TEXTAREA", "INPUT"].includes(event.target.tagName);
    if (!(event.ctrlKey || event.metaKey) || (written && event.target.type !== "range")) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      act({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
  });
  player.addEventListener("fullscreenchange", () => {
    full.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    full.ariaLabel = full.textContent;
  });
  el.append(player);

  // ---- showing ----

  function showState({ pieces, text: lines, alt, w, k }) {
    [data, weights].forEach((sheet, i) => sheet.show(pieces[i], alt[i]));
    words.replaceChildren(
      ...lines.split("\n").map((line) => {
        const parts = line.split(/(\S*\/\S*)/); // every other one is a quotient, which stays whole
        const nodes = parts.map((part, i) => (i % 2 ? element("span", {}, part) : part));
        return element("div", line.startsWith("✗") ? { class: "fails" } : {}, ...nodes);
      }),
    );
    kOutput.textContent = `${k} of ${picture.stops.at(-1)}`;
    slider.setAttribute("aria-valuetext", kOutput.textContent);
    showArrows(w);
    if (document.activeElement !== offset) offset.value = w[2];
  }

  function show() {
    picture = model.get("picture");
    link.answered(picture.n);
    slider.max = picture.stops.length - 1;
    const places = picture.stops.map((stop) => Math.abs(stop - picture.k));
    slider.value = places.indexOf(Math.min(...places));
    showState(picture);
    showDots();
    enable(undo, picture.can[0]);
    enable(redo, picture.can[1]);
    enable(here, picture.byHand);
    enable(addButton, picture.points.length < fixed.most);
    guessing.checked = picture.guessing;
    const [right, asked] = picture.guesses;
    score.textContent = picture.guessing ? `${right} right of ${asked}` : "";
    showStart();
    for (const [name, node] of Object.entries(choices)) node.value = picture.chosen[name];
    starting.forEach((node, i) => (node.value = picture.chosen.start[i]));
    for (const node of [starting[2], offset])
      node.parentElement.hidden = picture.chosen.bias === "none";
    if (picture.verdict) {
      const [solved, found] = picture.verdict;
      verdict.textContent = `${solved ? "✓ solved" : "not yet"}: ${found}`;
      verdict.classList.toggle("solved", solved);
    }
    tell();
    drawAheadSoon();
  }

  // What was done is said once it is done, not at each place of a drag.
  function tell() {
    if (held < 0 && !handle && picture.said && said.textContent !== picture.said)
      said.textContent = picture.said;
  }

  function drawAheadSoon() {
    clearTimeout(rest);
    rest = setTimeout(() => {
      if (held >= 0 || handle || !link.idle()) return drawAheadSoon();
      if (model.get("states").key !== picture.key) link.drawAhead();
    }, REST);
  }

  function redraw() {
    model.get("fixed").backgrounds.forEach((each, i) => [data, weights][i].redraw(each));
    define();
    show();
  }

  function define() {
    model.get("definitions").forEach((each, i) => [data, weights][i].define(each));
  }

  redraw();
  say("");
  on("change:fixed", redraw);
  on("change:definitions", define);
  on("change:picture", show);
  on("change:progress", () => say(model.get("progress")));
  on("change:ahead", () => {
    if (held < 0 && !handle && link.idle() && model.get("states").key !== picture.key)
      link.drawAhead();
  });
  if (onPage && !fixed.task && location.hash.includes("points="))
    act({ do: "link", text: location.hash });

  return () => {
    time.pause();
    clearTimeout(rest);
    link.close();
    close();
  };
}

export default { render };
