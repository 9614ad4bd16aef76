"""What lies outside the service: steers the clock on its wall and the room on its disk while it runs."""

from __future__ import annotations

import mmap
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("outside.c")
PAGE = struct.Struct("qq")


class Outside:
    """The page of memory that is shared with the service, and what a process needs to look at it."""

    def __init__(self, folder: Path) -> None:
        self._library, file = folder / "outside.so", folder / "outside.page"
        command = ["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE)]
        subprocess.run(command, check=True)
        file.write_bytes(bytes(mmap.PAGESIZE))
        with file.open("r+b") as page:
            self._page = mmap.mmap(page.fileno(), mmap.PAGESIZE)
        self._file = file
        self.ahead_s = 0
        self.disk_is_full = False

    @property
    def environment(self) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(self._library), "SOAK_OUTSIDE": str(self._file)}

    def set_clock(self, ahead_s: int) -> None:
        """Let the service's clock on the wall go wrong by so much."""
        self.ahead_s = ahead_s
        self._write()

    def fill_disk(self, *, full: bool) -> None:
        """Leave no room for anything that the service writes into files, or room again."""
        self.disk_is_full = full
        self._write()

    def _write(self) -> None:
        self._page[: PAGE.size] = PAGE.pack(self.ahead_s, self.disk_is_full)
