"""The hall's pages in a real browser: calls come and go, two directors, the big screen turns its pages by itself."""

from __future__ import annotations

import contextlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.broker import live
from tests.hall.pages.stage import LIST, Stage, a_match
from tests.hall.pages.test_rounds import BAD
from tests.waiting import wait_until
from tests.web.browser import Device
from tests.web.stage import PIN, serving

pytestmark = pytest.mark.real_time

SCREENS = {"hd": (1920, 1080), "4k": (3840, 2160), "upright": (1080, 1920)}
LONG = "Maximiliane von Hohenstein-Weidenfeld-Altenburg der Ältere"


def director(browser: Browser, url: str, name: str = "", size: str = "desktop", theme: str = "light") -> Device:
    device = Device(browser, url, size, theme=theme)
    device.go("/sign-in?next=/director")
    device.page.fill("input[name=pin]", PIN)
    device.page.fill("input[name=name]", name)
    device.page.press("input[name=pin]", "Enter")
    device.page.wait_for_url(f"{url}/director")
    return device


def calls(page: Page) -> list[str]:
    return page.locator(".call .number").all_text_contents()


def test_calls_come_and_go(hall: Stage, browser: Browser) -> None:
    one, other = hall.table("4"), hall.table("12")
    with serving(hall.app) as url:
        desk, screen, public = director(browser, url, "Mo"), Device(browser, url), Device(browser, url, "phone")
        screen.go("/screen")
        public.go("/")
        expect(desk.page.locator(".desk-calls .none")).to_be_visible()
        other.calls("illegal")
        hall.called(other)
        one.calls("question", text="Which checker was meant?")
        expect(desk.page.locator(".call")).to_have_count(2)
        assert calls(desk.page) == ["12", "4"]
        assert desk.page.title() == "(2) Director · Companion"
        expect(desk.page.locator("#announce")).to_have_text("Table 4: Question")
        expect(screen.page.locator(".screen-wanted .wanted-at")).to_have_text(["12", "4"])
        expect(public.page.locator(".chip.wanted")).to_have_count(2)
        other.calls()
        expect(desk.page.locator(".call")).to_have_count(1)
        expect(screen.page.locator(".screen-wanted .wanted-at")).to_have_text(["4"])
        expect(public.page.locator(".chip.wanted")).to_have_count(1)
        one.calls()
        expect(desk.page.locator(".desk-calls .none")).to_be_visible()
        expect(screen.page.locator(".screen-wanted")).to_have_count(0)
        assert desk.page.title() == "Director · Companion"
        assert [*desk.wrong, *screen.wrong, *public.wrong] == []


def test_two_directors(hall: Stage, browser: Browser) -> None:
    table = hall.table("4")
    table.calls("flag")
    hall.called(table)
    with serving(hall.app) as url:
        mo, lu = director(browser, url, "Mo"), director(browser, url, "Lu", "phone")
        mo.press("On the way")
        expect(lu.page.locator(".call .by")).to_have_text("Mo is on the way")
        expect(lu.page.locator(".call button")).to_have_text(["Done"])
        lu.press("Done")
        expect(mo.page.locator(".desk-calls .none")).to_be_visible()
        expect(mo.page.locator(".call")).to_have_count(0)
        assert [*mo.wrong, *lu.wrong] == []


def test_a_call_that_was_dealt_with_meanwhile_is_told(hall: Stage, browser: Browser) -> None:
    table = hall.table("4")
    table.calls("flag")
    call = hall.called(table).calls[0]
    with serving(hall.app) as url:
        mo = director(browser, url, "Mo")
        # From now on the page is told nothing.
        mo.page.route("**/live/**", lambda route: route.fulfill(status=503))
        mo.page.route("**/now/**", lambda route: route.fulfill(status=204))
        mo.page.reload()
        assert hall.hall.answer(call.id, "done", "Lu")
        mo.press("Done")
        expect(mo.page.locator("#toast")).to_have_text("That call is over already.")
        # The browser itself tells of the answer.
        assert [one for one in mo.wrong if "Failed to load resource" not in one] == []


def test_signing_in_and_out(hall: Stage, browser: Browser) -> None:
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.go("/director")
        device.page.fill("input[name=pin]", "9999")
        device.page.press("input[name=pin]", "Enter")
        expect(device.page.locator(".flash.bad")).to_have_text("That PIN is not right.")
        device.page.fill("input[name=pin]", PIN)
        device.page.press("input[name=pin]", "Enter")
        device.page.wait_for_url(f"{url}/director")
        device.press("Sign out")
        device.page.wait_for_url(f"{url}/")
        expect(device.page.locator("nav")).not_to_contain_text("Rounds")


