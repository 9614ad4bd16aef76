"""The position IDs of GNU Backgammon."""

from __future__ import annotations

from companion.rules.board import OFF_PACE, POINTS, Path
from companion.rules.game import Game
from companion.rules.ids import base64_of, check_position, number_of, position_in_play, reading
from companion.rules.players import Player, both
from companion.rules.position import Position, Side

SIZE = 10
"""How many bytes a position has before it is written as text."""
PLACES = POINTS + 1
"""The places of one player: the points and the bar."""


def position_id(game: Game, position: Position, on_roll: Player) -> str:
    """Return the position ID of `position` with `on_roll` on roll."""
    check_position(game, position)
    # The manual says that the player on roll comes first; the program puts the opponent first.
    players = (on_roll.opponent, on_roll)
    counts = [count for player in players for count in _counts(game.path(player), position.sides[player])]
    bits = "".join("1" * count + "0" for count in counts)
    return base64_of(int(bits[::-1], 2), SIZE)


def position_of_id(game: Game, text: str, on_roll: Player) -> Position:
    """Return the position that a position ID shows if `on_roll` is on roll."""
    with reading("position ID", text):
        counts = _runs(number_of(text, SIZE))
        if len(counts) <= 2 * PLACES or any(counts[2 * PLACES :]):
            msg = "it has more checkers than there can be"
            raise ValueError(msg)
        theirs = _side(game.path(on_roll.opponent), counts[:PLACES])
        own = _side(game.path(on_roll), counts[PLACES : 2 * PLACES])
        return position_in_play(game, both(theirs).with_(on_roll, own))


def _runs(number: int) -> list[int]:
    """Return how many ones there are before each zero and after the last, from the lowest bit on."""
    bits = f"{number:0{8 * SIZE}b}"[::-1]
    return [len(ones) for ones in bits.split("0")]


def _counts(path: Path, side: Side) -> list[int]:
    """Return the checkers on each point, the nearest to the tray first, and on the bar."""
    return [side.points[path.point(pace) - 1] for pace in range(POINTS, 0, -1)] + [side.bar]


def _side(path: Path, counts: list[int]) -> Side:
    """Return the side whose `_counts` these are."""
    return Side(tuple(counts[POINTS - path.pace(point)] for point in range(1, OFF_PACE)), bar=counts[POINTS])
