"""Directors see every table that was ever heard, let it in and turn it away; nobody else does."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.hall.pages.stage import FakeTable, Stage, stage
from tests.web.stage import token

PAGE = "/director/tables"


def decided(client: FlaskClient, what: str, *tables: str) -> int:
    data = {"what": what, "table": list(tables), "csrf": token(client)}
    return client.post(PAGE, data=data).status_code


def text(client: FlaskClient) -> str:
    return client.get(PAGE).get_data(as_text=True)


def test_a_table_is_turned_away_and_let_in_again(hall: Stage) -> None:
    table, mo = hall.table("7"), hall.signed_in(name="Mo")
    assert "Turn away and discard its matches" in text(mo)
    assert decided(mo, "turn_away", table.id) == 302
    assert hall.hall.view().tables == ()
    shown = text(mo)
    assert ("turned away <bdi>Mo</bdi>" in shown, "Turn away and discard" in shown) == (True, False)
    assert decided(mo, "let_in", table.id) == 302
    table.alive()
    hall.until(lambda view: len(view.tables) == 1)


def test_tables_that_wait_are_told_and_let_in_all_at_once(tmp_path: Path) -> None:
    with stage(tmp_path, known_only=True) as one:
        mo = one.signed_in(name="Mo")
        waiting = [FakeTable(one.hall, f"{number:032x}", f"<b>{number}") for number in (1, 2)]
        for table in waiting:
            table.alive()
        one.until(lambda view: view.status.waiting == 2)
        assert "Tables that wait to be let in: 2" in mo.get("/director").get_data(as_text=True)
        shown = text(mo)
        assert "Let in all that wait" in shown
        assert "&lt;b&gt;1" in shown
        assert "<b>1" not in shown
        assert decided(mo, "let_in", *(table.id for table in waiting)) == 302
        one.until(lambda view: len(view.tables) == 2 and not view.status.waiting)


@pytest.mark.parametrize(("what", "table"), [("burn", "0" * 31 + "1"), ("let_in", "x"), ("turn_away", "0" * 32)])
def test_only_what_is_shown_can_be_decided(hall: Stage, what: str, table: str) -> None:
    hall.table("7")
    assert decided(hall.signed_in(), what, table) == 400
    assert len(hall.hall.view().tables) == 1


def test_it_is_for_directors_alone(hall: Stage) -> None:
    table, stranger = hall.table("7"), hall.client()
    assert stranger.get(PAGE).status_code == 302
    assert decided(stranger, "turn_away", table.id) == 403
    assert len(hall.hall.view().tables) == 1
