"""The list of rounds: looked at before it is taken over, refused with its lines, and results to take away."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from companion.hall.hall import HallError
from companion.hall.words import message
from tests.hall.pages.stage import LIST, Stage
from tests.web.shelf import send_file
from tests.web.stage import token
from web.hall.rounds import LARGEST_LIST
from web.hall.shared import Lists

BAD = b"round,table,white,black\n1,1,Ada,Bo\n1,1,Cleo,Dan\nx,2,Ida,Jo\n"


def hand_in(client: FlaskClient, data: bytes) -> str:
    """Hand a list in; return the page that follows."""
    answer = send_file(client, "/director/rounds/list", data, "list.csv")
    assert answer.status_code == 302
    return answer.location


def text_of(client: FlaskClient, path: str) -> str:
    return client.get(path).get_data(as_text=True)


def test_a_list_is_looked_at_and_then_taken_over(hall: Stage) -> None:
    mo = hall.signed_in()
    place = hand_in(mo, LIST)
    text = text_of(mo, place)
    assert "Pairings in this list: 3." in text
    assert "<bdi>Cleo</bdi>" in text
    assert hall.hall.view().rounds == ()
    assert mo.post(place, data={"csrf": token(mo)}).location == "/director/rounds"
    assert "The list is taken over." in text_of(mo, "/director/rounds")
    assert hall.hall.view().rounds == (1, 2)


def test_everything_that_is_wrong_is_told_with_its_line(hall: Stage) -> None:
    mo = hall.signed_in()
    place = hand_in(mo, BAD)
    text = text_of(mo, place)
    assert "Line 3, column 2:" in text
    assert "Table 1 is taken in round 1 already, in line 2." in text
    assert "Line 4, column 1:" in text
    assert "Take over</button>" not in text
    assert mo.post(place, data={"csrf": token(mo)}).location == place
    assert hall.hall.view().rounds == ()
    assert "Zeile 3, Spalte 2:" in text_of(mo, f"{place}?lang=de")


def test_a_list_with_countless_faults_is_not_told_whole(hall: Stage) -> None:
    mo = hall.signed_in()
    text = text_of(mo, hand_in(mo, b"round,table,white,black\n" + b"x,1,A,B\n" * 3000))
    assert text.count("<li><b>") == 100
    assert "And 2900 more." in text


@pytest.mark.parametrize(
    ("data", "why"),
    [(b" \n", "Choose a file that is not empty."), (b"x" * (LARGEST_LIST + 1), "The file is larger than 1 MB.")],
)
def test_what_is_no_list_is_not_looked_at(hall: Stage, data: bytes, why: str) -> None:
    mo = hall.signed_in()
    assert hand_in(mo, data) == "/director/rounds"
    assert why in text_of(mo, "/director/rounds")


def test_a_file_is_only_taken_from_directors(hall: Stage) -> None:
    stranger = hall.client()
    told = {"X-CSRF-Token": token(stranger)}
    for path, code in (("/director/rounds/list", 403), ("/director/name", 413)):
        assert stranger.post(path, data=b"x" * 200_000, headers=told).status_code == code


def test_a_list_is_kept_only_for_a_while(hall: Stage) -> None:
    mo = hall.signed_in()
    assert mo.get("/director/rounds/list/unknown").location == "/director/rounds"
    assert "That list is not known any more." in text_of(mo, "/director/rounds")
    assert mo.post("/director/rounds/list/unknown", data={"csrf": token(mo)}).location == "/director/rounds"
    lists = Lists(2)
    names = [lists.keep(bytes([number])) for number in range(3)]
    assert [lists.get(name) for name in names] == [None, b"\x01", b"\x02"]


def test_the_round_that_is_played_is_chosen(hall: Stage) -> None:
    hall.take_list(number=None)
    mo = hall.signed_in()
    for wanted, told in (("2", "Round 2 is played now."), ("", "No round is played now."), ("9", "There is no such")):
        mo.post("/director/rounds/present", data={"round": wanted, "csrf": token(mo)})
        assert told in text_of(mo, "/director/rounds")
    assert mo.post("/director/rounds/present", data={"round": "-1", "csrf": token(mo)}).status_code == 400


def test_a_round_is_taken_off_the_list(hall: Stage) -> None:
    hall.take_list()
    mo = hall.signed_in()
    for wanted, told in (("2", "Round 2 is off the list."), ("2", "There is no such round.")):
        mo.post("/director/rounds/drop", data={"round": wanted, "csrf": token(mo)})
        assert told in text_of(mo, "/director/rounds")
    assert hall.hall.view().rounds == (1,)
    assert mo.post("/director/rounds/drop", data={"round": "", "csrf": token(mo)}).status_code == 400
    stranger = hall.client()
    refused = stranger.post("/director/rounds/drop", data={"round": "1", "csrf": token(stranger)})
    assert refused.status_code in {302, 403}
    assert hall.hall.view().rounds == (1,)


def test_results_are_taken_away(hall: Stage) -> None:
    hall.take_list()
    mo = hall.signed_in()
    answer = mo.get("/director/results/1.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="round-1.csv"'
    assert answer.mimetype == "text/csv"
    assert b"Cleo" in answer.data
    assert "Cleo" in json.dumps(json.loads(mo.get("/director/results/1.json").data))
    assert mo.get("/director/results/1.exe").status_code == 404
    assert hall.client().get("/director/results/1.csv").status_code == 302


def test_what_the_record_cannot_do_is_said(hall: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.take_list()

    def fails(*_: object) -> None:
        raise HallError(message("busy"))

    monkeypatch.setattr(hall.hall, "results", fails)
    monkeypatch.setattr(hall.hall, "take_list", fails)
    mo = hall.signed_in()
    answer = mo.get("/results?lang=de")
    assert answer.status_code == 503
    assert "Die Aufzeichnung antwortet nicht rechtzeitig" in answer.get_data(as_text=True)
    assert mo.post(hand_in(mo, LIST), data={"csrf": token(mo)}).status_code == 503
