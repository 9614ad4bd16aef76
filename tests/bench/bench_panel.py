"""How fast the panel is: from an event at the table to the changed picture in the browser, and the first view.

    python -m tests.bench.bench_panel [--times 100] [--viewers 1 40]

Settling time of sensors and camera is not in it: the events are posted to the service.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from tests.bench.report import verdict
from tests.web.browser import Device, chromium
from tests.web.listening import Listener
from tests.web.stage import Stage, serving, stage

PLAYERS = "document.querySelector('[data-part=players]')"
STAMP = f"""() => {{ window.seen = []; new MutationObserver(() => window.seen.push(
  [{PLAYERS}.textContent, performance.timeOrigin + performance.now()]
)).observe({PLAYERS}, {{ childList: true, subtree: true, characterData: true }}); }}"""
PAUSE_S = 0.05
GOAL_MS, FIRST_VIEW_MS = 150, 1000


def events(table: Stage, device: Device, times: int) -> list[float]:
    """Return how many milliseconds each event took to the browser's page; each sets a score of its own."""
    device.page.evaluate(STAMP)
    taken: list[float] = []
    for number in range(1, times + 1):
        begun = time.time() * 1000
        table.post("score_set", score={"white": 0, "black": 100 + number}, reason="benchmark")
        arrived = device.page.wait_for_function(
            f"() => window.seen.find((one) => one[0].includes('{100 + number}'))?.[1]"
        ).json_value()
        taken.append(arrived - begun)
        time.sleep(PAUSE_S)
    return taken


def watch(listener: Listener) -> None:
    """Read a stream until it is closed."""
    try:
        for _ in listener.messages():
            pass
    except (OSError, ValueError):
        return


def with_viewers(viewers: int, times: int) -> tuple[list[float], float, float]:
    """Return the times with so many viewers, that of the first view, and that of a request of control."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        table = stack.enter_context(stage(folder, streams=viewers + 1))
        url = stack.enter_context(serving(table.app, viewers + 1))
        browser = stack.enter_context(chromium())
        table.begin(length={"kind": "money"})
        table.open_with(3, 1)
        device = Device(browser, url)
        begun = time.perf_counter()
        device.go()
        device.says("Ada plays 3-1.")
        first = time.perf_counter() - begun
        for _ in range(viewers - 1):
            listener = stack.enter_context(Listener(url, timeout=600))
            threading.Thread(target=watch, args=(listener,), daemon=True).start()
        taken = events(table, device, times)
        begun = time.perf_counter()
        other = Device(browser, url, "phone")
        other.sign_in()
        return taken, first * 1000, (time.perf_counter() - begun) * 1000


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--viewers", type=int, nargs="+", default=[1, 40])
    arguments = parser.parse_args()
    for viewers in arguments.viewers:
        taken, first, control = with_viewers(viewers, arguments.times)
        p95 = quantiles(taken, n=20)[-1]
        goals = verdict(met=p95 < GOAL_MS and first < FIRST_VIEW_MS)
        sys.stdout.write(
            f"{viewers} viewers: event to picture median {median(taken):.1f} ms, 95th percentile {p95:.1f} ms,"
            f" worst {max(taken):.1f} ms; first view {first:.0f} ms; signing in {control:.0f} ms; goals {goals}\n"
        )


if __name__ == "__main__":
    main()
