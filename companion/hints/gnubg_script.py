"""Runs inside GNU Backgammon, by its own Python: answers questions that come as lines of JSON on a private socket."""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

SOCKET, LIFELINE, NICE, HOME = (f"COMPANION_GNUBG_{name}" for name in ("SOCKET", "LIFELINE", "NICE", "HOME"))
"""Where it is told which descriptors and which home are for it, and how much it is to stand back for others."""
F_SETSIG = 10
"""Of Linux; Python's module does not name it."""
QUIET = (
    "set display off",
    "set confirm new off",
    "set confirm save off",
    *(f"set automatic {what} off" for what in ("game", "roll", "move", "bearoff")),
)
BAR = 25
CLOSELY = 5
"""So many of the best plays are looked at as far ahead as was asked, also where the program would spare itself that."""
Ask = dict[str, Any]


def die_with_parent(lifeline: int) -> None:
    """Have the kernel end this process, even a hanging one, when the last who holds the other end is gone."""
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC | os.O_NONBLOCK)
    try:
        gone = os.read(lifeline, 1) == b""
    except BlockingIOError:
        return
    if gone:
        # It went before the kernel was told.
        os._exit(0)


def board_after(board: list[list[int]], moves: list[list[int]]) -> list[list[int]]:
    """Return (opponent, mover) after the moves of the mover, as (from, to) with 25 the bar and 0 the tray."""
    theirs, own = list(board[0]), list(board[1])
    for source, target in moves:
        own[source - 1] -= 1
        if target < 1:
            continue
        own[target - 1] += 1
        if theirs[BAR - 1 - target]:
            theirs[BAR - 1 - target] -= 1
            theirs[BAR - 1] += 1
    return [theirs, own]


class Answers:
    """What can be asked for, by name."""

    def __init__(self, program: Any) -> None:  # noqa: ANN401 - a module without types
        """Take the program's own module, and quieten it."""
        self.program = program
        self.rules = ""
        self.run(QUIET)
        self.look_closely()

    def look_closely(self) -> None:
        """Have the best few plays looked at in any case; of the eight at most that it looks at, those are a part."""
        filters = self.program.getevalhintfilter()
        for one in filters:
            if one["level"] == 0:
                one |= {"acceptmoves": CLOSELY, "extramoves": max(0, one["extramoves"] - CLOSELY)}
        # The program does it, and then reports an error that there is not.
        with contextlib.suppress(SystemError):
            self.program.setevalhintfilter(filters)

    def run(self, commands: tuple[str, ...] | list[str]) -> None:
        """Give the program commands."""
        for command in commands:
            self.program.command(command)

    def play_by(self, rules: str) -> None:
        """Forget what was worked out for other stakes: the program mixes up money and a match to one point."""
        if rules != self.rules:
            self.run(("clear cache",))
            self.rules = rules

    def plays(self, ask: Ask) -> Ask:
        """Return the plays it would make, each as the board after it, and what position it has understood."""
        self.run(ask["commands"])
        board = self.program.board()
        found = self.program.hint(ask["count"]) or {}
        return {
            "id": self.program.gnubgid(),
            "board": board,
            "plays": [self._play(board, one) for one in found.get("hint", ())],
        }

    def _play(self, board: list[list[int]], one: Ask) -> Ask:
        moves = self.program.parsemove(one["move"])
        return {
            "board": board_after(board, moves),
            "equity": one["equity"],
            "chances": one["details"]["probs"],
            "plies": one["context"]["plies"],
        }

    def values(self, ask: Ask) -> Ask:
        """Return what some boards are worth to the player on roll."""
        # What was a pair in JSON comes as a list, and the program takes only tuples there.
        info = self.program.calcgammonprice({**ask["info"], "score": tuple(ask["info"]["score"])})
        context = ask["context"]
        return {"values": [self._value(board, info, context) for board in ask["boards"]]}

    def _value(self, board: list[list[int]], info: Ask, context: Ask) -> Ask:
        *chances, cubeless = self.program.evaluate(board, info, context)
        found = self.program.cfevaluate(board, info, context) if context["cubeful"] else ()
        id_ = self.program.positionid(board)
        cube = {"cube": found[:4], "verdict": found[5] if found else ""}
        return {"id": id_, "chances": chances, "cubeless": cubeless, **cube}


def serve(asked: socket.socket, answers: Answers) -> None:
    """Answer line by line until nobody asks any more."""
    asks: dict[str, Callable[[Ask], Ask]] = {"plays": answers.plays, "values": answers.values}
    with asked.makefile("rwb") as lines:
        for line in lines:
            ask = json.loads(line)
            try:
                answers.play_by(ask["rules"])
                answer = asks[ask["ask"]](ask)
            except Exception as error:  # noqa: BLE001 - the edge of a process: who asked is told, and decides
                answer = {"error": repr(error)}
            lines.write(json.dumps({"number": ask["number"], **answer}).encode() + b"\n")
            lines.flush()


def main() -> None:
    """Be a good neighbour, then answer."""
    die_with_parent(int(os.environ[LIFELINE]))
    # It insists on a home when it starts and needs none later: so nothing is left of it, however it ends.
    shutil.rmtree(os.environ[HOME], ignore_errors=True)
    os.nice(int(os.environ[NICE]))
    with socket.socket(fileno=int(os.environ[SOCKET])) as asked:
        serve(asked, Answers(importlib.import_module("gnubg")))


if __name__ == "__main__" and SOCKET in os.environ:
    try:
        main()
    finally:
        sys.stdout.flush()
        # Without this it would go on with commands from its standard input.
        os._exit(0)
