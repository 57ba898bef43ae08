"""A class on this machine: `python tools/classroom_trial.py [STUDENTS] [--scratch FOLDER]`.

Sets up a JupyterHub with its proxy in a folder of its own (some minutes; a folder given by
--scratch is kept and used again) and opens STUDENTS (25) at the same moment. Each logs in, opens
lesson 01, runs it, moves a slider and makes a choice. At half of the lesson the hub is stopped:
they go on without it, save, and it comes back. The last student works in a browser, the others say
to their servers what a browser says. Prints memory and waiting times; fails if anything is lost.

Linux with npm and Chromium; needs the packages of requirements-test.txt. Only for a trial: there are no passwords, and nothing is between the students.
"""

import argparse
import os
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import psutil
import requests
from classroom_students import BrowserStudent, Student

PROJECT = Path(__file__).parent.parent
LESSON = "notebooks/01-worked-example.ipynb"
CONFIG = """
c.JupyterHub.bind_url = {url!r}
c.JupyterHub.hub_port = {hub}
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
c.Spawner.args = ["--allow-root", "--LabApp.expose_app_in_browser=True"]
# Many start at once: the defaults, 60 and 30 seconds, are for one.
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
# The proxy and the students' servers go on while the hub is away.
c.JupyterHub.cleanup_servers = False
c.ConfigurableHTTPProxy.should_start = False
c.ConfigurableHTTPProxy.api_url = {api!r}
"""


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Hub:
    """A JupyterHub and its proxy in a folder; `url` is its address."""

    def __init__(self, scratch):
        self.scratch, self.process, self.children = scratch, None, {}
        shutil.rmtree(scratch / "run", ignore_errors=True)
        (scratch / "run").mkdir(parents=True)
        self.bin = scratch / "venv/bin"
        if not self.bin.exists():
            self._install()
        public, api, hub = free_port(), free_port(), free_port()
        self.url = f"http://127.0.0.1:{public}"
        homes, api_url = str(scratch / "run/home/{username}"), f"http://127.0.0.1:{api}"
        config = CONFIG.format(url=self.url, hub=hub, homes=homes, api=api_url)
        (scratch / "run/config.py").write_text(config)
        path = f"{self.bin}:{os.environ['PATH']}"
        self.own = {"PATH": path, "CONFIGPROXY_AUTH_TOKEN": secrets.token_hex()}
        proxy = [scratch / "node_modules/.bin/configurable-http-proxy", "--ip=127.0.0.1"]
        proxy += [f"--port={public}", "--api-ip=127.0.0.1", f"--api-port={api}"]
        proxy += [f"--default-target=http://127.0.0.1:{hub}"]
        self.proxy = self._open(proxy, "proxy")

    def _install(self):
        def run(*command):
            subprocess.run(command, check=True, cwd=self.scratch)

        run(sys.executable, "-m", "venv", "venv")
        pip = (self.bin / "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--requirement", PROJECT / "requirements.txt", "jupyterhub")
        run(*pip, "--no-deps", PROJECT)
        run("npm", "install", "--silent", "--prefix", ".", "configurable-http-proxy")

    def _open(self, command, log):
        with (self.scratch / f"run/{log}.log").open("ab") as out:
            where = {"cwd": self.scratch / "run", "env": os.environ | self.own}
            return psutil.Popen(list(map(str, command)), stdout=out, stderr=out, **where)

    def start(self):
        command = [self.bin / "python", "-m", "jupyterhub", "--config=config.py"]
        self.process = self._open(command, "hub")
        end = time.monotonic() + 60
        while not self.is_up():
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError((self.scratch / "run/hub.log").read_text())
            time.sleep(0.2)

    def is_up(self):
        try:
            return requests.get(f"{self.url}/hub/health").ok
        except requests.ConnectionError:
            return False

    def stop(self):
        self.servers()
        self.process.terminate()
        self.process.wait()

    def servers(self):
        """The students' servers, also those whose hub was stopped."""
        if self.process and self.process.is_running():
            self.children |= {child.pid: child for child in self.process.children()}
        return [child for child in self.children.values() if child.is_running()]

    def close(self):
        servers = self.servers()
        kernels = [kernel for server in servers for kernel in server.children(recursive=True)]
        for process in [self.process, self.proxy, *servers, *kernels]:
            if process.is_running():
                process.kill()
                process.wait()


def trial(hub, count):
    """Let a class work, print what it took; an error where something is lost."""
    names = [f"student{i:02}" for i in range(count)]
    for name in names:
        shutil.copytree(PROJECT / "notebooks", hub.scratch / "run/home" / name / "notebooks")
    classes = [Student] * (count - 1) + [BrowserStudent]
    students = [of(hub.url, name, LESSON) for of, name in zip(classes, names, strict=True)]
    meeting = threading.Barrier(count + 1, timeout=300)

    def work(student):
        try:
            student.log_in()
            student.open()
            student.run_first_half()
            meeting.wait()  # until all are here; now the hub is stopped
            meeting.wait()
            student.run_second_half()
            student.move_slider()
            student.choose()
            student.save()
            meeting.wait()  # now it is started again
            meeting.wait()
            student.come_back()
        except BaseException:
            meeting.abort()
            raise

    with ThreadPoolExecutor(count) as pool:
        working = [pool.submit(work, student) for student in students]
        try:
            meeting.wait()
            hub.stop()
            meeting.wait()
            meeting.wait()
            print_memory(hub)
            hub.start()
            meeting.wait()
        except threading.BrokenBarrierError:
            print("a student could not go on", file=sys.stderr)
        except BaseException:
            meeting.abort()
            raise
        wait(working)
        print_seconds(students)
        # The first error of a student, rather than those who waited for that student in vain.
        errors = [error for each in working if (error := each.exception())]
        errors.sort(key=lambda error: isinstance(error, threading.BrokenBarrierError))
        if errors:
            raise errors[0]


def print_memory(hub):
    """Of each process; what several share counts for each of them in part."""

    def megabytes(process):
        return process.memory_full_info().pss / 1e6

    servers = hub.servers()
    rows = {
        "a student's server": [megabytes(server) for server in servers],
        "a student's kernel": [megabytes(each) for server in servers for each in server.children()],
        "the proxy": [megabytes(hub.proxy)],
    }
    print(f"{'memory, MB':48} median   most    sum")
    for name, values in rows.items():
        print(f"{name:48} {statistics.median(values):6.0f} {max(values):6.0f} {sum(values):6.0f}")


def print_seconds(students):
    print(f"\n{'waiting, s':48} median  worst  times")
    for name in dict.fromkeys(name for student in students for name in student.seconds):
        values = [value for student in students for value in student.seconds.get(name, [])]
        print(f"{name:48} {statistics.median(values):6.2f} {max(values):6.2f} {len(values):6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("students", type=int, nargs="?", default=25)
    parser.add_argument("--scratch", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        hub = Hub((given.scratch or Path(temporary)).resolve())
        try:
            hub.start()
            trial(hub, given.students)
        finally:
            hub.close()
    print("\nNothing was lost: notebooks as saved, the same kernels, the same variables.")


if __name__ == "__main__":
    main()
