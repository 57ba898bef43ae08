// What makes a page easier to read; the page is whole without it.

// Where a lesson has moved, its old address leads on, to the same place in it.
const moved = document.querySelector("link[rel=canonical]");
if (moved) location.replace(moved.getAttribute("href") + location.hash);

// Sections that have moved out of their page, by the names that lead to them: where no such name is, go there.
const MOVED_PLACES = {
  audit: "11-what-a-proof-checker-adds.html#lines",
  "An-audit": "11-what-a-proof-checker-adds.html#lines",
  "A-few-wrong-labels": "08-when-nothing-separates.html#wrong-labels",
  "Bounded-weights,-shrinking-mean": "08-when-nothing-separates.html#bounded",
  certificate: "06-the-widest-margin.html#certificate",
  "Disc-and-box": "07-the-linear-programming-view.html#box",
  "When-nothing-separates": "06-the-widest-margin.html#certificate",
  nine: "11-what-a-proof-checker-adds.html#all-runs",
  "Optional:-nine-steps": "11-what-a-proof-checker-adds.html#all-runs",
  "In-words:-a-longer-piece-each-time": "02-why-it-stops.html#In-words:-another-piece-each-time",
  history: "01-worked-example.html#References",
  "Where-it-comes-from": "01-worked-example.html#References",
  mean: "06-the-widest-margin.html#mean",
  "The-mean-of-the-mistakes": "06-the-widest-margin.html#mean",
  nearest: "06-the-widest-margin.html#nearest",
  "One-more-coordinate": "03-the-offset-and-the-mistake-bound.html#padding",
  "Does-padding-make-%CE%B3-smaller-or-larger?": "03-the-offset-and-the-mistake-bound.html#two-margins",
  "Which-constant?": "03-the-offset-and-the-mistake-bound.html#best-height",
  "Pad-with-$R$": "03-the-offset-and-the-mistake-bound.html#which-height",
  "Three-rules,-one-data-set": "03-the-offset-and-the-mistake-bound.html#three-rules",
  "How-good-is-the-bound?": "03-the-offset-and-the-mistake-bound.html#how-good",
  "Some-data-attain-it": "03-the-offset-and-the-mistake-bound.html#how-good",
  Scale: "04-what-changes-a-run.html#scaling",
  Order: "04-what-changes-a-run.html#orders",
  "What-is-the-sign-of-0?": "04-what-changes-a-run.html#sign-of-0",
  "A-trap-in-floats": "04-what-changes-a-run.html#laptops",
  "Your-own-perceptron": "04-what-changes-a-run.html#explain",
  "A-stream-without-a-margin": "05-online-mistakes.html#no-margin",
  "A-stream-without-an-end": "05-online-mistakes.html#stream",
  "From-mistakes-to-a-forecast": "05-online-mistakes.html#forecast",
  "No-deterministic-learner-does-better": "05-online-mistakes.html#no-learner",
  "Predict,-then-learn": "05-online-mistakes.html#zero",
  "When-no-line-is-right": "05-online-mistakes.html#noise",
  "A-line-that-bends": "09-kernels.html#gauss",
  "Counts-in-place-of-weights": "09-kernels.html#dual",
  "XOR-by-hand": "09-kernels.html#xor",
  "Why-a-Gaussian-is-an-inner-product": "09-kernels.html#gaussian",
  "The-theorem,-unchanged": "09-kernels.html#bound",
  "What-the-width-costs": "09-kernels.html#width",
  "Two-ways-to-choose-samples": "09-kernels.html#supports",
  "Shards-and-their-mean": "10-data-beyond-one-machine.html#shards",
  "Once-is-not-enough": "10-data-beyond-one-machine.html#once",
  "Three-lines,-and-Jensen": "10-data-beyond-one-machine.html#mixing-theorem",
  "What-it-costs": "10-data-beyond-one-machine.html#cost",
  "When-is-it-worth-it?": "10-data-beyond-one-machine.html#for-real",
  "All-runs-at-once": "11-what-a-proof-checker-adds.html#all-runs",
  "Three-lines,-three-ways": "11-what-a-proof-checker-adds.html#lines",
  "What-it-refuses,-and-what-is-false": "11-what-a-proof-checker-adds.html#refuted",
  "What-it-leaves-open": "11-what-a-proof-checker-adds.html#left-to-read",
  "One-list-of-mistakes": "12-five-texts.html#notation",
  "Perceptron-against-program": "07-the-linear-programming-view.html#simplex",
  "The-nearest-point": "06-the-widest-margin.html#nearest",
  "The-run-goes-round": "08-when-nothing-separates.html#round",
  "The-same-question-as-a-linear-program": "07-the-linear-programming-view.html#program",
  "What-a-thin-margin-can-cost": "07-the-linear-programming-view.html#price",
  "What-to-use-of-it": "08-when-nothing-separates.html#use",
  "XOR,-and-the-offset": "06-the-widest-margin.html#xor",
  "one-core": "10-data-beyond-one-machine.html#for-real",
  "Larger-than-memory,-on-one-core": "10-data-beyond-one-machine.html#for-real",
};
function leadOn(name) {
  if (moved || document.getElementById(name)) return;
  if (/^closer-reading-\d+$/.test(name)) location.replace(`13-closer-readings.html#${name}`);
  else if (Object.hasOwn(MOVED_PLACES, name)) location.replace(MOVED_PLACES[name]);
}
leadOn(location.hash.slice(1));

