// What a cell shows. All that it prints is text. HTML is taken apart, and only what makes tables and
// text is kept; a picture is an image; a widget is shown by a script of this page.
import { canShow, show, stateOf } from "./models.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const COLOURS = /\u001b\[[0-9;]*m/g;
const TAGS = new Set(
  ("b br caption code col colgroup dd details div dl dt em i li ol p pre s small span strong sub " +
    "summary sup table tbody td tfoot th thead tr u ul").split(" "),
);
const ATTRIBUTES = ["colspan", "rowspan", "scope"];

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function text(words, kind) {
  return element("pre", { class: `text ${kind}` }, words.replace(COLOURS, ""));
}

// A copy of the harmless part of what a document holds.
function harmless(node) {
  if (node.nodeType === Node.TEXT_NODE) return [node.data];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  if (["script", "style", "template"].includes(node.localName)) return [];
  const children = [...node.childNodes].flatMap(harmless);
  if (!TAGS.has(node.localName)) return children;
  const kept = ATTRIBUTES.filter((name) => node.hasAttribute(name));
  const attributes = Object.fromEntries(kept.map((name) => [name, node.getAttribute(name)]));
  return [element(node.localName, attributes, ...children)];
}

function html(source) {
  const body = new DOMParser().parseFromString(source, "text/html").body;
  return element("div", { class: "scrolls" }, ...[...body.childNodes].flatMap(harmless));
}

function picture(kind, data, { alt, width, height } = {}) {
  const image = element("img", { src: `data:${kind},${data}`, alt: alt ?? "A picture" });
  if (width) image.width = width;
  if (height) image.height = height;
  return element("figure", { class: "picture" }, image);
}

// Add an output, as a notebook stores it, to the end of a cell's.
export function add(area, output, request) {
  const { output_type: type, data = {}, metadata = {} } = output;
  if (type === "stream") return stream(area, output);
  if (type === "error") return area.append(text(output.traceback.join("\n"), "error"));
  if (VIEW in data) return widget(area, data, request);
  if ("text/html" in data) return area.append(html(data["text/html"]));
  if ("image/svg+xml" in data)
    return area.append(
      picture("image/svg+xml", encodeURIComponent(data["image/svg+xml"]), metadata["image/svg+xml"]),
    );
  if ("image/png" in data)
    return area.append(picture("image/png;base64", data["image/png"], metadata["image/png"]));
  if ("text/plain" in data) area.append(text(data["text/plain"], "result"));
}

function stream(area, { name, text: words }) {
  const last = area.lastElementChild;
  if (last?.dataset.stream === name) last.append(words.replace(COLOURS, ""));
  else {
    const node = text(words, name);
    node.dataset.stream = name;
    area.append(node);
  }
}

function widget(area, data, request) {
  const comm = data[VIEW].model_id;
  const place = element("div");
  area.append(place);
  if (canShow(comm)) return show(comm, place, request);
  if (stateOf(comm)?._model_module === "@jupyter-widgets/controls") return controls(place, comm);
  place.replaceWith(text(data["text/plain"] ?? "", "result"));
}

async function controls(place, comm) {
  place.textContent = "The controls are fetched …";
  try {
    const { showControls } = await import("./controls.js");
    place.replaceChildren();
    await showControls(comm, place);
  } catch (error) {
    place.textContent = `These controls cannot be shown: ${error.message}`;
  }
}
