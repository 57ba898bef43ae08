// The stage in a page: mount(element, options); in Jupyter, as an anywidget: render({ model, el }).

import { load } from "./board.js";
import { mount } from "./hand.js";

export { analyse } from "./model.js";
export { mount };

export function render({ model, el }) {
  let isOurs = false; // what comes back is what was sent
  const board = { ...model.get("board"), points: model.get("points"), k: model.get("k") };
  let stage; // not there yet while it takes points from the address
  stage = mount(el, { ...model.get("options"), board, changed: send });

  function send(board) {
    if (isOurs || !stage) return;
    isOurs = true;
    const { k, w } = stage.view();
    const { guessing, guesses, hand, k: kept, ...rest } = board;
    model.set("board", rest);
    model.set("points", board.points);
    model.set("k", k);
    model.set("w", w);
    model.save_changes();
    isOurs = false;
  }

  const hears = {
    "change:points": () =>
      stage.set(load({ ...stage.board(), points: model.get("points"), k: null, hand: null })),
    "change:k": () => stage.set({ ...stage.board(), k: model.get("k"), hand: null }),
    "change:w": () => stage.set({ ...stage.board(), hand: model.get("w") }),
  };
  const listeners = Object.entries(hears).map(([name, action]) => [name, () => isOurs || action()]);
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
      const given = (name) => this.getAttribute(name) ?? undefined;
      const address = this.hasAttribute("address");
      this.stage = mount(this, { start: given("start"), challenge: given("challenge"), address });
    }

    disconnectedCallback() {
      this.stage.remove();
    }
  }
  customElements.define("perceptron-stage", Element);
}

export default { render };