const root = document.documentElement;
const here = root.dataset.page;

// What the browser keeps for this site. Where it keeps nothing, nothing is lost but that.
const kept = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`perceptron.${name}`));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`perceptron.${name}`, JSON.stringify(value));
    } catch {
      // private windows and full disks
    }
  },
};

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// ---- Theme: that of the system, or the reader's choice ----
const THEMES = ["auto", "light", "dark"];
/** @type {HTMLButtonElement} */
const themeButton = document.querySelector("button.theme");

function showTheme(theme) {
  themeButton.replaceChildren(element("span", {}, "Theme: "), theme);
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

themeButton.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
  showTheme(next);
  try {
    localStorage.setItem("perceptron.theme", next === "auto" ? "" : next);
  } catch {
    // kept for this page only
  }
});
showTheme(root.dataset.theme ?? "auto");
themeButton.hidden = false;

// ---- Contents: open where there is room beside the text ----
/** @type {HTMLDetailsElement} */
const contents = document.querySelector(".contents details");
if (contents) {
  const beside = matchMedia("(min-width: 72rem)");
  const follow = () => (contents.open = beside.matches);
  beside.addEventListener("change", follow);
  follow();
  contents.dataset.settled = "";
}

// ---- Progress: the sections that a reader has read ----
const READ = 15; // seconds in the middle of the screen: who only passes by has not read
const headings = [...document.querySelectorAll("main h2[id]")];
/** @type {NodeListOf<HTMLAnchorElement>} */
const contentLinks = document.querySelectorAll(".contents a");
const links = new Map([...contentLinks].map((link) => [link.hash.slice(1), link]));

function linkTo(heading) {
  return links.get(encodeURIComponent(heading.id)) ?? links.get(heading.id);
}

function markReached(reached) {
  for (const heading of headings) linkTo(heading)?.classList.toggle("reached", reached.includes(heading.id));
}

function reach(id) {
  const progress = kept.get("progress") ?? {};
  const reached = new Set(progress[here]?.reached).add(id);
  progress[here] = { reached: [...reached], of: headings.length };
  kept.set("progress", progress);
  markReached([...reached]);
}

function followReader() {
  const seconds = new Map();
  // Exercises are not read, but solved.
  const worked = new Set([...document.querySelectorAll(".exercise")].map((each) => sectionOf(each)?.id));

  function look() {
    const middle = (heading) => heading.getBoundingClientRect().top < innerHeight / 2;
    const id = document.hidden ? undefined : headings.findLast(middle)?.id;
    if (id === undefined || worked.has(id)) return;
    seconds.set(id, (seconds.get(id) ?? 0) + 1);
    if (seconds.get(id) === READ) reach(id);
  }

  markReached(kept.get("progress")?.[here]?.reached ?? []);
  setInterval(look, 1000);
}

