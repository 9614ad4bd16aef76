"""What the journal says was done in a match, and what the players have done, both in the same words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from companion.cli import main as companion
from companion.rules.position import Setup
from tests.web.deeds import Answers, Deed, Doubles, Ends, Moves, Opens, Resigns, SetsScore, Throws


def recorded(folder: Path) -> list[tuple[object, ...]]:
    """Return what the journal says was done, in the words of `told`."""
    output = StringIO()
    with redirect_stdout(output):
        assert companion(["replay", "1", "--data", str(folder)]) == 0
    steps = map(json.loads, output.getvalue().splitlines())
    return [deed for step in steps if step["stands"] for deed in _recorded(step)]


def _recorded(step: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    for said in step["said"]:
        params = said["params"]
        if said["code"] == "opening_thrown":
            yield "opens", params["player"], sorted(map(int, params["dice"].split("-")))
        elif said["code"] == "doubled":
            yield "doubles", params["player"], params["value"]
        elif said["code"] in {"taken", "dropped"}:
            yield said["code"], params["player"]
        elif said["code"] == "resigns":
            yield "resigns", params["player"], params["points"]
        elif said["code"] == "score_set":
            yield "score set", params["white"], params["black"], params["reason"]
    throw, play, result = step["throw"], step["play"], step["result"]
    if throw:
        yield "throws", throw["player"], sorted(throw["dice"])
    if play:
        yield (
            "plays",
            play["player"],
            sorted(play["dice"]),
            _lying(step["position"]),
            bool(play["condoned"]),
            play["scored"],
        )
    if result:
        yield "ends", result["winner"], result["counted"], (step["score"]["white"], step["score"]["black"])


def _lying(position: dict[str, Any]) -> tuple[object, ...]:
    sides = (position[name] for name in ("bar", "reserve", "off"))
    return (tuple(position["points"]), *((side["white"], side["black"]) for side in sides))


def told(deeds: list[Deed]) -> list[tuple[object, ...]]:
    """Return what the players have done, in the words of the record."""
    return [words for deed in deeds if (words := _told(deed))]


def _told(deed: Deed) -> tuple[object, ...]:
    """Return a deed in the words of the record; nothing if it leaves no trace that stands."""
    words: tuple[object, ...] = ()
    match deed:
        case Opens(player, dice):
            words = "opens", player.value, sorted(dice)
        case Throws(player, dice):
            words = "throws", player.value, sorted(dice)
        case Moves(player, dice, after, stands, scored):
            words = "plays", player.value, sorted(dice), _setup(after), stands, scored
        case Doubles(player, value):
            words = "doubles", player.value, value
        case Answers(player, takes):
            words = "taken" if takes else "dropped", player.value
        case Ends(winner, counted, score):
            words = "ends", winner.value, counted, score
        case Resigns(player, points):
            words = "resigns", player.value, points
        case SetsScore(score, reason):
            words = "score set", *score, reason
    return words


def _setup(setup: Setup) -> tuple[object, ...]:
    white, black = setup.sides
    points = tuple(one - other for one, other in zip(white.points, black.points, strict=True))
    return points, (white.bar, black.bar), (white.reserve, black.reserve), (white.off, black.off)
