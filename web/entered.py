"""What people and their programs may enter, as data: pages and API look here, so that both refuse the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.service.catalogue import catalogue
from companion.service.view import Answer
from web.drawing import PLAYERS, POINTS
from web.forms import LONGEST_TEXT, FormError
from web.kinds import YES_NO, Among, Fields, ListOf, Maybe, Named, OneOf, Text, Whole, for_both
from web.language import mark as _
from web.render import panel

LONGEST_PLAY = 200
LONGEST_NAME = 60
MOST_STEPS_BACK = 99
MOST_LEVEL = 4
MOST_POINTS = 999
MOST_GAME_POINTS = 99
LONGEST = 99
MOST_MATCHES = 999_999_999
CUBES = tuple(2**power for power in range(13))
MOST_MS = 60_000 * 1000
MOST_STEP_MS = 999_000
TRAYS = ("bar", "off", "reserve")
CLOCKS = ("none", "delay", "fischer", "bronstein")
ENDS = ("dice", "clock", "button")
ILLEGAL = ("condone", "correct")
CRAWFORD = ("ahead", "now", "over")

PLAYER, DIE, REASON = OneOf(PLAYERS), Whole(1, 6, 3), Text(LONGEST_TEXT, "The scorer has misread it.")
THROW = ListOf(DIE, 2, 2)
DEVICE = Text(LONGEST_NAME, "board")
COUNT = Whole(0, 15)
SIDE = Fields({"points": ListOf(COUNT, POINTS, POINTS), **dict.fromkeys(TRAYS, COUNT)})
SETUP = Fields({"sides": for_both(SIDE)})
NOBODY = Fields({})
ANY_PLAYER = Fields({"player": PLAYER})


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that may be entered: its fields besides its name, and what it means."""

    fields: Fields
    about: str


ENTRIES: Mapping[str, Entry] = MappingProxyType(
    {
        # The turn.
        "throw_entered": Entry(
            Fields({"player": PLAYER, "dice": ListOf(DIE, 1, 2)}),
            _("Enter a throw: both dice, or the one die of an opening."),
        ),
        "play_entered": Entry(
            Fields({"player": PLAYER, "play": Text(LONGEST_PLAY, "8/5 6/5")}),
            _("Enter a play in either notation; - if nothing is moved."),
        ),
        "turn_ended": Entry(ANY_PLAYER, _("Say that the play is made, or let a turn pass.")),
        "double_named": Entry(
            Fields({"player": PLAYER, "number": DIE}), _("Name the double that is played after a 2-1 (Acey Deucey).")
        ),
        "way_chosen": Entry(
            Fields(
                {
                    "way": OneOf(("throw_was", "change", "stand", "board_is_right", "play_was")),
                    "dice": Maybe(THROW),
                    "choice": Maybe(Whole(1, 99)),
                },
                frozenset({"dice", "choice"}),
            ),
            _("Decide what becomes of a play that does not fit: let it stand, change it, or say what it was."),
        ),
        # Cube, resignation, results.
        "cube_moved": Entry(
            Fields({"player": PLAYER, "action": OneOf(("offer", "take", "drop", "beaver"))}),
            _("Offer the cube, or answer."),
        ),
        "resigned": Entry(
            Fields({"player": PLAYER, "level": Whole(1, MOST_LEVEL)}),
            _("Offer to lose a single game (1), a gammon (2) or a backgammon (3); games for points count up to 4."),
        ),
        "answered": Entry(
            Fields({"player": PLAYER, "accepted": YES_NO}),
            _("Accept a resignation or agree to call the game off, or play on."),
        ),
        "call_off_wanted": Entry(ANY_PLAYER, _("Wish to call the game off.")),
        "next_game": Entry(
            Fields(
                {"player": Maybe(PLAYER), "choice": Maybe(OneOf(("fresh", "continue")))},
                frozenset(("player", "choice")),
            ),
            _("Begin the next game."),
        ),
        "session_ended": Entry(NOBODY, _("Stop playing.")),
        # The clock.
        "clock_hit": Entry(ANY_PLAYER, _("Press the clock.")),
        "clock_stopped": Entry(NOBODY, _("Halt the clock.")),
        "clock_resumed": Entry(NOBODY, _("Let the clock go on.")),
        "flag_claimed": Entry(ANY_PLAYER, _("Claim the win on time.")),
        # Corrections.
        "undone": Entry(
            Fields(
                {"steps": Whole(1, MOST_STEPS_BACK), "agreed": for_both(YES_NO), "reason": REASON},
                frozenset({"reason"}),
            ),
            _("Take back so many steps."),
        ),
        "throw_corrected": Entry(Fields({"dice": THROW, "reason": REASON}), _("Correct the throw.")),
        "score_set": Entry(
            Fields(
                {"score": for_both(Whole(0, MOST_POINTS)), "crawford": OneOf((None, *CRAWFORD)), "reason": REASON},
                frozenset({"crawford"}),
            ),
            _("Set the score."),
        ),
        "cube_set": Entry(
            Fields({"value": Whole(1, CUBES[-1], 2), "owner": Maybe(PLAYER), "reason": REASON}), _("Set the cube.")
        ),
        "position_set": Entry(
            Fields(
                {
                    "setup": SETUP,
                    "player": PLAYER,
                    "points": Maybe(for_both(Whole(0, MOST_GAME_POINTS))),
                    "reason": REASON,
                },
                frozenset({"points"}),
            ),
            _("Set the position, and who is to throw. Points count from each player's own side."),
        ),
        "clock_set": Entry(
            Fields({"player": PLAYER, "reserve": Whole(0, MOST_MS, 300_000), "reason": REASON}),
            _("Set a player's time, in milliseconds."),
        ),
        # Advice and devices.
        "hint_wanted": Entry(
            Fields({"agreed": for_both(YES_NO), "what": OneOf(("hint", "pips", "equity"))}, frozenset({"what"})),
            _("Note that the players want to be shown something that helps them."),
        ),
        "answer_device": Entry(
            Fields({"device": DEVICE, "answer": Whole(1, 99)}),
            _("Answer what a device asks, by the number of the answer."),
        ),
        "restart_device": Entry(Fields({"device": DEVICE}), _("Try a device again.")),
        "new_journal": Entry(NOBODY, _("Set a damaged journal aside and begin a new one.")),
    }
)
"""What may be entered; what boards and cameras see is told by them alone."""

