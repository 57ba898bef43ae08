"""Would the tests notice a mistake? `make mutants [SAMPLE=25] [SEED=1] [ROOM=theory]
[MODULE="separators theorems"] [WITHIN=60]`.

Makes small mistakes (mutants: another operator, another number, a condition turned round), one at
a time, in copies of the project, and runs the room's tests against each until one fails. Prints
the mutants that no test notices, and the share that is noticed, module by module. Some survivors
are no mistakes at all, since the code means the same with them: that is for a reader to judge.

A sample is drawn by places in the code, so that a `+` with eleven replacements counts once.
Runs in an environment with Cosmic Ray; the tests run in the project's own.
"""

import argparse
import ast
import os
import random
import re
import resource
import shlex
import shutil
import sys
import tempfile
import tokenize
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import accumulate, pairwise
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import TestOutcome, run_tests
from cosmic_ray.work_db import use_db

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = {"core": "perceptron_core", "theory": "perceptron_lessons/theory"}
MEMORY = 4 * 2**30  # bytes; the tests need a quarter of it
HANGS = 3600  # seconds in which tests that use no processor time are given up
LEFT_OUT = shutil.ignore_patterns(".*", "build", "node_modules", "*.egg-info", "__pycache__")
# `is` compares with None and types here, where `==` says the same.
SAME = re.compile(r"_(Is|IsNot)_(?!Is)|Comparison.*(?<!_Is)(?<!_IsNot)_(Is|IsNot)$")


def never_run(path):
    """Return the lines and columns, first and last, of what is never run.

    These are annotations, and the star after which arguments have to be named: it is no product.
    """
    with path.open("rb") as file:
        for star, comma in pairwise(tokenize.tokenize(file.readline)):
            if star.string == "*" and comma.string == ",":
                yield star.start, star.end
    for node in ast.walk(ast.parse(path.read_text())):
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if note:
                yield (note.lineno, note.col_offset), (note.end_lineno, note.end_col_offset)


def mutants(room):
    """Return the mutants of a room: a list of lists, one for each place in the code."""
    places = defaultdict(list)
    paths = sorted(Path(ROOMS[room]).glob("*.py"))
    unused = {path: list(never_run(path)) for path in paths}
    with use_db(":memory:") as session:
        init(paths, session, {})
        made = [m for item in session.work_items for m in item.mutations]
    for m in made:
        inside = any(a <= m.start_pos < b for a, b in unused[m.module_path])
        if not inside and not SAME.search(m.operator_name):
            places[m.module_path, m.start_pos, m.end_pos].append(m)
    return [sorted(places[place], key=str) for place in sorted(places)]


def pytest(python, *groups, seconds=1200):
    """Return the command that runs groups of tests, one after the other, until one fails.

    Each in so many seconds of processor time, since the machine may be busier at one mutant than
    at another. A group of its own is collected in a fraction of the time that all tests take.
    """
    options = "-m pytest -x -q -p no:cacheprovider --hypothesis-profile=first_failure"
    runs = (f"{python} {options} {shlex.join(map(str, paths))}" for paths in groups if paths)
    return shlex.join(["sh", "-c", f"ulimit -t {round(seconds)}; {' && '.join(runs)}"])


def timed_tests(room, python, within):
    """Run the room's tests without a mutant; return the fastest files, in order, and the seconds.

    As many of them as take at most `within` seconds in all.
    """
    seconds = {}
    for path in sorted(Path("tests", room).glob("test_*.py")):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome, output = run_tests(pytest(python, [path]), timeout=HANGS)
        if outcome is not TestOutcome.SURVIVED:
            sys.exit(f"{path} fails without a mutant:\n{output}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds[path] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{seconds[path]:6.1f} s {path}", flush=True)
    files = sorted(seconds, key=seconds.get)
    totals = accumulate(seconds[path] for path in files)
    files = [path for path, total in zip(files, totals, strict=True) if total <= within]
    return files, sum(seconds[path] for path in files)


def enter_copy(folder):
    """Move this process into a copy of the project of its own, and into bounds of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # a mutant may collect without an end
    copy = Path(folder, str(os.getpid()))
    shutil.copytree(PROJECT, copy, ignore=LEFT_OUT)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)


def tests_of(module):
    """Return the test files of a module: its namesakes, or else those that import it by name."""
    files = sorted(Path("tests").glob("*/test_*.py"))
    namesakes = [path for path in files if path.stem == f"test_{module.stem}"]
    name = re.escape(".".join(module.with_suffix("").parts))
    imports = re.compile(rf"^from {name} import", re.MULTILINE)
    return namesakes or [path for path in files if imports.search(path.read_text())]


def try_out(mutant, python, files, seconds):
    """Run the tests against a mutant: first those of its module and its doctests, then the rest."""
    module = Path(mutant.module_path)
    own = tests_of(module)
    groups = [module, *own], [path for path in files if path not in own]
    if not own:  # a module may have no doctest, and nothing to collect is an error
        groups = ([*groups[0], *groups[1]],)
    result = mutate_and_test([mutant], pytest(python, *groups, seconds=2 * seconds + 60), HANGS)
    if result.test_outcome is TestOutcome.INCOMPETENT:
        raise RuntimeError(result.output)
    return result.test_outcome is TestOutcome.KILLED, result.diff


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="the Python of the tests")
    parser.add_argument("--room", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--sample", type=int, help="mutants to try in each module (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--module", nargs="+", help="only these, as in --module separators")
    parser.add_argument(
        "--within", type=float, default=float("inf"), help="seconds: only the fastest test files"
    )
    given = parser.parse_args()
    for room in given.room:
        try_room(room, given)


def try_room(room, given):
    python = Path(given.python).absolute()
    os.chdir(PROJECT)
    modules = defaultdict(list)
    for place in mutants(room):
        name = Path(place[0].module_path).stem
        if given.module is None or name in given.module:
            modules[name].append(place)
    chosen = []
    for places in modules.values():
        drawn = random.Random(given.seed)
        if given.sample is None:
            chosen += [m for place in places for m in place]
        else:
            few = drawn.sample(places, min(given.sample, len(places)))
            chosen += [drawn.choice(place) for place in few]
    random.Random(given.seed).shuffle(chosen)  # so that what is done when it is stopped is fair
    noticed = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor(1, initializer=enter_copy, initargs=(folder,)) as pool:
            files, seconds = pool.submit(timed_tests, room, python, given.within).result()
        print(
            f"{room}: {len(chosen)} mutants in {len(modules)} modules; tests {seconds:.0f} s",
            flush=True,
        )
        with ProcessPoolExecutor(2, initializer=enter_copy, initargs=(folder,)) as pool:
            tried = {pool.submit(try_out, m, python, files, seconds): m for m in chosen}
            for done, future in enumerate(as_completed(tried), 1):
                mutant = tried[future]
                killed, diff = future.result()
                noticed[mutant.module_path].append(killed)
                word = "noticed" if killed else "SURVIVED"
                where = f"{mutant.module_path}:{mutant.start_pos[0]}"
                print(f"{done:4} {word:8} {where} {mutant.operator_name}", flush=True)
                if not killed:
                    print(diff, flush=True)
    for path, results in sorted(noticed.items()):
        print(f"{path!s:45} {sum(results):4} of {len(results):4} noticed")
    total = [killed for results in noticed.values() for killed in results]
    print(f"{room:45} {sum(total):4} of {len(total):4}: {sum(total) / len(total):.1%}", flush=True)


if __name__ == "__main__":
    main()
