// Slides for a lecturer with a keyboard or a clicker: nothing here needs a mouse or a network.

const query = new URLSearchParams(location.search);
const isHandout = query.has("handout");
const isPrint = query.get("view") === "print";
const KEYS_SAID = JSON.parse(document.getElementById("keys").textContent); // what keys and buttons do
const slides = [...document.querySelectorAll(".slides > section")];

// ---- Pictures: a clicker steps what a slider or a row of words shows ----

// A clicker is not pressed for each of 400 mistakes.
const MOST_STEPS = 12;
const TIME = "input[name=k], .setting:has(.buttons) input[type=range]";

// What can be stepped in an element: how many positions it has, where it is, and a way to move it.
function stepper(root) {
  const range = root.querySelector(TIME);
  if (range) {
    const isShort = () => Number(range.max) <= MOST_STEPS;
    return {
      node: range,
      at: () => range.valueAsNumber,
      last: () => Number(range.max),
      stride: () => (isShort() ? 1 : Math.ceil(Number(range.max) / MOST_STEPS)),
      move(position) {
        range.value = position;
        range.dispatchEvent(new Event("input", { bubbles: true }));
      },
    };
  }
  const radios = [...root.querySelectorAll(".perceptron-player input[type=radio]")];
  if (!radios.length) return null;
  return {
    node: radios[0],
    at: () => radios.findIndex((radio) => radio.checked),
    last: () => radios.length - 1,
    stride: () => 1,
    move: (position) => radios[position].click(),
  };
}

const begun = new WeakMap(); // slide → where its picture stood when it was first stepped

// Step the picture of this slide; false where it is at its end, or there is none to see.
function step(direction) {
  const slide = Reveal.getCurrentSlide();
  const picture = stepper(slide);
  if (!picture || picture.node.closest(".fragment:not(.visible)")) return false;
  if (!begun.has(slide)) begun.set(slide, picture.at());
  const first = begun.get(slide);
  const next = picture.at() + direction * picture.stride();
  const position = Math.max(Math.min(next, picture.last()), Math.min(first, picture.at()));
  if (position === picture.at()) return false;
  picture.move(position);
  return true;
}

const forward = () => step(1) || Reveal.next();
// What came last goes first: the lines that were built, then the states of the picture.
const back = () => (!Reveal.availableFragments().prev && step(-1)) || Reveal.prev();

// ---- Keys ----

// The controls of what a slide shows, in the order of Tab.
const CONTROLS = ":is(input, button, select, summary):not(:disabled)";

function focused() {
  const here = document.activeElement;
  return here instanceof HTMLElement && here.matches(CONTROLS) ? here : null;
}

// Into the picture: its first control, and with the same key again the next one.
function enter() {
  /** @type {NodeListOf<HTMLElement>} */
  const controls = Reveal.getCurrentSlide().querySelectorAll(CONTROLS);
  const visible = [...controls].filter((control) => control.checkVisibility());
  window.focus(); // the notes have a window of their own
  visible[(visible.indexOf(focused()) + 1) % visible.length]?.focus();
}

// For a room whose computer has a mouse alone.
function showControls() {
  const bar = document.createElement("nav");
  bar.className = "turns";
  for (const [sign, name, action] of [
    ["‹", KEYS_SAID.back, back],
    ["›", KEYS_SAID.next, forward],
  ]) {
    const button = document.createElement("button");
    button.textContent = sign;
    button.ariaLabel = name;
    button.addEventListener("click", () => {
      action();
      button.blur();
    });
    bar.append(button);
  }
  document.body.append(bar);
}

const showNumbers = () => document.body.classList.toggle("quiet");

// Keys that the notes window passes on come without Shift, and only through Reveal.
const KEYS = { 32: forward, 33: back, 34: forward, 77: enter, 75: showNumbers };
for (let digit = 0; digit <= 9; digit++) KEYS[48 + digit] = () => count(digit, 1);

