"""Lessons as pages and slides whose sliders work without a kernel and without a network.

>>> "<svg" in page_script(), "export default" in page_script()
(False, True)

Command line: ``python -m perceptron_lessons.export.pages html --out DIR [NOTEBOOK …]``, or
``slides``.
"""

import argparse
import base64
import functools
import html
import json
import pathlib
import re
import shutil
import sys

import nbformat
from nbconvert import HTMLExporter, SlidesExporter
from nbformat.v4 import new_output

from perceptron_lessons.exercises import prediction
from perceptron_lessons.export import kernel
from perceptron_lessons.export.report import gallery_page
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.widget.player import SCRIPT, STYLE, Player

_VIEW = "application/vnd.jupyter.widget-view+json"
_STATE = "application/vnd.jupyter.widget-state+json"
_PREDICTS = re.compile(r'\bpredict\("([^"]+)", \.\.\.')

# The browser's side of a widget whose kernel is gone: it keeps the values and tells who listens.
_MODEL = """
for (const el of document.querySelectorAll(".perceptron-page")) {
  const values = JSON.parse(el.querySelector("script").textContent);
  const listeners = {};
  const model = {
    get: (name) => values[name],
    set: (name, value) => {
      if (values[name] === value) return;
      values[name] = value;
      for (const action of listeners[`change:${name}`] ?? []) action();
    },
    on: (event, action) => (listeners[event] ??= []).push(action),
    off: () => {}, save_changes: () => {}, send: () => {},
  };
  el.replaceChildren();
  render({ model, el });
}
"""

_MATHJAX = """<script>
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\\\(", "\\\\)"]], processEscapes: true, tags: "ams" },
  svg: { mtextInheritFont: true },
  options: { ignoreHtmlClass: "highlight|jp-OutputArea-prompt|perceptron-player|perceptron-page" },
};
</script>
<script defer src="{{ resources.mathjax_url }}"></script>"""

_COMMON = """
{%- block html_head_js_requirejs -%}{%- endblock -%}
{%- block html_head_js_jquery -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{% if resources.mathjax_url %}MATHJAX{% endif %}{%- endblock -%}
{%- block html_head_css -%}<style>STYLE</style>{%- endblock -%}
{%- block data_png -%}<div class="jp-RenderedImage jp-OutputArea-output">
{%- set seen = (output.metadata or {}).get("image/png", {}) -%}
<img src="data:image/png;base64,{{ output.data["image/png"] }}" alt="{{ seen.get("alt", "") | e }}"
{%- if seen.width %} width="{{ seen.width }}" height="{{ seen.height }}"{% endif %}></div>
{%- endblock -%}
""".replace("MATHJAX", _MATHJAX)

_PAGE = (
    """{% extends "index.html.j2" %}"""
    + _COMMON
    + """
{%- block body_header -%}<body class="jp-Notebook" data-jp-theme-light="true">
{{ resources.links("Lessons") }}<main>{%- endblock -%}
{%- block body_footer -%}</main>{{ resources.links("Lessons, once more") }}
{{ resources.player }}</body>{%- endblock -%}
"""
)

_SLIDES = (
    """{% extends "index.html.j2" %}"""
    + _COMMON
    + """
{%- block footer_js -%}
<script src="{{ resources.reveal.url_prefix }}/dist/reveal.js"></script>
<script src="{{ resources.reveal.url_prefix }}/plugin/notes/notes.js"></script>
<script>
Reveal.initialize({ width: 1280, height: 720, margin: 0.04, center: false, hash: true,
  transition: "none", slideNumber: "c/t", plugins: [RevealNotes] });
</script>
{{ resources.player }}FIT
{%- endblock -%}
"""
)

