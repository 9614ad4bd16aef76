"""What is spoken, and told to screen readers: by the browser's own voice, in its language, and nothing twice."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.table.codes import SAID
from tests.web.browser import Device
from tests.web.stage import Stage
from web.voice import ALOUD, RESULTS, SHORTER

VOICES = """
window.spoken = JSON.parse(sessionStorage.getItem("spoken") ?? "[]");
const local = (lang) => ({ lang, localService: true, name: lang });
const voices = VOICES;
class Utterance { constructor(text) { this.text = text; } }
Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => voices,
  addEventListener: () => {},
  speak: (one) => {
    window.spoken.push([one.text, one.lang]);
    sessionStorage.setItem("spoken", JSON.stringify(window.spoken));
    document.documentElement.dataset.spoken = window.spoken.length;
  },
} });
"""
"""A stand-in for what speaks in a browser, which writes down what it is given, also when a page is loaded anew."""
ALL_LANGUAGES = "['en-GB', 'de-DE', 'fr_FR', 'nl-NL'].map(local)"


def listener(browser: Browser, url: str, language: str, voices: str = ALL_LANGUAGES, *, on: bool = True) -> Device:
    """Return a device whose voice is switched on on its page."""
    device = Device(browser, url, "tablet", language)
    device.context.add_init_script(VOICES.replace("VOICES", voices))
    if on:
        device.go("/device")
        device.page.locator("input[name=voice][value=on]").check()
        device.page.locator("form:has(input[name=voice]) button.first").click()
        expect(device.page.locator("input[name=voice][value=on]")).to_be_checked()
    return device


def spoken(device: Device) -> list[Any]:
    said: list[Any] = device.page.evaluate("window.spoken")
    return said


def heard(device: Device, *texts: str) -> None:
    """Wait until all of this has been spoken, and nothing else."""
    expect(device.page.locator("html")).to_have_attribute("data-spoken", f"{len(texts)}")
    assert [text for text, _ in spoken(device)] == list(texts)


def press(table: Stage, name: str, **fields: Any) -> None:
    """Do what a button of the panel does."""
    action = next(
        one
        for one in table.service.view().actions
        if one.name == name and fields.get("player", one.player) == one.player
    )
    answer = table.service.post(dict(action.event), "test")
    assert answer.ok, answer.message


OPENING = {
    "en": ("Ada throws 3.", "Bo throws 1."),
    "de": ("Ada wirft 3.", "Bo wirft 1."),
    "fr": ("Ada lance 3.", "Bo lance 1."),
    "nl": ("Ada gooit 3.", "Bo gooit 1."),
}
WORDS = {
    "en": ("Ada throws 3 and 1.", "Bo doubles to 2.", "Ada takes; the cube is at 2.", "Bo throws 6 and 6."),
    "de": (
        "Ada wirft 3 und 1.",
        "Bo verdoppelt auf 2.",
        "Ada nimmt an; der Doppler steht auf 2.",
        "Bo wirft 6 und 6.",
    ),
    "fr": ("Ada lance 3 et 1.", "Bo double à 2.", "Ada accepte ; le videau est à 2.", "Bo lance 6 et 6."),
    "nl": (
        "Ada gooit 3 en 1.",
        "Bo verdubbelt naar 2.",
        "Ada neemt aan; de verdubbelsteen staat op 2.",
        "Bo gooit 6 en 6.",
    ),
}


@pytest.mark.parametrize("language", WORDS)
def test_throws_doubles_and_answers_are_spoken_in_the_device_s_language(
    table: Stage, browser: Browser, url: str, language: str
) -> None:
    table.begin()
    device = listener(browser, url, language)
    # What happens before the page listens is past, and not all of it is caught up with.
    with device.page.expect_response("**/live/table*"):
        device.go("/")
    table.open_with(3, 1)
    table.post("play_entered", player="white", play="8/5 6/5")
    press(table, "double")
    press(table, "take")
    table.post("throw_entered", player="black", dice=[6, 6])
    heard(device, *OPENING[language], *(text.replace(" ;", "\u202f;") for text in WORDS[language]))
    assert {lang[:2] for _, lang in spoken(device)} == {language}
    assert device.wrong == []


@pytest.fixture
def _broken_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the connection break all the time, and be found again soon."""
    monkeypatch.setattr("web.viewers.LONGEST", 0.2)
    monkeypatch.setattr("web.viewers.KEEP_ALIVE", 0.2)
    monkeypatch.setattr("web.viewers.BEGIN", "retry: 200\n\n")


@pytest.mark.usefixtures("_broken_often")
def test_nothing_is_said_twice_and_the_past_not_at_all(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    table.open_with(3, 1)
    device = listener(browser, url, "en")
    # Each new stream begins with all that was said last.
    device.go("/score")
    table.post("play_entered", player="white", play="8/5 6/5")
    table.post("throw_entered", player="black", dice=[6, 6])
    heard(device, "Bo throws 6 and 6.")
    with device.page.expect_request("**/live/score*"):
        table.post("play_entered", player="black", play="24/18(2) 13/7(2)")
        table.post("throw_entered", player="white", dice=[2, 1])
    with device.page.expect_request("**/live/score*"):
        heard(device, "Bo throws 6 and 6.", "Ada throws 2 and 1.")
    device.page.reload()
    press(table, "undo")
    table.post("throw_entered", player="white", dice=[2, 2])
    heard(device, "Bo throws 6 and 6.", "Ada throws 2 and 1.", "Ada throws 2 and 2.")


def test_a_result_is_spoken_and_told_to_screen_readers(table: Stage, browser: Browser, url: str) -> None:
    table.begin(length={"kind": "points", "points": 1})
    table.open_with(3, 1)
    device = listener(browser, url, "en")
    device.go("/")
    press(table, "resign", player="white")
    press(table, "accept")
    resigned = "Ada resigns; the game would count 1."
    won, match = "Bo wins the game, which counts 1 (resigned).", "Bo wins the match."
    heard(device, resigned, won, match)
    expect(device.page.locator("#announce")).to_have_text(f"{won} {match} The match is over.")


def test_it_is_silent_unless_it_is_switched_on(table: Stage, browser: Browser, url: str) -> None:
    table.begin()
    device = listener(browser, url, "en", on=False)
    device.go("/")
    table.open_with(3, 1)
    device.says("Ada plays 3-1.")
    assert spoken(device) == []
    assert device.page.locator("script[src*=voice]").count() == 0


@pytest.mark.parametrize("voices", ["[]", "[local('de-DE')]", "[{ lang: 'en-GB', localService: false }]"])
def test_without_a_voice_of_its_own_a_device_stays_silent_and_says_so(
    table: Stage, browser: Browser, url: str, voices: str
) -> None:
    table.begin()
    device = listener(browser, url, "en", voices)
    expect(device.page.locator("#no-voice")).to_be_visible()
    device.go("/")
    table.open_with(3, 1)
    device.says("Ada plays 3-1.")
    assert spoken(device) == []


def test_what_is_spoken_is_what_the_referee_says() -> None:
    assert sorted(code for code in ALOUD | RESULTS | set(SHORTER) if code not in SAID) == []
    assert set(SHORTER) <= ALOUD


def test_only_who_wants_to_hear_it_is_sent_it(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.client()
    assert "heard" not in client.get("/now/table").get_json()
    client.set_cookie("voice", "on")
    told = client.get("/now/table?lang=fr").get_json()
    assert [one["text"] for one in told["heard"]["said"]] == [*OPENING["fr"], "Ada lance 3 et 1."]
    assert told["heard"]["last"] >= told["heard"]["said"][-1]["seq"]
