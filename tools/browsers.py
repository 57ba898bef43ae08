"""Three browsers behind one hand: `Chromium`, `Firefox` and `WebKit`.

Playwright drives Chromium; Debian's Firefox is asked by WebDriver BiDi, its WebKit (the engine of
Safari) by WebDriver. Each opens a page and has a mouse, keys, and a look at the page:

open(url)             until the page is loaded
look(function, *args) what a JavaScript function of the page answers
drag(start, *points)  press the mouse at a place, move through points and let go
press(key)            "End", where the focus is
resize(width, height)
"""

import contextlib
import itertools
import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.request

import websocket
from playwright.sync_api import sync_playwright

KEYS = {"End": "\ue010"}
MINIBROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")
LIMIT = 10**9  # milliseconds for an answer: a busy machine may take its time


class _Driven:
    """A browser that takes WebDriver's actions, which are the same in both of its protocols."""

    def drag(self, start, *points):
        here = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in (start, *points)]
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.act("pointer", [here[0], down, *here[1:], up])

    def press(self, key):
        value = KEYS.get(key, key)
        self.act("key", [{"type": f"key{way}", "value": value} for way in ("Down", "Up")])


class Chromium:
    def __init__(self, page):
        self.page = page
        self.open, self.look = page.goto, self._look
        self.press = page.keyboard.press

    def _look(self, function, *values):
        return self.page.evaluate(f"(values) => ({function})(...values)", list(values))

    def drag(self, start, *points):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for point in points:
            self.page.mouse.move(*point)
        self.page.mouse.up()

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})


class Firefox(_Driven):
    def __init__(self, program, profile):
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0"]
        self._process = subprocess.Popen(
            [*command, "--profile", profile], stderr=subprocess.PIPE, text=True
        )
        # It says so at once, and goes on talking: what nobody reads would hold it up.
        words = "WebDriver BiDi listening on "
        line = next(line for line in self._process.stderr if words in line)
        self._rest = subprocess.Popen(
            ["cat"], stdin=self._process.stderr, stdout=subprocess.DEVNULL
        )
        address = line.split(words)[1].strip()
        self._socket = websocket.create_connection(f"{address}/session", suppress_origin=True)
        self._numbers = itertools.count(1)
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._page = {"context": tree["contexts"][0]["context"]}

    def _ask(self, method, **params):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != number:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def open(self, url):
        self._ask("browsingContext.navigate", url=url, wait="complete", **self._page)

    def look(self, function, *values):
        code = f"Promise.resolve(({function})(...{json.dumps(values)})).then(JSON.stringify)"
        found = self._ask("script.evaluate", expression=code, target=self._page, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"].get("value", "null"))

    def act(self, kind, steps):
        source = {"type": kind, "id": kind, "actions": steps}
        self._ask("input.performActions", actions=[source], **self._page)

    def resize(self, width, height):
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", viewport=size, **self._page)

    def close(self):
        with contextlib.suppress(Exception):
            self._ask("browser.close")
            self._process.wait()
        self._process.kill()
        self._socket.close()
        self._rest.wait()


class WebKit(_Driven):
    def __init__(self, program):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        display = f":{port}"
        folders = [f"/usr/lib/{machine}-linux-gnu" for machine in ("x86_64", "aarch64")]
        places = [f"{folder}/{name}/MiniBrowser" for folder in folders for name in MINIBROWSERS]
        browser = next(filter(os.path.exists, places))
        self._screen = subprocess.Popen(
            ["Xvfb", display, "-screen", "0", "1400x1100x24"], stderr=subprocess.DEVNULL
        )
        environment = os.environ | {"DISPLAY": display}
        self._process = subprocess.Popen([program, f"--port={port}"], env=environment)
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        asked = {"capabilities": {"alwaysMatch": options}}
        while True:
            try:
                self._address += f"/{self._ask('', asked)['sessionId']}"
                break
            except OSError:  # neither the screen nor the driver is up at once
                if any(each.poll() is not None for each in (self._screen, self._process)):
                    raise
                time.sleep(0.2)
        self._ask("/timeouts", {"script": LIMIT, "pageLoad": LIMIT})

    def _ask(self, path, body=None, method="POST"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self._ask("/url", {"url": url})

    def look(self, function, *values):
        script = f"return ({function})(...arguments)"
        return self._ask("/execute/sync", {"script": script, "args": list(values)})

    def act(self, kind, steps):
        source = {"type": kind, "id": kind, "actions": steps}
        self._ask("/actions", {"actions": [source]})

    def resize(self, width, height):
        self._ask("/window/rect", {"width": width, "height": height})

    def close(self):
        with contextlib.suppress(OSError):
            self._ask("", method="DELETE")
        for process in (self._process, self._screen):
            process.terminate()
            process.wait()


@contextlib.contextmanager
def chromium(program):
    with sync_playwright() as playwright:
        # Pages that were left are kept, as a reader's browser keeps them.
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu"],
            ignore_default_args=["--disable-back-forward-cache"],
            timeout=0,
        )
        page = browser.new_page()
        page.set_default_timeout(LIMIT)
        yield Chromium(page)
        browser.close()


@contextlib.contextmanager
def firefox(program):
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with folder as profile, contextlib.closing(Firefox(program, profile)) as browser:
        yield browser


@contextlib.contextmanager
def webkit(program):
    with contextlib.closing(WebKit(program)) as browser:
        yield browser


BROWSERS = {
    chromium: ("chromium", "chromium-browser", "google-chrome"),
    firefox: ("firefox-esr", "firefox"),
    webkit: ("WebKitWebDriver",),
}
"""What starts a browser, as a context → the names that its program may have."""
