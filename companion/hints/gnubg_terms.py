"""A position and what it is played for, in GNU Backgammon's terms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.hints.advice import Stakes
from companion.rules.board import POINTS
from companion.rules.game import Game, Hits
from companion.rules.games import GAMES
from companion.rules.gnu_match import OWNER_CODES, PLAYERS, MatchState, match_id
from companion.rules.gnu_position import position_id
from companion.rules.players import Player, both
from companion.rules.position import Position, Setup
from companion.rules.turn import Turn

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""The checkers of the opponent, then those of the player on roll: each from the own point 1 to the bar."""
BACKGAMMON = GAMES["backgammon"]
LONGEST = 64
"""The longest match that the program knows."""
BEAVERS = 3
"""How often a double may be answered by another where beavers are played, as the program has it by default."""


def knows(game: Game) -> bool:
    """Return whether the program plays by these rules: backgammon, and Snake, whose reserve is a second bar."""
    return game.cube and game.hits is Hits.TO_BAR and game.checkers == BACKGAMMON.checkers


def merged(position: Position) -> Position:
    """Return the position as one of backgammon: checkers in reserve are on the bar, from where they enter alike.

    Raises `ImpossiblePosition` if it is none.
    """
    sides = position.sides.map(lambda side: replace(side, bar=side.bar + side.reserve, reserve=0))
    return Position.of(BACKGAMMON, Setup(sides))


def board_of(position: Position, on_roll: Player) -> Board:
    """Return the position as the program sees it."""
    return _places(position, on_roll.opponent), _places(position, on_roll)


def _places(position: Position, player: Player) -> tuple[int, ...]:
    path, side = BACKGAMMON.path(player), position.sides[player]
    return (*(side.points[path.point(pace) - 1] for pace in range(POINTS, 0, -1)), side.bar + side.reserve)


def read_board(answer: Any) -> Board:  # noqa: ANN401 - decoded JSON
    """Return a board of an answer."""
    theirs, own = answer
    return tuple(theirs), tuple(own)


def id_of(position: Position, on_roll: Player) -> str:
    """Return the program's id of a position."""
    return position_id(BACKGAMMON, merged(position), on_roll)


def reduced(stakes: Stakes) -> Stakes:
    """Return stakes that are worth the same and that the program can hold.

    Only what is still needed matters. A cube with which either wins the match is as none, to one point; the program
    would crash over a cube of 64. For money only whether the cube was turned matters.
    """
    if not stakes.length:
        return replace(stakes, score=both(0), crawford=False, cube=1 if stakes.owner is None else 2)
    stakes = replace(stakes, jacoby=False, beavers=False)
    needs = stakes.score.map(lambda points: min(LONGEST, max(1, stakes.length - points)))
    length = max(needs)
    if stakes.cube >= length:
        return replace(stakes, length=1, score=both(0), cube=1, owner=None, crawford=False)
    return replace(stakes, length=length, score=needs.map(lambda need: length - need))


@dataclass(frozen=True, slots=True)
class Terms:
    """What it is to judge by, put as the program wants it."""

    stakes: Stakes
    plies: int

    @classmethod
    def of(cls, stakes: Stakes, plies: int) -> Terms:
        """Return the terms of a question."""
        return cls(reduced(stakes), plies)

    @property
    def rules(self) -> str:
        """All but the position and the plies: what was worked out for other rules must not be mixed in."""
        return repr(self.stakes)

    def id_of(self, turn: Turn) -> str:
        """Return the id of a position with its throw, the cube and the score."""
        stakes = self.stakes
        state = MatchState(
            on_roll=turn.player,
            turn=turn.player,
            dice=turn.dice,
            cube=stakes.cube,
            owner=stakes.owner,
            length=stakes.length,
            score=stakes.score,
            crawford=stakes.crawford,
            jacoby=self._jacoby,
        )
        return f"{id_of(turn.position, turn.player)}:{match_id(state)}"

    @property
    def _jacoby(self) -> bool:
        # Without a cube nobody could ever make gammons count.
        return self.stakes.jacoby and self.stakes.has_cube

    @property
    def _beavers(self) -> int:
        return BEAVERS if self.stakes.beavers else 0

    def commands(self, turn: Turn) -> list[str]:
        """Return the commands that set everything that its hints look at."""
        cubeful = "on" if self.stakes.has_cube else "off"
        chequers = "set evaluation chequerplay evaluation"
        looks = (f"{chequers} plies {self.plies}", f"{chequers} cubeful {cubeful}")
        return [*looks, f"set beavers {self._beavers}", f"set gnubgid {self.id_of(turn)}"]

    def info(self, on_roll: Player) -> dict[str, object]:
        """Return what its evaluations want to know of the cube and the score."""
        stakes = self.stakes
        return {
            "cube": stakes.cube,
            "cubeowner": -1 if stakes.owner is None else OWNER_CODES[stakes.owner],
            "move": PLAYERS.index(on_roll),
            "matchto": stakes.length,
            "score": [stakes.score[player] for player in PLAYERS],
            "crawford": int(stakes.crawford),
            "jacoby": int(self._jacoby),
            "beavers": self._beavers,
            "bgv": 0,
        }

    @property
    def context(self) -> dict[str, object]:
        """Return how its evaluations are to look ahead."""
        cubeful = int(self.stakes.has_cube)
        return {"cubeful": cubeful, "plies": self.plies, "deterministic": 1, "prune": 1, "noise": 0.0}
