// The pictures, as SVG: what a pose looks like. Nothing is computed here but places on the page.
//
// A pose has w (w1, w2 and b), k (any number: between two mistakes while something moves), the arrow
// of the next update (tail, vector, size and ink), and how far the weight space reaches (half).

const SVG = "http://www.w3.org/2000/svg";

export function svgNode(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

const show = (node, isShown) => set(node, { visibility: isShown ? "visible" : "hidden" });
const length = ([x, y]) => Math.hypot(x, y);
const round = (v) => Math.round(v * 10) / 10;

/** The part of a polygon where n·p + c >= 0. */
export function clip(corners, [n1, n2], c) {
  const height = ([x, y]) => n1 * x + n2 * y + c;
  return corners.flatMap((corner, i) => {
    const before = corners.at(i - 1);
    const [h, g] = [height(corner), height(before)];
    const t = g / (g - h);
    const crossing = h < 0 !== g < 0 ? [before.map((v, at) => v + t * (corner[at] - v))] : [];
    return h < 0 ? crossing : [...crossing, corner];
  });
}

function circle(radius) {
  const at = (i) => [radius * Math.cos((i * Math.PI) / 60), radius * Math.sin((i * Math.PI) / 60)];
  return Array.from({ length: 120 }, (_, i) => at(i));
}

const box = (half) => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
];

/** One plane: a square of the page, from -half to half, and how things are put in it. */
export function makePlane(label, classes) {
  const svg = svgNode("svg", { class: `plane ${classes}`, role: "group", "aria-label": label });
  const plane = { svg, half: 6, size: 400 };
  const place = ([x, y]) => [
    round((plane.size * (1 + x / plane.half)) / 2),
    round((plane.size * (1 - y / plane.half)) / 2),
  ];

  Object.assign(plane, {
    place,

    at(event) {
      const { left, top, width } = svg.getBoundingClientRect();
      const share = (v) => (2 * v) / width - 1;
      return [share(event.clientX - left) * plane.half, -share(event.clientY - top) * plane.half];
    },

    resize(size) {
      plane.size = size;
      set(svg, { viewBox: `0 0 ${size} ${size}` });
    },

    add(tag, attributes, ...children) {
      const node = svgNode(tag, attributes, ...children);
      svg.append(node);
      return node;
    },

    area(node, corners) {
      set(node, { points: corners.map((corner) => place(corner).join()).join(" ") });
    },

    // The line n·p + c = 0, as far as the plane reaches.
    line(node, normal, c) {
      const [x, y] = normal;
      const square = x * x + y * y;
      show(node, square > 0);
      if (!square) return;
      const far = (3 * plane.half) / Math.sqrt(square);
      const foot = [(-c * x) / square, (-c * y) / square];
      plane.segment(node, [foot[0] - far * y, foot[1] + far * x], [foot[0] + far * y, foot[1] - far * x]);
    },

    segment(node, from, to) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      set(node, { x1, y1, x2, y2 });
    },

    // An arrow is a path: shaft and head are one object, with one colour.
    arrow(node, from, to) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      const long = Math.hypot(x2 - x1, y2 - y1);
      show(node, long > 1);
      if (long <= 1) return;
      const head = Math.min(11, 0.6 * long);
      const [ux, uy] = [((x2 - x1) / long) * head, ((y2 - y1) / long) * head];
      const side = (s) => `${round(x2 - ux + 0.5 * s * uy)} ${round(y2 - uy - 0.5 * s * ux)}`;
      node.firstChild.setAttribute("d", `M${x1} ${y1}L${round(x2 - 0.7 * ux)} ${round(y2 - 0.7 * uy)}`);
      node.lastChild.setAttribute("d", `M${x2} ${y2}L${side(1)}L${side(-1)}Z`);
    },

    addArrow(name) {
      const head = svgNode("path", { class: "head" });
      return plane.add("g", { class: `arrow ${name}` }, svgNode("path", { class: "shaft" }), head);
    },

    // A word beside an object, some pixels away from it, within the plane.
    word(node, at, text, dx = 0, dy = 0, letter = 8.2) {
      const [x, y] = place(at);
      if (node.textContent !== text) node.textContent = text;
      const wide = letter * text.length;
      const within = (v, low, high) => round(Math.max(low, Math.min(high, v)));
      const left = node.getAttribute("text-anchor") === "middle" ? wide / 2 : 0;
      set(node, {
        x: within(x + dx, 4 + left, plane.size - 4 - wide + left),
        y: within(y + dy, 16, plane.size - 6),
      });
    },
  });
  plane.resize(400);
  return plane;
}

