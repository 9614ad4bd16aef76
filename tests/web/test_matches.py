"""The page of open matches, and times that are put right."""

from __future__ import annotations

from tests.web.stage import Stage
from tests.web.test_pages import send, text_of
from web.forms import as_minutes, minutes


def test_an_older_match_is_gone_back_to(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    assert "No other match is open." in text_of(client, "/matches")
    table.begin(names={"white": "Cy", "black": "Di"})
    page = text_of(client, "/matches")
    assert "Ada, Bo" in page
    assert "Cy, Di" not in page
    assert "Offene Wettkämpfe" in text_of(client, "/matches", "de")
    assert send(client, "/matches", match="1") == (True, "")
    assert table.service.view().names.white == "Ada"
    assert "Cy, Di" in text_of(client, "/matches")


def test_what_is_no_open_match_is_turned_down(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    for match, why in (("1", "Match 1 is not open."), ("9", "Match 9 is not open.")):
        assert send(client, "/matches", match=match) == (False, why)
    for match in ("", "-1", "1 OR 1=1", "../1", "9" * 40):
        answer = client.post("/matches", data={"match": match, "csrf": csrf(text_of(client, "/matches"))})
        assert answer.location == "/matches"
        assert table.service.view().match == 1


def csrf(page: str) -> str:
    return page.partition('<meta name="csrf" content="')[2].partition('"')[0]


def test_a_watcher_neither_sees_nor_does_it(table: Stage) -> None:
    table.begin()
    table.begin()
    client = table.client()
    assert client.get("/matches").status_code in {302, 403}
    assert client.post("/matches", data={"match": "1", "csrf": csrf(text_of(client))}).status_code in {302, 403}
    assert table.service.view().match == 2


def test_a_clock_is_put_right_from_what_it_shows(table: Stage) -> None:
    table.begin(clock={"kind": "fischer", "reserve_ms": {"white": 754_000, "black": 4_000_000}, "step_ms": 0})
    page = text_of(table.signed_in(), "/correct")
    assert 'value="12:34"' in page
    assert 'value="66:40"' in page


def test_a_time_is_read_as_it_is_written() -> None:
    for ms in (0, 1000, 59_000, 60_000, 754_000, 4_000_000):
        assert minutes({"time": as_minutes(ms)}, "time", "Time") == ms
