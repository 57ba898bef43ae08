// Shows the states that Python has drawn. Nothing is drawn and nothing is computed here.
//
// A drawing holds a background, the pieces that move, and for each state which pieces it consists
// of, with its text and its alt text. Sliders choose a state; that needs no Python. Choosers ask
// Python for another drawing.

const NEEDS_KERNEL = "another choice needs a running kernel";
const PATIENCE = 3000; // milliseconds until Python is taken not to answer

const STRIP = 6; // pictures that stand for a slider on paper
const COLOUR = /#([0-9a-f]{6})\b/g; // names begin with ~

// In Jupyter a control that has the focus keeps its keys only if it carries this mark.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

// Jupyter loads this file anew for each player, so the count is kept where all of them see it.
function nextNumber() {
  globalThis.perceptronPlayers = (globalThis.perceptronPlayers ?? 0) + 1;
  return globalThis.perceptronPlayers;
}

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A row with a control and its visible name.
function setting(control, label, ...more) {
  const name = element("label", { for: control.id }, label);
  return element("div", { class: "setting" }, name, control, ...more);
}

function button(text, what, action) {
  const name = { "aria-label": `${text}: ${what}` };
  const node = element("button", { type: "button", ...name, ...OWN_KEYS }, text);
  node.addEventListener("click", action);
  return node;
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
  const listeners = [];
  let restarted = false;

  function on(event, action) {
    model.on(event, action);
    listeners.push([event, action]);
  }

  // After a restart there is a kernel again, but this player's Python object is gone.
  on("comm_live_update", () => {
    restarted = true;
  });

  return {
    on,
    get: (name) => model.get(name),

    // A page without Jupyter has no widget manager and says so by the value `kernel`. Where the
    // kernel was shut down, the manager's kernel is null.
    hasKernel() {
      const kernel = model.widget_manager?.kernel;
      return model.get("kernel") !== false && kernel !== null && !kernel?.isDisposed;
    },

    wasRestarted: () => restarted,

    put(name, value) {
      model.set(name, value);
      if (this.hasKernel()) model.save_changes();
    },

    askForStates: () => model.send("prepare"),

    close() {
      for (const [event, action] of listeners) model.off(event, action);
    },
  };
}

// Play, Back, Step and Reset for a slider that stands for time.
function timeButtons(label, input, moveTo) {
  let timer;

  function name(text) {
    play.textContent = text;
    play.setAttribute("aria-label", `${text}: ${label}`);
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    name("Play");
  }

  function tick() {
    moveTo(input.valueAsNumber + 1);
    if (input.valueAsNumber === Number(input.max)) pause();
  }

  function start() {
    if (input.valueAsNumber === Number(input.max)) moveTo(0);
    name("Pause");
    const slowly = matchMedia("(prefers-reduced-motion: reduce)").matches;
    timer = setInterval(tick, slowly ? 2000 : 700);
  }

  function jump(position) {
    pause();
    moveTo(position);
  }

  const play = button("Play", label, () => (timer ? pause() : start()));
  const back = button("Back", label, () => jump(input.valueAsNumber - 1));
  const step = button("Step", label, () => jump(input.valueAsNumber + 1));
  const reset = button("Reset", label, () => jump(0));
  return { pause, node: element("span", { class: "buttons" }, play, back, step, reset) };
}

