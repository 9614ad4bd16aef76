"""The process that judges a match: started, listened to, ended at once when it is to be."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable, Iterator, Sequence

from companion.service import words

LISTEN_S = 0.25
"""How long it is listened before it is asked again whether it may go on."""
CHUNK = 1 << 16
FAILED = words.own("analysis_failed").text


class Judging:
    """One match being judged."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the process."""
        self.failed: str | None = None
        self.is_over = False
        """Whether it has come to its end by itself."""
        self._told, its_end = os.pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command, stdin=subprocess.DEVNULL, stdout=its_end, start_new_session=True
            )
        except OSError:
            os.close(self._told)
            raise
        finally:
            os.close(its_end)
        self._rest = b""

    def news(self, may_go_on: Callable[[], bool]) -> Iterator[int]:
        """Yield how far it is in percent, until it is over or may not go on."""
        while may_go_on():
            lines = self._lines()
            if lines is None:
                self._over(self._process.wait())
                return
            for line in lines:
                told = json.loads(line)
                self.failed = told.get("failed", self.failed)
                if "done" in told:
                    yield 100 * told["done"] // max(1, told["total"])

    def end(self) -> None:
        """End the process, if it has not ended."""
        self._process.kill()
        self._process.wait()
        os.close(self._told)

    def _lines(self) -> list[bytes] | None:
        """Return what was told since; None when there will be no more."""
        if not select.select([self._told], [], [], LISTEN_S)[0]:
            return []
        more = os.read(self._told, CHUNK)
        if not more:
            return None
        *lines, self._rest = (self._rest + more).split(b"\n")
        return lines

    def _over(self, status: int) -> None:
        self.is_over = True
        if status and self.failed is None:
            self.failed = FAILED