// Where the reader is: in the contents, and for the next visit of the front page.
function markPlace() {
  const heading = headings.findLast((each) => each.getBoundingClientRect().top < innerHeight / 3);
  for (const link of links.values()) link.removeAttribute("aria-current");
  if (!heading) return;
  linkTo(heading)?.setAttribute("aria-current", "true");
  const title = document.querySelector("h1").textContent;
  kept.set("last", { address: `${here}.html#${encodeURIComponent(heading.id)}`, title, heading: heading.textContent });
}

function showProgress() {
  const progress = kept.get("progress") ?? {};
  /** @type {NodeListOf<HTMLElement>} */
  const lessons = document.querySelectorAll("[data-lesson]");
  for (const item of lessons) {
    const { reached, of } = progress[item.dataset.lesson] ?? { reached: [], of: 1 };
    item.querySelector(".progress")?.remove();
    if (!reached.length) continue;
    const words = reached.length < of ? `${reached.length} of ${of} sections` : "done";
    item.querySelector(".minutes").after(element("span", { class: "progress" }, `✓ ${words}`));
  }
}

if (links.size) {
  followReader();
  let waits;
  addEventListener("scroll", () => (waits ??= setTimeout(() => (waits = markPlace()), 200)), { passive: true });
}
/** @type {HTMLElement} */
const keeping = document.querySelector(".kept");
if (keeping) {
  keeping.hidden = false;
  keeping.querySelector("button").addEventListener("click", () => {
    kept.set("progress", {});
    kept.set("last", null);
    goOn();
    showProgress();
  });
  showProgress();
}

// ---- Guesses: judged here, and kept ----
// The numbers that words can mean, as people write them: 4/5, 0.8, 0,8, −3, 16,007, about 16 007.
const ONE = /^-?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
const THOUSANDS = /^-?[1-9]\d{0,2}([,.'’\s]\d{3})+$/;

function numbersIn(words) {
  const text = words
    .trim()
    .replace(/^(about|ca\.?|[~≈+])\s*/i, "")
    .replace(/[−–]/g, "-");
  const parts = text.split("/").map((part) => part.trim());
  const meant = [];
  if (parts.length <= 2 && parts.every((part) => ONE.test(part))) {
    const [over, under = 1] = parts.map((part) => Number(part.replace(",", ".")));
    meant.push(over / under);
  }
  if (THOUSANDS.test(text)) meant.push(Number(text.replace(/[^\d-]/g, "")));
  return meant.filter(Number.isFinite);
}

/** @type {(guess: number, right: number, within: number) => "right" | "near" | "wrong"} */
function kindOf(guess, right, within) {
  if (Math.abs(guess - right) <= 1e-9 * Math.abs(right)) return "right";
  return right / within <= guess && guess <= right * within ? "near" : "wrong";
}

function verdictOn(words, { truth, within }) {
  const right = Number(truth);
  if (Number.isNaN(right)) return words.replace(/[\s.!"']/g, "").toLowerCase() === truth ? "right" : "wrong";
  const kinds = numbersIn(words).map((guess) => kindOf(guess, right, Number(within)));
  const best = /** @type {const} */ (["right", "near", "wrong"]).find((kind) => kinds.includes(kind));
  return best ?? "no number";
}

const SAYS = { right: "✓ Right: ", near: "≈ Close: ", wrong: "✗ Not quite: " };
const SAME = 1e-3; // as in exercise.py: a guess and the number that it stands for, 0.894 and 0.8944

// What a wrong number is that others give too, if it is known.
function replyTo(form, words) {
  const guesses = numbersIn(words);
  const isMeant = ({ dataset }) =>
    guesses.some((guess) => Math.abs(guess - Number(dataset.for)) <= Math.abs(guess) * SAME);
  const reply = [...form.querySelectorAll(".reply")].find(isMeant);
  return reply ? [reply.content.cloneNode(true), " It is "] : [];
}

function judge(form, words) {
  if (!words.trim()) return;
  const kind = verdictOn(words, form.dataset);
  const output = form.querySelector("output");
  output.className = `verdict ${kind}`;
  if (kind === "no number") {
    output.textContent = "Write a number, such as 3 or 4/5.";
    return;
  }
  const answer = [...form.querySelector(".waits p").cloneNode(true).childNodes];
  output.replaceChildren(SAYS[kind], ...(kind === "wrong" ? replyTo(form, words) : []), ...answer);
  form.classList.add("judged");
  showResult(form, true);
  kept.set("guesses", { ...kept.get("guesses"), [form.dataset.predict]: words });
}

function showResult(form, open) {
  const result = form.parentElement.querySelector(".result");
  if (result) result.open = open;
}

/** @type {NodeListOf<HTMLFormElement>} */
const predictions = document.querySelectorAll(".predict");
for (const form of predictions) {
  const input = form.querySelector("input");
  /** @type {HTMLDetailsElement} */
  const answer = form.querySelector(".waits");
  answer.addEventListener("toggle", () => showResult(form, answer.open || form.classList.contains("judged")));
  input.value = kept.get("guesses")?.[form.dataset.predict] ?? "";
  judge(form, input.value);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge(form, input.value);
  });
}

// ---- Exercises: open, tried or solved, kept from visit to visit ----
const exercises = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".exercise"))];
const STANDINGS = { open: "not solved yet", tried: "tried, not solved yet", solved: "✓ solved" };
const JUDGED = /^(correct|not yet|not attempted|right|close|not quite):/;
const KINDS = { correct: "right", right: "right", close: "near" };

