"""How fast the panel is: from a checker on the board, or an event at the table, to the changed picture in the browser.

    python -m tests.bench.bench_panel [--times 100] [--viewers 1 40]

Two ways are measured. From the sensors: a hand lifts or puts down a checker on the virtual board, which reports it over
the real protocol; told with and without the time that the board has to be at rest. From the table: an event is posted
to the service. Other viewers run in a process of their own. And the first view, and its weight.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles

from playwright.sync_api import Response

from companion.config import Config, changed
from companion.rules.games import configured
from companion.rules.players import Player
from companion.rules.position import Setup, start_position
from firmware_bridge.virtual.hands import Lift, Movement, Put
from tests.bench.report import verdict
from tests.bench.viewers import viewers
from tests.web.browser import Device, chromium
from tests.web.sitting import board_port, checkers_on_board
from tests.web.stage import Stage, serving, stage

STAMP = """(what) => { window.seen = []; const part = document.querySelector(`[data-part=${what}]`);
  const note = () => window.seen.push([part.textContent, part.querySelectorAll(".checker").length,
    performance.timeOrigin + performance.now()]);
  new MutationObserver(note).observe(part, { childList: true, subtree: true, characterData: true }); }"""
PAUSE_S = 0.05
GOAL_MS, FIRST_VIEW_MS, WEIGHT_KB = 150, 1000, 150
CHECKERS = 30
MOST = 5
"""So many checkers on a point are seen one by one."""


@dataclass
class Times:
    """What was measured with so many viewers, in milliseconds."""

    from_sensor: list[float] = field(default_factory=list)
    sensor_to_service: list[float] = field(default_factory=list)
    from_service: list[float] = field(default_factory=list)
    first_view: float = 0.0
    signing_in: float = 0.0
    weight: int = 0


@dataclass
class Bench:
    """A table with its panel in a browser, and others who watch."""

    table: Stage
    device: Device
    url: str
    times: int
    taken: Times = field(default_factory=Times)

    def from_table(self) -> None:
        """Post events; each sets a score of its own."""
        self.device.page.evaluate(STAMP, "players")
        for number in range(101, 101 + self.times):
            begun = now_ms()
            self.table.post("score_set", score={"white": 0, "black": number}, reason="benchmark")
            self.taken.from_service.append(self._seen(f"one[0].includes('{number}')") - begun)
            time.sleep(PAUSE_S)

    def from_sensors(self) -> None:
        """Let a hand carry a checker to and fro, and look at every lifting and putting down."""
        setup = start_position(configured("backgammon")).setup
        with checkers_on_board(setup, 1) as checkers:
            config = changed(Config(), {"folder": str(self.table.folder)})
            self.table.service.plug("board", lambda: board_port(self.table.service, config, checkers))
            self._until(lambda: (board := self.table.service.view().board) is not None and board.seen)
            self.device.page.evaluate(STAMP, "board")
            for number, deed in enumerate(_deeds(setup, self.times // 2)):
                self._moved(checkers.server.do, deed, number)
            self.table.service.unplug("board")

    def _moved(self, do: Callable[..., None], deed: Movement, number: int) -> None:
        version = self.table.service.view().version
        self.device.page.evaluate("() => { window.seen = []; }")
        begun = now_ms()
        do(lambda board: board.move([deed]))
        if self.table.service.wait(version, 10.0) is None:
            msg = "the table has not noticed"
            raise RuntimeError(msg)
        told = now_ms()
        lying = CHECKERS - (number % 2 == 0)
        self.taken.from_sensor.append(self._seen(f"one[1] === {lying}") - begun)
        self.taken.sensor_to_service.append(told - begun)

    def _seen(self, what: str) -> float:
        asked = f"() => window.seen.find((one) => {what})?.[2]"
        while (found := self.device.page.evaluate(asked)) is None:
            time.sleep(0.01)
        return float(found)

    @staticmethod
    def _until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            time.sleep(0.01)


def _deeds(setup: Setup, moves: int) -> Iterator[Movement]:
    """Return how a hand carries checkers to and fro, each time others: a sensor that flickers is not waited for."""
    counts, chance = list(setup.sides.white.points), Random(1)
    free = [at for at, count in enumerate(setup.sides.black.points) if not count]
    for _ in range(moves):
        source = chance.choice([at for at in free if counts[at]])
        target = chance.choice([at for at in free if at != source and counts[at] < MOST])
        counts[source] -= 1
        counts[target] += 1
        yield Lift(0.0, Player.WHITE, source + 1)
        yield Put(0.0, Player.WHITE, target + 1)


def now_ms() -> float:
    """Return the time of this machine, as the browser has it too."""
    return time.time() * 1000


@contextmanager
def bench(count: int, times: int) -> Iterator[Bench]:
    """Have a table with so many viewers, one of them in a browser."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        table = stack.enter_context(stage(folder, streams=count + 1))
        url = stack.enter_context(serving(table.app, count + 1))
        device = Device(stack.enter_context(chromium()), url)
        table.begin(length={"kind": "money"})
        table.open_with(3, 1)
        one = Bench(table, device, url, times)
        one.taken.first_view, one.taken.weight = first_view(device)
        stack.enter_context(viewers(url, count - 1))
        yield one


def first_view(device: Device) -> tuple[float, int]:
    """Return how long the first view takes, and how many bytes come over the wire for it."""
    came: list[Response] = []
    device.page.on("response", lambda one: came.append(one))  # noqa: PLW0108 - the browser's library marks what it is given
    begun = time.perf_counter()
    device.go()
    device.says("Ada plays 3-1.")
    taken = (time.perf_counter() - begun) * 1000
    return taken, sum(one.request.sizes()["responseBodySize"] for one in list(came) if "/live/" not in one.url)


def with_viewers(count: int, times: int) -> Times:
    """Return what is measured with so many viewers."""
    with bench(count, times) as one:
        one.from_sensors()
        one.from_table()
        begun = time.perf_counter()
        device = Device(one.device.browser, one.url, "phone")
        device.sign_in()
        one.taken.signing_in = (time.perf_counter() - begun) * 1000
        return one.taken


def said(name: str, taken: list[float], less: float = 0.0) -> str:
    """Return median and 95th percentile in words."""
    return f"{name} median {median(taken) - less:.1f} ms, 95th percentile {p95(taken) - less:.1f} ms"


def p95(taken: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(taken, n=20)[-1]


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--viewers", type=int, nargs="+", default=[1, 40])
    arguments = parser.parse_args()
    rest = float(Config().board.settle_ms)
    for count in arguments.viewers:
        taken = with_viewers(count, arguments.times)
        sys.stdout.write(
            f"{count} viewers, from a checker to the picture, {rest:.0f} ms of rest at the board apart:\n"
            f"  {said('all the way', taken.from_sensor, rest)}\n"
            f"  {said('of it to the service', taken.sensor_to_service, rest)}\n"
            f"  (with the rest: {said('all the way', taken.from_sensor)})\n"
            f"  {said('from an event at the service', taken.from_service)}, worst {max(taken.from_service):.1f} ms\n"
            f"  first view {taken.first_view:.0f} ms, {taken.weight / 1000:.1f} kB;"
            f" signing in {taken.signing_in:.0f} ms\n"
            f"  goals {verdict(met=_met(taken, rest))}\n"
        )
        sys.stdout.flush()


def _met(taken: Times, rest: float) -> bool:
    fast = p95(taken.from_sensor) - rest < GOAL_MS and p95(taken.from_service) < GOAL_MS
    return fast and taken.first_view < FIRST_VIEW_MS and taken.weight < WEIGHT_KB * 1000


if __name__ == "__main__":
    main()
