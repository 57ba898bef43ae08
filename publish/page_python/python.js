// The Python of this page: asleep until something needs it. It runs in a worker that all open pages
// of the site share, each with names of its own, so that the next page finds it awake; where a browser
// has no shared workers, in a worker of this page's. A task can be stopped at any time.
//
// On the way to the next page no page holds the worker. A browser that keeps the left page in its
// back-forward cache keeps its worker too; one that knows `extendedLifetime` keeps it for some seconds.

const ASK = 3; // seconds without an answer, after which a reader who has stopped a task gets another
const LONG = 10; // seconds, after which a task says how long it has taken
const LIMIT = 600; // seconds in which nothing was heard of a start, on the slowest of machines
const NUMBER = "perceptron: number of Python"; // one that no longer answers is left behind by all
const AWAKE = "perceptron: Python is awake"; // in this tab

let named; // the number of the shared worker
let port; // of the shared worker, or the worker of this page
let shared; // whether it is one
let started; // a promise, from the first need on until Python ends
let awake = false; // it has started
let stopped = false; // and this start follows a stop
let allowed = false; // to fetch it, though the browser saves data
let life = 0; // how often it has ended: a start must not go on then
let reason; // of its last end, an error
let lent; // an address of this page's; Python goes on with its task while it is there
let waiting = new Map(); // number of a task → what settles its promise, and what it is
let tasks = 0;
let heardAt = 0;
/** @type {((message: PythonMessage) => void)[]} */
const listeners = [];

/**
 * Who listens is told of every message: what the worker sends, and { kind: "state", … } from here.
 * @param {(message: PythonMessage) => void} action
 */
export function listen(action) {
  listeners.push(action);
}

/** @param {PythonMessage} message */
function tell(message) {
  for (const action of listeners) action(message);
}

/**
 * With `done` and `of` where it is known how much is done.
 * @type {(name: string, text: string, done?: number, of?: number) => void}
 */
function state(name, text, done, of) {
  tell({ kind: "state", name, text, done, of });
}

// A task for Python, which is started first if it sleeps. A request that is a function is made when
// Python can take it.
export async function call(method, request) {
  await start();
  const long = method !== "receive"; // most messages are answered before one could read that
  if (long) state("busy", "Python is computing");
  const reply = await attended(sayHowLong, () => ask(method, request instanceof Function ? request() : request));
  state("ready", "Python is ready");
  return reply;
}

export function start() {
  started ??= wake();
  return started;
}

// Start for a reader who has touched what will need Python: when there is time, and never where the
// browser saves data.
export function startEarly() {
  if (started || navigator.connection?.saveData) return;
  const begin = () => start().catch(() => {}); // what goes wrong is told by the state
  if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 2000 });
  else setTimeout(begin);
}

// End what runs; what the cells have made is gone. A new start follows at once, unless Python was only
// starting.
export function stop() {
  const silent = performance.now() - heardAt > ASK * 1000;
  const again = awake || (Boolean(started) && silent);
  leave();
  end(new Stopped("Python was stopped"));
  state("asleep", "");
  stopped = again;
  if (again) start().catch(() => {});
}

// What a task throws that somebody has stopped: no fault, so nobody need be told.
export class Stopped extends Error {}

function ask(method, request) {
  const number = ++tasks;
  return new Promise((resolve, reject) => {
    const task = { number, method, request };
    waiting.set(number, { resolve, reject, task });
    port.postMessage(task);
  });
}

// ---- The worker ----
function connect() {
  const program = new URL("worker.js", import.meta.url);
  shared = "SharedWorker" in globalThis;
  named = kept("localStorage", NUMBER) ?? 1;
  const worker = shared
    ? new SharedWorker(program, { type: "module", name: `Python ${named}`, extendedLifetime: true })
    : new Worker(program, { type: "module" });
  const mine = "port" in worker ? worker.port : worker;
  port = mine;
  mine.onmessage = ({ data }) => mine === port && heard(data);
  worker.onerror = (event) => {
    event.preventDefault();
    if (mine === port) die(event.message || "its program, worker.js, cannot be loaded");
  };
}

function leave() {
  URL.revokeObjectURL(lent);
  if (shared) port?.postMessage({ method: "leave" });
  else {
    port?.terminate();
    port = undefined;
  }
}