function sectionOf(node) {
  return headings.findLast((each) => each.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function showStandings() {
  const standing = kept.get("exercises") ?? {};
  for (const exercise of exercises) {
    /** @type {HTMLElement} */
    const part = exercise.querySelector(".standing");
    const known = standing[exercise.dataset.exercise] ?? "open";
    part.textContent = STANDINGS[known];
    part.className = `standing ${known}`;
    part.hidden = false;
  }
  const heading = exercises.length ? sectionOf(exercises[0]) : undefined;
  const section = heading && linkTo(heading);
  if (!section) return;
  const solved = exercises.filter((each) => standing[each.dataset.exercise] === "solved").length;
  section.querySelector(".solved")?.remove();
  if (solved) section.append(element("span", { class: "solved" }, ` ${solved} of ${exercises.length}`));
  if (solved === exercises.length) reach(heading.id);
}

document.addEventListener("ran", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  for (const text of target.querySelectorAll(".live pre")) {
    const verdict = text.textContent.match(JUDGED)?.[1];
    if (!verdict) continue;
    text.classList.add("verdict", KINDS[verdict] ?? "wrong");
    const key = target.dataset.exercise;
    const before = kept.get("exercises") ?? {};
    if (!key || verdict === "not attempted" || before[key] === "solved") continue;
    kept.set("exercises", { ...before, [key]: verdict === "correct" ? "solved" : "tried" });
  }
  showStandings();
});
if (links.size) showStandings();

// ---- A picture that waits for Python is not true yet ----
globalThis.perceptronPage.eachDrawn(({ el, model }) => {
  model.on("change:progress", () => {
    const progress = model.get("progress");
    el.classList.toggle("stale", Boolean(progress) && !progress.startsWith("Not possible"));
  });
});

// ---- The front page: its picture plays once by itself, until somebody takes hold of it ----
function goOn() {
  const last = kept.get("last");
  /** @type {HTMLAnchorElement} */
  const link = document.querySelector(".continue");
  link.hidden = !last;
  if (!last) return;
  link.href = last.address;
  link.textContent = `Continue at ${last.title}: ${last.heading}`;
}

function playOnce(el) {
  const play = el.querySelector("[name=play]");
  if (!play || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const words = play.textContent;
  const timer = setTimeout(() => play.click(), 1200);
  const stop = (event) => {
    clearTimeout(timer);
    if (play.textContent !== words && event.target !== play) play.click();
    for (const kind of ["pointerdown", "keydown"]) el.removeEventListener(kind, stop, true);
  };
  for (const kind of ["pointerdown", "keydown"]) el.addEventListener(kind, stop, true);
}

const hero = document.querySelector(".hero");
if (hero) {
  goOn();
  globalThis.perceptronPage.eachDrawn(({ el }) => hero.contains(el) && playOnce(el));
}

// ---- Search over all lessons ----
const MOST = 12;
/** @type {HTMLFormElement} */
const search = document.querySelector(".search");
const field = search.querySelector("input");
const found = search.querySelector(".found");
let index; // a promise of the list, asked for when the reader begins to search

function readIndex() {
  index ??= fetch("search.json").then((answer) => answer.json());
  return index;
}

// All words, or where nothing has all of them, any; a word's definition comes first.
function matches(list, words) {
  const query = words.join(" ");
  const scored = list.map((entry) => {
    const [address, title, , heading, text] = entry;
    const head = `${title} ${heading}`.toLowerCase();
    const body = text.toLowerCase();
    const scores = words.map((word) => (head.includes(word) ? 10 : body.includes(word) ? 1 : 0));
    const term = address === "glossary.html" ? heading.toLowerCase() : undefined;
    const defined = term === query ? 200 : term?.includes(query) ? 100 : 0;
    return { entry, all: !scores.includes(0), score: scores.reduce((a, b) => a + b, defined) };
  });
  const whole = scored.filter(({ all }) => all);
  const found = whole.length ? whole : scored.filter(({ score }) => score);
  return found.sort((a, b) => b.score - a.score);
}

function excerpt(text, word, isDefinition) {
  const found = isDefinition ? 0 : Math.max(text.toLowerCase().indexOf(word), 0);
  // Whole words: from the first that begins some way before, to the last that ends in time.
  const from = found > 40 ? text.lastIndexOf(" ", found - 40) + 1 : 0;
  const end = text.length > from + 120 ? text.lastIndexOf(" ", from + 120) : text.length;
  return `${from ? "… " : ""}${text.slice(from, end)}${end < text.length ? " …" : ""}`;
}

function result([address, title, name, heading, text], words) {
  const link = element("a", { href: `${address}#${encodeURIComponent(name)}` }, heading);
  return element(
    "li",
    {},
    link,
    ` in ${title}`,
    element("p", {}, excerpt(text, words[0], address === "glossary.html")),
  );
}

async function look() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.join("")) return found.replaceChildren();
  let list;
  try {
    list = await readIndex();
  } catch {
    index = undefined;
    return found.replaceChildren("The search needs the site's own server; use your browser's here.");
  }
  const hits = matches(list, words);
  const sections = hits.length === 1 ? "1 section" : `${hits.length} sections`;
  const shown = hits.slice(0, MOST).map(({ entry }) => result(entry, words));
  const summary = element("p", { role: "status" }, hits.length ? sections : "Nothing found.");
  found.replaceChildren(summary, element("ol", {}, ...shown));
}

