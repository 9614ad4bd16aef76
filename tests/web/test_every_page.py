"""Every page in every language on a phone, a tablet and a computer: it fits, is translated, and nothing fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.config import Config, changed
from companion.demo.demonstration import Demonstration
from companion.service.upkeep.progress import STEPS
from tests.journal.scripts import WALL
from tests.waiting import wait_until
from tests.web import shelf
from tests.web.browser import Device, by_turns
from tests.web.looked_at import pattern_of, still_english, what_is_wrong, wrong_as_shown
from tests.web.stage import Stage, serving, stage
from tests.web.test_axe import owner
from tests.web.test_setup import set_up
from web import offer
from web.language import LANGUAGES

SETUP = [
    *(f"/setup/{step}" for step in STEPS),
    "/setup",
    "/diagnostics",
    "/diagnostics/bundle",
    "/diagnostics/recording",
]
QUIET = ["/new", "/matches", "/correct", "/sign-in", "/settings", "/device", "/demo", "/overlay", "/api"]
ARCHIVE = [
    *("/archive", "/archive?q=nobody", "/archive/1", "/archive/2", "/archive/3"),
    *("/archive/1/game/1/step/2", "/archive/2/game/1/step/4", "/archive/player?name=Ada", "/archive/upload"),
]
RULES = ["/rules", "/rules/backgammon", "/rules/trictrac?example=first&step=1", "/rules/acey_deucey"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A table with everything that its panel can offer, and matches in its archive."""
    folder = tmp_path_factory.mktemp("table")
    with stage(folder) as one:
        demo = Demonstration(one.service, changed(Config(), {"folder": str(folder / "demo"), "demo.on": True}))
        offer(one.app, demo)
        for number, name in enumerate(("illegal_let_stand", "cube_and_drop", "puff_top_first")):
            shelf.put(one, name, "Ada", "Bo", begun=WALL + number * shelf.DAY)
        yield one
        demo.close()


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A table with a virtual board, of which a sensor is broken, and a virtual camera."""
    folder = tmp_path_factory.mktemp("parts")
    with set_up(folder, board__port=str(folder / "tty"), camera__source="virtual:") as one:
        one.table.live()
        one.table.hands("start backgammon", "fault dead 6 1", "fault weak 8 2")
        wait_until(lambda: any(sensor.trouble for zone in one.table.upkeep.board().zones for sensor in zone.sensors))
        wait_until(lambda: one.table.upkeep.camera().state == "running")
        yield one


def in_tabs(device: Device, language: str) -> list[Device]:
    """Have pages in a language in two tabs: while one is looked at, the next is loaded."""
    device.context.add_cookies([{"name": "language", "value": language, "url": device.url}])
    return [device, device.tab()]


def wrong_on(tabs: list[Device], paths: list[str], language: str, name: str) -> list[str]:
    return [
        one
        for number, (device, path) in enumerate(by_turns(tabs, paths))
        for one in wrong_as_shown(device, path, language, f"{name}-{number:02d}")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_that_wait(table: Stage, browser: Browser, language: str) -> None:
    with serving(table.app) as url:
        tabs = in_tabs(owner(browser, url, "light"), language)
        wrong = wrong_on(tabs, [*QUIET, *ARCHIVE, *RULES], language, "page")
        missing = wrong_on(tabs, ["/archive/999"], language, "missing")
        # The browser itself tells of the page that is not there.
        assert [*wrong, *(one for one in missing if "Failed to load resource" not in one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_set_up_and_diagnostics(parts: Any, browser: Browser, language: str) -> None:
    with serving(parts.app) as url:
        tabs = in_tabs(owner(browser, url, "light"), language)
        assert wrong_on(tabs, SETUP, language, "setup") == []


def fresh(one: Stage) -> None:
    one.begin(clock={"kind": "delay", "step_ms": 12_000, "reserve_ms": {"white": 600_000, "black": 600_000}})


def thrown(one: Stage) -> None:
    one.open_with(3, 1)


def played(one: Stage) -> None:
    one.post("play_entered", player="white", play="8/5 6/5")


def doubled(one: Stage) -> None:
    one.post("cube_moved", player="black", action="offer")


def disputed(one: Stage) -> None:
    one.post("cube_moved", player="white", action="take")
    one.post("throw_entered", player="black", dice=[6, 4])
    one.post("play_entered", player="black", play="24/18 13/9 6/4")


SCENES: tuple[Callable[[Stage], None], ...] = (fresh, thrown, played, doubled, disputed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_in_telling_states(tmp_path: Path, browser: Browser, language: str) -> None:
    with stage(tmp_path) as one, serving(one.app) as url:
        tabs = in_tabs(owner(browser, url, "dark"), language)
        wrong = wrong_on(tabs, ["/"], language, "table-none")
        for scene in SCENES:
            scene(one)
            wrong += wrong_on(tabs, ["/", "/score"], language, f"table-{scene.__name__}")
        assert wrong == []


def test_english_would_be_found(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = owner(browser, url, "light")
        device.go("/new?lang=de")
        assert still_english(device.page, "de") == []
        device.page.evaluate("document.querySelector('h1').textContent = 'Sensor board'")
        device.page.evaluate("document.querySelector('main').append('Ada takes the cube at 4.')")
        assert "Sensor board" in still_english(device.page, "de")
        pattern = pattern_of("{player} takes the cube at {value}.")
        assert pattern is not None
        assert pattern.fullmatch("Ada takes the cube at 4.")


def test_what_does_not_fit_would_be_found(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = owner(browser, url, "light")
        device.page.add_init_script(
            "addEventListener('load', () => { document.body.style.minWidth = '1000px'; console.error('oh') })"
        )
        found = what_is_wrong(device, "/device", "en", "wide")
    assert any("on a phone: the page is" in one for one in found)
    assert any(one.endswith(": oh") for one in found)
    assert not any("on a desktop" in one for one in found)
