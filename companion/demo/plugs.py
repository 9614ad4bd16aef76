"""The virtual plugs of the demonstration: what can be made to fail, what fails now, and all in order again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.demo.checkers import Checkers
from companion.demo.cup import Cup
from companion.demo.shelf import Shelf
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.fault_menu import set_fault
from firmware_bridge.virtual.words import Words

LOG = logging.getLogger(__name__)
BOARD: Mapping[str, str] = MappingProxyType(
    {
        "unplugged": "away",
        "corrupt": "corrupt 400",
        "lossy": "drop 4",
        "slow": "slow 0.4",
        "hang": "hang",
        "stuck": "stuck 10 1 checker",
        "weak": "weak 6 2",
        "flicker": "flicker 19 2",
        "swapped": "swapped 7 18",
    }
)
"""Faults of the board, as its menu of faults takes them."""
OTHER_PORT = "other_port"
REPLUGGING_S = 4.0
"""How long it takes to put the board's plug into another port."""
CAMERA = ("dark", "glare", "blur", "covered", "knocked", "lost")
"""Troubles of the virtual camera, under its own names."""
JOURNAL = ("journal_gone", "journal_busy")
FAULTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys((*BOARD, OTHER_PORT), "board"),
        **dict.fromkeys(CAMERA, "camera"),
        **dict.fromkeys(JOURNAL, "journal"),
    }
)
"""Every fault, and which part has it."""


class Plugs:
    """May be used from any thread."""

    def __init__(self, checkers: Checkers, cup: Cup, folder: Path) -> None:
        self._checkers, self._cup, self._shelf = checkers, cup, Shelf(folder)
        self._lock = threading.Lock()
        self.pulled: tuple[str, ...] = ()
        """What fails now, in the order in which it was made to."""

    def pull(self, fault: str) -> None:
        """Let something fail."""
        if fault in FAULTS:
            self._fail(lambda pulled: pulled if fault in pulled else (*pulled, fault))

    def put_back(self, fault: str) -> None:
        """Mend one fault."""
        self._fail(lambda pulled: tuple(one for one in pulled if one != fault))

    def mend(self) -> None:
        """Put everything in order again."""
        self._fail(lambda _pulled: ())

    def _fail(self, wish: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
        """Let fail what is wished for, by what fails now: two visitors must not undo each other's wishes."""
        with self._lock:
            wanted = wish(self.pulled)
            changed = {FAULTS[fault] for fault in set(wanted) ^ set(self.pulled)}
            if not changed:
                return
            self.pulled = wanted
            LOG.info("What fails", extra={"faults": " ".join(wanted) or "nothing"})
            if "board" in changed:
                self._checkers.server.do(self._spoil)
            if "camera" in changed:
                self._cup.troubles = frozenset(wanted).intersection(CAMERA)
            if "journal" in changed:
                self._shelf.take_away(gone="journal_gone" in wanted)
                self._shelf.block(busy="journal_busy" in wanted)

    def _spoil(self, board: VirtualBoard) -> None:
        """Give the board the faults that are wanted, and none besides."""
        board.mend()
        for fault, words in BOARD.items():
            if fault in self.pulled:
                set_fault(board, Words(words.split(), words))
        port = self._checkers.ports[OTHER_PORT in self.pulled]
        if port != (board.name or self._checkers.ports[0]):
            board.go_away(float("inf") if "unplugged" in self.pulled else REPLUGGING_S, port)

    def close(self) -> None:
        """Leave everything in order."""
        self.mend()
        self._shelf.close()
