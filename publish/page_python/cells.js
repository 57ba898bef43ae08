// The cells of a page: edited and run in place, by a Python that wakes when it is first wanted.
import { catches, prepare } from "./models.js";
import { add } from "./outputs.js";
import { Stopped, call, listen, startEarly, stop } from "./python.js";
import { download, keep, typedBefore } from "./typed.js";

const page = globalThis.perceptronPage;
/** @type {HTMLElement} */
const bar = document.querySelector(".python");
const awake = document.querySelector(".awake");
const stateText = awake.querySelector(".state");
/** @type {HTMLElement} */
const notice = document.querySelector(".no-python");
const before = typedBefore();
// In the order in which they run: some stand at the page's end.
const nodes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cell"));
const inOrder = [...nodes].sort((a, b) => Number(a.dataset.cell) - Number(b.dataset.cell));
const cells = inOrder.map(makeCell);
const byName = new Map(cells.map((cell) => [cell.name, cell]));
markStale();

function button(text, name, action) {
  const node = document.createElement("button");
  node.type = "button";
  node.textContent = text;
  if (name !== text) node.setAttribute("aria-label", name);
  node.addEventListener("click", action);
  return node;
}

// ---- A cell ----
function makeCell(node, place) {
  const code = node.querySelector(".source code");
  const original = code.textContent.replace(/\n$/, "");
  const highlighted = code.innerHTML;
  const output = node.querySelector(".output");
  const number = place + 1;
  const cell = {
    name: node.dataset.cell,
    node,
    number,
    output,
    original,
    source: before.get(original) ?? original,
    rests: [node.dataset.cell, ...node.dataset.needs.split(" ").filter(Boolean)],
    ran: new Map(), // name of a cell that the output rests on → its code then
  };
  code.setAttribute("contenteditable", "plaintext-only");
  const box = { role: "textbox", "aria-multiline": "true", "aria-label": `Code ${number}` };
  const plain = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" };
  for (const [name, value] of Object.entries({ ...box, ...plain })) code.setAttribute(name, value);
  const run = button("Run", `Run code ${number}`, () => runCells([cell]));
  const undo = button("Undo my changes", `Undo my changes in code ${number}`, () => {
    code.innerHTML = highlighted;
    changed(original);
    code.focus();
  });
  undo.className = "undo";
  const state = document.createElement("span");
  state.className = "state";
  const row = document.createElement("div");
  row.className = "run";
  const title = document.createElement("span");
  title.textContent = `Code ${number}`;
  row.append(title, run, undo, state);
  node.querySelector(".source").after(row);
  if (cell.source !== original) code.textContent = cell.source;
  cell.say = (text, live = "off") => {
    state.setAttribute("aria-live", live);
    state.textContent = text;
  };

  function changed(source) {
    cell.source = source;
    warn(keep(cells));
    undo.hidden = source === original;
    markStale();
  }

  code.addEventListener("click", ({ detail }) => detail === 3 && chooseLine(code));
  // Of code that is changed the colours would be wrong.
  code.addEventListener("beforeinput", () => code.firstElementChild && makePlain(code));
  // Only what is to be seen has lines: a folded cell would be empty.
  code.addEventListener("input", () => {
    changed(code.innerText.replace(/\n$/, ""));
    startEarly();
  });
  code.addEventListener("keydown", (event) => {
    if (event.key === "Escape") run.focus();
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.shiftKey || event.ctrlKey || event.metaKey) return runCells([cell]);
    document.execCommand("insertText", false, `\n${indentAt(code)}`);
  });
  undo.hidden = cell.source === original;
  return cell;
}

// What another code than the present one has shown does not look as if it were true.
function markStale() {
  for (const cell of cells) {
    const other = (name) => byName.get(name).source !== (cell.ran.get(name) ?? byName.get(name).original);
    const stale = cell.rests.some(other);
    if (stale !== cell.output.classList.contains("stale")) cell.say(stale ? "Run it again: the code has changed." : "");
    cell.output.classList.toggle("stale", stale);
  }
}

// A line begins like the one before it, one step deeper after a colon.
function indentAt(code) {
  const caret = getSelection().getRangeAt(0).cloneRange();
  caret.setStart(code, 0);
  const line = caret.toString().split("\n").at(-1);
  return line.match(/^ */)[0] + (/:\s*$/.test(line) ? "    " : "");
}

