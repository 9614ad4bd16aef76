"""What is checked in the small machine, as its only program: each check says what it has seen."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from companion.config import Config, changed
from companion.service import DeviceView, TableService, TableView
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.upkeep import Upkeep
from firmware_bridge.gpio import port
from firmware_bridge.gpio.controls import Controls, Press
from firmware_bridge.gpio.debounce import STUCK_S
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.payloads import Light
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from firmware_bridge.virtual.server import Server
from tests.pi import simulated
from tests.pi.simulated import Chip, SerialEnd
from tests.service.playing import begun, throw, until

WHITE, BLACK, WHITE_LIGHT, BLACK_LIGHT, ILLEGAL, BUZZER = 17, 27, 5, 6, 13, 19
PINS = {
    "gpio.white_button": WHITE,
    "gpio.black_button": BLACK,
    "gpio.white_light": WHITE_LIGHT,
    "gpio.black_light": BLACK_LIGHT,
    "gpio.illegal_light": ILLEGAL,
    "gpio.buzzer": BUZZER,
}
CAMERA = "/dev/video0"
LONG_S = 600.0
"""Whatever is waited for comes soon, but on a machine that has other things to do."""
TRIES, CHANGES = 5, 8
SETTLE_S = 0.2
"""The longest that can be configured: in a machine that is simulated on a busy one, bounces are slow."""


@dataclass
class Stage:
    """A table with real drivers."""

    chip: Chip
    service: TableService
    upkeep: Upkeep
    server: Server
    commands: Commands

    def device(self, name: str) -> DeviceView:
        """Return how a part is."""
        return next(one for one in self.service.view().devices if one.name == name)

    def wait_for(self, name: str, state: str) -> float:
        """Wait until a part is so; return how long that took."""
        before = time.monotonic()
        within(lambda: any((one.name, one.state) == (name, state) for one in self.service.view().devices), name)
        return time.monotonic() - before

    def lights(self) -> tuple[bool, bool]:
        """Whether White's and Black's light are on."""
        return self.chip.is_high(WHITE_LIGHT), self.chip.is_high(BLACK_LIGHT)


def within(is_so: Callable[[], object], what: str) -> None:
    """Wait for something."""
    ends = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < ends, f"{what} never came"
        time.sleep(0.005)


def check_library() -> str:
    """The library that answers is rpi-lgpio, and it is the right one."""
    works, sentence = port.found()
    assert (works, sentence) == (True, "The pins are reached through rpi-lgpio."), sentence
    return sentence


def check_presses(chip: Chip) -> str:
    """Bouncing presses count once each, long ones too; one that is down from the start does not count."""
    for number in range(TRIES):
        chip.slowest = 0.0
        told = pressed(chip)
        # What lasts longer is no bounce: then it says nothing, good or bad.
        if chip.slowest < SETTLE_S / 2:
            assert told == ["white"] * 6 + ["black"], told
            slowest = f"the slowest bounce {1000 * chip.slowest:.0f} ms, at try {number + 1}"
            return f"5 bouncing and a long one: 6; one held from the start: 0; {slowest}"
    msg = f"this machine is too busy: a bounce took {chip.slowest:.2f} s"
    raise AssertionError(msg)


def pressed(chip: Chip) -> list[str]:
    """Press, and return what was noticed."""
    chip.pull(BLACK, high=False)
    controls = Controls(port.Pins(), Wiring({"white": WHITE, "black": BLACK}, settle=SETTLE_S))
    chip.pull(BLACK, high=False)
    found: list[Press] = []
    while not controls.is_ready:
        found += controls.step(0.05)
    with pressing(controls, found):
        for _ in range(5):
            chip.press(WHITE)
        chip.press(WHITE, 4.0)
    with pressing(controls, found):
        chip.pull(BLACK, high=True)
        time.sleep(1.0)
        chip.press(BLACK)
    controls.close()
    chip.pull(BLACK, high=True)
    return [one.button for one in found]


@contextmanager
def pressing(controls: Controls, found: list[Press]) -> Iterator[None]:
    """Have the controls at work while something is done to them."""
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            found.extend(controls.step(0.05))

    thread = threading.Thread(target=work)
    thread.start()
    yield
    time.sleep(0.2)
    over.set()
    thread.join()


def check_blinking(chip: Chip) -> str:
    """A blinking light goes on and off, and a pin is given back."""
    controls = Controls(port.Pins(), Wiring({}, {"light": WHITE_LIGHT}))
    controls.show({"light": Light.BLINKING})
    found: list[Press] = []
    with pressing(controls, found):
        seen = chip.levels((WHITE_LIGHT,), CHANGES)
    controls.close()
    assert changes(seen, 0) == CHANGES
    share = sum(one for (one,) in seen) / len(seen)
    # A busy machine looks seldom, and not evenly.
    assert 0.1 < share < 0.9, share
    assert not chip.is_high(WHITE_LIGHT)
    return f"{changes(seen, 0)} changes, on for {share:.2f} of the time"


def changes(seen: list[tuple[bool, ...]], at: int) -> int:
    """How often a pin has changed."""
    return sum(after[at] is not before[at] for before, after in pairwise(seen))


def check_parts(stage: Stage) -> str:
    """All three parts are found and work."""
    took = [f"{name} {stage.wait_for(name, 'running'):.1f} s" for name in ("buttons", "board", "camera")]
    picture = stage.upkeep.plain()
    assert picture is not None, stage.device("camera")
    return f"running after {', '.join(took)}; the camera's picture is {picture[1][0]}x{picture[1][1]}"


def check_turn(stage: Stage) -> str:
    """A play, White's button: it is Black's turn, and the lights say so."""
    chip, service = stage.chip, stage.service
    within(lambda: stage.lights() == (False, False), "darkness")
    begun(service)
    within(lambda: stage.lights() == (True, False), "White's light")
    stage.server.do(lambda _board: stage.commands.do("play white 3-1 8/5 6/5"))
    until(service, is_made)
    pressed = time.monotonic()
    chip.bounce(WHITE, high=False)
    within(lambda: stage.lights() == (False, True), "Black's light")
    took = time.monotonic() - pressed
    assert service.view().turn == "black"
    chip.bounce(WHITE, high=True)
    return f"Black's light {took:.2f} s after White's button, {SETTLE_S} s of them for it to rest"


def is_made(view: TableView) -> bool:
    """Whether White has made point 5."""
    return view.board is not None and view.board.points[4] == (2, 0)


def check_illegal(stage: Stage) -> str:
    """A turn ended without a play: the light of illegal plays blinks, the buzzer sounds once."""
    throw(stage.service, "black", 6, 5)
    seen: list[tuple[bool, ...]] = []
    # By then all tones have sounded that are to sound.
    watching = threading.Thread(target=lambda: seen.extend(stage.chip.levels((ILLEGAL, BUZZER), CHANGES)))
    watching.start()
    stage.chip.press(BLACK)
    until(stage.service, is_disputed)
    watching.join()
    assert changes(seen, 0) == CHANGES, "no blinking"
    assert changes(seen, 1) == 2, f"{changes(seen, 1)} changes of the buzzer"
    return f"{changes(seen, 0) // 2} blinks, 1 tone"


def is_disputed(view: TableView) -> bool:
    """Whether a play is against the rules."""
    return view.phase == "disputed"


def check_unplugged(stage: Stage) -> str:
    """The board's cable is pulled out and put back."""
    simulated.cut_cable()
    lost = stage.wait_for("board", "lost")
    stage.server.do(lambda _board: stage.server.end.close())
    simulated.take_away()
    simulated.plug_in()
    within(simulated.BOARD_END.exists, "the device")
    stage.server.do(lambda _board: stage.server.end.open())
    return f"lost {lost:.2f} s after, running again {stage.wait_for('board', 'running'):.1f} s after it was put back"


