"""The course as a site: its front page, every lesson, the gallery, and the search over all."""

import json
from pathlib import Path

from markupsafe import Markup

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.saving import save
from perceptron_lessons.stage import stage
from perceptron_lessons.takeaway.gallery import entry
from perceptron_lessons.takeaway.illustrations import picture_files
from perceptron_lessons.takeaway.messages import quietly
from perceptron_lessons.takeaway.players import fragment, whole_page
from perceptron_lessons.takeaway.web_figures import picture_svg
from publish.addresses import COURSE, FRONT, MOVED
from publish.documents import (
    documents_beside,
    export_document,
    path_in_project,
)
from publish.frame import copy_fonts, page_in, site_frame
from publish.pages import export_html, page_summary
from publish.running import execute_all
from publish.slides import ENDING
from publish.template_files import fill_page

ACCESSIBILITY = ("accessibility", "How accessible these pages are")
"""The page on that: its name and its title."""

SHORTEST = ("02-why-it-stops", "The story")
"""Where the front page leads a reader without time: a lesson, and a section of it."""


def export_course(
    notebooks,
    out_dir,
    *,
    mathjax=None,
    lab=False,
    formats=(),
    documents=None,
    begins=quietly,
    run_all=execute_all,
):
    """Write the course: a page for each notebook, and those around them.

    Without the notebook of its front page it is a part of the course: the pages themselves, one
    that lists them, and what each page leads to; nothing else is drawn or replaced.

    Parameters
    ----------
    notebooks : sequence of path
        In the order of reading. Those whose names begin with a number are lessons.
    out_dir : path
        Folder for the pages; made if missing. The front page leads to the decks in its folder
        ``slides`` and to ``book.pdf``, where it has them.
    mathjax : MathJax, optional
        As for `publish.pages.export_html`.
    lab : bool
        Whether the folder also holds JupyterLite, in ``lab``.
    formats : sequence of str
        As for `export_gallery`.
    documents : sequence of path, optional
        Files of Markdown that are pages too; by default the documentation beside the notebooks, if
        the first of them is among these.
    begins : callable
        Is given what begins, in words.
    run_all : callable
        Runs the notebooks, as `execute_all` does.

    Yields
    ------
    pathlib.Path
        Each page, when it is written.
    """
    out = Path(out_dir)
    if documents is None:
        fronts = [path for path in notebooks if Path(path).stem == FRONT]
        documents = documents_beside(fronts[0]) if fronts else []
    frame = site_frame(lab, map(path_in_project, documents))
    index = []
    out.mkdir(parents=True, exist_ok=True)
    pages = [page_summary(path) for path in notebooks]
    is_whole = any(about.name == FRONT for about in pages)
    if is_whole:
        yield _write_page(out, "index", front_page(frame, pages, out))
    elif not (out / "gallery.html").exists():  # the front page of a whole course stays
        yield _write_page(
            out, "index", page_in(frame, "part.html.j2", "index", COURSE, pages=pages)
        )
    told = [pair for pair in zip(notebooks, pages, strict=True) if pair[1].name != FRONT]
    runs = run_all([notebook for notebook, _ in told], svg=True, results=True)
    for notebook, about in told:
        begins(f"running {about.name}")
        page = export_html(
            notebook, out, mathjax=mathjax, lessons=notebooks, frame=frame, ran=next(runs)
        )
        index += [(about.address, about.title, *section) for section in page.sections]
        yield page.path
    for document in documents:
        yield export_document(document, out, frame, notebooks)
    yield _write_page(out, "accessibility", page_in(frame, "accessibility.html.j2", *ACCESSIBILITY))
    if is_whole or not (out / "search.json").exists():
        (out / "search.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
    if not is_whole:
        return
    yield export_gallery(out, frame, formats, begins)
    yield _write_page(out, "embed", whole_page(stage(), "Your own points"))
    _help_to_find(out, frame, pages)


def _help_to_find(out, frame, pages):
    """Write what leads to the course from elsewhere: picture, sitemap and older addresses."""
    # For those who look for the course: what it looks like, and where its pages are.
    save(FIGURES["steps"]().at(k=3), out / "picture.png")
    found = ["", *sorted(about.address for about in pages if about.name != FRONT), "gallery.html"]
    sitemap = fill_page("sitemap.xml.j2", site=frame.addresses.site, found=found)
    (out / "sitemap.xml").write_text(sitemap, encoding="utf-8")
    present = {about.name: about for about in pages}
    for old, new in (MOVED | {FRONT: FRONT}).items():
        if new in present:
            _write_page(
                out, old, page_in(frame, "moved.html.j2", old, present[new].title, to=present[new])
            )


def front_page(frame, pages, out):
    """Return the page where the course begins.

    Parameters
    ----------
    frame : Frame
    pages : sequence of Lesson
    out : pathlib.Path
        Folder of the site, with what else it leads to.
    """
    return page_in(
        frame,
        "course.html.j2",
        "index",
        COURSE,
        story=_story(pages),
        player=Markup(fragment(stage(proof=False, k=0), script=False)),
        lessons=[page for page in pages if page.minutes is not None and page.name != FRONT],
        others=[page for page in pages if page.minutes is None],
        decks=[deck.name.removesuffix(ENDING) for deck in sorted(out.glob(f"slides/*{ENDING}"))],
        files={file.relative_to(out).as_posix() for file in out.glob("**/*.pdf")},
    )


def _story(pages):
    """The address and the minutes of what is shown to whoever has little time, or None."""
    name, heading = SHORTEST
    for page in pages:
        if page.name == name and heading in page.sections:
            return f"{page.address}#{heading.replace(' ', '-')}", page.sections[heading]
    return None


def export_gallery(out_dir, frame=None, formats=(), begins=quietly):
    """Write the page gallery.html with every figure of the lessons.

    Parameters
    ----------
    out_dir : path
    frame : Frame, optional
        By default that of pages without JupyterLite.
    formats : sequence of {"svg", "pdf", "png", "pgf"}
        Of the files to take away, which are written into the folder gallery.
    begins : callable
        Is given which figure is drawn next.

    Returns
    -------
    pathlib.Path
    """
    copy_fonts(out_dir)
    files = Path(out_dir) / "gallery"
    if formats:
        files.mkdir(parents=True, exist_ok=True)

    def write(name, content):
        (files / name).write_bytes(content.encode() if isinstance(content, str) else content)

    return _write_page(
        Path(out_dir), "gallery", gallery_of_course(frame or site_frame(), formats, write, begins)
    )


def gallery_of_course(frame, formats=(), write=None, begins=quietly):
    """Return the page of a site with all figures.

    Parameters
    ----------
    frame : Frame
    formats : sequence of {"svg", "pdf", "png", "pgf", "html"}
        Of the files to take away; by default there are none.
    write : callable, optional
        Is given the name of each file and its content.
    begins : callable
        Is given which figure is drawn next.
    """
    entries = []
    for name, draw in FIGURES.items():
        begins(f"drawing {name}")
        picture = draw()
        files = picture_files(picture, name, formats)[0] if formats else {}
        for file, content in files.items():
            write(file, content)
        entries.append(entry(picture, picture_svg(picture), files, "gallery/"))
    return page_in(frame, "gallery_page.html.j2", "gallery", "All figures", entries=entries)


def _write_page(out, name, page):
    target = out / f"{name}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, encoding="utf-8")
    return target
