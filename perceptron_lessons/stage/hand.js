// What the reader's hand does to the objects of the pictures, by pointer, touch and keys.

import { isChoosing } from "./board.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const DOUBLE = 280; // milliseconds within which two taps are one double tap
const FAR = 3; // pixels from which on a tap is a drag

const plus = (v, by, t = 1) => [v[0] + t * by[0], v[1] + t * by[1]];
/** @type {(v: number[]) => number} */
const degrees = ([x, y]) => (Math.atan2(y, x) * 180) / Math.PI;

// Of each kind of object: what a drag to a place does, and what an arrow key does.
const HOLDS = {
  point: {
    drags: (stage, at, i) => stage.act("move", i, at),
    steps: (stage, by, i) => stage.act("move", i, plus(stage.board.points[i], by)),
  },
  w: {
    drags: (stage, at) => stage.act("hand", [...at, null]),
    steps: (stage, by) => HOLDS.w.drags(stage, plus(stage.now.here.w, by, Math.max(1, Math.round(stage.half() / 12)))),
  },
  u: {
    drags: (stage, at) =>
      stage.act(
        "turnU",
        at.map((v) => (10 * v) / stage.half()),
      ),
    steps: (stage, by) =>
      stage.act("turnU", plus(by, stage.now.plane.u, 10 / Math.hypot(...stage.now.plane.u.slice(0, 2)))),
  },
  z: {
    drags(stage, at) {
      const { tail, vector } = stage.pose();
      const by = degrees(plus(at, tail, -1)) - degrees(vector);
      stage.turnTo(((stage.board.turn + by + 900) % 360) - 180);
    },
    steps: (stage, [x, y]) => stage.turnTo(Math.max(-180, Math.min(180, stage.board.turn + 5 * (x + y)))),
  },
};

function holdOf(node) {
  const held = node.closest("[data-hold]");
  const [kind, i] = held?.dataset.hold.split(" ") ?? [];
  return { held, kind, i: Number(i), ...HOLDS[kind] };
}

/** Let a hand play on a stage, whose events `listen` hears. */
export function giveHand(stage, listen) {
  let tapped = {}; // which point, and when

  listen("pointerdown", (event) => {
    let { held, kind, i, drags } = holdOf(event.target);
    const plane = event.target.closest(held ? ".plane" : ".plane.data");
    if (!plane || event.button) return;
    const place = (at, isArrow) => stage.placeOf(plane, at, isArrow);
    if (kind === "point") {
      i = stage.nearest(i, place(event));
      held = plane.querySelector(`[data-hold="point ${i}"]`);
    }
    const isSelected = held === document.activeElement;
    if (held) {
      event.preventDefault();
      held.setPointerCapture(event.pointerId);
      held.focus();
    }
    let isFar = false;
    plane.onpointermove = (next) => {
      isFar ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > FAR;
      if (!held || !isFar) return;
      stage.drag ||= "begun";
      drags(stage, place(next, kind === "w"), i);
    };
    plane.onpointercancel = () => {
      for (const ended of ["onpointermove", "onpointercancel", "onpointerup"]) plane[ended] = null;
      stage.endDrag();
    };
    plane.onpointerup = (last) => {
      plane.onpointercancel();
      const at = place(last);
      const isOnPaper = Math.max(...at.map(Math.abs)) < stage.board.grid + 1; // not beside it
      if (!isFar && kind === "point") tap(i, isSelected, last.timeStamp);
      if (!isFar && !held && isOnPaper && !isChoosing(stage.board) && stage.canAdd) stage.addAt(at);
    };
  });

  // A tap selects a point, or turns the label of the one that is selected; two quick ones remove it.
  function tap(i, isSelected, time) {
    const isTwice = tapped.i === i && time - tapped.time < DOUBLE;
    tapped = { i: isTwice ? null : i, time };
    if (isTwice && !isChoosing(stage.board)) stage.act("remove", i);
    else if (isSelected || isChoosing(stage.board)) stage.choose(i);
  }

  listen("click", ({ target, detail }) => {
    const { kind, i } = holdOf(target);
    if (kind === "point" && detail === 0) stage.choose(i); // a screen reader's, without a pointer
  });

  function actionOf({ target, key, ctrlKey, metaKey, shiftKey, repeat }) {
    const { kind, i, steps } = holdOf(target);
    if (ctrlKey || metaKey) {
      const isText = target.matches("textarea, input:not([type=range])");
      const way = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
      return way && !isText && (() => stage.travel(way));
    }
    if (kind && ARROWS[key])
      return () => {
        stage.drag = repeat ? "moved" : ""; // one key held down is one step of the history
        steps(stage, ARROWS[key], i);
        stage.endDrag();
      };
    const [removes, chooses] = [() => stage.act("remove", i), () => stage.choose(i)];
    return kind === "point" && { Delete: removes, Backspace: removes, Enter: chooses, " ": chooses }[key];
  }

  listen("keydown", (event) => {
    event.stopPropagation(); // slides would turn the page
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
