"""What a table shows, as finished values: all that a panel, a light or a loudspeaker has to know of it.

Players are told as "white" and "black". Sentences are messages: a code with its parameters, and the English text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")
Who = Literal["white", "black"]
Place = int | str
"""A point from 1 to 24, or "bar", "reserve", "off"."""
Param = int | str
Needs = Literal["", "player", "both", "scorer"]
"""Who has to have entered the PIN for an action: nobody in particular, that side, both, the scorer."""


Kept = Literal["disk", "memory"]


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """A value for each player."""

    white: T
    black: T

    def of(self, who: Who) -> T:
        """Return the value of one player."""
        return self.white if who == "white" else self.black


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be read by people: translated by its code, or else its English text."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()
    text: str = ""
    template: str = ""
    """The English text with its parameters in braces: what a translation goes by. `companion.service.TEMPLATES`
    has all there are. Empty where the text was written by a device or by a person."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something the referee has said: in which event of the match, and when (Unix ms)."""

    seq: int
    wall: int
    message: Message


@dataclass(frozen=True, slots=True)
class BoardView:
    """Where checkers are: for each of the 24 points how many are White's and how many Black's."""

    points: tuple[tuple[int, int], ...]
    bar: Both[int]
    off: Both[int]
    reserve: Both[int]
    seen: bool = False
    """Whether the sensors show it, and not only the game says so."""
    unsure: tuple[int, ...] = ()
    """The points where the sensors do not tell everything, and the game has filled in the rest."""


@dataclass(frozen=True, slots=True)
class Differing:
    """How many checkers are too many at a place (below nothing: missing), of which colour if that can be told."""

    place: Place
    who: Who | None
    count: int


@dataclass(frozen=True, slots=True)
class DieView:
    """A die as it lies; `half`: in whose half, None outside the board."""

    value: int
    """0 where it cannot be read."""
    half: Who | None
    flat: bool = True
    on_checker: bool = False
    counts: bool = False
    """Whether it is part of the throw that is being played."""


@dataclass(frozen=True, slots=True)
class CubeView:
    """The cube: the stake, what it shows on top, whose it is (None: in the middle), and what is offered."""

    value: int
    owner: Who | None
    offer: int | None = None
    offered_by: Who | None = None
    face: int = 64


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock as it stands at `at`, in the time of the table (`TableService.now`); `running` may be paused."""

    kind: str
    reserve_ms: Both[int]
    delay_ms: int
    running: Who | None
    paused: bool
    flagged: Who | None
    at: int


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The last play in both notations; `condoned`: why it was illegal, if it was let stand."""

    player: Who
    dice: tuple[int, int]
    international: str
    booklet: str
    condoned: Message | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A play against the rules: why, the points concerned, and the shortest way to put it right."""

    player: Who
    reason: Message
    points: tuple[int, ...]
    arrows: tuple[tuple[Place, Place], ...]
    must_change: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """What can be done now with a button: `event` is posted back as it is.

    An action whose event is empty but for its name wants more than a button: see `wants`.
    """

    name: str
    player: Who | None
    label: Message
    event: Mapping[str, Any]
    needs: Needs = ""
    confirm: bool = False
    wants: tuple[str, ...] = ()
    """The fields of the event that people have to fill in: `dice`, `play`, `number`, `reason`, `score` and so on."""


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A part of the installation and how it is; `since`: Unix ms."""

    name: str
    state: Literal["off", "starting", "running", "failed", "lost"]
    message: Message
    since: int
    missed_since: int | None = None
    """Since when the table has to do without a part that it has; None while the part works, or was never there."""


@dataclass(frozen=True, slots=True)
class HintedPlay:
    """A play that an adviser thinks much of, in both notations; chances are of one, equities in points."""

    international: str
    booklet: str
    arrows: tuple[tuple[Place, Place], ...]
    equity: float
    behind: float
    """By how much it is worth less than the best."""
    win: float
    win_gammon: float
    lose_gammon: float
    why: tuple[Message, ...]
    recommended: bool
    """Whether the booklets recommend it as an opening."""


