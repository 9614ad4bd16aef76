"""What the whole service costs while a game is played at people's pace: `python -m tests.bench.bench_service`.

The service is a process of its own; the virtual board, the drawing of the camera's pictures and the viewers are in
others. Every throw is read by the camera. For each thread: how much of a core it takes; and how long it takes from
the first picture of dice at rest to the throw on the panel, from the last checker put down to the play on the panel,
from the first picture of a bare board to the turn of the other. `--share 0.25`: on one core, and of that a quarter.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.table.agreement import decode_agreement
from companion.table.events import PlayEntered, ThrowEntered
from tests.bench.report import progress, show
from tests.bench.throttled import throttled
from tests.bench.viewers import viewers
from tests.soak.choices import Chooser
from tests.soak.panel import View
from tests.soak.players import LAID, Players, Seat
from tests.soak.process import TICKS
from tests.soak.soak import Soak, Wishes
from tests.soak.story import Story
from vision.virtual.stage import HELD, REACHES, Lift, Throw

NAMED = Path(__file__).with_name("named")
SETTLED_S, THINKS_S, SOON_S = 6.0, 1.5, 8.0
AGREED = {"game": "backgammon", "length": {"kind": "points", "points": 9}}


@dataclass
class Chain:
    """How long it takes until the panel shows what has happened."""

    seen: list[tuple[float, View]] = field(default_factory=list)
    late: dict[str, list[float]] = field(default_factory=dict)

    def see(self, view: View | None) -> None:
        if view is not None:
            self.seen.append((time.monotonic(), view))

    def measure(self, what: str, since: float, before: float, *phases: str) -> None:
        """Measure how long after `since` the first view came that shows it, of those that came after `before`."""
        at = next(
            (at for at, view in self.seen if at > before and {view["phase"], view["waiting"]["code"]} & {*phases}), None
        )
        if at is not None and at - since < SOON_S:
            self.late.setdefault(what, []).append(at - since)


def threads_of(pid: int) -> Counter[str]:
    """How much processor time each thread has taken, by its name, in seconds."""
    spent: Counter[str] = Counter()
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            head, _, rest = (task / "stat").read_text().rpartition(")")
        except OSError:
            continue
        words = rest.split()
        spent[head.partition("(")[2]] += int(words[11]) + int(words[12])
    return spent


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_service", description="Measure the service.")
    parser.add_argument("--turns", type=int, default=15, help="how many turns are played")
    parser.add_argument("--share", type=float, default=0.0, help="which share of one core; 0: all there is")
    parser.add_argument("--fps", type=float, default=15.0, help="how many pictures a second the camera gives")
    parser.add_argument("--viewers", type=int, default=1, help="how many look at the table in their browsers")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        _measure(Path(folder), given)
    return 0


def _measure(folder: Path, given: argparse.Namespace) -> None:
    turns, share, fps = given.turns, given.share, given.fps
    wishes = Wishes(folder, each=0.0, by_camera=1.0, seed=5, slowness=1.0, fps=fps, settle_ms=300, path=NAMED)
    chain = Chain()
    with Soak(wishes) as soak:
        soak.panel.watch = chain.see
        slow = throttled(soak.service.pid, share) if share else nullcontext()
        with slow, viewers(soak.panel.url, given.viewers):
            spent, seconds = _played(soak, chain, turns)
            soak.service.stop()
    rows = [(name, f"{100 * used / seconds:.1f} %") for name, used in spent.most_common() if used / seconds > 0.0005]
    rows.append(("all", f"{100 * sum(spent.values()) / seconds:.1f} %"))
    sent = soak.world.film.sent
    pictures = len([1 for at, _ in sent if at > sent[-1][0] - 60]) / 60
    show(
        f"Of one core, over {turns} turns in {seconds:.0f} s, {pictures:.1f} pictures a second",
        ("thread", "takes"),
        rows,
    )
    show("Until the panel shows it", ("what", "count", "middle", "most"), list(_late(chain)))


def _late(chain: Chain) -> Iterator[tuple[str, str, str, str]]:
    for what, late in chain.late.items():
        middle = sorted(late)[len(late) // 2]
        yield what, str(len(late)), f"{middle:.2f} s", f"{max(late):.2f} s"


def _played(soak: Soak, chain: Chain, turns: int) -> tuple[Counter[str], float]:
    story = Story(decode_agreement(AGREED))
    seat = Seat(soak.panel, soak.world, soak.tally, Chooser(Random(5)), Random(5), lambda: 1)
    players = Players(seat, story, soak.begin(AGREED, story), 1.0)
    progress("Settling")
    time.sleep(SETTLED_S)
    watch = _Watch(soak, chain)
    before, began, played = threads_of(soak.service.pid), time.monotonic(), 0
    while played < turns:
        since = time.monotonic()
        chain.seen.clear()
        players.go_on()
        watch.end(story, since)
        played += isinstance(story.facts[-1], PlayEntered)
        time.sleep(THINKS_S)
        progress(f"{played} turns")
    after, seconds = threads_of(soak.service.pid), time.monotonic() - began
    spent = Counter({name: (after[name] - before[name]) / TICKS for name in after})
    pages = sum(spent.pop(name) for name in list(spent) if name.startswith("panel"))
    return spent + Counter({"pages and streams": pages}), seconds


class _Watch:
    """Knows when things have really happened at the virtual table."""

    def __init__(self, soak: Soak, chain: Chain) -> None:
        self._soak, self._chain = soak, chain

    def _sent(self, since: float) -> float:
        """When the first picture of that time or later was sent: drawing it is not the service's work."""
        return next((sent for at, sent in list(self._soak.world.film.sent) if at >= since), since)

    def end(self, story: Story, since: float) -> None:
        """Measure what was done since then."""
        acts = [act for act in self._soak.world.film.filming._camera.stage.acts if act.at >= since]
        last = story.facts[-1]
        if isinstance(last, ThrowEntered):
            for act in acts:
                if isinstance(act, Throw):
                    self._chain.measure("dice at rest to the throw", self._sent(act.rests), act.rests - 0.4, "playing")
        elif isinstance(last, PlayEntered):
            laid = self._soak.world.laid_at
            self._chain.measure("last checker to the play", laid, laid - 0.05, *LAID)
            for act in acts:
                if isinstance(act, Lift):
                    lifted = self._sent(act.at + REACHES + HELD)
                    self._chain.measure("dice lifted to the next turn", lifted, act.at, "to_throw", "game_over")


if __name__ == "__main__":
    raise SystemExit(main())
