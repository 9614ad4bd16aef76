"""Whether a release has come up: its panel answers, and goes on doing so."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion.addresses import page_address
from companion.asking import TABLE, ask, is_companion

PORT, HALL_PORT = 8080, 8090
HERE, EVERY = "127.0.0.1", "*"
PATIENCE_S, PAUSE_S, ANSWER_S = 300.0, 2.0, 5.0
"""As long as the unit may take to start."""
IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Address:
    """Where pages are to be found on this machine."""

    port: int = PORT
    host: str = HERE

    def __str__(self) -> str:
        """Return it as browsers take it."""
        return page_address(self.host, self.port)


def address_of(config: Path, usual: int = PORT) -> Address | None:
    """Return where a configuration has the pages, None if nowhere or where nobody can know."""
    panel = _told(config).get("panel")
    told = panel if isinstance(panel, dict) else {}
    port, host = told.get("port", usual), str(told.get("host", EVERY))
    if not isinstance(port, int) or not port or told.get("on") is False:
        return None
    return Address(port, HERE if host in {EVERY, "0.0.0.0", "localhost"} else host)  # noqa: S104 - only compared with


def folder_of(config: Path, usual: Path) -> Path:
    """Return where a configuration has the data."""
    folder = _told(config).get("folder")
    if not isinstance(folder, str):
        return usual
    # The service is at home in the usual folder, and works in it.
    return usual / (folder[2:] if folder == "~" or folder.startswith("~/") else folder)


def _told(config: Path) -> dict[str, object]:
    with suppress(OSError, ValueError):
        return tomllib.loads(config.read_text(encoding="utf-8-sig"))
    return {}


def answers(address: Address) -> bool:
    """Whether the panel of a companion answers."""
    line = HTTPConnection(address.host, address.port, timeout=ANSWER_S)
    with closing(line), suppress(OSError, HTTPException, ValueError):
        return is_companion(*ask(line, TABLE))
    return False


def replies(address: Address) -> bool:
    """Whether the pages of a tournament hall answer, even if it is to ask for a PIN."""
    line = HTTPConnection(address.host, address.port, timeout=ANSWER_S)
    with closing(line), suppress(OSError, HTTPException):
        status, _said = ask(line, "/")
        return status < 500
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