@dataclass(frozen=True, slots=True)
class HintedCube:
    """What to do with the cube before the throw, and whether a double should be taken."""

    action: Literal["no_double", "double_take", "double_drop", "too_good"]
    take: bool
    beaver: bool
    no_double: float
    double_take: float
    double_drop: float
    win: float


@dataclass(frozen=True, slots=True)
class HintsView:
    """Hints: who wants them, whether one can be asked for now, and what was said. In a tournament there is none."""

    wanted: Both[bool] = Both(white=False, black=False)
    about: Literal["", "play", "cube"] = ""
    """What could be asked now."""
    state: Literal["quiet", "thinking", "told", "failed"] = "quiet"
    plays: tuple[HintedPlay, ...] = ()
    cube: HintedCube | None = None
    adviser: str = ""
    instead: tuple[Message, ...] = ()
    """Why somebody else did not answer who would have been asked first."""
    failure: Message | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table at one moment. Without a match the fields of a match are empty."""

    version: int
    waiting: Message
    match: int | None = None
    uid: str | None = None
    game: str = ""
    game_name: str = ""
    options: Mapping[str, bool | int | str] | None = None
    names: Both[str] = Both("White", "Black")
    length: Message | None = None
    score: Both[int] = Both(0, 0)
    game_number: int = 0
    crawford: bool = False
    """Whether this is the Crawford game."""
    tournament: bool = False
    phase: Literal[
        "no_match", "opening", "to_throw", "naming", "playing", "asking", "disputed", "game_over", "match_over"
    ] = "no_match"
    turn: Who | None = None
    """Whose turn it is; None while both throw to open, and between games."""
    asked: Who | None = None
    """Who has to answer a double, a resignation, the wish to call the game off."""
    winner: Who | None = None
    """Of the game that is over, or of the match."""
    said: tuple[Message, ...] = ()
    log: tuple[LogLine, ...] = ()
    board: BoardView | None = None
    """Where the checkers lie, as far as anybody knows."""
    game_board: BoardView | None = None
    """Where the game says they are."""
    differs: tuple[Differing, ...] = ()
    dice: tuple[DieView, ...] = ()
    throw: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    opening: Both[tuple[int, ...]] | None = None
    """What was thrown so far to open."""
    cube: CubeView | None = None
    clock: ClockView | None = None
    pips: Both[int] | None = None
    last: LastPlay | None = None
    points: Both[int] | None = None
    hucke: Both[int] | None = None
    """Tric-Trac: each player's own Hucke, a point."""
    bridge: Both[bool] | None = None
    """Tric-Trac: whether the player's great bridge stands."""
    dispute: DisputeView | None = None
    question: tuple[str, ...] = ()
    """The plays asked about, the likely one first, in international notation."""
    question_booklet: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    devices: tuple[DeviceView, ...] = ()
    trouble: tuple[Message, ...] = ()
    kept: Kept = "disk"
    """Whether all that has happened is on disk, or some of it in memory only: a power cut would take that."""
    demo: bool = False
    hints: HintsView | None = None
    """None without a match, and in a tournament."""

    def missed(self, name: str) -> DeviceView | None:
        """Return the part of this name if the table has to do without it."""
        return next((one for one in self.devices if one.name == name and one.missed_since is not None), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of something that was posted: if not `ok`, the message says why."""

    ok: bool
    message: Message | None
    view: TableView


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that is not over and can be gone back to; `changed`: when something happened in it last, in Unix ms."""

    number: int
    game_name: str
    names: Both[str]
    score: Both[int]
    length: Message
    games: int
    changed: int


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of a game."""

    name: str
    about: str
    allowed: tuple[bool | int | str, ...]
    default: bool | int | str


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that can be chosen."""

    id: str
    name: str
    options: tuple[OptionInfo, ...]
    cube: bool
    lengths: tuple[str, ...]
    """The kinds of length that suit it, the usual one first: `points`, `money`, `rounds`."""
