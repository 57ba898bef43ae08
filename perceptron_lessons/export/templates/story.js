
// ---- A story: one stage beside the steps of the text; each step is a state of that stage ----
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
  const stage = element("div", { class: "stage" }, element("nav", { "aria-label": "Steps of the story" }, list), title, place, heard);
  story.prepend(stage);
  const model = page.show(place, { ...states[0] });
  const beside = matchMedia("(min-width: 60rem)");
  let now = -1;
  let passed; // the number of the last step that has come into sight, -1 before the first
  let rests;

  function show(at) {
    now = at;
    const { options, board, points, k } = states[at];
    model.set("options", options);
    model.set("board", { ...board, points, k });
    const player = place.querySelector(".perceptron-stage");
    // What the text names, and no other object; the first of it is lit.
    const named = [...steps[at].querySelectorAll(".object")].map((word) => word.classList[1]);
    player.dataset.lit = named[0] ?? "";
    player.dataset.named = named.join(" ");
    links.forEach((link, i) => (i === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
    title.textContent = `${at + 1} of ${steps.length}: ${headings[at].textContent}`;
    // Heard when the page rests: who passes by does not want every state.
    clearTimeout(rests);
    rests = setTimeout(() => {
      const seen = player.querySelector(options.space === "data" ? ".data" : ".weights");
      heard.textContent = `${title.textContent}. ${seen.getAttribute("aria-label")}`;
    }, 500);
  }

  // A step begins when it comes into the middle of what the stage leaves for the text.
  function look() {
    const top = beside.matches ? 0 : stage.getBoundingClientRect().bottom;
    const line = top + (innerHeight - top) / 2;
    const at = steps.findLastIndex((step) => step.getBoundingClientRect().top < line);
    if (at === passed) return;
    passed = at;
    if (Math.max(at, 0) !== now) show(Math.max(at, 0));
    const isHere = at >= 0 && story.getBoundingClientRect().bottom > line;
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

  // Each line of the proof has the picture that it came from beside it.
  for (const line of story.querySelectorAll(".proof li")) {
    const link = line.querySelector("a[href^='#']");
    const from = states[hrefs.indexOf(link?.hash)];
    if (!from) continue;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "plane weights");
    link.prepend(element("span", { class: "perceptron-stage came-from", "aria-hidden": "true" }, svg));
    page.widgets[from._anywidget_id].draw(svg, { ...from.board, points: from.points, k: from.k }, 160);
    // Nothing in it can be taken hold of.
    for (const hold of svg.querySelectorAll("[role]"))
      for (const name of ["role", "tabindex"]) hold.removeAttribute(name);
  }
  addEventListener("scroll", look, { passive: true });
  addEventListener("resize", look);
  document.addEventListener("keydown", turn);
  look();
}

const page = globalThis.perceptronPage;
for (const story of document.querySelectorAll(".story")) tellStory(story);
