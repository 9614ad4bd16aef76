"""A device that watches the hall's page: it reads the live stream, and remembers what it showed of each table when."""

from __future__ import annotations

import html
import http.client
import json
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tests.hall.load.delays import Sight

STATE = re.compile(r'<p class="state">(.*?)</p>', re.DOTALL)
QUIET_S, AGAIN_S = 10.0, 0.2


def states(parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the tables among the parts of a page, and what each is said to wait for."""
    for name, part in parts.items():
        found = STATE.search(part)
        if name.startswith("t-") and found:
            yield name[2:], html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip()


class Watcher:
    """Follows `/live/tables` until it is told to stop; whenever the stream ends, it opens another."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self.seen: dict[str, list[Sight]] = defaultdict(list)
        self.opened = 0
        self.order: list[str] = []

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()
        self._thread.join(2 * QUIET_S)

    def _run(self) -> None:
        while not self._stopping.wait(AGAIN_S):
            line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=QUIET_S)
            try:
                line.request("GET", "/live/tables", headers={"Accept-Language": "en"})
                answer = line.getresponse()
                self.opened += answer.status == http.client.OK
                self._read(answer)
            except (OSError, http.client.HTTPException):
                # The hall is away: as for any browser.
                continue
            finally:
                line.close()

    def _read(self, answer: http.client.HTTPResponse) -> None:
        while not self._stopping.is_set():
            line = answer.readline()
            if not line:
                return
            if line.startswith(b"data: {"):
                self._note(json.loads(line[6:]), time.monotonic_ns())

    def _note(self, told: Mapping[str, object], now: int) -> None:
        parts, order = told["parts"], told["order"]
        assert isinstance(parts, dict)
        assert isinstance(order, list)
        self.order = order
        for table, text in states(parts):
            self.seen[table].append(Sight(now, text))
