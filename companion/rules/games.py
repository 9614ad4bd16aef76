"""The eleven games as data."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from companion.rules.board import HOME_PACE, Path
from companion.rules.game import (
    HOME,
    AceDeuce,
    BearOff,
    Doubles,
    Game,
    Hits,
    Opening,
    Option,
    Order,
    Scoring,
    Setting,
    Start,
)
from companion.rules.players import Pair, both

FACING = Pair(Path.FALLING, Path.RISING)
CONTRARY = Pair(Path.RISING, Path.FALLING)
TOGETHER = both(Path.RISING)

ALL_IN_RESERVE = both(Start(reserve=15))
ALL_ON_PACE_1 = both(Start(paces=((1, 15),)))
STANDARD = Start(paces=((1, 2), (12, 5), (17, 3), (19, 5)))

CUBE_OPTIONS = (
    Option("jacoby", default=False, about="Gammon and backgammon count only once the cube was turned (money play)."),
    Option("beaver", default=False, about="Who is doubled may redouble at once and keep the cube (money play)."),
    Option("crawford", default=True, about="The first game after a side needs one point is without cube (matches)."),
    Option("automatic_doubles", default=False, about="Equal opening dice double the stake once a game (money play)."),
)


def _ravensburger(game: Game, value: Setting) -> Game:
    return replace(game, order=Order.HIGHER_OR_NOTHING) if value else game


def _hit_to_start(game: Game, value: Setting) -> Game:
    return replace(game, hits=Hits.TO_START_IF_EMPTY) if value else game


def _handicap(game: Game, value: Setting) -> Game:
    black = game.start.black
    on_board = black.checkers - black.reserve
    return replace(game, start=Pair(game.start.white, replace(black, reserve=int(value) - on_board)))


def _pass_on(game: Game, value: Setting) -> Game:
    return replace(game, ace_deuce=replace(game.ace_deuce or AceDeuce(), pass_on=bool(value)))


def _third_ace_deuce(game: Game, value: Setting) -> Game:
    return replace(game, ace_deuce=replace(game.ace_deuce or AceDeuce(), third_lost=bool(value)))


def _doubles_count(game: Game, value: Setting) -> Game:
    return replace(game, doubles_count_in_game=value == "game")


def _russian_gate(game: Game, value: Setting) -> Game:
    return replace(game, free_entry_from=int(value))


def _gate(game: Game, value: Setting) -> Game:
    return replace(game, hit_gate=HOME) if value == "home" else game


DOUBLES_COUNT = Option(
    "doubles_count",
    default="turn",
    about="Whether the second double is the second in a row in one turn, or the player's second in the game.",
    allowed=("turn", "game"),
    change=_doubles_count,
)

BACKGAMMON = Game(
    id="backgammon",
    name="Backgammon",
    paths=FACING,
    start=both(STANDARD),
    scoring=Scoring.GAMMONS,
    cube=True,
    options=(
        Option(
            "ravensburger",
            default=False,
            about="If only one number can be used it must be the higher; otherwise none is.",
            change=_ravensburger,
        ),
        Option(
            "hit_to_start",
            default=False,
            about="A hit checker is put at once on its own first point instead of the bar.",
            change=_hit_to_start,
        ),
        *CUBE_OPTIONS,
    ),
)

SNAKE = replace(
    BACKGAMMON,
    id="snake",
    name="Snake",
    start=Pair(STANDARD, Start(paces=((1, 2), (2, 2), (3, 2)), reserve=9)),
    options=(
        Option(
            "handicap",
            default=15,
            about="How many checkers Black has in all; six of them start on the board.",
            allowed=tuple(range(6, 16)),
            change=_handicap,
        ),
        *CUBE_OPTIONS,
    ),
)

ACEY_DEUCEY = Game(
    id="acey_deucey",
    name="American Acey Deucey",
    paths=FACING,
    start=ALL_IN_RESERVE,
    scoring=Scoring.GAMMONS,
    free_entry_from=0,
    ace_deuce=AceDeuce(),
    options=(
        Option(
            "pass_on",
            default=False,
            about="A 2-1 that cannot be used gives the double to be named and the new throw to the opponent.",
            change=_pass_on,
        ),
        Option(
            "third_ace_deuce",
            default=False,
            about="The third 2-1 in a row gives that throw to the opponent and costs the furthest checker.",
            change=_third_ace_deuce,
        ),
    ),
)

ACEY_DEUCEY_EUROPEAN = replace(
    ACEY_DEUCEY, id="acey_deucey_european", name="European Acey Deucey", bear_off=BearOff.EXACT
)

TRICTRAC = Game(
    id="trictrac",
    name="Tric-Trac",
    paths=CONTRARY,
    start=ALL_ON_PACE_1,
    opening=Opening.TWO_DICE_PLAYED,
    doubles=Doubles.TWICE_AND_AGAIN,
    order=Order.CHOICE,
    hits=Hits.TO_START,
    bear_off=BearOff.PAST_GOAL,
    scoring=Scoring.POINTS,
    start_pile=True,
    hucke=True,
)

TRICTRAC_OLD = Game(
    id="trictrac_old",
    name="Tric Trac (older)",
    paths=CONTRARY,
    start=ALL_IN_RESERVE,
    opening=Opening.TWO_DICE_ANEW,
    doubles=Doubles.TWICE_AND_AGAIN,
    order=Order.CHOICE,
    hits=Hits.MARKED,
    scoring=Scoring.POINTS,
    free_entry_from=0,
    singles=range(1, 12),
    hucke=True,
)

PUFF = Game(
    id="puff",
    name="Puff",
    paths=CONTRARY,
    start=ALL_IN_RESERVE,
    opening=Opening.TWO_DICE_ANEW,
    doubles=Doubles.TOP_AND_BOTTOM,
    order=Order.LOWER_FIRST,
    options=(DOUBLES_COUNT,),
)

PUFF_LONG = replace(PUFF, id="puff_long", name="Long Puff", paths=TOGETHER)

PUFF_RUSSIAN = replace(
    PUFF_LONG,
    id="puff_russian",
    name="Russian Puff",
    free_entry_from=2,
    again_needs_all=True,
    options=(
        Option(
            "russian_gate",
            default=2,
            about="From how many checkers on the board one may enter or move as one likes.",
            allowed=tuple(range(16)),
            change=_russian_gate,
        ),
        DOUBLES_COUNT,
    ),
)

PUFF_DUTCH = replace(
    PUFF,
    id="puff_dutch",
    name="Dutch Puff",
    hit_gate=range(HOME_PACE, HOME_PACE + 1),
    options=(
        Option(
            "gate",
            default="exact",
            about="Where a checker must have stood before its owner may hit: exactly pace 19, or anywhere at home.",
            allowed=("exact", "home"),
            change=_gate,
        ),
        DOUBLES_COUNT,
    ),
)

REVERTIER = replace(PUFF, id="revertier", name="Revertier", start=ALL_ON_PACE_1, singles=range(1, 12))

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.id: game
        for game in (
            BACKGAMMON,
            SNAKE,
            ACEY_DEUCEY,
            ACEY_DEUCEY_EUROPEAN,
            TRICTRAC,
            TRICTRAC_OLD,
            PUFF,
            PUFF_LONG,
            PUFF_RUSSIAN,
            PUFF_DUTCH,
            REVERTIER,
        )
    }
)


def find_game(name: str) -> Game:
    """Return the game called `name`; otherwise say which one may have been meant."""
    if name in GAMES:
        return GAMES[name]
    near = difflib.get_close_matches(name, GAMES, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the games are {', '.join(GAMES)}"
    msg = f"there is no game {name!r}; {hint}"
    raise ValueError(msg)


def configured(name: str, options: Iterable[tuple[str, Setting]] = ()) -> Game:
    """Return the game called `name` as played with `options`; asked again, the same object."""
    chosen = find_game(name).with_options(dict(options)).chosen
    return _configured(name, tuple((option, type(value), value) for option, value in chosen))


@cache
def without_bridge_in_win(game: Game) -> Game:
    """Return the game as it was counted at first; asked again, the same object."""
    return replace(game, bridge_in_win=False)


@cache
def _configured(name: str, options: tuple[tuple[str, type, Setting], ...]) -> Game:
    # The types keep true and 1 apart, which are equal.
    return find_game(name).with_options({option: value for option, _, value in options})
