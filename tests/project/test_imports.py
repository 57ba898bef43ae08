"""Who may import whom, as docs/architecture.md says, and that private names stay private."""

import ast
import functools
import itertools
import os
import re
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import packages_distributions, requires
from typing import NamedTuple

import pytest
from conftest import PROJECT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PACKAGES = ("perceptron_core", "perceptron_lessons", "publish")
FRONT = "perceptron_lessons"
COMMAND = "perceptron_lessons.__main__"


def module_name(path):
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path.read_text(encoding="utf-8")
    for package in PACKAGES
    for path in sorted((PROJECT / package).rglob("*.py"))
}
ARCHITECTURE = (PROJECT / "docs/architecture.md").read_text(encoding="utf-8")


def permissions(text, heading):
    """The rows below a heading of a table, "module" say: module → what it may import."""
    _, _, below = text.partition(f"| {heading} | may import |")
    rows = itertools.takewhile(lambda line: line.startswith("|"), below.split("\n")[2:])
    cells = [row.split("|")[1:3] for row in rows]
    return {name.strip(" `"): set(re.findall(r"`(\w+)`", allowed)) for name, allowed in cells}


def part(module):
    """The row to which a module belongs: that of its package, or of the front."""
    package, *inner = module.split(".")
    if package != FRONT:
        return package
    if module == COMMAND:
        return "takeaway"
    return inner[0] if inner and f"{FRONT}.{inner[0]}" in SOURCES else "front"


def part_of_core(module):
    """The row of a module of the core, or None; the core's front shows what all of them have."""
    package, *inner = module.split(".")
    return inner[0] if package == "perceptron_core" and inner else None


class Facts(NamedTuple):
    """What a module's source says."""

    imports: list  # (module, name, what it is called here)
    private: set  # private names that it defines: functions, classes, variables and attributes
    reads: list  # (line, attribute) of anything


@functools.cache
def facts(source):
    found = Facts([], set(), [])
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.imports.extend((alias.name, "", alias.asname) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute, so that they can be read alone"
            found.imports.extend((node.module, a.name, a.asname or a.name) for a in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.private.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.private.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.private.add(node.attr)
        elif isinstance(node, ast.Attribute):
            found.reads.append((node.lineno, node.attr))
    return Facts(found.imports, set(filter(is_private, found.private)), found.reads)


def is_private(name):
    return name.startswith("_") and not name.endswith("_")


def imported(sources):
    """Triples: a module, what it imports by its whole name, and the module where that is."""
    shown = {alias: module for module, _, alias in facts(sources[FRONT]).imports}
    for here, source in sources.items():
        for module, name, _ in facts(source).imports:
            if module.split(".")[0] in PACKAGES:
                whole = f"{module}.{name}" if name else module
                # A name of the front is one of its modules, or what the front imports itself.
                home = shown.get(name, whole) if module == FRONT else whole
                yield here, whole, home if home in sources or module == FRONT else module


def complaints(sources, text=ARCHITECTURE):
    """What is wrong with the imports of modules, {name: source}, if the text says who may what."""
    for heading, place in (("module", part), ("module of the core", part_of_core)):
        allowed = permissions(text, heading)
        unused = {here: set(others) for here, others in allowed.items()}
        for here, whole, home in imported(sources):
            here_in, home_in = place(here), place(home)
            if None in (here_in, home_in) or here_in == home_in:
                continue
            if home_in not in allowed.get(here_in, ()):
                yield f"{here} ({here_in}) imports {whole} ({home_in})"
            unused.get(here_in, set()).discard(home_in)
        for here, others in unused.items():
            yield from (f"{here} may import {other}, and does not" for other in sorted(others))
        if missing := {place(name) for name in sources} - allowed.keys() - {None}:
            yield f"{missing} has no row below {heading!r}"
    yield from private_names_read(sources)


def private_names_read(sources):
    """Where a module imports or reads a private name of another one."""
    private = {name: facts(source).private for name, source in sources.items()}
    for here, whole, _ in imported(sources):
        if is_private(whole.rpartition(".")[2]):
            yield f"{here} imports the private {whole}"
    for here, source in sources.items():
        for line, name in facts(source).reads:
            owners = [owner for owner in private if name in private[owner]]
            if owners and name not in private[here]:
                yield f"{here}, line {line}, reads {name} of {owners[0]}"


def test_modules_import_what_the_architecture_says_and_private_names_stay_private():
    assert list(complaints(SOURCES)) == []


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        (
            "perceptron_core.trace",
            "from perceptron_lessons import check",
            "(perceptron_core) imports",
        ),
        ("perceptron_core.exact", "from perceptron_core.trace import Trace", "(exact) imports"),
        ("perceptron_lessons.theory.proofs", "from perceptron_lessons import figures", "(theory)"),
        (
            "perceptron_lessons.figures.labels",
            "def late():\n    from perceptron_lessons.widget.player import Player",
            "(figures) imports perceptron_lessons.widget.player.Player (widget)",
        ),
        (
            "perceptron_lessons.exercises.lesson_02",
            "from perceptron_lessons import stage",
            "(exercises) imports perceptron_lessons.stage (stage)",
        ),
        (
            "perceptron_lessons.exercises.lesson_02",
            "import perceptron_lessons",
            "(exercises) imports perceptron_lessons (front)",
        ),
        (
            "perceptron_lessons.takeaway.players",
            "from publish import pages",
            "(takeaway) imports publish.pages (publish)",
        ),
        ("perceptron_lessons.takeaway.players", "import publish.pages", "(publish)"),
        (
            "perceptron_lessons.widget.player",
            "from perceptron_core.trace import _secret",
            "private",
        ),
        ("perceptron_lessons.widget.player", "trace._secret", "reads _secret of perceptron_core"),
    ],
)
def test_a_wrong_import_is_found(module, line, complaint):
    secret = SOURCES["perceptron_core.trace"] + "\n_secret = 1\n"
    damaged = SOURCES | {"perceptron_core.trace": secret}
    damaged[module] += f"\n{line}\n"
    (found,) = set(complaints(damaged))
    assert found.startswith(module) and complaint in found


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "| `widget` | `perceptron_core`,",
            "| `widget` | `tables`,",
            "widget may import tables",
        ),
        ("| `widget` | `perceptron_core`,", "| `widget` |", "(widget) imports perceptron_core."),
        ("| `exact` | |", "| `exact` | `checks` |", "exact may import checks, and does not"),
        ("| `sheets` |", "| `papers` |", "{'sheets'} has no row below 'module'"),
        ("| `trace` | `checks`, `exact` |", "| `trace` | `checks` |", "(trace) imports"),
    ],
)
def test_a_table_that_says_too_much_or_too_little_is_found(old, new, complaint):
    assert ARCHITECTURE.count(old) == 1
    found = list(complaints(SOURCES, ARCHITECTURE.replace(old, new)))
    assert any(complaint in each for each in found), found


