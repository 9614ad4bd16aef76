"""A twelfth game is a few lines of data."""

from dataclasses import replace

from companion.rules.game import Start
from companion.rules.games import BACKGAMMON
from companion.rules.players import Player, both
from companion.rules.plays import legal_plays
from companion.rules.position import start_position
from companion.rules.turn import Turn

NACKGAMMON = replace(
    BACKGAMMON,
    id="nackgammon",
    name="Nackgammon",
    start=both(Start(paces=((1, 2), (2, 2), (12, 4), (17, 3), (19, 4)))),
)
HYPERGAMMON = replace(
    BACKGAMMON,
    id="hypergammon",
    name="Hypergammon",
    start=both(Start(paces=((1, 1), (2, 1), (3, 1)))),
)


def test_nackgammon_starts_with_four_checkers_back() -> None:
    position = start_position(NACKGAMMON)
    assert position.points[23] == position.points[22] == 2
    assert position.pips(NACKGAMMON) == both(194)
    assert len(legal_plays(Turn(NACKGAMMON, position, Player.WHITE, (6, 5)))) > 5


def test_hypergammon_is_played_with_three_checkers() -> None:
    position = start_position(HYPERGAMMON)
    assert HYPERGAMMON.checkers == both(3)
    plays = legal_plays(Turn(HYPERGAMMON, position, Player.BLACK, (6, 5)))
    # Any two of the three checkers, each with either number, and any one with both.
    assert len(plays) == 3 * 2 + 3
    assert all(outcome.position.sides.black.total == 3 for outcome in plays)
