"""How a session shows figures: as its shell was told, and only its own."""

from types import SimpleNamespace

import IPython
import pytest

from perceptron_lessons import figures
from perceptron_lessons.figures.display import Display, display_of_session, hand_over

DISPLAY = Display(letters=1.25, font="cm", notation="primal")


@pytest.fixture
def shell(monkeypatch):
    """A shell as IPython gives it to whoever asks for the running one."""
    shell = SimpleNamespace()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    return shell


def test_without_a_record_figures_are_plain(shell):
    assert display_of_session() == Display()


def test_figures_are_shown_as_the_shell_was_told(shell):
    plain = figures.steps()
    hand_over(DISPLAY, shell)
    told = figures.steps()
    (width, height), (_, usual) = (each.figure.get_size_inches() for each in (told, plain))
    assert 1.25 * height == pytest.approx(usual) and width == pytest.approx(2 * height)
    assert (told.figure.font, plain.figure.font) == ("cm", "dejavu")
    assert str(told.words.notation) == "primal" and plain.words.notation is None


def test_what_a_figure_is_asked_for_comes_first(shell):
    hand_over(DISPLAY, shell)
    asked = figures.steps(font="stix", notation="online")
    assert asked.figure.font == "stix" and str(asked.words.notation) == "online"


def test_another_shell_has_figures_of_its_own(shell, monkeypatch):
    hand_over(DISPLAY, shell)
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace())
    assert display_of_session() == Display()