// Another shared worker, for this page and those that come; whoever has to, leaves the old one too.
function move() {
  const mine = port;
  keep("localStorage", NUMBER, named + 1);
  connect();
  mine?.postMessage({ method: "leave" });
  for (const { task } of waiting.values()) port.postMessage(task);
}

// A worker ends some time after no page holds it; so does its Python. The next page of a tab takes it over.
if (kept("sessionStorage", AWAKE) && "SharedWorker" in globalThis) connect();
addEventListener("pagehide", () => shared && started && leave());
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !started || !shared) return;
  end(new Stopped("the page was left"));
  state("asleep", "");
});

// ---- Its start ----
async function wake() {
  const mine = life;
  try {
    heardAt = performance.now();
    if (!port) connect();
    lent = URL.createObjectURL(new Blob(["still wanted"]));
    state("starting", "Python is starting");
    const onlyAwake = Boolean(navigator.connection?.saveData) && !allowed;
    const reply = await attended(sayWhetherItComes, () => ask("start", { lent, onlyAwake }));
    if (mine !== life) throw reason;
    if (reply.asleep) return refuse(reply.asleep);
    awake = true;
    stopped = false;
    keep("sessionStorage", AWAKE, true);
    state("ready", "Python is ready");
  } catch (error) {
    if (mine === life) die(error.message);
    throw error;
  }
}

function refuse(bytes) {
  allowed = true;
  const why = `your browser saves data, and Python is ${megabytes(bytes)} MB`;
  end(new Error(why));
  state("failed", `Python is not fetched: ${why}. The next use fetches it all the same.`);
  throw reason;
}

// Let `look` be asked every second, while a task is under way, how long it has been and how long
// nothing has been heard, and whether anything has.
async function attended(look, action) {
  const begun = performance.now();
  const seconds = (since) => Math.floor((performance.now() - since) / 1000);
  const clock = setInterval(() => look(seconds(begun), seconds(Math.max(begun, heardAt)), heardAt > begun), 1000);
  try {
    return await action();
  } finally {
    clearInterval(clock);
  }
}

function sayWhetherItComes(_, silent, heard) {
  if (shared && stopped && silent >= ASK) {
    stopped = false;
    return move();
  }
  if (silent >= LIMIT) return die(`nothing was heard of it for ${LIMIT} s`);
  if (heard || silent < ASK) return;
  const help = "It may be at work for another page; “Stop and restart” gives this one another.";
  state("starting", `No news of Python for ${silent} s. ${shared ? help : ""}`);
}

function sayHowLong(seconds, silent) {
  if (Math.min(seconds, silent) < LONG) return;
  state("busy", `Python has computed for ${seconds} s; “Stop and restart” ends that`);
}

function heard(message) {
  heardAt = performance.now();
  if (message.kind === "over") return die(message.why);
  if (message.kind === "bytes") return sayHowFar(message);
  if (!("number" in message)) {
    if (awake) tell(message); // else it is of a task that was stopped
    return;
  }
  const task = waiting.get(message.number);
  waiting.delete(message.number);
  if ("reply" in message) return task?.resolve(message.reply);
  task?.reject(new Error(message.broken));
  if (task) die(message.broken);
}

function sayHowFar({ done, of }) {
  if (!started || awake) return;
  if (done < of) state("starting", `Python is starting: ${megabytes(done)} of ${megabytes(of)} MB`, done, of);
  else state("starting", `Python is starting: it unpacks its ${megabytes(of)} MB`);
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

// Python ends by a fault.
function die(why) {
  leave();
  if (shared) {
    keep("localStorage", NUMBER, named + 1);
    port = undefined;
  }
  end(new Error(why));
  state("failed", `Python has ended: ${why}. The next use starts it again.`);
}

function end(error) {
  life += 1;
  reason = error;
  started = undefined;
  awake = false;
  const left = [...waiting.values()];
  waiting = new Map();
  for (const { reject } of left) reject(error);
  tell({ kind: "ended" });
}

// ---- What the browser keeps ----
function kept(place, name) {
  try {
    return JSON.parse(globalThis[place].getItem(name));
  } catch {
    return null;
  }
}

function keep(place, name, value) {
  try {
    globalThis[place].setItem(name, JSON.stringify(value));
  } catch {
    // Then the next page looks for the same one.
  }
}
