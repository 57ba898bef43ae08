// Typesets formulas for a page: `node formulas.js FOLDER` with the folder of MathJax's components, in
// the letters of the page's text. Reads a JSON list of [TeX, whether it stands on a line of its own],
// writes {formulas: [SVG], glyphs: SVG}.
const { readFileSync } = require("node:fs");

const folder = process.argv[2];
const asked = JSON.parse(readFileSync(0, "utf8"));

require(`${folder}/node-main.cjs`)
  .init({
    loader: { load: ["input/tex", "output/svg", "a11y/assistive-mml"] },
    tex: { tags: "ams" },
    output: { font: "mathjax-stix2", linebreaks: { inline: false } },
    svg: { fontCache: "global" },
    startup: { typeset: false },
  })
  .then(async (MathJax) => {
    const { adaptor, output } = MathJax.startup;
    const formulas = [];
    for (const [tex, display] of asked) {
      const drawn = adaptor.outerHTML(await MathJax.tex2svgPromise(tex, { display }));
      formulas.push(drawn.replace(/ data-(latex|latex-item|mjx-texclass|mjx-variant|mml-node|c)="[^"]*"/g, ""));
    }
    const glyphs = adaptor.outerHTML(output.fontCache.getCache());
    process.stdout.write(JSON.stringify({ formulas, glyphs }));
  })
  .catch((error) => {
    console.error(error.message ?? error);
    process.exitCode = 1;
  });
