"""The directors' desk: calls with what and since when, answered for all to see, and everything that is amiss."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.hall.pages.stage import FakeTable, Stage, a_match
from tests.web.stage import token
from web.sign_in import LONGEST_NAME

JSON = {"Accept": "application/json"}


def desk(client: FlaskClient) -> str:
    return client.get("/director").get_data(as_text=True)


def answered(client: FlaskClient, call: str, what: str) -> tuple[int, bool]:
    answer = client.post(f"/director/call/{call}", data={"what": what, "csrf": token(client)}, headers=JSON)
    return answer.status_code, bool(answer.json and answer.json["ok"])


def a_call(hall: Stage, kind: str = "illegal") -> tuple[FakeTable, str]:
    table = hall.table("7")
    table.calls(kind)
    return table, hall.called(table).calls[0].id


def test_a_call_says_where_what_and_since_when(hall: Stage) -> None:
    a_call(hall)
    text = desk(hall.signed_in())
    for told in ("Illegal play", "Ada moved three checkers.", "<time data-since=", "On the way", ">7<"):
        assert told in text


def test_who_has_waited_longest_comes_first(hall: Stage) -> None:
    first, second = hall.table("2"), hall.table("1")
    first.calls("question")
    hall.called(first)
    second.calls("flag")
    hall.called(first, second)
    text = desk(hall.signed_in())
    assert text.index("Table 2: Question") < text.index("Table 1: Time is up")


def test_two_directors_see_who_is_on_the_way(hall: Stage) -> None:
    table, call = a_call(hall)
    mo, lu = hall.signed_in(name="Mo"), hall.signed_in(name="Lu")
    assert answered(mo, call, "on_the_way") == (200, True)
    assert "<bdi>Mo</bdi> is on the way" in desk(lu)
    assert "On the way" not in desk(lu).partition("data-call")[2].partition("</li>")[0]
    assert answered(lu, call, "done") == (200, True)
    hall.called()
    assert "Nobody calls." in desk(mo)
    assert answered(mo, call, "done") == (409, False)
    # What the table goes on to say is the same call, which has been dealt with.
    table.shows(a_match(), calls=table.state.calls if table.state else ())
    hall.until(lambda view: view.tables[0].view and view.tables[0].view.version == 3)
    assert hall.hall.view().calls == ()


def test_a_director_without_a_name_is_one_all_the_same(hall: Stage) -> None:
    _table, call = a_call(hall)
    assert answered(hall.signed_in(), call, "on_the_way") == (200, True)
    assert "<bdi>A director</bdi> is on the way" in desk(hall.signed_in())


def test_a_director_may_change_their_name(hall: Stage) -> None:
    mo = hall.signed_in(name="Mo")
    assert 'value="Mo"' in desk(mo)
    mo.post("/director/name", data={"name": " Mo  the " + "x" * 90, "csrf": token(mo)})
    assert f'value="{("Mo the " + "x" * 90)[:LONGEST_NAME]}"' in desk(mo)


def test_without_javascript_it_works_too(hall: Stage) -> None:
    table, call = a_call(hall)
    mo = hall.signed_in(name="Mo")
    text = desk(mo)
    assert 'name="csrf" value="' in text.partition("data-call")[2].partition("</form>")[0]
    answer = mo.post(f"/director/call/{call}", data={"what": "on_the_way", "csrf": token(mo)})
    assert answer.location == "/director"
    table.calls()
    hall.called()
    mo.post(f"/director/call/{call}", data={"what": "done", "csrf": token(mo)})
    assert "That call is over already." in desk(mo)


@pytest.mark.parametrize("what", ["", "burn"])
def test_there_are_two_answers(hall: Stage, what: str) -> None:
    _table, call = a_call(hall)
    assert answered(hall.signed_in(), call, what)[0] == 400


def test_all_calls_are_kept(hall: Stage) -> None:
    table, call = a_call(hall)
    mo = hall.signed_in(name="Mo")
    answered(mo, call, "on_the_way")
    table.calls()
    hall.called()
    hall.until(lambda _view: hall.hall.call_log() and hall.hall.call_log()[0].went)
    text = mo.get("/director/calls").get_data(as_text=True)
    for told in ("Illegal play", "Ada moved three checkers.", "<bdi>Mo</bdi>"):
        assert told in text


def test_tables_with_trouble_are_told(hall: Stage) -> None:
    hall.take_list()
    hall.table("1", a_match("Ida", "Jo"), late=7 * 60_000)
    hall.until(lambda view: len(view.tables[0].troubles) == 2)
    text = desk(hall.signed_in())
    assert "This table&#39;s own clock is 7 minutes off." in text
    assert "The list has Ada and Bo here." in text
    assert 'href="http://192.168.7.31:8080/" target="_blank" rel="noopener noreferrer"' in text


def test_two_tables_of_one_name_are_told_apart(hall: Stage) -> None:
    hall.table("7")
    hall.table("7")
    hall.until(lambda view: any(call.kind == "same_name" for call in view.calls))
    text = desk(hall.signed_in())
    assert "2 tables are called 7" in text
    assert "One name twice" in text


def test_how_the_hall_itself_is(hall: Stage) -> None:
    mo = hall.signed_in()
    hall.until(lambda view: view.status.broker.message.code == "broker_off")
    text = desk(mo)
    assert "No broker is configured" in text
    assert "Messages that were refused: 0" in text
    hall.hall.receive("companion/table/<b>/state", b"{}", retained=False)
    hall.table("7")
    assert "Messages that were refused: 1" in desk(mo)
    told = mo.get("/director/refused").get_data(as_text=True)
    assert "&lt;b&gt;" in told


def test_a_panel_elsewhere_can_only_be_read(hall: Stage) -> None:
    table = hall.table("7", panel="http://evil.example/")
    client = hall.signed_in()
    for page in (desk(client), client.get(f"/table/{table.id}").get_data(as_text=True)):
        assert ">http://evil.example/<" in page
        assert 'href="http://evil.example/' not in page


def test_a_panel_that_is_none_has_no_link(hall: Stage) -> None:
    hall.table("7", panel="http://user:secret@elsewhere/")
    assert "elsewhere" not in desk(hall.signed_in())
