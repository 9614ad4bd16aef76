"""Boards and turns set up by hand, with as few words as possible."""

from collections.abc import Mapping

from companion.rules.game import Game
from companion.rules.games import configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.turn import Outcome, Step, Turn

WHITE, BLACK = Player.WHITE, Player.BLACK
Places = Mapping[int | str, int]


def setup(game: Game, white: Places, black: Places) -> Setup:
    """Return a board with these checkers; those that are not named are off."""
    places = Pair(dict(white), dict(black))
    for player in Player:
        missing = game.checkers[player] - sum(places[player].values())
        places[player]["off"] = places[player].get("off", 0) + missing
    return Setup.of(places.map(dict))


def turn(  # noqa: PLR0913 - a turn is that much
    game: Game,
    white: Places,
    black: Places,
    dice: tuple[int, int],
    player: Player = WHITE,
    *,
    memory: Memory | None = None,
    begun: tuple[Step, ...] = (),
) -> Turn:
    """Return a turn on a board as `setup` makes it."""
    return Turn(game, Position.of(game, setup(game, white, black)), player, dice, memory or Memory(), begun)


def first_throw(name: str, dice: tuple[int, int], memory: Memory | None = None) -> Turn:
    """Return White's turn on the board that a game begins with."""
    game = configured(name)
    return Turn(game, start_position(game), WHITE, dice, memory or Memory())


def scores(white: int, black: int = 0) -> Memory:
    """Return what Tric-Trac remembers: the points of both."""
    return Memory(score=Pair(white, black))


def reached(turn: Turn, white: Places, black: Places) -> Outcome:
    """Return the one outcome of `turn` that leaves this board."""
    plays = legal_plays(turn)
    (outcome,) = plays.at(Position.of(turn.game, setup(turn.game, white, black)))
    return outcome


def boards(turn: Turn) -> list[dict[int | str, int]]:
    """Return where the mover's checkers are after each legal play."""
    found = [dict(outcome.position.sides[turn.player].places()) for outcome in legal_plays(turn)]
    return sorted(found, key=str)
