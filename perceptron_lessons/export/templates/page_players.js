// The widgets of a page, and what each has in place of a model in Jupyter: it keeps the values and
// tells who listens. What is set and sent waits until a Python takes it: there is none before the page
// gives one, and that one may still sleep.
function modelOfPage(values) {
  const listeners = {};
  let changes = {};
  let before = {};
  const unsent = [];

  function emit(event, ...details) {
    for (const action of [...(listeners[event] ?? [])]) action(...details);
  }

  function put(name, value) {
    if (values[name] === value) return false;
    values[name] = value;
    return true;
  }

  function passOn() {
    if (!unsent.length) return;
    if (model.python?.send) for (const content of unsent.splice(0)) model.python.send(content);
    else model.python?.wake();
  }

  const model = {
    python: null,
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
      if (!model.python) return;
      const [changed, old] = [changes, before];
      changes = {};
      before = {};
      if (Object.keys(changed).length) model.python.save(changed, old);
    },
    send(content) {
      unsent.push(content);
      passOn();
    },
    deliver() {
      model.save_changes();
      passOn();
    },
    // What nobody will take.
    drop() {
      unsent.length = 0;
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
  location.protocol.startsWith("http") && document.querySelector("script[src^='page_python/']") !== null;

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

// The first moves as soon as it has been read, though the rest of a long page has not.
const reading = new MutationObserver(() => {
  const values = document.querySelector(".perceptron-page > script");
  if (!values?.nextSibling) return; // it may have been read in part
  reading.disconnect();
  enliven(values.parentElement);
});

function enlivenAll() {
  reading.disconnect();
  const waiting = [...document.querySelectorAll(".perceptron-page:has(> script)")];
  function next() {
    if (!waiting.length) return;
    enliven(waiting.shift());
    setTimeout(next);
  }
  next();
}

if (document.readyState === "loading") {
  reading.observe(document, { childList: true, subtree: true });
  document.addEventListener("readystatechange", enlivenAll, { once: true });
} else enlivenAll();
