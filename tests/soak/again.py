"""What the service has recorded of all that came in, played again: what comes out has to stand in the journal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from companion.journal.lines import Line
from companion.service.recording.checking import Step
from tests.service.recording.stage import all_recorded, checked, written
from tests.soak.tally import Tally


def play_again(data: Path, tally: Tally) -> None:
    """Play every recording of a data folder again, and tell what comes out otherwise."""
    journal = written(data)
    logging.disable()
    try:
        for uid, path in all_recorded(data):
            tally.again["matches"] += 1
            tally.otherwise += [f"{uid or 'no match'}: {one}" for one in _otherwise(path, journal.get(uid, []), tally)]
    finally:
        logging.disable(logging.NOTSET)


def _otherwise(path: Path, written: list[Line], tally: Tally) -> Iterator[str]:
    came: dict[int, Line] = {}

    def told(step: Step) -> None:
        came.update(enumerate(step.came.lines, step.came.first))

    for piece in checked(path, told):
        tally.again["pieces"] += 1
        tally.again["gaps"] += piece.piece.gap is not None
        tally.again["reports"] += sum(piece.reports.values())
        yield from (f"{piece.piece.name}: {one}" for one in piece.differences.values())
    tally.again["events"] += len(came)
    for number, line in sorted(came.items()):
        if written[number - 1 : number] != [line]:
            yield f"event {number} is {line} and in the journal {written[number - 1 : number]}"
            return
