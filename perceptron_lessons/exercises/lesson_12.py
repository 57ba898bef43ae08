"""What checks the answers of lesson 12, five texts."""

from perceptron_core import worked_example
from perceptron_lessons.exercises.checking import WrongAnswer, run_perceptron
from perceptron_lessons.theory.theorems import check

DATA = worked_example()


def check_all_five(X, y, bias):
    verdicts = check(run_perceptron(X, y, bias=bias))
    for verdict in verdicts.values():
        if not verdict.applies:
            raise WrongAnswer(f"not every theorem applies to this run: {verdict}")


def theorems():
    verdicts = check(run_perceptron(DATA.X, DATA.y, bias="radius"))
    applying = [key for key, verdict in verdicts.items() if verdict.applies]
    return len(applying), {"applying": ", ".join(applying)}
