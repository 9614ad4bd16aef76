"""The worker: whoever asks goes on at once, only the latest question is answered, and nothing is left in the end."""

import os
import queue
import signal
import threading
from dataclasses import replace

import pytest

from companion.hints.advice import AdviserError, RatedPlay, Stakes
from companion.hints.adviser import Advisers, Seat
from companion.hints.gnubg import GnubgAdviser
from companion.hints.question import Hint, Question
from companion.hints.worker import FAILED, HintWorker
from companion.rules.turn import Turn
from companion.table.state import Playing, Table
from tests.hints.gnubg_tools import QUESTION, Started, real, turn
from tests.hints.pip_adviser import PipAdviser
from tests.hints.test_question import BOTH, table_of
from tests.waiting import HANG_S, wait_until

Said = queue.Queue[tuple[Question, Hint | str]]


class Slow(PipAdviser):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: queue.Queue[Turn] = queue.Queue()
        self.go = threading.Event()

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        self.asked.put(turn)
        assert self.go.wait(HANG_S)
        return super().plays(turn, stakes, plies)


class Faulty(PipAdviser):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def plays(self, *_question: object) -> list[RatedPlay]:
        raise self.error


def table_with(dice: tuple[int, int]) -> Table:
    return replace(table_of(), phase=Playing(turn(dice)))


def worker_of(adviser: PipAdviser, said: Said) -> HintWorker:
    return HintWorker(Advisers([Seat(lambda: adviser, 0)]), lambda question, told: said.put((question, told)))


def test_a_question_is_answered() -> None:
    said: Said = queue.Queue()
    worker = worker_of(PipAdviser(), said)
    worker.ask(table_with((3, 1)), BOTH)
    question, hint = said.get(timeout=HANG_S)
    assert isinstance(hint, Hint)
    assert hint.question is question
    worker.close()


def test_only_the_latest_question_is_answered() -> None:
    said: Said = queue.Queue()
    slow = Slow()
    worker = worker_of(slow, said)
    worker.ask(table_with((3, 1)), BOTH)
    assert slow.asked.get(timeout=HANG_S).dice == (3, 1)
    # All this returns while the adviser thinks.
    worker.ask(table_with((4, 2)), BOTH)
    worker.ask(table_with((6, 5)), BOTH)
    slow.go.set()
    question, _ = said.get(timeout=HANG_S)
    assert question.turn
    assert question.turn.dice == (6, 5)
    assert slow.asked.get(timeout=HANG_S).dice == (6, 5)
    worker.close()
    assert said.empty()


def test_what_is_cancelled_is_not_told() -> None:
    said: Said = queue.Queue()
    slow = Slow()
    worker = worker_of(slow, said)
    worker.ask(table_with((3, 1)), BOTH)
    slow.asked.get(timeout=HANG_S)
    worker.cancel()
    slow.go.set()
    worker.ask(table_with((6, 5)), BOTH)
    question, _ = said.get(timeout=HANG_S)
    assert question.turn
    assert question.turn.dice == (6, 5)
    worker.close()
    assert said.empty()


def test_that_nobody_knows_is_told() -> None:
    said: Said = queue.Queue()
    worker = worker_of(Faulty(AdviserError("It rains.")), said)
    worker.ask(table_with((3, 1)), BOTH)
    assert said.get(timeout=HANG_S)[1] == "It rains."
    worker.close()


def test_what_nobody_foresaw_is_logged_and_the_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    said: Said = queue.Queue()
    worker = worker_of(Faulty(ZeroDivisionError()), said)
    for _ in range(2):
        worker.ask(table_with((3, 1)), BOTH)
        assert said.get(timeout=HANG_S)[1] == FAILED
    assert "an adviser failed" in caplog.text
    worker.close()


def test_a_listener_that_fails_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    said: Said = queue.Queue()

    def tell(question: Question, told: Hint | str) -> None:
        said.put((question, told))
        raise ZeroDivisionError

    worker = HintWorker(Advisers([Seat(PipAdviser, 0)]), tell)
    for _ in range(2):
        worker.ask(table_with((3, 1)), BOTH)
        said.get(timeout=HANG_S)
    worker.close()
    assert "could not be told" in caplog.text


def test_closing_ends_the_thread() -> None:
    worker = worker_of(PipAdviser(), queue.Queue())
    Started(worker.close).end()
    assert not worker._thread.is_alive()


def test_closing_does_not_wait_for_a_program_that_hangs() -> None:
    process = real()
    process.ask(QUESTION)
    assert process.pid
    os.kill(process.pid, signal.SIGSTOP)
    worker = HintWorker(Advisers([Seat(lambda: GnubgAdviser(process), 0)]), lambda *_said: None)
    worker.ask(table_with((3, 1)), BOTH)
    wait_until(process._lock.locked)
    Started(worker.close).end()
    assert not worker._thread.is_alive()
    assert process.pid is None
