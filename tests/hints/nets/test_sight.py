"""Both colours look the same to a net, and what it sees is what stands on the board."""

import itertools
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.hints.nets.beam import Beam, _sights
from companion.hints.nets.features import features, width
from companion.hints.nets.net import Net
from companion.hints.nets.sight import Sights, sight, sights_of, standing_after
from companion.hints.training.plans import hidden
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup
from companion.rules.turn import Turn
from tests.effort import tried
from tests.hints.nets.mirrored import mirrored
from tests.rules.random_games import random_turns

FEW = tried(25, 60)
SYMMETRIC = [name for name in GAMES if name != "snake"]
WITH_EIGHT_STEPS = [name for name in GAMES if name.startswith(("puff", "revertier"))]


@cache
def some_turns(name: str, most: int = 300) -> tuple[Turn, ...]:
    """Turns of random games, but for those with very many outcomes."""
    turns = itertools.islice(random_turns(GAMES[name], 5, 400), 0, 400, 400 // FEW)
    return tuple(turn for turn in turns if not legal_plays(turn).more_than(most))


def whole(sights: Sights) -> list[bytes]:
    """Rows with what belongs to them; of a won game only what it counts."""
    won = sights.count > 0
    sights.rows[won], sights.same[won] = 0, False
    counts = sights.count[:, None].astype(np.uint8)
    return [bytes(row) for row in np.concatenate([sights.rows, sights.same[:, None], counts], axis=1)]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_mirrored_positions_look_the_same(name: str) -> None:
    for turn in some_turns(name):
        seen, in_mirror = (sights_of(one.game, [(one, list(legal_plays(one)))]) for one in (turn, mirrored(turn)))
        assert sorted(whole(seen)) == sorted(whole(in_mirror))


@pytest.mark.parametrize("name", SYMMETRIC)
def test_mirrored_positions_are_worth_the_same(name: str) -> None:
    net = Net.random(GAMES[name], hidden(GAMES[name]), 3)
    pairs = [(turn, mirrored(turn)) for turn in some_turns(name)]
    first, second = (
        net.chances(sights_of(net.game, [(pair[side], legal_plays(pair[side]).sorted()[:1]) for pair in pairs]).rows)
        for side in (0, 1)
    )
    # The standing order is not the same in the mirror: only turns with one play can be compared one by one.
    single = [place for place, (turn, _) in enumerate(pairs) if not legal_plays(turn).more_than(1)]
    assert single
    assert np.array_equal(first[single], second[single])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_seen_before_a_throw_is_what_was_seen_after_the_play(name: str) -> None:
    for turn in some_turns(name):
        outcomes = list(legal_plays(turn))
        sights = sights_of(turn.game, [(turn, outcomes)])
        for place, outcome in enumerate(outcomes):
            standing = standing_after(turn, outcome)
            if standing is None:
                assert sights.count[place] >= 1
            else:
                assert bytes(sight(standing)[0]) == bytes(sights.rows[place])
                assert sights.same[place] == (standing.then.player is turn.player)
                assert sights.count[place] == 0


@pytest.mark.parametrize("name", GAMES)
def test_outcomes_that_are_not_made_yet_look_as_those_that_are(name: str) -> None:
    for turn in [*some_turns(name), *(replace(turn, position=_nearly_off(turn)) for turn in some_turns(name))]:
        alike = legal_plays(turn).alike
        if alike is not None:
            seen, of_a_list = (sights_of(turn.game, [(turn, one)]) for one in (alike, list(alike)))
            assert whole(seen) == whole(of_a_list)


def _nearly_off(turn: Turn) -> Position:
    """A position in which a play may win."""
    path, checkers = turn.game.path(turn.player), turn.game.checkers
    own: dict[int | str, int] = {path.point(23): 2, path.point(24): 1, "off": checkers[turn.player] - 3}
    free = [point for point in range(1, 25) if point not in own]
    other: dict[int | str, int] = {free[3]: 2, free[8]: checkers[turn.player.opponent] - 2}
    return Position.of(turn.game, Setup.of(Pair(own, other) if turn.player is Player.WHITE else Pair(other, own)))


@pytest.mark.parametrize("name", GAMES)
def test_features_are_as_many_as_announced_and_finite(name: str) -> None:
    game = GAMES[name]
    rows = sights_of(game, [(turn, list(legal_plays(turn))) for turn in some_turns(name)]).rows
    found = features(game, rows)
    assert found.shape == (len(rows), width(game))
    assert found.dtype == np.float32
    assert np.isfinite(found).all()


@pytest.mark.parametrize("name", WITH_EIGHT_STEPS)
def test_a_beam_that_keeps_all_sees_what_the_list_of_outcomes_shows(name: str) -> None:
    game = GAMES[name]
    doubles = [turn for turn in some_turns(name, 2000) if turn.dice[0] == turn.dice[1]]
    assert doubles
    for turn in doubles:
        plays = legal_plays(turn)
        beam, seen = Beam(plays, 10**6), set()
        while beam.states:
            if beam.depth in beam._accepted:
                seen |= set(whole(_sights(game, [beam])))
            beam.keep([0.0] * len(beam.states))
        expected = set(whole(sights_of(game, [(turn, list(plays))])))
        # A right that only some ways to a position bring: the list has the position once, the beam for each way.
        assert expected <= seen if game.hit_gate else expected == seen
        assert {outcome.position for outcome in beam.best(10**6)} == {outcome.position for outcome in plays}


@pytest.mark.parametrize("name", WITH_EIGHT_STEPS)
def test_a_narrow_beam_finds_legal_plays(name: str) -> None:
    doubles = [turn for turn in some_turns(name, 2000) if turn.dice[0] == turn.dice[1]]
    for turn in doubles:
        beam = Beam(legal_plays(turn), 1)
        while beam.states:
            beam.keep([float(state % 7) for state in beam.states])
        found = beam.best(3)
        assert found
        assert set(found) <= set(legal_plays(turn))