/** The points' plane: both sides of the line, the widest empty band, w, and the update's arrow. */
export function makeDataScene() {
  const plane = makePlane("data space", "data");
  const parts = {
    plus: plane.add("polygon", { class: "side plusSide" }),
    minus: plane.add("polygon", { class: "side minusSide" }),
    grid: plane.add("path", { class: "grid" }),
    band: ["band", "band"].map((name) => plane.add("line", { class: name })),
    line: plane.add("line", { class: "line" }),
    w: plane.addArrow("w"),
    update: plane.addArrow("update"),
    words: ["w", "update", "plus", "minus", "note"].map((name) =>
      plane.add("text", { class: `word ${name}` }),
    ),
  };
  let gridOf;

  function paintGrid(reach) {
    if (gridOf === `${reach} ${plane.size}`) return;
    gridOf = `${reach} ${plane.size}`;
    const ticks = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
    const dot = (x, y) => `M${plane.place([x, y]).join(" ")}h.01`;
    set(parts.grid, { d: ticks.flatMap((x) => ticks.map((y) => dot(x, y))).join("") });
  }

  function paint(pose, { grid, found, arrow }) {
    plane.half = grid + 0.6;
    paintGrid(grid);
    const [w1, w2, b] = pose.w;
    const w = [w1, w2];
    const isLine = length(w) > 1e-9;
    const all = box(plane.half);
    plane.area(parts.plus, isLine ? clip(all, w, b) : []);
    plane.area(parts.minus, isLine ? clip(all, [-w1, -w2], -b) : []);
    plane.line(parts.line, w, b);
    parts.band.forEach((node, i) => {
      const [u1, u2, c] = found.separator ?? [0, 0, 0];
      const rim = found.separator ? found.least : 0;
      plane.line(node, [u1, u2], c + (i ? rim : -rim));
    });
    const tip = [w1 / arrow, w2 / arrow];
    plane.arrow(parts.w, [0, 0], tip);
    const tail = pose.tail.map((v) => v / arrow);
    const end = tail.map((v, at) => v + pose.vector[at] * pose.size);
    plane.arrow(parts.update, tail, end);
    set(parts.update, { opacity: pose.ink });
    const [wWord, updateWord, plusWord, minusWord, note] = parts.words;
    plane.word(wWord, tip, isLine ? "w" : "", 8, -8);
    plane.word(updateWord, end, pose.ink > 0.3 ? "z = yx" : "", 8, 18);
    set(updateWord, { opacity: pose.ink });
    const along = w.map((v) => (v / (length(w) || 1)) * plane.half * 0.9);
    const foot = isLine ? w.map((v) => (-b * v) / (w1 * w1 + w2 * w2)) : [0, 0];
    const aside = [-along[1] * 0.95, along[0] * 0.95];
    const beside = (s) => foot.map((v, at) => v + aside[at] + 0.16 * s * along[at]);
    plane.word(plusWord, beside(1), isLine ? "+1" : "", -8, 6);
    plane.word(minusWord, beside(-1), isLine ? "−1" : "", -8, 6);
    const arrowNote = arrow === 1 ? "" : `arrows ÷ ${arrow}`;
    plane.word(note, [-plane.half, -plane.half], isLine ? arrowNote : "w = 0: no line", 6, -8);
  }

  return { plane, paint, resized: () => (gridOf = undefined) };
}

