"""What everybody sees: the tables of the round with names, score, clock, state; results; never why a referee comes."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.broker import live
from companion.broker.messages import encode
from tests.hall.pages.stage import START, TOPICS, Stage, a_match, now, often, said

EVIL = 'Eve <script>alert("1")</script>'


def page(hall: Stage, path: str = "/") -> str:
    answer = hall.client().get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_a_hall_without_tables(hall: Stage) -> None:
    assert "No table has been heard yet." in page(hall)
    assert "There are no results yet" in page(hall, "/results")


def test_a_table_shows_who_plays_and_how_it_stands(hall: Stage) -> None:
    hall.table("7")
    text = page(hall)
    for told in ("Winter Open", ">7<", ">Ada<", ">Bo<", "To 5 points", "Game 4", "Ada plays 5-2.", "10:00", "9:00"):
        assert told in text
    assert 'data-reserve="600000" data-delay="12000"' in text


def test_in_the_language_of_the_device(hall: Stage) -> None:
    hall.table("7")
    text = page(hall, "/?lang=de")
    assert "Ada setzt 5-2." in text
    assert "5 Punkte" in text


@pytest.mark.parametrize("path", ["/", "/screen", "/table/00000000000000000000000000000001"])
def test_a_referee_is_called_but_not_told_why(hall: Stage, path: str) -> None:
    table = hall.table("7")
    table.calls("illegal", text="Ada moved against the rules.")
    hall.called(table)
    text = page(hall, path)
    assert "Referee called" in text
    assert "against the rules" not in text
    table.calls()
    hall.called()
    assert "Referee called" not in page(hall, path)


def test_what_only_concerns_the_hall_calls_nobody_to_a_table(hall: Stage) -> None:
    hall.table("7")
    hall.table("7", panel="http://192.168.7.32:8080/")
    hall.until(lambda view: any(call.kind == "same_name" for call in view.calls))
    text = page(hall)
    assert "Referee called" not in text
    assert "…0001" in text
    assert "…0002" in text


def test_a_table_that_leaves_says_so(hall: Stage) -> None:
    table = hall.table("7")
    table.alive(online=False)
    hall.until(lambda view: view.tables[0].heard == "away")
    text = page(hall)
    assert "Away since" in text
    assert "data-runs" not in text


def test_only_the_tables_of_the_round_are_shown(hall: Stage) -> None:
    hall.table("1")
    hall.table("9")
    assert ">9<" in page(hall)
    hall.take_list()
    text = page(hall)
    assert "Round 1" in text
    assert ">9<" not in text
    assert "Tables of this round that have not been heard: 1" in text
    assert "Cleo" in text
    assert hall.signed_in().get("/director").get_data(as_text=True).count(">9<")


def test_two_tables_of_one_id_are_two_pieces(hall: Stage) -> None:
    table = hall.table("7")
    other = replace(table, session="6" * 32, panel="http://192.168.7.32:8080/", beat=0)
    with often(table.alive), often(other.alive):
        hall.until(lambda view: len(view.tables) == 2)
    told = json.loads(hall.client().get("/now/tables").data)
    assert len(set(told["order"])) == 2
    assert set(told["order"]) <= set(told["parts"])


def test_a_table_of_its_own_with_the_board(hall: Stage) -> None:
    table = hall.table("7")
    text = page(hall, f"/table/{table.id}")
    assert text.count('class="checker ') == 30
    assert '<text y="11">2</text>' in text
    assert "The board in words" in text
    assert "192.168.7.31" not in text
    assert "http://192.168.7.31:8080/" in hall.signed_in().get(f"/table/{table.id}").get_data(as_text=True)


def test_a_table_that_shows_nothing_yet(hall: Stage) -> None:
    table = hall.table("7")
    table.shows(None, said("Nobody is playing now."))
    hall.until(lambda view: view.tables[0].view and view.tables[0].view.phase == "no_match")
    assert "Nobody is playing now." in page(hall, f"/table/{table.id}")


def test_names_are_only_text(hall: Stage) -> None:
    table = hall.table(EVIL, a_match(EVIL, "\u202eFritz"), panel="http://x/?<script>")
    for path in ("/", "/screen", f"/table/{table.id}"):
        text = page(hall, path)
        assert "<script>alert" not in text
        assert "\u202e" not in text
        assert "Eve &lt;script&gt;" in text


@pytest.mark.parametrize(
    "board",
    [
        replace(START, off=live.Piles(10**12, 0)),
        replace(START, bar=live.Piles(0, 10**9)),
        replace(START, reserve=live.Piles(-1, 10**12)),
    ],
)
def test_a_board_that_cannot_be_keeps_nobody_busy(hall: Stage, board: live.Board) -> None:
    table = hall.table("7")
    assert table.state is not None
    state = replace(table.state, n=9, sent=now(), match=a_match(board=board))
    hall.hall.receive(TOPICS.of_table("state", table.id), encode(state), retained=False)
    hall.until(lambda view: view.status.refused == 1)
    assert page(hall, f"/table/{table.id}").count('class="checker ') == 30


def test_results_of_each_round(hall: Stage) -> None:
    hall.take_list()
    text = page(hall, "/results")
    assert "Round 1" in text
    assert text.count("not begun") == 2
    assert "Cleo" in page(hall, "/results/2")
    assert hall.client().get("/results/3").status_code == 404


def test_the_device_keeps_what_was_chosen(hall: Stage) -> None:
    client = hall.client()
    page_before = client.get("/device").get_data(as_text=True)
    token = page_before.partition('<meta name="csrf" content="')[2].partition('"')[0]
    answer = client.post("/device", data={"language": "nl", "theme": "dark", "csrf": token})
    assert answer.location == "/device"
    text = client.get("/").get_data(as_text=True)
    assert '<html lang="nl" data-theme="dark">' in text
    assert "Alle tafels" in text
