// What the reader's hand does to the objects of the pictures, by pointer, touch and keys.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const DOUBLE = 280; // milliseconds within which two taps are one double tap
const FAR = 3; // pixels from which on a tap is a drag

const plus = (v, by, t = 1) => [v[0] + t * by[0], v[1] + t * by[1]];
const degrees = ([x, y]) => (Math.atan2(y, x) * 180) / Math.PI;

// Of each kind of object: what a drag to a place does, and what an arrow key does.
const HOLDS = {
  point: {
    drags: (stage, at, i) => stage.movePoint(i, at),
    steps: (stage, by, i) => stage.movePoint(i, plus(stage.board.points[i], by)),
  },
  w: {
    drags: (stage, at) => stage.act("hand", [...at, stage.now.w[2]]),
    steps: (stage, by) => HOLDS.w.drags(stage, plus(stage.now.w, by, Math.max(1, Math.round(stage.half / 12)))),
  },
  u: {
    drags: (stage, at) => stage.act("turnU", at.map((v) => (10 * v) / stage.half)),
    steps(stage, by) {
      const [x, y] = stage.now.u;
      stage.act("turnU", plus(by, [x, y], 10 / Math.hypot(x, y)));
    },
  },
  z: {
    drags(stage, at) {
      const { tail, vector } = stage.pose();
      const by = degrees(plus(at, tail, -1)) - degrees(vector);
      stage.turnTo(((stage.turn + by + 900) % 360) - 180);
    },
    steps: (stage, [x, y]) => stage.turnTo(Math.max(-180, Math.min(180, stage.turn + 5 * (x + y)))),
  },
};

function holdOf(node) {
  const held = node.closest?.("[data-hold]");
  const [kind, i] = held?.dataset.hold.split(" ") ?? [];
  return held && { held, kind, i: Number(i), ...HOLDS[kind] };
}

/** Let a hand play on a stage, whose events `listen` hears. */
export function giveHand(stage, listen) {
  let tapped = { i: undefined, time: -DOUBLE };

  function press(event) {
    const { held, kind, i, drags } = holdOf(event.target) ?? {};
    const svg = event.target.closest?.(held ? "svg" : "svg.data");
    if (!svg || event.button || !(held || !stage.isChoosing)) return;
    const point = kind === "point" ? stage.nearest(i, stage.placeOf(svg, event)) : undefined;
    if (held) {
      event.preventDefault();
      held.setPointerCapture(event.pointerId);
      (kind === "point" ? svg.querySelector(`[data-hold="point ${point}"]`) : held).focus();
    }
    const ends = new AbortController();
    const on = (type, action) => svg.addEventListener(type, action, { signal: ends.signal });
    let isFar = false;
    on("pointermove", (next) => {
      isFar ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > FAR;
      if (!held || !isFar) return;
      stage.beginDrag();
      drags(stage, stage.placeOf(svg, next, kind === "w"), point);
    });
    const end = () => {
      ends.abort();
      stage.endDrag();
    };
    on("pointercancel", end);
    on("pointerup", (last) => {
      end();
      if (!isFar && (kind === "point" || !held)) tap(point, stage.placeOf(svg, last), last.timeStamp);
    });
  }

  // A tap on paper adds a point; it selects a point, or turns the label of the one that is selected;
  // two quick ones remove it.
  function tap(i, place, time) {
    const isTwice = tapped.i === i && time - tapped.time < DOUBLE;
    tapped = { i: isTwice ? null : i, time };
    const isOutside = Math.max(...place.map(Math.abs)) > stage.board.grid + 1; // beside the paper
    if (i === undefined) return isTwice || isOutside || stage.addAt(place);
    if (isTwice && !stage.isChoosing) return stage.removePoint(i);
    return stage.isChoosing || stage.selected === i ? stage.choose(i) : stage.select(i);
  }

  function key(event) {
    event.stopPropagation(); // slides would turn the page
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function actionOf({ target, key: name, ctrlKey, metaKey, shiftKey, repeat }) {
    const { kind, i, steps } = holdOf(target) ?? {};
    const letter = name.toLowerCase();
    if (ctrlKey || metaKey) {
      const isText = target.matches("textarea, input:not([type=range])");
      const back = letter === "y" || shiftKey ? "redo" : "undo";
      return !isText && ["z", "y"].includes(letter) && (() => stage.travel(back));
    }
    if (kind && ARROWS[name])
      return () => {
        stage.isDragging = repeat; // one key held down is one step of the history
        steps(stage, ARROWS[name], i);
        stage.endDrag();
      };
    if (kind !== "point") return undefined;
    if (["Delete", "Backspace"].includes(name)) return () => stage.removePoint(i);
    return ["Enter", " "].includes(name) && (() => stage.choose(i));
  }

  listen("pointerdown", press);
  listen("click", ({ target, detail }) => {
    const { kind, i } = holdOf(target) ?? {};
    if (kind === "point" && detail === 0) stage.choose(i); // a screen reader's, without a pointer
  });
  listen("keydown", key);
}
