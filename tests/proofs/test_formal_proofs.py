"""The formal proofs: compiled, without gaps, about this program, and run beside it."""

import ast
import re
import shutil
import subprocess
import warnings
from fractions import Fraction
from html import escape

import numpy as np
import pytest
from conftest import NO_COQ, PROJECT, missing

from perceptron_core import online, padding_trap, perceptron, worked_example
from perceptron_lessons.theory.any_start import prove_any_start
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.formal import statement
from perceptron_lessons.theory.mean import prove_mean
from perceptron_lessons.theory.mixing import divided, mixed_perceptron, prove_mixing
from perceptron_lessons.theory.nearly import prove_nearly
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import THEOREMS, check
from perceptron_lessons.theory.transforms import normalize

PROOFS = PROJECT / "proofs"
README = (PROOFS / "README.md").read_text()
SOURCES = {path.name: path.read_text() for path in sorted(PROOFS.glob("*.v"))}
SLIPS = sorted((PROOFS / "slips").glob("*.v"))
WORKED = worked_example()


def make(out, folder=PROOFS, environment=None):
    command = ["make", "-j2", "-C", folder, f"OUT={out}"]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The folder of the compiled proofs, and what `make` said."""
    if shutil.which("coqc") is None:
        missing(NO_COQ)
    out = tmp_path_factory.mktemp("proofs")
    run = make(out)
    assert run.returncode == 0, run.stdout + run.stderr
    return out, run.stdout


def test_every_statement_is_proved_and_rests_on_no_axiom(compiled):
    out, said = compiled
    statements = sum(
        len(re.findall(r"^(?:Lemma|Theorem|Corollary) ", text, re.M)) for text in SOURCES.values()
    )
    assert f"{statements} statements, all closed under the global context" in said
    closed = (out / "assumptions.txt").read_text().splitlines()
    assert closed == ["Closed under the global context"]


def test_nothing_is_left_among_the_sources(compiled):
    kinds = {path.suffix for path in PROOFS.rglob("*") if path.is_file()}
    assert kinds == {".v", ".md", ".mk", ""}


@pytest.mark.parametrize("slip", SLIPS, ids=lambda path: path.stem)
def test_a_slip_is_refused_and_refuted(compiled, slip):
    assert f"refused: slips/{slip.name}" in compiled[1]
    assert statement(f"Refuted.{slip.stem}").meaning


@pytest.mark.parametrize(
    ("gap", "message"),
    [
        ("Lemma gap : 0 = 1. Admitted.", "without a proof"),
        ("Axiom gap : 0 = 1.", "without a proof"),
        (
            "From Coq Require Import Classical.\n"
            "Lemma gap (P : Prop) : P \\/ ~ P.\nProof. exact (classic P). Qed.",
            "are axioms",
        ),
        ("Lemma gap : 0 = 1.\nProof. reflexivity. Qed.", "Unable to unify"),
    ],
    ids=["admitted", "axiom", "axiom of a library", "false"],
)
def test_a_gap_is_found(compiled, tmp_path, gap, message):
    folder = tmp_path / "proofs"
    folder.mkdir()
    for name in ("Makefile", "compile.mk"):
        shutil.copy(PROOFS / name, folder)
    (folder / "Gap.v").write_text(gap)
    run = make(tmp_path / "out", folder)
    assert run.returncode != 0 and message in run.stdout + run.stderr


def test_a_slip_that_is_accepted_is_found(compiled, tmp_path):
    folder = tmp_path / "proofs"
    (folder / "slips").mkdir(parents=True)
    for name in ("Makefile", "compile.mk"):
        shutil.copy(PROOFS / name, folder)
    (folder / "Small.v").write_text("Lemma true : 0 = 0. Proof. reflexivity. Qed.")
    (folder / "slips" / "none.v").write_text("(* refused: never *)\n")
    run = make(tmp_path / "out", folder)
    assert run.returncode != 0 and "slips/none.v was accepted" in run.stdout


def test_without_coq_make_says_what_to_install(tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("make", "sh", "sed", "grep", "env"):
        (tools / name).symlink_to(shutil.which(name))
    run = make(tmp_path / "out", environment={"PATH": str(tools)})
    assert run.returncode != 0 and "apt-get install" in run.stdout


# The tie between the program and the proofs.


def tagged_lines():
    """Return each "line: NAME" of the proof files as (name, lemma, file)."""
    pattern = r"\(\* line: ([^.]+)\.[^*]*\*\)\s*(?:Lemma|Theorem|Corollary) (\w+)"
    return [
        (name, lemma, file)
        for file, text in SOURCES.items()
        for name, lemma in re.findall(pattern, text)
    ]


def formal_hypotheses():
    """Return what each "theorem: KEY" of the proof files assumes, in order."""
    pattern = r"\(\* theorem: (\w+) \*\)\s*Theorem \1 w b gamma :\s*([^.]+?)\s*->\s*n_mistakes <="
    return {
        key: tuple(re.split(r"\s*->\s*", assumed.removesuffix("gamma").strip()))
        for key, assumed in re.findall(pattern, SOURCES["Statements.v"])
    }


def table_below(heading):
    """Return the cells of the table below a heading of the README, row by row."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[1:]]


