"""Work in children of this process: in order, two at a time, and nothing is left of it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import NO_FORKS, PROJECT, missing
from waiting import until

from publish import children
from publish.children import AT_ONCE, HAS_FORKS, in_children

ONLY_FORKS = pytest.mark.usefixtures("forks")


@pytest.fixture
def forks():
    return HAS_FORKS or missing(NO_FORKS)


def double(number):
    return 2 * number


def last_first(name):
    """Wait for the file of the next task, unless it is the last one of a pair; then write one."""
    path = Path(name)
    if path.name.startswith("first"):
        until(path.with_name(path.name.replace("first", "second")).exists)
    path.touch()
    return path.name


def raising(number):
    if number == 2:
        raise ValueError("two is refused")
    return number


def dying(number):
    if number == 1:
        os._exit(3)
    return number


def changing(number):
    os.environ["PERCEPTRON_CHILD"] = str(number)
    return os.getpid()


def test_results_come_in_the_order_of_the_tasks():
    assert list(in_children(double, range(7))) == [0, 2, 4, 6, 8, 10, 12]
    assert list(in_children(double, [])) == []


def test_two_work_at_the_same_time(tmp_path):
    """Each first one of a pair waits for the second."""
    names = [f"{kind} {pair}" for pair in range(2) for kind in ("first", "second")]
    assert AT_ONCE == 2
    assert list(in_children(last_first, [tmp_path / name for name in names])) == names


def test_a_result_larger_than_a_pipe_comes_whole():
    whole = list(in_children(lambda n: bytes(n) * 10**6, [1, 2, 3]))
    assert [len(part) for part in whole] == [10**6, 2 * 10**6, 3 * 10**6]


def test_an_error_is_raised_in_its_place_and_nobody_lives_on():
    answers = in_children(raising, range(9))
    assert [next(answers), next(answers)] == [0, 1]
    with pytest.raises(ValueError, match="two is refused"):
        next(answers)
    assert multiprocessing.active_children() == []


@ONLY_FORKS
def test_a_child_that_ends_without_an_answer_is_told():
    with pytest.raises(RuntimeError, match="ended with code 3"):
        list(in_children(dying, range(3)))


@ONLY_FORKS
def test_what_a_child_changes_is_gone_with_it():
    pids = list(in_children(changing, range(3)))
    assert len({*pids, os.getpid()}) == 4 and "PERCEPTRON_CHILD" not in os.environ


@ONLY_FORKS
def test_who_stops_asking_leaves_nobody_behind():
    answers = in_children(time.sleep, [0, 10**6, 10**6])
    assert next(answers) is None
    answers.close()
    assert multiprocessing.active_children() == []


def test_without_forks_threads_do_it(monkeypatch):
    monkeypatch.setattr(children, "HAS_FORKS", False)
    assert list(in_children(double, range(7))) == [0, 2, 4, 6, 8, 10, 12]
    with pytest.raises(ValueError, match="two is refused"):
        list(in_children(raising, range(9)))


STOPPED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from publish.children import in_children
def work(number):
    print(number, flush=True)
    time.sleep(10**6)
list(in_children(work, range(9)))
"""


@ONLY_FORKS
def test_ctrl_c_ends_all_with_one_word():
    command = [sys.executable, "-c", STOPPED, PROJECT]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    parent = subprocess.Popen(command, start_new_session=True, **pipes)
    assert {parent.stdout.readline(), parent.stdout.readline()} == {"0\n", "1\n"}
    os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate()  # until the last of them has closed the pipe
    assert said.count("KeyboardInterrupt") == 1 and parent.returncode != 0
