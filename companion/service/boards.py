"""Where the checkers lie, as far as anybody knows: what the sensors show, filled in by what the game says."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import POINTS
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from companion.service.view import BoardView, Both, Differing
from companion.table.differences import Difference
from companion.table.reading import BoardReading, Range, Seen, exact_setup
from companion.table.state import Asking, Disputed, Playing, Table


def shown(setup: Setup, unsure: tuple[int, ...] = (), *, seen: bool = False) -> BoardView:
    """Return a board with these checkers."""
    white, black = setup.sides
    return BoardView(
        tuple(zip(white.points, black.points, strict=True)),
        Both(white.bar, black.bar),
        Both(white.off, black.off),
        Both(white.reserve, black.reserve),
        seen,
        unsure,
    )


def game_board(table: Table) -> BoardView:
    """Return where the game says the checkers are."""
    return shown(table.game.position.setup)


def lying_board(table: Table) -> BoardView:
    """Return where the checkers lie."""
    expected, reading = _expected(table), table.board
    if reading is None or (isinstance(table.phase, Disputed) and table.phase.told):
        return shown(expected)
    if reading.shows(expected):
        return shown(expected, seen=True)
    exact = _exact(table, reading)
    if exact is not None:
        return shown(exact, seen=True)
    filled = _filled(reading, expected)
    checkers = table.match.rules.game.checkers
    balanced = Setup(Pair(*(_without_spare(filled, player, reading, checkers[player]) for player in Player)))
    return shown(balanced, _unsure(reading), seen=True)


def differing(table: Table) -> tuple[Differing, ...]:
    """Return where the board differs from the game, or from any possible position in a turn that is over."""
    phase = table.phase
    found = phase.wrong if isinstance(phase, Playing) else table.differs
    return tuple(_differing(one) for one in found)


def _differing(one: Difference) -> Differing:
    return Differing(one.place, one.player.value if one.player else None, one.count)


def _expected(table: Table) -> Setup:
    """Return what probably lies there."""
    phase = table.phase
    if isinstance(phase, Disputed):
        return phase.after
    if isinstance(phase, Playing) and phase.complete is not None:
        return phase.complete.position.setup
    if isinstance(phase, Asking) and table.board is not None:
        return phase.outcomes[0].position.setup
    return table.game.position.setup


def _exact(table: Table, reading: BoardReading) -> Setup | None:
    game = table.match.rules.game
    mover = table.game.player if isinstance(table.phase, Playing | Asking | Disputed) else None
    return exact_setup(reading, game.checkers, table.game.position.setup, mover, has_bar=game.has_bar)


def _filled(reading: BoardReading, expected: Setup) -> Setup:
    """Return what is nearest to the expected of all that the reading allows, place by place."""
    pairs = [
        _nearest(seen, Pair(*counts))
        for seen, *counts in zip(reading.points, expected.sides.white.points, expected.sides.black.points, strict=True)
    ]
    return Setup(Pair(*(_side(reading, expected, player, tuple(pair[player] for pair in pairs)) for player in Player)))


def _without_spare(setup: Setup, player: Player, reading: BoardReading, most: int) -> Side:
    """Return a player's checkers, no more than there are: what is too much has left a place that tells little."""
    side, other = setup.sides[player], setup.sides[player.opponent]
    points, spare = list(side.points), side.total - most
    for at in sorted(range(POINTS), key=lambda at: -points[at]):
        seen = reading.points[at]
        least = max(seen.colours[player][0], seen.total[0] - other.points[at])
        fewer = max(0, min(spare, points[at] - least))
        points[at] -= fewer
        spare -= fewer
    return replace(side, points=tuple(points))


def _side(reading: BoardReading, expected: Setup, player: Player, points: tuple[int, ...]) -> Side:
    side = replace(expected.sides[player], points=points)
    if reading.bars is not None:
        side = replace(side, bar=_within(side.bar, reading.bars[player]))
    if reading.trays is not None:
        side = replace(side, off=max(0, _within(side.off + side.reserve, reading.trays[player]) - side.reserve))
    return side


def _nearest(seen: Seen, counts: Pair[int]) -> Pair[int]:
    white, black = (_within(counts[player], seen.colours[player]) for player in Player)
    more = _within(white + black, seen.total) - white - black
    # What has come is of the colour that was there; what has gone was the last there.
    change_white = bool(white) or not black
    if change_white and white + more >= seen.colours.white[0]:
        white += more
    else:
        black += more
    return Pair(max(0, white), max(0, black))


def _within(count: int, allowed: Range) -> int:
    return min(max(count, allowed[0]), allowed[1])


def _unsure(reading: BoardReading) -> tuple[int, ...]:
    """Return the points of which the reading does not tell how many of each colour are there."""
    return tuple(
        point
        for point, seen in zip(range(1, POINTS + 1), reading.points, strict=True)
        if any(low != high for low, high in seen.colours) and seen.total != (0, 0)
    )