@pytest.fixture(scope="module")
def proofs():
    """Every proof that the program shows, by how the README calls what shows it."""
    X, y = WORKED.X, WORKED.y
    run = perceptron(X, y)
    mixed = mixed_perceptron(divided(X, y, 2), exact=True)
    return [
        ("`prove`", prove(normal_run(), source="cosine")),
        ("`prove`", prove(run)),
        ("`prove`, of `primal`", prove(perceptron(X, y, bias="radius"), source="primal")),
        ("`prove_nearly`", prove_nearly(run, [1, 2], 1)),
        ("`prove_distance`", prove_distance(run)),
        ("`prove_any_start`", prove_any_start(perceptron(X, y, w0=(-3, 1)))),
        ("`prove_mean`", prove_mean(run)),
        ("`prove_mixing`", prove_mixing(mixed, X, y)),
    ]


def normal_run():
    return perceptron(normalize(WORKED.X)[0], WORKED.y)


def test_every_line_of_a_proof_names_its_lemma(proofs):
    named = {(line.name, line.lemma) for _, proof in proofs for line in proof.lines}
    assert named == {(name, f"{file[:-2]}.{lemma}") for name, lemma, file in tagged_lines()}


def test_the_readme_says_where_a_line_is_first_shown(proofs):
    first = {}
    for shown_by, proof in proofs:
        for line in proof.lines:
            first.setdefault((line.name, line.lemma), shown_by)
    rows = table_below("Lines of the proofs")
    assert {(line, f"{file[1:-3]}.{lemma[1:-1]}"): by for line, lemma, file, by in rows} == first


def test_a_line_that_sums_over_a_run_opens_a_lemma_about_the_run():
    """What is shown after every k or n is stated so, and not for one update or one epoch."""
    for name in ("Convergence.numerator", "Convergence.norm", "Distance.distance"):
        assert re.search(r"weights \w+ m", statement(name).text)
    for name in ("Beyond.mixed_progress", "Beyond.mixed_growth", "Beyond.parameter_mixing"):
        assert "epochs 0 es" in statement(name).text and "total es" in statement(name).text


def test_no_hypothesis_is_asked_for_that_the_lesson_does_without():
    on_any_data = statement("Convergence.mean_of_mistakes").text
    assert "margin" not in on_any_data and "gamma" not in on_any_data
    text = SOURCES["Adversary.v"].split("Section RightAngles.")[1].split("Theorem")[0]
    assert "(i < m)%N -> (j < m)%N ->" in text
    assert (
        "loop" in statement("Price.price").text and "run 0 m" not in statement("Price.price").text
    )


def test_a_statement_is_what_stands_in_the_proofs():
    gain = statement("Convergence.gain")
    assert gain.text in SOURCES["Convergence.v"] and "\n" not in gain.meaning
    assert gain.meaning == "Each update brings w further along u by at least ηγ."
    for theorem in THEOREMS.values():
        assert statement(theorem.lemma).text.startswith(f"Theorem {theorem.key} w b gamma :")
    with pytest.raises(KeyError, match=r"no formal proof 'Convergence\.gains'"):
        statement("Convergence.gains")


def test_the_numbers_show_the_formal_statement_beside_them():
    proof = prove(perceptron(WORKED.X, WORKED.y))
    for line in proof.lines:
        shown = f"<summary>{line.name}</summary><pre>{escape(statement(line.lemma).text)}</pre>"
        assert shown in proof._repr_html_()
    report = check(proof.trace)
    for shown in (report, report["primal"]):
        assert escape(statement("Statements.primal").text) in shown._repr_html_()


def test_the_hypotheses_are_those_of_the_program():
    formal = formal_hypotheses()
    assert formal.keys() == THEOREMS.keys()
    for key, theorem in THEOREMS.items():
        names = [name.replace(" ", "_").replace("²", "2") for name in theorem.hypotheses]
        names = [f"separable_{theorem.space} w b" if n == "separable" else n for n in names]
        assert formal[key] == tuple(names)


def test_the_readme_names_every_line_and_theorem():
    rows = [
        (line, *map(bare, (lemma, file)))
        for line, lemma, file, _ in table_below("Lines of the proofs")
    ]
    assert sorted(rows) == sorted(tagged_lines())
    for key, assumed in formal_hypotheses().items():
        assert f"| `{key}` | {', '.join(f'`{name.split()[0]}`' for name in assumed)} |" in README
    for file, text in SOURCES.items():
        assert f"`{file}`" in README and text.startswith("(* ")


def bare(cell):
    return cell.removeprefix("`").removesuffix("`")


