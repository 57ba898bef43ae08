"""Work done in children of this process, two at a time, where a system has forks.

A child has everything that this process has imported, and what it changes is gone with it: so a
lesson needs no start of a kernel and no imports. Where there are no forks, threads do the work.
"""

import collections
import multiprocessing
import multiprocessing.connection
import signal
import sys
from concurrent.futures import ThreadPoolExecutor

HAS_FORKS = sys.platform == "linux"
"""macOS has forks as well, but its libraries for linear algebra and windows do not bear them."""

AT_ONCE = 2


def in_children(work, tasks):
    """Do some work for each task, and yield the results in the order of the tasks.

    Parameters
    ----------
    work : callable
        Takes a task. Its results go through a pipe, so it must be possible to pickle them.
    tasks : iterable

    Yields
    ------
    object
        What the work returns.

    Raises
    ------
    Exception
        What the work raises.
    RuntimeError
        If a child ends without an answer.
    """
    if not HAS_FORKS:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            yield from threads.map(work, tasks)
        return
    waiting = collections.deque(tasks)
    children = collections.deque()
    try:
        while waiting or children:
            busy = [child for child in children if child.answer is None]
            while waiting and len(busy) < AT_ONCE:
                busy.append(Child(work, waiting.popleft()))
                children.append(busy[-1])
            if children[0].answer is None:
                pipes = {child.pipe: child for child in busy}
                for pipe in multiprocessing.connection.wait(pipes):
                    pipes[pipe].listen()
            else:
                yield children.popleft().result()
    finally:
        for child in children:
            child.end()


class Child:
    """A child that does some work for one task.

    Attributes
    ----------
    pipe : Connection
        From which its answer comes.
    answer : tuple or None
        Whether the work was done, and its result or what it raised; None until it is there.
    """

    def __init__(self, work, task):
        self.answer = None
        self.pipe, there = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("fork")
        self._process = context.Process(target=_work, args=(work, task, there))
        self._process.start()
        there.close()

    def listen(self):
        """Take the answer, for which this waits."""
        try:
            self.answer = self.pipe.recv()
        except EOFError:
            self._process.join()
            code = self._process.exitcode
            self.answer = False, RuntimeError(f"a process ended with code {code}, and no answer")
        self.end()

    def result(self):
        """Return what the work returned, or raise what it raised."""
        is_done, value = self.answer
        if not is_done:
            raise value
        return value

    def end(self):
        """End it, whatever it is doing."""
        self.pipe.close()
        if self.answer is None:
            self._process.kill()
        self._process.join()


def _work(work, task, pipe):
    """What a child does. Ctrl-C ends it without a word, as its parent hears it too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        answer = True, work(task)
    except Exception as error:
        answer = False, error
    pipe.send(answer)
