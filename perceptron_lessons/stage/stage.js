// A stage in a page: the board that it shows now, the controls, and the way from one board to another.

import { ACTIONS, clamp, samePlace } from "./actions.js";
import { STARTS, isChoosing, load, view } from "./board.js";
import { CHALLENGES } from "./challenges.js";
import { CONTROLS } from "./controls.js";
import { hear, makeDesk, tell, tellWords } from "./desk.js";
import { facts, isMistakeAt, isPast, room } from "./facts.js";
import { giveHand } from "./hand.js";
import { named } from "./links.js";
import { makeMotion } from "./motion.js";
import { patch } from "./patch.js";
import { arrowScale, dataScene, paperOfPoints } from "./points.js";
import { poseOf } from "./pose.js";
import { stillsOf } from "./strip.js";
import { fromSource } from "./tables.js";
import { paperOfWeights, weightScene } from "./weights.js";
import { text } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const titleOf = (challenge) =>
  challenge ? text("titleOf", { name: WORDS.starts[challenge] ?? challenge }) : text("title");
const USUAL = "worked example";
// Milliseconds between the steps of Play: after an update among the points, after one where w alone is
// seen, after what does not move, where the ends of the bars meet, and after the beats of the end.
const PAUSES = { points: 350, weights: 220, calm: 1200, meet: 1100, beats: [1300, 1500, 2600, 0] };
const SMOOTH = 250; // milliseconds in which one board becomes another
const BEAT = 480; // in which a step is made where w alone is seen
const ENTER = 900; // in which one view becomes another
const REST = 700; // after which a stage is at rest, and tells what it shows
const SCENES = [dataScene, weightScene]; // of the two planes
const MOST_STEPS = 40; // of Play; a longer run goes on by several at a time

