Reveal.initialize({
  width: 1280,
  height: 720,
  margin: 0.04,
  center: false,
  hash: true,
  transition: "none",
  slideNumber: "c/t",
  plugins: [RevealNotes],
});

// A slide has a fixed height: first its pictures give way, then its letters. Where both have done
// what they can, it scrolls.
const PICTURE = { largest: 560, least: 240, step: 20 };
const LETTERS = { least: 0.6, step: 0.05 };
const FONT_SIZES = {
  "--jp-content-font-size1": 26,
  "--jp-code-font-size": 20,
  "--jp-ui-font-size1": 22,
};

function isTooTall(slide) {
  return slide.scrollHeight > slide.clientHeight + 1;
}

function shrinkPictures(slide) {
  let height = PICTURE.largest;
  while (isTooTall(slide) && height > PICTURE.least) {
    height -= PICTURE.step;
    slide.style.setProperty("--picture", `${height}px`);
  }
}

function shrinkLetters(slide) {
  let size = 1;
  while (isTooTall(slide) && size > LETTERS.least) {
    size -= LETTERS.step;
    for (const [name, pixels] of Object.entries(FONT_SIZES))
      slide.style.setProperty(name, `${pixels * size}px`);
  }
}

function fit(slide) {
  shrinkPictures(slide);
  shrinkLetters(slide);
  slide.classList.toggle("too-tall", isTooTall(slide));
}

// Formulas change the height of a slide, so they come first.
addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  fit(Reveal.getCurrentSlide());
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
});
