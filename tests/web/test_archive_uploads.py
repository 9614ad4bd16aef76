"""Files for the archive: good ones, wrong ones, hostile ones; who may hand them in, and what is told of them."""

from __future__ import annotations

import html
import threading
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest

from companion.service import importing
from companion.service.archive import EXPORTS
from tests.journal.exchange.test_hostile import HUGE
from tests.web.shelf import GOOD, HOSTILE, ILLEGAL, JPEG, hand_in, keep, put, send_file, settled
from tests.web.stage import Stage, token
from web.limits import LARGEST_BODY, LARGEST_FILE


def told(answer: Any) -> str:
    """What a page says."""
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def count(table: Stage) -> int:
    return len(table.service.archive.matches())


def test_a_file_of_another_program_comes_into_the_archive(table: Stage) -> None:
    page = told(hand_in(table.signed_in(), GOOD))
    assert "The match is in the archive" in page
    assert 'href="/archive/1"' in page
    line = table.service.archive.matches()[0]
    assert (line.names.white, line.names.black, line.source, line.games) == ("Cleo", "Dan", "mat", 1)
    assert table.service.archive.export(1, "mat").count(b"8/5 6/5") == 2


@pytest.mark.parametrize("wanted", EXPORTS)
@pytest.mark.parametrize("called", ["right", "nonsense.exe", ""])
def test_what_was_taken_away_comes_back(table: Stage, wanted: str, called: str) -> None:
    number = put(table, "beaver")
    keep(table, number, 2)
    data = table.service.archive.export(number, wanted)
    client = table.signed_in()
    # In a journal of its own, where nothing is known of it yet.
    page = told(hand_in(client, data.replace(table.service.archive.matches()[0].uid.encode(), b"another")))
    assert "The match is in the archive" in page, called
    assert f"seen to be: {wanted}" in page
    mine, its = (table.service.archive.export(one, "text").split(b"Game 1")[1] for one in (number, number + 1))
    assert mine == its or wanted in {"mat", "sgf"}
    if wanted == "json":
        assert table.service.archive.picture(number + 1, 2).data == JPEG


def test_a_name_says_nothing_of_what_a_file_is(table: Stage) -> None:
    client = table.signed_in()
    assert "seen to be: mat" in told(hand_in(client, GOOD, "match.sgf"))
    assert "This file cannot be taken in" in told(hand_in(client, b"\x7fELF\x00\x01", "match.mat"))


def test_the_same_file_twice_is_told(table: Stage) -> None:
    client = table.signed_in()
    hand_in(client, GOOD)
    answer = hand_in(client, GOOD, "another name.mat")
    page = told(answer)
    assert "This match is in the archive already" in page
    assert 'href="/archive/1"' in page
    assert count(table) == 1
    again = client.post(answer.request.path, data={"csrf": token(client), "again": "yes"})
    assert "The match is in the archive" in told(settled(client, again))
    assert count(table) == 2


def test_plays_against_the_rules_are_told_and_can_be_let_stand(table: Stage) -> None:
    client = table.signed_in()
    answer = hand_in(client, ILLEGAL)
    page = told(answer)
    assert "There are plays against the rules" in page
    assert "<b>Game 2, move 2:</b>" in page
    assert "--condone" not in page
    assert count(table) == 0
    more = client.post(answer.request.path, data={"csrf": token(client), "condone": "yes"})
    page = told(settled(client, more))
    assert "The match is in the archive" in page
    assert "Let stand" in page
    assert count(table) == 1
    assert any(one.play and one.play.condoned for one in table.service.archive.game(1, 2).steps)


def test_plays_can_be_let_stand_at_once(table: Stage) -> None:
    assert "The match is in the archive" in told(hand_in(table.signed_in(), ILLEGAL, condone="yes"))


def test_only_who_has_the_pin_hands_files_in(table: Stage) -> None:
    client = table.client()
    assert client.get("/archive/upload").status_code == 302
    assert send_file(client, "/archive/upload", GOOD).status_code in {302, 403}
    known = hand_in(table.signed_in(), GOOD).request.path
    assert client.get(known).status_code == 302
    assert client.post(known, data={"csrf": token(client), "again": "yes"}).status_code in {302, 403}
    assert count(table) == 1
    assert "/archive/upload" not in client.get("/archive").get_data(as_text=True)
    assert "/archive/upload" in table.signed_in().get("/archive").get_data(as_text=True)


def test_without_the_token_of_a_page_nothing_is_taken(table: Stage) -> None:
    client = table.signed_in()
    answer = client.post("/archive/upload", data={"file": (BytesIO(GOOD), "a.mat")})
    assert answer.status_code == 400
    assert count(table) == 0


def test_too_much_is_refused_before_it_is_read(table: Stage) -> None:
    client, some = table.signed_in(), b"x" * 2 * LARGEST_BODY
    assert send_file(client, "/archive/upload", b"x" * (LARGEST_FILE + 2 * LARGEST_BODY)).status_code == 413
    assert "The file is larger than 16 MB." in told(hand_in(client, b"x" * (LARGEST_FILE + 1)))
    assert send_file(client, "/throw", some).status_code == 413
    assert send_file(table.client(), "/archive/upload", some).status_code == 403


@pytest.mark.parametrize("case", sorted(HUGE))
def test_hostile_files_are_refused_in_words(table: Stage, case: str) -> None:
    data, why = HUGE[case]
    page = told(hand_in(table.signed_in(), data))
    assert "The match is in the archive" not in page
    assert why in page or "This file cannot be taken in" in page or "Choose a file that is not empty." in page
    assert 'data-state="failed"' not in page
    assert count(table) == 0


