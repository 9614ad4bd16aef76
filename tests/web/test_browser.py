"""The panel in a real Chromium: entered on one device, seen on another, on every size."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browser import SIZES, Device
from tests.web.stage import Stage

ALL = ["/", "/score", "/new", "/correct", "/device", "/sign-in"]
CUT_OFF = """() => [...document.querySelectorAll("main .clock, main .score, .big-score, main button, .waiting")]
  .filter((one) => one.offsetParent !== null)
  .filter((one) => one.getBoundingClientRect().right > one.closest("section, main").getBoundingClientRect().right + 1)
  .map((one) => one.textContent)"""
"""What must be seen whole."""
TOUCHED = "main button, main a, main summary, main select, main label.choice, main label.pick, header a, main input"
SMALL_TARGETS = f"""() => [...document.querySelectorAll("{TOUCHED}")]
  .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && one.offsetParent !== null)
  .filter((one) => !(one.type === "radio" || one.type === "checkbox"))
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([html, box]) => `${{html}} ${{box.width}} x ${{box.height}}`)"""
"""Points of the board are not counted: beside them stands a button for each step."""


def test_what_one_enters_another_sees(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    scorer, viewer = Device(browser, url, "phone"), Device(browser, url, "desktop", "de")
    scorer.sign_in()
    viewer.go()
    viewer.says("Beide würfeln, wer beginnt.")
    scorer.throw("white", 3)
    viewer.says("Bo würfelt, wer beginnt.")
    scorer.throw("black", 1)
    viewer.says("Ada setzt 3-1.")
    scorer.step(8, 5)
    scorer.step(6, 5)
    scorer.press("That was the play")
    viewer.says("Bo wirft oder verdoppelt.")
    expect(viewer.page.locator(".last b")).to_have_text("8/5 6/5")
    expect(viewer.page.locator("#announce")).to_have_text("Bo wirft oder verdoppelt.")
    assert scorer.wrong == viewer.wrong == []


def test_a_play_is_tapped_on_the_board(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url, "tablet", theme="dark")
    device.sign_in()
    device.tap(8)
    expect(device.page.locator(".area.from")).to_have_count(1)
    device.tap(5)
    expect(device.page.locator(".told")).to_have_text("8/5")
    expect(device.page.locator(".arrows path")).to_have_count(1)
    device.page.locator(".hand a.back").click()
    expect(device.page.locator(".told")).to_have_count(0)
    device.tap(8)
    device.tap(5)
    expect(device.page.locator(".told")).to_have_text("8/5")
    device.tap(6)
    device.tap(5)
    expect(device.page.locator(".told")).to_have_text("8/5 6/5")
    device.press("That was the play")
    device.says("Bo throws, or doubles.")
    assert device.wrong == []


def test_by_keyboard_alone(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url)
    device.sign_in()
    page = device.page
    for source, target in ((8, 5), (6, 5)):
        for place in (source, target):
            area = page.locator(f".area[data-place='{place}'][tabindex='0']")
            area.focus()
            area.press("Enter")
        expect(page.locator(".told")).to_contain_text("8/5")
    expect(page.locator(".told")).to_have_text("8/5 6/5")
    page.locator(".hand button.first").focus()
    page.keyboard.press("Enter")
    device.says("Bo throws, or doubles.")


def test_the_keyboard_stays_at_its_place_when_the_board_is_drawn_anew(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url)
    device.sign_in()
    device.page.locator(".area[data-place='8'][tabindex='0']").focus()
    table.post("throw_corrected", dice=[4, 1], reason="It was misread.")
    device.says("Ada plays 4-1.")
    expect(device.page.locator(":focus")).to_have_attribute("data-place", "8")


def test_an_illegal_play_is_shown_and_let_stand(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url)
    device.sign_in()
    table.post("play_entered", player="white", play="8/5 8/6")
    device.says("Ada's play is illegal; it may be changed or let stand.")
    expect(device.page.locator(".dispute .reason")).to_contain_text("a distance that the dice do not give")
    expect(device.page.locator(".arrows path")).not_to_have_count(0)
    expect(device.page.locator("polygon.marked")).not_to_have_count(0)
    device.keep("illegal")
    device.press("Let it stand")
    device.page.locator("#sure [data-no]").click()
    device.says("Ada's play is illegal; it may be changed or let stand.")
    device.press("Let it stand")
    device.sure()
    device.says("Bo throws, or doubles.")
    expect(device.page.locator(".last .chip.warn")).to_contain_text("let stand")


def test_what_is_turned_down_is_said(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url)
    device.sign_in()
    device.page.locator(".typed summary").click()
    device.page.fill("input[name=text]", "what")
    device.page.press("input[name=text]", "Enter")
    expect(device.page.locator("#toast")).to_contain_text("is not a move")


def test_a_match_runs_within_three_taps(table: Stage, browser: Browser, url: str) -> None:
    device = Device(browser, url, "phone")
    device.sign_in()
    page = device.page
    page.locator("nav a", has_text="New match").click()
    page.locator(".pick-game", has_text="Long Puff").click()
    page.locator("button", has_text="Start").first.click()
    device.says("Both players throw for who begins.")
    assert table.service.view().game == "puff_long"


def test_only_the_options_of_the_chosen_game_are_seen(table: Stage, browser: Browser, url: str) -> None:
    device = Device(browser, url)
    device.sign_in()
    device.go("/new")
    device.page.locator("details.options summary").click()
    for game in ("backgammon", "trictrac", "puff_dutch"):
        device.page.locator(f"input[name=game][value={game}]").check(force=True)
        assert device.page.locator(".of:visible").evaluate_all("all => all.map(one => one.dataset.game)") == [game]
    assert table.service.view().phase == "no_match"


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_fits_and_can_be_touched(table: Stage, browser: Browser, url: str, size: str, language: str) -> None:
    table.begin(clock={"kind": "delay"}, names={"white": "Friederike-Wilhelmine", "black": "Bo"})
    table.open_with(3, 1)
    device = Device(browser, url, size, language, theme="dark" if language == "de" else "light")
    device.sign_in()
    for path in ALL:
        device.go(path)
        for summary in device.page.locator("main summary:visible").all():
            summary.click()
        device.keep(f"{path.strip('/') or 'table'}_{size}_{language}")
        wide = device.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (path, wide) == (path, 0)
        assert (path, device.page.evaluate(CUT_OFF)) == (path, [])
        assert (path, device.page.evaluate(SMALL_TARGETS)) == (path, [])
    assert device.wrong == []


def test_watching_works_without_javascript(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = Device(browser, url, script="off")

    def refreshed_soon(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('="refresh" content="5"', '="refresh" content="1"'))

    device.page.route(f"{url}/", refreshed_soon)
    device.go()
    device.says("Ada plays 3-1.")
    table.post("play_entered", player="white", play="8/5 6/5")
    device.says("Bo throws, or doubles.")


def test_a_lost_connection_is_told_and_found_again(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    device = Device(browser, url)
    device.go()
    device.says("Both players throw for who begins.")
    expect(device.page.locator("#announce")).not_to_be_empty()
    device.context.set_offline(offline=True)
    table.post("throw_entered", player="white", dice=[3])
    device.context.set_offline(offline=False)
    device.says("Bo throws for who begins.")


def test_without_room_for_a_stream_the_page_asks_now_and_then(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    device = Device(browser, url)
    device.hurry()
    device.page.route("**/live/**", lambda route: route.fulfill(status=503))
    device.go()
    table.post("throw_entered", player="white", dice=[3])
    device.says("Bo throws for who begins.")


def test_the_clock_runs_in_the_browser(table: Stage, browser: Browser, url: str) -> None:
    table.begin(clock={"kind": "fischer", "reserve_ms": {"white": 600_000, "black": 600_000}, "step_ms": 0})
    table.open_with(3, 1)
    device = Device(browser, url)
    device.go("/score")
    version = table.service.view().version
    running = device.page.locator(".clock.running")
    expect(running).not_to_have_text("10:00")
    assert table.service.view().version == version


def test_tric_trac_has_its_markers(table: Stage, browser: Browser, url: str) -> None:
    table.begin(game="trictrac", length={"kind": "rounds", "games": 12})
    device = Device(browser, url)
    device.go()
    expect(device.page.locator(".marker")).to_have_count(2)
    expect(device.page.locator(".hucke")).to_have_count(2)
    device.keep("trictrac")


def test_nothing_is_loaded_from_elsewhere(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    device = Device(browser, url)
    asked: list[str] = []
    device.page.on("request", lambda request: asked.append(request.url))
    for path in ALL[:2]:
        device.go(path)
    assert asked
    assert [one for one in asked if not one.startswith(url)] == []
