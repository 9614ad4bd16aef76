"""Every page, light and dark, in all languages: an automatic check finds nothing serious that keeps people out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.config import Config, changed
from companion.demo.demonstration import Demonstration
from companion.service.upkeep.log_tail import LogTail
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.upkeep import Upkeep
from tests.web.browser import Device, by_turns
from tests.web.judged import put_judged
from tests.web.stage import OWNER_PIN, Stage, serving
from web import offer, offer_upkeep
from web.language import LANGUAGES

NO_PAGES = frozenset(
    "static live.stream live.now overlay.live pages.hand rules.example archive.event archive.file archive.shot"
    " setup.now setup.camera_now setup.dice_now diagnostics.now setup.plain setup.read setup.markers"
    " setup.picture analysis.plain analysis.decision".split()
)
"""What is fetched by pages, or is a file."""
FOR_PROGRAMS = "api."
EXAMPLES = {
    "rules.game": ("/rules/trictrac", "/rules/backgammon?example=first&step=1"),
    "archive.match": ("/archive/1", "/archive/999"),
    "archive.first_step": ("/archive/1/game/1",),
    "archive.step": ("/archive/1/game/1/step/2",),
    "analysis.show": ("/archive/1/analysis", "/archive/2/analysis"),
    "archive.handed": ("/archive/upload/0",),
    "archive.player": ("/archive/player?name=Ada",),
    "overlay.overlay": ("/overlay?board=1", "/overlay?delay=600"),
}
"""Where a page is looked at that is about something."""
GRAVE = {"serious", "critical"}
HARD = {"/setup/camera", "/diagnostics", "/archive", "/archive/1/game/1/step/2", "/overlay?board=1", "/api"}
HARD |= {"/archive/2/analysis"}
"""Some that must not be left out, whatever is offered."""


@pytest.fixture
def everything(table: Stage, tmp_path: Path) -> Iterator[Stage]:
    """A table with a match that has begun, and all that can be offered on its panel."""
    demo = Demonstration(table.service, changed(Config(), {"folder": str(tmp_path / "demo"), "demo.on": True}))
    offer(table.app, demo)
    config = changed(Config(), {"folder": str(table.folder), "board.port": "off"})
    offer_upkeep(table.app, Upkeep(table.service, Settings(config), log=LogTail()))
    table.client().get("/overlay")
    table.begin(clock={"kind": "delay", "step_ms": 12_000, "reserve_ms": {"white": 600_000, "black": 600_000}})
    table.open_with(3, 1)
    table.post("play_entered", player="white", play="8/5 6/5")
    table.post("throw_entered", player="black", dice=[6, 4])
    put_judged(table, "cube_and_drop")
    yield table
    demo.close()


def pages(app: Flask) -> list[str]:
    """Every page there is; one that is about something has to have an example."""
    paths: list[str] = []
    for rule in app.url_map.iter_rules():
        if rule.endpoint in NO_PAGES or rule.endpoint.startswith(FOR_PROGRAMS) or "GET" not in (rule.methods or ()):
            continue
        assert rule.endpoint in EXAMPLES or not rule.arguments, f"{rule.endpoint} is not looked at"
        paths += EXAMPLES.get(rule.endpoint, (rule.rule,))
    return sorted(paths)


def begin_check(device: Device) -> None:
    """Have the page that is shown checked; what comes of it is not waited for."""
    device.page.evaluate(AXE_SCRIPT)
    device.page.evaluate("() => { window.checked = axe.run({ resultTypes: ['violations'] }); }")


def begin_with(device: Device, path: str, language: str) -> None:
    """Go to a page and have it checked, with all that can be opened on it."""
    device.go(path)
    expect(device.page.locator("html")).to_have_attribute("lang", language)
    device.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    begin_check(device)


def findings(device: Device) -> list[str]:
    """What is wrong with the page that is shown, as far as it is grave."""
    begin_check(device)
    return found_on(device)


def found_on(device: Device) -> list[str]:
    """What came of a check that was begun, as far as it is grave."""
    found: list[dict[str, Any]] = device.page.evaluate("() => window.checked.then((all) => all.violations)")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def owner(browser: Browser, url: str, theme: str, size: str = "desktop") -> Device:
    device = Device(browser, url, size, "en", theme=theme)
    device.go("/sign-in")
    device.page.fill("input[name=pin]", OWNER_PIN)
    device.page.press("input[name=pin]", "Enter")
    device.page.wait_for_url(f"{url}/")
    return device


@pytest.mark.parametrize(("theme", "start"), [("light", 0), ("dark", 2)])
def test_nothing_serious_is_found_on_any_page(everything: Stage, browser: Browser, theme: str, start: int) -> None:
    languages = cycle([*LANGUAGES][start:] + [*LANGUAGES][:start])
    language_of = dict(zip(pages(everything.app), languages, strict=False))

    def begin(device: Device, path: str) -> None:
        device.context.add_cookies([{"name": "language", "value": language_of[path], "url": url}])
        begin_with(device, path, language_of[path])

    with serving(everything.app) as url:
        # A check keeps one processor busy: of two devices each has its own.
        devices = [owner(browser, url, theme) for _ in range(2)]
        wrong = {path: found_on(device) for device, path in by_turns(devices, language_of, begin)}
        assert set(wrong) > HARD
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_serious_is_found_at_the_table_in_any_language(
    everything: Stage, browser: Browser, language: str
) -> None:
    with serving(everything.app) as url:
        device = owner(browser, url, "dark" if language in {"de", "nl"} else "light", "phone")
        for path in ("/", "/score"):
            device.go(f"{path}?lang={language}")
            assert findings(device) == []
        everything.post("play_entered", player="black", play="24/18 13/9")
        device.go(f"/?lang={language}")
        device.page.locator(".answers button").first.click()
        assert findings(device) == []


def test_a_fault_would_be_found(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = Device(browser, url)
        device.go("/device")
        device.page.evaluate(
            "document.querySelector('h1').style.color = getComputedStyle(document.body).backgroundColor"
        )
        device.page.evaluate("document.querySelector('form label').replaceWith(document.createElement('input'))")
        assert {one.partition(":")[0] for one in findings(device)} == {"color-contrast", "label"}
