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
      listeners[event] = [...(listeners[event] ?? []), action];
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
