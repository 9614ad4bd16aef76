"""Files for programs: matches taken away and handed in, pictures of throws, as the panel does it."""

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.web import shelf
from tests.web.described import Described
from tests.web.stage import OWNER_PIN, PIN, Stage
from tests.web.test_api import bearer, code_of
from web.archive.files import MIMETYPES
from web.limits import LARGEST_FILE

FILE = "application/octet-stream"


def hand_in(table: Stage, data: bytes, asked: str = "", pin: str = PIN, kind: str = FILE) -> TestResponse:
    client = table.client()
    return Described(client).ask(
        "POST",
        "/archive/files",
        f"/archive/files{asked}",
        data=data,
        content_type=kind,
        headers=bearer(client, pin) if pin else {},
    )


def settled(table: Stage, answer: TestResponse) -> dict[str, Any]:
    """What has come of a file as soon as it is through."""
    client, told = table.client(), answer.json or {}
    headers = bearer(client)
    while told["state"] in {"reading", "going_through", "writing"}:
        told = (
            Described(client).ask("GET", "/archive/files/{file}", f"/archive/files/{told['id']}", headers=headers).json
        )
    return dict(told)


@pytest.mark.parametrize("form", MIMETYPES)
def test_a_match_is_the_same_file_as_the_panel_s_and_comes_back(table: Stage, form: str) -> None:
    number = settled(table, hand_in(table, shelf.GOOD))["match"]
    client = table.client()
    taken = Described(client).ask("GET", "/archive/{match}/file/{format}", f"/archive/{number}/file/{form}?pictures=no")
    assert taken.data == client.get(f"/archive/{number}/file/{form}?pictures=no").data
    again = settled(table, hand_in(table, taken.data, "?name=again"))
    assert (again["state"], again["format"], again["name"]) in {("twice", form, "again"), ("done", form, "again")}


def test_what_is_against_the_rules_is_told_and_can_be_let_stand(table: Stage) -> None:
    told = settled(table, hand_in(table, shelf.ILLEGAL, "?lang=de"))
    assert (told["state"], told["match"], told["troubles"][0]["game"]) == ("illegal", None, 2)
    client = table.client()
    path = f"/archive/files/{told['id']}"
    answer = Described(client).ask(
        "POST", "/archive/files/{file}", f"{path}?lang=de", json={"condone": True}, headers=bearer(client)
    )
    assert settled(table, answer)["state"] == "done"
    assert "Zunge" in (client.get(f"/api/v1{path}?lang=de", headers=bearer(client)).json or {})["troubles"][0]["text"]
    assert settled(table, hand_in(table, shelf.ILLEGAL, "?condone=yes"))["state"] == "twice"


@pytest.mark.parametrize(
    "data", [b" \n", b"\x00\xff nonsense", b"[" * 99_999, b'{"agreement": 1e999}', "½".encode("utf-16")]
)
def test_what_is_no_match_is_refused_in_words(table: Stage, data: bytes) -> None:
    told = settled(table, hand_in(table, data))
    assert told["state"] == "wrong"
    assert told["why"]


def test_what_is_refused_for_its_size_is_not_valid_by_the_description(table: Stage) -> None:
    described = Described(table.client())
    file = described.operations["POST", "/archive/files"]["requestBody"]["content"][FILE]["schema"]
    assert [bool(described.differs(file, "x" * size)) for size in (0, 1, LARGEST_FILE, LARGEST_FILE + 1)] == [
        True, False, False, True,
    ]  # fmt: skip
    assert settled(table, hand_in(table, b"x" * LARGEST_FILE))["state"] == "wrong"


def test_a_match_is_handed_in_only_with_the_pin_as_a_file_and_not_too_large(table: Stage) -> None:
    assert code_of(hand_in(table, shelf.GOOD, pin="")) == (401, "sign_in")
    assert code_of(hand_in(table, b"")) == (422, "invalid")
    assert code_of(hand_in(table, shelf.GOOD, kind="text/plain")) == (415, "not_json")
    assert [code_of(hand_in(table, bytes(size))) for size in (LARGEST_FILE + 1, 2 * LARGEST_FILE)] == [
        (413, "too_large")
    ] * 2
    assert code_of(hand_in(table, bytes(LARGEST_FILE + 1), pin="")) == (403, "pin_needed")
    assert table.client().get("/api/v1/archive").json == {
        "matches": [], "found": 0, "count": 0, "page": 1, "last_page": 1,
    }  # fmt: skip


def test_what_cannot_be_had_is_told(table: Stage) -> None:
    number = shelf.put(table, "puff_top_first")
    client = table.client()
    for path, told in (
        ("file/mat", (409, "refused")),
        ("file/exe", (404, "not_found")),
        ("file/x%2Fy", (404, "not_found")),
    ):
        assert code_of(client.get(f"/api/v1/archive/{number}/{path}")) == told
    assert code_of(client.get(f"/api/v1/archive/{number}/pictures/1")) == (404, "not_found")
    assert code_of(client.get("/api/v1/archive/files/unknown", headers=bearer(client))) == (404, "not_found")


def test_the_picture_of_a_throw_is_found_by_its_step(table: Stage) -> None:
    number = shelf.put(table, "illegal_let_stand")
    steps = (table.client().get(f"/api/v1/archive/{number}/games/1").json or {})["steps"]
    at = f"/api/v1/archive/{number}/games/1/steps"
    seq = next(
        one["seq"]
        for one in (table.client().get(f"{at}/{step}").json or {} for step in range(1, steps + 1))
        if one["table"]["throw"]
    )
    shelf.keep(table, number, seq)
    shown = [(table.client().get(f"{at}/{step}").json or {})["pictures"] for step in range(1, steps + 1)]
    assert [{"seq": seq}] in shown
    picture = Described(table.client()).ask(
        "GET", "/archive/{match}/pictures/{event}", f"/archive/{number}/pictures/{seq}"
    )
    assert (picture.data, picture.mimetype) == (shelf.JPEG, "image/jpeg")


def test_a_complete_file_holds_the_pictures_unless_they_are_not_wanted(table: Stage) -> None:
    number = shelf.put(table, "illegal_let_stand")
    shelf.keep(table, number, 3)
    whole, without = (
        json.loads(table.client().get(f"/api/v1/archive/{number}/file/json?pictures={one}").data)["evidence"]
        for one in ("yes", "no")
    )
    assert (len(whole), without) == (1, [])


def test_the_owner_may_hand_in_too(table: Stage) -> None:
    assert settled(table, hand_in(table, shelf.GOOD, pin=OWNER_PIN))["state"] == "done"
