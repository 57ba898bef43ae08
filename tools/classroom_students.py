"""Students of `tools/classroom_trial.py`: they do what a browser does, or are in one.

Each notes in `seconds` how long it waited for what.
"""

import json
import shutil
import time
import uuid
from contextlib import contextmanager

import nbformat
import requests
import websocket
from playwright.sync_api import sync_playwright

HEAVIEST = """from perceptron_lessons.widget.explorers import margin_explorer
margin_explorer()"""

NOTEBOOK = "window.jupyterapp?.shell.currentWidget"
KERNEL = f"{NOTEBOOK}?.sessionContext?.session?.kernel"
CELLS = f"""{NOTEBOOK}.content.model.sharedModel.toJSON().cells
  .map((cell) => [cell.source, cell.execution_count, cell.outputs])"""
RUN_ALL = "jupyterapp.commands.execute('notebook:run-all-cells')"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu"]


class Student:
    """Logs in by the hub's form, and works over the web socket of its kernel."""

    def __init__(self, url, name, lesson):
        self.url, self.name, self.lesson = url, name, lesson
        self.mine = f"{url}/user/{name}"
        self.seconds, self.widgets = {}, {}
        self.web = requests.Session()

    @contextmanager
    def noting(self, what):
        start = time.monotonic()
        yield
        self.seconds.setdefault(what, []).append(time.monotonic() - start)

    def log_in(self, what="own server"):
        """Until the student's own server answers."""
        self.start = time.monotonic()
        with self.noting(what):
            login = f"{self.url}/hub/login"
            self.web.get(login).raise_for_status()
            form = {"username": self.name, "password": "", "_xsrf": self._token("/hub/")}
            self.web.post(login, data=form).raise_for_status()
            self.web.get(f"{self.url}/hub/spawn").raise_for_status()
            while not self.web.get(f"{self.mine}/lab").url.startswith(self.mine):
                time.sleep(1)

    def open(self):
        """Until the kernel answers."""
        with self.noting("open the lesson"):
            content = self._ask("GET", f"contents/{self.lesson}")["content"]
            self.notebook = nbformat.from_dict(content)
            self.cells = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
            for cell in self.cells:
                cell.outputs = []
            asked = {"path": self.lesson, "name": "", "type": "notebook", "kernel": {"name": ""}}
            self.kernel = self._ask("POST", "sessions", asked)["kernel"]["id"]
            address = f"ws{self.mine[4:]}/api/kernels/{self.kernel}/channels"
            cookies = self.web.cookies.get_dict(path=f"/user/{self.name}/")
            self.socket = websocket.create_connection(
                f"{address}?_xsrf={self._token(f'/user/{self.name}/')}",
                cookie="; ".join(f"{name}={value}" for name, value in cookies.items()),
                timeout=300,
            )
            self._run("", [])

    def run_first_half(self):
        half = len(self.cells) // 2
        cells = iter(self.cells[:half])
        with self.noting("first figure from Run All"):
            while not self.widgets:
                self._run_cell(next(cells))
        self.seconds["first figure from log in"] = [time.monotonic() - self.start]
        for cell in cells:
            self._run_cell(cell)

    def run_second_half(self):
        for cell in self.cells[len(self.cells) // 2 :]:
            self._run_cell(cell)

    def move_slider(self):
        """Drag the first player's slider over all its places, back and forth."""
        widget, state = next(iter(self.widgets.items()))
        slider = state["drawing"]["sliders"][0]
        for value in slider["values"] + slider["values"][::-1]:
            with self.noting("slider: its place reaches the kernel"):
                self._send_update(widget, slider["name"], value)

    def choose(self):
        """Make every choice of the explorer that has most to compute; it is in another lesson."""
        with self.noting("the heaviest explorer"):
            self._run(HEAVIEST, [])
        widget, state = self.widgets.popitem()
        for chooser in state["choosers"]:
            for value in chooser["values"][1:]:
                with self.noting("a choice in it"):
                    self._send_update(widget, chooser["name"], value)

    def save(self):
        with self.noting("save"):
            content = {"type": "notebook", "content": self.notebook}
            self._ask("PUT", f"contents/{self.lesson}", content)

    def come_back(self):
        """After the restart: log in anew, find the notebook as saved and the kernel at work."""
        self.web = requests.Session()
        self.log_in("log in again after the restart")
        kernels = [each["kernel"]["id"] for each in self._ask("GET", "sessions")]
        assert kernels == [self.kernel], f"{self.name}: other kernels than before"
        saved = self._ask("GET", f"contents/{self.lesson}")["content"]
        for cell, found in zip(self.notebook.cells, saved["cells"], strict=True):
            for part in ("source", "outputs"):
                assert cell.get(part) == found.get(part), f"{self.name}: {part} lost in {found}"
        # The socket is the one from before; the assertion is about what the first half made.
        self._run("assert trace.n_mistakes == 4", [])
        self.socket.close()

    def _token(self, path):
        return self.web.cookies.get("_xsrf", path=path)

    def _ask(self, method, path, data=None):
        headers = {"X-XSRFToken": self._token(f"/user/{self.name}/")}
        answer = self.web.request(method, f"{self.mine}/api/{path}", json=data, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def _run_cell(self, cell):
        cell.outputs = []
        self._run(cell.source, cell.outputs)

    def _run(self, code, outputs):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        for message in self._talk("execute_request", content | {"allow_stdin": False}):
            kind, content = message["msg_type"], message["content"]
            if kind == "comm_open" and "drawing" in content["data"]["state"]:
                self.widgets[content["comm_id"]] = content["data"]["state"]
            if kind in ("stream", "display_data", "execute_result", "error"):
                outputs.append(nbformat.v4.output_from_msg(message))
            assert kind != "error", f"{self.name}: {content}"

    def _send_update(self, widget, name, value):
        data = {"method": "update", "state": {name: value}, "buffer_paths": []}
        for _ in self._talk("comm_msg", {"comm_id": widget, "data": data}):
            pass

    def _talk(self, kind, content):
        """Send a message; what the kernel says until it has done with it."""
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "version": "5.3"}
        header |= {"username": self.name, "session": self.name, "date": ""}
        message = {"channel": "shell", "header": header, "content": content}
        self.socket.send(json.dumps(message | {"parent_header": {}, "metadata": {}}))
        while True:
            message = json.loads(self.socket.recv())
            if message["parent_header"].get("msg_id") == header["msg_id"]:
                if message["content"].get("execution_state") == "idle":
                    return
                yield message


class BrowserStudent(Student):
    """The same in JupyterLab in Chromium: what a student sees."""

    def log_in(self, what="own server"):
        self.start = time.monotonic()
        if not hasattr(self, "page"):
            self.playwright = sync_playwright().start()
            path = shutil.which("chromium") or shutil.which("google-chrome")
            browser = self.playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
            self.page = browser.new_page(viewport={"width": 1200, "height": 1000})
            self.page.set_default_timeout(300_000)
        self.page.context.clear_cookies()
        with self.noting(what):
            self.page.goto(f"{self.url}/hub/login")
            self.page.fill("#username_input", self.name)
            self.page.click("#login_submit")
            self.page.wait_for_url(f"{self.mine}/lab**")

    def open(self, what="open the lesson"):
        with self.noting(what):
            self.page.goto(f"{self.mine}/lab/tree/{self.lesson}")
            self.page.wait_for_function(f"{KERNEL}?.status === 'idle'")
        self.kernel_id = self.page.evaluate(f"{KERNEL}.id")

    def run_first_half(self):
        with self.noting("first figure from Run All"):
            self.page.evaluate(f"{{ window.done = {RUN_ALL} }}")
            self.page.locator(".perceptron-player svg[aria-label]").first.wait_for()
        self.seconds["first figure from log in"] = [time.monotonic() - self.start]
        assert self.page.evaluate("window.done"), f"{self.name}: a cell failed"

    def run_second_half(self):
        """All cells once more."""
        assert self.page.evaluate(RUN_ALL)

    def move_slider(self):
        self.page.evaluate(f"{NOTEBOOK}.content.scrollToItem(0)")  # what is out of sight is no page
        player = self.page.locator(".perceptron-player").first
        player.locator("svg[aria-label]").wait_for()
        slider, seen = player.locator("input[type=range]").first, set()
        for key in 4 * ["ArrowRight"] + 4 * ["ArrowLeft"]:
            with self.noting("slider: the picture follows, in the browser"):
                slider.press(key)
                self.page.evaluate(TWO_FRAMES)
            seen.add(player.locator("svg").first.get_attribute("aria-label"))
        assert len(seen) == 5, f"{self.name}: the picture did not follow the slider"

    def choose(self):
        pass

    def save(self):
        with self.noting("save"):
            self.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
        self.cells = self.page.evaluate(CELLS)

    def come_back(self):
        self.log_in("log in again after the restart")
        before = self.kernel_id
        self.open("open again")
        assert self.kernel_id == before, f"{self.name}: another kernel than before"
        assert self.page.evaluate(CELLS) == self.cells, f"{self.name}: cells or outputs lost"
        assert self.page.evaluate(RUN_ALL)
        self.playwright.stop()
