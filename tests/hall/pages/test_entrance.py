"""Who may see and do what: everybody may watch, the directors' PIN opens their pages, nothing comes from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hall.pages.stage import FAR, NEAR, Stage, stage
from tests.web.stage import OWNER_PIN, PIN, token
from web.hall.entrance import is_near

PUBLIC = ("/", "/screen", "/results", "/live/tables", "/now/tables", "/now/screen")
DIRECTORS = ("/director", "/director/rounds", "/director/calls", "/director/refused")


@pytest.mark.parametrize("path", PUBLIC)
@pytest.mark.parametrize(
    ("watching", "address", "lets"),
    [
        ("open", FAR, True),
        ("network", FAR, False),
        ("network", NEAR, True),
        ("network", "fe80::1", True),
        ("pin", NEAR, False),
    ],
)
def test_who_may_watch_is_configured(tmp_path: Path, path: str, watching: str, address: str, *, lets: bool) -> None:
    with stage(tmp_path, watching=watching) as hall:
        answer = hall.client(address).get(path, headers={"Accept": "application/json"})
        assert answer.status_code == (200 if lets else 403)
        answer.close()


def test_the_owner_may_shut_the_pages_too(hall: Stage) -> None:
    owner = hall.signed_in(OWNER_PIN)
    assert owner.get("/settings").status_code == 200
    owner.post("/settings/watching", data={"open": "no", "csrf": token(owner)})
    assert hall.client().get("/").location == "/sign-in?next=/"
    assert hall.signed_in().get("/").status_code == 200


def test_a_director_is_not_the_owner(hall: Stage) -> None:
    assert hall.signed_in().get("/settings").status_code == 302


@pytest.mark.parametrize("path", DIRECTORS)
def test_directors_pages_need_the_pin(hall: Stage, path: str) -> None:
    assert hall.client().get(path).location.startswith("/sign-in?next=/director")
    assert hall.signed_in().get(path).status_code == 200


@pytest.mark.parametrize("path", ["/live/director", "/now/director"])
def test_what_directors_see_is_told_to_them_only(hall: Stage, path: str) -> None:
    assert hall.client().get(path, headers={"Accept": "text/event-stream"}).status_code == 403
    with hall.signed_in().get(path) as answer:
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "path", ["/director/call/x", "/director/name", "/director/rounds/list", "/director/rounds/list/x"]
)
def test_nothing_is_changed_without_the_token(hall: Stage, path: str) -> None:
    director = hall.signed_in()
    assert director.post(path, data={"what": "done"}).status_code == 400
    stranger = hall.client()
    assert stranger.post(path, data={"what": "done", "csrf": token(stranger)}).status_code in {302, 403}


def test_nothing_is_changed_from_elsewhere(hall: Stage) -> None:
    director = hall.signed_in()
    told = {"Origin": "http://elsewhere.example"}
    answer = director.post("/director/name", data={"name": "Mo", "csrf": token(director)}, headers=told)
    assert answer.status_code == 400


def test_wrong_pins_have_to_wait(hall: Stage) -> None:
    client = hall.client()
    codes = [client.post("/sign-in", data={"pin": "9999", "csrf": token(client)}).status_code for _ in range(5)]
    assert codes == [403, 403, 403, 429, 429]
    assert client.post("/sign-in", data={"pin": PIN, "csrf": token(client)}).status_code == 429


def test_a_foreign_name_is_refused(hall: Stage) -> None:
    answer = hall.client().get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "not known under this name" in answer.get_data(as_text=True)


def test_the_session_is_not_that_of_a_panel_on_the_same_machine(hall: Stage) -> None:
    assert "companion_hall=" in hall.client().get("/sign-in").headers["Set-Cookie"]


@pytest.mark.parametrize("path", ["/", "/screen", "/nowhere", "/static/hall.js"])
def test_nothing_from_elsewhere_and_nothing_inline(hall: Stage, path: str) -> None:
    answer = hall.client().get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    text = answer.get_data(as_text=True)
    assert "<script>" not in text
    assert " style=" not in text
    answer.close()


@pytest.mark.parametrize("path", ["/results/7", "/table/x", "/live/everything", "/director/results/7.csv"])
def test_what_is_not_there_is_said(hall: Stage, path: str) -> None:
    hall.take_list()
    answer = hall.signed_in().get(path)
    assert answer.status_code == 404
    assert "There is no such page." in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("192.168.7.20", True),
        ("::ffff:192.168.7.20", True),
        ("::ffff:8.8.8.8", False),
        ("8.8.8.8", False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_which_addresses_are_near(address: str, *, near: bool) -> None:
    assert is_near(address) is near
