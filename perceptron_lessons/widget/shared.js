// What the scripts of all widgets begin with; see scripts.py.

const SPEEDS = { slow: 3000, normal: 1500, fast: 600 }; // milliseconds a state is shown by Play

const COLOUR = /#([0-9a-f]{6})\b/g; // names begin with ~

// In Jupyter a control that has the focus keeps its keys only if it carries this mark.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

// Pictures on one page must not share names: ~ stands for one's own. Where the page has a colour of
// its own for one of the picture's, that is taken.
function named(svg, name) {
  return svg.replace(COLOUR, "var(--ink-$1, #$1)").replaceAll("~", `${name}-`);
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
    timer = setInterval(tick, SPEEDS[speed.value]);
  }

  function jump(position) {
    pause();
    moveTo(position);
  }

  const play = button("Play", () => (timer ? pause() : start()), `Play: ${label}`);
  const back = button("Back", () => jump(input.valueAsNumber - 1), `Back: ${label}`);
  const step = button("Step", () => jump(input.valueAsNumber + 1), `Step: ${label}`);
  const reset = button("Reset", () => jump(0), `Reset: ${label}`);
  const speeds = Object.keys(SPEEDS).map((name) => element("option", {}, name));
  const speed = element("select", { "aria-label": `speed of Play: ${label}`, ...OWN_KEYS }, ...speeds);
  speed.value = matchMedia("(prefers-reduced-motion: reduce)").matches ? "slow" : "normal";
  speed.addEventListener("change", () => timer && (pause(), start()));
  return { pause, node: element("span", { class: "buttons" }, play, speed, back, step, reset) };
}
