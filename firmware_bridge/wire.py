"""Writes down what goes over the line, and plays it again: a text file, one line for each thing that went.

Each line is a time in seconds, a sign and what it is about: `<` bytes from the board and `>` bytes from the host, in
hex; `+` the line was opened and `-` it was lost; `=` how the board may stand; `?` and a number: what lies there now was
asked for; `#` the file is as long as it may be.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.rules.players import Player
from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.frames import encode
from firmware_bridge.orientation import Orientation
from firmware_bridge.reports import Hello

LOG = logging.getLogger(__name__)
HEADER = "companion wire 1"
LIMIT = 50_000_000
SIGNS = "<>+-=?#"


class WireError(ValueError):
    """A file that is no recording, or a broken one: the message names the line."""


class Recorder:
    """Writes a recording, up to a limit of characters."""

    def __init__(self, path: Path, limit: int = LIMIT) -> None:
        self._file: TextIO | None = path.open("w", encoding="ascii")
        self._left = limit

    def begin(self, choices: Sequence[Orientation], now: float) -> None:
        """Write what one must know to understand the rest: how the board may stand."""
        self._put(HEADER)
        self.stands(choices, now)

    def enter(self, hello: Hello | None, now: float) -> None:
        """Write that the recording begins on an open line, with a board that has said who it is if it has."""
        self.opened(now)
        if hello is not None:
            self.received(encode(hello.TYPE, 0, hello.encode()), now)

    def stands(self, choices: Sequence[Orientation], now: float) -> None:
        """Write how the board may stand."""
        self._write(now, "=", " ".join(f"{one.corner}{one.colour_a.value[0]}" for one in choices))

    def opened(self, now: float) -> None:
        """Write that the line was opened."""
        self._write(now, "+")

    def lost(self, now: float) -> None:
        """Write that the line was lost."""
        self._write(now, "-")

    def looked(self, number: int, now: float) -> None:
        """Write that it was asked what lies on the board."""
        self._write(now, "?", str(number))

    def received(self, data: bytes, now: float) -> None:
        """Write what the board has sent."""
        self._write(now, "<", data.hex())

    def sent(self, data: bytes, now: float) -> None:
        """Write what was sent to the board."""
        self._write(now, ">", data.hex())

    def close(self) -> None:
        """End the recording."""
        file, self._file = self._file, None
        if file is not None:
            _close(file)

    def _write(self, now: float, sign: str, what: str = "") -> None:
        line = f"{now:.6f} {sign} {what}".rstrip()
        if self._file is not None and len(line) >= self._left:
            self._put(f"{now:.6f} #")
            self.close()
        self._put(line)

    def _put(self, line: str) -> None:
        if self._file is None:
            return
        self._left -= len(line) + 1
        try:
            self._file.write(f"{line}\n")
        except OSError as error:
            LOG.warning("The recording of the line ends here: %s", error)
            self.close()


def _close(file: TextIO) -> None:
    try:
        file.close()
    except OSError as error:
        LOG.warning("The recording of the line is not whole: %s", error)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a recording."""

    at: float
    sign: str
    what: str

    @property
    def data(self) -> bytes:
        """The bytes that went over the line."""
        return bytes.fromhex(self.what)


def lines_of(text: Iterable[str]) -> Iterator[Line]:
    """Read a recording, line by line."""
    numbered = enumerate(text, 1)
    if next(numbered, (0, ""))[1].rstrip("\n") != HEADER:
        msg = f"A recording begins with the line {HEADER!r}."
        raise WireError(msg)
    for number, line in numbered:
        try:
            yield _line(line)
        except ValueError as error:
            msg = f"Line {number} of the recording makes no sense: {error}."
            raise WireError(msg) from error


def _line(text: str) -> Line:
    at, _, rest = text.strip().partition(" ")
    sign, what = rest[:1], rest[1:].strip()
    if not sign or sign not in SIGNS:
        msg = f"there is no sign {sign!r}"
        raise ValueError(msg)
    if sign in "<>":
        bytes.fromhex(what)
    if sign == "=":
        choices_of(what)
    if sign == "?":
        int(what)
    return Line(float(at), sign, what)


def choices_of(text: str) -> tuple[Orientation, ...]:
    """Read how a board may stand."""
    players = {player.value[0]: player for player in Player}
    words = text.split()
    if any(word[-1] not in players for word in words):
        msg = f"{text!r} does not tell how a board stands"
        raise ValueError(msg)
    return tuple(Orientation(int(word[:-1]), players[word[-1]]) for word in words)


def replay(text: Iterable[str], bridge: Bridge | None = None) -> Iterator[Event]:
    """Play a recording again, and return what happens, as it did then."""
    again = bridge if bridge is not None else Bridge()
    for line in lines_of(text):
        while (due := again.due) is not None and due <= line.at:
            yield from again.tick(due)
        yield from _play(line, again)
        again.session.to_send()


def _play(line: Line, bridge: Bridge) -> Iterable[Event]:
    match line.sign:
        case "<":
            return bridge.receive(line.data, line.at)
        case "+":
            return bridge.open(line.at)
        case "-":
            return bridge.close(line.at, "The connection to the board is lost.")
        case "=":
            choices = choices_of(line.what)
            return bridge.watch.orient(choices, line.at) if choices else ()
        case "?":
            return bridge.look_again(int(line.what), line.at)
        case _:
            return ()
