"""Everything that can be made to fail around the service, drawn by chance, each with its beginning and its end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random

from companion.demo.plugs import BOARD, CAMERA, OTHER_PORT
from tests.soak.hostile import Deed, Hostile
from tests.soak.outside import Outside
from tests.soak.process import Service
from tests.soak.world import World

DAY_S = 86_400
JOURNAL_S, HINTS_S = 20.0, 10.0
Do = Callable[[], bool]
"""Returns whether there was anything to do it to."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that fails, in which part, and what mends it."""

    name: str
    part: str
    begin: Do
    end: Callable[[], object] = lambda: None
    lasts: tuple[float, float] = (1.0, 5.0)


@dataclass(frozen=True, slots=True)
class Targets:
    """What there is to spoil."""

    world: World
    service: Service
    outside: Outside
    hostile: Hostile
    want_hints: Callable[[], bool]


class Faults:
    """Begins faults and ends them, while the players go on."""

    def __init__(self, on: Targets, chance: Random, tell: Callable[[str], None], lasting: float = 1.0) -> None:
        self._on, self._chance, self._tell, self._lasting = on, chance, tell, lasting
        self._menu = tuple(_menu(on, chance))
        self._deck: list[Fault] = []
        self._going: dict[str, int] = {}
        self._lock = threading.RLock()
        self._threads: list[threading.Thread] = []
        self._hurry = threading.Event()
        self._none = threading.Event()

    @property
    def menu(self) -> tuple[Fault, ...]:
        """All there are."""
        return self._menu

    def spoil(self, part: str) -> bool:
        """Whether something is wrong with a part now, or with all of them."""
        with self._lock:
            return any(self._going.get(one) for one in (part, "service"))

    def draw(self) -> Fault:
        """Return one by chance; each comes once before one comes again."""
        if not self._deck:
            self._deck = list(self._menu)
            self._chance.shuffle(self._deck)
        return self._deck.pop()

    @property
    def going(self) -> int:
        with self._lock:
            return sum(self._going.values())

    def begin(self, fault: Fault) -> None:
        """Let it fail a little later, for a while, whatever is done meanwhile."""
        if self._none.is_set():
            return
        delay, lasts = self._chance.uniform(0, 0.6), self._lasting * self._chance.uniform(*fault.lasts)
        thread = threading.Thread(target=self._run, args=(fault, delay, lasts), name=fault.name, daemon=True)
        self._threads = [one for one in self._threads if one.is_alive()] + [thread]
        thread.start()

    def _run(self, fault: Fault, delay: float, lasts: float) -> None:
        with self._failing(fault.part):
            self._hurry.wait(delay)
            if fault.begin():
                self._tell(fault.name)
                self._hurry.wait(lasts)
            fault.end()

    @contextmanager
    def _failing(self, part: str) -> Iterator[None]:
        with self._lock:
            self._going[part] = self._going.get(part, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                self._going[part] -= 1

    @contextmanager
    def all_well(self) -> Iterator[None]:
        """Have nothing fail for a while: what fails now is mended first."""
        self._none.set()
        self._hurry.set()
        for thread in self._threads:
            thread.join()
        self._hurry.clear()
        try:
            yield
        finally:
            self._none.clear()


def _menu(on: Targets, chance: Random) -> Iterator[Fault]:
    plugs = on.world.plugs
    for name in (*BOARD, OTHER_PORT):
        yield Fault(name, "board", _always(plugs.pull, name), _with(plugs.put_back, name))
    for name in CAMERA:
        yield Fault(name, "camera", _always(plugs.pull, name), _with(plugs.put_back, name))
    yield Fault("frozen", "camera", _always(_freeze, on, True), _with(_freeze, on, False))  # noqa: FBT003
    for name in ("journal_gone", "journal_busy"):
        yield Fault(name, "journal", _always(plugs.pull, name), _with(plugs.put_back, name))
    yield Fault("disk_full", "journal", _always(_fill, on, True), _with(_fill, on, False))  # noqa: FBT003
    yield Fault("clock_ahead", "clock", lambda: _shift(on, chance.randint(60, 30 * DAY_S)))
    yield Fault("clock_back", "clock", lambda: _shift(on, -chance.randint(60, 30 * DAY_S)))
    yield Fault("kill_service", "service", lambda: _kill(on), lasts=(6.0, 6.0))
    yield Fault("kill_gnubg", "hints", lambda: _spoil_gnubg(on, signal.SIGKILL))
    go_on = _with(_signal_gnubg, on, signal.SIGCONT)
    yield Fault("stop_gnubg", "hints", lambda: _spoil_gnubg(on, signal.SIGSTOP), go_on)
    hostile = on.hostile
    deeds = (hostile.storm, hostile.slow_readers, hostile.slow_loris, hostile.giant, hostile.nonsense)
    for deed in deeds:
        yield _of_others(deed)


def _always(what: Callable[..., object], *given: object) -> Do:
    def do() -> bool:
        what(*given)
        return True

    return do


def _with(what: Callable[..., object], *given: object) -> Callable[[], object]:
    return lambda: what(*given)


def _of_others(deed: Deed) -> Fault:
    over = threading.Event()

    def begin() -> bool:
        over.clear()
        threading.Thread(target=deed, args=(over,), name=deed.__name__, daemon=True).start()
        return True

    return Fault(deed.__name__, "panel", begin, over.set)


def _freeze(on: Targets, frozen: bool) -> None:  # noqa: FBT001 - one of two states
    on.world.film.frozen = frozen


def _fill(on: Targets, full: bool) -> None:  # noqa: FBT001 - one of two states
    on.outside.fill_disk(full=full)


def _shift(on: Targets, seconds: int) -> bool:
    on.outside.set_clock(on.outside.ahead_s + seconds)
    return True


def _kill(on: Targets) -> bool:
    """Kill the service; not while its disk is pulled out: whoever starts it without one begins another journal."""
    until = time.monotonic() + JOURNAL_S
    while "journal_gone" in on.world.plugs.pulled and time.monotonic() < until:
        time.sleep(0.1)
    on.service.kill_and_start()
    return True


def _spoil_gnubg(on: Targets, which: signal.Signals) -> bool:
    """Signal it as soon as it runs: it is started when a hint is first asked for."""
    until = time.monotonic() + HINTS_S
    while not on.service.children("gnubg") and time.monotonic() < until:
        on.want_hints()
        time.sleep(0.3)
    return _signal_gnubg(on, which)


def _signal_gnubg(on: Targets, which: signal.Signals) -> bool:
    found = on.service.children("gnubg")
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, which)
    return bool(found)
