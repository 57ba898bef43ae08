"""Why the perceptron converges: its theorem, checked on runs, drawn, and to be tried.

>>> from perceptron_core import perceptron, worked_example
>>> from perceptron_lessons import check
>>> data = worked_example()
>>> check(perceptron(data.X, data.y))["iterations"]
iterations: bound holds, 4 ≤ R²/γ² = 10
"""

import importlib
import signal
import sys

# Ctrl-C while the command loads ends it as it ends any program, without a traceback; once it is
# loaded it takes Ctrl-C itself, see takeaway/messages.py. A program that imports us is left alone.
if (
    sys.argv[:1] == ["-m"] or sys.argv[0].endswith(("/perceptron", "\\perceptron"))
) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from perceptron_core import __version__ as __version__
from perceptron_lessons.exercises import exercise, explain, predict
from perceptron_lessons.tables import Symbol, Table, table, table_of_run
from perceptron_lessons.theory.adversary import always_wrong
from perceptron_lessons.theory.any_start import start_bound
from perceptron_lessons.theory.counterexamples import BROKEN_HYPOTHESES
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.formats import as_csv, as_latex, as_markdown
from perceptron_lessons.theory.linear_programs import BoxMargin, lp_box_margin, lp_separator
from perceptron_lessons.theory.notation import SOURCES, notation_table, relabel, symbol
from perceptron_lessons.theory.padding import padding_bound
from perceptron_lessons.theory.proof_lines import ProofLine
from perceptron_lessons.theory.proofs import Proof, prove
from perceptron_lessons.theory.separators import (
    Certificate,
    Separator,
    Undecided,
    maximum_margin,
    separator,
)
from perceptron_lessons.theory.theorems import THEOREMS, BoundsReport, TheoremCheck, check
from perceptron_lessons.theory.transforms import append_constant, fold_labels, normalize

# Loaded where they are asked for: what draws is slow to load, and theory needs none of it.
LOADED_WHEN_ASKED = {
    "builder": "perceptron_lessons.builder",
    "exercises": "perceptron_lessons.exercises",
    "explorers": "perceptron_lessons.widget.explorers",
    "figures": "perceptron_lessons.figures",
    "sheets": "perceptron_lessons.sheets",
    "stage": "perceptron_lessons.stage",
}


def __getattr__(name):
    if name in LOADED_WHEN_ASKED:
        return importlib.import_module(LOADED_WHEN_ASKED[name])
    if name == "proof_builder":
        return __getattr__("builder").proof_builder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
