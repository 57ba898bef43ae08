"""The JavaScript before a linter, a formatter and a checker of types, as ruff is for Python.

They come from the npm registry with the front end of the pages (`make html`); their settings are
in biome.json, and in tsconfig.json for modules. Scripts that share names with no import, and the
worker, which has no page, have settings of their own in tools/types. Without npm the tests are
skipped, and the report says what to install.
"""

import json
import re
import subprocess

import pytest
from conftest import PROJECT

LINT = ("biome", "lint", "--error-on-warnings", "--max-diagnostics=none")
FORMAT = ("biome", "format")
TYPES = ("tsc", "--project")
OTHERS = ("page", "players", "worker")
SETTINGS = ["tsconfig.json", *(f"tools/types/{name}.json" for name in OTHERS)]
FOLDERS = ("perceptron_lessons", "publish")
GOOD = "export const twice = (n) => 2 * n;\n"
BAD = {
    LINT: "export function twice(n) {\n  const unused = 1;\n  return 2 * n;\n}\n",
    FORMAT: "export const twice=(n)=>2*n\n",
    TYPES: "/** @param {number} n */\nexport const twice = (n) => n.length;\n",
}


def run(front_end, command, where, folder):
    program, *settings = command
    done = subprocess.run(
        [front_end / ".bin" / program, *settings, where],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("command", [LINT, FORMAT])
def test_style_of_the_javascript(front_end, command):
    code, said = run(front_end, command, ".", PROJECT)
    assert code == 0, said
    assert int(re.search(r"Checked (\d+) files", said)[1]) > 30


@pytest.mark.parametrize("settings", SETTINGS)
def test_types_of_the_javascript(front_end, settings):
    code, said = run(front_end, TYPES, settings, PROJECT)
    assert code == 0, said


def test_all_that_a_browser_gets_has_its_types_checked(front_end):
    listing = (*TYPES[:1], "--listFilesOnly", *TYPES[1:])
    listings = [run(front_end, listing, settings, PROJECT)[1] for settings in SETTINGS]
    checked = [PROJECT / line for text in listings for line in text.split() if line.endswith(".js")]
    ours = [path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.js")]
    assert sorted(path for path in checked if "node_modules" not in path.parts) == sorted(ours)


@pytest.mark.parametrize("command", BAD)
@pytest.mark.parametrize("is_good", [True, False])
def test_each_of_them_finds_what_it_is_for(front_end, tmp_path, command, is_good):
    (tmp_path / "perceptron_lessons").mkdir()
    (tmp_path / "perceptron_lessons/twice.js").write_text(GOOD if is_good else BAD[command])
    (tmp_path / "biome.json").write_text((PROJECT / "biome.json").read_text())
    types = json.loads((PROJECT / "tsconfig.json").read_text()) | {"include": ["**/*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(types))
    where = "tsconfig.json" if command == TYPES else "."
    code, said = run(front_end, command, where, tmp_path)
    assert (code == 0) == is_good, said
