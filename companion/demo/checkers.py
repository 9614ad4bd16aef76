"""The virtual board with its checkers, at the end of a pseudo-terminal, and the hands that move them."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.position import Setup
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.hands import Hands
from firmware_bridge.virtual.server import Server

LOG = logging.getLogger(__name__)
A_LOOK_S = 0.05
PORTS = "board-"
"""How the names of the ports begin under which the board is found, in the data folder."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Whose hands they are, in which game, and how slow."""

    game: Game
    player: Player
    slowness: float = 1.0


class Checkers:
    """All checkers at one virtual board."""

    def __init__(self, chance: Random, folder: Path) -> None:
        self._chance = chance
        self.ports = tuple(str(folder.absolute() / f"{PORTS}{number}") for number in (1, 2))
        """Where the board is plugged in, and where it can be besides."""
        folder.mkdir(parents=True, exist_ok=True)
        for left in map(Path, self.ports):
            # The device of a demonstration that was killed may be somebody else's by now.
            left.unlink(missing_ok=True)
        end = PtyEnd(Path(self.ports[0]))
        self.server = Server(VirtualBoard(chance=Random(chance.random())), end)  # noqa: S311 - for play
        # It is there as long as the program is: the end of the program ends it.
        self.server.__enter__()

    @property
    def port(self) -> str:
        """The device under which the board is found."""
        return self.server.port

    @property
    def setup(self) -> Setup:
        """What lies there now."""
        return self.server.do(lambda board: board.seat.setup)

    def lay(self, setup: Setup) -> None:
        """Set the checkers up all at once."""
        self.server.do(lambda board: board.lay(setup))

    def carry(self, mover: Mover, after: Setup, stop: threading.Event) -> None:
        """Let the mover's hands carry checkers until they lie like this; from the box they are laid all at once."""
        if any(was.total != will.total for was, will in zip(self.setup.sides, after.sides, strict=True)):
            self.lay(after)
            return
        hands = Hands(mover.game, mover.player, self._chance, mover.slowness)
        self.server.do(lambda board: board.move(hands.play(board.seat.setup, after, begin=board.now)))
        while self.server.do(lambda board: board.is_moving) and not stop.wait(A_LOOK_S):
            pass
        mishap = self.server.do(lambda board: board.mishap)
        if self.setup != after and not stop.is_set():
            LOG.warning("The hands of the demonstration have slipped", extra={"why": mishap})
            self.server.do(self._forgive)
            self.lay(after)

    @staticmethod
    def _forgive(board: VirtualBoard) -> None:
        board.mishap = ""

    def close(self) -> None:
        """Put the board away."""
        self.server.__exit__(None, None, None)
