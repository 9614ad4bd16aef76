"""A replay as people use it: keys, slider, autoplay, copying, without a script; the archive on every size of screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import SIZES, Device, by_turns
from tests.web.shelf import ILLEGAL, keep, put
from tests.web.stage import Stage, serving

GAME = "/archive/1/game/1"
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def url(table: Stage) -> Iterator[str]:
    put(table, "throw_does_not_count", "Ada", "Bo")
    put(table, "trictrac_score", "A player with a name that is really very long", "Bo")
    put(table, "undo")
    keep(table, 1, 3)
    with serving(table.app) as address:
        yield address


def last_step(table: Stage) -> int:
    return len(table.service.archive.game(1, 1).steps)


def at(device: Device, step: int) -> None:
    """Wait until a step is shown, everywhere on the page."""
    page = device.page
    expect(page.locator("#steps [aria-current]")).to_have_attribute("data-step", str(step))
    expect(page.locator("[name=step]")).to_have_value(str(step))
    expect(page.locator("[data-count]")).to_contain_text(f"Step {step} of")
    page.wait_for_url(f"{device.url}{GAME}/step/{step}")


def board(device: Device) -> str:
    return device.page.locator(".seen svg").inner_html()


def test_keys_go_through_a_game(table: Stage, browser: Browser, url: str) -> None:
    device, last = Device(browser, url), last_step(table)
    device.go(GAME)
    at(device, 1)
    first = board(device)
    for key, step in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("ArrowRight", last)):
        device.page.keyboard.press(key)
        at(device, step)
    assert board(device) != first
    device.page.keyboard.press("Home")
    at(device, 1)
    assert board(device) == first
    assert device.wrong == []


def test_what_is_shown_by_keys_is_the_page_of_that_step(table: Stage, browser: Browser, url: str) -> None:
    device, other = Device(browser, url), Device(browser, url)
    device.go(GAME)
    for step in range(2, last_step(table) + 1):
        device.page.keyboard.press("ArrowRight")
        at(device, step)
        other.go(f"{GAME}/step/{step}")
        for part in (".seen", ".told-of", ".buttons"):
            assert device.page.locator(part).inner_text() == other.page.locator(part).inner_text()
        assert board(device) == board(other)


def test_the_slider_and_the_list_go_anywhere(table: Stage, browser: Browser, url: str) -> None:
    device, last = Device(browser, url), last_step(table)
    device.go(GAME)
    device.page.locator("[name=step]").fill(str(last))
    at(device, last)
    slider = device.page.locator("[name=step]")
    slider.focus()
    device.page.keyboard.press("ArrowLeft")
    at(device, last - 1)
    expect(slider).to_be_focused()
    device.page.locator("#steps [data-step='2']").click()
    at(device, 2)
    device.page.locator("[data-to=on]").click()
    at(device, 3)
    expect(device.page.locator("[data-to=on]")).to_be_focused()
    device.page.locator("[data-to=last]").click()
    at(device, last)


def test_the_space_bar_plays_to_the_end_and_stops(table: Stage, browser: Browser, url: str) -> None:
    device, last = Device(browser, url), last_step(table)
    device.page.clock.install()
    device.go(GAME)
    button = device.page.locator("[data-autoplay]")
    expect(button).to_have_attribute("aria-pressed", "false")
    device.page.select_option("[data-pace]", "0.5")
    device.page.locator("h1").click()
    device.page.keyboard.press(" ")
    expect(button).to_contain_text("Pause")
    for step in range(2, last + 1):
        device.page.clock.run_for(500)
        at(device, step)
    expect(button).to_contain_text("Run through")
    button.click()
    at(device, 1)
    expect(button).to_contain_text("Pause")
    device.page.clock.run_for(500)
    at(device, 2)
    device.page.keyboard.press("ArrowLeft")
    at(device, 1)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_autoplay_never_begins_by_itself(browser: Browser, url: str) -> None:
    device = Device(browser, url)
    device.page.clock.install()
    device.go(GAME)
    device.page.clock.run_for(30_000)
    at(device, 1)


def test_where_motion_is_unwanted_nothing_moves(table: Stage, browser: Browser, url: str) -> None:
    for wanted, name in (("reduce", "none"), ("no-preference", "appear")):
        device = Device(browser, url)
        device.page.emulate_media(reduced_motion="reduce" if wanted == "reduce" else "no-preference")
        device.go(GAME)
        for step in range(2, last_step(table) + 1):
            device.page.keyboard.press("ArrowRight")
            at(device, step)
            if device.page.locator(".arrows path").count():
                break
        moves = device.page.locator(".arrows path").first.evaluate("one => getComputedStyle(one).animationName")
        assert moves == name


def test_the_line_for_other_programs_is_copied(table: Stage, browser: Browser, url: str) -> None:
    device = Device(browser, url)
    device.context.grant_permissions(["clipboard-read", "clipboard-write"])
    device.go(f"{GAME}/step/2")
    device.page.locator("[data-copy]").click()
    expect(device.page.locator("[data-copy]")).to_have_text("Copied.")
    copied = device.page.evaluate("navigator.clipboard.readText()")
    assert copied == table.service.archive.game(1, 1).steps[1].xgid
    assert copied.startswith("XGID=")


def test_without_a_script_there_are_links_and_a_form(table: Stage, browser: Browser, url: str) -> None:
    device, last = Device(browser, url, script="off"), last_step(table)
    device.go(GAME)
    page = device.page
    assert page.locator("[data-autoplay]").is_hidden()
    assert page.locator("[data-copy]").first.is_hidden()
    page.locator("[data-to=on]").click()
    page.wait_for_url(f"{url}{GAME}/step/2")
    page.locator("[data-to=last]").click()
    page.wait_for_url(f"{url}{GAME}/step/{last}")
    page.locator("[name=step]").fill("3")
    page.locator("[data-go]").click()
    page.wait_for_url(f"{url}{GAME}/step/3")
    page.locator("#steps [data-step='1']").click()
    page.wait_for_url(f"{url}{GAME}/step/1")
    page.locator(".seats a").click()
    page.wait_for_url(f"{url}{GAME}/step/1?seat=black")
    page.locator("[name=step]").fill("2")
    page.locator("[data-go]").click()
    page.wait_for_url(f"{url}{GAME}/step/2?seat=black")


@pytest.mark.parametrize("script", ["on", "off"])
def test_a_file_is_handed_in(table: Stage, browser: Browser, url: str, script: str) -> None:
    device = Device(browser, url, script=script)
    page = device.page
    device.sign_in()
    device.go("/archive")
    page.get_by_role("link", name="Take in a file").click()
    page.set_input_files("[name=file]", {"name": "a.mat", "mimeType": "text/plain", "buffer": ILLEGAL})
    page.get_by_role("button", name="Take in").click()
    expect(page.locator("h1")).to_have_text("There are plays against the rules")
    device.keep(f"archive-illegal-{script}")
    page.get_by_role("button", name="Let them stand, and take it in").click()
    expect(page.locator("h1")).to_have_text("The match is in the archive")
    page.get_by_role("link", name="Match 4").click()
    expect(page.locator("h1")).to_contain_text("Cleo")
    assert table.service.archive.match(4).line.games == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_fit_the_screen(browser: Browser, url: str, size: str, theme: str, language: str) -> None:
    device = Device(browser, url, size, language, theme=theme)
    names = {
        "/archive": "list",
        "/archive/2": "match",
        "/archive/player?name=Bo": "player",
        f"{GAME}/step/3": "replay",
        "/archive/2/game/1/step/4": "trictrac",
        "/archive/upload": "upload",
        "/archive/77": "missing",
    }
    tabs = [device, device.tab()]
    for tab, path in by_turns(tabs, names):
        assert not tab.page.evaluate(WIDE), path
        tab.keep(f"archive-{names[path]}-{size}-{theme}-{language}")
    wrong = [one for tab in tabs for one in tab.wrong]
    assert [one for one in wrong if "404" not in one and "Failed to load" not in one] == []
