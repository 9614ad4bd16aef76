"""Calls for the referee: each comes when it is due, keeps its time, and goes."""

from __future__ import annotations

from dataclasses import replace

from companion.service import words
from companion.service.builder import Around, empty_view
from companion.service.publishing.calls import PATIENCE_S, Calling, Now, calling
from companion.service.view import Both, ClockView, DeviceView, DisputeView, Message, TableView

QUIET = replace(empty_view(Around()), uid="abc", phase="playing")
REASON = Message("blocked", (), "The point is blocked.", "The point is blocked.")
DISPUTE = DisputeView("white", REASON, (3, 0, 25, 24, 3), ())
DISPUTED = replace(QUIET, phase="disputed", dispute=DISPUTE)
ASKING = replace(QUIET, phase="asking", question=("8/5", "6/3"))
FLAGGED = replace(
    QUIET, clock=ClockView("sudden", Both(0, 5), 0, "white", paused=False, flagged="white", at=0), phase="to_throw"
)


def with_device(name: str, state: str, message: Message = REASON) -> TableView:
    return replace(QUIET, devices=(DeviceView(name, state, message, 77),))  # type: ignore[arg-type]


def told(*views: tuple[float, TableView]) -> list[tuple[str, int]]:
    """The kinds of calls after these views, and since when; the wall shows as many milliseconds as seconds passed."""
    now = Calling()
    for at, view in views:
        now = calling(now, view, Now(at, int(at)))
    return [(call.kind, call.since) for call in now.calls]


def test_a_quiet_table_calls_nobody() -> None:
    assert told((0.0, QUIET), (1000.0, QUIET)) == []
    assert told((0.0, with_device("board", "running")), (99.0, with_device("board", "starting"))) == []


def test_an_illegal_play_calls_at_once_and_keeps_its_time() -> None:
    assert told((5.0, DISPUTED)) == [("illegal", 5)]
    assert told((5.0, DISPUTED), (60.0, replace(DISPUTED, version=9))) == [("illegal", 5)]
    assert told((5.0, DISPUTED), (60.0, QUIET)) == []
    assert told((5.0, DISPUTED), (60.0, QUIET), (70.0, DISPUTED)) == [("illegal", 70)]


def test_an_illegal_play_tells_the_reason_and_the_points() -> None:
    (call,) = calling(Calling(), DISPUTED, Now(0.0, 0)).calls
    assert (call.text.code, call.text.text, call.points) == ("blocked", "The point is blocked.", (3, 24))


def test_a_question_calls_only_when_nobody_answers() -> None:
    assert told((5.0, ASKING), (5.0 + PATIENCE_S - 0.1, ASKING)) == []
    assert told((5.0, ASKING), (5.0 + PATIENCE_S, ASKING)) == [("question", 5)]
    other = replace(ASKING, question=("13/5",))
    assert told((5.0, ASKING), (20.0, other), (30.0, other)) == []


def test_a_double_that_is_thought_over_calls_nobody() -> None:
    assert told((0.0, replace(QUIET, asked="black")), (500.0, replace(QUIET, asked="black"))) == []


def test_a_device_that_asks_calls_when_nobody_answers() -> None:
    asks = with_device("board", "running", words.own("device_asks", question="Where is White's point 1?"))
    assert told((0.0, asks), (PATIENCE_S - 1, asks)) == []
    assert told((0.0, asks), (PATIENCE_S, asks)) == [("question", 0)]


def test_what_is_lost_calls_since_it_is() -> None:
    assert told((500.0, with_device("board", "lost"))) == [("board", 77)]
    assert told((500.0, with_device("camera", "failed"))) == [("camera", 77)]
    assert told((500.0, with_device("journal", "failed"))) == [("journal", 77)]
    assert told((500.0, with_device("hall", "lost")), (600.0, with_device("buttons", "failed"))) == []


def test_a_flag_calls_until_the_game_is_over() -> None:
    assert told((3.0, FLAGGED), (9.0, FLAGGED)) == [("flag", 3)]
    assert told((3.0, FLAGGED), (9.0, replace(FLAGGED, phase="match_over"))) == []
    (call,) = calling(Calling(), FLAGGED, Now(0.0, 0)).calls
    assert (call.text.text, call.text.params) == ("White's time is up.", (("player", "white"),))


def test_several_calls_stand_side_by_side() -> None:
    both = replace(with_device("board", "lost"), phase="disputed", dispute=DISPUTE)
    assert told((3.0, both)) == [("illegal", 3), ("board", 77)]