AGREEMENT = Fields(
    {
        "game": OneOf(tuple(game.id for game in catalogue())),
        "options": Named(50),
        "length": Among(
            "kind",
            {
                "points": Fields({"points": Whole(1, LONGEST, 5)}),
                "money": NOBODY,
                "rounds": Fields({"games": Whole(1, LONGEST, 3)}),
            },
        ),
        "names": for_both(Text(LONGEST_TEXT, "Ada", 1)),
        "clock": Fields(
            {
                "kind": OneOf(CLOCKS),
                "reserve_ms": Maybe(for_both(Whole(0, MOST_MS))),
                "step_ms": Whole(0, MOST_STEP_MS),
            },
            frozenset({"reserve_ms", "step_ms"}),
        ),
        "cube": OneOf((None, True, False)),
        "table": Fields(
            {"ends_by": OneOf(ENDS), "illegal_plays": OneOf(ILLEGAL), "tournament": YES_NO},
            frozenset({"ends_by", "illegal_plays", "tournament"}),
        ),
    },
    frozenset({"options", "names", "clock", "cube", "table"}),
)
"""What is agreed on for a match."""


def put(event: Mapping[str, Any], by: str) -> Answer:
    """Put an event to the table, whoever has sent it; raise `FormError` if it cannot be entered like this."""
    entry = ENTRIES.get(str(event.get("event")))
    rest = {name: value for name, value in event.items() if name != "event"}
    check(entry.fields if entry else NOBODY, rest)
    return panel().service.post(dict(event), by)


def begin(agreement: Mapping[str, Any], by: str) -> Answer:
    """Begin a match, whoever has sent what was agreed on; raise `FormError` if it cannot be agreed on like this."""
    check(AGREEMENT, agreement)
    return panel().service.new_match(agreement, by)


def parsed(text: str) -> Any:  # noqa: ANN401 - whatever was sent
    """Return what JSON says; raise `ValueError` for what is none, or could not be written down and shown."""
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_number)
    except RecursionError as error:
        raise ValueError from error
    # Halves of characters cannot be written anywhere.
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _number(text: str) -> int | float:
    """Return a number; for JSON one without a fraction is whole, however it is written."""
    value = float(text)
    return int(value) if value.is_integer() else value


def _refuse(name: str) -> None:
    raise ValueError(name)


def check(kind: Fields, value: object) -> None:
    """Refuse a value with all that is wrong with it."""
    problems = list(kind.problems(value))
    if problems:
        raise FormError(" ".join(problems[:5]))
