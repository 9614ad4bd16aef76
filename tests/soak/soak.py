"""The soak: as many games as wanted, over all of them, while everything around the service fails by turns."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Self

from companion.journal.store import Journal
from companion.journal.trouble import JournalError
from companion.rules.games import GAMES
from companion.service.catalogue import catalogue
from companion.table.agreement import decode_agreement
from companion.table.codec import encode
from firmware_bridge.virtual.layout import IDENTITY
from tests.soak.again import play_again
from tests.soak.choices import Chooser
from tests.soak.faults import Fault, Faults, Targets
from tests.soak.hostile import Hostile
from tests.soak.outside import Outside
from tests.soak.panel import Panel
from tests.soak.players import BY_CAMERA, Players, Seat, StuckError
from tests.soak.process import Service, free_port
from tests.soak.story import Story, differences
from tests.soak.tally import Tally, Watching
from tests.soak.world import Manner, World

STARTS_S, WRITES_S, SAMPLE_S = 300.0, 120.0, 1.0
SHORT = 2
"""To so many points, or so many games, a match is."""
CONFIG = """\
folder = {data}
[panel]
host = "127.0.0.1"
port = {port}
[board]
port = "auto"
id = {board}
patterns = [{patterns}]
settle_ms = {settle_ms}
corner = 1
colour_a = "white"
[camera]
source = {camera}
fps = {fps}
[journal]
retry_s = 1.0
[analysis]
on = {analysis}
"""


@dataclass(frozen=True)
class Wishes:
    """How the soak is to be."""

    folder: Path
    games: int = 500
    seed: int = 1
    each: float = 0.06
    """How likely a fault begins with each thing the players do."""
    at_once: int = 2
    lasting: float = 1.0
    """How long faults last, as a multiple of the usual."""
    by_camera: float = BY_CAMERA
    analysis: bool = False
    patience: int | None = None
    """After so many decisions in a game the players give up; None: they play it to its end."""
    slowness: float = 0.05
    fps: float = 0.0
    settle_ms: int = 120
    without: frozenset[str] = frozenset()
    """What is not to fail: a service that is never killed shows whether it grows."""
    path: Path | None = None
    """What the service's Python looks into before anything else."""
    kinds: Sequence[str] = field(default_factory=lambda: tuple(GAMES))
    say: Callable[[str], None] = lambda text: print(text, flush=True)  # noqa: T201 - a command

    @property
    def manner(self) -> Manner:
        """How the virtual table is used."""
        return Manner(self.seed, self.slowness, self.fps)


