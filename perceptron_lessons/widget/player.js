// Shows the states that Python has drawn. Nothing is drawn and nothing is computed here.
//
// A drawing holds a background, the pieces that move, and for each state which pieces it consists
// of, with its text and its alt text; null stands for a state that Python has not drawn yet. Sliders
// choose a state; that needs no Python. Choosers ask Python for another drawing.

// As in player.py, which brings them in the words of the picture.
const FOLLOWS = "This picture is still being drawn";
const ASKING = "Asking the kernel for new pictures …";
const STILL = "The picture still shows {choice}: {why}.";
const NEEDS_KERNEL = "another choice needs a running kernel";
const RESTARTED = "the kernel was restarted; run this cell again for another {chooser}";
const SILENT = "the kernel does not answer. If it was restarted, run this cell again for another {chooser}";
const PATIENCE = 3000; // milliseconds until Python is taken not to answer
const WIDER = 1.4; // times its size on paper a picture may be, where there is room
const POINTS = 72 / 96; // of a pixel
const LEAST = 1.05; // pixels for a point: what is smaller nobody reads
const NARROW = 600; // pixels, as in player.css

// Pictures that stand for a slider on paper: as many as a page has room for, in letters that can be read.
const STRIP = { most: 6, scale: 0.9, width: 650, height: 930, gap: 10, words: 30 }; // pixels

const SPEEDS = { slow: 3000, normal: 1500, fast: 600 }; // milliseconds a state is shown by Play

const COLOUR = /#([0-9a-f]{6})\b/g; // names begin with ~
const NAME = /(\bid="|#)~/g;

// In Jupyter a control that has the focus keeps its keys only if it carries this mark.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true", autocomplete: "off" };

// Pictures on one page must not share names: ~ stands for one's own. Where the page has a colour of
// its own for one of the picture's, that is taken.
function named(svg, name) {
  return svg.replace(COLOUR, "var(--ink-$1, #$1)").replace(NAME, `$1${name}-`);
}

// Jupyter loads a script anew for each widget, so the count is kept where all of them see it.
function nextNumber() {
  globalThis.perceptronWidgets = (globalThis.perceptronWidgets ?? 0) + 1;
  return globalThis.perceptronWidgets;
}

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(text, action, name = text) {
  const node = element("button", { type: "button", "aria-label": name, ...OWN_KEYS }, text);
  node.addEventListener("click", action);
  return node;
}

// A page without Jupyter has no widget manager and says by the value `kernel` whether it has a
// Python. Where the kernel was shut down, the manager's kernel is null.
function hasPython(model) {
  const kernel = model.widget_manager?.kernel;
  return model.get("kernel") !== false && kernel !== null && !kernel?.isDisposed;
}

// Listens to a model until it is closed.
function listening(model) {
  const listeners = [];
  return {
    on(event, action) {
      model.on(event, action);
      listeners.push([event, action]);
    },
    close() {
      for (const [event, action] of listeners) model.off(event, action);
    },
  };
}

// Play, Back, Step and Reset for a slider that stands for time, in the words of the picture.
function timeButtons(label, input, moveTo, words) {
  let timer;

  function name(text) {
    play.textContent = text;
    play.setAttribute("aria-label", `${text}: ${label}`);
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    name(words.Play);
  }

  function tick() {
    moveTo(input.valueAsNumber + 1);
    if (input.valueAsNumber === Number(input.max)) pause();
  }

  function start() {
    if (input.valueAsNumber === Number(input.max)) moveTo(0);
    name(words.Pause);
    timer = setInterval(tick, SPEEDS[speed.value]);
  }

  function jump(position) {
    pause();
    moveTo(position);
  }

  const made = (text, action) => button(text, action, `${text}: ${label}`);
  const play = made(words.Play, () => (timer ? pause() : start()));
  const back = made(words.Back, () => jump(input.valueAsNumber - 1));
  const step = made(words.Step, () => jump(input.valueAsNumber + 1));
  const reset = made(words.Reset, () => jump(0));
  const speeds = Object.keys(SPEEDS).map((name) => element("option", { value: name }, words[name]));
  const speed = element("select", { "aria-label": `${words.speed}: ${label}`, ...OWN_KEYS }, ...speeds);
  speed.value = matchMedia("(prefers-reduced-motion: reduce)").matches ? "slow" : "normal";
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    start();
  });
  return { pause, node: element("span", { class: "buttons" }, play, speed, back, step, reset) };
}

