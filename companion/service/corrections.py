"""What was put right in a match, taken back or let stand: found among its events, without going through the match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.journal.lines import Line
from companion.journal.listing import GameRow
from companion.rules.notation import write_throw
from companion.service import words
from companion.service.archive_view import Correction
from companion.service.view import Message
from companion.table.state import Param, Said

MOST = 200
KINDS = frozenset("undone throw_corrected score_set cube_set position_set clock_set way_chosen".split())
WAYS = {"stand": "let_stand", "board_is_right": "taken_as_it_lay"}
"""Which ways out of a dispute are told of, and as what."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Those that are shown, and how many there are besides."""

    shown: tuple[Correction, ...]
    more: int


def corrections_of(lines: Sequence[Line], games: Sequence[GameRow]) -> Corrections:
    """Return what was put right in the events of a match, in their order."""
    found = [
        Correction(seq, _game_of(seq, games), line.wall, kind, message)
        for seq, line in enumerate(lines, 1)
        if any(f'"{name}"' in line.body for name in KINDS)
        for kind, message in _told(json.loads(line.body))
    ]
    return Corrections(tuple(found[:MOST]), max(0, len(found) - MOST))


def _game_of(seq: int, games: Sequence[GameRow]) -> int:
    return next((one.number for one in games if seq <= one.last), len(games) + 1)


def _told(event: dict[str, Any]) -> list[tuple[str, Message]]:
    """Return what there is to say of an event, if it puts something right."""
    kind = event.get("event")
    if kind == "way_chosen":
        return _ways_out(event)
    if kind not in KINDS:
        return []
    return [(kind, words.said(Said(kind, tuple(_params(kind, event).items()))))]


def _ways_out(event: dict[str, Any]) -> list[tuple[str, Message]]:
    way = str(event.get("way"))
    if way == "throw_was" and event.get("dice"):
        return _told({"event": "throw_corrected", "dice": event["dice"]})
    return [(WAYS[way], words.own(WAYS[way]))] if way in WAYS else []


def _params(kind: str, event: dict[str, Any]) -> dict[str, Param]:
    reason: dict[str, Param] = {"reason": str(event.get("reason", ""))}
    if kind == "score_set":
        return reason | {side: int(event["score"][side]) for side in ("white", "black")}
    if kind == "throw_corrected":
        return reason | {"dice": write_throw(event["dice"])}
    number = "steps" if kind == "undone" else "value" if kind == "cube_set" else ""
    if number:
        return reason | {number: int(event[number])}
    return reason | {"player": str(event["player"])}
