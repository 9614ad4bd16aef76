"""The steps of a game are worked out once; what is kept is given back, and anything else worked out anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.journal import kept_steps
from companion.journal.kept_steps import steps_by_game, steps_of_game
from companion.journal.lines import Stored
from companion.journal.replay import plain, steps_of
from companion.journal.store import Journal
from companion.table.events import TimePassed
from companion.table.state import Table
from tests.journal.scripts import WALL, session

NAME = "cube_and_drop"


class Watched:
    """Counts how often events are gone through."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, stored: list[Stored]) -> list[Stored]:
        self.times += 1
        return stored


def journal_with(folder: Path, name: str = NAME) -> tuple[Journal, int, Table]:
    agreement, stored, table = session(name)
    journal = Journal.open(folder)
    match = journal.begin(agreement, WALL)
    journal.append(match, [one.event for one in stored], [one.wall for one in stored], table)
    return journal, match, table


def test_a_game_is_gone_through_once(tmp_path: Path) -> None:
    journal, match, _ = journal_with(tmp_path)
    watch = Watched()
    with journal:
        first = steps_of_game(journal, match, 1, watch)
        assert steps_of_game(journal, match, 1, watch) == first
        assert steps_of_game(journal, match, 2, watch) == steps_by_game(journal, match)[2]
    assert watch.times == 1


def test_kept_steps_are_those_of_the_match(tmp_path: Path) -> None:
    journal, match, _ = journal_with(tmp_path)
    agreement, stored, _ = session(NAME)
    with journal:
        games = [steps_of_game(journal, match, game) for game in (1, 2)]
        assert [steps_of_game(journal, match, game) for game in (1, 2)] == games
    assert [step for game in games for step in game] == [plain(step) for step in steps_of(agreement, stored)]


def test_a_game_that_there_is_not_has_no_steps(tmp_path: Path) -> None:
    journal, match, _ = journal_with(tmp_path)
    with journal:
        assert [steps_of_game(journal, match, game) for game in (9, 0, -1, 10**30)] == [[]] * 4


def test_what_happens_later_is_seen(tmp_path: Path) -> None:
    journal, match, table = journal_with(tmp_path)
    watch = Watched()
    with journal:
        steps_of_game(journal, match, 2, watch)
        journal.append(match, [TimePassed(table.now + 1)], WALL, table)
        steps_of_game(journal, match, 2, watch)
    assert watch.times == 2


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"version": 99, "steps": []}'])
def test_what_is_kept_wrongly_is_worked_out_anew(tmp_path: Path, body: bytes) -> None:
    journal, match, _ = journal_with(tmp_path)
    with journal:
        steps = steps_of_game(journal, match, 1)
        journal.cache(match, 1, body)
        assert steps_of_game(journal, match, 1) == steps
        assert steps


def test_nothing_is_kept_of_a_match_that_went_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, match, table = journal_with(tmp_path)

    def later(stored: list[Stored]) -> list[Stored]:
        journal.append(match, [TimePassed(table.now + 1)], WALL, table)
        return stored

    with journal:
        steps_of_game(journal, match, 2, later)
        assert journal.cached(match, 2) is None
        monkeypatch.setattr(kept_steps, "VERSION", kept_steps.VERSION + 1)
        assert steps_of_game(journal, match, 2)


def test_nothing_is_kept_of_a_match_that_goes_on_at_the_last_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, match, table = journal_with(tmp_path)
    keep = journal.cache

    def late(*what: Any) -> None:
        if what[1] == 2:
            journal.append(match, [TimePassed(table.now + 1)], WALL, table)
        keep(*what)

    with journal:
        monkeypatch.setattr(journal, "cache", late)
        steps_of_game(journal, match, 2)
        assert journal.cached(match, 2) is None
