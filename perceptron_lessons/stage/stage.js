// A stage in a page: the board that it shows now, the controls, and the way from one board to another.

import { facts } from "./argument.js";
import { ACTIONS, CHALLENGES, STARTS, clamp, fromSource, load, named, samePlace, view } from "./board.js";
import { CONTROLS } from "./controls.js";
import { makeDesk, tell } from "./desk.js";
import { giveHand } from "./hand.js";
import { makeMotion } from "./motion.js";
import { patch } from "./patch.js";
import { dataScene, poseOf, weightScene } from "./scene.js";
import { text } from "./words.js";

const PAUSES = { step: 350, calm: 1200, cap: 1400 }; // milliseconds between the steps of Play
const USUAL = "worked example";
const SMOOTH = 250; // milliseconds in which one board becomes another

// A board with the line that was set by hand before it was shown.
const withHand = (board, w) =>
  w.length && String(w) !== String(view(board).w) ? load({ ...board, hand: w }) : board;

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Stage {
  past = []; // boards that can be brought back
  future = [];
  drag = ""; // "begun", "moved": its moves are one step of the history, and not told
  isPlaying = false;
  half = 6; // of the weight space
  size = 400; // of each picture, in pixels
  news = ""; // what was done last

  constructor(el, options) {
    const { start = USUAL, board, w = [], challenge, address = false, changed } = options;
    this.changed = changed;
    this.task = challenge && Object.hasOwn(CHALLENGES, challenge) ? CHALLENGES[challenge] : undefined;
    this.starts = this.task ? { challenge: STARTS[this.task.start], ...STARTS } : STARTS;
    this.player = makeDesk(`own points${challenge ? `: ${challenge}` : ""}`, this.starts);
    this.elements = this.player.firstElementChild.elements;
    this.planes = [...this.player.querySelectorAll(".plane")];
    this.motion = makeMotion((pose) => this.paint(pose), isCalm);
    el.append(this.player);
    this.show(options);
    const noTask = challenge && !this.task ? text("noChallenge", { name: challenge }) : "";
    const first = () => (board ? withHand(load(board), w) : named(this.task ? "challenge" : start, this.starts));
    this.open(first, noTask);
    this.listen();
    const sent = [location.hash, location.search].find((each) => each.includes("points="));
    if (address && sent) this.read(sent);
  }

  // The board that is asked for at first; the usual one and a word where there is no such board.
  open(wanted, refusal) {
    try {
      this.news = refusal && text("notPossible", { why: refusal });
      this.become(wanted(), 0);
    } catch (error) {
      this.news = text("notPossible", { why: error.message });
      this.become(named(USUAL), 0);
    }
  }

  listen() {
    const listen = (type, action) => this.player.addEventListener(type, action);
    giveHand(this, listen);
    listen("click", ({ target }) => target.closest("button") && this.use(target.closest("button")));
    listen("change", ({ target }) => target.type !== "range" && this.use(target));
    listen("input", ({ target }) => target.type === "range" && this.use(target));
    this.sizes = new ResizeObserver(() => {
      const sizes = this.planes.map((plane) => Math.min(plane.clientWidth, plane.clientHeight));
      this.size = Math.round(Math.max(...sizes)) || this.size;
      this.motion.repaint();
    });
    for (const plane of this.planes) this.sizes.observe(plane);
  }

  remove() {
    this.isPlaying = false;
    this.motion.stop();
    this.sizes.disconnect();
    this.player.remove();
  }

  // Show another board; `proof` and `space` of options, if given, hold from now on.
  // A board that a stage cannot hold is refused, with a word, and nothing changes.
  set(board, options) {
    return this.attempt(() => {
      const next = { ...load(board), turn: 0 };
      if (options) this.show(options);
      this.isPlaying = false;
      this.become(next);
    });
  }

  // Return whether something was done; what cannot be done is said.
  attempt(action) {
    try {
      action();
      return true;
    } catch (error) {
      this.tell(text("notPossible", { why: error.message }));
      return false;
    }
  }

  // ---- what is shown ----

  // Whether the proof is, and which picture alone.
  show({ proof = true, space = "" }) {
    this.isProof = proof;
    this.player.dataset.space = space;
  }

  use(control) {
    const isPause = this.isPlaying && control.name === "play";
    this.isPlaying = false;
    return isPause ? this.become(this.board, 0) : CONTROLS[control.name]?.(this, control);
  }

  pose() {
    const pose = poseOf(this.now, this.half);
    this.half = pose.half;
    return pose;
  }

  paint(pose) {
    const hadFocus = this.player.contains(document.activeElement);
    const scenes = [dataScene, weightScene];
    this.planes.forEach((plane, i) => patch(plane, scenes[i](pose, this.now, this.size)));
    for (const plane of this.planes) plane.setAttribute("viewBox", `0 0 ${this.size} ${this.size}`);
    if (hadFocus && !this.player.contains(document.activeElement))
      ([...this.player.querySelectorAll(".dot")].at(-1) ?? this.elements.add).focus();
  }

  tell(news = this.news) {
    this.news = news;
    tell(this);
  }

  // ---- from one board to another ----

  take(next) {
    this.now = facts(next, this.isProof);
    this.board = next;
    this.tell();
    this.changed?.(next);
  }

  // Show another board: at once, or so that it is seen how one follows from the other.
  become(next, time = SMOOTH) {
    this.take(next);
    return this.motion.play([[this.pose(), time]]);
  }

  // Another board, by something that can be undone: nothing was done where it is the same.
  begin(next, news, isStep = false) {
    this.isPlaying = false;
    this.news = news;
    if (next === this.board) return this.tell();
    if (this.drag !== "moved") {
      this.past.push(this.board);
      this.future = [];
    }
    this.drag &&= "moved";
    return isStep ? this.stepTo(next) : this.become(next, this.drag ? 0 : SMOOTH);
  }

  act(what, ...values) {
    const [next, done] = ACTIONS[what](this.board, ...values);
    return this.begin(next, done, what === "guess" && next.k !== this.board.k);
  }

  travel(what) {
    const [from, to] = what === "undo" ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return this.tell(text("nothingTo", { what }));
    to.push(this.board);
    this.news = text(what);
    return this.become(from.pop());
  }

  // One mistake more: z flies from the point to the tip of w, then w swings, and the line with it.
  stepTo(next) {
    const before = this.pose();
    const { k, w } = this.now;
    this.take(next);
    const after = this.pose();
    const { mistakes, points, rate } = this.now;
    if (mistakes[k] === undefined) return this.motion.play([[after, 2 * SMOOTH]]);
    const [x, y, label] = points[mistakes[k]];
    const from = { ...before, tail: [0, 0], vector: [x, y], size: 1, ink: 1 };
    const flown = { tail: w.slice(0, 2), vector: [x, y].map((v) => v * label * rate), ink: 1 };
    return this.motion.play([
      [from, 0],
      [{ ...before, ...flown, size: after.size }, 350],
      [{ ...after, ...flown }, 450],
      [{ ...after, ...flown, ink: 0 }, 120],
      [{ ...after, ink: 0 }, 0],
      [after, 120],
    ]);
  }

  moveK(k, isStep = false) {
    const { position, furthest } = this.now;
    const to = Math.max(0, Math.min(furthest, k));
    this.news = "";
    const next = { ...this.board, k: to, turn: 0, hand: null };
    return isStep && to === position + 1 ? this.stepTo(next) : this.become(next, isStep ? SMOOTH : 0);
  }

  async play() {
    if (this.now.position >= this.now.furthest) this.moveK(0);
    this.isPlaying = true;
    while (this.isPlaying && this.now.position < this.now.furthest) {
      if (!(await this.moveK(this.now.position + 1, true))) return; // something else was shown
      const isCap = this.now.view === "race" && this.now.position === this.now.last;
      const pause = isCap ? "cap" : isCalm() ? "calm" : "step";
      await new Promise((resolve) => setTimeout(resolve, PAUSES[pause]));
    }
    this.isPlaying = false;
    this.tell();
  }

  // ---- what a hand does ----

  endDrag() {
    this.drag = "";
    this.tell();
  }

  turnTo(degrees) {
    const turn = Math.round(degrees);
    this.news = text("handleZ", { turn });
    this.become({ ...this.board, turn }, 0);
  }

  placeOf(plane, { clientX, clientY }, isArrow = false) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(plane.getScreenCTM().inverse());
    const onPaper = (this.board.grid + 0.6) * (isArrow ? this.now.arrow : 1);
    const reach = plane === this.planes[0] ? onPaper : this.half;
    return [((2 * x) / this.size - 1) * reach, (1 - (2 * y) / this.size) * reach];
  }

  nearest(i, [x, y]) {
    const far = (each) => Math.hypot(this.board.points[each][0] - x, this.board.points[each][1] - y);
    return this.board.points.reduce((best, _, j) => (far(j) < far(best) - 1e-9 ? j : best), i);
  }

  // A guess, or a choice of the reader's; else the other label.
  choose(i) {
    this.act(this.now.isChoosing ? "guess" : "flip", i);
  }

  addAt(place) {
    this.act("add", place, Number(this.elements.label.value));
    const at = place.map((v) => clamp(v, this.board.grid));
    const there = this.board.points.findIndex((point) => samePlace(point, at));
    this.player.querySelector(`[data-hold="point ${there}"]`)?.focus();
  }

  // ---- in and out ----

  read(source) {
    this.attempt(() => this.begin(...fromSource(source)));
  }

  async copy(form, what) {
    const field = this.elements.text;
    field.value = what;
    field.select();
    const isCopied = await navigator.clipboard?.writeText(what).then(() => true, () => false);
    this.tell(text(isCopied ? "copied" : "copyThis", { form }));
  }
}

/**
 * Put a stage into a page.
 *
 * @param {HTMLElement} el
 * @param {object} [options]
 * @param {string} [options.start="worked example"]  a name in STARTS, or a link that ends in points
 * @param {object} [options.board]  what load() takes, in place of a start
 * @param {number[]} [options.w]  w1, w2 and b of a line by hand on this board; that of the run is none
 * @param {string} [options.challenge]  a name in CHALLENGES
 * @param {boolean} [options.proof=true]  whether R, γ, the bound, disc and wall are shown
 * @param {string} [options.space]  "data" or "weight": which picture is shown alone
 * @param {boolean} [options.address=false]  whether the page's address may bring points
 * @param {Function} [options.changed]  called with the board after each change
 * @returns {Stage}  its `board`, and its methods `set` and `remove`, are for everyone
 */
export const mount = (el, options = {}) => new Stage(el, options);
