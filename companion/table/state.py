"""The table between two events: what is going on, and what was said of the last one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from companion.match.clock import ClockState
from companion.match.score import GameResult, MatchState
from companion.match.stake import Stake
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player, both
from companion.rules.position import Position, Setup
from companion.rules.reasons import Reason, Violation
from companion.rules.turn import Outcome, Play, Step, Turn
from companion.table.reading import BoardReading
from companion.table.recognition import Kind

Param = int | str


class EndsBy(Enum):
    """What ends a turn; the panel always can."""

    DICE = "dice"
    CLOCK = "clock"
    BUTTON = "button"


class IllegalPlays(Enum):
    """What becomes of a play against the rules."""

    CONDONE = "condone"
    """The opponent may let it stand; it stands once the opponent has thrown."""
    CORRECT = "correct"
    """It must be put right before the game goes on."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """What is agreed on at this table besides the match."""

    ends_by: EndsBy = EndsBy.DICE
    illegal_plays: IllegalPlays = IllegalPlays.CONDONE
    tournament: bool = False
    """Whether hints, pip counts and equities are kept from the players."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something the referee has decided or noticed: a code with its parameters."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """Both throw for who begins."""

    thrown: Pair[tuple[int, ...]] = both(())  # noqa: RUF009 - immutable


@dataclass(frozen=True, slots=True)
class ToThrow:
    """The player on turn throws, or doubles."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The player on turn names a double after a 1-2."""


@dataclass(frozen=True)
class Playing:
    """The player on turn moves; `ended`: the turn is over as far as the player is concerned."""

    turn: Turn
    ended: bool = False
    kind: Kind = Kind.UNMOVED


@dataclass(frozen=True)
class Asking:
    """The turn is over, and several plays look like what is on the board."""

    turn: Turn
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Disputed:
    """The turn is over with a play against the rules."""

    turn: Turn
    after: Setup
    violation: Violation
    throws: tuple[tuple[int, int], ...] = ()
    """The throws that would make it legal."""
    must_change: bool = False


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game has ended, and the next has not begun."""

    result: GameResult


@dataclass(frozen=True, slots=True)
class MatchOver:
    """No more game is played."""


Phase = Opening | ToThrow | Naming | Playing | Asking | Disputed | GameOver | MatchOver


@dataclass(frozen=True)
class Record:
    """A turn as it stands in the record."""

    player: Player
    dice: tuple[int, int]
    before: Position
    after: Position
    play: Play | None
    """None: the play was illegal and let stand, or the position was set."""
    condoned: Reason | None = None
    by_hand: bool = False


@dataclass(frozen=True)
class GameState:
    """The game that is being played."""

    position: Position
    memory: Memory
    player: Player
    stake: Stake
    number: int
    opening_over: bool = False
    begun: tuple[Step, ...] = ()
    record: tuple[Record, ...] = ()


@dataclass(frozen=True)
class Table:
    """All that is known of a table; a fold of its events."""

    rules: TableRules
    match: MatchState
    game: GameState
    phase: Phase
    clock: ClockState
    board: BoardReading | None = None
    differs: tuple[int | str, ...] = ()
    """Where the board shows something else than the game's position, between two plays."""
    said: tuple[Said, ...] = field(default=())
    past: Table | None = None
    """The table before the last thing that can be taken back."""

    def say(self, code: str, **params: Param) -> Table:
        """Return the table with something more said."""
        return replace(self, said=(*self.said, Said(code, tuple(params.items()))))

    def change(self, **changes: object) -> Table:
        """Return the table with the game changed."""
        return replace(self, game=replace(self.game, **changes))  # type: ignore[arg-type]  # fields of GameState

    def go_to(self, phase: Phase) -> Table:
        """Return the table in another phase."""
        return replace(self, phase=phase)

    def kept(self, before: Table) -> Table:
        """Return the table with `before` as what it can be taken back to."""
        return replace(self, past=replace(before, said=()))
