/**
 * A story: one stage beside the steps of the text; each step is a state of that stage.
 * @param {HTMLElement} story
 */
function tellStory(story) {
  const steps = [...story.querySelectorAll(".step")];
  const headings = steps.map((step) => step.querySelector("h3"));
  const states = [];
  for (const step of steps) {
    const own = step.querySelector(".perceptron-page > script");
    states.push(own ? JSON.parse(own.textContent) : states.at(-1));
  }
  const hrefs = headings.map((heading) => `#${encodeURIComponent(heading.id)}`);
  const links = headings.map((heading, i) =>
    element("a", { href: hrefs[i], "aria-label": `${i + 1}: ${heading.textContent}` }, i + 1),
  );
  const title = element("p", { class: "at", "aria-hidden": "true" });
  const place = element("div", { class: "perceptron-page" });
  const heard = element("p", { class: "unseen", role: "status" });
  const list = element("ol", {}, ...links.map((link) => element("li", {}, link)));
  const stage = element(
    "div",
    { class: "stage" },
    element("nav", { "aria-label": "Steps of the story" }, list),
    title,
    place,
    heard,
  );
  story.prepend(stage);
  const model = page.show(place, { ...states[0] });
  const beside = matchMedia("(min-width: 60rem), (min-width: 34rem) and (max-height: 34rem)");
  const told = new Set(); // the steps that have been played
  let now = -1;
  let passed; // the number of the last step that has come into sight, -1 before the first
  let rests;

  // The picture plays when its step arrives, once; then it waits for the hand.
  function show(at, arrives) {
    now = at;
    const { options, board, points, k } = states[at];
    model.set("options", { ...options, arrives: arrives && !told.has(at) });
    model.set("board", { ...board, points, k });
    model.set("options", options);
    if (arrives) told.add(at);
    links.forEach((link, i) =>
      i === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"),
    );
    title.textContent = `${at + 1} of ${steps.length}: ${headings[at].textContent}`;
    // Heard when the page rests: who passes by does not want every state. The stage tells what it shows.
    clearTimeout(rests);
    rests = setTimeout(() => (heard.textContent = title.textContent), 500);
  }

  // A step begins when it comes into the middle of what the stage leaves for the text.
  function look() {
    const top = beside.matches ? 0 : stage.getBoundingClientRect().bottom;
    const line = top + (innerHeight - top) / 2;
    const at = steps.findLastIndex((step) => step.getBoundingClientRect().top < line);
    if (at === passed) return;
    passed = at;
    const isHere = at >= 0 && story.getBoundingClientRect().bottom > line;
    if (Math.max(at, 0) !== now || (isHere && !told.has(at))) show(Math.max(at, 0), isHere);
    if (isHere) history.replaceState(history.state, "", hrefs[at]);
  }

  function turn(event) {
    const to = now + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0);
    const { top, bottom } = story.getBoundingClientRect();
    const isHere = top < innerHeight / 2 && bottom > innerHeight / 2 && !document.fullscreenElement;
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (to === now || !steps[to] || !isHere || !isPlain) return;
    if (event.target.closest("input, select, textarea, [contenteditable], [tabindex='0']")) return;
    event.preventDefault();
    headings[to].scrollIntoView();
  }

  addEventListener("scroll", look, { passive: true });
  addEventListener("resize", look);
  document.addEventListener("keydown", turn);
  // The place that the address names, before the address is that of a step in sight.
  const wanted = document.getElementById(location.hash.slice(1)) ?? headings[hrefs.indexOf(location.hash)];
  wanted?.scrollIntoView();
  look();
}

const page = globalThis.perceptronPage;
for (const story of document.querySelectorAll(".story")) tellStory(/** @type {HTMLElement} */ (story));