// Three clicks choose a line without its indentation and its end, so that what replaces it fits.
function chooseLine(code) {
  const caret = getSelection().getRangeAt(0).cloneRange();
  const { startContainer, startOffset } = caret;
  caret.setStart(code, 0);
  caret.setEnd(startContainer, startOffset);
  const before = caret.toString();
  const from = before.lastIndexOf("\n") + 1;
  const line = code.textContent.slice(from).split("\n")[0];
  const [start, end] = [from + line.match(/^ */)[0].length, from + line.length].map((at) => placeIn(code, at));
  getSelection().setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

function makePlain(code) {
  const range = getSelection().getRangeAt(0);
  const ends = [
    { node: range.startContainer, offset: range.startOffset },
    { node: range.endContainer, offset: range.endOffset },
  ].map(({ node, offset }) => {
    const before = document.createRange();
    before.setStart(code, 0);
    before.setEnd(node, offset);
    return before.toString().length;
  });
  code.replaceChildren(code.textContent);
  const [start, end] = ends.map((at) => placeIn(code, at));
  getSelection().setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

function placeIn(code, at) {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let left = at;
  while (texts.nextNode()) {
    const { length } = /** @type {Text} */ (texts.currentNode);
    if (left <= length) break;
    left -= length;
  }
  return { node: texts.currentNode, offset: left };
}

// What Python needs to know for running a cell.
function request(cell) {
  return { cells: cells.map(({ name, source }) => [name, source]), target: cell.name };
}

// ---- Running ----
let running; // the cell that somebody has asked for
let asked; // the list it is of

async function runCells(list) {
  if (running) return list[0].say("Python is still at another cell.", "polite");
  asked = list;
  try {
    for (const cell of list) {
      running = cell;
      cell.say("Waiting for Python");
      cell.node.setAttribute("aria-busy", "true");
      const ran = new Map(cell.rests.map((name) => [name, byName.get(name).source]));
      const reply = await call("run", request(cell));
      cell.ran = ran;
      markStale();
      finish(cell, reply);
      if (reply.status !== "ok") break;
    }
  } catch (error) {
    running.say(error instanceof Stopped ? "Stopped." : `Not run: ${error.message}.`, "polite");
  } finally {
    running.node.removeAttribute("aria-busy");
    running = asked = undefined;
  }
}

function finish(cell, { status, cell: failed }) {
  cell.node.removeAttribute("aria-busy");
  const above = status === "error" && failed !== cell.name && byName.get(failed).number;
  const why = `Not run: code ${above} above, which it needs, has an error.`;
  cell.say(above ? why : "", "polite");
  cell.node.dispatchEvent(new Event("ran", { bubbles: true }));
}

// What was there is taken away, but for hints, solutions and answers.
function clear(cell) {
  for (const child of [...cell.output.children]) if (!child.querySelector(".waits, .solution")) child.remove();
  if (!cell.output.querySelector(".live")) {
    cell.live = document.createElement("div");
    cell.live.className = "live";
    cell.output.prepend(cell.live);
  }
  cell.live.replaceChildren();
  cell.widgets = 0;
}

listen((message) => {
  const cell = "cell" in message ? byName.get(message.cell) : undefined;
  if ((message.kind === "output" || message.kind === "clear") && catches(message)) return;
  if (message.kind === "begin") begin(cell, message);
  if (message.kind === "clear") clear(cell);
  if (message.kind === "loading") showState({ name: "busy", text: `Python loads ${message.name}` });
  if (message.kind === "output") {
    if (!cell.live) clear(cell);
    const index = cell.widgets;
    if ("application/vnd.jupyter.widget-view+json" in (message.output.data ?? {})) cell.widgets += 1;
    add(cell.live, message.output, () => ({ ...request(cell), index }));
    page.letScroll(cell.live);
  }
  if (message.kind === "state") showState(message);
});

function begin(cell, { place, of }) {
  if (cell === running || cell.live?.querySelector(".error")) clear(cell);
  running?.say(cell === running ? "Running" : `Waiting for code ${cell.number}`);
  const [number, all] = asked?.length > 1 ? [asked.indexOf(running) + 1, asked.length] : [place, of];
  const text = `Python is computing: cell ${number} of ${all}`;
  if (all > 1) showState({ name: "busy", text, done: number, of: all });
}

// ---- The state of Python, and its buttons ----
const runPage = bar.querySelector(".run-page");
const stopper = button("Stop and restart", "Stop and restart", stop);
const saver = button("Download as notebook", "Download as notebook", () =>
  download(cells).catch((error) => warn(error.message)),
);

/**
 * In one place and one shape, whatever a reader waits for.
 * @param {{ name: string, text: string, done?: number, of?: number }} state
 */
function showState({ name, text, done, of }) {
  // Nobody wants to hear every megabyte.
  stateText.setAttribute("aria-live", of ? "off" : "polite");
  if (stateText.textContent !== text) stateText.textContent = text;
  meter.hidden = !["starting", "busy"].includes(name);
  if (of) {
    meter.max = of;
    meter.value = done;
  } else meter.removeAttribute("value");
  stopper.hidden = name === "asleep" || name === "failed";
}

function warn(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

const meter = document.createElement("progress");
meter.setAttribute("aria-label", "Python");
stateText.after(meter);
runPage.addEventListener("click", () => runCells(cells));
runPage.after(saver);
awake.append(stopper);
showState({ name: "asleep", text: "" });
bar.hidden = false;
page.eachDrawn(({ el, model }) => {
  /** @type {HTMLElement} */
  const node = el.closest(".cell");
  const cell = byName.get(node?.dataset.cell);
  if (!cell) return;
  const index = [...cell.node.querySelectorAll(".perceptron-page")].indexOf(el);
  prepare(model, () => ({ ...request(cell), index }));
  // Whoever opens a chooser will choose.
  el.querySelector(".choices")?.addEventListener("pointerdown", startEarly);
});
