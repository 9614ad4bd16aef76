"""Who begins, and with what throw."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Game, Opening
from companion.rules.players import Pair, Player


@dataclass(frozen=True, slots=True)
class Opened:
    """The player who begins, with the throw that is played at once (None: both dice are thrown anew)."""

    player: Player
    dice: tuple[int, int] | None


def dice_each(game: Game) -> int:
    """Return how many dice each player throws to open."""
    return 1 if game.opening is Opening.ONE_DIE_EACH else 2


def open_game(game: Game, thrown: Pair[tuple[int, ...]]) -> Opened | None:
    """Return who begins by what both have thrown, or None if they must throw again."""
    wrong = [player for player in Player if not _fits(game, thrown[player])]
    if wrong:
        each = dice_each(game)
        msg = f"{wrong[0].value} opens {game.id} with {each} dice from 1 to 6, not with {thrown[wrong[0]]}"
        raise ValueError(msg)
    totals = thrown.map(sum)
    if totals.white == totals.black:
        return None
    first = Player.WHITE if totals.white > totals.black else Player.BLACK
    return Opened(first, _played(game, thrown, first))


def _fits(game: Game, dice: tuple[int, ...]) -> bool:
    return len(dice) == dice_each(game) and all(1 <= die <= 6 for die in dice)


def _played(game: Game, thrown: Pair[tuple[int, ...]], first: Player) -> tuple[int, int] | None:
    if game.opening is Opening.TWO_DICE_ANEW:
        return None
    one, other = thrown if game.opening is Opening.ONE_DIE_EACH else (thrown[first][:1], thrown[first][1:])
    return one[0], other[0]
