"""Chromium, as people use the panel."""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.stage import PIN

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1360, 850)}
FLAGS = ["--no-sandbox", "--no-proxy-server", "--disable-gpu", "--disable-dev-shm-usage"]
PATIENT_MS = 120_000
"""No time for anything: only for what never comes. A loaded machine is slow, not wrong."""
expect.set_options(timeout=PATIENT_MS)
HURRIED = """
for (const name of ["setTimeout", "setInterval"]) {
  const usual = window[name].bind(window);
  window[name] = (what, ms, ...more) => usual(what, ms >= 400 ? ms / 10 : ms, ...more);
}
"""
"""What a page does after a while, it does ten times as soon."""
SHOTS = os.environ.get("COMPANION_SCREENSHOTS", "")
"""A folder where pictures of the pages are to be kept."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Have a browser for a while; where there is none, that is a failure."""
    program = shutil.which("chromium-headless-shell")
    assert program, "the panel's tests need Debian's package chromium-headless-shell"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Device:
    """A phone, tablet or computer that looks at the panel; what goes wrong in a page is remembered."""

    def __init__(self, browser: Browser, url: str, size: str = "desktop", language: str = "en", **more: str) -> None:
        width, height = SIZES[size]
        self.url, self.browser = url, browser
        self.wrong: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if more.get("theme") == "dark" else "light",
            java_script_enabled=more.get("script") != "off",
            has_touch=more.get("touch") == "yes",
        )
        self.context.set_default_timeout(PATIENT_MS)
        self.page = self._opened()

    def _opened(self) -> Page:
        page, wrong = self.context.new_page(), self.wrong
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        return page

    def tab(self) -> Self:
        """Return the same device with another page open, of which is remembered by itself what goes wrong."""
        one = copy(self)
        one.wrong = []
        one.page = one._opened()
        return one

    def hurry(self) -> None:
        """Let pages not wait for long before they ask again: for tests of what they show, not of when."""
        self.context.add_init_script(HURRIED)

    def sign_in(self) -> None:
        self.go("/sign-in")
        self.page.fill("input[name=pin]", PIN)
        self.page.press("input[name=pin]", "Enter")
        self.page.wait_for_url(f"{self.url}/")

    def go(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def begin(self, path: str) -> None:
        """Go to a page, which may go on loading."""
        self.page.goto(self.url + path, wait_until="commit")

    def measured(self, selector: str, how: str) -> list[Any]:
        """Measure each `one` on the page as it is now: a locator may hold what the page draws anew meanwhile."""
        code = f"selector => [...document.querySelectorAll(selector)].map(one => {how})"
        return list(self.page.evaluate(code, selector))

    def boxes(self, selector: str) -> list[dict[str, float]]:
        """Return where on the screen each of these is; all of them show."""
        boxes = self.measured(selector, "one.getBoundingClientRect().toJSON()")
        assert boxes
        assert all(box["width"] > 0 and box["height"] > 0 for box in boxes), selector
        return boxes

    def says(self, text: str) -> None:
        """Wait until the page says what the table is waiting for."""
        self.page.locator(".waiting", has_text=text).wait_for()

    def press(self, text: str) -> None:
        self.page.locator("button:visible", has_text=text).first.click()

    def sure(self) -> None:
        self.page.locator("#sure [data-yes]").click()

    def throw(self, player: str, *dice: int) -> None:
        """Enter a throw by tapping dice."""
        form = self.page.locator(f"form.dice-form:has(input[name=player][value={player}])")
        for name, value in zip(("first", "second"), dice, strict=False):
            form.locator(f"input[name={name}][value='{value}']").check()
        form.locator("button").click()

    def step(self, source: int | str, target: int | str) -> None:
        """Tell one step of a play with its button."""
        link = self.page.locator(f"a.tap[data-from='{source}'][data-to='{target}']")
        before = self.page.locator(".hand").get_attribute("data-steps") or ""
        link.click()
        steps = f"{before},{source}-{target}" if before else f"{source}-{target}"
        self.page.locator(f".hand[data-steps='{steps}']").wait_for()

    def tap(self, place: int | str) -> None:
        """Tap a place on the board."""
        self.page.locator(f".board .area[data-place='{place}']").click()

    def keep(self, name: str) -> None:
        """Keep a picture of the page, if that is wanted."""
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def by_turns(
    devices: Iterable[Device], paths: Iterable[str], begin: Callable[[Device, str], None] = Device.begin
) -> Iterator[tuple[Device, str]]:
    """Yield each page when one of the devices shows it; meanwhile the others begin with the pages that follow."""
    left, under_way = iter(paths), deque[tuple[Device, str]]()
    for device, path in zip(devices, left, strict=False):
        begin(device, path)
        under_way.append((device, path))
    while under_way:
        device, path = under_way.popleft()
        device.page.wait_for_load_state()
        yield device, path
        if (following := next(left, None)) is not None:
            begin(device, following)
            under_way.append((device, following))