class Soak:
    """One run of it."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes, self.tally = wishes, Tally()
        self._chance, self._troubles = Random(wishes.seed), Random(wishes.seed + 2)
        data = wishes.folder / "data"
        data.mkdir(parents=True, exist_ok=True)
        self._data, port = data, free_port()
        self.world = World(wishes.folder, data, wishes.manner)
        self.world.start(data)
        self.outside = Outside(wishes.folder)
        environment = {**self.outside.environment, **({"PYTHONPATH": str(wishes.path)} if wishes.path else {})}
        self.service = Service(self._config(port), wishes.folder / "service.log", environment)
        self.panel = Panel(port)
        self._hostile = Hostile(port, Random(wishes.seed))
        targets = Targets(self.world, self.service, self.outside, self._hostile, self.panel.want_hints)
        self.faults = Faults(targets, Random(wishes.seed + 1), self._failed, wishes.lasting)
        self._watching = Watching(self.tally, self._is_spoilt)
        self._over = threading.Event()

    def _config(self, port: int) -> Path:
        file, ports = self.wishes.folder / "companion.toml", self.world.checkers.ports
        file.write_text(
            CONFIG.format(
                data=json.dumps(str(self._data)),
                port=port,
                board=json.dumps(IDENTITY.hex()),
                patterns=", ".join(map(json.dumps, ports)),
                settle_ms=self.wishes.settle_ms,
                fps=self.wishes.manner.fps or 10.0,
                camera=json.dumps(self.world.film.url),
                analysis=json.dumps(self.wishes.analysis),
            ),
            encoding="utf-8",
        )
        return file

    def _is_spoilt(self, part: str) -> bool:
        """Whether something is done to a part; or the virtual camera itself is short of breath."""
        return self.faults.spoil(part) or (part == "camera" and self.world.film.is_late)

    def _failed(self, name: str) -> None:
        self.tally.faults[name] += 1
        self.wishes.say(f"    {time.monotonic() - self.tally.began:7.1f} s  {name}")

    def __enter__(self) -> Self:
        self.service.start()
        self.panel.watch = self._watching.see
        self.panel.start()
        if self.panel.wait(lambda view: view["waiting"]["code"] != "starting", STARTS_S) is None:
            # Whoever is not entered is not left either.
            self.__exit__()
            msg = "the service does not start; its log tells why"
            raise TimeoutError(msg)
        threading.Thread(target=self._sample, name="samples", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.faults.all_well():
            self._over.set()
            self.panel.stop()
            status = self.service.stop()
            if status:
                self.tally.odd.append(f"the service was asked to end, and its status was {status}")
            self.world.close()
        self.tally.odd += self.service.complaints()
        play_again(self._data, self.tally)

    def _sample(self) -> None:
        while not self._over.wait(SAMPLE_S):
            self._watching.look()
            sample = self.service.sample(self.tally.began)
            if sample is not None:
                self.tally.samples.append(sample)
            self.service.revive()
            self.tally.odd += [f"the service has ended by itself: {one}" for one in self.service.ended]
            self.tally.odd += self._hostile.failed
            self.service.ended.clear()

    # The matches

    def play(self) -> None:
        """Play until all games are played."""
        for kind in cycle(self.wishes.kinds):
            left = self.wishes.games - self.tally.games.total()
            if left <= 0:
                return
            self.match(kind, left, patience=self.wishes.patience)

    def match(
        self,
        game: str,
        most: int,
        coming: list[Fault] | None = None,
        patience: int | None = None,
    ) -> None:
        """Play a match; what is `coming` fails in it, from the last on, or anything by chance."""
        agreed = self._agreed(game, most)
        with self.faults.all_well():
            story = Story(decode_agreement(agreed))
            uid = self.begin(agreed, story)
        # The players' chance is their own: what they do is the same again, whenever something fails.
        chance = Random(self._chance.random())
        chooser = Chooser(chance, patience)
        seat = Seat(self.panel, self.world, self.tally, chooser, Random(chance.random()), lambda: self.service.lives)
        players = Players(seat, story, uid, self.wishes.by_camera)
        try:
            while players.go_on():
                self._fail(coming)
                self._hint()
        except StuckError as error:
            self.tally.odd.append(str(error)[:1500])
        with self.faults.all_well():
            self._check(story, uid)
        self.tally.games[game] += len(story.table.games)
        (self.wishes.folder / f"story-{uid}.jsonl").write_text(
            "".join(json.dumps(encode(one)) + "\n" for one in story.facts), encoding="utf-8"
        )
        self.wishes.say(f"{game}: {self.tally.games.total()} games, {story.count} things done")
        if not self.tally.is_clean:
            self.wishes.say(f"    wrong {self.tally.wrong}, lost {self.tally.lost}, odd {self.tally.odd}")

    def _agreed(self, game: str, most: int) -> dict[str, Any]:
        lengths = next(one.lengths for one in catalogue() if one.id == game)
        kind = self._chance.choice(lengths) if most > 1 else "rounds"
        length: dict[str, Any] = {"kind": kind}
        if kind == "points":
            length["points"] = self._chance.randint(1, SHORT)
        elif kind == "rounds":
            length["games"] = min(most, self._chance.randint(1, SHORT))
        return {"game": game, "length": length}

    def begin(self, agreed: Mapping[str, Any], story: Story) -> str:
        """Begin a match, and return its name."""
        before = self.panel.wait(lambda _view: True, STARTS_S)
        was = before["uid"] if before else None
        self.world.checkers.lay(story.setup)
        until = time.monotonic() + STARTS_S
        while time.monotonic() < until:
            self.panel.post("/matches", agreed)
            view = self.panel.wait(lambda now: now["uid"] not in {None, was} and story.find(now) == 0, 2.0)
            if view is not None:
                return str(view["uid"])
        msg = f"no match begins: {self.panel.refused[-1:]} {self.panel.view}"
        raise TimeoutError(msg)

    def _fail(self, coming: list[Fault] | None) -> None:
        if self._troubles.random() > self.wishes.each or self.faults.going >= self.wishes.at_once:
            return
        if coming is None:
            fault = self.faults.draw()
            if fault.name not in self.wishes.without:
                self.faults.begin(fault)
        elif coming:
            self.faults.begin(coming.pop())

    def _hint(self) -> None:
        view = self.panel.view
        if view is not None and view["hints"] and view["hints"]["about"] and self._troubles.random() < self.wishes.each:
            self.tally.told["hints asked"] += self.panel.want_hints()

    def _check(self, story: Story, uid: str) -> None:
        """Compare what is written with what was played."""
        # A service that is started after a match is over has no match.
        if self.panel.wait(lambda view: view["uid"] in {uid, None} and not view["trouble"], WRITES_S) is None:
            self.tally.odd.append("what happened is not written, although nothing hinders it any more")
        with suppress(JournalError), Journal.open(self._data) as journal:
            number = journal.number_of(uid)
            recorded = journal.resume(number) if number is not None else None
            found = [f"match {uid} is not there"] if recorded is None else differences(story.table, recorded)
            self.tally.wrong += [f"{story.agreement.rules.game.id} {uid}: {one}" for one in found]
            return
        self.tally.odd.append("the journal cannot be opened")
