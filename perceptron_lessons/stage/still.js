// Pictures to keep: SVG that needs no page, and PNG.

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"];
LOOKS.push("stroke-opacity", "paint-order", "font", "text-anchor", "opacity", "display");
const GAP = 20; // pixels between two pictures

/** Pictures as they are on the page, side by side, as text. */
export function asSVG(pictures) {
  const sizes = pictures.map((svg) => svg.viewBox.baseVal);
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, { width }) => sum + width + GAP, 0));
  const copies = pictures.map((svg, at) => {
    const twin = svg.cloneNode(true);
    const twins = twin.querySelectorAll("*");
    svg.querySelectorAll("*").forEach((node, i) => {
      const style = getComputedStyle(node);
      for (const each of LOOKS) twins[i].style.setProperty(each, style.getPropertyValue(each));
    });
    twin.setAttribute("x", starts[at]);
    for (const each of ["width", "height"]) twin.setAttribute(each, sizes[at][each]);
    return new XMLSerializer().serializeToString(twin);
  });
  const wide = starts.at(-1) + sizes.at(-1).width;
  const high = Math.max(...sizes.map(({ height }) => height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${copies.join("")}</svg>`;
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