/** The weights' plane: all w that separate, the path of w, disc, wall and the cap between them. */
export function makeWeightScene() {
  const plane = makePlane("weight space", "weights");
  const pattern = svgNode(
    "pattern",
    {
      id: `hatch-${Math.random().toString(36).slice(2)}`,
      width: 9,
      height: 9,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    svgNode("path", { d: "M0 0V9", class: "hatch" }),
  );
  plane.add("defs", {}, pattern);
  const parts = {
    cone: plane.add("polygon", { fill: `url(#${pattern.id})` }),
    disc: plane.add("circle", { class: "disc" }),
    cap: plane.add("polygon", { class: "cap" }),
    hull: plane.add("polygon", { class: "hull" }),
    axes: plane.add("path", { class: "axes" }),
    ray: plane.add("line", { class: "u" }),
    wall: plane.add("line", { class: "wall" }),
    shadow: plane.add("line", { class: "shadow" }),
    fall: plane.add("line", { class: "fall" }),
    path: plane.add("polyline", { class: "path" }),
    w: plane.addArrow("w"),
    update: plane.addArrow("update"),
    squares: ["w", "update", "line"].map((name) => plane.add("polygon", { class: `square-on ${name}` })),
    top: plane.add("circle", { class: "top", r: 6 }),
    gap: plane.add("text", { class: "word gap", "text-anchor": "middle" }),
  };
  const names = ["cone", "disc", "wall", "cap", "top", "u", "w", "note"];
  const words = Object.fromEntries(names.map((name) => [name, plane.add("text", { class: `word ${name}` })]));
  const shares = [0, 1, 2, 3].map(() => plane.add("text", { class: "word share", "text-anchor": "middle" }));

  function paint(pose, { points, bias, found, isProof, handed, isTriangle }) {
    plane.half = pose.half;
    const [w1, w2, b] = pose.w;
    const k = pose.k;
    const folded = points.map(([x, y, label]) => [x * label, y * label, label]);
    const { separator: u, gamma, radius, certificate } = found;
    const middle = plane.place([0, 0]);
    set(parts.axes, { d: `M0 ${middle[1]}H${plane.size}M${middle[0]} 0V${plane.size}` });

    const cone = u ? folded.reduce((area, [z1, z2, y]) => clip(area, [z1, z2], y * b), box(plane.half)) : [];
    plane.area(parts.cone, cone);
    const corner = cone.reduce((most, each) => (length(each) > length(most) ? each : most), [0, 0]);
    plane.word(
      words.cone,
      corner.map((v) => 0.86 * v),
      cone.length ? "these w separate" : "",
      -60,
      0,
    );

    const isShown = isProof && !handed && points.length > 0;
    const square = k * radius * radius - (bias === "one" ? b * b : 0);
    const rim = isShown && square > 0 ? Math.sqrt(square) : 0;
    const [cx, cy] = middle;
    set(parts.disc, { cx, cy, r: round((rim * plane.size) / (2 * plane.half)) });
    const isWall = isShown && u && k > 0 && gamma > 0;
    const size = u ? Math.hypot(...u) : 1;
    const unit = u ? u.map((v) => v / size) : [0, 0, 0];
    const height = unit[2] * b - k * gamma; // of the wall: unit·w + height = 0
    plane.line(parts.wall, isWall ? unit : [0, 0], height);
    plane.area(parts.cap, isWall && rim ? clip(circle(rim), unit, height) : []);
    const isRoom = found.room(k) >= 0;
    const known = Math.min(found.end, Math.floor(k + 1e-6));
    const isRun = isShown && known > 0;
    parts.wall.classList.toggle("broken", !isRoom || (isRun && Boolean(u) && !found.progress(known).isTrue));
    parts.disc.classList.toggle("broken", !isRoom || (isRun && !found.long(known).isTrue));
    const flat = length(unit) || 1;
    const u2 = [unit[0] / flat, unit[1] / flat];
    show(parts.ray, isShown && Boolean(u));
    plane.segment(
      parts.ray,
      [0, 0],
      u2.map((v) => 3 * plane.half * v),
    );
    const along = w1 * u2[0] + w2 * u2[1];
    const foot = u2.map((v) => along * v);
    for (const node of [parts.shadow, parts.fall]) show(node, isWall && k < found.end + 1e-6);
    plane.segment(parts.shadow, [0, 0], foot);
    plane.segment(parts.fall, [w1, w2], foot);

    const drawn = found.states.slice(0, Math.floor(k) + 1);
    const thin = Math.ceil(drawn.length / 150);
    const path = handed ? [] : [...drawn.filter((_, i) => i % thin === 0).map(([x, y]) => [x, y]), [w1, w2]];
    plane.area(parts.path, path);
    plane.arrow(parts.w, [0, 0], [w1, w2]);
    const isBeyond = k > found.end + 1e-6; // the run has ended: wall and disc go on alone
    for (const node of [parts.w, parts.path, words.w]) node.classList.toggle("faint", isBeyond);
    plane.arrow(
      parts.update,
      pose.tail,
      pose.tail.map((v, at) => v + pose.vector[at]),
    );
    set(parts.update, { opacity: pose.ink * Number(pose.size * found.arrow <= 1.001) });
    plane.word(words.w, [w1, w2], length([w1, w2]) ? "w" : "", 8, -8);

    const sum = pose.tail.map((v, at) => v + pose.vector[at]);
    const isDrawn = isTriangle && pose.ink > 0.5;
    const isLeft = w1 * pose.vector[1] - w2 * pose.vector[0] > 0; // squares lie outside of the triangle
    const square4 = (from, to) => {
      const out = isLeft ? [to[1] - from[1], from[0] - to[0]] : [from[1] - to[1], to[0] - from[0]];
      return [from, to, to.map((v, at) => v + out[at]), from.map((v, at) => v + out[at])];
    };
    const sides = [
      [[0, 0], pose.tail],
      [pose.tail, sum],
      [sum, [0, 0]],
    ];
    parts.squares.forEach((node, at) => plane.area(node, isDrawn ? square4(...sides[at]) : []));
    const isMistake = w1 * pose.vector[0] + w2 * pose.vector[1] <= 1e-9;
    parts.squares[2].classList.toggle("broken", !isMistake);

    // In the disc, opposite to the wall; at the wall's right end; in the cap.
    const left = [-u2[1], u2[0]];
    const reach = Math.min(rim, plane.half * 0.94);
    const under = u ? u2.map((v) => -0.78 * reach * v) : [0, -0.78 * reach];
    plane.word(words.disc, under, rim ? "disc ‖w‖ ≤ √k R" : "", -60, 5);
    const aside = u2.map((v, at) => (-height / flat) * v - left[at] * plane.half * 0.75);
    plane.word(words.wall, aside, isWall ? "wall u·w = kγ" : "", -45 - 40 * u2[0], 6 + 20 * u2[1]);
    plane.word(
      words.u,
      u2.map((v) => 0.93 * plane.half * v),
      isShown && u ? "u" : "",
      10,
      16,
    );
    const isPoint = isShown && found.room(k) === 0 && k > 0;
    show(parts.top, isPoint);
    const [tx, ty] = plane.place(u2.map((v) => rim * v));
    set(parts.top, { cx: tx, cy: ty });
    const next = Math.floor(k + 1e-6);
    const gapAt = u2.map((v) => ((rim - height / flat) / 2) * v);
    plane.word(
      parts.gap,
      gapAt,
      isShown && !isRoom && k % 1 < 1e-6 ? `no room for mistake ${next}` : "",
      0,
      6,
      11,
    );
    plane.word(
      words.top,
      u2.map((v) => rim * v),
      isPoint ? "one point is left" : "",
      12,
      -8,
    );
    const side = w1 * left[0] + w2 * left[1] > 0 ? -1 : 1; // not where w is
    const isCap = isWall && rim > 0 && found.room(k) > 0;
    plane.word(
      words.cap,
      u2.map((v, at) => ((rim - height / flat) / 2) * v + 0.3 * rim * side * left[at]),
      isCap ? "cap" : "",
      -12,
      5,
    );
    plane.word(
      words.note,
      [-plane.half, -plane.half],
      bias === "one" ? `at b = ${String(round(b)).replace("-", "−")}` : "",
      6,
      -8,
    );

    const used = certificate ?? [];
    const corners = used.map(([i]) => [...folded[i].slice(0, 2)]);
    const center = [0, 1].map(
      (at) => corners.reduce((sum, each) => sum + each[at], 0) / (corners.length || 1),
    );
    const turn = ([x, y]) => Math.atan2(y - center[1], x - center[0]);
    plane.area(
      parts.hull,
      corners.toSorted((p, q) => turn(p) - turn(q)),
    );
    shares.forEach((node, at) => {
      if (!used[at]) return plane.word(node, [0, 0], "");
      const away = corners[at].map((v) => v * (1 + (0.09 * plane.half) / (length(corners[at]) || 1)));
      return plane.word(node, away, `${used[at][1]}·z${used[at][0]}`, 0, 5);
    });
  }

  return { plane, paint, resized() {} };
}
