"""Key press on a slider until the picture has changed: our player against ``@interact``.

Run ``python benchmarks/slider_latency.py``; it needs Chromium and takes about two minutes.

A JupyterLab is started and opened in headless Chromium, directly and through a proxy on this
machine that holds every packet for half of the added delay in each direction. Two notebooks show
the same picture of the same explorer: one with our player; one in the usual way, a function under
``@interact`` that draws the picture anew and ends with ``plt.show()``. (It is spared the building
of the figure and the algorithm, which most notebooks repeat at every move.)

An arrow key is pressed, and from its ``keydown`` on every frame looks whether the picture on the
page is another one (the SVG in the player; an image that is completely loaded in the output). The
end is the moment after the painting of the last frame that found a change. Screenshots before and
after each press, outside the measured time, show that the pixels did change.
"""

import argparse
import asyncio
import contextlib
import importlib
import json
import multiprocessing
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import nbformat
from playwright.sync_api import sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PLAYER = """
from {module} import EXPLORERS
EXPLORERS[{name!r}]()
"""

INTERACT = """
%matplotlib inline
import matplotlib.pyplot as plt
from ipywidgets import interact, IntSlider
from {module} import EXPLORERS

picture = EXPLORERS[{name!r}]().picture
slider, stops = next(iter(picture.values.items()))

@interact(position=IntSlider(0, 0, len(stops) - 1))
def draw(position):
    picture.at(**{{slider: stops[position]}})
    plt.figure(picture.figure)
    plt.show()
"""

# Resolves to the milliseconds from keydown to the last change, once nothing changed for a while.
MEASURE = """(quiet) => {
  const seen = () => [...document.querySelectorAll(".picture .slot, .jp-OutputArea img")]
    .filter((node) => node.localName === "g" || (node.complete && node.naturalWidth))
    .map((node) => node.localName === "g" ? node.innerHTML : node.src).join();
  window.measured = new Promise((resolve) => {
    addEventListener("keydown", (event) => {
      let last = seen(), changed = null;
      const look = () => {
        const now = seen();
        if (now !== last) {
          last = now;
          const painted = new MessageChannel();
          painted.port1.onmessage = () => { changed = performance.now(); };
          painted.port2.postMessage(0);
        }
        const since = performance.now() - (changed ?? event.timeStamp);
        if (since < (changed === null ? 5000 : quiet)) requestAnimationFrame(look);
        else resolve(changed === null ? null : changed - event.timeStamp);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}"""


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@contextlib.contextmanager
def jupyterlab(folder):
    """A server for the folder, with settings of its own; gives its port."""
    port, home = free_port(), folder / ".jupyter"
    environment = os.environ | {
        name: str(home / name)
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            "--expose-app-in-browser",
            "--IdentityProvider.token=",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={port}",
            f"--ServerApp.root_dir={folder}",
        ],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status").close()
                break
            except OSError:
                if server.poll() is not None:
                    raise
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()


def proxy(port, round_trip, ready):
    """Pass everything on to the port, half of the round trip later in each direction."""

    async def carry(reader, writer):
        packets = asyncio.Queue()

        async def deliver():
            while True:
                due, data = await packets.get()
                await asyncio.sleep(due - time.monotonic())
                if not data:
                    return writer.close()
                writer.write(data)

        delivery = asyncio.create_task(deliver())
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                packets.put_nowait((time.monotonic() + round_trip / 2, data))
        packets.put_nowait((time.monotonic() + round_trip / 2, b""))
        with contextlib.suppress(ConnectionError):
            await delivery

    async def connect(reader, writer):
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carry(reader, inner_writer), carry(inner_reader, writer))

    async def serve():
        server = await asyncio.start_server(connect, "127.0.0.1", 0)
        ready.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


@contextlib.contextmanager
def delayed(port, round_trip):
    """A `proxy` in a process of its own; gives its port."""
    context = multiprocessing.get_context("spawn")
    ready = context.Queue()
    process = context.Process(target=proxy, args=(port, round_trip, ready), daemon=True)
    process.start()
    try:
        yield ready.get(timeout=60)
    finally:
        process.terminate()
        process.join()


