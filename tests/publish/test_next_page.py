"""The worker of Python on the way from one page to the next, where no left page is kept.

A worker that fetches nothing stands in the place of Python: it says when it was born.
"""

import shutil

import pytest
from browsing import expect, serve
from conftest import PROJECT

PAGE = """<!DOCTYPE html><title>A page</title><p></p>
<script type="module">
  import { call } from "./python.js";
  document.querySelector("p").textContent = await call("born", {});
</script>"""
WORKER = """const born = String(Math.random());
onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data: { number, method } }) =>
    port.postMessage({ number, reply: method === "start" ? {} : born });
};"""


@pytest.fixture
def folder(tmp_path):
    shutil.copy(PROJECT / "publish/page_python/python.js", tmp_path)
    (tmp_path / "worker.js").write_text(WORKER)
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text(PAGE)
    return tmp_path


def test_the_next_page_has_the_same_worker(page, folder):
    """Playwright's Chromium has no back-forward cache: only the option keeps the worker."""
    with serve(folder) as url:
        page.goto(f"{url}/one.html")
        expect(page.locator("p")).not_to_be_empty()
        born = page.locator("p").text_content()
        for name in ("two", "one"):
            page.goto(f"{url}/{name}.html")
            expect(page.locator("p")).to_have_text(born)
