"""The pages: what they show, and what is entered on them, also without JavaScript."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service import TableView
from tests.web.stage import OWNER_PIN, Stage, journal_held, token
from web.forms import as_clock

GAMES = ["backgammon", "snake", "acey_deucey", "acey_deucey_european", "trictrac", "trictrac_old", "puff", "puff_long"]
GAMES += ["puff_russian", "puff_dutch", "revertier"]


WHOLE = re.compile(r'<span class="whole">(.*?)</span>')
"""What is kept on one line is a part of its sentence."""


def text_of(client: FlaskClient, path: str = "/", language: str = "en") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return html.unescape(WHOLE.sub(r"\1", answer.get_data(as_text=True)))


def send(client: FlaskClient, path: str, **data: str) -> tuple[bool, str]:
    answer = client.post(path, data={**data, "csrf": token(client)}, headers={"Accept": "application/json"})
    assert answer.json is not None
    return answer.json["ok"], answer.json["message"]


def press(client: FlaskClient, view: TableView, name: str, player: str | None = None) -> tuple[bool, str]:
    """Press the button of an action."""
    action = next(one for one in view.actions if one.name == name and player in {None, one.player})
    return send(client, "/do", event=json.dumps(dict(action.event)), question="really", sure="yes")


def test_without_a_match_the_page_says_so(table: Stage) -> None:
    page = text_of(table.client())
    assert "No match is being played." in page
    assert "Nobody is playing now." in page
    assert "New match" in text_of(table.signed_in())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_every_game_is_shown(table: Stage, game: str, seat: str) -> None:
    table.begin(game=game, length={"kind": "money"})
    client = table.signed_in()
    client.set_cookie("seat", seat)
    page = text_of(client)
    view = table.service.view()
    assert view.game_name in page
    assert view.waiting.text.replace("White", "Ada").replace("Black", "Bo") in page
    assert page.count('class="checker ') + page.count('<rect class="white"') + page.count('<rect class="black"') > 9
    assert ("marker white" in page) == (view.points is not None)


def test_a_watcher_sees_no_buttons(table: Stage) -> None:
    table.begin()
    page = text_of(table.client())
    assert "<button" not in page.partition("<dialog")[0]
    assert "<form" not in page.partition("<dialog")[0]


def test_it_works_without_javascript(table: Stage) -> None:
    table.begin()
    page = text_of(table.client())
    assert '<noscript><meta http-equiv="refresh"' in page
    client = table.signed_in()
    page = text_of(client)
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        assert 'name="csrf"' in form
        assert 'method="post"' in form


def test_a_match_begins_in_one_go(table: Stage) -> None:
    client = table.signed_in()
    ok, _ = send(client, "/new", game="backgammon", length="points", points="7", **{"backgammon.cube": "yes"})
    view = table.service.view()
    assert ok
    assert (view.game, view.cube is not None, view.names.white) == ("backgammon", True, "White")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_begun_as_its_form_stands(table: Stage, game: str) -> None:
    client = table.signed_in()
    page = client.get("/new").get_data(as_text=True)
    assert f'value="{game}"' in page
    ok, message = send(client, "/new", game=game, length="points", points="3")
    assert (ok, message) == (True, "")
    assert table.service.view().game == game


def test_all_that_can_be_agreed_on_arrives(table: Stage) -> None:
    fields = {
        "game": "backgammon",
        "length": "rounds",
        "games": "4",
        "name_white": "  Ada  L. ",
        "clock": "fischer",
        "reserve": "10:30",
        "step": "8",
        "ends_by": "clock",
        "illegal_plays": "correct",
        "tournament": "yes",
        "backgammon.ravensburger": "yes",
    }
    ok, message = send(table.signed_in(), "/new", **fields)
    assert (ok, message) == (True, "")
    view = table.service.view()
    assert view.clock is not None
    assert view.options is not None
    assert view.names.white == "Ada L."
    assert view.clock.reserve_ms.white == 630_000
    assert (view.tournament, view.pips, view.cube) == (True, None, None)
    assert view.options["ravensburger"] is True


@pytest.mark.parametrize(
    "wrong",
    [
        {"length": "points", "points": "0"},
        {"length": "points", "points": "x"},
        {"length": "points", "points": "5", "clock": "delay", "step": "5000"},
        {"length": "money", "clock": "delay", "step": "12"},
        {"length": "never"},
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(table: Stage, wrong: dict[str, str]) -> None:
    client = table.signed_in()
    answer = client.post("/new", data={"game": "puff", **wrong, "csrf": token(client)}, follow_redirects=True)
    assert b'class="flash bad"' in answer.data
    assert table.service.view().phase == "no_match"


def test_a_game_that_is_not_there_is_refused(table: Stage) -> None:
    client = table.signed_in()
    assert client.post("/new", data={"game": "chess", "csrf": token(client)}).status_code == 400


def test_a_turn_by_hand(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    assert send(client, "/throw", player="white", first="3")[0]
    assert send(client, "/throw", player="black", first="1")[0]
    assert "Ada plays 3-1." in text_of(client)
    assert "Ada setzt 3-1." in text_of(client, language="de")
    parts = client.get("/hand?steps=8-5").json
    assert parts is not None
    assert 'data-from="6" data-to="5"' in parts["hand"]
    assert send(client, "/play", player="white", steps="8-5,6-5")[0]
    last = table.service.view().last
    assert last is not None
    assert (last.international, last.by_hand) == ("8/5 6/5", True)
    assert "8/5 6/5" in text_of(client)


def test_who_has_tapped_is_told_that_it_is_not_saved(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    throw = {"player": "white", "first": "3", "csrf": token(client)}
    with journal_held(table.folder):
        answer = client.post("/throw", data=throw, headers={"Accept": "application/json"})
        assert (answer.status_code, (answer.json or {})["ok"], (answer.json or {})["kind"]) == (202, True, "warn")
        assert "not saved" in (answer.json or {})["message"]
        page = client.post("/throw", data={**throw, "player": "black", "first": "1"}, follow_redirects=True)
        assert '<p class="flash warn" role="status">Entered, but not saved yet' in page.get_data(as_text=True)


def test_a_play_is_told_by_links_without_javascript(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    page = text_of(client)
    link = re.search(r'href="(/\?steps=[^"#]*8-5)#hand"', page)
    assert link
    page = text_of(client, link[1])
    assert "8/5" in page
    assert "/?steps=8-5,6-5#hand" in page
    assert 'value="8-5,6-5"' in text_of(client, "/?steps=8-5,6-5")


@pytest.mark.parametrize("steps", ["x", "8-5-3", "99-1", "8-5," * 40, "-", "8", "bar-bar-bar", "<script>"])
def test_steps_that_make_no_sense_are_none(table: Stage, steps: str) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    page = text_of(client, f"/?steps={steps}")
    assert 'class="hand" data-steps=""' in page


def test_an_illegal_play_is_explained_and_can_be_let_stand(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    send(client, "/play", player="white", text="8/5 8/6")
    page = text_of(client, language="de")
    assert "regelwidrig" in page
    assert "um eine Weite gezogen, die die Würfel nicht hergeben" in page
    assert "Gelten lassen" in page
    assert "Der Wurf war 3-2" in page
    assert press(client, table.service.view(), "stand")[0]
    assert "gelten gelassen" in text_of(client, language="de")


def test_the_cube_is_offered_and_taken(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    send(client, "/play", player="white", text="8/5 6/5")
    assert press(client, table.service.view(), "double")[0]
    assert "cube offered" in text_of(client)
    assert press(client, table.service.view(), "take")[0]
    cube = table.service.view().cube
    assert cube is not None
    assert (cube.value, cube.owner) == (2, "white")


def test_resigning_names_the_level(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    page = text_of(client)
    assert "Resign for 2" in page
    assert press(client, table.service.view(), "resign", "white")[0]
    assert press(client, table.service.view(), "accept")[0]
    assert table.service.view().score.black == 1


def test_what_is_not_easily_taken_back_is_asked_first(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    data = {"event": '{"event": "session_ended"}', "question": "Stop playing", "csrf": token(client)}
    asked = client.post("/do", data=data)
    assert b"Really?" in asked.data
    assert table.service.view().phase == "opening"
    assert client.post("/do", data={**data, "sure": "yes"}).status_code == 302
    assert table.service.view().phase == "match_over"


@pytest.mark.parametrize(
    ("what", "fields", "seen"),
    [
        ("score_set", {"white": "3", "black": "2"}, lambda view: view.score.white == 3),
        ("cube_set", {"value": "4", "owner": "black"}, lambda view: view.cube.value == 4),
        ("throw_corrected", {"first": "6", "second": "5"}, lambda view: view.throw == (6, 5)),
        ("clock_set", {"player": "black", "reserve": "3:20"}, lambda view: view.clock.reserve_ms.black == 200_000),
        (
            "undone",
            {"steps": "1", "agreed_white": "yes", "agreed_black": "yes"},
            lambda view: view.phase in {"opening", "to_throw"},
        ),
    ],
)
def test_the_scorer_puts_right(table: Stage, what: str, fields: dict[str, str], seen: Any) -> None:
    table.begin(clock={"kind": "delay"})
    table.open_with(3, 1)
    client = table.signed_in()
    assert f"/correct/{what}" in text_of(client, "/correct")
    ok, message = send(client, f"/correct/{what}", **fields)
    assert not ok or what == "undone", message
    ok, message = (True, "") if ok else send(client, f"/correct/{what}", **fields, reason="misread")
    assert (ok, message) == (True, "")
    assert seen(table.service.view())


def test_taking_back_needs_both(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    ok, message = send(table.signed_in(), "/correct/undone", steps="1", agreed_white="yes", reason="why")
    assert (ok, message) == (False, "Both players have to agree.")


def test_a_position_is_set(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    fields = {"white_6": "14", "white_off": "1", "black_20": "13", "black_bar": "2", "player": "black"}
    ok, message = send(client, "/correct/position_set", **fields, reason="the board was knocked over")
    assert (ok, message) == (True, "")
    board = table.service.view().game_board
    assert board is not None
    assert (board.points[5], board.bar.black, board.off.white) == ((14, 0), 2, 1)


def test_an_impossible_position_is_refused_in_words(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    client.set_cookie("language", "de")
    ok, message = send(client, "/correct/position_set", white_6="15", black_20="14", player="white", reason="why")
    assert not ok
    assert "schwarz: zu wenige Steine, 1" in message


@pytest.mark.parametrize("what", ["nothing", "turn_ended", "session_ended"])
def test_other_corrections_do_not_exist(table: Stage, what: str) -> None:
    client = table.signed_in()
    assert client.post(f"/correct/{what}", data={"csrf": token(client)}).status_code == 404


def test_a_device_chooses_for_itself(table: Stage) -> None:
    client = table.client()
    data = {"language": "de", "seat": "black", "theme": "dark", "csrf": token(client)}
    assert client.post("/device", data=data).status_code == 302
    page = client.get("/").get_data(as_text=True)
    assert 'lang="de" data-theme="dark"' in page
    assert client.post("/device", data={"theme": "pink", "csrf": token(client)}).status_code == 400


def test_the_owner_sets_the_pin(table: Stage) -> None:
    client = table.signed_in(OWNER_PIN)
    data = {"which": "table", "pin": "5082", "csrf": token(client)}
    assert b"The PIN is set." in client.post("/settings/pin", data=data, follow_redirects=True).data
    assert client.get("/settings").status_code == 200
    poor = {"which": "table", "pin": "1111", "csrf": token(client)}
    assert b"too easy" in client.post("/settings/pin", data=poor, follow_redirects=True).data
    assert table.signed_in("5082").get("/new").status_code == 200


def test_names_cannot_bring_their_own_markup(table: Stage) -> None:
    table.begin(names={"white": "<b>x</b>{0}%s", "black": "\"'><script>"})
    table.open_with(3, 1)
    for path in ("/", "/score", "/correct"):
        page = table.signed_in().get(path).get_data(as_text=True)
        assert "<b>x</b>" not in page
        assert "'><script>" not in page


def test_a_page_is_light(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    weight = 0
    for path in ("/", "/static/panel.css", "/static/panel.js", "/static/icon.svg"):
        answer = client.get(path)
        weight += len(answer.data)
        answer.close()
    assert weight < 150_000


def test_a_clock_shows_what_is_left() -> None:
    assert [as_clock(ms) for ms in (0, 1, 59_001, 600_000, 3_600_001)] == ["0:00", "0:01", "1:00", "10:00", "1:00:01"]
