"""The recording of a match in the panel: only for the owner, chosen from a list, without secrets."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import Config, changed
from companion.service import TableService
from companion.service.upkeep.settings import Settings as Known
from companion.service.upkeep.upkeep import Upkeep
from tests.service.playing import begun, running
from tests.service.recording.stage import RAW, checked
from tests.web.stage import OWNER_PIN, PIN, Settings, Stage, token
from tests.web.test_setup import page
from web import create_app, offer_upkeep
from web.safe import Role, Safe

PATH = "/diagnostics/recording"
NAMES = {"white": "Anna Gram", "black": "Bo Ard"}


@contextmanager
def table(folder: Path, **raw: int) -> Iterator[tuple[TableService, FlaskClient]]:
    """A table with its panel, and a device that nobody has signed in at."""
    safe = Safe(folder)
    safe.set_pin(Role.TABLE, PIN)
    safe.set_pin(Role.OWNER, OWNER_PIN)
    with running(folder, None, **raw) as service:
        settings = Known(changed(Config(), {"folder": str(folder)}), folder)
        app = create_app(service, Settings(folder))
        offer_upkeep(app, Upkeep(service, settings))
        yield service, Stage(service, app, folder, Settings(folder)).client()


def sign_in(client: FlaskClient, pin: str = OWNER_PIN) -> None:
    assert client.post("/sign-in", data={"pin": pin, "csrf": token(client)}).status_code == 302


def test_it_is_for_the_owner_alone(tmp_path: Path) -> None:
    with table(tmp_path, **RAW) as (_, client):
        assert client.get(PATH).status_code == 302
        sign_in(client, PIN)
        assert client.get(PATH).status_code in {302, 403}
        assert client.post(PATH, data={"csrf": token(client), "match": ""}).status_code in {302, 403}


def test_where_nothing_is_recorded_the_page_says_so(tmp_path: Path) -> None:
    with table(tmp_path) as (_, client):
        sign_in(client)
        shown = page(client, PATH)
        assert "There is no recording yet." in shown
        assert "Nothing is recorded now" in shown
        assert client.post(PATH, data={"csrf": token(client), "match": "unknown"}).status_code == 404


@pytest.mark.parametrize("names", [True, False])
def test_a_match_comes_as_a_file(tmp_path: Path, *, names: bool) -> None:
    with table(tmp_path, **RAW) as (service, client):
        begun(service, {"game": "backgammon", "length": {"kind": "money"}, "names": NAMES})
        sign_in(client)
        assert "Anna Gram and Bo Ard, Backgammon" in page(client, PATH)
        assert "Anna Gram und Bo Ard" in page(client, PATH, "de")
        form = {"csrf": token(client), "match": str(service.view().uid), **({} if names else {"no_names": "on"})}
        answer = client.post(PATH, data=form)
        kept = json.loads((tmp_path / "panel.json").read_text())
    assert answer.mimetype == "application/zip"
    (tmp_path / "sent.zip").write_bytes(answer.data)
    (found,) = checked(tmp_path / "sent.zip")
    assert (found.is_same, found.events) == (True, 2)
    with zipfile.ZipFile(tmp_path / "sent.zip") as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
    assert (b"Anna Gram" in whole) is names
    assert not any(kept[pin].encode() in whole for pin in ("owner_pin", "table_pin"))
    assert (tmp_path / "panel.secret").read_bytes() not in whole


def test_the_diagnostics_lead_there(tmp_path: Path) -> None:
    with table(tmp_path, **RAW) as (_, client):
        sign_in(client)
        assert f'href="{PATH}"' in page(client, "/diagnostics")