// A board with the line that was set by hand before it was shown.
const withHand = (board, w) => (w.length && String(w) !== String(view(board).w) ? load({ ...board, hand: w }) : board);

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Stage {
  past = []; // boards that can be brought back
  future = [];
  drag = ""; // "begun", "moved": its moves are one step of the history, and not told
  told = null; // the facts that the words, the rings and the products show
  playing = null; // what goes on by itself: of two, the first has ended
  isTold = false; // whether something was done, so that there is something to tell
  sheets = [0, 1].map(() => ({ wide: 400, high: 400, memory: new Map(), measure: null })); // the paper of each picture
  seen = { what: "" }; // the part of the weight space on the page, and what it is for
  news = ""; // what was done last

  constructor(el, options) {
    const { start = USUAL, board, w = [], challenge, address = false, changed } = options;
    this.changed = changed;
    this.task = challenge && Object.hasOwn(CHALLENGES, challenge) ? CHALLENGES[challenge] : undefined;
    this.starts = this.task ? { challenge: STARTS[this.task.start], ...STARTS } : STARTS;
    this.player = makeDesk(titleOf(challenge), this.starts);
    this.elements = /** @type {any} */ (this.player.querySelector("form")).elements;
    this.planes = [...this.player.querySelectorAll(".plane")];
    this.motion = makeMotion((pose) => this.paint(pose), isCalm);
    el.append(this.player);
    const measure = makeMeasure(this.planes[0]);
    for (const sheet of this.sheets) sheet.measure = measure;
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
      this.measureSheets();
      this.motion.repaint();
    });
    for (const plane of this.planes) this.sizes.observe(plane);
  }

  // Words stay where they are while something moves; else each has the best place.
  forgetPlaces() {
    for (const { memory } of this.sheets) memory.clear();
  }

  // The points' paper is a square, though its plane may be wider; the weights' is all of its plane.
  measureSheets() {
    const [data, weights] = this.planes.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
    const side = Math.min(...data);
    if (side) Object.assign(this.sheets[0], { wide: side, high: side });
    if (weights[0] && weights[1]) Object.assign(this.sheets[1], { wide: weights[0], high: weights[1] });
    this.forgetPlaces();
  }

  remove() {
    this.playing = null;
    clearTimeout(this.resting);
    this.motion.stop();
    this.sizes.disconnect();
    this.player.remove();
  }

  // Show another board; what of options is given holds from now on. `arrives`: play until there, once.
  // A board that a stage cannot hold is refused, with a word, and nothing changes.
  set(board, options = {}) {
    return this.attempt(() => {
      const next = { ...load(board), turn: 0 };
      const before = this.now.shown;
      this.playing = null;
      if (Object.keys(options).length) this.show(options);
      return options.arrives && !isCalm() ? this.arrive(next, before) : this.become(next);
    });
  }

  // Return what the action returns; what cannot be done is said.
  attempt(action) {
    try {
      return action();
    } catch (error) {
      return this.tell(text("notPossible", { why: error.message }));
    }
  }

  // ---- what is shown ----

  // Whether the proof is, which picture alone, which lines, and whether the controls are few.
  show({ proof = true, space = "", lines = null, simple = false }) {
    this.shownAs = { isProof: proof, space, lines: lines ?? null, isSimple: simple };
    this.player.dataset.space = space;
    this.player.classList.toggle("simple", simple);
  }

  get isPlaying() {
    return this.playing !== null;
  }

  get isData() {
    return this.shownAs.space !== "weight";
  }

  // In a simple stage a click on the paper is no point, unless its points are to be changed.
  get canAdd() {
    return !this.shownAs.isSimple || this.player.classList.contains("changing");
  }

  use(control) {
    const isPause = this.isPlaying && control.name === "play";
    this.playing = null;
    this.isTold = true;
    return isPause ? this.become(this.board, 0) : CONTROLS[control.name]?.(this, control);
  }

  pose(now = this.now) {
    const k = now.shown === "squares" ? now.place.position : now.place.isOver;
    const what = [now.shown, now.asked.lines, k, this.shownAs.space].join();
    const pose = poseOf(now, what === this.seen.what ? this.seen.box : undefined);
    this.seen = { what, box: pose.box };
    return pose;
  }

  paint(pose) {
    const hadFocus = this.player.contains(document.activeElement);
    this.planes.forEach((plane, i) => {
      const { wide, high } = this.sheets[i];
      plane.setAttribute("viewBox", `0 0 ${wide} ${high}`);
      if (!this.shownAs.space || this.isData === (i === 0))
        patch(plane, SCENES[i](pose, this.now, this.sheets[i], this.told));
    });
    this.painted = pose;
    if (hadFocus && !this.player.contains(document.activeElement)) this.focusSomewhere();
  }

  // What had the focus is gone.
  focusSomewhere() {
    const dots = /** @type {NodeListOf<SVGElement>} */ (this.player.querySelectorAll(".dot"));
    ([...dots].at(-1) ?? this.elements.add).focus();
  }

  // Who wants no motion sees the states side by side.
  showStrip() {
    const list = this.player.querySelector(".strip");
    const isWanted = this.shownAs.isSimple && isCalm() && this.board.points.length;
    const what = isWanted ? JSON.stringify([{ ...this.board, k: 0, beat: 0 }, this.shownAs]) : "";
    if (what !== this.strip) patch(list, isWanted ? stillsOf(this.now, this.shownAs) : []);
    this.strip = what;
    for (const each of /** @type {Iterable<HTMLElement>} */ (list.children))
      each.toggleAttribute("aria-current", Number(each.dataset.k) === this.now.place.at);
  }

  // The form is right at once. Words, rings and products wait, while w moves, until it has arrived.
  tell(news = this.news, isMoving = false) {
    this.news = news;
    tell(this);
    clearTimeout(this.resting);
    if (!isMoving) this.say();
  }

  say() {
    this.told = this.now;
    tellWords(this);
    this.resting = setTimeout(() => this.rest(), this.strip === undefined ? 0 : REST);
  }

  // Nothing has moved for a while.
  rest() {
    if (this.isPlaying || this.drag) return;
    this.showStrip();
    if (this.isTold) hear(this);
  }

  // ---- from one board to another ----

  take(next, isMoving = false) {
    this.now = facts(next, this.shownAs);
    this.board = next;
    this.tell(this.news, isMoving);
    this.changed?.(next);
  }

  // Show another board: at once, or so that it is seen how one follows from the other.
  become(next, time = SMOOTH) {
    if (!this.drag) this.forgetPlaces();
    this.take(next);
    return this.motion.play([[this.pose(), time]]);
  }

  // Another board, by something that can be undone: nothing was done where it is the same.
  begin(next, news, isStep = false) {
    this.playing = null;
    this.isTold = true;
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
    if (!from.length) return this.tell(text("nothingTo", { what: WORDS.controls[what].toLowerCase() }));
    this.playing = null;
    to.push(this.board);
    this.news = text(what);
    return this.become(from.pop());
  }

  // One mistake more: z flies from the point to the tip of w, then w swings, and the line with it; where
  // the points are not seen, z grows from the tip of w.
  stepTo(next) {
    const before = this.pose();
    const { k, w } = this.now.here;
    this.take(next, true);
    const after = this.pose();
    const point = this.board.points[this.now.run.mistakes[k]];
    if (!point) return this.moveTo([[after, 2 * SMOOTH]]);
    const [x, y, label] = point;
    const vector = [x, y].map((v) => v * label * this.now.plane.rate);
    const flown = { tail: w.slice(0, 2), vector, ink: 1, hollow: Number(!isMistakeAt(this.now, k)) };
    const arrived = { ...after, ...flown };
    const rest = isPast(this.now)
      ? [[after, 0]]
      : [
          [{ ...arrived, ink: 0 }, 120],
          [{ ...after, ink: 0 }, 0],
          [after, 120],
        ];
    if (!this.isData) {
      const grown = { ...before, ...flown };
      const none = { ...grown, vector: [0, 0] };
      return this.moveTo(
        [
          [none, 0],
          [grown, 0.4 * BEAT],
          [arrived, 0.6 * BEAT],
        ],
        rest,
      );
    }
    const from = { ...before, ...flown, tail: [0, 0], vector: [x, y], size: 1 };
    return this.moveTo(
      [
        [from, 0],
        [{ ...before, ...flown, size: after.size }, 350],
        [arrived, 450],
      ],
      rest,
    );
  }

  // Tell what there is when w has arrived, and then go through the rest.
  async moveTo(steps, rest = [[steps.at(-1)[0], 0]]) {
    if (!(await this.motion.play(steps))) return false;
    this.say();
    return this.motion.play(rest);
  }

  // After so many mistakes; beyond the last of them are the beats of the end of the argument.
  boardAt(at) {
    const { furthest, lastBeat } = this.now.place;
    const to = Math.max(0, Math.min(furthest + lastBeat, at));
    return { ...this.board, k: Math.min(to, furthest), beat: Math.max(0, to - furthest), turn: 0, hand: null };
  }

  moveK(at, isStep = false) {
    const next = this.boardAt(at);
    const { position, end } = this.now.place;
    const isNext = next.k === position + 1 && next.k <= end;
    this.news = "";
    if (isStep && isNext) return this.stepTo(next);
    return this.become(next, isStep ? BEAT : 0);
  }

  async play(to = this.now.place.furthest + this.now.place.lastBeat, playing = {}) {
    this.playing = playing;
    if (this.now.place.at >= to) this.moveK(0);
    const stride = Math.ceil((to - this.now.place.at) / MOST_STEPS);
    while (this.playing === playing && this.now.place.at < to) {
      const { at, last } = this.now.place;
      const stops = [last, to].filter((stop) => stop > at); // not to be gone past
      const isSeen = await this.moveK(Math.min(at + (at > last ? 1 : stride), ...stops), true);
      if (!isSeen) break; // something else was shown
      if (this.now.place.at < to) await new Promise((resolve) => setTimeout(resolve, this.pause()));
    }
    this.endPlay(playing);
  }

  endPlay(playing) {
    if (this.playing !== playing) return;
    this.playing = null;
    this.tell();
  }

  // How long Play waits where it is.
  pause() {
    const { lastBeat, position, last, isOver, beat } = this.now.place;
    if (isCalm()) return PAUSES.calm;
    if (lastBeat && isOver) return PAUSES.beats[beat];
    if (lastBeat && position === last && room(this.now, position) === 0) return PAUSES.meet;
    return PAUSES[this.isData ? "points" : "weights"];
  }

  // Play another board from where it begins, or from the run's end, to the k that it names; beyond the
  // last that the bound allows, to the end of the argument. A race takes the bars off the disc before.
  async arrive(board, before) {
    const playing = {};
    this.isTold = true;
    this.take(board);
    const { shown, place } = this.now;
    const { end, position, isOver, furthest, lastBeat, hasRuler } = place;
    const to = lastBeat && isOver ? furthest + lastBeat : position;
    const isUnrolled = shown === "race" && hasRuler && before !== "race";
    const first = position > end ? end : Math.min(position, Number(shown === "race"));
    if (first < to || isUnrolled) this.playing = playing; // else there is nothing to be paused
    this.take(this.boardAt(first));
    const pose = this.pose();
    const steps = isUnrolled
      ? [
          [{ ...pose, fold: 0 }, ENTER],
          [{ ...pose, fold: 0 }, ENTER],
        ]
      : [];
    const isSeen = await this.motion.play([...steps, [pose, ENTER]]);
    if (isSeen && this.playing === playing && this.now.place.at < to) return this.play(to, playing);
    return this.endPlay(playing);
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
    if (plane === this.planes[1]) return this.paperOfWeights().under([x, y]);
    const at = paperOfPoints(this.now, this.sheets[0]).under([x, y]);
    return isArrow ? at.map((v) => v * arrowScale(this.now)) : at;
  }

  // Half of what is seen of the weight space.
  half() {
    return this.paperOfWeights().half;
  }

  paperOfWeights() {
    return paperOfWeights(this.painted, this.now, this.sheets[1]);
  }

  nearest(i, [x, y]) {
    const far = (each) => Math.hypot(this.board.points[each][0] - x, this.board.points[each][1] - y);
    return this.board.points.reduce((best, _, j) => (far(j) < far(best) ? j : best), i);
  }

  // A guess, or a choice of the reader's; else the other label.
  choose(i) {
    this.act(isChoosing(this.board) ? "guess" : "flip", i);
  }

  addAt(place) {
    this.act("add", place, Number(this.elements.label.value));
    const at = place.map((v) => clamp(v, this.board.grid));
    const there = this.board.points.findIndex((point) => samePlace(point, at));
    /** @type {SVGElement} */ (this.player.querySelector(`[data-hold="point ${there}"]`))?.focus();
  }

  // ---- in and out ----

  read(source) {
    this.attempt(() => this.begin(...fromSource(source)));
  }

  async copy(form, what) {
    const field = this.elements.text;
    field.value = what;
    field.select();
    const isCopied = await navigator.clipboard?.writeText(what).then(
      () => true,
      () => false,
    );
    this.tell(text(isCopied ? "copied" : "copyThis", { form }));
  }
}

// How long a word is in the letters of a page.
function makeMeasure(node) {
  const pen = document.createElement("canvas").getContext("2d");
  const known = new Map();
  const { fontFamily } = getComputedStyle(node);
  const fonts = { usual: `600 15px ${fontFamily}`, big: `700 19px ${fontFamily}` };
  return (content, kind) => {
    const key = `${kind} ${content}`;
    if (!known.has(key)) {
      pen.font = fonts[kind];
      known.set(key, pen.measureText(content).width);
    }
    return known.get(key);
  };
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
 * @param {string[]} [options.lines]  which lines of the proof are said and drawn; without it all are
 * @param {boolean} [options.simple=false]  whether Play, Step and k are all that can be pressed at once
 * @param {boolean} [options.address=false]  whether the page's address may bring points
 * @param {Function} [options.changed]  called with the board after each change
 * @returns {Stage}  its `board`, and its methods `set` and `remove`, are for everyone
 */
export const mount = (el, options = {}) => new Stage(el, options);
