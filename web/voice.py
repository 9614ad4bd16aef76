"""What is told aloud and to screen readers: by the browser's own voice if a device wants that, off by default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from flask import request

from companion.service.view import LogLine, Message, TableView
from web.language import gettext as _
from web.texts import Speaker

VOICE = "voice"
ON = "on"
MOST = 4
"""Sentences that are caught up with after a while without connection."""
ALOUD = frozenset(
    # The throw, and what became of it.
    "opening_thrown opening_tie automatic_double thrown named given no_play wrong_half outside leaning on_checker"
    " dice_count one_again thrown_too_early third_ace_deuce"
    # The play.
    " illegal condoned"
    # Cube, resignation, results.
    " doubled beavered taken dropped resigns would_call_off plays_on game_won game_called_off match_won match_drawn"
    " match_ended flag".split()
)
"""What is said aloud, by its code."""
SHORTER: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "opening_thrown": lambda: _("%(player)s throws %(dice)s."),
        "thrown": lambda: _("%(player)s throws %(dice)s."),
        "named": lambda: _("%(player)s names %(dice)s."),
        "given": lambda: _("%(player)s is given %(dice)s."),
        "doubled": lambda: _("%(player)s doubles to %(value)s."),
    }
)
"""What is said otherwise than it is written: legal plays are read, not listened to."""
RESULTS = frozenset("illegal no_play game_won game_called_off match_won match_drawn match_ended".split())
"""What screen readers are told besides what the table is waiting for."""


def has_voice() -> bool:
    """Return whether the device that asks wants to hear what happens."""
    return request.cookies.get(VOICE) == ON


def told(view: TableView) -> str:
    """Return what screen readers are told of a table."""
    speaker = Speaker.of(view)
    results = [speaker.say(one) for one in view.said if one.code in RESULTS]
    return " ".join([*results, speaker.say(view.waiting)])


def heard(view: TableView) -> dict[str, Any]:
    """Return what was said last, to be spoken; the browser knows by the number what it has spoken already."""
    speaker, lines = Speaker.of(view), [one for one in view.log if one.message.code in ALOUD]
    said = [{"seq": one.seq, "text": _aloud(speaker, one)} for one in _once(lines)[-MOST:]]
    return {"match": view.uid or "", "last": max((one.seq for one in view.log), default=0), "said": said}


def _once(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines without what is found illegal once more while hands still look for another play."""
    known: list[LogLine] = []
    for line in lines:
        if not known or line.message.code != "illegal" or line.message != known[-1].message:
            known.append(line)
    return known


def _aloud(speaker: Speaker, line: LogLine) -> str:
    message = line.message
    if message.code not in SHORTER:
        return speaker.say(message)
    return SHORTER[message.code]() % dict(_params(speaker, message))


def _params(speaker: Speaker, message: Message) -> Iterator[tuple[str, str]]:
    params: Mapping[str, object] = dict(message.params)
    yield "player", speaker.named(str(params.get("player", "")))
    yield "value", str(params.get("value", ""))
    yield "dice", f" {_('and')} ".join(str(params.get("dice", "")).split("-"))
