"""What a game is: data and named policies. No game has code of its own."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from types import MappingProxyType

from companion.rules.board import HOME_PACE, POINTS, Path
from companion.rules.players import Pair, Player

Setting = bool | int | str


class Opening(Enum):
    """How it is settled who begins."""

    ONE_DIE_EACH = "one die each, both are played"
    TWO_DICE_PLAYED = "two dice each, the higher total is played"
    TWO_DICE_ANEW = "two dice each, the higher total throws anew"


class Doubles(Enum):
    """What a double is worth."""

    FOUR_STEPS = "four steps"
    TWICE_AND_AGAIN = "twice the number, then another throw"
    TOP_AND_BOTTOM = "the numbers on top, then those underneath, then another throw"


class Order(Enum):
    """Which of two different numbers must be used, and in what order."""

    HIGHER = "as many as can be; of one only, the higher"
    HIGHER_OR_NOTHING = "as many as can be; of one only, the higher, or none"
    CHOICE = "as many as can be; of one only, either"
    LOWER_FIRST = "the lower first once all are on the board, either one before"


class Hits(Enum):
    """What becomes of a blot that is landed on."""

    TO_BAR = "it goes to the bar"
    TO_START = "it goes back to its own pace 1"
    TO_START_IF_EMPTY = "it goes back to its own pace 1, or to the bar if an opponent stands there"
    MARKED = "it stays, cannot be landed on, and is marked as a point before the play"


class BearOff(Enum):
    """When a checker may leave the board."""

    FROM_HOME = "with the exact number, or a higher one from the rearmost"
    EXACT = "with the exact number only"
    PAST_GOAL = "at any time, on reaching pace 24 or beyond"


class Scoring(Enum):
    """What a won game counts."""

    SINGLE = "1"
    GAMMONS = "1, a gammon 2, a backgammon 3"
    POINTS = "first to 12 points; 1 to 4 by the loser's points"


@dataclass(frozen=True, slots=True)
class Start:
    """Where a player's checkers are before the first throw: counts by pace, and the reserve."""

    paces: tuple[tuple[int, int], ...] = ()
    reserve: int = 0

    @property
    def checkers(self) -> int:
        """How many checkers the player has in all."""
        return sum(count for _, count in self.paces) + self.reserve


@dataclass(frozen=True, slots=True)
class AceDeuce:
    """The special rights of a 1-2 and who gets them."""

    pass_on: bool = False
    third_lost: bool = False


@dataclass(frozen=True)
class Option:
    """A setting of a game: its default, what it may be, and what it changes."""

    name: str
    default: Setting
    about: str
    allowed: tuple[Setting, ...] = (False, True)
    change: Callable[[Game, Setting], Game] = lambda game, _value: game

    def check(self, value: object) -> Setting:
        """Return `value` if the option may have it; otherwise say what it may be."""
        for allowed in self.allowed:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        shown = ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in self.allowed)
        msg = f"option {self.name!r} cannot be {value!r}: it may be {shown}"
        raise ValueError(msg)


@dataclass(frozen=True, eq=False)
class Game:
    """A game on the 24-point board; two are the same only if they are one object."""

    id: str
    name: str
    paths: Pair[Path]
    start: Pair[Start]
    opening: Opening = Opening.ONE_DIE_EACH
    doubles: Doubles = Doubles.FOUR_STEPS
    order: Order = Order.HIGHER
    hits: Hits = Hits.TO_BAR
    bear_off: BearOff = BearOff.FROM_HOME
    scoring: Scoring = Scoring.SINGLE
    cube: bool = False
    free_entry_from: int | None = None
    """From how many own checkers on the board the reserve need not be entered first; None: never."""
    singles: range = range(0)
    """Paces that hold at most one own checker."""
    start_pile: bool = False
    """Whether the checkers on pace 1 must all leave before others move."""
    hucke: bool = False
    bridge_in_win: bool = True
    """Whether the great bridge counts where a throw's last number wins: not in matches from before it was counted."""
    hit_gate: range | None = None
    """Paces one of which a checker must have stood on before its owner may hit."""
    again_needs_all: bool = False
    """Whether the new throw after a double is lost when a number stays unused."""
    doubles_count_in_game: bool = False
    ace_deuce: AceDeuce | None = None
    options: tuple[Option, ...] = ()
    chosen: tuple[tuple[str, Setting], ...] = ()
    """The options as chosen."""
    base: Game | None = None
    """The game before options were chosen."""

    def with_options(self, wanted: Mapping[str, object]) -> Game:
        """Return the game as played with these options; say which name or value is wrong."""
        known = {option.name: option for option in self.options}
        for name in wanted:
            if name not in known:
                raise ValueError(unknown_option(self, name))
        game = self
        chosen = {option.name: option.check(wanted.get(option.name, option.default)) for option in self.options}
        for option in self.options:
            game = option.change(game, chosen[option.name])
        return replace(game, chosen=tuple(chosen.items()), base=self.base or self)

    def path(self, player: Player) -> Path:
        """Return the path that `player` travels."""
        return self.paths[player]

    @cached_property
    def settings(self) -> Mapping[str, Setting]:
        """The options as chosen, by name."""
        return MappingProxyType(dict(self.chosen))

    @cached_property
    def checkers(self) -> Pair[int]:
        """How many checkers each player has in all."""
        return self.start.map(lambda start: start.checkers)

    @cached_property
    def has_reserve(self) -> bool:
        """Whether there are checkers in this game that were never entered."""
        return any(start.reserve for start in (self.base or self).start)

    @cached_property
    def has_bar(self) -> bool:
        """Whether hit checkers wait on the bar."""
        return self.hits in {Hits.TO_BAR, Hits.TO_START_IF_EMPTY}

    @cached_property
    def meet_pace(self) -> int:
        """The pace of a player's path that is the opponent's pace 1."""
        return POINTS if self.paths.white is not self.paths.black else 1

    @cached_property
    def refills(self) -> bool:
        """Whether a player who has borne all off without winning sets them up again."""
        return self.scoring is Scoring.POINTS


def unknown_option(game: Game, name: str) -> str:
    """Say that `game` has no option `name`, and which one may have been meant."""
    names = [option.name for option in game.options]
    near = difflib.get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(names) or 'none'}"
    return f"{game.id} has no option {name!r}{hint}"


HOME = range(HOME_PACE, POINTS + 1)
