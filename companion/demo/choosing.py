"""How a virtual player chooses a play: a few of those that the table allows are looked at, and the best is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.rules.board import BAR, POINTS
from companion.rules.game import Game, Hits
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from companion.service.view import BoardView, Place

Tap = tuple[Place, Place]
Steps = Callable[[Sequence[Tap]], Sequence[Tap]]
"""Tells by which single steps a play can go on."""
LOOKED_AT = 40
HIT, BLOT, BAND, HOME_BAND, GONE, SPREAD = 9.0, -3.5, 2.5, 2.5, 1.0, 2.0


@dataclass(frozen=True, slots=True)
class Chosen:
    """A play, and how the checkers lie after it."""

    taps: tuple[Tap, ...]
    after: Setup


def setup_of(board: BoardView) -> Setup:
    """Return the checkers of a board that is shown."""
    return Setup(
        Pair(
            *(
                Side(
                    tuple(counts[number] for counts in board.points),
                    board.bar.of(player.value),
                    board.reserve.of(player.value),
                    board.off.of(player.value),
                )
                for number, player in enumerate(Player)
            )
        )
    )


def chosen(game: Game, player: Player, before: Setup, steps: Steps, chance: Random) -> Chosen:
    """Return a play that is not too bad."""
    plays = (_any_play(game, player, before, steps, chance) for _ in range(LOOKED_AT))
    return max(plays, key=lambda one: worth(game, player, one.after) + chance.uniform(0.0, SPREAD))


def _any_play(game: Game, player: Player, before: Setup, steps: Steps, chance: Random) -> Chosen:
    taps: list[Tap] = []
    after = before
    while ways := steps(taps):
        taps.append(chance.choice(ways))
        after = stepped(game, player, after, taps[-1])
    return Chosen(tuple(taps), after)


def stepped(game: Game, player: Player, setup: Setup, tap: Tap) -> Setup:
    """Return how the checkers lie after a single step."""
    source, target = tap
    own = _with(_with(setup.sides[player], source, -1), target, 1)
    other = setup.sides[player.opponent]
    if isinstance(target, int) and other.points[target - 1] == 1 and game.hits is not Hits.MARKED:
        other = _with(_with(other, target, -1), _goes_to(game, player, own), 1)
    return Setup(setup.sides.with_(player, own).with_(player.opponent, other))


def _goes_to(game: Game, player: Player, own: Side) -> Place:
    """Return where a checker of the opponent's goes that is hit."""
    first = game.path(player.opponent).point(1)
    if game.hits is Hits.TO_START or (game.hits is Hits.TO_START_IF_EMPTY and not own.points[first - 1]):
        return first
    return BAR


def _with(side: Side, place: Place, by: int) -> Side:
    if isinstance(place, int):
        counts = list(side.points)
        counts[place - 1] += by
        return replace(side, points=tuple(counts))
    return replace(side, **{place: getattr(side, place) + by})


def mistaken(game: Game, player: Player, before: Setup, play: Chosen) -> Setup | None:
    """Return how the checkers lie after the play with the last checker put down one point beside; None if it cannot."""
    if not play.taps:
        return None
    setup = before
    for tap in play.taps[:-1]:
        setup = stepped(game, player, setup, tap)
    source, target = play.taps[-1]
    if not isinstance(target, int):
        return None
    path = game.path(player)
    beside = path.point(path.pace(target) + 1)
    if not 1 <= beside <= POINTS or setup.sides[player.opponent].points[beside - 1]:
        return None
    return stepped(game, player, setup, (source, beside))


def worth(game: Game, player: Player, setup: Setup) -> float:
    """Return how much a position is worth to the one who has just moved, roughly."""
    own, other = setup.sides[player], setup.sides[player.opponent]
    path, sees = game.path(player), _rearmost(game, player.opponent, other)
    value = HIT * other.bar + GONE * own.off - 0.02 * pips(game, player, own)
    for point, count in enumerate(own.points, 1):
        if count == 1 and _ahead(game, player.opponent, point) > sees:
            value += BLOT * (0.3 + path.pace(point) / POINTS)
        elif count > 1:
            value += BAND + HOME_BAND * (path.pace(point) > POINTS - 6) - 0.6 * max(0, count - 3)
    return value


def pips(game: Game, player: Player, side: Side) -> int:
    """Return how far a player's checkers have to go."""
    path = game.path(player)
    return sum((POINTS + 1 - path.pace(point)) * count for point, count in enumerate(side.points, 1)) + (POINTS + 1) * (
        side.bar + side.reserve
    )


def _rearmost(game: Game, player: Player, side: Side) -> int:
    if side.bar or side.reserve:
        return 0
    return min((_ahead(game, player, point) for point, count in enumerate(side.points, 1) if count), default=POINTS)


def _ahead(game: Game, player: Player, point: int) -> int:
    return game.path(player).pace(point)
