// The stage in a page: mount(element, options); in Jupyter, as an anywidget: render({ model, el }).

import { view } from "./board.js";
import { patch } from "./patch.js";
import { mount } from "./stage.js";

export { analyse } from "./model.js";
export { mount, patch };

export function render({ model, el }) {
  let isOurs = false; // what comes back is what was sent
  const board = { ...model.get("board"), points: model.get("points"), k: model.get("k") };
  let stage; // not there yet while it takes points from the address
  stage = mount(el, { ...model.get("options"), board, w: model.get("w"), changed: send });

  function send(board) {
    if (isOurs || !stage) return;
    isOurs = true;
    const { k, w } = view(board);
    const { guessing, guesses, hand, k: kept, ...rest } = board;
    const values = { board: rest, points: board.points, k, w };
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
    isOurs = false;
  }

  const hears = {
    points: () => ({ ...stage.board, points: model.get("points"), k: null, hand: null }),
    k: () => ({ ...stage.board, k: model.get("k"), hand: null }),
    w: () => ({ ...stage.board, hand: model.get("w") }),
    board: () => ({ k: model.get("k"), ...model.get("board") }),
  };
  // What the stage refuses, it answers with what it has.
  const answer = (next) => () => isOurs || stage.set(next(), model.get("options")) || send(stage.board);
  const listeners = Object.entries(hears).map(([name, next]) => [`change:${name}`, answer(next)]);
  for (const [name, action] of listeners) model.on(name, action);
  return () => {
    for (const [name, action] of listeners) model.off(name, action);
    stage.remove();
  };
}

// <perceptron-stage start="XOR"></perceptron-stage> in any page that has this script.
if (globalThis.customElements && !customElements.get("perceptron-stage")) {
  class Element extends HTMLElement {
    connectedCallback() {
      const given = this.getAttributeNames().map((name) => [name, this.getAttribute(name) || true]);
      this.stage = mount(this, Object.fromEntries(given));
    }

    disconnectedCallback() {
      this.stage.remove();
    }
  }
  customElements.define("perceptron-stage", Element);
}

export default { render, mount, patch };