// A row with a control and its visible name.
function setting(control, label) {
  const name = element("label", { for: control.id }, ...typeset(label));
  return element("div", { class: "setting" }, name, control);
}

// The index of a value, or of the number nearest to it: another widget may set any number.
function nearest(values, value) {
  const exact = values.indexOf(value);
  if (exact >= 0 || typeof value !== "number") return Math.max(exact, 0);
  const distances = values.map((other) => Math.abs(other - value));
  return distances.indexOf(Math.min(...distances));
}

// What connects a player with Python, where there is any.
function connect(model) {
  const { on, close } = listening(model);
  let restarted = false;

  // After a restart there is a kernel again, but this player's Python object is gone.
  on("comm_live_update", () => {
    restarted = true;
  });

  return {
    on,
    get: (name) => model.get(name),

    hasKernel: () => hasPython(model),
    wasRestarted: () => restarted,

    put(name, value) {
      model.set(name, value);
      if (this.hasKernel()) model.save_changes();
    },

    askForStates: () => model.send("prepare"),
    close,
  };
}

// Words to choose from, where a slider would have to be searched for them.
function makeRadios({ name, label, values, texts }, id, link) {
  const inputs = texts.map((_, position) => {
    const marks = { type: "radio", name: `${id}-${name}`, value: position, ...OWN_KEYS };
    const input = element("input", { id: `${id}-${name}-${position}`, ...marks });
    input.addEventListener("change", () => link.put(name, values[position]));
    return input;
  });
  const labels = inputs.map((input, i) => element("label", { for: input.id }, input, texts[i]));
  return {
    name,
    row: element("fieldset", { role: "radiogroup" }, element("legend", {}, label), ...labels),
    count: values.length,
    pause() {},
    follow() {
      const position = nearest(values, link.get(name));
      if (link.get(name) !== values[position]) link.put(name, values[position]);
      inputs[position].checked = true;
      return position;
    },
  };
}

function makeSlider({ name, label, values, texts, time }, id, link) {
  const last = values.length - 1;
  const range = { type: "range", min: 0, max: last, step: 1 };
  const input = element("input", { ...range, id: `${id}-${name}`, ...OWN_KEYS });
  // As wide as the longest text, so that nothing moves when the text changes.
  const width = `${Math.max(...texts.map((text) => text.length))}ch`;
  const output = element("output", { for: input.id, style: `min-width: ${width}` });
  const row = setting(input, label);
  // On a narrow page they go to the next line together.
  row.append(element("span", { class: "range" }, input, output));

  function moveTo(position) {
    link.put(name, values[Math.min(Math.max(position, 0), last)]);
  }

  input.addEventListener("input", () => moveTo(input.valueAsNumber));
  const buttons = time ? timeButtons(label, input, moveTo, link.get("buttons")) : undefined;
  if (buttons) row.append(buttons.node);

  return {
    name,
    row,
    count: values.length,
    pause: () => buttons?.pause(),

    // Show the model's value and return its position.
    follow() {
      const position = nearest(values, link.get(name));
      if (link.get(name) !== values[position]) link.put(name, values[position]);
      input.value = position;
      input.setAttribute("aria-valuetext", texts[position]);
      output.textContent = texts[position];
      return position;
    },
  };
}

// Formulas in plain text have subscripts like w_{k+1} and powers like θ^(k).
function typeset(text) {
  const parts = text.split(/(?<=(?:^|[^\p{L}])\p{L}\p{M}*)([_^](?:\{[^}]*\}|\([^)]*\)|[\w*]+))/u);
  return parts.map((part, i) => {
    if (i % 2 === 0) return part;
    return element(part[0] === "_" ? "sub" : "sup", {}, part.slice(1).replace(/[{}]/g, ""));
  });
}

function makeChooser({ name, label, values, texts }, id, link, ask) {
  const options = texts.map((text, position) => element("option", { value: position }, text));
  const select = element("select", { id: `${id}-${name}`, ...OWN_KEYS }, ...options);
  select.disabled = !link.hasKernel();
  select.addEventListener("change", () => ask(chooser, values[select.value]));
  const chooser = {
    name,
    label,
    row: setting(select, label),
    // What the model has need not be drawn: Python may be at it, or gone.
    showChosen() {
      select.value = nearest(values, link.get(name));
    },
    showDrawn(choice) {
      select.value = choice[name];
    },
    textOf: (choice) => texts[choice[name]],
  };
  return chooser;
}

