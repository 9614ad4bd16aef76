"""What a game of Tric-Trac leaves to the next one, if that goes on from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.board import OFF, RESERVE
from companion.rules.game import Game, Hits, Scoring
from companion.rules.memory import TARGET, Memory
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, Side
from companion.rules.results import points_of
from companion.rules.turn import Outcome, Play, Step, Turn

NUMBERS = 2
"""How many numbers a throw of Tric-Trac has, a double too."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How the next game stands before its first play: the position, the points, and whose turn it is."""

    position: Position
    memory: Memory
    player: Player
    dice: tuple[int, int] | None = None
    """The throw that is still to be played (None: the player throws)."""
    begun: tuple[Step, ...] = ()
    """What of it was played in the game before."""

    def turn(self, game: Game, thrown: tuple[int, int] | None = None) -> Turn:
        """Return the turn it goes on with: the throw that lies, or else the one `thrown` now."""
        dice = self.dice or thrown
        if dice is None or (self.dice and thrown):
            msg = "a throw is to be played already" if self.dice else "the player has to throw first"
            raise ValueError(msg)
        return Turn(game, self.position, self.player, dice, self.memory, self.begun)


def always_goes_on(game: Game) -> bool:
    """Whether the loser stays in play in any case, as where hits are marked (D16): then nobody chooses."""
    return game.scoring is Scoring.POINTS and game.hits is Hits.MARKED


def carried_after(turn: Turn, outcome: Outcome, play: Play) -> Carried:
    """Return what a game leaves that was won by a play.

    D13: an unused number of the throw is played in the new game, and otherwise the turns go on as they stand: after a
    double the winner throws again. D16: where hits are marked the throw lapses and the winner throws anew.
    """
    if not outcome.won:
        msg = "the play has not won the game"
        raise ValueError(msg)
    game, winner = turn.game, turn.player
    dice, begun = None, (*turn.begun, *play.steps)
    if always_goes_on(game):
        player = winner
    elif _won_in_passing(turn, outcome, play):
        player, dice = winner, turn.dice
    else:
        player = winner if turn.dice[0] == turn.dice[1] else winner.opponent
    memory = new_points(game, outcome.memory, winner)
    return Carried(refilled(game, outcome.position), memory, player, dice, begun if dice else ())


def carried_before_play(turn: Turn, winner: Player) -> Carried:
    """Return what a game leaves that ended with a throw on the table, unplayed: the opponent resigned."""
    memory = new_points(turn.game, turn.memory, winner)
    position = refilled(turn.game, turn.position)
    if always_goes_on(turn.game):
        return Carried(position, memory, winner)
    return Carried(position, memory, turn.player, turn.dice, turn.begun)


def carried_before_throw(game: Game, position: Position, memory: Memory, on_turn: Player, winner: Player) -> Carried:
    """Return what a game leaves that ended before a throw: the opponent resigned."""
    player = winner if always_goes_on(game) else on_turn
    return Carried(refilled(game, position), new_points(game, memory, winner), player)


def new_points(game: Game, memory: Memory, winner: Player) -> Memory:
    """Return the memory with the points that the new game begins with."""
    if always_goes_on(game):
        return replace(memory, score=memory.score.with_(winner, 0))
    above = max(0, memory.score[winner] - TARGET)
    return replace(memory, score=Pair(0, 0).with_(winner, above))


def refilled(game: Game, position: Position) -> Position:
    """Return the position with a player's checkers set up again who has borne all of them off (D31)."""
    filled = [_refilled(game, player, position.sides[player]) for player in Player]
    return Position.of(game, Setup(Pair(*filled)))


def _refilled(game: Game, player: Player, side: Side) -> Side:
    if not side.off or side.off < game.checkers[player]:
        return side
    back: int | str = game.path(player).point(1) if game.start_pile else RESERVE
    return Setup.of(Pair({back: side.off}, {OFF: 0})).sides.white


def _won_in_passing(turn: Turn, outcome: Outcome, play: Play) -> bool:
    """Whether a step reached the points with a number still to use; the great bridge comes after the last."""
    after = points_of(turn, outcome, play).after_steps
    return bool(after) and after[-1] >= TARGET and len(turn.begun) + len(play.steps) < NUMBERS