def test_a_list_with_faults_and_then_a_right_one(hall: Stage, browser: Browser, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.csv", tmp_path / "good.csv"
    bad.write_bytes(BAD)
    good.write_bytes(LIST)
    with serving(hall.app) as url:
        desk = director(browser, url)
        desk.go("/director/rounds")
        desk.page.set_input_files("input[type=file]", bad)
        desk.press("Look at it")
        expect(desk.page.locator(".problems li")).to_have_count(2)
        expect(desk.page.locator(".problems li").first).to_contain_text("Line 3, column 2:")
        desk.page.locator("a.go").click()
        desk.page.set_input_files("input[type=file]", good)
        desk.press("Look at it")
        expect(desk.page.locator("tbody tr")).to_have_count(3)
        desk.press("Take over")
        desk.page.select_option("select[name=round]", "1")
        desk.press("Save")
        expect(desk.page.locator(".flash.good")).to_have_text("Round 1 is played now.")
        assert hall.hall.view().round == 1
        assert desk.wrong == []


def test_the_clock_runs_down_on_the_page(hall: Stage, browser: Browser) -> None:
    clock = live.Clock("reserve", live.Counts(600_000, 540_000), 0, running="white")
    hall.table("4", a_match(clock=clock))
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.go("/")
        running, still = device.page.locator(".clock").all()
        before = running.inner_text()
        expect(running).not_to_have_text(before)
        assert running.inner_text() < "9:59"[:4] or running.inner_text().startswith("9:5")
        assert still.inner_text() == "9:00"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_the_big_screen_turns_its_pages(hall: Stage, browser: Browser, name: str, theme: str) -> None:
    for number in range(1, 27):
        hall.table(str(number), a_match(LONG if number % 5 == 0 else "Ada"))
    hall.tables[4].calls("illegal")
    hall.called(hall.tables[4])
    with serving(hall.app) as url:
        device = Device(browser, url, theme=theme)
        width, height = SCREENS[name]
        device.page.set_viewport_size({"width": width, "height": height})
        device.page.clock.install()
        device.go("/screen")
        fits, pages = (8, 4) if name == "upright" else (12, 3)
        shown = device.page.locator(".tile:visible")
        expect(shown).to_have_count(fits)
        assert shown.first.locator(".number").inner_text() == "1"
        device.keep(f"screen.{name}.{theme}")
        assert device.page.evaluate(
            "[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth,"
            " getComputedStyle(document.body).cursor]"
        ) == [True, True, "none"]
        smallest = device.page.evaluate(
            "Math.min(...[...document.querySelectorAll('.tile:not([hidden]) .player-name')]"
            ".map((one) => parseFloat(getComputedStyle(one).fontSize)))"
        )
        assert smallest > height * (0.02 if name == "upright" else 0.03)
        cut = device.page.evaluate(
            "[...document.querySelectorAll('.tiles > :not([hidden])')].filter((one) =>"
            " one.firstElementChild.scrollHeight > one.firstElementChild.clientHeight + 1).length"
        )
        assert cut == 0
        expect(device.page.locator("#pages")).to_have_text(f"1 / {pages}")
        device.page.clock.fast_forward(10_000)
        expect(device.page.locator("#pages")).to_have_text(f"2 / {pages}")
        assert shown.first.locator(".number").inner_text() == str(fits + 1)
        for _ in range(pages - 2):
            device.page.clock.fast_forward(10_000)
        expect(shown).to_have_count(26 - (pages - 1) * fits)
        device.page.clock.fast_forward(10_000)
        expect(device.page.locator("#pages")).to_have_text(f"1 / {pages}")
        assert device.wrong == []


def test_a_few_tables_are_shown_large(hall: Stage, browser: Browser) -> None:
    one = hall.table("1")
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.go("/screen")
        expect(device.page.locator(".tiles")).to_have_attribute("data-room", "four")
        expect(device.page.locator("#pages")).to_have_text("")
        for number in range(2, 7):
            hall.table(str(number))
        expect(device.page.locator(".tile:visible")).to_have_count(6)
        expect(device.page.locator(".tiles")).to_have_attribute("data-room", "six")
        one.alive(online=False)
        expect(device.page.locator(".tile.away")).to_have_count(1)


def test_a_lost_connection_is_told_and_comes_back(hall: Stage, browser: Browser) -> None:
    table = hall.table("1")
    with contextlib.ExitStack() as pages:
        with serving(hall.app) as url:
            device = Device(browser, url)
            device.go("/")
            offline = device.page.locator("#offline")
            expect(offline).to_be_hidden()
        expect(offline).to_be_visible()
        table.shows(a_match("Cleo"))
        pages.enter_context(serving(hall.app, port=urlsplit(url).port or 0))
        expect(offline).to_be_hidden(timeout=20_000)
        expect(device.page.locator(".player-name").first).to_have_text("Cleo")
        device.page.reload()
        expect(device.page.locator(".player-name").first).to_have_text("Cleo")


def test_a_network_that_is_gone_without_a_word_is_noticed(
    hall: Stage, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.table("1")
    monkeypatch.setattr("web.viewers.KEEP_ALIVE", 60.0)
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.page.clock.install()
        with device.page.expect_response("**/live/**"):
            device.go("/")
        # Whatever is asked for from now on is neither answered nor refused.
        device.page.route("**/live/**", lambda _route: None)
        expect(device.page.locator("#offline")).to_be_hidden()
        device.page.clock.fast_forward(10_000)
        expect(device.page.locator("#offline")).to_be_visible()


def test_a_page_without_room_for_its_stream_asks_now_and_then(hall: Stage, browser: Browser) -> None:
    table = hall.table("1")
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.hurry()
        device.page.route("**/live/**", lambda route: route.fulfill(status=503))
        device.go("/")
        expect(device.page.locator(".player-name").first).to_have_text("Ada")
        table.shows(a_match("Cleo"))
        expect(device.page.locator(".player-name").first).to_have_text("Cleo", timeout=15_000)
        expect(device.page.locator("#offline")).to_be_hidden()


def test_only_the_piece_that_changes_is_put_in_anew(hall: Stage, browser: Browser) -> None:
    hall.table("1")
    other = hall.table("2")
    hall.until(lambda view: view.status.broker.message.code == "broker_off")
    with serving(hall.app) as url:
        device = Device(browser, url)
        device.page.add_init_script("addEventListener('shown', () => { window.hasShown = true; }, true)")
        device.go("/")
        # What the stream says first may put all anew.
        wait_until(lambda: device.page.evaluate("window.hasShown"))
        device.page.evaluate("document.querySelectorAll('.at-table').forEach((one) => { one.dataset.old = 'yes'; })")
        old = device.page.locator(".at-table[data-old]")
        assert old.count() == 2
        other.shows(a_match("Cleo"))
        expect(device.page.locator(".at-table").nth(1)).to_contain_text("Cleo")
        assert old.count() == 1


def test_sound_is_off_until_it_is_chosen(hall: Stage, browser: Browser) -> None:
    table = hall.table("1")
    with serving(hall.app) as url:
        desk = Device(browser, url)
        desk.page.add_init_script(
            "window.rung = 0; const start = OscillatorNode.prototype.start;"
            " OscillatorNode.prototype.start = function (...at) { window.rung += 1; return start.apply(this, at); };"
        )
        desk.go("/sign-in?next=/director")
        desk.page.fill("input[name=pin]", PIN)
        desk.page.press("input[name=pin]", "Enter")
        box = desk.page.locator("#wants-sound input")
        expect(box).not_to_be_checked()
        table.calls("flag")
        expect(desk.page.locator(".call")).to_have_count(1)
        assert desk.page.evaluate("window.rung") == 0
        box.check()
        wait_until(lambda: desk.page.evaluate("window.rung") == 2)
        table.calls()
        expect(desk.page.locator(".call")).to_have_count(0)
        table.calls("question")
        expect(desk.page.locator(".call")).to_have_count(1)
        wait_until(lambda: desk.page.evaluate("window.rung") == 4)
        desk.page.reload()
        expect(box).to_be_checked()
        assert desk.wrong == []


def test_a_call_is_answered_with_the_keyboard_alone(hall: Stage, browser: Browser) -> None:
    table = hall.table("1")
    table.calls("flag")
    hall.called(table)
    with serving(hall.app) as url:
        desk = director(browser, url, "Mo")
        desk.page.locator("body").press("Tab")
        for _ in range(40):
            if desk.page.evaluate("document.activeElement.value === 'on_the_way'"):
                break
            desk.page.keyboard.press("Tab")
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator(".call .by")).to_have_text("Mo is on the way")


def test_a_name_that_does_not_fit_the_big_screen_is_shortened(hall: Stage, browser: Browser) -> None:
    hall.table("1", a_match("Wilhelmina van der Berg-Achterberg", "Bo"))
    for number in range(2, 14):
        hall.table(str(number))
    with serving(hall.app) as url:
        screen = Device(browser, url)
        screen.go("/screen")
        names = screen.page.locator(".tile").first.locator(".player-name")
        expect(names).to_have_text(["W. v. d. Berg-Achterberg", "Bo"])
        hall.tables[0].shows(a_match("Wilhelmina van der Berg-Achterberg", "Zoë"))
        expect(names).to_have_text(["W. v. d. Berg-Achterberg", "Zoë"])
        assert names.first.get_attribute("title") == "Wilhelmina van der Berg-Achterberg"
        assert screen.wrong == []
