"""The gallery: titles, thumbnails and files, LaTeX and alt text to copy."""

import re
import xml.etree.ElementTree as ET

import pytest
from browsing import serve
from players import complaints

from perceptron_lessons.figures import FIGURES
from publish import course
from publish.course import export_gallery

NAMES = ("flip", "squeeze")


def parsed(page):
    """A page without scripts and styles, as XML."""
    text = re.sub(
        r"<(script|style)\b.*?</\1>|<!DOCTYPE html>|<(meta|link) [^>]*>", "", page, flags=re.S
    )
    text = re.sub(r"<(img|input)((?: [^>]*)?[^/])>", r"<\1\2/>", text)
    text = re.sub(r" (hidden|download|disabled)(?=[ />])", r' \1=""', text)
    return ET.fromstring(text.replace("&nbsp;", " "))


def words(element):
    return " ".join("".join(element.itertext()).split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two figures in two formats."""
    out = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "FIGURES", {name: FIGURES[name] for name in NAMES})
        assert export_gallery(out, formats=("svg", "pdf")) == out / "gallery.html"
    return out


def test_each_figure_has_a_title_files_latex_and_alt_text(folder):
    main = parsed((folder / "gallery.html").read_text()).find(".//main")
    assert [h.get("id") for h in main.iter("h2")] == list(NAMES)
    assert [words(h) for h in main.iter("h2")] == ["The sign flip", "The squeeze"]
    for name, section in zip(NAMES, main.iter("section"), strict=True):
        links = [a.get("href") for a in section.find(".//p[@class='files']").iter("a")]
        assert links == [f"gallery/{name}.{ending}" for ending in ("svg", "pdf", "txt", "tex")]
        assert all((folder / link).stat().st_size for link in links)
        latex, alt = ("".join(pre.itertext()) for pre in section.iter("pre"))
        description = FIGURES[name]().description
        assert latex == (folder / f"gallery/{name}.tex").read_text()
        assert rf"\caption{{{description.caption.latex}" in latex and f"fig:{name}}}" in latex
        caption = section.find(".//p[@class='caption']")
        assert alt == description.alt and words(caption) == description.caption
        assert section.find("figure").find(".//svg") is not None


def test_copying_and_reading_it_on_a_phone(folder, front_end, page, console_errors):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 390, "height": 800})
    with serve(folder) as url:
        page.goto(f"{url}/gallery.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("summary").last.click()
        assert complaints(page, front_end) == []
        page.get_by_role("button", name="Copy").locator("visible=true").first.click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == (folder / "gallery/squeeze.tex").read_text()
    assert console_errors == []