_PAGE_STYLE = """
.jp-Notebook main { max-width: 60rem; margin: 0 auto; }
.lessons { max-width: 60rem; margin: 0.5rem auto; padding: 0 1rem; display: flex;
  flex-wrap: wrap; gap: 0.3rem 1.5rem; font: 1rem sans-serif; }
.lessons a { color: #004f8a; padding: 0.3rem 0; }
.jp-Notebook main .jp-RenderedMarkdown a { text-decoration: underline; }
.jp-Notebook main { --jp-cell-prompt-not-active-font-color: #595959;
  --jp-cell-prompt-not-active-opacity: 1; }
.jp-Notebook main .highlight .ow { color: #7a00c2; }
.jp-Notebook main .highlight :is(.mi, .mf) { color: #006b00; }
.jp-Notebook main .highlight .c1 { color: #2f6868; }
img { max-width: 100%; height: auto; }
.perceptron-page pre { white-space: pre-wrap; }
.jp-RenderedText pre { word-break: normal; }
"""

_SLIDE_STYLE = """
.reveal .slide-number { left: 8px; right: auto; }
.reveal .slides { text-align: left; }
.reveal .slides section:not(.stack) { height: 670px; overflow: hidden; padding: 0;
  --picture: 560px; }
.reveal .slides section.too-tall { overflow-y: auto; }
.reveal .slides { --jp-content-font-size1: 26px; --jp-code-font-size: 20px;
  --jp-ui-font-size1: 22px; }
.reveal .slides :is(h1, h2, h3) { text-transform: none; font-family: inherit;
  letter-spacing: 0; }
.reveal .slides h1 { font-size: 52px; }
.reveal .slides h2 { font-size: 42px; }
.reveal .slides h3 { font-size: 34px; }
.reveal .slides blockquote { width: auto; margin: 0.5rem 0; padding: 0 1rem; font-style: normal;
  box-shadow: none; background: none; border-left: 5px solid #999; }
.reveal .slides .jp-InputPrompt, .reveal .slides .jp-OutputPrompt { display: none; }
.reveal .slides .jp-RenderedText pre { white-space: pre-wrap; word-break: normal; }
.reveal .slides .jp-RenderedImage img { width: auto; height: auto; max-width: 100%;
  max-height: var(--picture); margin: 0; }
.reveal .slides .perceptron-player { font-size: 24px; max-width: none; }
.reveal .slides .perceptron-player .settings { max-width: 75rem; }
.reveal .slides .perceptron-player .paper { height: var(--picture); max-width: none !important; }
.reveal .slides .perceptron-player .picture { height: var(--picture); margin: 0; }
.reveal .slides .perceptron-page pre { font-size: 22px; white-space: pre-wrap; }
"""

# A slide has a fixed height: first its pictures give way, then its letters.
_FIT = """<script>
function fit(slide) {
  const high = () => slide.scrollHeight > slide.clientHeight + 1;
  for (let picture = 560; high() && picture > 240; picture -= 20)
    slide.style.setProperty("--picture", `${picture - 20}px`);
  for (let size = 1; high() && size > 0.6; size -= 0.05) {
    slide.style.setProperty("--jp-content-font-size1", `${26 * (size - 0.05)}px`);
    slide.style.setProperty("--jp-code-font-size", `${20 * (size - 0.05)}px`);
    slide.style.setProperty("--jp-ui-font-size1", `${22 * (size - 0.05)}px`);
  }
  slide.classList.toggle("too-tall", high());
}
addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve()).then(() => {
  fit(Reveal.getCurrentSlide());
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
}));
</script>"""


def page_script():
    """The one module script that a page with any number of players needs."""
    return f'<script type="module">\n{SCRIPT.read_text(encoding="utf-8")}{_MODEL}</script>'


def fragment(player, *, script=True):
    """A player as HTML that needs neither a kernel nor a network.

    Parameters
    ----------
    player : Player
    script : bool
        Whether to add the style and the script; a page needs them once.

    Returns
    -------
    str
        Without JavaScript it shows the picture of the present state and its reading.
    """
    values = {
        name: player.trait_values()[name]
        for name in player.keys
        if not name.startswith("_") and name not in ("layout", "tooltip", "tabbable")
    }
    player.prepare()
    data, metadata = player._repr_mimebundle_()
    values["drawing"], values["progress"] = player.drawing, ""
    image = base64.b64encode(data["image/png"]).decode()
    out = _fragment(values, image, metadata["image/png"], data["text/plain"])
    return (
        out
        if not script
        else f"<style>{STYLE.read_text(encoding='utf-8')}</style>{out}{page_script()}"
    )


