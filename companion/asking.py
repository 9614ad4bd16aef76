"""Asking at a port where the panel is to be, but anybody may be: neither for ever, nor for any amount."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection

TABLE = "/api/v1/table"
DEADLINE_S = 10.0
MOST_BYTES = 1_000_000
PARTS = frozenset({"name", "state", "message"})
"""What the table tells of each device."""


def ask(line: HTTPConnection, path: str) -> tuple[int, object]:
    """Return the status of an answer, and what its JSON holds; None if it is none, or too long, or takes too long.

    Raises `OSError` and `HTTPException`.
    """
    if line.sock is None:
        line.connect()
    # The connection's own patience begins anew with every byte.
    end = threading.Timer(DEADLINE_S, _end, (line.sock,))
    end.daemon = True
    end.start()
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, _read(answer.read(MOST_BYTES))
    finally:
        end.cancel()


def _end(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _read(body: bytes) -> object:
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return None


def devices_in(said: object) -> list[dict[str, object]] | None:
    """Return the devices that a companion's table tells of; None if this is no such table."""
    devices = said.get("devices") if isinstance(said, dict) else None
    if not isinstance(devices, list) or not all(isinstance(one, dict) and set(one) >= PARTS for one in devices):
        return None
    return devices


def refusal_in(said: object) -> str:
    """Return the code by which a companion's panel tells why not; nothing if this is not told by one."""
    error = said.get("error") if isinstance(said, dict) else None
    return str(error.get("code", "")) if isinstance(error, dict) else ""


def is_companion(status: int, said: object) -> bool:
    """Whether the panel of a companion is well: one where watching needs the PIN tells only that."""
    return devices_in(said) is not None if status == 200 else status == 403 and refusal_in(said) == "pin_needed"
