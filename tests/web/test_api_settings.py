"""Settings and diagnostics for programs: for the owner alone, with the same rules as the panel's."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.web.described import BASE, Described
from tests.web.stage import OWNER_PIN, PIN, Stage
from tests.web.test_api import bearer, code_of
from tests.web.test_setup import set_up
from web.api.operations import OPERATIONS, Operation
from web.safe import Role, Safe

OWNERS = [one for one in OPERATIONS if one.least is Role.OWNER]
NEW = "590316"


@pytest.mark.parametrize("operation", OWNERS, ids=lambda one: one.name)
def test_it_is_for_the_owner_alone(table: Stage, operation: Operation) -> None:
    path, method, kept = BASE + operation.path, operation.method, Safe(table.folder).kept
    body = {"which": "table", "pin": NEW, "open": False} if operation.body else None
    assert code_of(table.client().open(path, method=method, json=body)) == (401, "sign_in")
    players = bearer(table.client(), PIN)
    assert code_of(table.client().open(path, method=method, headers=players, json=body)) == (403, "pin_needed")
    assert Safe(table.folder).kept == kept


def test_a_pin_is_set_and_ends_all_tokens_but_the_new_one(table: Stage) -> None:
    client, described = table.client(), Described(table.client())
    old = bearer(client, OWNER_PIN)
    answer = described.ask("POST", "/settings/pin", json={"which": "table", "pin": NEW}, headers=old)
    fresh = {"Authorization": f"Bearer {(answer.json or {})['token']}"}
    assert Safe(table.folder).role_for(NEW) is Role.TABLE
    assert code_of(client.get(f"{BASE}/settings", headers=old)) == (401, "token_invalid")
    told = described.ask("GET", "/settings", headers=fresh).json
    assert told == {"table_pin": True, "owner_pin": True, "open_to_watch": True}
    last = described.ask("POST", "/settings/sign-all-out", json={}, headers=fresh).json or {}
    assert code_of(client.get(f"{BASE}/settings", headers=fresh)) == (401, "token_invalid")
    assert client.get(f"{BASE}/settings", headers={"Authorization": f"Bearer {last['token']}"}).status_code == 200


@pytest.mark.parametrize("pin", ["1111", "1234", "12a4", "\u0664\u0660\u0667\u0661"])
def test_a_pin_that_is_none_is_refused(table: Stage, pin: str) -> None:
    client = table.client()
    kept = Safe(table.folder).kept
    answer = client.post(f"{BASE}/settings/pin", json={"which": "owner", "pin": pin}, headers=bearer(client, OWNER_PIN))
    assert code_of(answer) == (422, "invalid")
    assert Safe(table.folder).kept == kept


def test_watching_is_closed_and_opened(table: Stage) -> None:
    owner = bearer(table.client(), OWNER_PIN)
    described = Described(table.client())
    for is_open, status in ((False, 403), (True, 200)):
        told = described.ask("POST", "/settings/watching", json={"open": is_open}, headers=owner).json
        assert (told or {})["open_to_watch"] is is_open
        assert table.client().get(f"{BASE}/table").status_code == status


def test_what_is_not_looked_after_is_not_there(table: Stage) -> None:
    for path in ("/diagnostics", "/diagnostics/doctor", "/diagnostics/bundle"):
        assert code_of(table.client().get(BASE + path, headers=bearer(table.client(), OWNER_PIN))) == (404, "not_found")


@pytest.mark.real_time
def test_the_diagnostics_are_told(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device("")
        described, owner = Described(client), bearer(client, OWNER_PIN)
        told = described.ask("GET", "/diagnostics", "/diagnostics?lang=fr", headers=owner).json or {}
        assert told["machine"]["disk"]["free"] > 0
        assert told["camera"]["state"] == "off"
        found = described.ask("GET", "/diagnostics/doctor", "/diagnostics/doctor?lang=fr", headers=owner).json
        heat = next(finding for finding in found or [] if finding["part"] == "heat")
        assert heat["state"] in {"well", "unused", "mend"}
        assert heat["what"]["text"] != heat["what"]["code"]
        assert not heat["what"]["text"].startswith("Not known")
        bundle = described.ask("GET", "/diagnostics/bundle", headers=owner)
        assert "companion/versions.txt" in zipfile.ZipFile(io.BytesIO(bundle.data)).namelist()