field.addEventListener("input", look);
search.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.focus();
});
// Arrows go through what was found, Escape leaves it; Ctrl+K begins a search from anywhere.
search.addEventListener("keydown", (event) => {
  /** @type {HTMLElement[]} */
  const stops = [field, ...found.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    stops[stops.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step]?.focus();
  }
  if (event.key !== "Escape") return;
  field.value = "";
  field.focus();
  look();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener("focusin", ({ target }) => {
  if (!search.contains(/** @type {Element} */ (target))) found.replaceChildren();
});
search.hidden = false;

// ---- What is wider than the page scrolls, also with the keyboard ----
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const part = /** @type {HTMLElement} */ (target);
    const wide = part.scrollWidth > part.clientWidth;
    if (wide) {
      part.tabIndex = 0;
      part.setAttribute("role", "group");
      part.setAttribute("aria-label", part.dataset.what ?? "Wide content");
    } else if (part.tabIndex === 0) {
      for (const name of ["tabindex", "role", "aria-label"]) part.removeAttribute(name);
    }
  }
});

function letScroll(place) {
  for (const part of place.querySelectorAll(".scrolls, .formula.display, .formula.long, pre")) widths.observe(part);
}
letScroll(document.querySelector("main"));
globalThis.perceptronPage.letScroll = letScroll;

// ---- Python, where it cannot be ----
/** @type {HTMLElement} */
const without = document.querySelector(".no-python");
if (without && location.protocol === "file:") {
  without.textContent =
    "This page was opened as a file. Its sliders move; but a browser starts no Python from a file. " +
    "For that, let a server show the folder: python3 -m http.server, then http://localhost:8000.";
  without.hidden = false;
}
