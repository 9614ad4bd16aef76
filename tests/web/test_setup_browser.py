"""The set-up in a real browser: from the first start to the first throw, on a virtual board and a virtual camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.waiting import wait_until
from tests.web.browser import Device, by_turns
from tests.web.stage import serving
from tests.web.test_axe import begin_with, found_on
from tests.web.test_setup import PAGES, SetUp, set_up


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[SetUp]:
    """A table that nobody has set up."""
    with set_up(tmp_path, pins=False) as one:
        yield one


def no_overflow(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("phone", "de", "dark"), ("desktop", "en", "light"), ("tablet", "en", "dark")]
)
def test_from_the_first_start_to_the_first_throw(
    browser: Browser, fresh: SetUp, size: str, language: str, theme: str
) -> None:
    name = f"set-up-{size}-{language}-{theme}"
    with serving(fresh.app) as url:
        device = Device(browser, url, size, language, theme=theme)
        device.hurry()
        page = device.page
        device.go("/")
        page.locator("a[href='/setup']").first.click()
        page.locator("a.go").click()
        page.wait_for_url(f"{url}/setup/language")
        no_overflow(page)
        page.locator("main form button.first").click()
        page.fill("input[name=table]", "4711")
        page.fill("input[name=owner]", "815093")
        page.locator("main form button.first").first.click()
        board_step(page, fresh)
        no_overflow(page)
        device.keep(f"{name}-board")
        done(page)
        orientation_step(page, fresh)
        no_overflow(page)
        device.keep(f"{name}-orientation")
        done(page)
        walk_step(page, fresh)
        no_overflow(page)
        device.keep(f"{name}-walk")
        page.locator("button[value=skipped]").click()
        camera_step(page)
        no_overflow(page)
        device.keep(f"{name}-camera")
        done(page)
        page.locator("button[value=begin]").click()
        page.locator("li.tested button[value=right]").first.click()
        page.locator("p.verdict.good").first.wait_for()
        no_overflow(page)
        device.keep(f"{name}-dice")
        done(page)
        assert fresh.table.upkeep.keeper.progress.next is None
        device.go("/diagnostics")
        page.locator("rect.heat").first.wait_for()
        expect(page.locator("img[data-camera]")).not_to_have_js_property("naturalWidth", 0)
        no_overflow(page)
        device.keep(f"{name}-diagnostics")
        assert device.wrong == []


def done(page: Page) -> None:
    page.locator("button[name=state][value=done]").click()


def board_step(page: Page, one: SetUp) -> None:
    page.locator("input[name=port][value=other]").check()
    page.fill("input[name=other]", one.table.port)
    page.locator("form[action='/setup/board'] button").click()
    page.locator(".state.running").wait_for()


def orientation_step(page: Page, one: SetUp) -> None:
    one.table.hands("start backgammon")
    page.locator(".answers button").first.click()
    page.locator(".flash.good + .hint").wait_for()


def walk_step(page: Page, one: SetUp) -> None:
    one.table.clear()
    page.locator("button[value=begin]").click()
    for slot in range(1, 7):
        one.table.hands(f"place white 1 {slot}")
        page.locator(".cell.is-seen").nth(slot - 1).wait_for(state="attached")
    expect(page.locator(".lane.asked text.label")).to_have_text("2")


def see_corners(page: Page, address: str) -> None:
    """Look at the page until the camera has a picture for it."""

    def seen() -> int:
        # Not until all pictures have come: the reader of dice may take its time.
        page.goto(address, wait_until="domcontentloaded")
        return page.locator("svg.corners").count()

    wait_until(seen)


def camera_step(page: Page) -> None:
    page.locator("input[name=source][value=other]").check()
    page.fill("form[action='/setup/camera'] input[name=other]", "virtual:")
    page.locator("form[action='/setup/camera'] button").click()
    see_corners(page, page.url)
    page.locator("form[action='/setup/camera/corners'] button").click()
    page.locator(".flash.good").wait_for()


@pytest.fixture
def corners(browser: Browser, tmp_path: Path) -> Iterator[Device]:
    """The page with the corners, on a device that can be touched."""
    with set_up(tmp_path, pins=False, camera__source="virtual:") as one, serving(one.app) as url:
        device = Device(browser, url, "tablet", touch="yes")
        # What is said of the camera stands above its picture, which may not move while it is touched.
        wait_until(lambda: one.table.upkeep.camera().state == "running")
        see_corners(device.page, f"{url}/setup/camera")
        yield device
        assert device.wrong == []


def place(page: Page, name: str) -> tuple[float, float]:
    x, y = (float(page.input_value(f"input[name={name}{axis}]")) for axis in "xy")
    return x, y


def middle(grip: Locator) -> tuple[float, float]:
    box = grip.locator(".ring").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(page: Page) -> float:
    """How many pixels of the screen a pixel of the picture takes."""
    return float(page.evaluate("document.querySelector('svg.corners').getScreenCTM().a"))


def test_a_corner_is_dragged_with_the_mouse(corners: Device) -> None:
    page = corners.page
    before, (x, y) = place(page, "left0"), middle(page.locator("[data-grip=left0]"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    page.mouse.up()
    page.mouse.move(x + 90, y + 90)
    after = place(page, "left0")
    assert after[0] - before[0] == pytest.approx(30 / scale(page), abs=1)
    assert after[1] - before[1] == pytest.approx(20 / scale(page), abs=1)
    drawn = page.locator("polygon[data-half=left]").get_attribute("points") or ""
    assert drawn.startswith(f"{after[0]:g},{after[1]:g}")


def test_a_corner_is_dragged_by_a_finger(corners: Device) -> None:
    page = corners.page
    before, (x, y) = place(page, "right2"), middle(page.locator("[data-grip=right2]"))
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 5):
        point = {"x": x - 10 * step, "y": y - 8 * step}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after = place(page, "right2")
    assert after[0] - before[0] == pytest.approx(-40 / scale(page), abs=1.5)
    assert after[1] - before[1] == pytest.approx(-32 / scale(page), abs=1.5)


def test_a_corner_is_moved_with_the_keyboard_and_kept(corners: Device) -> None:
    page = corners.page
    before = place(page, "right1")
    page.locator("[data-grip=right1]").focus()
    for key in ("ArrowLeft", "Shift+ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    after = before[0] - 1, before[1] + 9
    assert place(page, "right1") == after
    assert page.inner_text("#moved") == f"{after[0]:g} / {after[1]:g}"
    page.locator("form[action='/setup/camera/corners'] button").click()
    page.locator(".flash.good").wait_for()
    # The camera is started anew with them.
    see_corners(page, f"{corners.url}/setup/camera")
    assert place(page, "right1") == after


def test_corners_are_typed_where_nothing_can_be_dragged(browser: Browser, tmp_path: Path) -> None:
    with set_up(tmp_path, pins=False, camera__source="virtual:") as one, serving(one.app) as url:
        device = Device(browser, url, "desktop", script="off")
        see_corners(device.page, f"{url}/setup/camera")
        device.page.locator(".numbers summary").click()
        device.page.fill("input[name=left0x]", "61.5")
        device.press("Keep these corners")
        device.page.locator(".flash.good").wait_for()


@pytest.fixture(scope="module")
def all_of_it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SetUp]:
    """A table in the middle of its set-up: a walk over the board has begun, and a throw was read."""
    folder = tmp_path_factory.mktemp("all")
    with set_up(folder, pins=False, camera__source="virtual:", board__corner=1) as one:
        one.table.upkeep.choose({"board.port": one.table.port})
        one.table.live()
        one.table.upkeep.begin_walk()
        one.table.hands("fault dead 8 2", "lift white 6")
        wait_until(lambda: one.table.upkeep.camera().pictures)
        one.table.upkeep.begin_dice()
        wait_until(lambda: one.table.upkeep.dice.throws)
        yield one


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_automatic_check_finds_nothing_serious(browser: Browser, all_of_it: SetUp, theme: str) -> None:
    with serving(all_of_it.app) as url:
        devices = [Device(browser, url, "phone", theme=theme) for _ in range(2)]
        checks = by_turns(devices, PAGES, lambda device, path: begin_with(device, path, "en"))
        wrong = {path: found_on(device) for device, path in checks}
    assert wrong == {path: [] for path in PAGES}
