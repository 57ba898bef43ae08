// The Python of this page: asleep until something needs it, then a worker that starts once. It can
// be stopped at any time, in an endless loop too: its worker is ended and another one started.

const USUAL = 5; // seconds, until this browser has started Python once
const REMEMBERED = "perceptron: seconds that Python needs to start";

let worker;
let started; // a promise, from the first need on until Python ends
let awake = false; // it has started
let life = 0; // how often it has ended: a start must not go on then
let reason; // of its last end, an error
let waiting = new Map(); // number of a task → what settles its promise
let tasks = 0;
const listeners = [];

// Who listens is told of every message: what the worker sends, and { kind: "state", … } from here.
export function listen(action) {
  listeners.push(action);
}

function tell(message) {
  for (const action of listeners) action(message);
}

function state(name, text) {
  tell({ kind: "state", name, text });
}

// A task for Python, which is started first if it sleeps. A request that is a function is made when
// Python can take it.
export async function call(method, request) {
  await start();
  const long = method !== "receive"; // most messages are answered before one could read that
  if (long) state("busy", "Python is computing");
  const reply = await ask(method, request instanceof Function ? request() : request);
  if (long) state("ready", "Python is ready");
  return reply;
}

export function start() {
  started ??= wake();
  return started;
}

// End what runs; what the cells have made is gone. A new Python starts at once, unless it was only
// starting.
export function stop() {
  const again = awake;
  end(new Stopped("Python was stopped"));
  state("asleep", "");
  if (again) start().catch(() => {});
}

// What a task throws that somebody has stopped: no fault, so nobody need be told.
export class Stopped extends Error {}

function ask(method, request) {
  const number = ++tasks;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, method, request });
  });
}

async function wake() {
  const mine = life;
  const begun = performance.now();
  const clock = setInterval(() => sayHowFar(begun), 1000);
  sayHowFar(begun);
  try {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      die(event.message || "its program, worker.js, cannot be loaded");
    };
    const config = await configuration();
    if (mine !== life) throw reason;
    await ask("start", config);
    awake = true;
    remember((performance.now() - begun) / 1000);
    state("ready", "Python is ready");
  } catch (error) {
    if (mine === life) die(error.message);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

function sayHowFar(begun) {
  const usual = remembered() ?? USUAL;
  const seconds = Math.floor((performance.now() - begun) / 1000);
  const far = seconds <= usual ? `${seconds} of ${usual} s` : `${seconds} s so far`;
  state("starting", `Python is starting: ${far}`);
}

async function configuration() {
  const address = new URL("python.json", import.meta.url);
  const found = await fetch(address).catch(() => ({ ok: false }));
  if (!found.ok) throw new Error(`${address} cannot be fetched`);
  return found.json();
}

function heard(message) {
  if (!("number" in message)) return tell(message);
  const task = waiting.get(message.number);
  waiting.delete(message.number);
  if ("reply" in message) return task.resolve(message.reply);
  task.reject(new Error(message.broken));
  die(message.broken);
}

// Python ends by a fault.
function die(why) {
  end(new Error(why));
  state("failed", `Python has ended: ${why}. The next use starts it again.`);
}

function end(error) {
  life += 1;
  reason = error;
  worker?.terminate();
  worker = started = undefined;
  awake = false;
  const left = [...waiting.values()];
  waiting = new Map();
  for (const { reject } of left) reject(error);
  tell({ kind: "ended" });
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED));
  } catch {
    return null;
  }
}

function remember(seconds) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(Math.max(1, Math.ceil(seconds))));
  } catch {
    // Nothing depends on it.
  }
}
