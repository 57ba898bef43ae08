"""The gallery: titles, thumbnails and files in every notation, LaTeX and alt text to copy."""

import re
import xml.etree.ElementTree as ET

import pytest
from conftest import serve
from players import complaints

from perceptron_lessons.export import gallery
from perceptron_lessons.export.course import export_gallery
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.theory.notation import AUTHORS, SOURCES

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
    """Two figures, in every notation and two formats."""
    out = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "FIGURES", {name: FIGURES[name] for name in NAMES})
        assert export_gallery(out, formats=("svg", "pdf")) == out / "gallery.html"
    return out


def test_each_figure_has_a_title_and_files_in_every_notation(folder):
    root = parsed((folder / "gallery.html").read_text())
    main = root.find(".//main")
    assert [h.get("id") for h in main.iter("h2")] == list(NAMES)
    assert [words(h) for h in main.iter("h2")][1] == "The proof in three panels"
    for name, section in zip(NAMES, main.iter("section"), strict=True):
        versions = section.findall(".//ul[@class='versions']/li")
        said = [words(version) for version in versions]
        assert all(source in text for source, text in zip(SOURCES, said[1:], strict=True))
        assert all(AUTHORS[source] in text for source, text in zip(SOURCES, said[1:], strict=True))
        links = [[a.get("href") for a in version.iter("a")] for version in versions]
        stems = [name, *(f"{name}-{source}" for source in SOURCES)]
        for stem, of_version in zip(stems, links, strict=True):
            expected = [f"gallery/{stem}.{ending}" for ending in ("svg", "pdf", "txt", "tex")]
            assert of_version == [expected[0], *expected]
            assert all((folder / link).stat().st_size for link in of_version)
    thumbnails = [image.get("src") for image in main.find("nav").iter("img")]
    assert thumbnails == [f"gallery/{name}.svg" for name in NAMES]


def test_the_latex_to_copy_is_that_of_the_file_and_the_alt_text_that_of_the_picture(folder):
    for name, section in zip(
        NAMES, parsed((folder / "gallery.html").read_text()).iter("section"), strict=True
    ):
        *latex, alt = ("".join(pre.itertext()) for pre in section.iter("pre"))
        stems = [name, *(f"{name}-{source}" for source in SOURCES)]
        assert latex == [(folder / f"gallery/{stem}.tex").read_text() for stem in stems]
        for stem, source, text in zip(stems[1:], SOURCES, latex[1:], strict=True):
            caption = FIGURES[name](notation=source).description.caption
            assert rf"\caption{{{caption.latex}" in text and f"fig:{stem}}}" in text
        assert alt == FIGURES[name]().description.alt
        (caption,) = section.iter("figcaption")
        assert words(caption) == FIGURES[name]().description.caption


def test_copying_and_reading_it_on_a_phone(folder, front_end, page, console_errors):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 390, "height": 800})
    with serve(folder) as url:
        page.goto(f"{url}/gallery.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("summary").last.click()
        assert complaints(page, front_end) == []
        page.get_by_role("button", name="Copy").locator("visible=true").nth(1).click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == (folder / f"gallery/squeeze-{SOURCES[0]}.tex").read_text()
    assert console_errors == []
