"""Games played at random by the engine, as streams of turns."""

import random
from collections.abc import Iterator
from dataclasses import replace

from companion.rules.following import following, next_turn
from companion.rules.game import Game, Scoring
from companion.rules.games import GAMES
from companion.rules.memory import TARGET
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import start_position
from companion.rules.turn import Outcome, Turn

Options = tuple[tuple[str, bool | int | str], ...]
WAYS: list[tuple[str, Options]] = [
    *((name, ()) for name in GAMES),
    ("backgammon", (("ravensburger", True),)),
    ("backgammon", (("hit_to_start", True),)),
    ("snake", (("handicap", 8),)),
    ("acey_deucey", (("pass_on", True), ("third_ace_deuce", True))),
    ("acey_deucey_european", (("pass_on", True),)),
    ("puff", (("doubles_count", "game"),)),
    ("puff_russian", (("russian_gate", 5),)),
    ("puff_dutch", (("gate", "home"),)),
    ("revertier", (("doubles_count", "game"),)),
]
"""Every game as it is, and with each option that changes its plays."""


def way_id(way: object) -> str:
    """A name for a parameter of `WAYS`."""
    if isinstance(way, tuple):
        return "-".join(f"{name}={value}" for name, value in way) or "plain"
    return str(way)


def random_dice(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def first_turn(game: Game, chance: random.Random) -> Turn:
    return Turn(game, start_position(game), chance.choice(list(Player)), random_dice(chance))


def random_turns(game: Game, seed: int, throws: int) -> Iterator[Turn]:
    """So many turns of random games, one game after the other."""
    chance = random.Random(seed)
    turn = first_turn(game, chance)
    for _ in range(throws):
        yield turn
        turn = turn_after(turn, random_outcome(legal_plays(turn), chance), chance) or first_turn(game, chance)


def random_outcome(plays: Plays, chance: random.Random) -> Outcome:
    """One of the outcomes; where there may be very many, only this one is made."""
    alike = plays.alike
    if alike is None:
        return chance.choice(plays.sorted())
    return alike[alike.states.index(chance.choice(sorted(alike.states)))]


def turn_after(turn: Turn, outcome: Outcome, chance: random.Random) -> Turn | None:
    """The turn after an outcome: also of some won games of Tric-Trac, which go on; otherwise None."""
    then = following(turn, outcome)
    if then is not None:
        return next_turn(turn.game, outcome, then, random_dice(chance), chance.randint(1, 6))
    if turn.game.scoring is Scoring.POINTS and chance.random() < 0.5 and not any(outcome.position.off):
        return continued(turn, outcome, chance)
    return None


def continued(turn: Turn, outcome: Outcome, chance: random.Random) -> Turn:
    """The next game of Tric-Trac from the position reached, its winner's surplus carried over."""
    surplus = outcome.memory.score[turn.player] - TARGET
    memory = replace(outcome.memory, score=Pair(0, 0).with_(turn.player, surplus))
    return Turn(turn.game, outcome.position, turn.player.opponent, random_dice(chance), memory)
