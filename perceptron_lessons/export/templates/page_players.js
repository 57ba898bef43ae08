// What the players of a page have in place of a model in Jupyter: it keeps the values and tells
// who listens. There is no Python to send anything to.
function modelWithoutKernel(values) {
  const listeners = {};

  function set(name, value) {
    if (values[name] === value) return;
    values[name] = value;
    for (const action of listeners[`change:${name}`] ?? []) action();
  }

  function on(event, action) {
    listeners[event] ??= [];
    listeners[event].push(action);
  }

  function nothing() {}

  return { get: (name) => values[name], set, on, off: nothing, save_changes: nothing, send: nothing };
}

for (const el of document.querySelectorAll(".perceptron-page")) {
  const values = JSON.parse(el.querySelector("script").textContent);
  el.replaceChildren();
  const kind = values._anywidget_id.split(".").at(-1);
  renderers[kind]({ model: modelWithoutKernel(values), el });
}
