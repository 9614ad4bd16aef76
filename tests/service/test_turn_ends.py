"""The end of a turn waits for a board that can be asked, and for no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from companion.journal.store import Journal
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, start_position
from companion.service import Answer, Condition, Noticed, Report, TableService, TableView
from companion.service.ports import Looked, Reads
from companion.service.words import own
from companion.table.events import BoardSeen, ClockHit, DiceLifted, DiceSeen, Die, Event
from companion.table.reading import exact_reading
from tests.service.parts import RUNNING, Scripted
from tests.service.playing import MONEY, FakeTime, begun, running, until
from tests.waiting import HANG_S

START = start_position(GAMES["backgammon"]).setup
PLAYED = Setup.of(Pair({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {1: 2, 12: 5, 17: 3, 19: 5}))
OTHERWISE = Setup.of(Pair({24: 2, 13: 5, 8: 2, 7: 1, 6: 4, 3: 1}, {1: 2, 12: 5, 17: 3, 19: 5}))
"""3-1 played 8/7 6/3."""
CLOCK = {"kind": "fischer", "reserve_ms": {"white": 60_000, "black": 60_000}, "step_ms": 0}
TIMED = {**MONEY, "clock": CLOCK, "table": {"ends_by": "clock"}}
HINT = {"event": "hint_wanted", "agreed": {"white": True, "black": True}}
ENDED = {"event": "turn_ended", "player": "white"}


class Table:
    """A service with a board that answers when the test says so."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.board = Scripted()
        self.questions: SimpleQueue[int] = SimpleQueue()
        service.plug("board", self.board.make)

    def tell(self, *reports: Report) -> None:
        for report in reports:
            self.board.reports.put(report)

    def happen(self, event: Event) -> None:
        self.tell(Noticed(event))

    def show(self, setup: Setup) -> None:
        self.happen(BoardSeen(0, exact_reading(setup)))

    def question(self) -> int:
        """The number of the question that the board is asked."""
        return self.questions.get(timeout=HANG_S)

    def until(self, is_so: Callable[[TableView], bool]) -> TableView:
        return until(self.service, is_so)

    def is_asked(self) -> bool:
        return not self.questions.empty()


@contextmanager
def table(folder: Path, agreement: dict[str, Any] | None = None, time: FakeTime | None = None) -> Iterator[Table]:
    """White has thrown 3-1, the play is made, and the board has not told."""
    with running(folder, time) as service:
        one = Table(service)
        one.tell(Reads(one.questions.put))
        one.show(START)
        begun(service, agreement)
        one.until(is_seen)
        yield one


def is_seen(view: TableView) -> bool:
    return view.board is not None and view.board.seen


def is_blacks(view: TableView) -> bool:
    return view.turn == "black"


def posted(table: Table, pool: ThreadPoolExecutor, event: Mapping[str, Any]) -> Callable[[], Answer]:
    future = pool.submit(table.service.post, event, "white")
    return lambda: future.result(HANG_S)


