"""The demonstration's page: what a visitor may choose and let fail there, and who may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import Config, changed
from companion.demo.demonstration import Demonstration
from companion.demo.plugs import FAULTS
from companion.rules.games import GAMES
from tests.web.stage import Stage, stage, token
from web import offer
from web.safe import Role, Safe

pytestmark = pytest.mark.real_time

CHANGES = [
    ("/demo/game", {"game": "puff"}),
    ("/demo/pace", {"pace": "5"}),
    ("/demo/side", {"side": "white", "by": "hand"}),
    ("/demo/fault", {"fault": "dark", "do": "pull"}),
    ("/demo/mend", {}),
]
NONSENSE = [
    ("/demo/game", {"game": "chess"}),
    ("/demo/pace", {"pace": "1000000"}),
    ("/demo/side", {"side": "red", "by": "hand"}),
    ("/demo/fault", {"fault": "fire", "do": "pull"}),
]


@dataclass(frozen=True)
class Shown:
    """A table with its panel, on which a demonstration is offered."""

    table: Stage
    demo: Demonstration

    @property
    def visitor(self) -> FlaskClient:
        """Somebody in the network without a PIN."""
        return self.table.client()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with stage(tmp_path, pins=False) as table:
        demo = Demonstration(table.service, changed(Config(), {"folder": str(tmp_path), "demo.on": True}))
        offer(table.app, demo)
        yield Shown(table, demo)
        demo.close()


def send(client: FlaskClient, path: str, **data: str) -> int:
    return client.post(path, data={**data, "csrf": token(client)}).status_code


def page(client: FlaskClient, language: str = "en") -> str:
    answer = client.get("/demo", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_everything_is_offered(shown: Shown) -> None:
    text = page(shown.visitor)
    assert re.findall(r'<option value="([a-z_]+)"', text) == list(GAMES)
    assert re.findall(r'name="fault" value="(\w+)"', text) == list(FAULTS)
    assert "Everything is in order." in text
    assert 'href="/demo"' in shown.visitor.get("/").get_data(as_text=True)


def test_it_speaks_german(shown: Shown) -> None:
    text = page(shown.visitor, "de")
    assert "Alles wieder in Ordnung" in text
    assert "Let it fail" not in text


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_shown_until_it_is_mended(fault: str, shown: Shown) -> None:
    visitor = shown.visitor
    assert send(visitor, "/demo/fault", fault=fault, do="pull") == 302
    assert shown.demo.state().pulled == (fault,)
    assert page(visitor).count("fails now</span>") == 1
    assert send(visitor, "/demo/fault", fault=fault, do="mend") == 302
    assert shown.demo.state().pulled == ()


def test_one_button_puts_all_in_order(shown: Shown) -> None:
    for fault in ("dark", "slow", "journal_busy"):
        assert send(shown.visitor, "/demo/fault", fault=fault, do="pull") == 302
    assert page(shown.visitor).count("fails now</span>") == 3
    assert send(shown.visitor, "/demo/mend") == 302
    assert shown.demo.state().pulled == ()
    assert "Everything is in order." in page(shown.visitor)


def test_the_game_is_chosen(shown: Shown) -> None:
    assert send(shown.visitor, "/demo/game", game="puff_dutch") == 302
    assert shown.table.service.view().game == "puff_dutch"
    assert '<option value="puff_dutch" selected>' in page(shown.visitor)


def test_the_pace_is_chosen(shown: Shown) -> None:
    assert send(shown.visitor, "/demo/pace", pace="0.5") == 302
    assert shown.demo.state().pace == 0.5
    assert '<option value="0.5" selected>2 times as slow' in page(shown.visitor)


def test_a_side_is_taken_and_given_back(shown: Shown) -> None:
    assert send(shown.visitor, "/demo/side", side="black", by="hand") == 302
    assert shown.demo.state().sides == {"black"}
    assert "Give Black back" in page(shown.visitor)
    assert send(shown.visitor, "/demo/side", side="black", by="demonstration") == 302
    assert shown.demo.state().sides == frozenset()


@pytest.mark.parametrize(("path", "data"), NONSENSE)
def test_nonsense_is_turned_down(path: str, data: dict[str, str], shown: Shown) -> None:
    before = shown.demo.state()
    assert send(shown.visitor, path, **data) == 400
    assert shown.demo.state() == before


@pytest.mark.parametrize(("path", "data"), CHANGES)
def test_a_change_needs_the_token(path: str, data: dict[str, str], shown: Shown) -> None:
    before = shown.demo.state()
    assert shown.visitor.post(path, data=data).status_code == 400
    assert shown.visitor.get(path).status_code == 405
    assert shown.demo.state() == before


@pytest.mark.parametrize(("path", "data"), CHANGES)
def test_once_there_is_a_pin_it_is_needed(path: str, data: dict[str, str], shown: Shown) -> None:
    Safe(shown.table.folder).set_pin(Role.TABLE, "4071")
    shown.table.app.extensions["companion_access"].safe = Safe(shown.table.folder)
    before = shown.demo.state()
    assert send(shown.visitor, path, **data) == 403
    assert shown.visitor.get("/demo").status_code == 302
    assert shown.demo.state() == before
    signed_in = shown.table.signed_in("4071")
    assert send(signed_in, path, **data) == 302


def test_without_a_pin_nobody_gets_at_the_settings(shown: Shown) -> None:
    assert send(shown.visitor, "/settings/pin", which="owner", pin="860312") == 403
    assert not Safe(shown.table.folder).kept.has_pin


def test_at_a_real_table_there_is_no_such_page(table: Stage) -> None:
    client = table.signed_in()
    assert client.get("/demo").status_code == 404
    assert "/demo" not in client.get("/").get_data(as_text=True)
    assert send(client, "/demo/mend") == 404


def test_at_a_real_table_without_a_pin_nobody_else_may_enter(tmp_path: Path) -> None:
    with stage(tmp_path, pins=False) as table:
        assert send(table.client(), "/do", event='{"event": "session_ended"}') == 403
