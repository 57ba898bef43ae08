"""Waiting: for as long as something moves, and not much longer.

A machine may be slow, or busy with much else: so no test has a limit in seconds on what goes on.
What stands still for two minutes fails, and says where it stood. This is the one home of both:

until(look, wanted)      look again and again, until what is seen is wanted
patiently(act, errors)   repeat what gives up by itself, as long as something moves meanwhile
lately                   what has moved since it was asked last; `standstill.py` asks for each test

Something moves where what is seen changes, or where the processor works: here, or in the programs
that were started from here.
"""

import os
import time

import psutil

STILL = 120  # seconds in which nothing moves
GIVES_UP = 0.8 * STILL  # seconds until what is repeated by `patiently` gives up
SHARE = 0.1  # of a processor: what works less than this only looks around
OF_THE_RUN = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else None
"""The process below which all workers of a run are, for those who wait for another worker."""


def work(root=None):
    """Return the seconds that processors have worked for a process and for all below it.

    Parameters
    ----------
    root : int, optional
        The number of the process; by default this one.
    """
    total = 0.0
    top = psutil.Process(root)
    for process in (top, *top.children(recursive=True)):
        try:
            total += sum(process.cpu_times()[:4])  # its own, and of its children that have ended
        except psutil.NoSuchProcess:
            continue
    return total


def fair_share():
    """Return which part of a processor somebody gets now who could use a whole one."""
    processors = os.cpu_count()
    return processors / max(processors, os.getloadavg()[0])


class Movement:
    """Whether something moves.

    Parameters
    ----------
    still : float
        Seconds in which something that moves must have moved.

    Attributes
    ----------
    root : int or None
        As for `work`.
    seen : object
        What was seen last.
    """

    def __init__(self, still=STILL):
        self.still = still
        self.root = self.seen = None
        self.note()

    def __str__(self):
        words = f"for {self.still} s nothing has moved"
        return words if self.seen is None else f"{words}: {self.seen!r}"

    def note(self):
        """Begin to count anew."""
        self._work, self._since = work(self.root), time.monotonic()

    def see(self, seen):
        """Take what is seen, which has moved if it is not what was seen before."""
        if seen != self.seen:
            self.seen = seen
            self.note()

    def has_worked(self):
        """Whether the processor has worked since then, or some program has ended."""
        return abs(work(self.root) - self._work) >= SHARE * fair_share() * self.still

    def stands_still(self):
        """Whether nothing has moved for so long."""
        if time.monotonic() - self._since < self.still:
            return False
        if self.has_worked():
            self.note()
            return False
        return True


lately = Movement()


def until(look, wanted=bool, root=None):
    """Look until what is seen is wanted, and return it.

    Parameters
    ----------
    look : callable
        Without arguments.
    wanted : callable
        Whether the thing seen is it.
    root : int, optional
        The process whose work counts as movement; by default this one and all below it.

    Raises
    ------
    AssertionError
        After STILL seconds in which nothing has moved. It says what was seen last.
    """
    pause, before = 0.05, lately.root
    lately.root = root
    lately.note()
    try:
        while not wanted(seen := look()):
            lately.see(seen)
            assert not lately.stands_still(), str(lately)
            time.sleep(pause)
            pause = min(0.5, 1.1 * pause)
    finally:
        lately.root, lately.seen = before, None
        lately.note()
    return seen


def patiently(act, errors):
    """Do what gives up after a while with one of some errors; again, if something has moved.

    To count the work takes longer than most acts, which come at once. So it is counted when one
    has given up; the first time, what has worked shortly before the act counts too.
    """
    while True:
        try:
            return act()
        except errors:
            if not lately.has_worked():
                raise
            lately.note()
