// The states of a picture side by side, each a button: for who wants no motion.

import { facts } from "./facts.js";
import { dataScene } from "./points.js";
import { poseOf } from "./pose.js";
import { weightScene } from "./weights.js";
import { text } from "./words.js";

const MOST_STILLS = 16; // pictures
const STILL_SIZE = 150; // pixels

/** Buttons with the states of a board, as trees; none where there is one state alone. */
export function stillsOf(now, shownAs) {
  const { furthest, lastBeat } = now.place;
  const most = furthest + lastBeat;
  const first = now.board.view === "race" && furthest ? 1 : 0;
  const every = Math.max(1, Math.ceil((most - first + 1) / MOST_STILLS));
  const states = Array.from({ length: most + 1 }, (_, at) => at).filter(
    (at) => at >= first && (at - first) % every === 0,
  );
  if (states.length < 2) return [];
  return states.map((at) => {
    const board = { ...now.board, k: Math.min(at, furthest), beat: Math.max(0, at - furthest), hand: null };
    return still(at, facts(board, shownAs), shownAs.space);
  });
}

function still(at, now, space) {
  const { furthest, lastBeat, beat, position } = now.place;
  const scene = space === "weight" ? weightScene : dataScene;
  const picture = bare(scene(poseOf(now), now, { wide: STILL_SIZE, high: STILL_SIZE, measure: () => Infinity }));
  const box = { class: "plane", viewBox: `0 0 ${STILL_SIZE} ${STILL_SIZE}`, "aria-hidden": true };
  const isBeat = at > furthest || (lastBeat > 0 && at === furthest);
  const name = isBeat ? text(`beat_${beat}`) : `k = ${position}`;
  return [
    "button",
    { key: at, type: "button", name: "still", "data-k": at },
    ["svg", box, ...picture],
    ["span", {}, name],
  ];
}

// A picture that is only looked at: without words, and nothing of it can be taken hold of.
function bare(trees) {
  const isThing = ([, { class: name = "" }]) => !name.startsWith("word") && !name.startsWith("handle");
  return trees.filter(isThing).map(([tag, attributes, ...children]) => {
    const { role, tabindex, key, "aria-label": title, "data-hold": hold, ...kept } = attributes;
    return [tag, kept, ...children];
  });
}