def drawn_beside_or_above(text, drawing):
    """Pairs of modules of which the first imports the second and is not drawn above it."""
    place = {name: int(y) for y, name in re.findall(r'y="(\d+)"[^>]*>(\w+)[:<]', drawing)}
    for heading in ("module", "module of the core"):
        for here, others in permissions(text, heading).items():
            yield from ((here, other) for other in others if place[here] >= place[other])


def test_each_module_is_drawn_above_what_it_imports():
    drawing = (PROJECT / "docs/architecture.svg").read_text(encoding="utf-8")
    assert list(drawn_beside_or_above(ARCHITECTURE, drawing)) == []
    damaged = ARCHITECTURE.replace("| `figures` |", "| `figures` | `exercises`,")
    assert ("figures", "exercises") in drawn_beside_or_above(damaged, drawing)


SCRIPTS = {
    str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
    for package in (FRONT, "publish")
    for path in sorted((PROJECT / package).rglob("*.js"))
}
# import … from "./other.js"; import "./other.js"; await import("./other.js")
OUR_SCRIPT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']*\.js)["']""")


def imported_by_modules(sources):
    """Module → the modules that it imports, also late, inside a function."""
    return {
        here: {
            whole if whole in sources else module
            for module, part, _ in facts(source).imports
            for whole in [f"{module}.{part}"]
        }
        for here, source in sources.items()
    }


def imported_by_scripts(sources):
    """Script → the scripts of our own that it imports."""
    return {
        here: {
            os.path.normpath(os.path.join(os.path.dirname(here), other))
            for other in OUR_SCRIPT.findall(source)
        }
        for here, source in sources.items()
    }


def circles(arrows):
    """What leads back to itself: those that are left when what imports nothing is taken away."""
    left = {here: set(others) & set(arrows) for here, others in arrows.items()}
    while ends := {here for here, others in left.items() if not others}:
        left = {here: others - ends for here, others in left.items() if here not in ends}
    return set(left)


def test_no_modules_and_no_scripts_import_each_other_in_a_circle():
    assert circles(imported_by_modules(SOURCES)) == set()
    assert circles(imported_by_scripts(SCRIPTS)) == set()


# What is set for others to find, behind the arguments, and why it may be.
SET_FOR_OTHERS = {
    ("perceptron_lessons.exercises.watching", "sys.stdin"): "put back when the reader's code ends",
    ("perceptron_lessons.figures.drawing", "mpl.rcParams['svg.fonttype']"): "put back by the style",
    ("publish.page_python.page_kernel", "comm.create_comm"): "one IPython serves several pages",
    ("publish.page_python.shell", "InteractiveShell._instance"): "likewise",
    ("publish.page_python.shell", "sys.modules['__main__']"): "likewise",
    ("publish.page_python.shell", "sys.stdout"): "likewise",
    ("publish.page_python.shell", "sys.stderr"): "likewise",
    ("publish.recording", "comm.create_comm"): "in a child that runs one lesson",
    ("tools.mutants", "os.environ['PYTHONPATH']"): "for the tests that it starts",
    ("benchmarks.waking", "Host.sent"): "each request has a handler of its own; this is the sum",
    ("benchmarks.stage_latency", "os.environ['PYTHONPATH']"): "for the server that it starts",
}
BESIDE = {
    f"{path.parent.name}.{path.stem}": path.read_text(encoding="utf-8")
    for folder in ("tools", "benchmarks")
    for path in sorted((PROJECT / folder).glob("*.py"))
}


def targets(node):
    """What a statement sets or deletes."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in parts_of(target)]
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if is_call and node.func.id in ("setattr", "delattr"):
        return [ast.Attribute(node.args[0], "…", ast.Store())]
    return []


