// What a cell shows. All that it prints is text. HTML is taken apart, and only what makes tables and
// text is kept, as of an SVG what draws; a widget is shown by a script of this page.
import { canShow, show, stateOf } from "./models.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const TAGS = new Set(
  (
    "b br caption code col colgroup dd details div dl dt em h2 h3 h4 i li ol p pre s small span strong sub " +
    "summary sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
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
  if (node.localName === "svg") return [svg(node)];
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

const DRAWN = new Set(
  "svg g path use defs clipPath rect circle ellipse line polyline polygon text tspan title desc".split(" "),
);
const HARMLESS =
  /^(aria-labelledby|clip-path|d|height|href|id|points|role|stroke.*|style|transform|viewBox|width|[xy][12]?|[cr][xy]?)$/;
const ELSEWHERE = /url\((?!#)|@import|expression/i;
const COLOUR = /(?<!\()#([0-9a-f]{6})\b/g;
let pictures = 0;

// A copy of the harmless part of an SVG, with names and colours of the page's own.
function drawn(node, prefix) {
  if (node.nodeType === Node.TEXT_NODE) return [node.data];
  if (!DRAWN.has(node.localName)) return [];
  const copy = document.createElementNS("http://www.w3.org/2000/svg", node.localName);
  for (const { localName, value } of node.attributes) {
    if (!HARMLESS.test(localName) || ELSEWHERE.test(value)) continue;
    if (localName === "href" && !value.startsWith("#")) continue;
    const own = value.replace(/url\(#/g, `url(#${prefix}`).replace(COLOUR, "var(--ink-$1, #$1)");
    const named = { id: () => prefix + value, href: () => `#${prefix}${value.slice(1)}` };
    named["aria-labelledby"] = () => value.replace(/\S+/g, `${prefix}$&`);
    copy.setAttribute(localName, named[localName]?.() ?? own);
  }
  copy.append(...[...node.childNodes].flatMap((child) => drawn(child, prefix)));
  return [copy];
}

function svg(root) {
  pictures += 1;
  return element("figure", { class: "picture" }, ...drawn(root, `live-${pictures}-`));
}

/** @type {(data: string, about?: { alt?: string, width?: number, height?: number }) => HTMLElement} */
function image(data, { alt, width, height } = {}) {
  const node = element("img", { src: `data:image/png;base64,${data}`, alt: alt ?? "A picture" });
  if (width) node.width = width;
  if (height) node.height = height;
  return element("figure", { class: "picture" }, node);
}

// Add an output, as a notebook stores it, to the end of a cell's.
export function add(area, output, request) {
  const { output_type: type, data = {}, metadata = {} } = output;
  if (type === "stream") return stream(area, output);
  if (type === "error") return area.append(text(output.traceback.join("\n"), "error"));
  if (VIEW in data) return widget(area, data, request);
  if ("text/html" in data) return area.append(html(data["text/html"]));
  if ("image/svg+xml" in data) {
    const parsed = new DOMParser().parseFromString(data["image/svg+xml"], "image/svg+xml");
    return area.append(svg(parsed.documentElement));
  }
  if ("image/png" in data) return area.append(image(data["image/png"], metadata["image/png"]));
  if ("text/plain" in data) area.append(text(data["text/plain"], "result"));
}

// A line that ends in a space goes on in the next one.
function stream(area, { name, text: lines }) {
  const last = area.lastElementChild;
  const words = lines.replaceAll(" \n", " ");
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
  if (stateOf(comm)?._model_module.startsWith("@jupyter-widgets/")) return controls(place, comm);
  place.replaceWith(text(data["text/plain"] ?? "", "result"));
}

async function controls(place, comm) {
  place.textContent = "The controls are fetched …";
  try {
    const { showControls } = await import("./controls.js");
    place.replaceChildren();
    await showControls(comm, place, add);
  } catch (error) {
    place.textContent = `These controls cannot be shown: ${error.message}`;
  }
}
