"""How likely a blot is hit: by the booklet's table, and as the engine plays it."""

import itertools

import numpy as np
import pytest

from companion.hints.nets.measures import NAMES, Board
from companion.hints.nets.shots import CHANCE, THROWS, Ground, hit_chances
from companion.hints.nets.sight import Standing, sight
from companion.rules.following import Following
from companion.rules.games import GAMES
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Turn
from tests.rules.random_games import random_turns

THROWS_THAT_HIT = (11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""The booklet's: of 36, at a distance of 1 to 12."""
NOTHING, NO_ONE = np.zeros(1, np.uint32), np.zeros(1, np.uint8)


@pytest.mark.parametrize("distance", range(1, 13))
def test_a_lone_blot_is_hit_as_the_booklet_says(distance: int) -> None:
    hitter, blot = np.array([1 << 2], np.uint32), np.array([1 << 2 + distance], np.uint32)
    chances = hit_chances(GAMES["backgammon"], Ground(hitter, NO_ONE, blot, NOTHING))
    assert 36 * chances[0, 0] == pytest.approx(THROWS_THAT_HIT[distance - 1])


def hit_share(position: Position, player: Player) -> float:
    """How likely a throw has a play that hits, as the engine finds them."""
    game = GAMES["backgammon"]
    before = position.bar[player.opponent]
    share = 0.0
    for dice, chance in zip(THROWS, CHANCE, strict=True):
        plays = legal_plays(Turn(game, position, player, dice))
        share += chance * any(outcome.position.bar[player.opponent] > before for outcome in plays)
    return share


def test_the_measure_is_what_the_engine_finds() -> None:
    game = GAMES["backgammon"]
    free: list[float] = []
    entering: list[float] = []
    for turn in itertools.islice(random_turns(game, 11, 900), 0, None, 9):
        standing = Standing(game, turn.position, Following(turn.player, Memory()))
        measured = Board(game, sight(standing)).measures(1)[0, NAMES.index("exposed")]
        off = float(abs(measured - hit_share(turn.position, turn.player)))
        (entering if turn.position.bar[turn.player] else free).append(off)
    # Greatest use may forbid a hit; and who must enter first may hit by more doubles than are looked at.
    assert np.mean(np.array(free) < 1e-5) > 0.9
    assert max(free) < 0.1
    assert entering
    assert max(entering) < 0.2