def check_no_camera(stage: Stage) -> str:
    """The camera is taken away and comes back."""
    with simulated.no_camera():
        lost = stage.wait_for("camera", "lost")
    within(lambda: Path(CAMERA).exists(), "the camera")
    return f"lost {lost:.1f} s after, running again after {stage.wait_for('camera', 'running'):.1f} s"


def check_stuck(stage: Stage) -> str:
    """A button that is held down for long is told, and does not go on pressing."""
    stage.chip.pull(WHITE, high=False)
    within(lambda: f"pin {WHITE}" in stage.device("buttons").message.text, "the sentence")
    told = stage.device("buttons").message.text
    stage.chip.pull(WHITE, high=True)
    within(lambda: f"pin {WHITE}" not in stage.device("buttons").message.text, "the end of it")
    return f"after {STUCK_S:.0f} s: {told}"


@contextmanager
def stage(chip: Chip) -> Iterator[Stage]:
    """A table with its parts on real drivers."""
    board = VirtualBoard()
    commands = Commands(board)
    settings = {
        "board.corner": 1,
        "board.settle_ms": 100,
        "gpio.settle_ms": round(1000 * SETTLE_S),
        "camera.source": CAMERA,
        "camera.fps": 5.0,
        **PINS,
    }
    with tempfile.TemporaryDirectory() as folder, Server(board, SerialEnd()) as server:
        config = changed(Config(), {"folder": folder, **settings})
        service = TableService(Path(folder))
        service.start()
        upkeep = Upkeep(service, Settings(config))
        upkeep.plug_in()
        try:
            yield Stage(chip, service, upkeep, server, commands)
        finally:
            service.stop()


def threads() -> Iterator[str]:
    """Where each thread is in the kernel: what does not come may hang there."""
    for task in sorted(Path("/proc/self/task").iterdir()):
        stack = (task / "stack").read_text(encoding="ascii").splitlines()
        yield f"thread {task.name}: {' < '.join(line.split()[-1] for line in stack[:6])}\n"


def main() -> int:
    """Do all checks; return how many have failed."""
    failed = 0
    chip = Chip()
    simulated.plug_in()

    def does(check: Callable[..., str], *given: Chip | Stage) -> None:
        nonlocal failed
        began = time.monotonic()
        try:
            told = check(*given)
        except Exception:  # noqa: BLE001 - the edge of a check: the others are done all the same
            failed += 1
            sys.stdout.write(traceback.format_exc() + "".join(threads()))
            told = "FAILED"
        name = (check.__doc__ or "").strip()
        sys.stdout.write(f"[{time.monotonic() - began:5.1f} s] {name} {told}\n")
        sys.stdout.flush()

    does(check_library)
    does(check_presses, chip)
    does(check_blinking, chip)
    with stage(chip) as table:
        for check in (check_parts, check_turn, check_illegal, check_unplugged, check_no_camera, check_stuck):
            does(check, table)
    return failed


if __name__ == "__main__":
    result = main()
    sys.stdout.flush()
    # A simulated camera may hold its thread for long.
    os._exit(result)
