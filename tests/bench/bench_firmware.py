"""The board's firmware on a simulated controller, in real time: `python -m tests.bench.bench_firmware`.

`--changes` says how often a checker is put down and lifted, `--seconds` how long the processor's load is watched.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.protocol import Ack, Hello, HostHello, Light, Lights, RawMode, Snapshot, Status, Tare, Why
from tests.bench.report import progress, show
from tests.firmware_bridge.firmware.building import FIRMWARE, run_make
from tests.firmware_bridge.firmware.logic import digits
from tests.firmware_bridge.firmware.talk import Talk
from tests.firmware_bridge.simavr import CHANNELS, MILLIVOLTS, Simulated

SEED = 5
MEMORY = 2048
PAUSE = (0.03, 0.07)
NOISES = (5, 15, 30, 45, 60)


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=400, help="how many changes and commands")
    parser.add_argument("--seconds", type=int, default=20, help="how long the load and each noise are watched")
    wanted = parser.parse_args()
    show_size()
    with tempfile.TemporaryDirectory() as folder, Simulated(Path(folder)) as board, Talk(board.port) as talk:
        talk.ask(HostHello(), Hello)
        show_times(board, talk, wanted.changes)
        show_load(board, talk, wanted.seconds)
        show_noise(board, talk, wanted.seconds)


def show_size() -> None:
    """Build it and write how large it is."""
    with tempfile.TemporaryDirectory() as folder:
        said = run_make(FIRMWARE, f"BUILD={folder}")
    program, data = re.findall(r"(?:Program|Data): +(\d+) bytes", said)
    show(
        "The firmware for the ATmega328P",
        ("", "bytes", "of"),
        [["program", program, "32768"], ["memory, without the stack", data, str(MEMORY)]],
    )


def show_times(board: Simulated, talk: Talk, times: int) -> None:
    """Write how long changes and commands take."""
    progress(f"{times} changes")
    changes = [_change(board, talk, number) for number in range(times)]
    progress(f"{times} commands")
    commands = [_command(talk, number) for number in range(times)]
    state = board.state()
    show(
        "From the simulated board to the decoded frame, in real time",
        ("ms", "median", "95 %", "longest"),
        [_times("sensor changes, snapshot", changes), _times("LIGHTS sent, ACK", commands)],
        f"A scan of {CHANNELS} sensors takes {state['scan_us'] / 1000:.2f} ms; there are 100 scans a second, and two"
        " equal ones are wanted.",
        "The simulation runs in steps of 0.5 ms. Nothing is smoothed or left out.",
    )


def _times(name: str, seconds: Sequence[float]) -> list[str]:
    milliseconds = sorted(1000 * one for one in seconds)
    high = milliseconds[min(len(milliseconds) - 1, len(milliseconds) * 95 // 100)]
    return [name, *(f"{value:.1f}" for value in (statistics.median(milliseconds), high, milliseconds[-1]))]


def _change(board: Simulated, talk: Talk, number: int) -> float:
    chance = random.Random(f"{SEED} {number}")
    sensor, colour = chance.randrange(CHANNELS), chance.choice("AB")
    time.sleep(chance.uniform(*PAUSE))
    talk.skip()
    begin = time.perf_counter()
    board.send(f"set {sensor} {MILLIVOLTS[colour]}")
    wanted = "1" if colour == "A" else "2"
    talk.wait(Snapshot, lambda one: digits(one.data)[sensor] == wanted)
    took = talk.heard[-1][0] - begin
    board.send(f"set {sensor} {MILLIVOLTS['']}")
    talk.wait(Snapshot, lambda one: digits(one.data)[sensor] == "0")
    return took


def _command(talk: Talk, number: int) -> float:
    time.sleep(random.Random(f"{SEED} {number}").uniform(0, 0.02))
    talk.skip()
    begin = time.perf_counter()
    talk.tell(Lights((Light.ON,) * (number % 24)))
    talk.wait(Ack)
    return talk.heard[-1][0] - begin


def show_load(board: Simulated, talk: Talk, seconds: int) -> None:
    """Write how busy the simulation is, and how much memory the stack leaves."""
    rows = [_load(board, talk, seconds, "at rest", 0), _load(board, talk, seconds, "raw values of every scan", 1)]
    talk.ask(Tare(), Ack, lambda one: one.command == Tare.TYPE)
    state = board.state()
    show(
        "The simulation",
        ("", "simulated s per s", "share of a core, %", "frames/s", "bytes/s"),
        rows,
        f"After all this {state['free_memory']:.0f} bytes of memory have never been touched by the stack.",
        f"The simulation fell behind {state['late']:.0f} times.",
    )


def _load(board: Simulated, talk: Talk, seconds: int, name: str, raw: int) -> list[str]:
    progress(f"{seconds} s {name}")
    talk.ask(RawMode(raw), Ack)
    before, used, begin, frames = board.state(), _used(board.process), time.monotonic(), talk.deframer.accepted
    while time.monotonic() < begin + seconds:
        talk.ask(HostHello(), Hello)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            talk.listen()
    after, took = board.state(), time.monotonic() - begin
    share = (_used(board.process) - used) / took
    return [
        name,
        f"{(after['seconds'] - before['seconds']) / took:.3f}",
        f"{100 * share:.0f}",
        f"{(talk.deframer.accepted - frames) / took:.0f}",
        f"{(after['to_host'] - before['to_host']) / took:.0f}",
    ]


def _used(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show_noise(board: Simulated, talk: Talk, seconds: int) -> None:
    """Write how many wrong snapshots noise of the sensors makes."""
    talk.ask(RawMode(0), Ack)
    board.send("set 0 3100")
    talk.wait(Snapshot, lambda one: digits(one.data)[0] == "1")
    rows = [[str(noise), *_noise(board, talk, seconds, noise)] for noise in NOISES]
    board.send("noise 0")
    show(
        f"Noise on all {CHANNELS} sensors, one of them with a checker",
        ("deviation, mV", "scans", "changes told", "of which wrong checkers"),
        rows,
        "Threshold 161 mV. A change is told where a slot turns weak, too.",
    )


def _noise(board: Simulated, talk: Talk, seconds: int, noise: int) -> list[str]:
    progress(f"{seconds} s with noise of {noise} mV")
    board.send(f"noise {noise}")
    talk.skip()
    first = last = talk.wait(Status).scans
    begin = len(talk.heard)
    # Each wait has its own patience: a busy machine simulates slowly.
    while last < first + 100 * seconds:
        last = talk.wait(Status).scans
    told = [one for _, one in talk.heard[begin:] if isinstance(one, Snapshot) and one.why is Why.CHANGED]
    right = "1" + "0" * (CHANNELS - 1)
    wrong = sum(_checkers(digits(one.data)) != right for one in told)
    return [str(last - first), str(len(told)), str(wrong)]


def _checkers(slots: str) -> str:
    return "".join(str(int(slot, 16) & 3) for slot in slots)


if __name__ == "__main__":
    main()
