// Shows the states that Python has drawn. Nothing is drawn and nothing is computed here.
// Jupyter loads this file anew for each player, so the count is kept where all of them see it.
const nextNumber = () => (globalThis.perceptronPlayers = (globalThis.perceptronPlayers ?? 0) + 1);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// In Jupyter a control that has the focus keeps its keys only if it carries this mark.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

function nearest(stops, value) {
  const exact = stops.indexOf(value);
  if (exact >= 0 || typeof value !== "number") return Math.max(exact, 0);
  const away = stops.map((stop) => Math.abs(stop - value));
  return away.indexOf(Math.min(...away));
}

function button(text, what, action) {
  const node = element("button", { type: "button", "aria-label": `${text}: ${what}`, ...OWN_KEYS }, text);
  node.addEventListener("click", action);
  return node;
}

function render({ model, el }) {
  const id = `perceptron-player-${nextNumber()}`;
  const listeners = [];
  const on = (event, action) => (model.on(event, action), listeners.push([event, action]));
  // A page without Jupyter has no widget manager; where the kernel was shut down, its kernel is null.
  const kernel = () => model.widget_manager?.kernel;
  const alive = () => model.get("kernel") !== false && kernel() !== null && !kernel()?.isDisposed;
  const put = (name, value) => {
    model.set(name, value);
    if (alive()) model.save_changes();
  };

  const controls = element("div", { class: "settings" });
  const choices = element("div", { class: "settings choices" });
  const picture = element("div", { class: "picture" });
  const note = element("p", { class: "message", role: "status" });
  const reserve = element("div", { class: "reserve", "aria-hidden": "true" });
  const reading = element("div", { class: "reading", role: "status", "aria-live": "polite" });
  const player = element("div", { class: "perceptron-player", role: "group", "aria-label": model.get("label") },
    controls, choices, element("div", { class: "paper" }, picture, note),
    element("div", { class: "readings" }, reserve, reading));
  // Slides would turn the page at a key that is meant for a control.
  player.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(player);

  let drawing, sliders, slots, shown;

  function slider({ name, label, stops, texts, time }) {
    const last = stops.length - 1;
    const input = element("input", { type: "range", id: `${id}-${name}`, min: 0, max: last, step: 1, ...OWN_KEYS });
    const output = element("output", { for: input.id, style: `min-width: ${Math.max(...texts.map((t) => t.length))}ch` });
    const move = (position) => put(name, stops[Math.min(Math.max(position, 0), last)]);
    input.addEventListener("input", () => move(input.valueAsNumber));
    const row = element("div", { class: "setting" }, element("label", { for: input.id }, label), input, output);
    let timer;
    const pause = () => (clearInterval(timer), (timer = undefined), play.replaceChildren("Play"),
      play.setAttribute("aria-label", `Play: ${label}`));
    const play = button("Play", label, () => {
      if (timer) return pause();
      if (input.valueAsNumber === last) move(0);
      play.replaceChildren("Pause");
      play.setAttribute("aria-label", `Pause: ${label}`);
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      timer = setInterval(() => {
        move(input.valueAsNumber + 1);
        if (input.valueAsNumber === last) pause();
      }, still ? 2000 : 700);
    });
    const by = (step) => () => (pause(), move(step === 0 ? 0 : input.valueAsNumber + step));
    if (time) row.append(element("span", { class: "buttons" },
      play, button("Back", label, by(-1)), button("Step", label, by(1)), button("Reset", label, by(0))));
    controls.append(row);
    return { name, stops, pause, show() {
      const position = nearest(stops, model.get(name));
      if (model.get(name) !== stops[position]) put(name, stops[position]);
      input.value = position;
      input.setAttribute("aria-valuetext", texts[position]);
      output.textContent = texts[position];
      return position;
    } };
  }

  function build() {
    sliders?.forEach((slider) => slider.pause());
    drawing = model.get("drawing");
    controls.replaceChildren();
    picture.style.aspectRatio = drawing.size.join(" / ");
    picture.parentElement.style.maxWidth = `${drawing.size[0]}px`;
    reserve.textContent = drawing.reserve;
    sliders = drawing.sliders.map(slider);
    if (drawing.states) {
      picture.innerHTML = drawing.background.replaceAll("~", `${id}-`);
      picture.firstChild.setAttribute("role", "img");
      slots = [...picture.querySelectorAll(".slot")];
      shown = [];
    }
    show();
  }

  function show() {
    const state = sliders.reduce((sum, slider) => sum * slider.stops.length + slider.show(), 0);
    if (!drawing.states) return;
    drawing.states[state].forEach((piece, i) => {
      if (shown[i] !== piece) slots[i].innerHTML = drawing.pieces[piece].replaceAll("~", `${id}-`);
      shown[i] = piece;
    });
    picture.firstChild.setAttribute("aria-label", drawing.alt[state]);
    if (reading.textContent !== drawing.text[state]) reading.textContent = drawing.text[state];
  }

  let waiting;
  const say = (text) => (clearTimeout(waiting), (note.textContent = text), (note.hidden = !text));
  for (const { name, label, stops, texts } of model.get("choosers")) {
    const select = element("select", { id: `${id}-${name}`, ...OWN_KEYS },
      ...texts.map((text, i) => element("option", { value: i }, text)));
    const follow = () => (select.value = nearest(stops, model.get(name)));
    select.disabled = !alive();
    select.addEventListener("change", () => {
      const needs = `Another ${label} needs a running kernel; the picture still shows ${texts[drawing.choice[name]]}.`;
      if (!alive()) return follow(), say(needs);
      say("Asking the kernel for new pictures …");
      waiting = setTimeout(say, 3000, needs);
      put(name, stops[select.value]);
    });
    choices.append(element("div", { class: "setting" }, element("label", { for: select.id }, label), select));
    on(`change:${name}`, follow);
    follow();
  }
  if (!alive() && choices.firstChild) choices.append(element("span", {}, "(another choice needs a running kernel)"));

  build();
  say(model.get("progress"));
  on("change:drawing", build);
  on("change:progress", () => say(model.get("progress")));
  for (const { name } of sliders) on(`change:${name}`, show);
  if (!drawing.states && !model.get("progress")) model.send("prepare");
  return () => {
    clearTimeout(waiting);
    sliders.forEach((slider) => slider.pause());
    for (const [event, action] of listeners) model.off(event, action);
  };
}

export default { render };
