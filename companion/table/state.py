"""The table between two events: what is going on, and what was said of the last one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeAlias

from companion.match.clock import ClockState
from companion.match.score import GameResult, MatchState
from companion.match.stake import Stake
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player, both
from companion.rules.position import Position, Setup
from companion.rules.reasons import Reason, Violation
from companion.rules.turn import Outcome, Play, Turn
from companion.table.differences import Difference
from companion.table.events import Die
from companion.table.reading import BoardReading
from companion.table.recognition import Kind

Param = int | str
InTurn: TypeAlias = "Playing | Asking | Disputed"


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
    since: int = 0
    """When it ended."""
    kind: Kind = Kind.UNMOVED
    """What the board shows of it."""
    left: tuple[int, ...] = ()
    """The numbers still to play, where that is sure."""
    complete: Outcome | None = None
    """What the board showed before the opponent's checkers began to move."""
    way: tuple[BoardReading, ...] = ()
    """What was seen on the way, the last few readings of it."""
    wrong: tuple[Difference, ...] = ()
    """What is too much or missing where, if the board shows no possible position."""


@dataclass(frozen=True)
class Asking:
    """The turn is over, and several plays look like what is on the board: the likely one first."""

    turn: Turn
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Disputed:
    """The turn is over with a play against the rules."""

    turn: Turn
    after: Setup
    violation: Violation
    must_change: bool = False
    told: bool = False
    """Whether the play was told by hand, not seen."""


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

    turn: Turn
    outcome: Outcome
    play: Play | None
    """None: the play was illegal and let stand, or the position was taken as it lay."""
    condoned: Reason | None = None
    by_hand: bool = False
    at: int = 0
    """When it was settled."""

    @property
    def player(self) -> Player:
        """Who has played."""
        return self.turn.player

    @property
    def before(self) -> Position:
        """Where the checkers were."""
        return self.turn.position

    @property
    def after(self) -> Position:
        """Where they are now."""
        return self.outcome.position


class Deed(Enum):
    """What else than a turn stands in the record of a game."""

    TIE = "tie"
    """Both have thrown the same to open; `value` is the cube after it."""
    OPENING = "opening"
    """The throws have said that `player` begins."""
    PASSED = "passed"
    """`player` is closed out, and the turn has passed."""
    DOUBLE = "double"
    """`value` is offered."""
    BEAVER = "beaver"
    """The double is taken, and `value` offered in turn."""
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"
    """To count `value`."""
    CALL_OFF = "call_off"
    """`player` would have the game count nothing."""
    AGREE = "agree"
    """To the resignation, or to call the game off."""
    REFUSE = "refuse"
    FLAG = "flag"
    """`player` claims what the opponent's fallen flag brings."""
    CUBE_SET = "cube_set"
    """The scorer has set the cube to `value`; it is the `player`'s, if anybody's."""
    POSITION_SET = "position_set"
    """The scorer has set `position`, with `player` to throw."""


@dataclass(frozen=True)
class Act:
    """Something else than a turn, as it stands in the record of a game."""

    deed: Deed
    player: Player | None
    value: int = 0
    thrown: Pair[tuple[int, ...]] | None = None
    """With what both opened."""
    position: Position | None = None
    memory: Memory | None = None
    reason: str = ""
    at: int = 0


@dataclass(frozen=True)
class GameState:
    """The game that is being played."""

    position: Position
    memory: Memory
    player: Player
    stake: Stake
    number: int
    opening_over: bool = False
    record: tuple[Record | Act, ...] = ()


@dataclass(frozen=True)
class PlayedGame:
    """A game that has ended, and the match as it stood before its result."""

    match: MatchState
    game: GameState
    result: GameResult


@dataclass(frozen=True)
class Table:
    """All that is known of a table; a fold of its events."""

    rules: TableRules
    match: MatchState
    game: GameState
    phase: Phase
    clock: ClockState
    now: int = 0
    """When the last event happened."""
    board: BoardReading | None = None
    lying: tuple[Die, ...] = ()
    """The dice that lie on the board, as far as they are seen."""
    counted: tuple[Die, ...] = ()
    """Those of them that are settled: the throw that is played, or dice of before that mean nothing."""
    held: tuple[Die, ...] = ()
    """The opponent's throw while the play before it is not known yet."""
    seen_at: int | None = None
    """When the board showed the last play, if that may still be a reading too early."""
    differs: tuple[Difference, ...] = ()
    """What the board shows too much or too little of, by the game's position, between two plays."""
    said: tuple[Said, ...] = field(default=())
    doubted: tuple[int, ...] = ()
    """The points that the board had wrong when the throw came: in that turn, what it shows there means nothing."""
    games: tuple[PlayedGame, ...] = ()
    """The games that have ended."""
    past: Table | None = field(default=None, compare=False, repr=False)
    """The table before the last thing that can be taken back."""

    @property
    def trusted(self) -> BoardReading | None:
        """What the board shows, as far as it is to be believed in this turn."""
        return self.board.distrusting(self.doubted) if self.board and self.doubted else self.board

    def say(self, code: str, **params: Param) -> Table:
        """Return the table with something more said."""
        return replace(self, said=(*self.said, Said(code, tuple(params.items()))))

    def change(self, **changes: object) -> Table:
        """Return the table with the game changed."""
        return replace(self, game=replace(self.game, **changes))  # type: ignore[arg-type]  # fields of GameState

    def note(self, deed: Deed, player: Player | None, value: int = 0, **more: Any) -> Table:  # noqa: ANN401 - as Act
        """Return the table with something else than a turn in the record of the game."""
        return self.change(record=(*self.game.record, Act(deed, player, value, at=self.now, **more)))

    def go_to(self, phase: Phase) -> Table:
        """Return the table in another phase."""
        return replace(self, phase=phase)

    def kept(self, before: Table) -> Table:
        """Return the table with `before` as what it can be taken back to."""
        return replace(self, past=replace(before, said=()))
