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
  el.values = values;
  el.replaceChildren();
  render({ model: modelWithoutKernel(values), el });
}

// On paper a player is a strip of its states: the last slider from end to end, the others as they
// stand.
const STRIP = 6;

function stripOf(el) {
  const values = el.values;
  const { drawing } = values;
  if (!drawing.states) return "";
  const places = drawing.sliders.map(({ name, values: stops }) => nearest(stops, values[name]));
  const time = Math.max(drawing.sliders.findIndex((slider) => slider.time), 0);
  const { label, texts } = drawing.sliders[time];
  const count = Math.min(texts.length, STRIP);
  const figures = Array.from({ length: count }, (_, i) => {
    places[time] = Math.round((i * (texts.length - 1)) / Math.max(count - 1, 1));
    const state = drawing.sliders.reduce((n, { values: v }, j) => n * v.length + places[j], 0);
    const picture = element("div");
    const prefix = `strip-${(stripOf.made = (stripOf.made ?? 0) + 1)}-`;
    const own = (svg) => svg.replace(COLOUR, "var(--ink-$1, #$1)").replaceAll("~", prefix);
    picture.innerHTML = own(drawing.background);
    const slots = picture.querySelectorAll(".slot");
    drawing.states[state].forEach((piece, k) => (slots[k].innerHTML = own(drawing.pieces[piece])));
    const caption = element("figcaption", {}, `${label} ${texts[places[time]]}`);
    return element("figure", {}, picture, caption);
  });
  return element("div", { class: "strip" }, ...figures);
}

addEventListener("beforeprint", () => {
  for (const el of document.querySelectorAll(".perceptron-page")) el.append(stripOf(el));
});
addEventListener("afterprint", () => {
  for (const strip of document.querySelectorAll(".strip")) strip.remove();
});
