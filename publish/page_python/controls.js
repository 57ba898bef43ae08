// ipywidgets' own controls, for the cell that makes one: fetched then, and never by the lessons. The
// build puts ipywidgets' programs into this file.
import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import * as controls from "@jupyter-widgets/controls";
import "@jupyter-widgets/controls/css/widgets-base.css";
import { Widget } from "@lumino/widgets";
import { allStates, canShow, captured, show } from "./models.js";
import { call, listen } from "./python.js";

/** @import { KernelMessage } from "@jupyterlab/services" */

// A widget in a box cannot be taken up by a Python that has started anew: the whole cell is.
function gone() {
  throw new Error("Python has started anew; run this cell again");
}

class PlayerModel extends base.DOMWidgetModel {}

class PlayerView extends base.DOMWidgetView {
  render() {
    if (canShow(this.model.model_id)) show(this.model.model_id, this.el, gone);
    else this.el.textContent = "This page has no script for this widget.";
  }
}

// How this page shows an output; the module that knows it is the one that fetches this one.
let add;

class OutputModel extends base.DOMWidgetModel {}

class OutputView extends base.DOMWidgetView {
  render() {
    captured(this.model.model_id, (outputs) => {
      this.el.replaceChildren();
      for (const output of outputs) add(this.el, output, gone);
    });
  }
}

const MODULES = {
  "@jupyter-widgets/base": base,
  "@jupyter-widgets/controls": controls,
  "@jupyter-widgets/output": { OutputModel, OutputView },
  anywidget: { AnyModel: PlayerModel, AnyView: PlayerView },
};

class Comm {
  target_name = "jupyter.widget";

  constructor(id) {
    this.comm_id = id;
  }

  /** @returns {string} */
  open() {
    throw new Error("only Python makes widgets here");
  }

  send(data, callbacks) {
    call("receive", { comm_id: this.comm_id, data })
      .catch(() => {})
      .then(() => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }));
    return "";
  }

  on_msg(action) {
    this.heard = action;
  }

  on_close() {}

  close() {
    return "";
  }
}

class Manager extends ManagerBase {
  comms = new Map();

  async loadClass(name, module) {
    const found = MODULES[module]?.[name];
    if (!found) throw new Error(`this page has no ${name} of ${module}`);
    return found;
  }

  _get_comm_info() {
    return Promise.resolve({});
  }

  _create_comm() {
    return Promise.reject(new Error("only Python makes widgets here"));
  }

  open(id, state, buffer_paths, buffers) {
    const comm = new Comm(id);
    this.comms.set(id, comm);
    const content = { comm_id: id, target_name: comm.target_name, data: { state, buffer_paths } };
    /** @type {Partial<KernelMessage.ICommOpenMsg>} without the head that a kernel writes and nobody reads */
    const message = { content, metadata: { version: "2.1.0" }, buffers };
    this.handle_comm_open(comm, /** @type {KernelMessage.ICommOpenMsg} */ (message));
  }
}

function views(buffers) {
  return buffers.map((text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer));
}

let manager = new Manager();
for (const [id, state] of allStates()) manager.open(id, { ...state }, [], []);

listen((message) => {
  if (message.kind === "ended") manager = new Manager();
  if (message.kind !== "comm_open" && message.kind !== "comm_msg") return;
  const { comm_id, data, buffers } = message;
  if (message.kind === "comm_open") manager.open(comm_id, { ...data.state }, data.buffer_paths, views(buffers));
  else manager.comms.get(comm_id)?.heard?.({ content: { comm_id, data }, buffers: views(buffers) });
});

export async function showControls(comm, place, addOutput) {
  add = addOutput;
  const style = new URL("controls.css", import.meta.url).href;
  if (!document.querySelector(`link[href="${style}"]`)) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
    document.head.append(link);
  }
  const view = await manager.create_view(await manager.get_model(comm));
  Widget.attach(view.luminoWidget, place);
}
