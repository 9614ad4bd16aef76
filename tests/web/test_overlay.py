"""The overlay for streams: what it shows, how late, and that it never shows anything too early."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.service.view import Message, TableView
from tests.waiting import wait_until
from tests.web.browser import SHOTS, SIZES, Device
from tests.web.listening import Listener
from tests.web.stage import Stage, serving, stage
from web.language import LANGUAGES
from web.overlay import EXTENSION
from web.overlay_history import IDLE_S, LONGEST_DELAY, History, public
from web.safe import Safe

CLOCK = {"kind": "delay", "step_ms": 12_000, "reserve_ms": {"white": 600_000, "black": 600_000}}


@dataclass
class Table:
    """A table that stands in for the service; it changes only where the test says so."""

    versions: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    at: float = 1000.0

    def view(self, **fields: Any) -> TableView:
        return TableView(next(self.versions), Message("x"), **fields)

    def now(self) -> int:
        return round(self.at * 1000)

    def clock(self) -> float:
        return self.at


@pytest.fixture
def kept() -> tuple[Table, History]:
    table = Table()
    return table, History(table, table.clock)  # type: ignore[arg-type]  # as much of a service as is needed


def later(table: Table, seconds: float) -> None:
    table.at += seconds


# What was when.


def test_nothing_is_shown_before_it_is_old_enough(kept: tuple[Table, History]) -> None:
    table, history = kept
    history.note(table.view(game_number=1))
    for delay in range(1, 21):
        assert history.shown(delay) is None
    later(table, 19.9)
    assert history.shown(20) is None
    later(table, 0.1)
    shown = history.shown(20)
    assert shown is not None
    assert shown.view.game_number == 1


def test_each_delay_shows_its_own_moment(kept: tuple[Table, History]) -> None:
    table, history = kept
    for number in range(700):
        history.note(table.view(game_number=number))
        later(table, 1)
    for delay in range(1, LONGEST_DELAY + 1, 7):
        shown = history.shown(delay)
        assert shown is not None
        assert shown.view.game_number == 700 - delay


def test_what_lies_longer_back_than_anybody_may_ask_is_forgotten(kept: tuple[Table, History]) -> None:
    table, history = kept
    for number in range(3000):
        history.note(table.view(game_number=number))
        later(table, 1)
    assert len(history._moments) <= LONGEST_DELAY + 2
    assert history.shown(LONGEST_DELAY) is not None


def test_a_table_where_nothing_happens_for_long_is_still_shown(kept: tuple[Table, History]) -> None:
    table, history = kept
    history.note(table.view(game_number=1))
    later(table, 5000)
    history.note(table.view(game_number=2))
    shown = history.shown(LONGEST_DELAY)
    assert shown is not None
    assert shown.view.game_number == 1


def test_what_changes_fast_fills_no_memory_and_comes_no_earlier(kept: tuple[Table, History]) -> None:
    table, history = kept
    became = {}
    for number in range(5000):
        history.note(table.view(game_number=number))
        became[number] = table.at
        later(table, 0.001)
        shown = history.shown(2)
        assert shown is None or became[shown.view.game_number] <= table.at - 2
    assert len(history._moments) <= 2 * 5 / 0.1 + 2
    shown = history.shown(0)
    assert shown is not None
    assert shown.view.game_number == 4999


def test_clocks_are_told_as_they_stood_then(kept: tuple[Table, History]) -> None:
    table, history = kept
    history.note(table.view())
    later(table, 25)
    shown = history.shown(20)
    assert shown is not None
    assert history.since_then(shown, 20) == table.now() - 20_000


def test_nothing_of_devices_and_buttons_is_kept(table: Stage) -> None:
    table.begin()
    shown = public(table.service.view())
    assert (shown.actions, shown.devices, shown.log) == ((), (), ())
    assert shown.names.white == "Ada"


def test_after_a_while_without_viewers_nothing_is_kept(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    history: History = table.app.extensions[EXTENSION]
    table.client().get("/overlay")
    wait_until(lambda: len(history._moments) == 1)
    monkeypatch.setattr(history, "_asked_at", history._asked_at - IDLE_S)
    wait_until(lambda: history._thread is None)
    assert len(history._moments) == 0
    table.client().get("/overlay")
    wait_until(lambda: len(history._moments) == 1)


def test_when_the_service_stops_nothing_goes_on(table: Stage) -> None:
    history: History = table.app.extensions[EXTENSION]
    table.client().get("/overlay")
    wait_until(lambda: len(history._moments) == 1)
    thread = history._thread
    assert thread is not None
    table.service.stop()
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_has_broken_it_off_does_not_end_it_for_good(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    history: History = table.app.extensions[EXTENSION]
    with monkeypatch.context() as patch:
        patch.setattr(table.service, "now", lambda: 1 // 0)
        table.client().get("/overlay")
        # What it says of its end belongs to this test.
        wait_until(lambda: not any(one.name == "overlay" for one in threading.enumerate()))
        assert history._thread is None
    table.client().get("/overlay")
    wait_until(lambda: len(history._moments) == 1)


# The page.


def grown_old(table: Stage, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let time pass for the history alone."""
    history: History = table.app.extensions[EXTENSION]
    before = history._clock
    monkeypatch.setattr(history, "_clock", lambda: before() + seconds)


