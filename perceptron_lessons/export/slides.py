"""Lessons as slides whose sliders work without a kernel and without a network."""

import re
import shutil
from pathlib import Path

from nbconvert import SlidesExporter

from perceptron_lessons.export.addresses import addresses
from perceptron_lessons.export.players import page_script
from perceptron_lessons.export.running import execute
from perceptron_lessons.export.template_files import FOLDERS, TEMPLATES

ENDING = ".slides.html"


def export_slides(notebook, out_dir, *, reveal, mathjax=None, lessons=()):
    """Write one lesson as slides; the cells' slide types are those of its metadata.

    Parameters
    ----------
    notebook : path
        It is run from the top.
    out_dir : path
        Folder for the slides; made if missing.
    reveal : path
        Folder of the reveal.js package, of which what is needed is copied beside the slides.
    mathjax : path, optional
        Folder with MathJax 3's ``tex-svg.js``, which is copied beside the slides. Without it the
        formulas stay as they are written.
    lessons : sequence of path
        The notebooks that are slides too. A link to another one leads to its page on the site.

    Returns
    -------
    pathlib.Path
        The page with the slides.
    """
    path, out = Path(notebook), Path(out_dir)
    for part in ("dist", "plugin/notes"):
        shutil.copytree(
            Path(reveal) / part,
            out / "reveal" / part,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("*.map", "*.esm.js"),
        )
    if mathjax is not None:
        shutil.copy(Path(mathjax) / "tex-svg.js", out / "mathjax.js")
    exporter = SlidesExporter(
        template_name="slides",
        extra_template_basedirs=[str(TEMPLATES)],
        extra_template_paths=FOLDERS,
        mathjax_url="mathjax.js" if mathjax is not None else "",
        language_code="en",
        reveal_url_prefix="reveal",
        reveal_theme="white",
        reveal_transition="none",
    )
    ran = execute(path)
    resources = {
        # The name becomes the title of the browser's tab: the lesson's first heading.
        "metadata": {"name": ran.cells[0].source.splitlines()[0].lstrip("# ")},
        "players": page_script(),
    }
    page, _ = exporter.from_notebook_node(ran, resources=resources)
    target = out / f"{path.stem}{ENDING}"
    target.write_text(_with_links(_unfold_notes(page), lessons), encoding="utf-8")
    return target


def _with_links(page, lessons):
    """Links to notebooks lead to their slides, or else to their pages on the site."""
    names, site = [Path(lesson).stem for lesson in lessons], addresses().site
    return re.sub(
        r'href="(?:\./)?([\w-]+)\.ipynb(?=[#"])',
        lambda link: (
            f'href="{link[1]}{ENDING}' if link[1] in names else f'href="{site}{link[1]}.html'
        ),
        page,
    )


def _unfold_notes(page):
    """In the speaker's window there is no reason to fold the notes."""
    return re.sub(
        r'<aside class="notes">.*?</aside>',
        lambda notes: notes[0].replace("<details>", "<details open>"),
        page,
        flags=re.DOTALL,
    )
