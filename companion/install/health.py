"""Whether a release has come up: its panel answers, and goes on doing so."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

PORT = 8080
TABLE = "/api/v1/table"
PATIENCE_S, PAUSE_S, ANSWER_S = 120.0, 2.0, 5.0
IN_A_ROW = 3


def port_of(config: Path) -> int:
    """Return the panel's port as the configuration has it."""
    with suppress(OSError, ValueError):
        return int(tomllib.loads(config.read_text(encoding="utf-8")).get("panel", {}).get("port", PORT))
    return PORT


def answers(port: int) -> bool:
    """Whether the panel of a companion answers."""
    line = HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    with closing(line), suppress(OSError, HTTPException, ValueError):
        line.request("GET", TABLE)
        answer = line.getresponse()
        return answer.status == 200 and "devices" in json.loads(answer.read())
    return False


def has_come_up(
    is_well: Callable[[], bool],
    pause: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.monotonic,
    patience: float = PATIENCE_S,
) -> bool:
    """Wait until it answers several times in a row: one that ends and is started again does not."""
    ends, well = now() + patience, 0
    while well < IN_A_ROW and now() < ends:
        well = well + 1 if is_well() else 0
        pause(PAUSE_S)
    return well >= IN_A_ROW
