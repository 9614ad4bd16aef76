"""Two hundred times unplugged and plugged in again at any moment: nothing is lost."""

import random
import time
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge.happenings import Pressed
from firmware_bridge.link import Wanted
from firmware_bridge.watch import Read
from tests.firmware_bridge.device import COLOURED, PtyDevice, laid
from tests.firmware_bridge.test_bridge import read_of
from tests.firmware_bridge.test_link import board, linked

pytestmark = pytest.mark.real_time

CYCLES = 50


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    wanted = Wanted(str(tmp_path / "tty0"), patterns=(str(tmp_path / "tty*"),))
    pressed = 0
    with PtyDevice(tmp_path / "tty0", board()) as pty, linked(wanted) as (_, told):
        told.wait(lambda: told.all(Read))
        for cycle in range(CYCLES):
            count = len(told.all(Read))
            time.sleep(chance.random() * 0.02)
            pty.press()
            pty.unplug()
            time.sleep(chance.random() * 0.02)
            pty.lay(laid(COLOURED, {chance.randint(1, 24): 1 + cycle % 6, 12: -2}))
            pty.press()
            pressed += 2
            pty.plug(tmp_path / f"tty{chance.randint(0, 1)}")
            if chance.random() < 0.5:
                told.wait(partial(told.has_more, Read, count))
        told.wait(lambda: told.all(Read)[-1].reading == read_of(pty.device.board))
        told.wait(lambda: not pty.device.pressed and len(told.all(Pressed)) >= pressed)
    events = [(one.button, one.pressed, one.milliseconds) for one in told.all(Pressed)]
    assert len(events) == pressed
    assert sum(was_pressed for _, was_pressed, _ in events) == pressed // 2
