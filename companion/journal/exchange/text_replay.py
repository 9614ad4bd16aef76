"""A table at which a text record is played once more, by hand."""

from __future__ import annotations

from companion.journal.exchange.importing import ForeignFileError, Problem
from companion.journal.exchange.text import points
from companion.journal.exchange.text_words import called
from companion.match.clock_rules import ClockKind
from companion.rules.players import Player
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.agreement import Agreement
from companion.table.course import dice_played
from companion.table.disputes import moves_between, moves_shown
from companion.table.reading import exact_reading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, Playing, Record

BETWEEN_MS = 1000
"""From one event to the next where no clock runs; where one does, no time goes by."""
AS_RECORDED = "as the record has it"


class Replayed:
    """The table, and all that has happened at it."""

    def __init__(self, agreement: Agreement) -> None:
        self.table = agreement.begin()
        self.events: list[ev.Event] = []
        self.problems: list[Problem] = []
        self.at = 0

    def do(self, event: ev.Event) -> None:
        """Let this happen, or raise with why it cannot."""
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            raise ForeignFileError(after.message)
        self.table = after
        self.events.append(event)
        self.at = event.at + (BETWEEN_MS if after.clock.rules.kind is ClockKind.NONE else 0)

    # A throw and its play.

    def thrown(self, player: Player, dice: ev.Dice, *, named: bool) -> Turn:
        """Let a player have these numbers, if they do not lie there already; return the turn."""
        phase = self.table.phase
        if isinstance(phase, Playing | Asking | Disputed) and phase.turn.player is player:
            if sorted(dice_played(phase.turn)) != sorted(dice):
                self.do(co.ThrowCorrected(self.at, dice, AS_RECORDED))
        elif named:
            self.do(ev.DoubleNamed(self.at, player, dice[0]))
        else:
            self.do(ev.ThrowEntered(self.at, player, dice))
        return self._turn or self._last.turn

    def played(self, player: Player, text: str, brought: str, number: int) -> None:
        """Let a player make a play; one against the rules stands, and is told as a problem."""
        if self._turn is None:
            if text != "-":
                msg = "the throw has ended the game, so nothing is played."
                raise ForeignFileError(msg)
            return
        self.do(ev.PlayEntered(self.at, player, text))
        phase = self.table.phase
        if isinstance(phase, Asking):
            fits = [at for at, outcome in enumerate(phase.outcomes, 1) if points(phase.turn, outcome) == brought]
            self.do(ev.WayChosen(self.at, ev.Way.PLAY_WAS, choice=fits[0] if fits else 1))
        elif isinstance(phase, Disputed):
            self.problems.append(Problem(self.table.game.number, number, phase.violation.sentence))
            self._let_stand(phase.violation.sentence)

    def _let_stand(self, why: str) -> None:
        try:
            self.do(ev.WayChosen(self.at, ev.Way.STAND))
        except ForeignFileError as error:
            msg = f"the play is against the rules, and cannot stand. {why} {error}"
            raise ForeignFileError(msg) from error

    def laid(self, player: Player, setup: Setup, way: ev.Way) -> None:
        """End a turn with a position that no legal play leads to, or that was taken whatever was played."""
        turn = self._turn
        if turn is None or turn.player is not player:
            msg = "there is no throw to be played."
            raise ForeignFileError(msg)
        if not self._told(turn, setup) and not self._shown(player, setup):
            msg = "the position is told as against the rules, but a legal play leads to it."
            raise ForeignFileError(msg)
        self.do(ev.WayChosen(self.at, way))
        self._without_board()
        self._check(self._last.after.setup, setup)

    def _told(self, turn: Turn, setup: Setup) -> bool:
        """Tell the play as moves by hand, if that leads to the position and is against the rules."""
        event = ev.PlayEntered(self.at, turn.player, _moves(turn, setup))
        after = apply(self.table, event)
        if isinstance(after, Rejection) or not isinstance(after.phase, Disputed) or after.phase.after != setup:
            return False
        self.do(event)
        return True

    def _shown(self, player: Player, setup: Setup) -> bool:
        """Show the position on a board; false if it is that of a legal play."""
        self.do(ev.BoardSeen(self.at, exact_reading(setup)))
        self.do(ev.TurnEnded(self.at, player))
        if isinstance(self.table.phase, Playing):
            self.do(ev.TurnEnded(self.at, player))
        return isinstance(self.table.phase, Asking | Disputed)

    # Between the turns.

    def taken(self, setup: Setup) -> None:
        """Go on from a position that was taken as it lay before a throw."""
        self.do(ev.BoardSeen(self.at, exact_reading(setup)))
        self.do(ev.WayChosen(self.at, ev.Way.BOARD_IS_RIGHT))
        self._without_board()
        self._check(self.table.game.position.setup, setup)

    def time_out(self, player: Player) -> None:
        """Let a player's time run out."""
        clock = self.table.clock
        if clock.flagged is player:
            return
        if clock.flagged:
            self.do(co.ClockSet(self.at, clock.flagged, 1, AS_RECORDED))
        if self.table.clock.paused:
            self.do(co.ClockResumed(self.at))
        self.do(co.ClockSet(self.at, player, 1, AS_RECORDED))
        self.do(ev.TimePassed(self.at + clock.rules.step_ms + 2))
        if self.table.clock.flagged is not player:
            msg = f"{called(player)}'s time cannot run out while it does not run."
            raise ForeignFileError(msg)

    def _without_board(self) -> None:
        if self.table.board is not None:
            self.do(ev.BoardLost(self.at))

    def _check(self, found: Setup, wanted: Setup) -> None:
        if found != wanted:
            msg = "the position cannot come about like this: reserve and tray do not fit what was there before."
            raise ForeignFileError(msg)

    @property
    def _turn(self) -> Turn | None:
        """The turn that is being played."""
        phase = self.table.phase
        return phase.turn if isinstance(phase, Playing | Asking | Disputed) else None

    @property
    def _last(self) -> Record:
        """The last turn that is over."""
        last = next((one for one in reversed(self.table.game.record) if isinstance(one, Record)), None)
        if last is None:
            # Before the opening is over, a throw that is told as a turn is none.
            msg = "there is no throw to be played."
            raise ForeignFileError(msg)
        return last


def _moves(turn: Turn, setup: Setup) -> str:
    """Return the moves of the mover's checkers, each without a stop."""
    before, player = turn.position.setup, turn.player
    sides = before.sides.with_(player, setup.sides[player])
    return moves_shown(moves_between(before, Setup(sides)))
