"""A match entered wholly by hand on a phone, watched on a tablet; the journal says what was entered."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser import Device
from tests.web.by_hand import Hand, with_mishaps
from tests.web.deeds import LOADED, Wishes, planned
from tests.web.record import recorded, told
from tests.web.stage import Stage, serving

WISHES = (Wishes(stands=4), Wishes(double=3))
SEED = 14


def test_a_whole_match_is_entered_by_taps(table: Stage, browser: Browser, tmp_path: Path) -> None:
    deeds = list(with_mishaps(planned("backgammon", 3, SEED, WISHES, faces=LOADED)))
    with serving(table.app) as url:
        phone, tablet = Device(browser, url, "phone", touch="yes"), Device(browser, url, "tablet")
        phone.sign_in()
        phone.go("/new")
        phone.page.fill("input[name=name_white]", "Ada")
        phone.page.fill("input[name=name_black]", "Bo")
        phone.page.fill("input[name=points]", "3")
        phone.page.locator(".start button").first.tap()
        phone.says("Both players throw for who begins.")
        tablet.go("/device")
        tablet.page.locator("input[name=seat][value=black]").check()
        tablet.page.locator("main button.first").click()
        tablet.go()
        Hand(table.service, phone, {"white": phone, "black": tablet}).do(deeds)
        assert phone.wrong == tablet.wrong == []
    assert recorded(tmp_path) == told(deeds)
