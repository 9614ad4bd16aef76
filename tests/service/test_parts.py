"""Parts at work: what they tell, how they fail, are begun anew, replaced and taken away."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.journal.store import Journal
from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import Setup, start_position
from companion.service import Asked, Noticed, PortError, TableService, TableView, keeper
from companion.service.ports import Condition
from companion.service.words import own
from companion.table.events import BoardSeen, DiceLifted, DiceSeen, Die
from companion.table.reading import exact_reading
from tests.service.parts import RUNNING, Failing, Scripted, Stuck
from tests.service.playing import MONEY, begun, button, done, play, running, until

START = start_position(GAMES["backgammon"]).setup


def state_of(view: TableView, name: str) -> str:
    return next((one.state for one in view.devices if one.name == name), "")


def seen(setup: Setup = START) -> Noticed:
    return Noticed(BoardSeen(0, exact_reading(setup)))


def thrown(player: Player, *values: int) -> Noticed:
    return Noticed(DiceSeen(0, tuple(Die(value, player) for value in values)), b"a picture")


def board_is_seen(view: TableView) -> bool:
    return view.board is not None and view.board.seen


def test_a_throw_that_is_seen_is_played(tmp_path: Path) -> None:
    camera = Scripted()
    with running(tmp_path) as service:
        service.plug("camera", camera.make)
        done(service.new_match(MONEY, "white"))
        camera.reports.put(thrown(Player.WHITE, 3))
        camera.reports.put(Noticed(DiceSeen(0, (Die(3, Player.WHITE), Die(1, Player.BLACK)))))
        view = until(service, lambda view: view.phase == "playing")
        assert view.throw == (3, 1)
        assert [(one.value, one.half) for one in view.dice] == [(3, "white"), (1, "black")]
    with Journal.open(tmp_path) as journal:
        (picture,) = journal.evidence(1)
        assert picture.path.read_bytes() == b"a picture"
        assert picture.seq == 1


def test_the_board_is_seen_lost_and_seen_again(tmp_path: Path) -> None:
    board = Scripted()
    with running(tmp_path) as service:
        service.plug("board", board.make)
        begun(service)
        board.reports.put(seen())
        until(service, board_is_seen)
        board.reports.put(Condition("lost", own("device_says", message="Unplugged.")))
        view = until(service, lambda view: state_of(view, "board") == "lost")
        assert not board_is_seen(view)
        assert view.log[-1].message.code != "board_differs"
        board.reports.put(RUNNING)
        board.reports.put(seen())
        until(service, board_is_seen)


def test_a_new_match_knows_the_board_at_once(tmp_path: Path) -> None:
    board = Scripted()
    with running(tmp_path) as service:
        service.plug("board", board.make)
        board.reports.put(seen())
        board.reports.put(Condition("running", own("device_says", message="All is well.")))
        until(service, lambda view: any(one.message.text == "All is well." for one in view.devices))
        assert board_is_seen(done(service.new_match(MONEY, "white")))


def test_a_match_that_goes_on_waits_for_the_board_to_speak(tmp_path: Path) -> None:
    board = Scripted()
    with running(tmp_path) as service:
        service.plug("board", board.make)
        begun(service)
        play(service, "white", "8/5 6/5")
        board.reports.put(seen())
        view = until(service, lambda view: bool(view.differs))
        assert {one.place for one in view.differs} == {8, 6, 5}
    with running(tmp_path) as service:
        view = service.view()
        assert not board_is_seen(view)
        assert view.differs == ()
        again = Scripted()
        again.reports.put(seen())
        service.plug("board", again.make)
        view = until(service, lambda view: bool(view.differs))
        assert {"board_is_right"} <= {one.name for one in view.actions}


def test_a_part_that_fails_is_shown_and_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "WAITS", (0.0,))
    camera = Failing(3, lambda: PortError("The camera is not plugged in."))
    with running(tmp_path) as service:
        begun(service)
        service.plug("camera", camera.make)
        until(service, lambda view: state_of(view, "camera") == "running")
        assert camera.left == 0
        play(service, "white", "8/5 6/5")


def test_a_part_says_why_it_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as service:
        service.plug("camera", Failing(99, lambda: PortError("The camera is not plugged in.")).make)
        view = until(service, lambda view: state_of(view, "camera") == "failed")
        (device,) = [one for one in view.devices if one.name == "camera"]
        assert "The camera is not plugged in." in device.message.text
        assert button(view, "restart_device", device="camera")
    assert not [one for one in caplog.records if one.exc_info]


def test_what_nobody_foresaw_is_logged_and_the_table_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as service:
        board = Scripted()
        service.plug("board", board.make)
        begun(service)
        board.reports.put(ZeroDivisionError("a bug in a driver"))
        view = until(service, lambda view: state_of(view, "board") == "failed")
        assert "ZeroDivision" not in str(view)
        play(service, "white", "8/5 6/5")
    assert [one.message for one in caplog.records if one.exc_info] == ["A part has failed"]


def test_a_part_is_tried_again_by_a_button(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        service.plug("camera", Failing(1, lambda: PortError("Gone.")).make)
        view = until(service, lambda view: state_of(view, "camera") == "failed")
        done(service.post(button(view, "restart_device"), "white"))
        until(service, lambda view: state_of(view, "camera") == "running")


def test_a_part_that_ends_is_off(tmp_path: Path) -> None:
    film = Scripted()
    with running(tmp_path) as service:
        service.plug("camera", film.make)
        film.reports.put(None)
        view = until(service, lambda view: state_of(view, "camera") == "off")
        assert button(view, "restart_device")


def test_a_part_is_replaced_and_the_old_one_tells_nothing_more(tmp_path: Path) -> None:
    old, new = Scripted(), Scripted()
    with running(tmp_path) as service:
        service.plug("board", old.make)
        begun(service)
        old.reports.put(seen())
        until(service, board_is_seen)
        service.plug("board", new.make)
        until(service, lambda view: not board_is_seen(view))
        assert new.at_work.wait(20.0)
        old.reports.put(seen())
        new.reports.put(seen())
        until(service, board_is_seen)
        service.unplug("board")
        until(service, lambda view: state_of(view, "board") == "off")
        service.unplug("board")


def test_a_part_that_was_taken_away_is_not_offered_to_be_tried_again(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        service.plug("camera", Scripted().make)
        until(service, lambda view: state_of(view, "camera") == "running")
        service.unplug("camera")
        view = until(service, lambda view: state_of(view, "camera") == "off")
        assert [one for one in view.actions if one.name == "restart_device"] == []


def test_a_part_that_two_replace_at_once_is_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[keeper.Keeper]()

    class Slow(keeper.Keeper):
        def __init__(self, *given: Any) -> None:
            time.sleep(0.1)
            super().__init__(*given)
            made.append(self)

    monkeypatch.setattr("companion.service.service.Keeper", Slow)
    with running(tmp_path) as service:
        two = [threading.Thread(target=service.plug, args=("camera", Scripted().make)) for _ in range(2)]
        for one in two:
            one.start()
        for one in two:
            one.join()
        assert [one._stopping.is_set() for one in made].count(False) == 1


def test_a_part_that_does_not_stop_is_left_behind(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stuck = Stuck()
    service = TableService(tmp_path)
    service.plug("camera", lambda: stuck)
    service.start()
    until(service, lambda view: state_of(view, "camera") == "running")
    with caplog.at_level(logging.WARNING):
        service.stop()
    assert "A part does not stop" in caplog.text
    stuck.let_go.set()


def test_the_players_are_asked_and_answer(tmp_path: Path) -> None:
    board, given = Scripted(), list[str]()
    question = Asked("Where is White's point 1?", (("here", lambda: given.append("here")), ("there", lambda: None)))
    with running(tmp_path) as service:
        service.plug("board", board.make)
        board.reports.put(question)
        view = until(service, lambda view: any(one.name == "answer_device" for one in view.actions))
        (device,) = [one for one in view.devices if one.name == "board"]
        assert device.message.text == "Where is White's point 1?"
        view = done(service.post(button(view, "answer_device", answer=1), "white"))
        assert given == ["here"]
        assert not [one for one in view.actions if one.name == "answer_device"]
        assert not service.post({"event": "answer_device", "device": "board", "answer": 1}, "white").ok


def test_a_question_can_settle_by_itself(tmp_path: Path) -> None:
    board = Scripted()
    with running(tmp_path) as service:
        service.plug("board", board.make)
        board.reports.put(Asked("Which?", (("this", lambda: None),)))
        until(service, lambda view: any(one.name == "answer_device" for one in view.actions))
        board.reports.put(Asked(""))
        until(service, lambda view: not any(one.name == "answer_device" for one in view.actions))


def test_a_turn_is_judged_when_the_board_has_had_its_time(tmp_path: Path) -> None:
    board, camera = Scripted(), Scripted()
    with running(tmp_path) as service:
        service.plug("board", board.make)
        service.plug("camera", camera.make)
        begun(service)
        board.reports.put(seen())
        until(service, board_is_seen)
        camera.reports.put(Noticed(DiceSeen(0, (Die(3, Player.WHITE), Die(1, Player.WHITE)))))
        camera.reports.put(Noticed(DiceLifted(0)))
        view = until(service, lambda view: view.phase == "disputed")
        assert view.dispute is not None
        assert view.dispute.reason.code == "not_moved"
    with Journal.open(tmp_path) as journal:
        names = [type(one.event).__name__ for one in journal.events(1)]
        assert names.count("TimePassed") == 1


def test_a_part_that_was_told_to_end_tells_nothing_more() -> None:
    told: list[object] = []
    stuck = Stuck()
    one = keeper.Keeper("camera", lambda: stuck, lambda _name, report: told.append(report))
    one.start()
    one.end()
    stuck.let_go.set()
    one.wait(20.0)
    before = list(told)
    one._tell(RUNNING)
    assert told == before
    again = keeper.Keeper("camera", lambda: stuck, lambda _name, report: told.append(report))
    again.end()
    again.start()
    again.wait(20.0)
    assert told == before