def test_the_readme_says_how_each_further_theorem_differs_from_the_lesson():
    rows = table_below("Beyond the five")
    for what, lemma, file, differs in rows:
        assert what and differs
        assert statement(f"{bare(file)[:-2]}.{bare(lemma)}").text
    named = {bare(lemma) for _, lemma, _, _ in rows}
    named |= {lemma for _, lemma, _ in tagged_lines()} | THEOREMS.keys()
    theorems = {
        lemma for text in SOURCES.values() for lemma in re.findall(r"^Theorem (\w+)", text, re.M)
    }
    assert theorems <= named


# The same algorithm, computed in Coq and here.


def coq(out, commands):
    """Return what Coq answers to some commands."""
    text = "From mathcomp Require Import all_ssreflect all_algebra.\n"
    text += "From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Example.\n"
    text += "Local Open Scope ring_scope.\n" + commands
    (out / "Asked.v").write_text(text)
    command = ["coqc", "-q", "-w", "none", "-R", ".", "Perceptron", "Asked.v"]
    run = subprocess.run(command, cwd=out, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    answers = re.findall(r"= (.*?)\n     : ", run.stdout, re.S)
    return [numbers(answer) for answer in answers]


def numbers(answer):
    """Read Coq's lists and pairs, [:: 1%N; (-2)%Z], as Python's: [1, -2]."""
    return ast.literal_eval(re.sub(r"%[NZ]\b", "", answer).replace("[::", "[").replace(";", ","))


def samples(X, y):
    """Write a data set for Coq."""
    rows = [
        f"((({a}), ({b})), {'true' if label == 1 else 'false'})"
        for (a, b), label in zip(np.asarray(X).tolist(), y, strict=True)
    ]
    return f"([:: {'; '.join(rows)}] : samples)"


def ask(X, y, c2, *, eta="1", start="zero", rule="mistakes", fuel=" 60"):
    """Write the question for one run: mistakes, and every state as fractions."""
    return (
        f"Eval vm_compute in let data := {samples(X, y)} in "
        f"let m := {rule} data {c2} {eta}{fuel} ({start}) in "
        f"(m, [seq state_fractions w | w <- states data {c2} {eta} ({start}) m]).\n"
    )


def told(answer):
    found, states = answer
    return list(found), [[Fraction(a, b) for a, b in state] for state in states]


def ours(trace):
    states = np.column_stack([trace.weights, trace.offsets])
    return trace.mistakes.tolist(), [[Fraction(v) for v in state] for state in states.tolist()]


def test_the_worked_example_in_coq(compiled):
    X, y = WORKED.X, WORKED.y
    trap = padding_trap()
    on_a_line = [[x, 0] for (x,) in trap.X.tolist()]
    cases = [
        (ask(X, y, 0), perceptron(X, y)),
        (ask(X, y, 1), perceptron(X, y, bias="one")),
        (ask(X, y, 8), perceptron(X, y, bias="radius")),
        (ask(X, y, 0, rule="mistakes_worst"), perceptron(X, y, order="worst")),
        (ask(X, y, 0, rule="mistakes_online"), perceptron(X, y, zero="positive")),
        (ask(on_a_line, trap.y, 1), perceptron(on_a_line, trap.y, bias="one")),
    ]
    for eta in (Fraction(1, 10), Fraction(1), Fraction(10), Fraction(100)):
        written = f"({eta.numerator}%:R / {eta.denominator}%:R)"
        question = ask(X, y, 0, eta=written, start="start (- 3%:R) 1")
        cases.append((question, perceptron(X, y, w0=(-3, 1), learning_rate=eta)))
    answers = coq(compiled[0], "".join(question for question, _ in cases))
    for answer, (_, trace) in zip(answers, cases, strict=True):
        assert told(answer) == ours(trace)


def test_a_stream_in_coq(compiled):
    (answer,) = coq(compiled[0], ask(WORKED.X, WORKED.y, 0, rule="mistakes_stream", fuel=""))
    run = online(zip(WORKED.X, WORKED.y, strict=True))
    assert told(answer)[0] == run.times.tolist()


def test_200_random_runs_agree(compiled):
    """Cyclic and most violated first; no offset, c = 1 and c = R; both rules for 0."""
    rng = np.random.default_rng(0)
    questions, traces = [], []
    while len(traces) < 200:
        X = rng.integers(-3, 4, size=(rng.integers(2, 6), 2))
        y = rng.choice([-1, 1], size=len(X))
        bias = ("none", "one", "radius")[len(traces) % 3]
        rule = ("mistakes", "mistakes_online", "mistakes_worst")[len(traces) // 3 % 3]
        c2 = {"none": 0, "one": 1, "radius": int((X * X).sum(axis=1).max())}[bias]
        order = "worst" if rule == "mistakes_worst" else "cyclic"
        zero = "positive" if rule == "mistakes_online" else "mistake"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # some data are not separable
            trace = perceptron(X, y, bias=bias, order=order, zero=zero, max_mistakes=25)
        if trace.converged:
            traces.append(trace)
            questions.append(ask(X, y, c2, rule=rule))
    answers = coq(compiled[0], "".join(questions))
    assert len(answers) == 200
    for answer, trace in zip(answers, traces, strict=True):
        assert told(answer) == ours(trace)
