"""`companion hint`: what a strong player would do in each case, JSON lines in and out."""

from __future__ import annotations

import argparse
from contextlib import closing

from companion.casefile import CaseError, read_case
from companion.commands.hint_case import read_stakes, write_cube, write_plays, write_source
from companion.commands.jsonlines import answer_file
from companion.hints.advice import AdviserError, Stakes
from companion.hints.adviser import Advisers, advisers
from companion.hints.choice import Choice
from companion.hints.cube_choice import is_turnable
from companion.language import _
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn

ANY_THROW = [1, 2]


def answer_hinted(arguments: argparse.Namespace) -> int:
    """Answer each case with advice."""
    with closing(advisers(Choice(arguments.adviser), arguments.plies)) as asked:
        return answer_file(arguments.file, lambda data: hinted(asked, data))


def hinted(asked: Advisers, data: object) -> dict[str, object]:
    """Return the advice on a case; without a throw only that on the cube."""
    given: dict[str, object] = data if isinstance(data, dict) else {}
    thrown = not given or "dice" in given
    turn = read_case(data if thrown else {**given, "dice": ANY_THROW}).turn
    stakes = read_stakes(turn.game, given.get("match"))
    try:
        plays = _plays(asked, turn, stakes) if thrown else _no_plays(turn)
        return {**plays, "cube": _cube(asked, turn, stakes)}
    except AdviserError as error:
        raise CaseError(str(error)) from error


def _plays(asked: Advisers, turn: Turn, stakes: Stakes) -> dict[str, object]:
    answered = asked.plays(turn, stakes)
    return {"plays": write_plays(legal_plays(turn), answered.value, _), **write_source(answered)}


def _no_plays(turn: Turn) -> dict[str, object]:
    if not turn.game.cube:
        msg = "'dice' is missing: this game has no cube, so there is nothing to decide before the throw"
        raise CaseError(msg)
    return {"plays": []}


def _cube(asked: Advisers, turn: Turn, stakes: Stakes) -> dict[str, object] | None:
    if not is_turnable(turn.player, stakes):
        return None
    return write_cube(asked.cube(turn.position, turn.player, stakes))
