"""The service as the panel uses it: matches entered by hand, resumed, watched, with a journal that fails."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.journal.store import Journal
from companion.rules.games import GAMES
from companion.service import TableService
from companion.service.service import unix_ms
from tests.service.playing import MONEY, FakeTime, begun, button, done, play, play_first, running, throw, until

CLOCK = {"kind": "fischer", "reserve_ms": {"white": 60_000, "black": 60_000}, "step_ms": 0}
TIMED = {**MONEY, "clock": CLOCK}


def test_without_a_match_it_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = service.view()
        assert (view.phase, view.waiting.code, view.match) == ("no_match", "no_match", None)
        answer = service.post({"event": "turn_ended", "player": "white"}, "white")
        assert not answer.ok
        assert answer.message is not None
        assert answer.message.code == "no_match"


def test_before_it_has_begun_it_says_so(tmp_path: Path) -> None:
    service = TableService(tmp_path)
    assert service.view().waiting.code == "starting"
    answer = service.new_match(MONEY, "white")
    assert (answer.ok, answer.message and answer.message.code) == (False, "starting")
    service.start(wait=False)
    done(service.new_match(MONEY, "white"))
    service.stop()


def test_a_match_by_hand_is_shown_and_written(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        assert (view.phase, view.turn, view.throw, view.left) == ("playing", "white", (3, 1), (3, 1))
        view = play(service, "white", "8/5 6/5")
        assert (view.phase, view.turn, view.throw) == ("to_throw", "black", ())
        assert view.last is not None
        assert (view.last.international, view.last.booklet, view.last.by_hand) == ("8/5 6/5", "8-5, 6-5", True)
        assert [line.message.code for line in view.log][-1] == "played"
        assert view.match == 1
        assert view.log[-1].seq == 3
    with Journal.open(tmp_path) as journal:
        assert len(journal.events(1)) == 3
        assert journal.match(1).source == "table"


def test_a_double_by_its_buttons(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        view = play(service, "white", "8/5 6/5")
        view = done(service.post(button(view, "double"), "black"))
        assert view.cube is not None
        assert (view.asked, view.cube.offer, view.cube.offered_by) == ("white", 2, "black")
        view = done(service.post(button(view, "take"), "white"))
        assert view.cube is not None
        assert (view.cube.value, view.cube.owner, view.cube.face) == (2, "white", 2)


def test_what_is_turned_down_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        before = begun(service)
        answer = service.post({"event": "throw_entered", "player": "black", "dice": [6, 6]}, "black")
        assert not answer.ok
        assert answer.message is not None
        assert answer.message.code == "end_turn_first"
        assert answer.message.text == "White has to end the turn first."
        assert answer.view is before
        assert service.view() is before


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"event": "throw_entered", "player": "green", "dice": [1]}, "bad_event"),
        ({"event": "nonsense"}, "bad_event"),
        ({}, "bad_event"),
        ({"event": "turn_ended", "player": "white", "at": 0}, "bad_event"),
        ({"event": "board_lost"}, "not_by_hand"),
        ({"event": "time_passed"}, "not_by_hand"),
        ({"event": "dice_lifted"}, "not_by_hand"),
        ({"event": "answer_device", "device": "board", "answer": 1}, "no_question"),
        ({"event": "restart_device", "device": "board"}, "no_such_device"),
        ({"event": "new_journal"}, "nothing_to_mend"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, event: dict[str, object], code: str) -> None:
    with running(tmp_path) as service:
        before = begun(service)
        answer = service.post(event, "somebody")
        assert (answer.ok, answer.message and answer.message.code) == (False, code)
        assert service.view() is before


@pytest.mark.parametrize("agreement", [{}, {"game": "chess"}, {**MONEY, "names": {"white": "", "black": "B"}}])
def test_a_match_that_cannot_be_is_refused(tmp_path: Path, agreement: dict[str, object]) -> None:
    with running(tmp_path) as service:
        answer = service.new_match(agreement, "white")
        assert (answer.ok, answer.message and answer.message.code) == (False, "bad_agreement")
        assert service.view().phase == "no_match"


def test_it_waits_for_the_next_view(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        assert service.wait(view.version, 0.0) is None
        assert service.wait(view.version - 1, 0.0) is view
        assert service.wait(view.version + 1000, 0.0) is view, "the version of an earlier life"
        later = threading.Timer(0.05, play, (service, "white", "8/5 6/5"))
        later.start()
        newer = service.wait(view.version, 20.0)
        assert newer is not None
        assert newer.version == view.version + 1
        later.join()


def test_whoever_waits_is_let_go_at_the_end(tmp_path: Path) -> None:
    service = TableService(tmp_path)
    service.start()
    found: list[object] = []
    waiter = threading.Thread(target=lambda: found.append(service.wait(service.view().version, 600.0)))
    waiter.start()
    service.stop()
    waiter.join(20.0)
    assert found == [None]
    answer = service.post({"event": "turn_ended", "player": "white"}, "white")
    assert (answer.ok, answer.message and answer.message.code) == (False, "stopped")


def test_an_open_match_goes_on_by_itself(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        before = play(service, "white", "8/5 6/5")
    with running(tmp_path) as service:
        view = until(service, lambda view: bool(view.log))
        assert (view.match, view.uid, view.turn, view.waiting) == (1, before.uid, "black", before.waiting)
        assert (view.board, view.score, view.last) == (before.board, before.score, before.last)
        assert [line.message for line in view.log] == [line.message for line in before.log]
        assert [line.seq for line in view.log] == [line.seq for line in before.log]
        throw(service, "black", 6, 5)
    with Journal.open(tmp_path) as journal:
        assert len(journal.events(1)) == 4


def test_a_match_that_is_over_does_not_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        view = done(service.post(button(view, "end_session"), "both"))
        assert view.phase == "match_over"
    with running(tmp_path) as service:
        assert service.view().phase == "no_match"
        assert begun(service).match == 2


def test_a_new_match_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        view = done(service.new_match({"game": "trictrac", "length": {"kind": "rounds", "games": 2}}, "white"))
        assert (view.match, view.game, view.log) == (2, "trictrac", ())
        assert view.points is not None
        assert view.hucke is not None


def test_nobodys_time_runs_while_the_service_is_off(tmp_path: Path) -> None:
    time = FakeTime()
    with running(tmp_path, time) as service:
        begun(service, TIMED)
        time.seconds += 7
        view = play(service, "white", "8/5 6/5")
        assert view.clock is not None
        assert view.clock.reserve_ms.white == 53_000
        assert view.clock.at == service.now() == 7000
    time.seconds += 3600
    with running(tmp_path, time) as service:
        assert service.now() == 7000
        time.seconds += 5
        view = throw(service, "black", 6, 5)
        assert view.clock is not None
        assert (view.clock.reserve_ms.black, view.clock.running) == (55_000, "black")


def test_a_clock_that_goes_back_is_not_believed(tmp_path: Path) -> None:
    time = FakeTime()
    with running(tmp_path, time) as service:
        begun(service, TIMED)
        time.seconds += 7
        play(service, "white", "8/5 6/5")
        time.seconds -= 5
        throw(service, "black", 6, 5)
    with Journal.open(tmp_path) as journal:
        assert [one.event.at for one in journal.events(1)] == [0, 0, 7000, 7000]


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    timed = {**MONEY, "clock": {**CLOCK, "reserve_ms": {"white": 40, "black": 60_000}}}
    with running(tmp_path) as service:
        begun(service, timed)
        view = until(service, lambda view: view.clock is not None and view.clock.flagged is not None)
        assert view.waiting.code == "flag_claim"
        view = done(service.post(button(view, "claim_flag"), "black"))
        assert view.winner == "black"


def test_events_that_change_nothing_are_not_written(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        assert done(service.post({"event": "clock_hit", "player": "black"}, "black")) is view
    with Journal.open(tmp_path) as journal:
        assert len(journal.events(1)) == 2


def test_steps_are_taken_back_by_consent(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        view = play(service, "white", "8/5 6/5")
        view = done(service.post(button(view, "undo"), "both"))
        assert (view.phase, view.throw) == ("playing", (3, 1))


def test_a_play_is_tapped(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        assert service.next_steps([]) == []
        assert service.play_text([(8, 5)]) == "-"
        begun(service)
        assert (8, 5) in service.next_steps([])
        assert (6, 5) in service.next_steps([(8, 5)])
        assert not service.is_whole([(8, 5)])
        assert service.is_whole([(8, 5), (6, 5)])
        view = play(service, "white", service.play_text([(8, 5), (6, 5)]))
        assert view.last is not None
        assert view.last.international == "8/5 6/5"


def test_an_illegal_play_by_hand_and_its_ways_out(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        view = play(service, "white", "24/20 6/5")
        assert view.phase == "disputed"
        assert view.dispute is not None
        assert view.dispute.reason.text
        assert view.dispute.arrows
        assert {"stand", "change", "board_is_right", "play"} <= {one.name for one in view.actions}
        view = done(service.post(button(view, "stand"), "black"))
        assert view.last is not None
        assert view.last.condoned is not None
        assert view.last.international == "24/20 6/5"


def test_all_games_are_offered(tmp_path: Path) -> None:
    games = TableService(tmp_path).catalogue()
    assert [one.id for one in games] == list(GAMES)
    assert {one.id for one in games if one.cube} == {"backgammon", "snake"}
    assert all(set(one.lengths) == {"points", "money", "rounds"} for one in games)
    for game in games:
        assert {one.name: one.default for one in game.options} == {
            one.name: one.default for one in GAMES[game.id].options
        }


@pytest.mark.parametrize("name", GAMES)
def test_each_game_can_be_begun(tmp_path: Path, name: str) -> None:
    with running(tmp_path) as service:
        info = next(one for one in service.catalogue() if one.id == name)
        length = {"points": {"points": 3}, "rounds": {"games": 2}, "money": {}}[info.lengths[0]]
        view = done(service.new_match({"game": name, "length": {"kind": info.lengths[0], **length}}, "white"))
        dice = [dict(one.label.params)["count"] for one in view.actions if one.name == "throw"]
        assert dice in ([1, 1], [2, 2])
        throw(service, "white", *[6, 4][: int(dice[0])])
        view = throw(service, "black", *[5, 1][: int(dice[0])])
        if view.phase == "to_throw":
            throw(service, "white", 4, 2)
        play_first(service)


def test_the_wall_clock_is_in_milliseconds() -> None:
    assert unix_ms() > 1_700_000_000_000
