"""What was seen to be wrong on screenshots, one by one: each stays as it was mended."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from companion.rules.games import GAMES
from companion.rules.position import start_position
from companion.service import Asked, Noticed, Who
from companion.table.events import BoardSeen
from companion.table.reading import exact_reading
from tests.service.parts import Scripted
from tests.service.playing import until
from tests.web.browser import Device
from tests.web.shelf import GOOD, USUAL, hand_in, put
from tests.web.stage import Stage, serving
from tests.web.test_pages import text_of
from web.drawing import PLAYERS
from web.formats import as_code, as_unbroken
from web.look import Look
from web.overlay import BESIDE
from web.render import PAGES, draw

COLOURS = {"white": "White", "black": "Black"}
LONG = {"white": "Wilhelmina van den Bergh", "black": "Bartholomäus Müller-Lüdenscheidt"}


def test_what_a_device_asks_stands_with_its_answers(table: Stage) -> None:
    board = Scripted()
    table.service.plug("board", board.make)
    board.reports.put(Asked("Whose are the checkers on the board's point 1?", (("White's", lambda: None),)))
    until(table.service, lambda view: any(one.name == "answer_device" for one in view.actions))
    asked, answers = (
        text_of(table.signed_in(), "/").find(one)
        for one in ('<p class="asked"><b>board:</b> Whose are the checkers', ">White's</button>")
    )
    assert 0 < asked < answers


def test_a_throw_is_not_broken_at_its_hyphen(table: Stage, browser: Browser) -> None:
    table.begin(names=LONG)
    table.open_with(3, 1)
    with serving(table.app) as url:
        for size in ("phone", "tablet"):
            device = Device(browser, url, size, "nl")
            device.go("/score")
            expect(device.page.locator(".big-say .whole")).to_have_text("3-1")
            assert device.measured(".big-say .whole", "one.getClientRects().length") == [1], size


def test_long_names_and_the_longest_word_for_the_cube_stay_whole_on_the_score_board(
    table: Stage, browser: Browser
) -> None:
    table.begin(names=LONG)
    table.post("cube_set", value=2, owner="white", reason="for the test")
    with serving(table.app) as url:
        for size in ("phone", "tablet", "desktop"):
            device = Device(browser, url, size, "nl")
            device.go("/score")
            expect(device.page.locator(".big-cube span")).to_have_text("Verdubbelsteen")
            lines = "one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
            assert max(device.measured(".big-cube span", lines)) < 1.5, size


CUT = "getComputedStyle(one).textOverflow === 'ellipsis' || one.scrollWidth > one.clientWidth + 1"


@pytest.mark.parametrize("names", [COLOURS, LONG], ids=["colours", "long"])
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_names_are_whole_on_a_small_screen(
    table: Stage, browser: Browser, language: str, names: dict[str, str]
) -> None:
    table.begin(names=names)
    put(table, "beaver", *names.values())
    with serving(table.app) as url:
        device = Device(browser, url, "phone", language)
        names_at = {"/": ".player h2 span", "/archive": ".match-line strong", "/score": ".big-player h2 span"}
        for path, where in names_at.items():
            device.go(path)
            device.boxes(where)
            assert not any(device.measured(where, CUT)), path
            assert device.measured("html", "one.scrollWidth") == [360], path
        device.go("/overlay")
        device.page.set_viewport_size({"width": 1920, "height": 1080})
        assert not any(device.measured(".side h2 span:not(.unseen)", CUT))


def parts_of(table: Stage, seat: Who = "white") -> dict[str, str]:
    """Return the parts of a table's pages as they are shown now."""
    names = (*PAGES["table"], *PAGES["score"], *BESIDE.values())
    with table.app.test_request_context():
        return dict(draw(table.service.view(), Look(seat=seat), names))


def test_the_score_stands_in_one_order_on_all_pages(table: Stage) -> None:
    table.begin()
    table.post("score_set", score={"white": 3, "black": 1}, reason="for the test")
    for seat in PLAYERS:
        drawn = parts_of(table, seat)
        for part, name in (("players", "score"), ("big", "big-score"), ("overlay", "points")):
            assert re.findall(rf'<p class="{name}"[^>]*>(\d+)</p>', drawn[part]) == ["3", "1"], (seat, part)


