"""Which decision of an analysis belongs to which step of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.service.archive_view import ReplayStep

Json = Mapping[str, Any]
Places = dict[int, list[int]]
"""By the number of a step the numbers of the decisions that it tells of."""


def decisions_at(steps: Sequence[ReplayStep], decisions: Sequence[Json]) -> Places:
    """Return the decisions of each step: throws and plays, doubles and their answers."""
    return {**_plays(steps, decisions), **_doubles(steps, decisions)}


def _plays(steps: Sequence[ReplayStep], decisions: Sequence[Json]) -> Places:
    """Return the decisions of each throw and play; with the throw the cube that was left where it was before it."""
    waiting, thrown, found = _of_turns(decisions), 0, {}
    for step in steps:
        if not step.stands:
            continue
        if step.play is None:
            thrown = step.number if step.table.throw and not _offers(step) else thrown
            continue
        turn = next(waiting, [])
        if turn:
            found[step.number] = turn[-1:]
            if thrown:
                found[thrown] = turn
        thrown = 0
    return found


def _of_turns(decisions: Sequence[Json]) -> Iterator[list[int]]:
    """Yield for each turn its play, after the decision not to double if there was one."""
    before: list[int] = []
    for number, one in enumerate(decisions):
        if one["kind"] == "play":
            yield [*before, number]
            before = []
        else:
            before = [] if one["doubled"] else [number]


def _doubles(steps: Sequence[ReplayStep], decisions: Sequence[Json]) -> Places:
    """Return the decisions about each double that was offered, and about its answer."""
    waiting = iter([number for number, one in enumerate(decisions) if one["kind"] == "cube" and one["doubled"]])
    found: Places = {}
    now: int | None = None
    for step in steps:
        if not step.stands:
            continue
        if _offers(step):
            now = next(waiting, None) if now is None else now
        if now is not None:
            found[step.number] = [now]
        if not _offers(step):
            now = None
    return found


def _offers(step: ReplayStep) -> bool:
    return step.table.cube is not None and step.table.cube.offer is not None


def step_of(steps: Sequence[ReplayStep], decisions: Sequence[Json], decision: int) -> int:
    """Return the step that shows a decision; the play rather than the throw."""
    places = decisions_at(steps, decisions)
    return max((step for step, numbers in places.items() if numbers[-1] == decision), default=0) or max(
        (step for step, numbers in places.items() if decision in numbers), default=1
    )
