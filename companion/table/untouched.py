"""Whether a player's checkers stand where a play has left them, while the opponent has begun to move."""

from __future__ import annotations

from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from companion.table.reading import BoardReading, Range


def is_untouched(board: BoardReading, after: Setup, player: Player) -> bool:
    """Whether all checkers of `player` are seen as in `after`, whatever the opponent's do."""
    side, other = after.sides[player], after.sides[player.opponent]
    for seen, own, theirs in zip(board.points, side.points, other.points, strict=True):
        counts = Pair(own, theirs) if player is Player.WHITE else Pair(theirs, own)
        if own and not seen.allows(counts):
            return False
        if not own and seen.colours[player][0]:
            return False
    return _is_in(board.bars, player, side.bar) and _is_in(board.trays, player, side.off + side.reserve)


def _is_in(zone: Pair[Range] | None, player: Player, count: int) -> bool:
    return zone is None or zone[player][0] <= count <= zone[player][1]