def parts_of(target):
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def owner(target):
    """The name of which an attribute or an item is set; None where a name itself is."""
    part = target
    while isinstance(part, ast.Attribute | ast.Subscript):
        part = part.value
    return part.id if part is not target and isinstance(part, ast.Name) else None


def set_for_others(source):
    """The attributes and items of imported names and of classes that a module sets, as written."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    shared = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            shared |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    changes = [target for node in nodes for target in targets(node)]
    return {ast.unparse(target) for target in changes if owner(target) in shared}


def test_nothing_is_handed_over_behind_the_arguments():
    sources = SOURCES | BESIDE
    assert [name for name, source in sources.items() if "contextvars" in source] == []
    changes = {(name, change) for name in sources for change in set_for_others(sources[name])}
    assert changes == set(SET_FOR_OTHERS)


@pytest.mark.parametrize(
    "line",
    [
        "from a import Sheet\nSheet.enlarged, b = 1.25, 2",
        "from a import FONTS, PLAIN\nFONTS[PLAIN] = FONTS['cm']",
        "from a import Figure\ndef f():\n    Figure.bundle = with_states",
        "import matplotlib.pyplot as plt\nplt.rcParams['font.size'] += 2",
        "from a import Figure\nsetattr(Figure, 'bundle', with_states)",
        "from a import Figure\ndel Figure.bundle",
        "class Sheet:\n    enlarged = 1\ndef f():\n    Sheet.enlarged = 2",
    ],
)
def test_what_is_set_for_others_is_found(line):
    assert len(set_for_others(line)) == 1
    assert not set_for_others("import a\nb = a.c\nb.d = 1\nclass C:\n    def f(self): self.e = 2")


@pytest.mark.parametrize(
    "line", ['import { add } from "./outputs.js";', 'const late = () => import("./outputs.js");']
)
def test_a_circle_of_scripts_is_found(line):
    controls, outputs = (f"publish/page_python/{name}.js" for name in ("controls", "outputs"))
    damaged = SCRIPTS | {controls: SCRIPTS[controls] + line}
    assert {controls, outputs} <= circles(imported_by_scripts(damaged))


def loaded_by(statement):
    """The packages that are loaded by an import, besides the standard library's."""
    code = f"import sys; {statement}; print(*{{name.split('.')[0] for name in sys.modules}})"
    names = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=PROJECT).split()
    return set(names) - set(sys.stdlib_module_names) - {"__main__"}


def test_the_core_loads_nothing_but_numpy():
    before = loaded_by("pass")
    assert loaded_by("import perceptron_core") - before == {"perceptron_core", "numpy"}


def test_the_lessons_load_what_draws_only_where_it_is_asked_for():
    drawing = {"matplotlib", "anywidget", "ipywidgets", "nbconvert"}
    assert not loaded_by("import perceptron_lessons") & drawing
    assert "matplotlib" in loaded_by("from perceptron_lessons import figures")