def kept_now(table: Stage) -> None:
    """Wait until the history has what the table shows."""
    history: History = table.app.extensions[EXTENSION]
    wait_until(lambda: bool(history._moments) and history._moments[-1].view == public(table.service.view()))


def test_a_page_that_is_opened_shows_nothing_of_the_present(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    client = table.client()
    first = client.get("/overlay?delay=20&board=1").get_data(as_text=True)
    kept_now(table)
    assert "20 seconds late" in first
    for page in (first, client.get("/overlay?delay=20&board=1").get_data(as_text=True)):
        assert "Ada" not in page
        assert "<svg" not in page
    grown_old(table, monkeypatch, 20)
    assert "Ada" in client.get("/overlay?delay=20&board=1").get_data(as_text=True)


def test_a_page_that_is_loaded_again_shows_what_it_may(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    client = table.client()
    client.get("/overlay?delay=20")
    kept_now(table)
    grown_old(table, monkeypatch, 30)
    table.open_with(3, 1)
    kept_now(table)
    page = client.get("/overlay?delay=20").get_data(as_text=True)
    assert "Both players throw" in page
    assert "Ada plays 3-1." not in page
    assert "Ada plays 3-1." in client.get("/overlay").get_data(as_text=True)


@pytest.mark.real_time
def test_the_stream_comes_late_too(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url, Listener(url, path="/overlay/live?delay=2") as listener:
        kept_now(table)
        table.open_with(3, 1)
        told = []
        for message in listener.messages():
            told.append(message["parts"]["strip"])
            if "Ada plays 3-1." in told[-1]:
                break
    history: History = table.app.extensions[EXTENSION]
    assert "2 seconds late" in told[0]
    became = next(one.at for one in history._moments if one.view.throw == (3, 1))
    assert history._clock() - became >= 2


def test_a_service_that_starts_anew_shows_nothing_at_first(table: Stage) -> None:
    table.begin()
    table.client().get("/overlay?delay=5")
    table.service.stop()
    with stage(table.folder) as again:
        assert again.service.view().names.white == "Ada"
        assert "Ada" not in again.client().get("/overlay?delay=5").get_data(as_text=True)


@pytest.mark.parametrize("asked", ["delay=-1", "delay=601", "delay=", "delay=soon", "delay=1e1", "board=2", "seat=red"])
@pytest.mark.parametrize("path", ["/overlay", "/overlay/live"])
def test_a_delay_that_cannot_be_is_refused_and_not_left_out(table: Stage, path: str, asked: str) -> None:
    assert table.client().get(f"{path}?{asked}").status_code == 400


def test_who_may_not_watch_sees_no_overlay(table: Stage) -> None:
    Safe(table.folder).set_open_to_watch(is_open=False)
    assert table.client().get("/overlay").status_code == 302
    assert table.client().get("/overlay/live", headers={"Accept": "text/event-stream"}).status_code == 403
    assert table.signed_in().get("/overlay").status_code == 200


def test_it_shows_score_cube_clock_pips_dice_and_whose_turn_it_is(table: Stage) -> None:
    table.begin(clock=CLOCK)
    table.open_with(3, 1)
    table.client().get("/overlay")
    kept_now(table)
    page = " ".join(table.client().get("/overlay").get_data(as_text=True).split())
    assert "Backgammon · To 5 points · Game 1" in page
    assert len(re.findall(r"167 pips", page)) == 2
    assert page.count('class="clock') == 2
    assert re.search(r'class="side white turn".*Ada', page)
    assert page.count('class="die"') == 2
    assert "Cube <b>64</b>" in page
    assert "<form" not in page
    assert "board-title" not in page
    assert "board-title" in table.client().get("/overlay?board=1").get_data(as_text=True)


# In the browser.


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_stream_and_lets_the_picture_through(table: Stage, browser: Browser, language: str) -> None:
    table.begin(clock=CLOCK, names={"white": "Anneliese-Charlotte von Hohenstein", "black": "Bo"})
    table.open_with(3, 1)
    table.client().get("/overlay")
    kept_now(table)
    with serving(table.app) as url:
        device = Device(browser, url, "desktop", language)
        device.page.set_viewport_size({"width": 1920, "height": 1080})
        device.go(f"/overlay?board=1&lang={language}")
        expect(device.page.locator("html")).to_have_attribute("lang", language)
        expect(device.page.locator(".side.white.turn")).to_be_visible()
        size = device.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [1920, 1080]
        ground = "(one) => getComputedStyle(document.querySelector(one)).backgroundColor"
        assert [device.page.evaluate(ground, one) for one in ("html", "body", "main")] == ["rgba(0, 0, 0, 0)"] * 3
        for box in device.boxes(".side, .middle, .board"):
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= 1920
            assert box["y"] + box["height"] <= 1080
        if SHOTS:
            device.page.screenshot(path=Path(SHOTS) / f"overlay-{language}.png", omit_background=True)
        assert device.wrong == []


def test_it_follows_the_table_by_itself(table: Stage, browser: Browser) -> None:
    table.begin(clock=CLOCK)
    with serving(table.app) as url:
        device = Device(browser, url)
        device.go("/overlay?board=1&delay=1")
        expect(device.page.locator(".middle .says")).to_have_text("Both players throw for who begins.")
        table.open_with(3, 1)
        expect(device.page.locator(".middle .says")).to_have_text("Ada plays 3-1.")
        expect(device.page.locator(".side.white .clock.running")).to_be_visible()
        clock = device.page.locator(".side.white .clock")
        began = clock.inner_text()
        expect(clock).not_to_have_text(began)
        table.post("play_entered", player="white", play="8/5 6/5")
        expect(device.page.locator(".side.black.turn")).to_be_visible()
        expect(device.page.locator(".side.white .facts")).to_contain_text("163")
        assert device.wrong == []


def test_it_comes_back_by_itself(table: Stage, browser: Browser) -> None:
    table.begin()
    with serving(table.app) as url:
        device = Device(browser, url)
        device.go("/overlay")
        expect(device.page.locator(".middle")).to_be_visible()
        device.context.set_offline(True)
        table.open_with(3, 1)
        device.context.set_offline(False)
        expect(device.page.locator(".middle .says")).to_have_text("Ada plays 3-1.")
        assert device.page.locator(".side.white.turn").count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_about_it_fits_every_device(table: Stage, browser: Browser, size: str, language: str) -> None:
    with serving(table.app) as url:
        device = Device(browser, url, size, language)
        device.go(f"/api?lang={language}")
        device.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert device.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        device.page.evaluate(
            "for (const one of document.querySelectorAll('details')) one.open = one.id == 'cube_moved'"
        )
        device.keep(f"api-{size}-{language}")
        assert device.wrong == []


def test_the_table_leads_to_the_rules_of_its_game(table: Stage, browser: Browser) -> None:
    table.begin(game="trictrac", length={"kind": "rounds", "games": 2})
    with serving(table.app) as url:
        device = Device(browser, url, "phone", "de")
        device.go("/")
        device.page.locator(".match a").click()
        expect(device.page).to_have_url(f"{url}/rules/trictrac")
        expect(device.page.locator("h1")).to_contain_text("Tric-Trac")
