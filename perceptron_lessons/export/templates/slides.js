// Slides for a lecturer with a keyboard or a clicker: nothing here needs a mouse or a network.
Reveal.initialize({
  width: 1280,
  height: 720,
  margin: 0,
  center: false,
  display: "flex",
  hash: true,
  transition: "none",
  slideNumber: "c/t",
  controls: false,
  pdfSeparateFragments: false,
  plugins: [RevealNotes],
});

// The controls of what a slide shows, in the order of Tab.
const CONTROLS = ":is(input, button, select, summary):not(:disabled)";

function focused() {
  const here = document.activeElement;
  return here?.matches(CONTROLS) ? here : null;
}

// Into the picture: its first control, and with the same key again the next one.
function enter() {
  const controls = [...Reveal.getCurrentSlide().querySelectorAll(CONTROLS)];
  const visible = controls.filter((control) => control.checkVisibility());
  visible[(visible.indexOf(focused()) + 1) % visible.length]?.focus();
}

// A vote is raised by the number of its option, and taken back with Shift; 0 begins anew.
function count(digit, step) {
  const options = [...Reveal.getCurrentSlide().querySelectorAll(".vote li")];
  const outputs = options.map((option) => option.querySelector("output"));
  const votes = outputs.map((output) => Number(output.textContent));
  if (digit === 0) votes.fill(0);
  else if (digit <= votes.length) votes[digit - 1] = Math.max(0, votes[digit - 1] + step);
  const most = Math.max(1, ...votes);
  options.forEach((option, i) => {
    outputs[i].textContent = votes[i];
    option.querySelector("meter").value = votes[i] / most;
  });
}

// A clicker sends PageUp and PageDown. They and Space turn the slide also where a control, which
// has another use for them, has the focus; the control is left then, as it is by Escape.
function turn(key, shift) {
  if (key === "PageDown" || (key === " " && !shift)) return () => Reveal.next();
  if (key === "PageUp" || key === " ") return () => Reveal.prev();
  return key === "Escape" ? () => {} : null;
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || Reveal.isPaused()) return;
  const here = focused();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const turned = here && turn(event.key, event.shiftKey);
  if (turned) {
    here.blur();
    turned();
  } else if (event.key === "m") enter();
  else if (!here && digit) count(Number(digit), event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("keydown", press, { capture: true });
Reveal.registerKeyboardShortcut("M", "Move what is in the picture; again: the next control");
Reveal.registerKeyboardShortcut("1 … 9", "One vote more for an option; with Shift: one less");
Reveal.registerKeyboardShortcut("PageUp, PageDown", "Turn the slide, from within a picture too");
