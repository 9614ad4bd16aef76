"""The writer goes on, whatever it is given."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.broker.messages import Events
from companion.hall.intake.writer import Answers, Told, Writer
from companion.hall.record.address import address
from companion.hall.record.record import Record
from companion.hall.record.story import Teller
from tests.hall.tables import WALL, name, story
from tests.waiting import HANG_S


def test_what_goes_wrong_with_a_message_keeps_nothing_else_from_being_written_down(tmp_path: Path) -> None:
    record = Record(address("", tmp_path))
    record.open()
    noted = threading.Event()

    def broken(_given: object) -> None:
        raise ValueError

    answers = Answers(broken, lambda _told, _error: None, lambda _error: None)
    writer = Writer(record, Teller(lambda _table: True), answers, lambda table: table)
    writer.put(Told(Events(name(1), name(1), "m", WALL, 0, story("m", 2), 2), WALL))
    writer.note("breaks", broken)
    writer.note("fine", lambda _record: noted.set())
    writer.start()
    try:
        assert noted.wait(HANG_S)
    finally:
        writer.stop()
        record.close()
