"""What the archive shows, as finished values: lists of matches, results, single matches, steps to go through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.journal.results import Tally
from companion.service.view import Both, LastPlay, Message, Place, TableView, Who

__all__ = [
    "Agreed",
    "Correction",
    "GameLine",
    "GameResults",
    "Kept",
    "MatchLine",
    "MatchView",
    "PictureView",
    "PlayerView",
    "ReplayGame",
    "ReplayStep",
    "Tally",
]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a list shows it; `begun` and `changed` are Unix milliseconds."""

    number: int
    uid: str
    source: str
    game: str
    game_name: str
    names: Both[str]
    length: Message
    begun: int
    changed: int
    games: int
    """How many games have ended."""
    score: Both[int]
    is_open: bool
    winner: Who | None
    is_drawn: bool
    """Whether it came out level: money play and a match that was closed early have no winner either."""

    @property
    def is_timed(self) -> bool:
        """Whether it is known when what happened: files of these formats do not tell."""
        return self.source not in {"mat", "sgf", "text"}

    @property
    def span_ms(self) -> int:
        """How long it has taken."""
        return max(0, self.changed - self.begun)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a match; one that is not over has no result yet."""

    number: int
    is_over: bool
    winner: Who | None = None
    how: str = ""
    count: int = 0
    cube: int = 0
    points: int = 0
    took_ms: int = 0


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed on for a match."""

    options: Mapping[str, bool | int | str]
    """Those that are not as usual."""
    cube: bool
    clock: str
    step_ms: int
    reserve_ms: Both[int] | None
    """None: as usual for the length."""
    ends_by: str
    illegal_plays: str
    tournament: bool
    score: Both[int]
    """With which the match began."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Something that was put right, taken back or let stand: in which event and game, and when (Unix ms)."""

    seq: int
    game: int
    wall: int
    kind: str
    message: Message


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with all that its page shows."""

    line: MatchLine
    agreed: Agreed
    games: tuple[GameLine, ...]
    corrections: tuple[Correction, ...]
    more_corrections: int
    """How many there are besides."""
    pictures: int
    picture_bytes: int
    foreign: bool
    """Whether other programs know this game, so that there can be a .mat or an .sgf file of it."""


@dataclass(frozen=True, slots=True)
class GameResults:
    """A player's results in one game."""

    game_name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's results, and the matches played last."""

    name: str
    total: Tally
    by_game: tuple[GameResults, ...]
    against: tuple[tuple[str, Tally], ...]
    last: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture that was kept of a throw, by the event it belongs to."""

    seq: int


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """Something that was decided: the table as it stood after it, and all that is told of it."""

    number: int
    """Within the game, from 1."""
    seq: int
    who: Who | None
    table: TableView
    arrows: tuple[tuple[Place, Place], ...]
    """From where to where each checker of a play went."""
    play: LastPlay | None
    named: bool
    """Whether the throw is a double that was named, not thrown."""
    said: tuple[Message, ...]
    clock: Both[int] | None
    """What each player had left."""
    running: Who | None
    at: int
    """Milliseconds since the match began."""
    wall: int
    winner: Who | None
    over: bool
    """Whether the game ended with it."""
    correction: bool
    invalid: bool
    """Whether it tells of a throw that did not count."""
    stands: bool
    xgid: str
    """Empty where there is none: only backgammon has one, and only while somebody is on turn."""
    pictures: tuple[PictureView, ...]


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """A game of a match, step by step; `games`: the numbers of all that can be gone through."""

    line: MatchLine
    number: int
    games: tuple[int, ...]
    steps: tuple[ReplayStep, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture as it is handed out."""

    data: bytes
    mimetype: str
