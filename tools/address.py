"""Move the project's public home: `python -m tools.address https://github.com/OWNER/NAME`.

The home stands in pyproject.toml; what is derived from it, the addresses of the site, of Binder and
of a clone, stands written out in texts that nobody builds, such as the README. All are moved. With
`--check`, and no home, it lists the addresses of the project that differ from the one home.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

from publish.addresses import addresses

PROJECT = Path(__file__).parent.parent
PLACES = ("*.md", "*.cff", "*.toml", "*.ipynb", "*.tex", "*.yml", "*.txt", "LICENSE*")

# Whatever names an owner at one of these is this project's, or a mistake.
OURS = re.compile(
    r"https?://(?:github\.com/(?!OWNER/NAME)[\w.-]+/[\w.-]+|[\w-]+\.github\.io(?:/[\w.-]+)?"
    r"|mybinder\.org/v2/gh/[\w.-]+/[\w.-]+/\w+)|https%3A%2F%2Fgithub\.com%2F[\w.-]+?%2F[\w.-]+"
)


def home(project=PROJECT):
    """The one place: the repository's address in pyproject.toml."""
    urls = tomllib.loads((project / "pyproject.toml").read_text())["project"]["urls"]
    return urls["Repository"]


def forms(repository):
    """The ways in which texts write the home, the more special ones first."""
    known = addresses(repository)
    name = repository.rpartition("/")[2]
    return (
        f"git clone {repository} && cd {name}",
        f"urlpath=lab%2Ftree%2F{name}%2F",
        f"the folder `{name}`",
        known.site,
        known.binder.partition("?")[0],
        quote(repository, safe=""),
        repository,
    )


def texts(project=PROJECT):
    """The files that may hold an address of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PLACES], cwd=project, capture_output=True, text=True, check=True
    )
    return [project / name for name in listed.stdout.split("\0") if name]


def move(new, project=PROJECT):
    """Let all texts name a new home.

    Returns
    -------
    list of pathlib.Path
        The files that changed.
    """
    new = addresses(new).repository
    moved = dict(zip(forms(home(project)), forms(new), strict=True))
    pattern = re.compile("|".join(map(re.escape, moved)))
    changed = []
    for path in texts(project):
        text = path.read_text(encoding="utf-8")
        if (written := pattern.sub(lambda found: moved[found[0]], text)) != text:
            path.write_text(written, encoding="utf-8")
            changed.append(path)
    return changed


def strays(project=PROJECT):
    """Addresses of a repository, a site or a Binder that do not follow from the one home."""
    right = {form.rstrip("/") for form in forms(home(project))}
    for path in texts(project):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for found in OURS.findall(line):
                if found.rstrip(".") not in right:
                    yield f"{path.relative_to(project)}:{number}: {found}"


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools.address", description="Move the project's public home."
    )
    parser.add_argument("home", nargs="?", metavar="HOME", help="https://github.com/OWNER/NAME")
    parser.add_argument("--check", action="store_true", help="list the addresses that differ")
    options = parser.parse_args(arguments)
    if options.check == (options.home is not None):
        parser.error("name the new home, or say --check")
    if options.check:
        found = list(strays())
        print(*found, sep="\n")
        return 1 if found else 0
    try:
        changed = move(options.home)
    except ValueError as error:
        parser.error(str(error))
    for path in changed:
        print(path.relative_to(PROJECT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
