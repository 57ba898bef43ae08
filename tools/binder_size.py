"""How much Binder adds to its base image, and how long a student waits for a kernel.

Takes the steps of binder/ in a plain virtual environment, for what is committed:
`python -m tools.binder_size [PYTHON]`, where PYTHON is the version that binder/runtime.txt names.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.binder_base import PROJECT, PYTHON, base_packages

# What environment.yml of the base asks for, as far as a virtual environment needs it.
BASE = ("ipywidgets", "jupyter-resource-usage", "jupyterlab", "notebook", "setuptools")

TIMER = """
import sys, time
from jupyter_client.manager import start_new_kernel
start = time.perf_counter()
manager, client = start_new_kernel()
print(f"kernel ready after {time.perf_counter() - start:.1f} s")
client.execute_interactive("from perceptron_core import *; import matplotlib.pyplot, anywidget")
print(f"packages imported after {time.perf_counter() - start:.1f} s")
client.stop_channels()
manager.shutdown_kernel()
"""


def megabytes(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


def main(python=f"python{PYTHON}"):
    if shutil.which(python) is None:
        sys.exit(f"Python {PYTHON} is needed, as on Binder: give its path")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        environment, repository = scratch / "environment", scratch / "repository"

        def run(*command):
            path = f"{environment / 'bin'}:{os.environ['PATH']}"
            home = {"HOME": str(scratch / "home"), "PATH": path}
            subprocess.run(command, cwd=repository, check=True, env=os.environ | home)

        clone = ("git", "clone", "--quiet", "--depth=1", f"file://{PROJECT}", repository)
        subprocess.run(clone, check=True)
        run(python, "-m", "venv", environment)
        found = subprocess.check_output([environment / "bin/python", "--version"], text=True)
        if not found.startswith(f"Python {PYTHON}."):
            sys.exit(f"Python {PYTHON} is needed, as on Binder; {python} is {found}")

        base = base_packages()
        run("pip", "install", "--quiet", *(f"{name}=={base[name]}" for name in BASE))
        before = megabytes(environment)
        run("binder/postBuild")
        run("pip", "check")
        print(f"{megabytes(environment) - before:.0f} MB on top of {before:.0f} MB", flush=True)
        run("python", "-c", TIMER)


if __name__ == "__main__":
    main(*sys.argv[1:])
