"""`companion plays` and `companion judge`: what is legal in each case, JSON lines in and out."""

from __future__ import annotations

import argparse

from companion.casefile import CaseError, read_case, write_outcome
from companion.commands.jsonlines import answer_file
from companion.rules.judge import Legal, judge
from companion.rules.plays import legal_plays


def answer_plays(arguments: argparse.Namespace) -> int:
    """Answer each case with every distinct legal outcome."""
    return answer_file(arguments.file, _plays)


def answer_judged(arguments: argparse.Namespace) -> int:
    """Answer each case with whether its 'after' is legal."""
    return answer_file(arguments.file, _judged)


def _plays(data: object) -> dict[str, object]:
    """Return every distinct legal outcome of a case."""
    turn = read_case(data).turn
    return {"outcomes": [write_outcome(turn.game, outcome) for outcome in legal_plays(turn).sorted()]}


def _judged(data: object) -> dict[str, object]:
    """Return whether a case's 'after' is legal, and if not why."""
    case = read_case(data)
    if case.after is None:
        msg = "'after' is missing: the position to be judged, with points, bar, reserve and off"
        raise CaseError(msg)
    judgement = judge(case.turn, case.after)
    if isinstance(judgement, Legal):
        return {"legal": True, "scored": judgement.outcome.scored}
    violation = judgement.violation
    return {
        "legal": False,
        "reason": violation.reason.value,
        "message": violation.sentence,
        "points": list(violation.points),
        "numbers": list(violation.numbers),
    }
