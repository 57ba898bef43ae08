// Trees of nodes as data, [name, attributes, ...children], and how a page is made to show one.

const SVG = "http://www.w3.org/2000/svg";

/** Give a node these children; one with the same key, or the same name and class, stays the same. */
export function patch(parent, trees) {
  const before = parent.parts ?? new Map();
  const after = new Map();
  for (const [name, attributes, ...children] of trees) {
    const kind = attributes.key ?? `${name} ${attributes.class ?? ""}`;
    let key = kind;
    for (let n = 1; after.has(key); n += 1) key = `${kind} ${n}`;
    const space = name === "svg" ? SVG : parent.namespaceURI;
    const node = before.get(key) ?? document.createElementNS(space, name);
    after.set(key, { node, attributes, children });
    before.delete(key);
  }
  for (const node of before.values()) node.remove();
  [...after.values()].forEach(({ node, attributes, children }, i) => {
    if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
    if (typeof children[0] === "object") patch(node, children);
    else if (children.length && node.textContent !== String(children[0])) [node.textContent] = children;
    setAttributes(node, attributes);
  });
  parent.parts = new Map([...after].map(([key, { node }]) => [key, node]));
}

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "key") continue;
    if (name === "value")
      node.value = value; // the reader changes it too
    else if (value === false || value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}