def _fragment(values, image, size, reading):
    # Inside a script element only its own end tag could end it too early.
    data = json.dumps(values | {"kernel": False}, ensure_ascii=False).replace("</", "<\\/")
    return (
        '<div class="perceptron-page">'
        f'<img src="data:image/png;base64,{image}" alt="{html.escape(size["alt"])}"'
        f' width="{size["width"]}" height="{size["height"]}"><pre>{html.escape(reading)}</pre>'
        f'<script type="application/json">{data}</script></div>'
    )


def execute(path):
    """Run a notebook from the top.

    Parameters
    ----------
    path : path

    Returns
    -------
    nbformat.NotebookNode
        With its outputs; every player in them is a `fragment`, and no other widget state is left.
        A guess that waits for an answer gets it, folded, since a page has no kernel to guess with.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    path = pathlib.Path(path)
    notebook = nbformat.read(path, as_version=4)
    kernel.run(notebook, path.parent, store_widget_state=True)
    states = notebook.metadata.pop("widgets", {}).get(_STATE, {}).get("state", {})
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            _replace_player(output, states)
        if cell.cell_type == "code" and (waiting := _PREDICTS.search(cell.source)):
            cell.outputs.append(_folded(prediction(waiting[1]).answer))
    return notebook


def _folded(answer):
    fold = f"<details><summary>Answer</summary><p>{html.escape(answer)}</p></details>"
    return new_output("display_data", data={"text/html": fold, "text/plain": "Answer: folded"})


def _replace_player(output, states):
    view = output.get("data", {}).pop(_VIEW, None)
    state = states.get(view["model_id"], {}).get("state", {}) if view else {}
    if state.get("_anywidget_id", "").endswith(f".{Player.__name__}") and "drawing" in state:
        values = {
            name: value
            for name, value in state.items()
            if not name.startswith("_") and name != "layout"
        }
        output.data["text/html"] = _fragment(
            values,
            output.data["image/png"],
            output.metadata["image/png"],
            output.data["text/plain"],
        )


def export_html(notebook, out_dir, *, mathjax=None, lessons=()):
    """Write one lesson as a page.

    Parameters
    ----------
    notebook : path
        It is run from the top.
    out_dir : path
        Folder for the page; made if missing.
    mathjax : path, optional
        Folder with MathJax 3's ``tex-svg.js``, which is copied beside the page. Without it the
        formulas stay as they are written.
    lessons : sequence of path
        The notebooks that the page shall link to.

    Returns
    -------
    pathlib.Path
        The page.
    """
    mathjax_url = _copy_mathjax(mathjax, out_dir)
    exporter = HTMLExporter(
        raw_template=_PAGE.replace("STYLE", _PAGE_STYLE + STYLE.read_text(encoding="utf-8")),
        mathjax_url=mathjax_url,
        language_code="en",
    )
    return _write(exporter, notebook, out_dir, ".html", lessons)


def export_slides(notebook, out_dir, *, reveal, mathjax=None, lessons=()):
    """Write one lesson as slides; the cells' slide types are those of its metadata.

    Parameters
    ----------
    notebook, out_dir, mathjax, lessons
        As for `export_html`.
    reveal : path
        Folder of the reveal.js package, of which what is needed is copied beside the slides.

    Returns
    -------
    pathlib.Path
        The page with the slides.
    """
    mathjax_url = _copy_mathjax(mathjax, out_dir)
    beside = pathlib.Path(out_dir) / "reveal"
    for part in ("dist", "plugin/notes"):
        shutil.copytree(
            pathlib.Path(reveal) / part,
            beside / part,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("*.map", "*.esm.js"),
        )
    exporter = SlidesExporter(
        raw_template=_SLIDES.replace(
            "STYLE", _SLIDE_STYLE + STYLE.read_text(encoding="utf-8")
        ).replace("FIT", _FIT),
        mathjax_url=mathjax_url,
        language_code="en",
        reveal_url_prefix="reveal",
        reveal_theme="white",
        reveal_transition="none",
    )
    return _write(exporter, notebook, out_dir, ".slides.html", lessons)


def export_gallery(out_dir):
    """Write the page gallery.html with every figure of the lessons, its name and caption."""
    target = pathlib.Path(out_dir) / "gallery.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(
        gallery_page({name: draw() for name, draw in FIGURES.items()}), encoding="utf-8"
    )
    return target


def _copy_mathjax(folder, out_dir):
    pathlib.Path(out_dir).mkdir(parents=True, exist_ok=True)
    if folder is None:
        return ""
    shutil.copy(pathlib.Path(folder) / "tex-svg.js", pathlib.Path(out_dir) / "mathjax.js")
    return "mathjax.js"


def _write(exporter, notebook, out_dir, ending, lessons):
    path = pathlib.Path(notebook)
    names = [pathlib.Path(lesson).stem for lesson in lessons]
    ran = execute(path)
    resources = {
        # The name becomes the title of the browser's tab: the lesson's first heading.
        "metadata": {"name": ran.cells[0].source.splitlines()[0].lstrip("# ")},
        "player": page_script(),
        "links": functools.partial(_links, path.stem, names, ending),
    }
    page, _ = exporter.from_notebook_node(ran, resources=resources)
    # In the speaker's window there is no reason to fold the notes.
    page = re.sub(
        r'<aside class="notes">.*?</aside>',
        lambda notes: notes[0].replace("<details>", "<details open>"),
        page,
        flags=re.DOTALL,
    )
    page = re.sub(
        r'(href="(?:\./)?)([\w-]+)\.ipynb(?=[#"])',
        lambda link: f"{link[1]}{link[2]}{ending}" if link[2] in names else link[0],
        page,
    )
    target = pathlib.Path(out_dir) / f"{path.stem}{ending}"
    target.write_text(page, encoding="utf-8")
    return target


def _links(name, names, ending, label):
    """Links to the lesson before, the first one, and the lesson after."""
    if name not in names:
        return ""
    here = names.index(name)
    found = [(f"← {names[here - 1]}", here - 1)] if here else []
    found += [("All lessons", 0)] if here else []
    found += [(f"{names[here + 1]} →", here + 1)] if here + 1 < len(names) else []
    links = "".join(f'<a href="{names[i]}{ending}">{html.escape(text)}</a>' for text, i in found)
    if ending == ".html":
        links += '<a href="gallery.html">All figures</a>'
    return f'<nav class="lessons" aria-label="{label}">{links}</nav>'


def main(arguments=None):
    """Export lessons; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m perceptron_lessons.export.pages",
        description="Export lessons as pages or slides.",
    )
    parser.add_argument("kind", choices=("html", "slides"))
    parser.add_argument(
        "notebooks",
        nargs="*",
        type=pathlib.Path,
        metavar="NOTEBOOK",
        help="default: all in the folder notebooks",
    )
    parser.add_argument("--out", required=True, type=pathlib.Path, metavar="DIR")
    parser.add_argument(
        "--mathjax",
        type=pathlib.Path,
        metavar="DIR",
        help="folder with MathJax 3's tex-svg.js, for formulas without a network",
    )
    parser.add_argument(
        "--reveal",
        type=pathlib.Path,
        metavar="DIR",
        help="folder of the reveal.js package (slides only)",
    )
    options = parser.parse_intermixed_args(arguments)
    notebooks = options.notebooks or sorted(pathlib.Path("notebooks").glob("*.ipynb"))
    if not notebooks:
        parser.error("no notebooks: name some, or run this where the folder notebooks is")
    if options.kind == "slides" and options.reveal is None:
        parser.error("slides need --reveal")
    for notebook in notebooks:
        if not notebook.is_file():
            parser.error(f"no file {notebook}")
    beside = {"mathjax": options.mathjax, "lessons": notebooks}
    for notebook in notebooks:
        if options.kind == "html":
            print(export_html(notebook, options.out, **beside))
        else:
            print(export_slides(notebook, options.out, reveal=options.reveal, **beside))
    if options.kind == "html":
        print(export_gallery(options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
