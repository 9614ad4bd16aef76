"""Parts of an installation that do what a test tells them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from companion.service import Condition, Message, Report, Tell

RUNNING = Condition("running", Message("device_running", (), "Running."))


class Scripted:
    """A part that tells what is put in, and raises what is an error."""

    def __init__(self) -> None:
        self.reports: SimpleQueue[Report | Exception | None] = SimpleQueue()
        self.runs = 0
        self.at_work = threading.Event()

    def make(self) -> Scripted:
        return self

    def run(self, tell: Tell, stop: threading.Event) -> None:
        self.runs += 1
        tell(RUNNING)
        self.at_work.set()
        while not stop.is_set():
            report = self.reports.get() if not self.reports.empty() else stop.wait(0.005)
            if isinstance(report, Exception):
                raise report
            if report is None:
                return
            if not isinstance(report, bool):
                tell(report)


class Stuck:
    """A part that does not stop when it is asked to."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def run(self, tell: Tell, stop: threading.Event) -> None:
        tell(RUNNING)
        self.let_go.wait()
        del stop


class Failing:
    """A part that cannot be made so often."""

    def __init__(self, times: int, error: Callable[[], Exception]) -> None:
        self.left = times
        self.error = error

    def make(self) -> Scripted:
        if self.left:
            self.left -= 1
            raise self.error()
        return Scripted()
