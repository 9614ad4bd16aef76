"""The sensor board: its port, whether it may be opened, and what answers there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.config import AUTO, OFF, Board
from companion.service.device_words import DEVICES
from companion.service.doctor.access import may_use, mend_access
from companion.service.doctor.values import Case, Device, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.sentence_patterns import sentences
from companion.service.view import Message
from firmware_bridge.bridge import Event
from firmware_bridge.happenings import Met, State
from firmware_bridge.link import Link, Wanted
from firmware_bridge.ports import candidates

PART = "board"
GROUP = "dialout"
PATIENCE_S = 6.0
"""So long a board is waited for: one that starts anew when its port is opened takes two seconds."""
A_LOOK = 0.05
MENDS = {
    "No USB port is there that a board could be at.": ("plug_board",),
    "No board is found yet.": ("plug_board",),
    "No board has been looked for yet.": ("plug_board",),
    "Nothing is plugged in at {port}.": ("plug_board", "find_port"),
    "The service may not use the port {port} before it is started anew: sudo systemctl restart companion.": (
        "restart",
    ),
    "Another program is using the port {port}.": ("find_user",),
    "What is at {port} is no serial port.": ("find_port",),
    "Nobody answers at {port}.": ("address",),
    "The address {port} is not known in this network.": ("address",),
    "The port {port} cannot be opened ({why}).": ("find_port",),
    "Something speaks on this line, but not as a sensor board does: is it the right port and speed?": ("find_port",),
    "The line is open; waiting for the board to say who it is.": ("reset_board", "find_port"),
    "The board has fallen silent: what is known of it may be out of date.": ("reset_board",),
    "The board has answered, but does not tell what lies on it; it is asked again.": ("reset_board",),
    "The board does not answer when it is asked what lies on it now: what is known may be out of date.": (
        "reset_board",
    ),
    "No board that is wanted answers here.": ("other_board",),
    "No board that is wanted answers at {port}.": ("other_board",),
    "The board that has answered is not the one that is wanted: it is {name}, wanted is {wanted}.": ("other_board",),
    "The board's id in the configuration is no hexadecimal number: {id}.": ("other_board",),
    (
        "The board speaks version {version} of the protocol, and this companion version {own}:"
        " one of the two must be brought up to date."
    ): ("flash_board",),
    "The board cannot be used, because its HELLO message is wrong: {why}.": ("own_firmware",),
    "The board's {name} message is ignored: {why}.": ("own_firmware",),
    "The connection to the board is lost; it is looked for again.": ("plug_board",),
    "The connection to the board is lost.": ("plug_board",),
    "The board is gone, and is looked for.": ("plug_board",),
}
"""How to mend what the link says."""


def look_at_board(case: Case) -> Iterator[Finding]:
    """Look at the sensor board."""
    config = case.config.board
    if config.port == OFF:
        yield unused(PART, "not_used")
    elif case.devices is not None:
        yield _of_service(case.devices.get(PART), config)
    else:
        closed = list(_closed(config))
        yield from closed or [_answer(config)]


def _of_service(device: Device | None, config: Board) -> Finding:
    if device is None:
        return unused(PART, "not_used")
    if device.state == "running":
        return well(PART, "said", message=device.sentence)
    denied = list(_closed(config))
    return denied[0] if denied else said(device.sentence)


def said(sentence: str) -> Finding:
    """Return what the link says of a board that does not answer, with what to do."""
    # The service says first that it goes on trying.
    for text in (sentence, sentence.partition(". ")[2]):
        template, parts = sentences(DEVICES).find(text, narrow=False)
        if template in MENDS:
            mends = (_mend(code, parts.get("port", "")) for code in MENDS[template])
            return ill(PART, told("said", message=text), *mends)
    return ill(PART, told("said", message=sentence), told("look_at_log"))


def _mend(code: str, port: str) -> Message:
    return told(code, path=port) if code == "find_user" else told(code)


def _closed(config: Board) -> Iterator[Finding]:
    """Return the ports that are there, but may not be opened."""
    for name in ports(config):
        path = Path(name)
        if "://" not in name and path.is_char_device() and not may_use(path):
            yield ill(PART, told("port_denied", port=name), mend_access(path, GROUP))


def ports(config: Board) -> list[str]:
    """Return where the board may be."""
    return [config.port] if config.port != AUTO else candidates(None, config.patterns)


def _answer(config: Board) -> Finding:
    """Speak with the board, and return what came of it."""
    try:
        board = bytes.fromhex(config.id) or None
    except ValueError:
        return said(f"The board's id in the configuration is no hexadecimal number: {config.id}.")
    heard: SimpleQueue[Event] = SimpleQueue()
    port = None if config.port == AUTO else config.port
    link = Link(Wanted(port, board, config.baud, config.patterns), heard.put)
    link.start()
    try:
        _wait(link)
        standing = link.standing
    finally:
        link.stop()
    met = [event for event in _all(heard) if isinstance(event, Met)]
    if standing.state is State.LIVE and met:
        head = met[-1].hello.head
        firmware = ".".join(map(str, head.firmware))
        return well(PART, "board_answers", port=standing.port, firmware=firmware, version=head.version)
    return said(standing.sentence)


def _wait(link: Link) -> None:
    ends, pause = time.monotonic() + PATIENCE_S, threading.Event()
    while link.standing.state is not State.LIVE and not link.has_ended and time.monotonic() < ends:
        pause.wait(A_LOOK)


def _all(heard: SimpleQueue[Event]) -> Iterable[Event]:
    while True:
        try:
            yield heard.get_nowait()
        except Empty:
            return
