"""Hints on the overlay: only where its address asks for them, only what the table shows, as late as all else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.service.test_analysing import TOURNAMENT
from tests.service.test_hinting import Asked, settled, with_adviser
from tests.waiting import wait_until
from tests.web.browser import SHOTS, Device
from tests.web.stage import Stage, serving
from tests.web.test_overlay import CLOCK, grown_old, kept_now
from web.language import LANGUAGES

WITH = "/overlay?hints=1&board=1"


@pytest.fixture(autouse=True)
def adviser(table: Stage) -> Asked:
    one = Asked()
    with_adviser(table.service, one)
    return one


def shown(table: Stage, path: str = WITH) -> str:
    kept_now(table)
    return table.client().get(path).get_data(as_text=True)


def begun(table: Stage, /, **agreed: object) -> None:
    table.begin(**agreed)
    table.open_with(3, 1)
    table.client().get(WITH)


def wanted(table: Stage) -> None:
    for player in ("white", "black"):
        assert table.service.hints.want(player, "test", wanted=True).ok
    settled(table.service)


def told(table: Stage) -> str:
    """Have a hint said at the table; return its best play."""
    wanted(table)
    assert table.service.hints.ask("test").ok
    wait_until(lambda: (hints := table.service.view().hints) is not None and hints.state == "told")
    hints = table.service.view().hints
    assert hints is not None
    return hints.plays[0].international if hints.plays else ""


def has_hint(page: str) -> tuple[bool, bool]:
    """Whether a hint is told in words, and drawn on the board."""
    arrows = re.search(r'<g class="arrows best">\s*<path', page)
    return 'class="tips"' in page, arrows is not None


def test_what_the_table_says_is_shown_where_that_is_wished(table: Stage) -> None:
    begun(table)
    assert has_hint(shown(table)) == (False, False)
    best = told(table)
    page = shown(table)
    assert has_hint(page) == (True, True)
    for words in (f"<b>{best}</b>", "Says pips.", "wins 51%"):
        assert words in page
    assert "<form" not in page
    assert has_hint(shown(table, "/overlay?hints=1")) == (True, False)


@pytest.mark.parametrize("path", ["/overlay?board=1", "/overlay?board=1&hints=0"])
def test_elsewhere_nothing_is_told_and_nothing_drawn(table: Stage, path: str) -> None:
    begun(table)
    best = told(table)
    page = shown(table, path)
    assert has_hint(page) == (False, False)
    assert best not in page
    assert "<path" not in page.partition('<g class="arrows')[2].partition("</g>")[0]


def test_the_cube_is_advised_on(table: Stage) -> None:
    begun(table)
    table.post("play_entered", player="white", play="8/5 6/5")
    told(table)
    assert "Best: no double" in re.sub(r"<[^>]+>", "", shown(table))


def test_a_hint_comes_as_late_as_all_else(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(table)
    late = f"{WITH}&delay=20"
    told(table)
    assert has_hint(shown(table, late)) == (False, False)
    grown_old(table, monkeypatch, 20)
    assert has_hint(shown(table, late)) == (True, True)
    table.post("play_entered", player="white", play="8/5 6/5")
    assert has_hint(shown(table)) == (False, False)
    # As late as it has come it goes.
    assert has_hint(shown(table, late)) == (True, True)


def test_what_is_withdrawn_is_gone(table: Stage) -> None:
    begun(table)
    told(table)
    assert has_hint(shown(table)) == (True, True)
    assert table.service.hints.want("black", "test", wanted=False).ok
    assert has_hint(shown(table)) == (False, False)


def test_while_somebody_thinks_and_where_nothing_was_found_nothing_is_shown(table: Stage, adviser: Asked) -> None:
    begun(table)
    adviser.does = lambda: 1 // 0  # type: ignore[assignment]
    wanted(table)
    assert table.service.hints.ask("test").ok
    assert has_hint(shown(table)) == (False, False)
    wait_until(lambda: (hints := table.service.view().hints) is not None and hints.state == "failed")
    assert has_hint(shown(table)) == (False, False)


def test_in_a_tournament_there_is_never_one(table: Stage, adviser: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(table)
    told(table)
    begun(table, table=TOURNAMENT)
    assert not table.service.hints.want("white", "test", wanted=True).ok
    assert not table.service.hints.ask("test").ok
    assert has_hint(shown(table)) == (False, False)
    assert adviser.asked == 1
    # What was said before the tournament is of another match.
    grown_old(table, monkeypatch, 30)
    assert has_hint(shown(table)) == (False, False)


@pytest.mark.parametrize("asked", ["hints=2", "hints=yes", "hints="])
def test_a_wish_that_means_nothing_is_refused(table: Stage, asked: str) -> None:
    assert table.client().get(f"/overlay?{asked}").status_code == 400


# In the browser.


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_stream(table: Stage, browser: Browser, language: str) -> None:
    begun(table, clock=CLOCK)
    kept_now(table)
    with serving(table.app) as url:
        device = Device(browser, url, "desktop", language)
        device.page.set_viewport_size({"width": 1920, "height": 1080})
        device.go(f"{WITH}&lang={language}")
        expect(device.page.locator(".tips")).to_have_count(0)
        told(table)
        expect(device.page.locator(".tips li")).to_have_count(5)
        expect(device.page.locator(".arrows.best path").first).to_be_attached()
        size = device.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [1920, 1080]
        for box in device.boxes(".side, .middle, .board, .tips"):
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= 1920
            assert box["y"] + box["height"] <= 1080
        (tips,), (board,) = (device.boxes(one) for one in (".tips", ".board"))
        assert tips["x"] + tips["width"] < board["x"]
        if SHOTS:
            device.page.screenshot(path=Path(SHOTS) / f"overlay-hints-{language}.png", omit_background=True)
        table.post("play_entered", player="white", play="8/5 6/5")
        expect(device.page.locator(".tips")).to_have_count(0)
        assert device.wrong == []
