"""The real GNU Backgammon for the tests, and programs that pretend to be it and fail."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from companion.hints.advice import Stakes
from companion.hints.gnubg_process import GnubgProcess, Limits
from companion.hints.gnubg_terms import Terms
from companion.rules.game import Game, Setting
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, start_position
from companion.rules.turn import Turn
from tests.waiting import HANG_S

BACKGAMMON = configured("backgammon")
START = start_position(BACKGAMMON)
Places = dict[int | str, int]
TERMS = Terms.of(Stakes(), 0)
QUESTION = {"ask": "values", "rules": "", "boards": [], "info": TERMS.info(Player.WHITE), "context": TERMS.context}
"""The quickest to answer."""

EXITS = "sys.exit(1)"
GARBAGE = 'line.recv(9999); line.sendall(b"nonsense\\n"); line.recv(1)'
ANOTHER_NUMBER = 'line.recv(9999); line.sendall(b\'{"number": 99, "values": []}\\n\'); line.recv(1)'
NO_OBJECT = 'line.recv(9999); line.sendall(b"[]\\n"); line.recv(1)'
PRETENCE = """#!{python}
import os, socket, sys
line = socket.socket(fileno=int(os.environ["COMPANION_GNUBG_SOCKET"]))
{does}
"""


def pretender(folder: Path, does: str) -> str:
    """Return a program that is started like the real one."""
    path = folder / "gnubg"
    path.write_text(PRETENCE.format(python=sys.executable, does=does))
    path.chmod(0o755)
    return str(path)


def real(limits: Limits | None = None, now: Callable[[], float] | None = None) -> GnubgProcess:
    limits = limits or Limits(answer_s=HANG_S, start_s=HANG_S)
    return GnubgProcess(limits=limits, now=now) if now else GnubgProcess(limits=limits)


def position(white: Places, black: Places, game: Game = BACKGAMMON) -> Position:
    """Return a position; checkers that are not named are off."""
    sides = [{**side, "off": 15 - sum(side.values())} if "off" not in side else side for side in (white, black)]
    return Position.of(game, Setup.of(Pair(*sides)))


def turn(
    dice: tuple[int, int],
    at: Position = START,
    player: Player = Player.WHITE,
    **options: Setting,
) -> Turn:
    return Turn(configured("backgammon", options.items()), at, player, dice)


class Started:
    """A call that goes on in a thread of its own, and what came of it."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call, self.found, self.raised = call, None, None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    found: object
    raised: Exception | None

    def _run(self) -> None:
        try:
            self.found = self._call()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            self.raised = error

    def end(self) -> object:
        self._thread.join(HANG_S)
        assert not self._thread.is_alive(), "it hangs"
        if self.raised:
            raise self.raised
        return self.found
