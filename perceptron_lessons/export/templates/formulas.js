// Typesets formulas for a page: `node formulas.js FOLDER` with MathJax's folder es5. Reads a JSON
// list of [TeX, whether it stands on a line of its own], writes {formulas: [SVG], glyphs: SVG}.
const { readFileSync } = require("node:fs");

const folder = process.argv[2];
const asked = JSON.parse(readFileSync(0, "utf8"));

require(`${folder}/node-main.js`)
  .init({
    loader: { load: ["input/tex", "output/svg", "a11y/assistive-mml"], paths: { mathjax: folder } },
    tex: { tags: "ams" },
    svg: { fontCache: "global" },
    startup: { typeset: false },
  })
  .then((MathJax) => {
    const { adaptor, output } = MathJax.startup;
    const formulas = asked.map(([tex, display]) => adaptor.outerHTML(MathJax.tex2svg(tex, { display })));
    const glyphs = adaptor.outerHTML(output.fontCache.getCache());
    process.stdout.write(JSON.stringify({ formulas, glyphs }));
  })
  .catch((error) => {
    console.error(error.message ?? error);
    process.exitCode = 1;
  });
