"""Whole matches at a table of virtual parts, watched on a phone and a tablet: what is shown and what is recorded.

python -m tests.web.whole_matches [--game backgammon trictrac] [--points 5] [--seeds 1 2 3]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from companion.rules.games import configured
from companion.rules.players import Player
from companion.rules.position import Setup, start_position
from companion.service import Who
from companion.table import codec
from tests.web.browser import Device, chromium
from tests.web.deeds import Deed, Later, Throws, planned
from tests.web.record import recorded, told
from tests.web.sitting import sitting
from tests.web.stage import Stage, serving, stage
from tests.web.whole_table import WholeTable

SEATS: tuple[tuple[Who, str, str], ...] = (("white", "phone", "light"), ("black", "tablet", "dark"))


@dataclass(frozen=True)
class Whole:
    """A match that is to be played, or the rest of a game that has `begun`."""

    game: str
    points: int
    deeds: list[Deed]
    begun: Later | None = None

    @property
    def setup(self) -> Setup:
        """How the checkers lie first."""
        return self.begun.setup if self.begun else start_position(configured(self.game)).setup

    @property
    def agreement(self) -> dict[str, Any]:
        """What the players agree on."""
        by_points, foundgame = {"kind": "points", "points": self.points}, {"kind": "rounds", "games": 1}
        return {"game": self.game, "length": by_points if self.game == "backgammon" else foundgame}


def played(table: Stage, browser: Browser, whole: Whole) -> str:
    """Let a match be played; return how it went."""
    with serving(table.app) as url, sitting(table.service, table.folder, whole.setup, 5) as parts:
        table.begin(**whole.agreement)
        if whole.begun:
            set_up(table, whole.begun)
        devices = {seat: _device(browser, url, seat, size, theme) for seat, size, theme in SEATS}
        at_table = WholeTable(whole.game, parts, devices)
        at_table.do(whole.deeds)
        for device in devices.values():
            assert device.wrong == []
            device.context.close()
    return str(at_table.helped)


def set_up(table: Stage, begun: Later) -> None:
    """Let the scorer say how a game stands."""
    points = {player.value: begun.points[player] for player in Player}
    setup = codec.plain(begun.setup)
    table.post("position_set", setup=setup, player=begun.player.value, points=points, reason="It was begun elsewhere.")


def _device(browser: Browser, url: str, seat: Who, size: str, theme: str) -> Device:
    device = Device(browser, url, size, theme=theme)
    device.sign_in()
    device.go("/device")
    device.page.locator(f"input[name=seat][value={seat}]").check()
    device.page.locator("main button.first").click()
    device.go()
    return device


def one(browser: Browser, whole: Whole) -> str:
    """Let one match be played, and compare its record."""
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with stage(folder) as table:
            helped = played(table, browser, whole)
        other = difference(recorded(folder), told(whole.deeds))
    throws = sum(isinstance(deed, Throws) for deed in whole.deeds)
    return f"{throws} throws in {time.monotonic() - begun:.0f} s; record {other or 'equal'}; {helped}"


def difference(record: list[tuple[object, ...]], done: list[tuple[object, ...]]) -> str:
    """Return the first thing that is recorded otherwise than it was done; nothing if all is equal."""
    for number, (found, other) in enumerate(zip_longest(record, done)):
        if found != other:
            return f"DIFFERENT at {number}: {found} is recorded, {other} was done"
    return ""


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", default=["backgammon", "trictrac"], choices=["backgammon", "trictrac"])
    parser.add_argument("--points", type=int, default=5)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    arguments = parser.parse_args()
    with chromium() as browser:
        for game in arguments.game:
            for seed in arguments.seeds:
                deeds = planned(game, arguments.points if game == "backgammon" else 1, seed)
                whole = Whole(game, arguments.points, deeds)
                sys.stdout.write(f"{game}, seed {seed}: {one(browser, whole)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
