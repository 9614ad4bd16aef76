"""The log: one line for each record, whatever is in it."""

from __future__ import annotations

import io
import json
import logging

from companion.config import Log
from companion.log import set_up


def logged(form: str, level: str = "info") -> list[str]:
    stream = io.StringIO()
    set_up(Log(level=level, form=form), stream)
    log = logging.getLogger("companion.some")
    log.debug("Too small")
    log.info("A part fails", extra={"part": "board", "why": 'it "says" a=b\nand more', "seq": 3})
    try:
        raise ValueError("inside")  # noqa: EM101, TRY301 - to be logged
    except ValueError:
        log.exception("Caught")
    return stream.getvalue().splitlines()


def test_json_lines_hold_everything() -> None:
    first, second = map(json.loads, logged("json"))
    assert {name: value for name, value in first.items() if name != "at"} == {
        "level": "info",
        "from": "companion.some",
        "what": "A part fails",
        "part": "board",
        "why": 'it "says" a=b\nand more',
        "seq": 3,
    }
    assert "ValueError: inside" in second["error"]


def test_text_lines_are_one_line_each() -> None:
    first, second = logged("text")
    assert first.startswith("at=2")
    assert 'level=info from=companion.some what="A part fails" part=board' in first
    assert first.endswith(" seq=3")
    assert "ValueError: inside" in second


def test_less_can_be_logged() -> None:
    assert len(logged("text", "debug")) == 3
    assert len(logged("text", "error")) == 1


def test_libraries_are_quiet() -> None:
    logged("text", "debug")
    assert logging.getLogger("tornado").level == logging.WARNING
