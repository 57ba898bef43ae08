// A board, and what follows from it at the reader's k: what pictures and words are made of.

import { claim, directionOf, proofOf } from "./argument.js";
import { isOwn, study, view, ways } from "./board.js";
import { fold, margin } from "./model.js";
import { regionOf } from "./region.js";
import { asFloat } from "./words.js";
import WORDS from "./words.json" with { type: "json" };

const BEATS = 4; // of the end of the argument: it must, it cannot, so there is none, and the bars go home

/**
 * What there is on a stage.
 *
 * board     what the reader has chosen; without the proof there is no `view` of it.
 * run       what follows from the points: study().
 * here      where the reader is in it: view(). What is to be guessed is not there.
 * proof     the lines of the proof for this run and its u: proofOf().
 * asked     what is to be said and drawn: `lines` are its names, null is all of it; of a simple stage
 *           those of its view.
 * shown     the view of the proof that is drawn; "" is none.
 * place     how far the reader is, and how far it goes.
 * plane     the floats that pictures are made of.
 * region    what no mistake leads out of, in the view that shows it: regionOf(); null with an offset.
 * ways      where choices of mistakes lead to, and after how many they end, if the reader chooses.
 * isHidden  whether what is wrong is to be guessed.
 */
export function facts(given, { isProof = true, lines = null, isSimple = false, space = "" } = {}) {
  const board = { ...given, view: isProof ? given.view : "" };
  const run = study(board);
  const isHidden = board.guessing && !board.hand;
  const here = { ...view(board, run), ...(isHidden ? { wrong: [], next: undefined } : {}) };
  const u = board.u ?? directionOf(run);
  const proof = proofOf({ ...board, ...run, u });
  const names = lines ?? (isSimple ? WORDS.simple[board.view] : null);
  const isNamed = (name) => names === null || names.includes(name);
  const shown = board.hand || !board.points.length ? "" : board.view;
  return {
    board,
    run,
    here,
    proof,
    asked: { lines: names, isNamed, isProof, isSimple, space },
    shown,
    place: placeOf(board, run, here, proof),
    plane: planeOf(run, u, proof),
    region: shown === "region" && board.bias === "none" ? regionOf({ ...board, ...run }) : null,
    ways: isOwn(board) && !board.isFree ? waysFrom(board, run) : null,
    isHidden,
  };
}

// The race goes on beyond the run, to the mistake for which there is no room; and there by beats.
function placeOf(board, { end }, { k, latest }, { isBound, last: whole }) {
  const isRace = board.view === "race";
  const last = isBound ? Number(whole) : null; // the last mistake that the bound allows
  const furthest = isRace && isBound ? Math.max(end, last + 1) : latest;
  const position = Math.min(board.k ?? latest, furthest);
  const hasBricks = isBound && board.bias === "none"; // the bars begin at 0, and all is in the plane
  const hasRuler = hasBricks && !board.isFree;
  const lastBeat = hasRuler && isRace ? BEATS - 1 : 0;
  const isOver = isBound && position > last;
  const beat = isOver ? Math.min(board.beat, lastBeat) : 0;
  return { k, end, position, furthest, last, isOver, hasBricks, hasRuler, beat, lastBeat, at: position + beat };
}

function planeOf({ states, step, unit, pad, radiusSquared }, direction, { least, gamma }) {
  const rate = asFloat(step, unit);
  const u = direction.map(Number);
  return {
    states: states.map((state) => inFloats(state, unit)),
    rate,
    u,
    hasWay: u[0] !== 0 || u[1] !== 0, // whether u has a direction in the plane, and not b alone
    least: Number(least),
    gamma: gamma.value,
    step: (rate * Number(least)) / (Math.hypot(u[0], u[1]) || 1), // of the wall
    radius: Math.sqrt(Number(radiusSquared)),
    // Of (w, b) as one vector (w, b/c), with c² = pad.
    dot: ([a, b, c], [d, e, f]) => a * d + b * e + (pad ? (c * f) / Number(pad) : 0),
  };
}

const inFloats = (state, unit) => state.map((v) => asFloat(v, unit));

function waysFrom(board, run) {
  const all = ways(board, run);
  return all && { ...all, edges: all.edges.map((edge) => edge.map((state) => inFloats(state, run.unit))) };
}

/** Whether disc and wall leave something for w after k mistakes: 0 is one point. */
export const room = ({ proof }, k) => (proof.isBound ? proof.room(k) : 1);

/** Whether an update of the run was made at a mistake, of which the proof speaks. */
export function isMistakeAt({ board, run }, at) {
  return margin(run.states[at], fold(board.points[run.mistakes[at]].map(BigInt))) <= 0n;
}

/** Whether the weights are in the region after k updates, as they are after each mistake. */
export const isInRegion = ({ region, run }, k) => region.contains(run.states[k]);

/** Whether a line of the proof holds after k updates. */
export const holds = ({ proof }, name, k) => claim(proof, name, k).isTrue;

const PAST = ["wall", "three lines"]; // views that show the last update, where the weights are alone

/** The update that is drawn, {point, tail, isMistake}: the next one, or the last; null of none. */
export function updateOf(now) {
  const { run, here, place, board, isHidden, plane } = now;
  const from = isPast(now) ? here.k - 1 : here.k;
  const isNone = isHidden || board.hand || place.position > run.end;
  const point = isNone ? undefined : run.mistakes.slice(0, run.end)[from];
  if (point === undefined) return null;
  return { point, tail: plane.states[from].slice(0, 2), isMistake: isMistakeAt(now, from) };
}

export const isPast = ({ asked, shown }) => asked.lines !== null && asked.space === "weight" && PAST.includes(shown);
