"""What the players of the soak do next: no good players, but they finish their games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from companion.demo.choosing import Chosen, mistaken, pips, stepped, worth
from companion.match.between import chooser
from companion.match.ending import levels
from companion.match.length import Money
from companion.match.score import Choice
from companion.match.stake import Resignation, Stake
from companion.rules.opening import dice_each
from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.service.plays import Tap, taps
from companion.table import events as ev
from companion.table.cubes import may_double
from companion.table.passing import is_closed_out
from companion.table.recognition import plays_of
from companion.table.state import Asking, Disputed, GameOver, MatchOver, Naming, Opening, Playing, Table

LOOKED_AT, MOST_LOOKED_AT = 10, 1000
DOUBLES, TAKES, RESIGNS, ACCEPTS = 0.04, 0.7, 0.01, 0.7
MOST_GAMES = 2
"""How many games are played for money."""


class Chooser:
    """Decides for both players."""

    def __init__(self, chance: Random, patience: int | None = None) -> None:
        """After `patience` decisions in a game the players have had enough, and give up."""
        self._chance, self._patience, self._left = chance, patience, patience
        self.made = Chosen((), Setup.of(Pair({}, {})))
        """The play that was decided on last."""

    def next(self, table: Table) -> Sequence[ev.Event]:
        """Return what is done at a table where nothing hinders it; nothing if the match is over."""
        asked, phase = table.game.stake.asked, table.phase
        self._left = None if self._left is None else max(0, self._left - 1)
        if isinstance(phase, MatchOver):
            return []
        if isinstance(phase, GameOver):
            self._left = self._patience
            return [self._next_game(table)]
        if asked is not None:
            return [self._answer(table.game.stake, asked)]
        return self._opening(table, phase) if isinstance(phase, Opening) else [self._in_game(table)]

    def _in_game(self, table: Table) -> ev.Event:
        phase, player = table.phase, table.game.player
        if isinstance(phase, Naming):
            return ev.DoubleNamed(0, player, self._die())
        if isinstance(phase, Playing | Asking | Disputed):
            return self._play(phase.turn)
        return self._throw(table, player)

    def _die(self) -> int:
        return self._chance.randint(1, 6)

    def _next_game(self, table: Table) -> ev.Event:
        if isinstance(table.match.rules.length, Money) and len(table.games) >= MOST_GAMES:
            return ev.SessionEnded(0)
        winner = chooser(table.match)
        return ev.NextGame(0, winner, self._chance.choice(list(Choice)) if winner else None)

    def _answer(self, stake: Stake, asked: Player) -> ev.Event:
        if isinstance(stake.pending, Resignation):
            return ev.Answered(0, asked, accepted=self._left == 0 or self._chance.random() < ACCEPTS)
        takes = self._chance.random() < TAKES
        return ev.CubeMoved(0, asked, ev.CubeAction.TAKE if takes else ev.CubeAction.DROP)

    def _opening(self, table: Table, phase: Opening) -> Sequence[ev.Event]:
        each = dice_each(table.match.rules.game)
        throws = [
            ev.ThrowEntered(0, one, tuple(self._die() for _ in range(each))) for one in Player if not phase.thrown[one]
        ]
        # With one die each both throw at once; a tie that is missed would look as if nobody had thrown.
        at_once = each == 1 and len({one.dice for one in throws}) == len(throws)
        return throws if at_once else throws[:1]

    def _throw(self, table: Table, player: Player) -> ev.Event:
        if may_double(table) and self._chance.random() < DOUBLES:
            return ev.CubeMoved(0, player, ev.CubeAction.OFFER)
        if is_closed_out(table):
            return ev.TurnEnded(0, player)
        possible = levels(table.match, table.game.stake, player, table.game.memory)
        if possible and (self._left == 0 or (_is_behind(table, player) and self._chance.random() < RESIGNS)):
            return ev.Resigned(0, player, possible[0])
        return ev.ThrowEntered(0, player, (self._die(), self._die()))

    def _play(self, turn: Turn) -> ev.Event:
        ways, before = taps(turn), turn.position.setup
        plays = [self._any_play(turn, before) for _ in range(LOOKED_AT)]
        best = max(plays, key=lambda one: worth(turn.game, turn.player, one[1]) + self._chance.random())
        self.made = Chosen(*best)
        return ev.PlayEntered(0, turn.player, ways.text(best[0]))

    def slip(self, turn: Turn) -> Setup | None:
        """Return the play that was decided on with a checker put down beside; None if that would be a play, too."""
        wrong = mistaken(turn.game, turn.player, turn.position.setup, self.made)
        plays = plays_of(turn)
        if wrong is None or plays.more_than(MOST_LOOKED_AT):
            return None
        return None if any(outcome.position.setup == wrong for outcome in plays) else wrong

    def _any_play(self, turn: Turn, before: Setup) -> tuple[tuple[Tap, ...], Setup]:
        made, after = list(self._steps(turn)), before
        for tap in made:
            after = stepped(turn.game, turn.player, after, tap)
        return tuple(made), after

    def _steps(self, turn: Turn) -> Iterator[Tap]:
        ways, made = taps(turn), list[Tap]()
        while possible := ways.next_steps(made):
            made.append(self._chance.choice(possible))
            yield made[-1]


def _is_behind(table: Table, player: Player) -> bool:
    game, sides = table.match.rules.game, table.game.position.setup.sides
    left = Pair(*(pips(game, one, sides[one]) for one in Player))
    return left[player] > 2 * left[player.opponent]
