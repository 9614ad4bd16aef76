"""Analyses and hints as people see them: on each screen, light and dark, in all languages, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.hints.pip_adviser import PipAdviser
from tests.service.test_hinting import Asked, with_adviser
from tests.web.browser import SHOTS, Device, by_turns
from tests.web.judged import judge, put_judged
from tests.web.looked_at import what_is_wrong
from tests.web.shelf import put
from tests.web.stage import Stage, serving, stage
from tests.web.test_axe import begin_check, findings, found_on, owner
from web.language import LANGUAGES

PAGES = {
    "analysis": "/archive/1/analysis",
    "match": "/archive/1",
    "replay": "/archive/1/game/1/step/7",
    "double": "/archive/1/game/1/step/9",
    "points": "/archive/2/analysis",
    "not-yet": "/archive/3/analysis",
    "under-way": "/archive/4/analysis",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """An archive with judged matches, one that is not judged, and one that is being judged."""
    with stage(tmp_path_factory.mktemp("shelf")) as one:
        put_judged(one, "cube_and_drop", "Ada with a name that is rather long", "Bo")
        put_judged(one, "trictrac_score", "Ada", "Bo")
        put(one, "manual")
        one.service.analysing._now = put(one, "crawford"), 34
        yield one


@pytest.mark.parametrize(("theme", "language"), list(zip(("light", "dark") * 2, LANGUAGES, strict=True)))
def test_the_pages_fit_are_translated_and_keep_nobody_out(
    shelf: Stage, browser: Browser, theme: str, language: str
) -> None:
    with serving(shelf.app) as url:
        device = owner(browser, url, theme)
        device.context.add_cookies([{"name": "language", "value": language, "url": url}])
        wrong, names = [], {path: name for name, path in PAGES.items()}

        def begin(tab: Device, path: str) -> None:
            wrong.extend(what_is_wrong(tab, path, language, f"{names[path]}-{theme}"))
            begin_check(tab)

        for tab, _ in by_turns([device, device.tab()], names, begin):
            wrong += found_on(tab)
    assert wrong == []


def test_the_analysis_goes_on_paper(shelf: Stage, browser: Browser, tmp_path: Path) -> None:
    with serving(shelf.app) as url:
        device = Device(browser, url, theme="dark")
        device.go(PAGES["analysis"])
        device.page.emulate_media(media="print")
        assert device.page.locator("header.bar").is_hidden() or device.page.locator(".up").is_hidden()
        white = "getComputedStyle(document.body).backgroundColor"
        assert device.page.evaluate(white) == "rgb(255, 255, 255)"
        folder = Path(SHOTS) if SHOTS else tmp_path
        device.page.pdf(path=folder / "analysis.pdf", format="A4", prefer_css_page_size=True)
        assert (folder / "analysis.pdf").read_bytes().startswith(b"%PDF")


def test_a_mistake_leads_to_its_step(shelf: Stage, browser: Browser) -> None:
    with serving(shelf.app) as url:
        device = Device(browser, url)
        device.go(PAGES["match"])
        device.page.get_by_role("link", name="Mistakes, luck and chances").click()
        device.page.locator(".to-step a").first.click()
        expect(device.page.locator(".judged")).to_contain_text("Bo lost 1.240")


@pytest.mark.parametrize(("theme", "language"), list(zip(("light", "dark") * 2, LANGUAGES, strict=True)))
def test_a_hint_is_asked_for_and_shown(table: Stage, browser: Browser, theme: str, language: str) -> None:
    with_adviser(table.service, Asked())
    table.begin()
    table.open_with(3, 1)
    with serving(table.app) as url:
        device = owner(browser, url, theme)
        device.context.add_cookies([{"name": "language", "value": language, "url": url}])
        other = Device(browser, url, "phone")
        other.go()
        device.go()
        for player in ("white", "black"):
            device.page.locator(f".wanting form:has([value={player}]) button").click()
            expect(device.page.locator(f".wanting form:has([value={player}]) button")).to_have_attribute(
                "aria-pressed", "true"
            )
        device.page.locator('.hinted form[action="/hints/ask"] button').click()
        for one in (device, other):
            expect(one.page.locator(".hinted ol li")).to_have_count(5)
            expect(one.page.locator(".arrows.best path").first).to_be_attached()
        wrong = [*findings(device), *what_is_wrong(device, "/", language, f"hint-{theme}")]
        table.post("play_entered", player="white", play="8/5 6/5")
        for one in (device, other):
            expect(one.page.locator(".hinted ol")).to_have_count(0)
        assert [*wrong, *device.wrong, *other.wrong] == []


def test_how_far_it_is_is_followed_without_loading_anew(table: Stage, browser: Browser) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._now = number, 34
    with serving(table.app) as url:
        device = Device(browser, url)
        device.hurry()
        device.go(f"/archive/{number}/analysis")
        expect(device.page.locator("main [role=status]")).to_have_text("Being analysed: 34 %")
        table.service.analysing._now = number, 67
        expect(device.page.locator("main [role=status]")).to_have_text("Being analysed: 67 %")
        judge(table, number)
        table.service.analysing._now = None
        expect(device.page.locator("#mistakes")).to_have_text("The biggest mistakes")
        assert device.wrong == []


def test_a_judged_game_is_found_again_after_the_page_was_made(shelf: Stage, browser: Browser) -> None:
    number = put(shelf, "manual", "Cleo", "Dan")
    with serving(shelf.app) as url:
        device = Device(browser, url)
        device.go(f"/archive/{number}")
        expect(device.page.locator(".analysis-card")).to_contain_text("Not analysed yet.")
        assert judge(shelf, number)["advisers"] == [PipAdviser().name]
        device.page.reload()
        expect(device.page.locator(".analysis-card a")).to_have_text("Mistakes, luck and chances")
