// The widgets of the page and their Python objects. A drawn widget needs no Python until a reader
// asks for what only Python can answer: by a choice or a message. Then its cell runs, and the widget
// that this makes becomes that of the drawn one, which stays where it is.
import { Stopped, call, listen } from "./python.js";

const page = globalThis.perceptronPage;
const states = new Map(); // comm → the values of a widget, in Python's present life
const live = new Map(); // comm → the model that shows it

listen((message) => {
  if (message.kind === "ended") forget();
  if (message.kind === "comm_open") states.set(message.comm_id, { ...message.data.state });
  if (message.kind === "comm_msg") heard(message.comm_id, message.data);
});

export function stateOf(comm) {
  return states.get(comm);
}

export function allStates() {
  return [...states];
}

// Whether the page can show a widget by a script that it brought along.
export function canShow(comm) {
  return states.get(comm)?._anywidget_id in page.widgets;
}

// Show a widget that a cell has made; `request` tells which cell that is, and its number there.
export function show(comm, el, request) {
  el.classList.add("perceptron-page");
  const model = page.show(el, states.get(comm));
  bind(comm, model, request);
  model.deliver();
}

// Prepare a drawn widget to wake Python.
export function prepare(model, request) {
  model.python = sleeping(model, request);
  model.deliver();
}

// ---- What a cell shows inside an `Output` of ipywidgets ----
const outputs = new Map(); // comm → what it has caught, and who shows it
let catching; // the comm of the innermost one that is open

function capture(comm, { msg_id: id }) {
  if (states.get(comm)._model_name !== "OutputModel" || id === undefined) return;
  if (id) catching = comm;
  else if (catching === comm) catching = undefined;
}

function caughtBy(comm) {
  if (!outputs.has(comm)) outputs.set(comm, { list: [], shows: [], stale: false });
  return outputs.get(comm);
}

/**
 * Whether an output, or the wish to clear, belongs to one of them, which then takes it.
 * @param {{ output?: StoredOutput, wait?: boolean }} message
 */
export function catches({ output, wait }) {
  if (!catching) return false;
  const caught = caughtBy(catching);
  if (caught.stale || (!output && !wait)) caught.list = [];
  caught.stale = !output && wait;
  if (output) caught.list.push(output);
  if (!caught.stale) for (const show of caught.shows) show(caught.list);
  return true;
}

// Tell what one has caught, now and whenever that changes.
export function captured(comm, show) {
  const caught = caughtBy(comm);
  caught.shows.push(show);
  show(caught.list);
}

function forget() {
  outputs.clear();
  catching = undefined;
  for (const { model, request } of live.values()) prepare(model, request);
  live.clear();
  states.clear();
}

/** @type {(comm: string, data: Values) => void} */
function heard(comm, { method, state, content }) {
  const model = live.get(comm)?.model;
  if (method === "custom") return model?.emit("msg:custom", content, []);
  Object.assign(states.get(comm), state);
  capture(comm, state);
  model?.receive(state);
}

function bind(comm, model, request) {
  async function tell(data) {
    try {
      await call("receive", { comm_id: comm, data });
    } catch (error) {
      complain(model, error);
    }
  }

  model.python = {
    save(state) {
      if (choicesIn(model, state).length) promise(model);
      tell({ method: "update", state, buffer_paths: [] });
    },
    send: (content) => tell({ method: "custom", content }),
  };
  live.set(comm, { model, request });
}

// Tell the widget that an answer will come, however long it takes. It hears only of what changes.
function promise(model) {
  model.receive({ progress: "" });
  model.receive({ progress: "Python is asked" });
}

function complain(model, error) {
  const progress = error instanceof Stopped ? "" : `Not possible: ${error.message}`;
  model.receive({ progress });
}

function sleeping(model, request) {
  const before = {};
  let adopting = false;

  async function adopt() {
    if (adopting) return;
    adopting = true;
    let sent;
    try {
      const reply = await call("adopt", () => {
        sent = ownValues(model);
        return { ...request(), state: sent };
      });
      if (reply.status !== "ok") throw new Error(reply.message ?? "its cell has an error");
      bind(reply.model, model, request);
      const since = changesSince(sent, ownValues(model));
      const values = states.get(reply.model);
      const undrawn = values.drawing && !values.drawing.states;
      model.receive({ ...values, ...since, progress: undrawn ? "Python is drawing" : "" });
      if (Object.keys(since).length) model.python.save(since);
      if (undrawn) model.python.send("prepare");
      model.deliver();
    } catch (error) {
      model.drop();
      model.receive(before);
      complain(model, error);
      prepare(model, request);
    }
  }

  return {
    save(changed, old) {
      // Other values the browser shows by itself; Python gets them when it is wanted anyway.
      const asked = choicesIn(model, changed);
      for (const name of asked) if (!(name in before)) before[name] = old[name];
      if (asked.length) promise(model);
      if (asked.length) adopt();
    },
    wake: adopt,
  };
}

function changesSince(before, now) {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value));
}

// The names in a change for which Python must draw.
function choicesIn(model, state) {
  return (model.get("choosers") ?? []).map(({ name }) => name).filter((name) => name in state);
}

// What the reader has set: all that Python does not draw itself.
function ownValues(model) {
  const { drawing, sliders, ...rest } = model.values();
  const names = [...(drawing?.sliders ?? []), ...(rest.choosers ?? [])].map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, rest[name]]));
}
