"""What repo2docker's base image already holds, and what is left for binder/pins.txt.

As a program, a filter: pins on standard input, those that the base does not bring on standard
output (`make requirements`).
"""

import re
import sys
from pathlib import Path

import repo2docker

PROJECT = Path(__file__).parent.parent
PYTHON = (PROJECT / "binder/runtime.txt").read_text().strip().removeprefix("python-")
LOCK = Path(repo2docker.__file__).parent.joinpath(
    "buildpacks/conda", f"environment.py-{PYTHON}-linux-64.lock"
)


def name_of(pin):
    return re.split(r"[=\s;]", pin)[0].replace("_", "-").lower()


def base_packages():
    """Name and version of each package of the base image."""
    files = re.findall(r"/([^/]+)-([^-/]+)-[^-/]+\.(?:conda|tar\.bz2)", LOCK.read_text())
    return {name_of(name): version for name, version in files}


if __name__ == "__main__":
    sys.stdout.writelines(pin for pin in sys.stdin if name_of(pin) not in base_packages())