# How floats are rounded is known in two modules; elsewhere numbers are what they are. Figures draw
# with floats, and exercises run a student's.
KNOW_ROUNDING = {"perceptron_core.exact", "perceptron_core.algorithm"}
ROUNDING = {"UNIT", "errstate", "finfo", "frexp", "ldexp", "nextafter"}
ROUNDING |= {"allclose", "eps", "epsilon", "isclose", "spacing", "ulp"}
DRAWN_OR_ASKED = ("figures", "exercises")


def rounding(source):
    """The names of `ROUNDING` that a module asks another one for."""
    imports, _, reads = facts(source)
    return ROUNDING & {*(name for _, name, _ in imports), *(name for _, name in reads)}


def test_only_two_modules_know_how_floats_are_rounded():
    rounds = {module for module in SOURCES if rounding(SOURCES[module])}
    others = {module for module in rounds if part(module) not in DRAWN_OR_ASKED}
    assert others - KNOW_ROUNDING == set()


# Numbers outside of the core that are as small as a tolerance, or as large as the floats are exact,
# and what for. None of them decides; the first says to the reader how large γ may still be.
SMALL_NUMBERS = {
    ("perceptron_lessons.theory.separators", "Fraction(1, 10 ** 9)"): "γ is the largest to that",
    ("perceptron_lessons.theory.nearest_point", "1e-15"): "where a search of floats ends",
    ("perceptron_lessons.theory.kernels", "1e-12"): "two halves of a matrix, rounded unevenly",
    ("perceptron_lessons.theory.rationals", "1e-150"): "floats whose squares lose digits: for show",
    ("perceptron_lessons.tables", "1e-05"): "from where a number is shown with an exponent",
    (
        "perceptron_lessons.takeaway.csv_file",
        "2 ** 53",
    ): "integers that stay integers beside floats",
}


def value_of(node):
    """The number that an expression of constants is; None for another one."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fraction":
        parts = list(map(value_of, node.args))
        return Fraction(*parts) if parts and None not in parts else None
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp | ast.BinOp) and not any(
        isinstance(part, ast.Name | ast.Call | ast.Attribute) for part in ast.walk(node)
    ):
        try:
            return eval(compile(ast.Expression(node), "", "eval"), {})
        except (TypeError, ValueError, ArithmeticError):
            return None
    return None


def small_numbers(source):
    """The numbers of a module that may be a tolerance, as they are written there."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        value = value_of(node)
        if isinstance(value, int | float | Fraction) and (
            0 < abs(value) < 1e-4 or 2**50 <= abs(value) <= 2**56
        ):
            found.add(ast.unparse(node))
    return found


def test_no_tolerance_stands_outside_of_the_core():
    others = [name for name in SOURCES if part(name) not in ("perceptron_core", *DRAWN_OR_ASKED)]
    found = {(name, number) for name in others for number in small_numbers(SOURCES[name])}
    assert found == set(SMALL_NUMBERS)


@pytest.mark.parametrize(
    "line",
    [
        "ROUNDING = Fraction(1, 2**53)",
        "CLOSE = 1e-9",
        "ok = abs(a - b) <= 1e-12 * abs(b)",
        "ok = a >= b - 2.0**-53",
        "ok = a >= b - 1 / 2**52",
        "ok = a >= b * (1 - 5e-10)",
        "NEAR = Fraction(1, 10**12)",
        "NEAR = 10**-9",
        "NEAR = 0.5**50",
        "NEAR = Fraction(-1e-7)",
        "EXACT = 9007199254740992",
    ],
)
def test_a_tolerance_is_found_by_its_number(line):
    assert not small_numbers("a = 0.001 * Fraction(1, 40) + 2**40 + 1e150; b = c**-9; d = 1 / 0")
    assert small_numbers(line)


@pytest.mark.parametrize(
    "line",
    [
        "import math; math.frexp(1.0)",
        "with np.errstate(all='ignore'): x",
        "from a import UNIT",
        "np.isclose(a, b)",
        "math.ulp(1.0)",
    ],
)
def test_rounding_elsewhere_is_found(line):
    assert not rounding("UNIT = 1; unit = UNIT")
    assert rounding(line)


def test_what_is_imported_is_declared():
    requirements = map(Requirement, requires("perceptron-lessons"))
    declared = {each.name for each in requirements if "test" not in str(each.marker)}
    homes = packages_distributions()
    used = {module.split(".")[0] for s in SOURCES.values() for module, _, _ in facts(s).imports}
    for name in used.intersection(homes) - {*PACKAGES, *sys.stdlib_module_names}:
        assert declared & {canonicalize_name(home) for home in homes[name]}, name
