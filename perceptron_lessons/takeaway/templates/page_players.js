// Python cannot start from a file, nor where the site has none.
const canWake = location.protocol.startsWith("http") && document.querySelector("script[src^='page_python/']") !== null;

const page = globalThis.perceptronPage;
// The pictures of a story are states of one stage, which it shows itself.
const PICTURE = ".perceptron-page:not(.story *)";
const drawn = [];
const told = [];

// Tell of each widget of the page, now or as soon as it is there: its element and its model.
page.eachDrawn = (action) => {
  told.push(action);
  drawn.forEach(action);
};

// Show a widget in an element; a page can only show the kinds that it brings along.
page.show = (el, values) => {
  const model = modelOfPage({ ...values, kernel: values.kernel || canWake });
  page.widgets[values._anywidget_id].render({ model, el });
  return model;
};

function enliven(el) {
  const values = JSON.parse(el.querySelector("script").textContent);
  el.replaceChildren();
  drawn.push({ el, model: page.show(el, values) });
  for (const action of told) action(drawn.at(-1));
}

// The first moves as soon as it has been read, though the rest of a long page has not.
const reading = new MutationObserver(() => {
  const values = document.querySelector(`${PICTURE} > script`);
  if (!values?.nextSibling) return; // it may have been read in part
  reading.disconnect();
  enliven(values.parentElement);
});

function enlivenAll() {
  reading.disconnect();
  const waiting = [...document.querySelectorAll(`${PICTURE}:has(> script)`)];
  function next() {
    if (!waiting.length) return;
    enliven(waiting.shift());
    setTimeout(next);
  }
  next();
}

if (document.readyState === "loading") {
  reading.observe(document, { childList: true, subtree: true });
  document.addEventListener("readystatechange", enlivenAll, { once: true });
} else enlivenAll();
