"""What happened in a match of backgammon, as the files of other programs tell it: between them and our table.

A script leaves out what no such file holds: times, sensor readings, takebacks, who let an illegal play stand. Plays are
steps in the mover's own numbers, 24 the farthest point, with 25 for the bar and 0 for the tray.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from companion.table.events import CubeAction, Dice

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Action:
    """Something done in a game."""

    player: Player
    move: int = field(default=0, compare=False, kw_only=True)
    """Its number in the file, for what there is to be said about it."""


@dataclass(frozen=True, slots=True)
class Thrown(Action):
    """A throw that was not played (yet)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Played(Action):
    """A throw and its play; None: the file does not tell what was played."""

    dice: Dice
    steps: Steps | None = ()


@dataclass(frozen=True, slots=True)
class Cubed(Action):
    """The cube is offered, or an offer is answered."""

    action: CubeAction


@dataclass(frozen=True, slots=True)
class Resigns(Action):
    """The player offers to lose so much."""

    level: int


@dataclass(frozen=True, slots=True)
class CallsOff(Action):
    """The player would have the game count nothing."""


@dataclass(frozen=True, slots=True)
class Replies(Action):
    """The player answers a resignation, or the wish to call the game off."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class Flagged(Action):
    """The player claims what the opponent's fallen flag brings."""


@dataclass(frozen=True, slots=True)
class Tied(Action):
    """Both have thrown the same to open; `player` means nothing."""

    die: int


@dataclass(frozen=True, slots=True)
class BoardPut(Action):
    """The position is set; `player` is to throw."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class CubePut(Action):
    """The cube is set; `player` means nothing."""

    value: int | None
    """None: as it is."""
    owner: Player | None = None
    owner_told: bool = True
    """Whether `owner` is meant; otherwise it stays whose it is."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by the file."""

    winner: Player
    points: int
    resigned: bool = False


@dataclass(frozen=True)
class ScriptGame:
    """One game."""

    score: Pair[int]
    """Before it."""
    actions: tuple[Action, ...] = ()
    result: Result | None = None
    crawford: bool | None = None
    """Whether it is the Crawford game; None: the file leaves that to the score."""


@dataclass(frozen=True)
class Script:
    """A match, or a money session of no length."""

    names: Pair[str]
    length: int
    games: tuple[ScriptGame, ...]
    crawford: bool | None = None
    """None: the file does not tell."""
    cube: bool = True
    jacoby: bool | None = None
    """The same."""
    beavers: bool = False
    automatic: bool = False
    """Whether equal opening dice double the stake."""
    day: date | None = None
    """When it was played, if the file tells."""

    def stake(self, game: ScriptGame) -> int:
        """Return the cube with which the turns of `game` begin."""
        return 2 if self.automatic and any(isinstance(action, Tied) for action in game.actions) else 1