// Where a control has the focus, a clicker's keys and Space step and turn too; Escape leaves it.
function turn(key, shift) {
  if (key === "PageDown" || (key === " " && !shift)) return forward;
  if (key === "PageUp" || key === " ") return back;
  return key === "Escape" ? () => focused()?.blur() : null;
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || Reveal.isPaused()) return;
  const here = focused();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const turned = turn(event.key, event.shiftKey);
  if (turned && (here || event.key !== "Escape")) {
    const before = Reveal.getCurrentSlide();
    turned();
    if (Reveal.getCurrentSlide() !== before) here?.blur();
  } else if (event.key === "m") enter();
  else if (event.key === "F5")
    return event.preventDefault(); // some clickers begin with it
  else if (!here && digit) count(Number(digit), event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// ---- Votes: raised by the number of the option, taken back with Shift; 0 begins anew ----

const outputsOf = (slide) => [...slide.querySelectorAll(".vote output")];

function showVotes(slide, votes) {
  const most = Math.max(1, ...votes);
  outputsOf(slide).forEach((output, i) => (output.textContent = votes[i]));
  slide.querySelectorAll(".vote meter").forEach((meter, i) => (meter.value = votes[i] / most));
  slide.querySelector(".counted output").textContent = votes.reduce((sum, each) => sum + each, 0);
}

function count(digit, change) {
  const slide = Reveal.getCurrentSlide();
  const votes = outputsOf(slide).map((output) => Number(output.textContent));
  if (!votes.length) return;
  if (digit === 0) votes.fill(0);
  else if (digit <= votes.length) votes[digit - 1] = Math.max(0, votes[digit - 1] + change);
  showVotes(slide, votes);
  tell({ slide: slides.indexOf(slide), votes });
}

// ---- The notes window shows the same state, and moves it ----

// Its frames show this page too. They tell the window that opened it, which tells all others.
const others = new Set();
const opener = parent === self ? null : parent.opener;
const models = [];
const known = []; // for each model: name → its value, as text
const DERIVED = "w"; // follows from points and k

function tell(content, except) {
  for (const other of others) if (other !== except) other.postMessage({ perceptron: content }, "*");
}

let isHearing = false; // what comes in is not told again by what it moves

function watch({ model }) {
  const widget = models.push(model) - 1;
  const texts = {};
  known[widget] = texts;
  const { set } = model;
  model.set = (name, value) => {
    set(name, value);
    const text = JSON.stringify(value);
    if (name === DERIVED || texts[name] === text) return;
    texts[name] = text;
    if (!isHearing) tell({ widget, name, value });
  };
  if (opener) tell({ hello: widget });
}

function hear({ source, data }) {
  const content = data?.perceptron;
  if (!content || source === self) return;
  if ("hello" in content) {
    others.add(source);
    const widget = content.hello;
    for (const [name, text] of Object.entries(known[widget] ?? {}))
      source.postMessage({ perceptron: { widget, name, value: JSON.parse(text) } }, "*");
    return;
  }
  if (!others.has(source)) return;
  if (content.votes) showVotes(slides[content.slide], content.votes);
  else {
    known[content.widget][content.name] = JSON.stringify(content.value);
    isHearing = true;
    models[content.widget].receive({ [content.name]: content.value });
    isHearing = false;
  }
  tell(content, source);
}

if (opener) others.add(opener);
globalThis.perceptronPage.eachDrawn(watch);
globalThis.perceptronPage.eachDrawn(({ el }) => {
  /** @type {HTMLElement} */
  const shown = el.closest(".shown");
  const { at } = shown.dataset;
  if (at && !opener) setTimeout(() => stepper(el)?.move(at));
});
addEventListener("message", hear);

// ---- Paper: every picture in its last state; a handout has three slides and their notes a page ----

function showLast() {
  for (const slide of slides) {
    const picture = stepper(slide);
    if (picture?.node.type === "range") picture.move(picture.last());
  }
}

function layHandout() {
  document.documentElement.classList.add("handout");
  for (const slide of slides) {
    const leaf = document.createElement("article");
    slide.replaceWith(leaf);
    leaf.append(slide, slide.querySelector("aside.notes"));
  }
  const sheet = document.createElement("style");
  sheet.textContent = "@page { size: A4; margin: 10mm 8mm; }";
  document.head.append(sheet);
}

document.documentElement.classList.add("print-pdf"); // else Reveal has a look for paper
document.documentElement.classList.toggle("room", !isHandout && !isPrint);
if (isHandout || isPrint) globalThis.perceptronPage.eachDrawn(() => setTimeout(showLast));
if (isHandout) layHandout();
else {
  Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    center: false,
    display: "flex",
    hash: true,
    transition: "none",
    slideNumber: "c/t",
    controls: false, // ours step the picture too
    keyboard: KEYS,
    pdfSeparateFragments: false,
    pdfMaxPagesPerSlide: 1, // a slide that is measured while its picture is drawn seems longer
    defaultTiming: document.body.matches(".timed") ? 60 : null, // the notes' clock says who is late
    plugins: [RevealNotes],
  });
  if (query.get("controls") !== "0" && !opener) showControls();
  addEventListener("keydown", press, { capture: true });
  for (const [key, does] of Object.entries(KEYS_SAID).slice(2)) Reveal.registerKeyboardShortcut(key, does);
}