// How many pictures a page has room for.
function roomOnPaper([width, height]) {
  const { most, scale, gap, words } = STRIP;
  const columns = Math.max(Math.floor((STRIP.width + gap) / (scale * width + gap)), 1);
  const rows = Math.floor((STRIP.height + gap) / (scale * height + words + gap));
  return Math.min(Math.max(columns * rows, 2), most);
}

// The panels of a picture one below the other, then the entries of its legend: each a window on
// a copy of the whole, which takes its definitions from the picture itself. (A `use` of the whole
// would be built anew from end to end whenever a piece of it changes.)
function stackOf({ panels, entries }, background) {
  const copy = background.replace(/<defs>.*<\/defs>/s, "");

  function show(box, look) {
    return copy.replace(/viewBox="[^"]*"/, `viewBox="${box.join(" ")}" style="${look(box[2])}"`);
  }

  const parts = panels.map((box) => show(box, (wide) => `min-width: ${LEAST * wide}px`));
  const names = entries.map((box) => show(box, (wide) => `width: ${wide / POINTS}px`));
  return `${parts.join("")}<div class="key">${names.join("")}</div>`;
}

function makeLayout(label, prompt) {
  const task = element("p", { class: "prompt" }, prompt);
  const sliders = element("div", { class: "settings" });
  const choosers = element("div", { class: "settings choices" });
  const picture = element("div", { class: "picture" });
  const message = element("p", { class: "message", role: "status" });
  const paper = element("div", { class: "paper" }, picture, message);
  const reserve = element("div", { class: "reserve", "aria-hidden": "true" });
  const status = { role: "status", "aria-live": "polite" };
  const description = element("div", { class: "description", ...status });
  const words = element("div", { class: "words" }, reserve, description);
  const group = { class: "perceptron-player", role: "group", "aria-label": label };
  const strip = element("div", { class: "strip" });
  const player = element("div", group, task, sliders, choosers, paper, words, strip);
  // Slides would turn the page at a key that is meant for a control.
  player.addEventListener("keydown", (event) => event.stopPropagation());
  return {
    player,
    sliders,
    choosers,
    paper,
    picture,
    message,
    reserve,
    description,
    strip,
  };
}