HOSTILE_RECORDS = {
    "deep": b'{"a":' * 100_000,
    "a list": b"[" * 100_000,
    "no record": b'{"format": "companion-match", "version": 1}',
    "another version": b'{"format": "companion-match", "version": 99, "agreement": {}, "events": []}',
    "long numbers": b'{"format": "companion-match", "version": 1, "begun": ' + b"9" * 5000 + b"}",
    "half": GOOD[:100],
    "markup": b"<script>alert(1)</script>",
    "an archive": b"PK\x03\x04" + b"\0" * 100,
    "a picture": JPEG,
}


@pytest.mark.parametrize("case", HOSTILE_RECORDS)
def test_what_is_no_record_never_breaks_anything(table: Stage, case: str) -> None:
    answer = hand_in(table.signed_in(), HOSTILE_RECORDS[case], HOSTILE)
    assert b"<script>alert" not in answer.data
    assert 'data-state="wrong"' in told(answer)


def test_a_hostile_name_and_hostile_players_never_become_markup(table: Stage) -> None:
    client = table.signed_in()
    answer = hand_in(client, GOOD.replace(b"Cleo", b"<b>Cleo</b>"), HOSTILE + "x" * 5000)
    assert b"<script>alert" not in answer.data
    page = client.get("/archive").get_data(as_text=True)
    assert "&lt;b&gt;Cleo&lt;/b&gt;" in page
    wrong = hand_in(client, GOOD.replace(b"8/5 6/5", b"<b>x</b>"))
    assert b"<b>x</b>" not in wrong.data
    assert b"&lt;b&gt;x&lt;/b&gt;" in wrong.data


@pytest.mark.parametrize(
    "fields", [{}, {"file": "no file"}, {"file": (BytesIO(b""), "")}, {"file": (BytesIO(b" \n"), "a")}]
)
def test_without_a_file_one_is_asked_for(table: Stage, fields: dict[str, Any]) -> None:
    client = table.signed_in()
    sent = {"csrf": token(client), **fields}
    answer = client.post("/archive/upload", data=sent, content_type="multipart/form-data", follow_redirects=True)
    assert "Choose a file that is not empty." in told(answer)


def test_one_file_at_a_time_and_how_far_it_is(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client, gate, inside = table.signed_in(), threading.Event(), threading.Event()
    refused = hand_in(client, ILLEGAL).request.path
    real = importing.Imports._told

    def held(self: importing.Imports, task: Any, events: Sequence[Any]) -> Any:
        yield from list(real(self, task, events))
        self._tell(task, percent=50)
        inside.set()
        assert gate.wait(30)

    monkeypatch.setattr(importing.Imports, "_told", held)
    first = send_file(client, "/archive/upload", GOOD)
    assert inside.wait(30)
    page = told(client.get(first.location))
    assert "The match is gone through: 50 %" in page
    assert 'http-equiv="refresh"' in page
    second = send_file(client, "/archive/upload", ILLEGAL)
    assert "Another file is being read." in told(client.get(second.location))
    again = {"condone": "yes", "csrf": token(client)}
    page = told(client.post(refused, data=again, follow_redirects=True))
    assert "Another file is being read." in page
    assert "There are plays against the rules" in page
    assert "The match is gone through: 50 %" in told(client.post(first.location, data=again, follow_redirects=True))
    gate.set()
    assert "The match is in the archive" in told(settled(client, first))


def test_a_file_that_breaks_the_reader_is_told_and_the_panel_goes_on(
    table: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(HOSTILE)

    with monkeypatch.context() as patch:
        patch.setattr(importing, "read_complete", broken)
        page = told(hand_in(table.signed_in(), GOOD))
    assert "It could not be understood; the log tells more." in page
    assert "The match is in the archive" in told(hand_in(table.signed_in(), GOOD))


def test_a_file_that_nobody_remembers_is_asked_for_again(table: Stage) -> None:
    client = table.signed_in()
    for answer in (
        client.get("/archive/upload/nothing", follow_redirects=True),
        client.post("/archive/upload/nothing", data={"csrf": token(client)}, follow_redirects=True),
    ):
        assert "That file is not known any more." in told(answer)
    first = hand_in(client, GOOD).request.path
    for number in range(importing.KEPT):
        hand_in(client, GOOD.replace(b"Cleo", b"Cleo %d" % number))
    assert "That file is not known any more." in told(client.get(first, follow_redirects=True))


def test_where_nothing_can_be_written_it_is_told(table: Stage) -> None:
    client = table.signed_in()
    table.service.stop()
    page = told(hand_in(client, GOOD))
    assert "It could not be written down" in page
    assert "Try again" in page


def test_the_table_goes_on_while_a_match_comes_in(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    assert "The match is in the archive" in told(hand_in(table.signed_in(), GOOD))
    table.post("play_entered", player="white", play="8/5 6/5")
    assert table.service.view().match == 1
    assert [one.number for one in table.service.archive.matches()] == [2, 1]


def test_an_upload_speaks_german(table: Stage) -> None:
    client = table.signed_in()
    path = hand_in(client, ILLEGAL).request.path
    page = told(client.get(path, headers={"Accept-Language": "de"}))
    assert "Es gibt regelwidrige Züge" in page
    assert "Partie 2, Zug 2" in page
