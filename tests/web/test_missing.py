"""A board or a camera that is missed: the table's page says so at its top, with what to do, until it is back."""

import pytest
from playwright.sync_api import Browser, expect

from companion.rules.players import Player
from companion.service import Noticed, words
from companion.service.camera_port import BLIND
from companion.service.ports import Condition
from companion.table.events import DiceSeen, Die
from tests.service.parts import RUNNING, Scripted
from tests.service.playing import until
from tests.web.browser import Device
from tests.web.stage import Stage, serving
from tests.web.test_pages import text_of

NOTICE = 'class="device-missing" role="alert"'
SAID = {
    "The camera is covered.": "Take away what is in front of it.",
    "It is too dark for the camera.": "Put more light on the board.",
    "The camera is out of focus.": "Clean its lens",
    "The camera was moved: it must be calibrated again.": "Hang it as it was",
    "The camera delivers no more pictures.": "Check its cable, and that it is switched on.",
}


def says(state: str, sentence: str) -> Condition:
    return Condition(state, words.own("device_says", message=sentence))  # type: ignore[arg-type]


def told(table: Stage, part: Scripted, name: str, *conditions: Condition) -> None:
    """Let a part tell how it is."""
    for one in conditions:
        part.reports.put(one)
        wanted = name, one.message
        until(table.service, lambda view, wanted=wanted: wanted in [(it.name, it.message) for it in view.devices])  # type: ignore[misc]  # bound in the loop


def plugged(table: Stage, name: str) -> Scripted:
    part = Scripted()
    table.service.plug(name, part.make)
    return part


def test_what_the_board_last_showed_is_told_as_old_until_it_is_back(table: Stage) -> None:
    table.begin()
    board = plugged(table, "board")
    told(table, board, "board", RUNNING)
    assert NOTICE not in text_of(table.client())
    told(table, board, "board", says("lost", "The board is gone, and is looked for."))
    page = text_of(table.signed_in())
    notice, picture, headline = (page.find(one) for one in (NOTICE, 'class="board board-missed"', 'class="say"'))
    assert 0 < page.find('id="main"') < notice < headline < picture
    assert "Check its cable, and plug it in again. Until it is back, enter plays here by hand." in page
    assert "This picture may be out of date" in page
    assert "enter plays here by hand" not in text_of(table.client())
    # What is at the port has not said yet that it is the board.
    told(table, board, "board", says("starting", "The line is open; waiting for the board to say who it is."))
    assert NOTICE in text_of(table.client())
    told(table, board, "board", RUNNING)
    page = text_of(table.client())
    assert (NOTICE in page, "board-missed" in page, "out of date" in page) == (False, False, False)


@pytest.mark.parametrize("name", ["board", "camera"])
def test_nobody_misses_what_was_never_there(table: Stage, name: str) -> None:
    part = plugged(table, name)
    told(table, part, name, says("starting", "No board is found yet."), says("off", "It has ended."))
    assert NOTICE not in text_of(table.client())


def test_other_parts_are_told_at_their_place(table: Stage) -> None:
    told(table, plugged(table, "buttons"), "buttons", says("failed", "The pins cannot be used (7)."))
    assert NOTICE not in text_of(table.client())


@pytest.mark.parametrize("sentence", BLIND.values())
def test_of_a_camera_that_sees_nothing_it_is_said_what_to_do(table: Stage, sentence: str) -> None:
    table.begin()
    told(table, plugged(table, "camera"), "camera", RUNNING, says("lost", sentence))
    page = text_of(table.signed_in())
    assert sentence in page.partition(NOTICE)[2].partition("</div>")[0]
    assert SAID[sentence] in page


def test_dice_that_are_not_seen_any_more_are_not_taken_for_the_throw(table: Stage) -> None:
    table.begin()
    camera = plugged(table, "camera")
    camera.reports.put(RUNNING)
    camera.reports.put(Noticed(DiceSeen(0, (Die(3, Player.WHITE), Die(1, Player.BLACK)))))
    until(table.service, lambda view: view.phase == "playing")
    told(table, camera, "camera", says("lost", "The camera is covered."))
    table.post("play_entered", player="white", play="8/5 6/5")
    table.post("throw_entered", player="black", dice=[6, 2])
    picture = text_of(table.client()).partition('class="board')[2].partition("</svg>")[0]
    assert (picture.count('class="lying black"'), picture.count("lying white")) == (2, 0)


def test_the_notice_comes_and_goes_by_itself(table: Stage, browser: Browser) -> None:
    table.begin()
    board = plugged(table, "board")
    told(table, board, "board", RUNNING)
    with serving(table.app) as url:
        device = Device(browser, url, "phone", "de")
        device.go()
        notice = device.page.locator(".device-missing")
        expect(notice).to_have_count(0)
        told(table, board, "board", says("lost", "The board is gone, and is looked for."))
        expect(notice).to_contain_text("Das Sensorbrett antwortet nicht.")
        (top,), (picture,) = device.boxes(".device-missing"), device.boxes(".board")
        assert top["bottom"] <= picture["top"]
        told(table, board, "board", RUNNING)
        expect(notice).to_have_count(0)
