"""A short soak: everything fails once around a real service, and all that happened is in its journal as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from companion.demo.plugs import FAULTS
from companion.journal.recorder import Recorder
from companion.journal.store import Journal
from companion.rules.players import Player
from companion.service.plays import Tap, taps
from companion.table.agreement import decode_agreement
from companion.table.events import Event, PlayEntered, ThrowEntered
from companion.table.state import Playing
from tests.soak.choices import Chooser
from tests.soak.hostile import Hostile
from tests.soak.outside import Outside
from tests.soak.picture import picture
from tests.soak.players import Players, Seat
from tests.soak.process import Service, free_port
from tests.soak.soak import STARTS_S, Soak, Wishes
from tests.soak.story import Story, differences, shown
from tests.soak.tally import Tally, Watching

pytestmark = pytest.mark.real_time

AROUND = {"frozen", "disk_full", "clock_ahead", "clock_back", "kill_service", "kill_gnubg", "stop_gnubg"}
OTHERS = {"storm", "slow_readers", "slow_loris", "giant", "nonsense"}


def test_everything_fails_once_and_nothing_is_lost_or_wrong(tmp_path: Path) -> None:
    wishes = Wishes(tmp_path, seed=12, each=1.0, at_once=3, lasting=0.3, by_camera=0.1, say=lambda _text: None)
    with Soak(wishes) as soak:
        coming = sorted(soak.faults.menu, key=lambda fault: fault.part == "hints")
        assert {fault.name for fault in coming} == {*FAULTS, *AROUND, *OTHERS}
        names = {fault.name for fault in coming}
        soak.match("backgammon", 1, coming, patience=30)
        soak.match("puff", 1, coming, patience=15)
        while coming:
            soak.match("revertier", 1, coming, patience=15)
    assert list(soak.tally.lines())
    assert set(soak.tally.faults) == names
    assert soak.tally.wrong == soak.tally.lost == soak.tally.odd == soak.tally.otherwise == []
    assert soak.tally.again["events"] > 0
    assert soak.tally.games.total() >= 2
    assert soak.service.lives == 2
    assert "polyline" in picture(soak.tally.samples)


def other_play(told: Story, play: str) -> str:
    """Another play of the turn that is to be played."""
    assert isinstance(told.table.phase, Playing)
    ways, made = taps(told.table.phase.turn), list[Tap]()
    while possible := ways.next_steps(made):
        made.append(possible[-1])
    assert ways.text(made) != play
    return ways.text(made)


@pytest.fixture
def story() -> Story:
    """A few turns of a game."""
    told = Story(decode_agreement({"game": "backgammon", "length": {"kind": "points", "points": 1}}))
    chooser = Chooser(Random(4))
    while told.count < 12 or not isinstance(told.facts[-1], PlayEntered):
        for fact in chooser.next(told.table):
            told.add(fact)
    return told


def test_a_story_finds_where_it_stands(story: Story) -> None:
    assert story.find(shown(story.table)) == story.count
    assert story.find({**shown(story.table), "throw": (6, 6), "phase": "playing", "turn": "white"}) is None


def test_dice_of_an_opening_are_the_same_in_any_order() -> None:
    begun = Story(decode_agreement({"game": "puff", "length": {"kind": "rounds", "games": 1}}))
    begun.add(ThrowEntered(0, Player.WHITE, (5, 3)))
    seen = Story(begun.agreement)
    seen.add(ThrowEntered(0, Player.WHITE, (3, 5)))
    assert seen.table.phase != begun.table.phase
    assert begun.find(shown(seen.table)) == 1
    misread = Story(begun.agreement)
    misread.add(ThrowEntered(0, Player.WHITE, (5, 4)))
    assert begun.find(shown(misread.table)) is None


def test_what_is_recorded_otherwise_is_found(story: Story) -> None:
    other = Story(story.agreement)
    for fact in story.facts[:-2]:
        other.add(fact)
    assert list(differences(story.table, story.table)) == []
    assert len(list(differences(story.table, other.table))) == 1
    misread = Story(story.agreement)
    for fact in story.facts[:-1]:
        misread.add(fact)
    last = story.facts[-1]
    assert isinstance(last, PlayEntered)
    misread.add(PlayEntered(0, last.player, other_play(misread, last.play)))
    line = len(misread.table.game.record)
    assert [one.partition(":")[0] for one in differences(story.table, misread.table)] == [f"game 1, line {line}"]


BREAKS: dict[str, Callable[[list[Event]], list[Event]]] = {
    "nothing": lambda facts: facts,
    "an event forgotten": lambda facts: facts[:-2],
    "another throw": lambda facts: [*facts[:-2], ThrowEntered(0, facts[-2].player, (6, 6))],  # type: ignore[attr-defined]  # a throw
    "all of it": lambda _facts: [],
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_journal_that_tells_otherwise_is_a_wrong_record(tmp_path: Path, story: Story, broken: str) -> None:
    """The soak itself is tried: would it notice?"""
    with Journal.open(tmp_path) as journal:
        recorder = Recorder.begin(journal, story.agreement, 0)
        for fact in BREAKS[broken](story.facts):
            recorder.record(fact, 0)
    soak = Soak.__new__(Soak)
    soak.tally, soak.panel, soak._data = Tally(), Mock(), tmp_path
    soak._check(story, recorder.uid)
    assert bool(soak.tally.wrong) is (broken != "nothing")
    assert soak.tally.is_clean is (broken == "nothing")


def test_a_match_that_is_not_there_is_a_wrong_record(tmp_path: Path, story: Story) -> None:
    with Journal.open(tmp_path):
        pass
    soak = Soak.__new__(Soak)
    soak.tally, soak.panel, soak._data = Tally(), Mock(), tmp_path
    soak._check(story, "another")
    assert len(soak.tally.wrong) == 1


def test_what_the_players_decide_is_legal_in_every_game() -> None:
    for seed in range(3):
        told = Story(decode_agreement({"game": "trictrac", "length": {"kind": "rounds", "games": 1}}))
        chooser = Chooser(Random(seed), patience=30)
        while facts := chooser.next(told.table):
            for fact in facts:
                told.add(fact)
        assert len(told.table.games) == 1
        assert any(isinstance(fact, PlayEntered) for fact in told.facts)


@pytest.fixture
def seated(story: Story) -> tuple[Players, Tally, list[int]]:
    """Players, what is counted of them, and how often the service was started."""
    lives, tally = [1], Tally()
    seat = Seat(Mock(), Mock(), tally, Chooser(Random(1)), Random(1), lambda: lives[-1])
    return Players(seat, story, ""), tally, lives


@pytest.mark.parametrize(
    ("trouble", "kills", "lost", "unwritten"),
    [([], [2], 2, 0), (["The disk is full."], [2], 0, 2), ([], [], 2, 0), (["The disk is full."], [], 2, 0)],
)
def test_what_a_service_does_not_know_any_more_is_lost(
    seated: tuple[Players, Tally, list[int]], trouble: list[str], kills: list[int], lost: int, unwritten: int
) -> None:
    players, tally, lives = seated
    players._remember({"trouble": []}, 5)
    players._remember({"trouble": trouble}, 7)
    lives += kills
    players._remember({"trouble": []}, 5)
    assert (len(tally.lost), len(tally.unwritten)) == (lost, unwritten)


def test_a_view_from_before_a_kill_hides_no_loss(seated: tuple[Players, Tally, list[int]]) -> None:
    players, tally, lives = seated
    players._remember({"trouble": []}, 5)
    lives.append(2)
    players._remember({"trouble": []}, 5)
    players._remember({"trouble": []}, 3)
    assert len(tally.lost) == 2


def test_what_the_players_take_back_is_not_lost(seated: tuple[Players, Tally, list[int]]) -> None:
    players, tally, _ = seated
    players._remember({"trouble": []}, 5)
    players._is_odd({"phase": "game_over", "turn": "white", "throw": []}, 10.0)
    players._remember({"trouble": []}, 4)
    assert (tally.lost, len(tally.at_first)) == ([], 1)


def test_answers_that_say_the_service_has_failed_are_kept() -> None:
    hostile = Hostile(1, Random(1))
    hostile._judge(b"HTTP/1.1 400 Bad Request")
    hostile._judge(b"HTTP/1.1 503 Service Unavailable")
    assert hostile.failed == []
    hostile._judge(b"HTTP/1.1 500 Internal Server Error")
    assert len(hostile.failed) == 1
    assert hostile.failed == []


def test_a_part_that_is_away_without_a_fault_is_blind() -> None:
    tally, spoilt = Tally(), {"board": False, "camera": True}
    watching = Watching(tally, lambda part: spoilt[part])
    watching.see({"phase": "playing", "devices": [{"name": "board", "state": "lost"}]})
    watching.look()
    assert tally.blind_s["board"] > 0
    assert tally.blind_s["camera"] == 0


def test_clock_and_disk_of_a_service_go_wrong(tmp_path: Path) -> None:
    """The service itself has to see them: whatever it writes carries the wrong time, or is not written."""
    wishes = Wishes(tmp_path, seed=3, each=0.0, by_camera=0.0, say=lambda _text: None)
    with Soak(wishes) as soak:
        soak.match("backgammon", 1, [], patience=4)
        before = soak.panel.view
        soak.outside.set_clock(-86_400)
        soak.match("backgammon", 1, [], patience=4)
        after = soak.panel.view
        assert before is not None
        assert after is not None
        assert after["log"][-1]["wall"] < before["log"][-1]["wall"] - 80_000_000
        soak.outside.fill_disk(full=True)
        soak.panel.post("/matches", {"game": "snake", "length": {"kind": "money"}})
        assert soak.panel.wait(lambda now: bool(now["trouble"]), STARTS_S)
        soak.outside.fill_disk(full=False)
        assert soak.panel.wait(lambda now: not now["trouble"], STARTS_S)
    assert soak.tally.is_clean


def test_a_killed_service_is_another_one(tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(f'folder = "{tmp_path}"\n[panel]\nport = {free_port()}\n[board]\nport = "off"\n')
    service = Service(config, tmp_path / "log", Outside(tmp_path).environment)
    service.start()
    first = service.pid
    service.kill_and_start()
    assert service.lives == 2
    assert service.pid != first
    assert service.sample(0.0) is not None
    service.stop()
    assert service.sample(0.0) is None
    service.revive()
    assert (service.ended, service.lives) == ([], 2), "who was asked to end has not ended by itself"
