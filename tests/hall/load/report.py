"""What a load has come to, as a table for people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.hall.load.compare import Compared
from tests.hall.load.delays import Delay, Sight, Spread, delays, outside, spread
from tests.hall.load.faults import Window
from tests.hall.load.sampler import Sampler, Use
from tests.hall.load.seat import HUMAN_TURN_S
from tests.hall.load.stand import Stand

MOMENTS, MOST_CALLS = 15, 100_000
LINE = ("keeper", "broker", "what")
"""The threads of a table's line to the hall."""


@dataclass(frozen=True)
class Found:
    """What was measured."""

    seconds: float
    compared: Compared
    windows: Sequence[Window]
    settled_s: float
    chromium: dict[str, list[Sight]]


def lines(stand: Stand, sampler: Sampler, found: Found) -> Iterator[str]:
    """Yield the table, line by line."""
    seats = [seat for program in stand.programs for seat in program.done["seats"]]
    turns = sum(seat["turns"] for seat in seats) / len(seats) / found.seconds
    pace = f"{turns:.2f} turns a second and table ({HUMAN_TURN_S * turns:.1f} times as fast as people)"
    yield f"{len(seats)} tables for {found.seconds:.0f} s, {pace}"
    yield f"machine's load average: {min(sampler.machine):.1f} to {max(sampler.machine):.1f}"
    yield f"entered {sum(seat['entered'] for seat in seats)}, turned down {sum(seat['turned_down'] for seat in seats)}"
    deeds = sum((Counter(seat["deeds"]) for seat in seats), Counter[str]())
    told = ", ".join(f"{name} {count}" for name, count in deeds.most_common())
    yield f"disputes {sum(seat['disputes'] for seat in seats)}; of what was entered: {told}"
    yield from (f"table {seat['name']} was stuck: {seat['stuck']}" for seat in seats if seat["stuck"])
    yield from _compared(found)
    yield from _delays(stand, found)
    yield from _uses(stand, sampler, found)
    calls = stand.record.calls(MOST_CALLS)
    kinds = Counter(call.kind for call in calls)
    yield f"calls: {dict(kinds)}, of which {sum(not call.went for call in calls)} have not gone"
    yield f"hostile: {dict(stand.hostile.sent)}"
    yield f"wrong passwords: refused {stand.hostile.refused}, let in {stand.hostile.let_in_wrongly}"


def _compared(found: Found) -> Iterator[str]:
    one = found.compared
    yield (
        f"lines made {one.made} in {one.matches} matches, recorded {one.recorded}, lost {one.lost}, doubled"
        f" {one.doubled}, different {one.different}, out of order {one.disordered}, miscounted {one.miscounted}"
    )
    yield f"matches in the record that nobody has played: {one.of_others}"
    yield f"all was in the record {found.settled_s:.1f} s after the last was entered"
    yield from one.examples[:10]


def _delays(stand: Stand, found: Found) -> Iterator[str]:
    ids, windows = stand.ids(), [(one.begin, one.end) for one in found.windows]
    by_table = {name: list(delays(entered, stand.watcher.seen[ids[name]])) for name, entered in _entered(stand, 0)}
    all_ = [one for found_ in by_table.values() for one in found_]
    yield f"delay to the page while nothing fails: {spread(outside(all_, windows))}"
    for window in found.windows:
        among = [one for one in all_ if window.begin <= one.at <= window.end]
        yield f"delay around '{window.name}': {spread(among)}"
    alone = [one for one in by_table[stand.behind_network.name] if one not in outside([one], windows)]
    yield f"of these, the table behind the network: {spread(alone)}"
    if found.chromium:
        drawn = [
            one for name, entered in _entered(stand, 1) for one in delays(entered, found.chromium.get(ids[name], ()))
        ]
        yield f"delay to what Chromium has drawn: {spread(_within(drawn, found.chromium))}"


def _within(drawn: Sequence[Delay], seen: dict[str, list[Sight]]) -> list[Delay]:
    """Return the delays of what was entered after the page was opened."""
    begin = min(sight.at for sights in seen.values() for sight in sights)
    return [one for one in drawn if one.at >= begin]


def _entered(stand: Stand, clock: int) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    for program in stand.programs:
        for seat in program.done["seats"]:
            yield seat["name"], [(entry[clock], entry[2]) for entry in seat["entries"]]


def calm(stand: Stand, windows: Sequence[Window]) -> Spread:
    """Return the delays while nothing fails."""
    ids, times = stand.ids(), [(one.begin, one.end) for one in windows]
    found = [one for name, entered in _entered(stand, 0) for one in delays(entered, stand.watcher.seen[ids[name]])]
    return spread(outside(found, times))


def _uses(stand: Stand, sampler: Sampler, found: Found) -> Iterator[str]:
    for name, use in sampler.uses.items():
        held = ", ".join(f"{held:.0f}" for _, held in _moments(use))
        yield f"{name}: {100 * use.cpu / found.seconds:.1f} % of a core; MB over time: {held}"
    by_kind: dict[str, float] = defaultdict(float)
    for program in stand.programs:
        for kind, used in program.done["cpu"].items():
            by_kind[kind] += used
    all_of_them = sum(program.done["all"] for program in stand.programs)
    share = {kind: 100 * used / stand.wishes.tables / found.seconds for kind, used in by_kind.items()}
    line = sum(share.get(kind, 0.0) for kind in LINE)
    yield (
        f"each table: {share['table']:.2f} % of a core for the table, {line:.2f} % for the line to the hall;"
        f" its virtual players {share['player']:.2f} %; its processes in all"
        f" {100 * all_of_them / stand.wishes.tables / found.seconds:.2f} %"
    )


def _moments(use: Use) -> list[tuple[float, float]]:
    """Return some samples, evenly spread."""
    step = max(1, len(use.memory) // MOMENTS)
    return use.memory[::step]


def rises(use: Use) -> list[float]:
    """Return by how many MB memory has risen from moment to moment."""
    return [after[1] - before[1] for before, after in pairwise(_moments(use))]