def test_the_end_of_a_turn_waits_for_the_board(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        before = one.service.view()
        one.happen(DiceLifted(0))
        number = one.question()
        assert one.service.view() is before
        one.show(PLAYED)
        one.tell(Looked(number))
        one.until(is_blacks)
    with Journal.open(tmp_path) as journal:
        assert [type(one.event) for one in journal.events(1)][-2:] == [BoardSeen, DiceLifted]


def test_what_comes_after_it_waits_too_and_keeps_its_order(tmp_path: Path) -> None:
    with table(tmp_path) as one, ThreadPoolExecutor() as pool:
        one.happen(DiceLifted(0))
        number = one.question()
        one.happen(DiceSeen(0, (Die(6, Player.BLACK), Die(5, Player.BLACK))))
        one.tell(Condition("running", own("device_says", message="Both are told.")))
        one.until(lambda view: any(device.message.text == "Both are told." for device in view.devices))
        pause = posted(one, pool, HINT)
        assert one.service.view().throw == (3, 1)
        one.show(PLAYED)
        one.tell(Looked(number))
        view = one.until(lambda view: view.throw == (6, 5))
        assert view.turn == "black"
        assert pause().ok
    with Journal.open(tmp_path) as journal:
        names = [type(one.event).__name__ for one in journal.events(1)]
        assert names[-4:] == ["BoardSeen", "DiceLifted", "DiceSeen", "HintWanted"]


def test_the_panel_waits_for_the_board_as_well(tmp_path: Path) -> None:
    with table(tmp_path) as one, ThreadPoolExecutor() as pool:
        answer = posted(one, pool, ENDED)
        number = one.question()
        one.show(PLAYED)
        one.tell(Looked(number))
        assert answer().view.turn == "black"


def test_a_board_that_is_lost_is_not_waited_for(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        one.happen(DiceLifted(0))
        one.question()
        one.tell(Condition("lost", own("device_says", message="It is silent.")))
        view = one.until(lambda view: view.waiting.code == "enter_play")
        assert not is_seen(view)
        assert view.turn == "white"


def test_nor_is_one_that_cannot_be_asked(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        one = Table(service)
        one.show(START)
        begun(service)
        one.until(is_seen)
        one.show(PLAYED)
        one.happen(DiceLifted(0))
        one.until(is_blacks)


def test_a_board_that_never_answers_is_done_without_until_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.service.turn_ends.HOLD_S", 0.01)
    with table(tmp_path) as one:
        one.happen(DiceLifted(0))
        number = one.question()
        assert not is_seen(one.until(lambda view: view.waiting.code == "enter_play"))
        assert "The board does not answer" in caplog.text
        one.tell(Looked(number))
        assert one.until(is_seen).turn == "white"


def test_a_board_that_comes_back_is_looked_at_before_it_is_believed(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        one.tell(Condition("lost", own("device_says", message="It is silent.")))
        one.until(lambda view: not is_seen(view))
        one.happen(DiceLifted(0))
        one.until(lambda view: view.waiting.code == "enter_play")
        one.tell(RUNNING)
        one.show(OTHERWISE)
        number = one.question()
        one.tell(Condition("running", own("device_says", message="That was told.")))
        one.until(lambda view: any(device.message.text == "That was told." for device in view.devices))
        assert one.service.view().turn == "white"
        one.show(PLAYED)
        assert one.question() == number + 1
        one.tell(Looked(number + 1))
        view = one.until(is_blacks)
        assert view.game_board is not None
        assert view.game_board.points[4] == (2, 0)


def test_the_clock_stands_from_the_moment_it_was_hit(tmp_path: Path) -> None:
    time = FakeTime()
    with table(tmp_path, TIMED, time) as one:
        time.seconds += 7
        one.happen(ClockHit(0, Player.WHITE))
        number = one.question()
        time.seconds += 1
        one.show(PLAYED)
        one.tell(Looked(number))
        view = one.until(is_blacks)
        assert view.clock is not None
        assert view.clock.reserve_ms.white == 53_000


def test_a_flag_does_not_fall_while_the_board_is_asked(tmp_path: Path) -> None:
    time = FakeTime()
    with table(tmp_path, TIMED, time) as one:
        time.seconds += 59
        one.happen(ClockHit(0, Player.WHITE))
        number = one.question()
        time.seconds += 1.2
        one.tell(RUNNING)
        one.tell(Condition("running", own("device_says", message="That was told.")))
        one.until(lambda view: any(device.message.text == "That was told." for device in view.devices))
        one.show(PLAYED)
        one.tell(Looked(number))
        view = one.until(is_blacks)
        assert view.clock is not None
        assert (view.clock.flagged, view.clock.reserve_ms.white) == (None, 1000)


def test_what_is_unfinished_is_judged_by_the_board_as_it_is_then(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        one.happen(DiceLifted(0))
        one.tell(Looked(one.question()))
        one.until(lambda view: view.log[-1].message.code == "unfinished")
        number = one.question()
        one.show(PLAYED)
        one.tell(Looked(number))
        one.until(is_blacks)


def test_what_does_not_end_a_turn_asks_nobody(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        one.show(PLAYED)
        one.tell(Condition("running", own("device_says", message="That was all.")))
        one.until(lambda view: any(device.message.text == "That was all." for device in view.devices))
        assert not one.is_asked()


def test_whoever_waits_is_told_when_it_is_switched_off(tmp_path: Path) -> None:
    with table(tmp_path) as one, ThreadPoolExecutor() as pool:
        answer = posted(one, pool, ENDED)
        one.question()
        one.service.stop()
        message = answer().message
        assert message is not None
        assert message.code == "stopped"