def test_the_larger_die_comes_first_wherever_it_is_read(table: Stage) -> None:
    table.begin()
    table.open_with(3, 5)
    client = table.signed_in()
    assert table.service.view().throw == (3, 5)
    drawn = parts_of(table)
    for part in ("play", "big", "overlay"):
        assert re.findall(r'class="die"[^>]*aria-label="(\d)"', drawn[part]) == ["5", "3"], part
    assert re.findall(r'class="lying black[^>]*>.*?</g>', drawn["board"])[0].count("<circle") == 5
    assert 'Bo plays <span class="whole">5-3</span>.' in drawn["say"]
    assert re.search(r"Still to play: <b>5 3</b>", text_of(client))
    table.post("play_entered", player="black", play="8/3 6/3")
    assert "Bo 5-3: <b>8/3 6/3</b>" in text_of(client)
    table.post("resigned", player="white", level=1)
    table.post("answered", player="black", accepted=True)
    replay = text_of(client, "/archive/1/game/1/step/2")
    assert "Bo 5\N{NON-BREAKING HYPHEN}3: 8/3 6/3" in replay
    assert "<dd>5-3</dd>" in replay
    assert "1. Black 5-3: " in client.get("/archive/1/file/text").get_data(as_text=True)


def test_what_differs_is_listed_once(table: Stage) -> None:
    board = Scripted()
    table.service.plug("board", board.make)
    table.begin()
    board.reports.put(Noticed(BoardSeen(0, exact_reading(start_position(GAMES["puff"]).setup))))
    until(table.service, lambda view: bool(view.differs))
    page = text_of(table.client(), language="de").partition('data-part="words"')[0]
    assert page.count("+15 weiß") == 1
    assert "(+15" not in page


def test_a_small_screen_shows_which_page_it_is(table: Stage, browser: Browser) -> None:
    with serving(table.app) as url:
        device = Device(browser, url, "phone", "fr")
        device.sign_in()
        for path in ("/device", "/archive/upload", "/rules/backgammon"):
            device.go(path)
            expect(device.page.locator("nav [aria-current]")).to_be_in_viewport(ratio=0.99)


def test_a_replay_in_a_language_of_its_address_stays_in_it(table: Stage, browser: Browser) -> None:
    put(table, "illegal_let_stand", *USUAL)
    with serving(table.app) as url:
        device = Device(browser, url, language="en")
        device.go("/archive/1/game/1/step/1?lang=fr")
        device.page.keyboard.press("ArrowRight")
        device.page.wait_for_url(f"{url}/archive/1/game/1/step/2?lang=fr")
        expect(device.page.locator(".facts-of-step dt").first).to_have_text("Lancer")
        assert device.page.locator("[data-pace] option").first.inner_text() == "0,5"


def test_a_long_list_of_steps_begins_where_the_replay_is(table: Stage, browser: Browser) -> None:
    number = put(table, "trictrac_score", *USUAL)
    last = len(table.service.archive.game(number, 1).steps)
    with serving(table.app) as url:
        device = Device(browser, url, "phone")
        device.go(f"/archive/{number}/game/1/step/{last}")
        seen = device.page.locator("#steps").evaluate(
            """list => {
                const box = list.getBoundingClientRect();
                const line = list.querySelector("[aria-current]").getBoundingClientRect();
                return line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
            }"""
        )
        assert seen


def test_a_file_without_times_is_not_told_as_if_it_had_some(table: Stage) -> None:
    hand_in(table.signed_in(), GOOD)
    put(table, "illegal_let_stand", *USUAL)
    foreign, own = (text_of(table.client(), f"/archive/{number}") for number in (1, 2))
    assert "<dd>a .mat file</dd>" in foreign
    assert (">Took<" in foreign, ">Took<" in own) == (False, True)
    foreign, own = (text_of(table.client(), f"/archive/{number}/game/1/step/2") for number in (1, 2))
    assert ("<dt>Time</dt>" in foreign, "<dt>Time</dt>" in own) == (False, True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bo plays 6-6.", 'Bo plays <span class="whole">6-6</span>.'),
        ("12A-8, 6-2", '<span class="whole">12A-8</span>, <span class="whole">6-2</span>'),
        ("Tric-Trac <b> & Müller-Lüdenscheidt", "Tric-Trac &lt;b&gt; &amp; Müller-Lüdenscheidt"),
    ],
)
def test_only_throws_and_steps_are_kept_whole_and_nothing_is_let_through(text: str, shown: str) -> None:
    assert as_unbroken(text) == shown


def test_a_command_is_shown_as_one() -> None:
    assert as_code("Run `companion pin <x>`.") == "Run <code>companion pin &lt;x&gt;</code>."