def press_keys(browser, port, name, presses):
    """Milliseconds of each key press in the notebook."""
    page = browser.new_context(viewport={"width": 1200, "height": 1400}).new_page()
    page.goto(f"http://127.0.0.1:{port}/lab/tree/{name}?reset", timeout=120_000)
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
        " === 'idle'",
        timeout=120_000,
    )
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    slider = page.get_by_role("slider").first
    slider.wait_for(timeout=120_000)
    picture = page.locator(".picture svg[aria-label], .jp-OutputArea img").first
    picture.wait_for(timeout=120_000)
    page.wait_for_timeout(2000)
    slider.focus()
    times, key, area = [], "ArrowRight", picture.bounding_box()
    last = int(slider.get_attribute("max") or slider.get_attribute("aria-valuemax").split(".")[0])
    position = int(float(slider.evaluate("(node) => node.value ?? node.ariaValueNow")))
    for _ in range(presses):
        if position in (0, last):
            key = "ArrowRight" if position == 0 else "ArrowLeft"
        position += 1 if key == "ArrowRight" else -1
        before = page.screenshot(clip=area)
        page.evaluate(MEASURE, 400)
        page.keyboard.press(key)
        times.append(page.evaluate("window.measured"))
        if times[-1] is None or page.screenshot(clip=area) == before:
            raise RuntimeError(f"{name}: {key} to stop {position} of {last} changed no pixel")
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.context.close()
    return times


def latency(module, name, presses, delays):
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        ways = {"player": PLAYER, "interact": INTERACT}
        for way, code in ways.items():
            cell = nbformat.v4.new_code_cell(code.format(module=module, name=name).strip())
            notebook = nbformat.v4.new_notebook(cells=[cell])
            notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
            nbformat.write(notebook, folder / f"{way}.ipynb")
        port = stack.enter_context(jupyterlab(folder))
        playwright = stack.enter_context(sync_playwright())
        chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        print(f"{name}: milliseconds from key press to changed picture, {presses} presses each")
        print(f"{'added delay':>12} {'way':>9} {'median':>8} {'p95':>8} {'ratio of medians':>17}")
        for delay in delays:
            seen = stack.enter_context(delayed(port, delay / 1000)) if delay else port
            medians = {}
            for way in ways:
                times = press_keys(browser, seen, f"{way}.ipynb", presses)
                medians[way] = statistics.median(times)
                p95 = statistics.quantiles(times, n=20)[-1]
                ratio = f"{medians[way] / medians['player']:.1f}"
                print(
                    f"{delay:>9} ms {way:>9} {medians[way]:8.1f} {p95:8.1f} {ratio:>17}", flush=True
                )
        browser.close()


def preparation(explorers):
    print(f"\n{'explorer':>24} {'states':>7} {'make s':>7} {'draw s':>7} {'payload kB':>11}")
    for name, explorer in explorers.items():
        start = time.perf_counter()
        player = explorer()
        made = time.perf_counter() - start
        size = len(json.dumps(player.prepare().drawing)) / 1000
        drawn = time.perf_counter() - start - made
        states = len(player.picture.states())
        print(f"{name:>24} {states:>7} {made:7.2f} {drawn:7.2f} {size:11.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    usual = "mistakes and bounds by margin"
    parser.add_argument("--explorer", default=usual, help=f"which to press keys in ({usual})")
    parser.add_argument(
        "--module", default="perceptron_lessons.widget.explorers", help="where EXPLORERS is"
    )
    parser.add_argument("--presses", type=int, default=30)
    parser.add_argument("--delay", type=int, nargs="*", default=[0, 150], metavar="MS")
    options = parser.parse_args()
    explorers = importlib.import_module(options.module).EXPLORERS
    if options.explorer not in explorers:
        parser.error(f"no explorer {options.explorer!r}; there are {', '.join(explorers)}")
    preparation(explorers)
    print()
    latency(options.module, options.explorer, options.presses, options.delay)


if __name__ == "__main__":
    main()
