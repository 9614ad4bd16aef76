"""A touch screen without a keyboard: the PIN and other numbers are entered by finger."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.browser import Device
from tests.web.stage import PIN, Stage, serving


def tap(device: Device, keys: str) -> None:
    for one in keys:
        device.page.locator(".keypad button", has_text=one).tap()


def test_the_pin_and_a_length_are_entered_by_finger(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = Device(browser, url, language="de", touch="yes")
        device.page.set_viewport_size({"width": 800, "height": 480})
        pad = device.page.locator(".keypad")
        device.go("/#kiosk")
        expect(pad).to_be_hidden()
        device.page.locator("a", has_text="PIN eingeben").first.tap()
        expect(pad).to_be_visible()
        assert pad.get_attribute("aria-label") == "Ziffern"
        tap(device, f"9⌫{PIN}")
        device.keep("keypad")
        device.press("Eingeben")
        device.page.wait_for_url(f"{url}/")
        device.go("/new")
        length = device.page.locator("input[name=points]")
        length.tap()
        tap(device, "17")
        expect(length).to_have_value("17")
        device.page.locator("input[name=name_white]").first.tap()
        expect(pad).to_be_hidden()
        assert device.wrong == []


def test_elsewhere_there_are_no_keys(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = Device(browser, url, touch="yes")
        device.go("/sign-in")
        assert device.page.locator(".keypad").count() == 0
