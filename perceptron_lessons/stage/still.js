// Pictures to keep: SVG that needs no page, and PNG.

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"];
LOOKS.push("stroke-opacity", "paint-order", "font", "text-anchor", "opacity", "display");
const GAP = 20; // pixels between two pictures

/** Pictures of one size as they are on the page, side by side, as text. */
export function asSVG(pictures) {
  const size = pictures[0].viewBox.baseVal.width;
  const copies = pictures.map((svg, at) => {
    const twin = svg.cloneNode(true);
    const twins = twin.querySelectorAll("*");
    svg.querySelectorAll("*").forEach((node, i) => {
      const style = getComputedStyle(node);
      for (const each of LOOKS) twins[i].style.setProperty(each, style.getPropertyValue(each));
    });
    twin.setAttribute("x", at * (size + GAP));
    for (const each of ["width", "height"]) twin.setAttribute(each, size);
    return new XMLSerializer().serializeToString(twin);
  });
  const wide = pictures.length * (size + GAP) - GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${size}">${copies.join("")}</svg>`;
}

/** The address of a PNG of the text of an SVG, at twice its size: sharp in print. */
export async function asPNG(source) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * picture.width, 2 * picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
