"""`companion board`: a virtual sensor board, a monitor, a recording played again, and the tare."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from companion.commands.board_monitor import Teller, View, page, seen
from companion.commands.output import BAD_USE, FAILED, say
from companion.language import _, is_yes, mark
from companion.rules.games import find_game
from companion.sentences import translated
from firmware_bridge.bridge import Event
from firmware_bridge.happenings import Answered, State
from firmware_bridge.link import Link, Wanted
from firmware_bridge.payloads import Result
from firmware_bridge.protocol import Tare
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from firmware_bridge.virtual.ends import EndError, PtyEnd, SocketEnd
from firmware_bridge.virtual.layout import layout
from firmware_bridge.virtual.server import Server
from firmware_bridge.wire import WireError, replay
from firmware_bridge.zones import Sensing

A_LOOK = 0.05
REDRAWN_EACH = 0.2
PATIENCE = 15.0
"""How long a board is waited for that is to be tared."""
TARED = {
    Result.DONE: mark("Done: the board knows now what its sensors measure with nothing on it."),
    Result.OUT_OF_RANGE: mark("Nothing was changed: something still lies on the board, or a magnet is near it."),
    Result.BUSY: mark("Nothing was changed: the board is busy. Try again."),
    Result.NOT_STORED: mark("The board uses the new values, but could not store them: switched off, it forgets them."),
    Result.UNABLE: mark("This board has nothing to tare."),
    None: mark("The board did not answer."),
}
EMPTY_NOW = mark("Is everything taken off the board, from the bar and the trays too? [y/N]")


def run_board(arguments: argparse.Namespace) -> int:
    """Do what is asked for."""
    if arguments.virtual:
        return _virtual(arguments)
    if arguments.replay is not None:
        return _replay(arguments)
    events: SimpleQueue[Event] = SimpleQueue()
    link = Link(Wanted(arguments.tare if arguments.monitor is None else arguments.monitor), events.put)
    try:
        if arguments.record is not None:
            link.record(arguments.record)
    except OSError as error:
        return say(_("{file} cannot be written: {why}", file=arguments.record, why=error.strerror), BAD_USE)
    return _monitor(link, events) if arguments.tare is None else _tare(link, events, is_sure=arguments.yes)


# The virtual board


def _virtual(arguments: argparse.Namespace) -> int:
    zones = not arguments.points_only
    groups = layout(Sensing[arguments.sensing.upper()], arguments.slots, bars=zones, trays=zones)
    board = VirtualBoard(groups, chance=random.Random(arguments.seed))  # noqa: S311 - for play
    commands = Commands(board, find_game(arguments.game).with_options({}))
    end = PtyEnd(arguments.link) if arguments.socket is None else SocketEnd(arguments.socket)
    try:
        with _ended_by_signal(), Server(board, end) as server:
            _put(server.port)
            _obey(server, commands)
    except EndError as error:
        return say(translated(str(error)), BAD_USE)
    return 0


@contextlib.contextmanager
def _ended_by_signal() -> Iterator[None]:
    """End as with Ctrl-C when told to, so that the link to the pseudo-terminal does not stay."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _obey(server: Server, commands: Commands) -> None:
    for line in sys.stdin:
        answer = server.do(lambda _board, line=line: commands.do(line))  # type: ignore[misc]  # bound in the loop
        if answer:
            _put(answer)
        _wait(server, commands)
        if commands.is_over:
            return
    if _has_no_input():
        while True:
            time.sleep(1)


def _wait(server: Server, commands: Commands) -> None:
    while server.do(lambda _board: commands.is_waiting):
        time.sleep(A_LOOK)
    if commands.board.mishap:
        _put(commands.board.mishap)
        commands.board.mishap = ""


def _has_no_input() -> bool:
    """Whether there never was anybody to give commands: then the board is there until it is ended."""
    try:
        return stat.S_ISCHR(os.fstat(sys.stdin.fileno()).st_mode) and not sys.stdin.isatty()
    except (OSError, ValueError):
        return False


def _put(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


# Any board


@contextlib.contextmanager
def _at_work(link: Link) -> Iterator[None]:
    link.start()
    try:
        yield
    finally:
        link.stop()


def _monitor(link: Link, events: SimpleQueue[Event]) -> int:
    with _ended_by_signal(), _at_work(link):
        show = _paged(link) if sys.stdout.isatty() else Teller(sys.stdout).tell
        while True:
            show(events.get())


def _paged(link: Link) -> Callable[[Event], None]:
    """Return what keeps a whole page up to date, not too often."""
    view, drawn_at = View(), 0.0

    def show(event: Event) -> None:
        nonlocal view, drawn_at
        view = seen(view, event)
        if time.monotonic() - drawn_at >= REDRAWN_EACH:
            drawn_at = time.monotonic()
            _put(page(view, link.counts))

    return show


def _replay(arguments: argparse.Namespace) -> int:
    teller = Teller(sys.stdout)
    try:
        with arguments.replay.open(encoding="ascii") as file:
            for event in replay(file):
                teller.tell(event)
    except WireError as error:
        return say(f"{arguments.replay}: {translated(str(error))}", BAD_USE)
    except BrokenPipeError:
        # It is not the recording that is at fault.
        raise
    except (OSError, UnicodeDecodeError) as error:
        return say(_("{file} cannot be read: {why}", file=arguments.replay, why=error), BAD_USE)
    return 0


def _tare(link: Link, events: SimpleQueue[Event], *, is_sure: bool) -> int:
    with _at_work(link):
        if not _is_live(link):
            return say(translated(link.standing.sentence), FAILED)
        if not (is_sure or _confirmed()):
            return say(_("Nothing was changed."), FAILED)
        link.command(Tare())
        result = _answer(events)
    why = result.name.lower() if result is not None else ""
    _put(_(TARED[result]) if result in TARED else _("The board refuses: {why}.", why=why))
    return 0 if result is Result.DONE else FAILED


def _is_live(link: Link) -> bool:
    until = time.monotonic() + PATIENCE
    while link.standing.state is not State.LIVE and time.monotonic() < until:
        time.sleep(A_LOOK)
    return link.standing.state is State.LIVE


def _confirmed() -> bool:
    sys.stdout.write(f"{_(EMPTY_NOW)} ")
    sys.stdout.flush()
    return is_yes(sys.stdin.readline())


def _answer(events: SimpleQueue[Event]) -> Result | None:
    with contextlib.suppress(Empty):
        while True:
            event = events.get(timeout=PATIENCE)
            if isinstance(event, Answered) and isinstance(event.command, Tare):
                return event.result
    return None
