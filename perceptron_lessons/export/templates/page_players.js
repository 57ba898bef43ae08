// The widgets of a page, and what each has in place of a model in Jupyter: it keeps the values and
// tells who listens. It has no Python until the page gives it one, which then gets what was sent.
function modelOfPage(values) {
  const listeners = {};
  let changes = {};
  let before = {};
  let python = null;
  const early = [];

  function emit(event, ...details) {
    for (const action of [...(listeners[event] ?? [])]) action(...details);
  }

  function put(name, value) {
    if (values[name] === value) return false;
    values[name] = value;
    return true;
  }

  const model = {
    get python() {
      return python;
    },
    set python(given) {
      python = given;
      for (const content of early.splice(0)) python.send(content);
    },
    get: (name) => values[name],
    set(name, value) {
      const old = values[name];
      if (!put(name, value)) return;
      if (!(name in before)) before[name] = old;
      changes[name] = value;
      emit(`change:${name}`);
    },
    on(event, action) {
      (listeners[event] ??= []).push(action);
    },
    off(event, action) {
      listeners[event] = (listeners[event] ?? []).filter((other) => other !== action);
    },
    save_changes() {
      const [changed, old] = [changes, before];
      changes = {};
      before = {};
      if (Object.keys(changed).length) python?.save(changed, old);
    },
    send(content) {
      if (python) python.send(content);
      else early.push(content);
    },
    // What comes from Python: all values are there before anybody is told of one.
    receive(state) {
      const names = Object.keys(state).filter((name) => put(name, state[name]));
      for (const name of names) emit(`change:${name}`);
    },
    emit,
    values: () => ({ ...values }),
  };
  return model;
}

// Python cannot start from a file, nor where the site has none.
const canWake =
  location.protocol.startsWith("http") && document.querySelector("script[src^='wake/']") !== null;

const page = globalThis.perceptronPage;
const drawn = [];
const told = [];

// Tell of each widget of the page, now or as soon as it is there: its element and its model.
page.eachDrawn = (action) => {
  told.push(action);
  drawn.forEach(action);
};

// Show a widget in an element; a page can only show the kinds that it brings along.
page.show = (el, values) => {
  const model = modelOfPage({ ...values, kernel: values.kernel || canWake });
  page.widgets[values._anywidget_id].render({ model, el });
  return model;
};

function enliven(el) {
  const values = JSON.parse(el.querySelector("script").textContent);
  el.replaceChildren();
  drawn.push({ el, model: page.show(el, values) });
  for (const action of told) action(drawn.at(-1));
}

// One after the other: what the reader sees, moves before the rest of a long page is ready.
const waiting = [...document.querySelectorAll(".perceptron-page")];
function enlivenNext() {
  if (!waiting.length) return;
  enliven(waiting.shift());
  setTimeout(enlivenNext);
}
enlivenNext();