function render({ model, el }) {
  const id = `perceptron-player-${nextNumber()}`;
  const link = connect(model);
  const layout = makeLayout(link.get("label"), link.get("prompt") ?? "");
  el.append(layout.player);

  let drawing;
  let controls; // the sliders as the drawing has them
  let sliders = [];
  let narrow = false;
  let slots = []; // of each copy
  let shown = [];
  let said;
  let lacking = false; // the state to be shown is not drawn yet
  let waiting;

  function inWords(text, values = {}) {
    const template = link.get("buttons")?.[text] ?? text;
    return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function say(text) {
    clearTimeout(waiting);
    layout.message.textContent = text;
    layout.message.hidden = !text;
  }

  function sayHowFar() {
    say(link.get("progress") || (lacking ? inWords(FOLLOWS) : ""));
  }

  function showDrawing() {
    if (drawing?.states && !link.get("drawing").states) return; // nothing to show in its place
    drawing = link.get("drawing");
    showControls();
    for (const chooser of choosers) chooser.showDrawn(drawing.choice);
    layout.picture.style.aspectRatio = drawing.size.join(" / ");
    layout.paper.style.maxWidth = `${WIDER * drawing.size[0]}px`;
    const whole = drawing.states && !drawing.states.includes(null);
    layout.player.classList.toggle("following", !whole);
    // Some of the texts say nothing of the room that all of them need.
    if (whole || !layout.reserve.textContent) layout.reserve.textContent = drawing.reserve;
    if (drawing.states) showBackground();
    showState();
  }

  // Those that are the same stay, with the focus and with Play.
  function showControls() {
    const same = JSON.stringify(drawing.sliders);
    if (controls === same) return;
    controls = same;
    for (const slider of sliders) slider.pause();
    sliders = drawing.sliders.map(makeControl);
    layout.sliders.replaceChildren(...sliders.map((slider) => slider.row));
  }

  function makeControl(control) {
    if (control.words) return makeRadios(control, id, link);
    return makeSlider(control, id, link);
  }

  function showBackground() {
    const background = named(drawing.background, id);
    layout.picture.innerHTML = background;
    layout.picture.firstChild.setAttribute("role", "img");
    const stack = element("div", { class: "stack", "aria-hidden": "true" });
    if (narrow) stack.innerHTML = stackOf(drawing, background);
    layout.picture.append(stack);
    const copies = [...layout.picture.querySelectorAll("svg")];
    slots = copies.map((copy) => [...copy.querySelectorAll(".slot")]);
    shown = [];
  }

  function fit({ contentRect }) {
    if (narrow === contentRect.width <= NARROW) return;
    narrow = !narrow;
    if (!drawing.states) return;
    showBackground();
    showState();
  }

  // The states stand in the order in which the last slider varies fastest.
  function stateNumber() {
    let number = 0;
    for (const slider of sliders) number = number * slider.count + slider.follow();
    return number;
  }

  function showState() {
    const state = stateNumber();
    const pieces = drawing.states?.[state];
    if (lacking || !pieces) {
      lacking = !pieces;
      sayHowFar();
    }
    if (lacking) return link.askForStates();
    pieces.forEach(showPiece);
    layout.picture.firstChild.setAttribute("aria-label", drawing.alt[state]);
    // A screen reader reads aloud what is written anew, even if it is the same.
    const text = drawing.text[state];
    if (said !== text) layout.description.replaceChildren(...typeset(text));
    said = text;
  }

  function showPiece(piece, i) {
    if (shown[i] === piece) return;
    const drawn = named(drawing.pieces[piece], id);
    for (const copy of slots) copy[i].innerHTML = drawn;
    shown[i] = piece;
  }

  // On paper: states of the slider that stands for time, or of the first, from end to end; the
  // other sliders as they stand.
  function showStrip() {
    if (!drawing.states || !sliders.length) return;
    const places = sliders.map((slider) => slider.follow());
    const moving = Math.max(
      drawing.sliders.findIndex(({ time }) => time),
      0,
    );
    const { count } = sliders[moving];
    const several = Math.min(count, roomOnPaper(drawing.size));
    const states = Array.from({ length: several }, (_, frame) => {
      places[moving] = Math.round((frame * (count - 1)) / Math.max(several - 1, 1));
      return sliders.reduce((number, slider, i) => number * slider.count + places[i], 0);
    });
    const there = states.filter((state) => drawing.states[state]);
    layout.strip.replaceChildren(...there.map((state, i) => printed(state, `${id}-${i}`)));
  }

  function printed(state, name) {
    const picture = element("div");
    picture.innerHTML = named(drawing.background, name);
    picture.querySelectorAll(".slot").forEach((slot, i) => {
      slot.innerHTML = named(drawing.pieces[drawing.states[state][i]], name);
    });
    const [words] = drawing.text[state].split("\n");
    const style = `width: ${STRIP.scale * drawing.size[0]}px`;
    return element("figure", { style }, picture, element("figcaption", {}, ...typeset(words)));
  }

  const hideStrip = () => layout.strip.replaceChildren();

  // A choice for which Python must draw. Where it does not, the chooser goes back.
  function ask(chooser, value) {
    function giveUp(reason) {
      chooser.showDrawn(drawing.choice);
      const why = inWords(reason, { chooser: chooser.label });
      say(inWords(STILL, { choice: chooser.textOf(drawing.choice), why }));
    }

    if (!link.hasKernel()) return giveUp(NEEDS_KERNEL);
    if (link.wasRestarted()) return giveUp(RESTARTED);
    say(inWords(ASKING));
    waiting = setTimeout(giveUp, PATIENCE, SILENT);
    link.put(chooser.name, value);
  }

  const choosers = link.get("choosers").map((control) => makeChooser(control, id, link, ask));
  layout.choosers.append(...choosers.map((chooser) => chooser.row));
  if (choosers.length && !link.hasKernel()) layout.choosers.append(element("span", {}, `(${inWords(NEEDS_KERNEL)})`));

  showDrawing();
  sayHowFar();
  const room = new ResizeObserver(([entry]) => fit(entry));
  room.observe(layout.player);
  link.on("change:drawing", showDrawing);
  link.on("change:progress", sayHowFar);
  for (const slider of sliders) link.on(`change:${slider.name}`, showState);
  for (const chooser of choosers) link.on(`change:${chooser.name}`, chooser.showChosen);
  addEventListener("beforeprint", showStrip);
  addEventListener("afterprint", hideStrip);

  return () => {
    removeEventListener("beforeprint", showStrip);
    removeEventListener("afterprint", hideStrip);
    room.disconnect();
    clearTimeout(waiting);
    for (const slider of sliders) slider.pause();
    link.close();
  };
}

export default { render };
