"""Every page of the hall, in every language and on every size, fits, is translated, and keeps nobody out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from companion.broker import live
from tests.hall.pages.stage import Stage, a_match, said, stage
from tests.hall.pages.test_rounds import BAD
from tests.web.browser import Device, by_turns
from tests.web.looked_at import what_is_wrong, wrong_as_shown
from tests.web.stage import OWNER_PIN, serving
from tests.web.test_axe import begin_with, found_on
from web.hall.shared import EXTENSION, Shared
from web.language import LANGUAGES

pytestmark = pytest.mark.real_time

LONG = "Maximiliane von Hohenstein-Weidenfeld-Altenburg der Ältere"
GOOD = (
    f"round,table,white,black,game,length\n1,1,Ada,Bo,,5\n1,4,{LONG},אבגדה,backgammon,7\n1,44,Ida,Jo,,\n2,1,Ada,Ida,,"
)
FILES = frozenset({"static", "rounds.take_away"})
FETCHED = "live."
EXAMPLES = {
    "floor.table": "/table/{table}",
    "floor.results": "/results/1",
    "rounds.preview": "/director/rounds/list/{list}",
}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A hall with all that it can show: long names and foreign ones, each state, each kind of call."""
    with stage(tmp_path_factory.mktemp("hall")) as hall:
        hall.hall.take_list(GOOD.encode(), "test")
        hall.hall.choose_round(1, "test")
        hall.table("1", a_match(LONG, "\u202eFritz", crawford=True))
        hall.table("4", a_match("אבגדה", "<b>Bo</b>"), late=7 * 60_000)
        hall.table("4", a_match("王小明" * 9, "Q\N{COMBINING GRAVE ACCENT}" * 40))
        hall.table("x" * 60, a_match(phase="match_over", winner="black", clock=None))
        away = hall.table("12", a_match(points=live.Counts(3, 11), cube=live.Cube(2, "white", 4)))
        for table, kind in zip(hall.tables, ("illegal", "question", "camera"), strict=False):
            table.calls(kind, text="Ada moved three checkers. " * 6)
        hall.tables[3].shows(None, said("Nobody is playing now."))
        away.calls("flag")
        away.alive(online=False)
        hall.hall.receive("companion/table/nonsense/state", b"{}", retained=False)
        hall.until(lambda view: len(view.calls) >= 5 and view.status.refused)
        hall.hall.answer(hall.hall.view().calls[1].id, "on_the_way", "Mo " + LONG)
        yield hall


def paths(hall: Stage) -> list[str]:
    """Every page there is; one that is about something has to have an example."""
    shared: Shared = hall.app.extensions[EXTENSION]
    kept = {"table": hall.tables[0].id, "list": shared.lists.keep(GOOD.encode())}
    found = [f"/director/rounds/list/{shared.lists.keep(BAD)}", f"/table/{hall.tables[4].id}", "/nowhere"]
    for rule in hall.app.url_map.iter_rules():
        if rule.endpoint in FILES or rule.endpoint.startswith(FETCHED) or "GET" not in (rule.methods or ()):
            continue
        assert rule.endpoint in EXAMPLES or not rule.arguments, f"{rule.endpoint} is not looked at"
        found.append(EXAMPLES.get(rule.endpoint, rule.rule).format(**kept))
    return sorted(set(found))


def owner(browser: Browser, url: str, theme: str) -> Device:
    device = Device(browser, url, theme=theme)
    device.go("/sign-in")
    device.page.fill("input[name=pin]", OWNER_PIN)
    device.page.press("input[name=pin]", "Enter")
    device.page.wait_for_url(f"{url}/")
    return device


def test_all_kinds_of_pages_are_looked_at(full: Stage) -> None:
    assert {"/", "/screen", "/director", "/director/rounds", "/director/calls", "/results", "/settings"} < set(
        paths(full)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_and_is_translated(full: Stage, browser: Browser, language: str) -> None:
    with serving(full.app) as url:
        device = owner(browser, url, "light")
        device.context.add_cookies([{"name": "language", "value": language, "url": url}])
        wrong = []
        for tab, path in by_turns([device, device.tab()], paths(full)):
            name = f"hall{path.replace('/', '-')[:30]}"
            wrong += [one for one in wrong_as_shown(tab, path, language, name) if "Failed to load" not in one]
    assert wrong == []


@pytest.mark.parametrize(("theme", "language"), [("light", "de"), ("dark", "fr")])
def test_nothing_serious_is_found(full: Stage, browser: Browser, theme: str, language: str) -> None:
    with serving(full.app) as url:
        device = owner(browser, url, theme)
        device.context.add_cookies([{"name": "language", "value": language, "url": url}])
        checks = by_turns([device, device.tab()], paths(full), lambda tab, path: begin_with(tab, path, language))
        wrong = {path: found_on(tab) for tab, path in checks}
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_hall_where_nothing_is_yet(hall: Stage, browser: Browser) -> None:
    with serving(hall.app) as url:
        device = owner(browser, url, "light")
        device.context.add_cookies([{"name": "language", "value": "fr", "url": url}])
        wrong = [
            one
            for number, path in enumerate(("/", "/screen", "/results", "/director", "/director/rounds"))
            for one in what_is_wrong(device, path, "fr", f"hall-empty-{number}")
        ]
    assert wrong == []


def test_names_stay_in_their_cards(hall: Stage, browser: Browser) -> None:
    hall.table("1", replace(a_match(), names=live.Names("W" * 200, "w" * 200)))
    with serving(hall.app) as url:
        device = Device(browser, url, "phone")
        for path in ("/", f"/table/{hall.tables[0].id}", "/screen"):
            device.go(path)
            assert device.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert device.page.locator(".player-name").first.get_attribute("title") == "W" * 200
