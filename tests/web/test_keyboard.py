"""A whole turn by hand with the keyboard alone: the throw, the play on the board, and its confirmation."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.browser import Device
from tests.web.stage import PIN, Stage, serving

MOST_TABS = 80
FOCUSED = """(wanted) => document.activeElement !== null && document.activeElement.matches(wanted)"""


def reach(device: Device, wanted: str) -> None:
    """Go with the Tab key until something that matches is reached."""
    for _ in range(MOST_TABS):
        if device.page.evaluate(FOCUSED, wanted):
            return
        device.page.keyboard.press("Tab")
    msg = f"{wanted} is not reached with the Tab key"
    raise AssertionError(msg)


def test_a_whole_turn_is_entered_with_the_keyboard_alone(table: Stage, browser: Browser) -> None:
    table.begin()
    table.open_with(3, 1)
    table.post("play_entered", player="white", play="8/5 6/5")
    with serving(table.app) as url:
        device = Device(browser, url, language="de")
        keys = device.page.keyboard
        device.go("/sign-in")
        reach(device, "input[name=pin]")
        keys.type(PIN)
        keys.press("Enter")
        device.says("Bo wirft oder verdoppelt.")
        for name, presses in (("first", 6), ("second", 2)):
            reach(device, f"input[name={name}]")
            # The first arrow leaves the first die for the second one.
            for _ in range(presses - 1):
                keys.press("ArrowRight")
        keys.press("Enter")
        device.says("Bo setzt 6-2.")
        expect(device.page.locator("#announce")).to_have_text("Bo setzt 6-2.")
        for place in ("1", "7", "12", "14"):
            reach(device, f".area[data-place='{place}']")
            assert device.page.evaluate("document.activeElement.getAttribute('role')") == "button"
            keys.press("Enter")
        expect(device.page.locator(".told")).to_have_text("24/18 13/11")
        reach(device, ".hand button.first")
        keys.press("Enter")
        device.says("Ada wirft oder verdoppelt.")
        assert device.wrong == []