function makeSlider({ name, label, values, texts, time }, id, link) {
  const last = values.length - 1;
  const range = { type: "range", min: 0, max: last, step: 1 };
  const input = element("input", { ...range, id: `${id}-${name}`, ...OWN_KEYS });
  // As wide as the longest text, so that nothing moves when the text changes.
  const width = `${Math.max(...texts.map((text) => text.length))}ch`;
  const output = element("output", { for: input.id, style: `min-width: ${width}` });
  const row = setting(input, label, output);

  function moveTo(position) {
    link.put(name, values[Math.min(Math.max(position, 0), last)]);
  }

  input.addEventListener("input", () => moveTo(input.valueAsNumber));
  const buttons = time ? timeButtons(label, input, moveTo) : undefined;
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

function makeLayout(label) {
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
  const player = element("div", group, sliders, choosers, paper, words, strip);
  // Slides would turn the page at a key that is meant for a control.
  player.addEventListener("keydown", (event) => event.stopPropagation());
  return { player, sliders, choosers, paper, picture, message, reserve, description, strip };
}

function render({ model, el }) {
  const id = `perceptron-player-${nextNumber()}`;
  const link = connect(model);
  const layout = makeLayout(link.get("label"));
  el.append(layout.player);

  let drawing;
  let sliders = [];
  let slots = [];
  let shown = [];
  let waiting;

  // Players on one page must not share names: ~ stands for this player's own. Where the page has a
  // colour of its own for one of the picture's, that is taken.
  function named(svg, name = id) {
    return svg.replace(COLOUR, "var(--ink-$1, #$1)").replaceAll("~", `${name}-`);
  }

  function say(text) {
    clearTimeout(waiting);
    layout.message.textContent = text;
    layout.message.hidden = !text;
  }

  function showDrawing() {
    for (const slider of sliders) slider.pause();
    drawing = link.get("drawing");
    sliders = drawing.sliders.map((control) => makeSlider(control, id, link));
    layout.sliders.replaceChildren(...sliders.map((slider) => slider.row));
    for (const chooser of choosers) chooser.showDrawn(drawing.choice);
    layout.picture.style.aspectRatio = drawing.size.join(" / ");
    layout.paper.style.maxWidth = `${drawing.size[0]}px`;
    layout.reserve.textContent = drawing.reserve;
    if (drawing.states) showBackground();
    showState();
  }

  function showBackground() {
    layout.picture.innerHTML = named(drawing.background);
    layout.picture.firstChild.setAttribute("role", "img");
    slots = [...layout.picture.querySelectorAll(".slot")];
    shown = [];
  }

  // The states stand in the order in which the last slider varies fastest.
  function stateNumber() {
    let number = 0;
    for (const slider of sliders) number = number * slider.count + slider.follow();
    return number;
  }

  function showState() {
    const state = stateNumber();
    if (!drawing.states) return; // Python is still drawing them
    drawing.states[state].forEach(showPiece);
    layout.picture.firstChild.setAttribute("aria-label", drawing.alt[state]);
    // A screen reader reads aloud what is written anew, even if it is the same.
    const text = drawing.text[state];
    if (layout.description.textContent !== text) layout.description.textContent = text;
  }

  function showPiece(piece, i) {
    if (shown[i] === piece) return;
    slots[i].innerHTML = named(drawing.pieces[piece]);
    shown[i] = piece;
  }

  // On paper: states of the slider that stands for time, or of the first, from end to end; the
  // other sliders as they stand.
  function showStrip() {
    if (!drawing.states || !sliders.length) return;
    const places = sliders.map((slider) => slider.follow());
    const moving = Math.max(drawing.sliders.findIndex(({ time }) => time), 0);
    const { count } = sliders[moving];
    const several = Math.min(count, STRIP);
    const frames = Array.from({ length: several }, (_, frame) => {
      places[moving] = Math.round((frame * (count - 1)) / Math.max(several - 1, 1));
      const state = sliders.reduce((number, slider, i) => number * slider.count + places[i], 0);
      return printed(state, `${id}-${frame}`);
    });
    layout.strip.replaceChildren(...frames);
  }

  function printed(state, name) {
    const picture = element("div");
    picture.innerHTML = named(drawing.background, name);
    picture.querySelectorAll(".slot").forEach((slot, i) => {
      slot.innerHTML = named(drawing.pieces[drawing.states[state][i]], name);
    });
    const [words] = drawing.text[state].split("\n");
    return element("figure", {}, picture, element("figcaption", {}, words));
  }

  const hideStrip = () => layout.strip.replaceChildren();

  // A choice for which Python must draw. Where it does not, the chooser goes back.
  function ask(chooser, value) {
    const still = `The picture still shows ${chooser.textOf(drawing.choice)}`;
    const again = `run this cell again for another ${chooser.label}`;

    function giveUp(why) {
      chooser.showDrawn(drawing.choice);
      say(`${still}: ${why}.`);
    }

    if (!link.hasKernel()) return giveUp(NEEDS_KERNEL);
    if (link.wasRestarted()) return giveUp(`the kernel was restarted; ${again}`);
    say("Asking the kernel for new pictures …");
    const silent = `the kernel does not answer. If it was restarted, ${again}`;
    waiting = setTimeout(giveUp, PATIENCE, silent);
    link.put(chooser.name, value);
  }

  const choosers = link.get("choosers").map((control) => makeChooser(control, id, link, ask));
  layout.choosers.append(...choosers.map((chooser) => chooser.row));
  if (choosers.length && !link.hasKernel())
    layout.choosers.append(element("span", {}, `(${NEEDS_KERNEL})`));

  showDrawing();
  say(link.get("progress"));
  link.on("change:drawing", showDrawing);
  link.on("change:progress", () => say(link.get("progress")));
  for (const slider of sliders) link.on(`change:${slider.name}`, showState);
  for (const chooser of choosers) link.on(`change:${chooser.name}`, chooser.showChosen);
  if (!drawing.states && !link.get("progress")) link.askForStates();
  addEventListener("beforeprint", showStrip);
  addEventListener("afterprint", hideStrip);

  return () => {
    removeEventListener("beforeprint", showStrip);
    removeEventListener("afterprint", hideStrip);
    clearTimeout(waiting);
    for (const slider of sliders) slider.pause();
    link.close();
  };
}

export default { render };
