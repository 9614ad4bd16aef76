"""Results per player, worked out by hand for a few matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal.results import Tally
from companion.journal.store import Journal
from companion.match.length import Length, MatchRules, Money, ToPoints
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.table import events as ev
from companion.table.agreement import Agreement
from tests.journal.played import append, written


def resigned(journal: Journal, names: tuple[str, str], length: Length, *games: tuple[str, int]) -> None:
    """Write a match whose games are given up at once: by whom, and for how much."""
    agreement = Agreement(MatchRules(configured("backgammon"), length, Pair(*names)))
    events: list[ev.Event] = []
    for number, (loser, level) in enumerate(games):
        player, at = Player(loser), 10 * number
        events += [ev.NextGame(at)] if number else []
        events += [ev.ThrowEntered(at, Player.WHITE, (3,)), ev.ThrowEntered(at, Player.BLACK, (1,))]
        events += [ev.Resigned(at, player, level), ev.Answered(at, player.opponent, accepted=True)]
    match = written(agreement, events)
    assert len(match.table.games) == len(games)
    append(journal, match)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    with Journal.open(tmp_path) as opened:
        resigned(opened, ("Ada", "Ben"), ToPoints(3), ("black", 1), ("white", 1), ("black", 3))
        resigned(opened, ("Ben", "ada"), ToPoints(1), ("black", 2))
        resigned(opened, ("Ada", "Cem"), Money(), ("white", 2), ("black", 1), ("black", 3))
        resigned(opened, ("Ada", "Cem"), ToPoints(5), ("black", 2))
        resigned(opened, ("Dora", "dora"), ToPoints(1), ("white", 1))
    return Journal.open(tmp_path)


def test_results(journal: Journal) -> None:
    with journal:
        rows = {row.name: row for row in journal.players()}
    assert list(rows) == ["Ada", "Ben", "Cem"]
    against_ben = Tally(2, 1, 1, games_won=2, games_lost=2, points_for=3, points_against=2)
    against_cem = Tally(2, 0, 0, games_won=3, games_lost=1, points_for=6, points_against=2)
    assert rows["Ada"].against == {"Ben": against_ben, "Cem": against_cem}
    assert rows["Ada"].total == Tally(4, 1, 1, 5, 3, 9, 4)
    assert rows["Ben"].against == {"Ada": Tally(2, 1, 1, 2, 2, 2, 3)}
    assert rows["Cem"].total == Tally(2, 0, 0, 1, 3, 2, 6)


def test_results_by_game(journal: Journal) -> None:
    with journal:
        found = {name: journal.by_game(name) for name in ("ADA", "Ben", "dora", "Nobody")}
        rows = {row.name: row.total for row in journal.players()}
    assert [(one.game, one.tally) for one in found["ADA"]] == [("backgammon", rows["Ada"])]
    assert [(one.game, one.tally) for one in found["Ben"]] == [("backgammon", rows["Ben"])]
    assert found["dora"] == found["Nobody"] == []
