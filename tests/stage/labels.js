// In the page of a stage: which words stand on a stroke, on another word or beyond the edge of a picture.
// Measured from what the browser has drawn: boxes of letters, and points of strokes.

const HIDDEN_INK = ".reach, .inside, .cap, .shut, .cone, .side, .grid, .inset, .chip"; // no strokes
const PAD = 3; // pixels of a line of words above its letters, or below them

// Places along corners, at most 2 pixels apart.
const between = (corners) =>
  corners.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = corners[i];
    const steps = Math.ceil(Math.min(4000, Math.hypot(x2 - x1, y2 - y1)) / 2) || 1;
    const at = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    return Array.from({ length: steps + 1 }, (_, step) => at(step / steps));
  });

const PLACES = {
  line: ({ x1, y1, x2, y2 }) =>
    between([
      [x1, y1],
      [x2, y2],
    ]),
  rect: ({ x, y, width, height }) =>
    between([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ]),
  circle({ cx, cy, r }) {
    const steps = Math.ceil(3.2 * r) + 8;
    const at = (angle) => [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    return Array.from({ length: steps }, (_, i) => at((2 * Math.PI * i) / steps));
  },
  path(_, node) {
    const steps = Math.ceil(node.getTotalLength() / 3);
    return Array.from({ length: steps }, (_, i) => node.getPointAtLength(3 * i)).map(({ x, y }) => [x, y]);
  },
  polyline: (_, node) => between(cornersIn(node)),
  polygon: (_, node) => between([...cornersIn(node), cornersIn(node)[0]]),
};

const cornersIn = (node) =>
  node
    .getAttribute("points")
    .split(" ")
    .map((pair) => pair.split(",").map(Number));

const placesOf = (node) => {
  const numbers = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, Number(value)]));
  return PLACES[node.tagName](numbers, node);
};

const through =
  ({ a, b, c, d, e, f }) =>
  ([x, y]) => [a * x + c * y + e, b * x + d * y + f];

function strokeOf(node) {
  const style = getComputedStyle(node);
  const half = style.stroke === "none" ? 0 : parseFloat(style.strokeWidth) / 2;
  return { node, half, places: placesOf(node).map(through(node.getScreenCTM())) };
}

function isSeen(node, svg) {
  if (node === svg) return true;
  const isShown = getComputedStyle(node).display !== "none" && node.getAttribute("opacity") !== "0";
  return isShown && isSeen(node.parentNode, svg);
}

const crosses = (a, b, low) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top + low < b.bottom - low && b.top + low < a.bottom - low;

// Whether a stroke comes into the box of the letters of a word, which may be turned.
function isOn(word, { half, places }) {
  const box = word.getBBox();
  const [top, low] = [box.y + 0.16 * box.height - half, box.y + 0.86 * box.height + half];
  const back = through(word.getScreenCTM().inverse());
  return places.map(back).some(([x, y]) => x > box.x - half && x < box.x + box.width + half && y > top && y < low);
}

function collisionsIn(svg) {
  const frame = svg.getBoundingClientRect();
  if (!frame.width) return [];
  const words = [...svg.querySelectorAll("text")].filter((node) => node.textContent && isSeen(node, svg));
  const strokes = [...svg.querySelectorAll(Object.keys(PLACES).join())]
    .filter((node) => !node.matches(HIDDEN_INK) && isSeen(node, svg))
    .map(strokeOf);
  return words.flatMap((word, at) => {
    const edge = word.getBoundingClientRect();
    const near = ({ half, places }) => ({
      half,
      places: places.filter(
        ([x, y]) => x > edge.left - 9 && x < edge.right + 9 && y > edge.top - 9 && y < edge.bottom + 9,
      ),
    });
    const isOwn = word.matches(".digit, .on"); // written on its own bar
    const hits = isOwn ? [] : strokes.filter((stroke) => isOn(word, near(stroke)));
    const isTurned = (node) => node.hasAttribute("transform");
    const others = words
      .slice(at + 1)
      .filter((other) => !isTurned(word) && !isTurned(other) && crosses(edge, other.getBoundingClientRect(), PAD));
    const isOut =
      edge.left < frame.left - 1 ||
      edge.right > frame.right + 1 ||
      edge.top < frame.top - PAD ||
      edge.bottom > frame.bottom + PAD;
    const names = hits.map(({ node }) => `${node.tagName}.${node.getAttribute("class")}`);
    const met = [...names, ...others.map((other) => `“${other.textContent}”`), ...(isOut ? ["the edge"] : [])];
    return met.map((what) => `“${word.textContent}” meets ${what}`);
  });
}

window.collisions = () => [...document.querySelectorAll(".sheets > svg")].flatMap(collisionsIn);

// Show a board, and go through it: from its start, around its end and beyond it.
window.visit = ({ board, options }) => {
  const found = [];
  stage.set({ ...stage.board, ...board, k: 0 }, options);
  const { furthest, lastBeat, last } = stage.now.place;
  const wanted = [0, 1, 2, 3, last - 1, last, last + 1, last + 2, last + 4, furthest];
  for (const k of new Set(wanted.map((each) => Math.max(0, Math.min(furthest + lastBeat, each))))) {
    stage.moveK(k);
    found.push(...collisions().map((what) => `k = ${k}: ${what}`));
  }
  return found;
};
