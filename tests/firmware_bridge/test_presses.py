"""Each press is told once."""

from dataclasses import replace

from firmware_bridge.presses import REMEMBERED, Presses
from firmware_bridge.protocol import Button, Head

BOARD = Head(b"ABCDEFGH", boot=3)
EVENT = Button(1, 1, pressed=True, milliseconds=100)


def test_an_event_is_new_once() -> None:
    presses = Presses()
    assert presses.is_new(BOARD, EVENT)
    assert not presses.is_new(BOARD, EVENT)


def test_an_event_that_differs_in_anything_is_another() -> None:
    presses = Presses()
    presses.is_new(BOARD, EVENT)
    others = [
        (BOARD, replace(EVENT, number=2)),
        (BOARD, replace(EVENT, button=2)),
        (BOARD, replace(EVENT, pressed=False)),
        (BOARD, replace(EVENT, milliseconds=90)),
        (replace(BOARD, boot=4), EVENT),
        (replace(BOARD, board=b"HGFEDCBA"), EVENT),
    ]
    assert all(presses.is_new(*other) for other in others)


def test_only_the_latest_are_remembered() -> None:
    presses = Presses()
    for number in range(REMEMBERED + 1):
        presses.is_new(BOARD, replace(EVENT, number=number))
    assert not presses.is_new(BOARD, replace(EVENT, number=REMEMBERED))
    assert not presses.is_new(BOARD, replace(EVENT, number=1))
    assert presses.is_new(BOARD, replace(EVENT, number=0))
