"""Who has won how often, and against whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.journal.summary import key
from companion.rules.players import Pair, Player


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches, games and points of a player; a match is won or lost only if it was played to its end."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    games_won: int = 0
    games_lost: int = 0
    points_for: int = 0
    points_against: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(
            self.matches + other.matches, self.won + other.won, self.lost + other.lost,
            self.games_won + other.games_won, self.games_lost + other.games_lost,
            self.points_for + other.points_for, self.points_against + other.points_against,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's results, in all and against each opponent by name."""

    name: str
    total: Tally
    against: Mapping[str, Tally] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameTally:
    """A player's results in one game."""

    game: str
    tally: Tally


Won = tuple[int, int]
"""Games and points."""


def players(connection: sqlite3.Connection) -> list[PlayerRow]:
    """Return the results of all players, by name; a match of somebody against themselves counts for nobody."""
    games = _games(connection)
    found: dict[str, dict[str, Tally]] = {}
    for number, white, black, winner, *_ in connection.execute(MATCHES):
        won = Pair(*(games.get((number, player.value), (0, 0)) for player in Player))
        _count(found, (white, black), _tally(Player.WHITE, winner, won))
        _count(found, (black, white), _tally(Player.BLACK, winner, won))
    return [PlayerRow(name, sum(against.values(), Tally()), against) for name, against in sorted(found.items())]


def by_game(connection: sqlite3.Connection, player: str) -> list[GameTally]:
    """Return the results of a player in each game, the most played first."""
    games, found = _games(connection), dict[str, Tally]()
    asked = key(player)
    for number, _white, _black, winner, game, *keys in connection.execute(MATCHES):
        won = Pair(*(games.get((number, side.value), (0, 0)) for side in Player))
        for side, known in zip(Player, keys, strict=True):
            if known == asked:
                found[game] = found.get(game, Tally()) + _tally(side, winner, won)
    return [GameTally(*one) for one in sorted(found.items(), key=lambda one: (-one[1].matches, one[0]))]


MATCHES = """
    SELECT number, white.name, black.name, winner, game, white.key, black.key
    FROM matches JOIN players AS white ON white.id = white JOIN players AS black ON black.id = black
    WHERE white != black ORDER BY number
"""


def _games(connection: sqlite3.Connection) -> dict[tuple[int, str], Won]:
    rows = connection.execute(
        "SELECT match, winner, COUNT(*), SUM(points) FROM games WHERE winner IS NOT NULL GROUP BY match, winner"
    )
    return {(match, winner): (games, points) for match, winner, games, points in rows}


def _tally(player: Player, winner: str | None, won: Pair[Won]) -> Tally:
    (games, points), (games_lost, points_lost) = won[player], won[player.opponent]
    lost = winner is not None and winner != player.value
    return Tally(1, int(winner == player.value), int(lost), games, games_lost, points, points_lost)


def _count(found: dict[str, dict[str, Tally]], names: Sequence[str], tally: Tally) -> None:
    name, opponent = names
    against = found.setdefault(name, {})
    against[opponent] = against.get(opponent, Tally()) + tally
