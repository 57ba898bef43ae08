// Typesets formulas for pages: `node formulas.js FOLDER` with the folder of MathJax's components, in
// the letters of the pages' text. Reads for each page a line with a JSON list of [TeX, whether it
// stands on a line of its own], and writes a line with {formulas: [SVG], glyphs: SVG} or {error}.
const { createInterface } = require("node:readline");

const folder = process.argv[2];

async function typeset(asked) {
  MathJax.startup.getComponents(); // so that no page's glyphs, numbers or macros reach the next
  const { adaptor, output } = MathJax.startup;
  const formulas = [];
  for (const [tex, display] of asked) {
    const drawn = adaptor.outerHTML(await MathJax.tex2svgPromise(tex, { display }));
    formulas.push(drawn.replace(/ data-(latex|latex-item|mjx-texclass|mjx-variant|mml-node|c)="[^"]*"/g, ""));
  }
  return { formulas, glyphs: adaptor.outerHTML(output.fontCache.getCache()) };
}

require(`${folder}/node-main.cjs`)
  .init({
    loader: { load: ["input/tex", "output/svg", "a11y/assistive-mml"] },
    tex: { tags: "ams" },
    output: { font: "mathjax-stix2", linebreaks: { inline: false } },
    svg: { fontCache: "global" },
    startup: { typeset: false },
  })
  .then(async () => {
    for await (const line of createInterface({ input: process.stdin })) {
      const answer = await typeset(JSON.parse(line)).catch((error) => ({ error: error.message ?? String(error) }));
      process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
  });
