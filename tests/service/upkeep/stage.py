"""A table with its upkeep, a virtual board on a pseudo-terminal and a virtual camera."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

from companion.config import Config, changed
from companion.service import TableService
from companion.service.upkeep.log_tail import LogTail
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.upkeep import Upkeep
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.server import Server
from tests.service.playing import running
from tests.waiting import HANG_S, wait_until

T = TypeVar("T")
EMPTY = "position " + " ".join(["0"] * 24)


@dataclass
class Looked:
    """A table that is set up and looked after."""

    service: TableService
    upkeep: Upkeep
    server: Server
    commands: Commands
    port: str

    def hands(self, *lines: str) -> None:
        """Let something be done to the board."""
        for line in lines:
            answer = self.server.do(lambda _board, line=line: self.commands.do(line))  # type: ignore[misc]  # in a loop
            assert "There is no" not in answer, answer

    def clear(self) -> None:
        """Take everything off the points, and wait until the board tells so."""
        self.hands(EMPTY)

        def shown() -> set[str]:
            points = [zone for zone in self.upkeep.board().zones if zone.place.kind == "point"]
            return {one.showing for zone in points for one in zone.sensors}

        wait_until(lambda: shown() == {"empty"}, shown)

    def live(self) -> None:
        """Wait until the board tells what lies on it."""
        wait_until(lambda: self.upkeep.board().zones)


def when(get: Callable[[], T], is_so: Callable[[T], object]) -> T:
    """Return what is got, as soon as it is as wanted."""
    found: list[T] = []

    def look() -> bool:
        found[:] = [get()]
        return bool(is_so(found[0]))

    wait_until(look, lambda: found)
    return found[0]


@contextmanager
def looked_after(folder: Path, file: Path | None = None, **options: object) -> Iterator[Looked]:
    """Have a table for a while; its board is where `options` say, or nowhere."""
    board = VirtualBoard(chance=Random(1))
    with Server(board, PtyEnd(folder / "tty")) as server, running(folder / "data") as service:
        named = {name.replace("__", "."): value for name, value in options.items()}
        base = changed(Config(), {"folder": str(folder / "data"), "board.port": "off", **named})
        upkeep = Upkeep(service, Settings(base, file=file), log=LogTail())
        upkeep.plug_in()
        yield Looked(service, upkeep, server, Commands(board), str(folder / "tty"))
    # What reads a picture on a loaded machine outlives the table for a while; a process that ends meanwhile is aborted.
    for one in threading.enumerate():
        if "camera" in one.name:
            one.join(HANG_S)
