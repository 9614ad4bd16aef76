"""A match is judged bit by bit: nothing twice, and nothing lost when it is broken off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hints.advice import AdviserError, AwayError, CubeAdvice, RatedPlay, Stakes
from companion.hints.decisions import games_of
from companion.hints.gradual import Part, Settings, Shelf, judge_match
from companion.hints.report import Json, assembled, decision_data
from companion.journal.lines import event_lines
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.rules.turn import Turn
from companion.table.events import SessionEnded
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Record
from tests.hints.judging import NothingKept, asked, judged, watch
from tests.hints.pip_adviser import Baffled, PipAdviser
from tests.journal.scripts import WALL, session

ENOUGH = "It has been asked enough."
NAMES = ("cube_and_drop", "beaver_taken", "illegal_let_stand", "hit_to_start", "crawford")


class Counting(PipAdviser):
    """Counts what it is asked, and gives up after so many plays."""

    def __init__(self, patience: int = 1000) -> None:
        super().__init__()
        self.asked, self.patience = 0, patience

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        if self.asked == self.patience:
            raise AwayError(ENOUGH)
        self.asked += 1
        return super().plays(turn, stakes, plies)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path) as one:
        yield one


def put(journal: Journal, name: str) -> int:
    agreement, stored, table = session(name)
    lines = event_lines([one.event for one in stored], [one.wall for one in stored])
    return journal.put(New(new_uid(), "test", WALL), agreement, lines, table)


def shelf(journal: Journal, number: int, plies: int | None = None) -> Shelf:
    return Shelf(journal, number, Settings(plies=plies))


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_to_the_same_as_all_at_once(journal: Journal, name: str) -> None:
    number, games = put(journal, name), games_of(session(name)[2])
    found = judge_match(asked(PipAdviser()), games, shelf(journal, number), watch)
    whole = assembled([list(map(decision_data, game)) for game in judged(name)], ["pips"], [])
    assert found == whole
    assert Shelf(journal, number).report() == whole


def test_what_is_judged_is_not_judged_again(journal: Journal) -> None:
    number, games, adviser = put(journal, "manual"), games_of(session("manual")[2]), Counting()
    first = judge_match(asked(adviser), games, shelf(journal, number), watch)
    once = adviser.asked
    assert once
    assert judge_match(asked(adviser), games, shelf(journal, number), watch) == first
    assert adviser.asked == once
    judge_match(asked(adviser), games, shelf(journal, number, plies=1), watch)
    assert adviser.asked == 2 * once
    kept = shelf(journal, number, plies=1)
    kept.forget()
    assert kept.games == 0
    judge_match(asked(adviser), games, kept, watch)
    assert adviser.asked == 3 * once


def test_broken_off_it_goes_on_where_it_was(journal: Journal) -> None:
    number, games = put(journal, "manual"), games_of(session("manual")[2])
    tired, fresh = Counting(patience=1), Counting()
    with pytest.raises(AdviserError):
        judge_match(asked(tired), games, shelf(journal, number), watch)
    kept = shelf(journal, number)
    assert (len([one for one in kept.part(1).decisions if one["kind"] == "play"]), kept.games) == (1, 0)
    told: list[int] = []
    judge_match(asked(fresh), games, kept, lambda done, _total: told.append(done))
    assert told[0] == len(kept.part(1).decisions) - len(told) + 1 > 0
    whole = Counting()
    judge_match(asked(whole), games, NothingKept(), watch)
    assert tired.asked + fresh.asked == whole.asked
    assert kept.games == 1


def test_with_another_event_all_is_forgotten(journal: Journal) -> None:
    number = put(journal, "manual")
    table = journal.resume(number)
    kept = shelf(journal, number)
    kept.keep(1, Part([{"kind": "play"}]))
    kept.finish(1)
    assert (kept.games, len(kept.part(1).decisions)) == (1, 1)
    event = SessionEnded(table.now)
    after = apply(table, event)
    assert not isinstance(after, Rejection)
    journal.append(number, [event], WALL, after)
    assert (kept.games, kept.part(1)) == (0, Part())


def without(report: Json, dice: list[int]) -> list[list[Json]]:
    """The decisions of a report without those about a throw."""
    return [[one for one in game["decisions"] if one.get("dice") != dice] for game in report["games"]]


def test_what_nobody_can_judge_is_left_out_and_counted(journal: Journal) -> None:
    number, games = put(journal, "cube_and_drop"), games_of(session("cube_and_drop")[2])
    whole = judge_match(asked(PipAdviser()), games, NothingKept(), watch)
    found = judge_match(asked(Baffled((6, 5))), games, shelf(journal, number), watch)
    assert whole["unjudged"] == []
    assert found["unjudged"] == [{"why": Baffled.why, "count": 1}]
    assert without(found, [6, 5]) == without(whole, [6, 5])
    assert found["players"] == assembled(without(whole, [6, 5]), [], [])["players"] != whole["players"]
    (left_out,) = (one for game in found["games"] for one in game["decisions"] if "unjudged" in one)
    assert (left_out["kind"], left_out["dice"], left_out["unjudged"]) == ("play", [6, 5], Baffled.why)
    assert [one["decision"] for one in found["mistakes"]] == [one["decision"] for one in whole["mistakes"]]
    assert Shelf(journal, number).report() == found


def test_a_cube_that_nobody_can_judge_is_left_out_too() -> None:
    class NoCubes(PipAdviser):
        def cube(self, *_anything: object) -> CubeAdvice:
            raise AdviserError(Baffled.why)

    games = games_of(session("cube_and_drop")[2])
    whole, found = (judge_match(asked(one), games, NothingKept(), watch) for one in (PipAdviser(), NoCubes()))
    cubes = [one for game in found["games"] for one in game["decisions"] if one["kind"] == "cube"]
    assert found["unjudged"] == [{"why": Baffled.why, "count": len(cubes)}]
    assert [one["doubled"] for one in cubes].count(True) == 2
    for player, total in found["players"].items():
        assert (total["cubes"], total["lost_by_cubes"]) == (0, 0)
        assert total["lost_by_plays"] == whole["players"][player]["lost_by_plays"]


def test_where_nothing_can_be_judged_it_is_said_why_and_tried_anew(journal: Journal) -> None:
    number, games, adviser = put(journal, "manual"), games_of(session("manual")[2]), Baffled()
    for times in (1, 2):
        with pytest.raises(AdviserError, match=Baffled.why):
            judge_match(asked(adviser), games, shelf(journal, number), watch)
        assert (shelf(journal, number).games, shelf(journal, number).part(1)) == (0, Part())
        assert adviser.asked == times * len([one for one in games[0][1] if isinstance(one, Record)])
