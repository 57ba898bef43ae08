"""One live picture in somebody else's page: a frame, a sandboxed one, a fragment, a module."""

import pytest
from browsing import expect, serve

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.stage import stage
from perceptron_lessons.takeaway.gallery import gallery_beside_files
from perceptron_lessons.takeaway.illustrations import picture_files
from perceptron_lessons.takeaway.players import whole_page

HEAD = '<!DOCTYPE html><link rel="icon" href="data:,">'
LIMIT = 250_000  # bytes of a file to embed
MODULE = """<div id="here"></div><script type="module">
import widget from "./steps.mjs";
const root = document.querySelector("#here").attachShadow({ mode: "open" });
widget.render({ model: {}, el: root });
</script>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The run of the worked example to embed, and pages of hosts that do so as the docs have it."""
    out = tmp_path_factory.mktemp("embedded")
    picture = FIGURES["steps"]()
    files, _ = picture_files(picture, "steps", ["html", "mjs"])
    files["gallery.html"] = gallery_beside_files({"steps": picture}, {"steps": files})
    files["points.html"] = whole_page(stage(), "Your own points")
    files["fragment_host.html"] = f"{HEAD}<h1>A page</h1>{files['steps.fragment.html']}"
    files["module_host.html"] = HEAD + MODULE
    for name, content in files.items():
        (out / name).write_text(content, encoding="utf-8")
    return out


def test_what_is_embedded_is_small_and_needs_nothing_else(folder):
    for name in ("steps.html", "steps.fragment.html", "steps.mjs"):
        text = (folder / name).read_text()
        assert len(text.encode()) < LIMIT
        assert "//cdn" not in text and 'src="' not in text and "import " not in text, name


@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize("sandbox", ["", ' sandbox="allow-scripts"'])
def test_a_frame_moves_and_is_as_high_as_it_must(folder, page, console_errors, width, sandbox):
    page.set_viewport_size({"width": width, "height": 800})
    with serve(folder) as url:
        page.goto(f"{url}/gallery.html")
        frame_code, script = page.locator("pre.copied").all_text_contents()[:2]
        host = frame_code.replace("<iframe", f"<iframe{sandbox}") + script
        (folder / "host.html").write_text(HEAD + host, encoding="utf-8")
        page.goto(f"{url}/host.html")
        inner = page.frame_locator("iframe")
        inner.get_by_role("button", name="Reset").click()
        inner.get_by_role("button", name="Step").click()
        expect(inner.locator("input[type=range]")).to_have_value("1")
        needed = inner.locator("body").evaluate("(body) => body.getBoundingClientRect().height")
        expect(page.locator("iframe")).to_have_css("height", f"{-(-needed // 1):.0f}px")
        assert inner.locator("html").evaluate("(html) => html.scrollHeight <= innerHeight + 1")
        assert inner.locator("html").evaluate("(html) => html.scrollWidth <= innerWidth")
    assert console_errors == []


@pytest.mark.parametrize("host", ["fragment_host", "module_host"])
def test_a_fragment_and_a_module_move_too(folder, page, console_errors, host):
    with serve(folder) as url:
        page.goto(f"{url}/{host}.html")
        page.get_by_role("button", name="Reset").click()
        page.get_by_role("button", name="Step").click()
        expect(page.locator("input[type=range]")).to_have_value("1")
        expect(page.locator(".description")).to_contain_text("k = 1")
    assert console_errors == []


def test_a_bare_page_takes_the_points_of_a_link(folder, page, console_errors):
    page.goto(f"{(folder / 'points.html').as_uri()}#points=2,1,1;-1,0,-1;1,3,1")
    expect(page.locator(".data .ring")).to_have_count(3)
    assert console_errors == []
