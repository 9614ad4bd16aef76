"""Each rule of access, attacked."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.stage import OWNER_PIN, PIN, Settings, Stage, stage, token
from web import create_app
from web.attempts import FREE_TRIES
from web.safe import Role, Safe
from web.sessions import running_seconds

CHANGES = [
    ("/do", {"event": json.dumps({"event": "session_ended"})}),
    ("/throw", {"player": "white", "first": "3"}),
    ("/play", {"player": "white", "text": "8/5 6/5"}),
    ("/new", {"game": "puff", "length": "points", "points": "3"}),
    ("/correct/undone", {"steps": "1", "agreed_white": "yes", "agreed_black": "yes", "reason": "why"}),
    ("/correct/score_set", {"white": "3", "black": "0", "reason": "why"}),
]
OWNERS = [
    ("/settings/pin", {"which": "table", "pin": "5082"}),
    ("/settings/watching", {"open": "no"}),
    ("/settings/sign-all-out", {}),
]


def send(client: FlaskClient, path: str, data: dict[str, str], **more: Any) -> int:
    return client.post(path, data={**data, "csrf": token(client)}, **more).status_code


@pytest.mark.parametrize(("path", "data"), CHANGES + OWNERS)
def test_without_the_pin_nothing_is_changed(table: Stage, path: str, data: dict[str, str]) -> None:
    table.begin()
    before = table.service.view()
    assert send(table.client(), path, data) == 403
    assert table.service.view().uid == before.uid
    assert table.service.view().phase == before.phase
    assert Safe(table.folder).role_for(PIN) is Role.TABLE


@pytest.mark.parametrize(("path", "data"), OWNERS)
def test_the_table_s_pin_does_not_open_the_settings(table: Stage, path: str, data: dict[str, str]) -> None:
    client = table.signed_in(PIN)
    assert send(client, path, data) == 403
    assert client.get("/settings", headers={"Accept": "application/json"}).status_code == 403
    assert Safe(table.folder).kept.open_to_watch


def test_the_owner_s_pin_does(table: Stage) -> None:
    client = table.signed_in(OWNER_PIN)
    assert client.get("/settings").status_code == 200
    assert send(client, "/settings/watching", {"open": "no"}) == 302
    assert not Safe(table.folder).kept.open_to_watch


@pytest.mark.parametrize(("path", "data"), CHANGES + OWNERS)
def test_a_change_needs_the_token(table: Stage, path: str, data: dict[str, str]) -> None:
    table.begin()
    client = table.signed_in(OWNER_PIN)
    before = table.service.view()
    for wrong in ("", "x", token(table.client())):
        assert client.post(path, data={**data, "csrf": wrong}).status_code == 400
    assert (table.service.view().uid, table.service.view().version) == (before.uid, before.version)


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "http://["}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_change_from_another_page_is_refused(table: Stage, headers: dict[str, str]) -> None:
    client = table.signed_in()
    assert send(client, *CHANGES[3], headers=headers) == 400
    assert table.service.view().phase == "no_match"


def test_the_same_change_from_our_page_is_taken(table: Stage) -> None:
    assert send(table.signed_in(), *CHANGES[3], headers={"Origin": "http://localhost"}) == 302
    assert table.service.view().game == "puff"


def test_nothing_is_changed_by_get(table: Stage) -> None:
    table.begin()
    client = table.signed_in(OWNER_PIN)
    version = table.service.view().version
    rules = list(table.app.url_map.iter_rules())
    pages = {rule.rule for rule in rules if "GET" in (rule.methods or ())}
    for path in {rule.rule for rule in rules if not rule.arguments}:
        # A page that is asked for nobody in particular is not there, and programs are told what means nothing.
        wanted = ({422} if path.startswith("/api/v1/") else {200, 404}) if path in pages else {405}
        assert client.get(f"{path}?event=x&pin=5082&open=no").status_code in wanted
    assert client.get("/correct/undone").status_code == 405
    assert table.service.view().version == version


def test_wrong_pins_have_to_wait(table: Stage) -> None:
    client = table.client()
    answers = [send(client, "/sign-in", {"pin": "9999"}) for _ in range(FREE_TRIES)]
    assert answers == [403] * FREE_TRIES
    blocked = client.post("/sign-in", data={"pin": PIN, "csrf": token(client)})
    assert blocked.status_code == 429
    assert int(blocked.headers["Retry-After"]) >= 1
    assert send(table.client("192.168.7.21"), "/sign-in", {"pin": PIN}) == 302


def test_a_device_that_was_in_before_always_has_its_try(table: Stage) -> None:
    known = table.signed_in()
    send(known, "/sign-out", {})
    for _ in range(FREE_TRIES + 2):
        send(table.client(), "/sign-in", {"pin": "9999"})
    assert send(table.client(), "/sign-in", {"pin": PIN}) == 429
    Safe(table.folder).set_pin(Role.TABLE, "5082")
    assert send(known, "/sign-in", {"pin": "5082"}) == 302
    assert send(table.client("127.0.0.1"), "/sign-in", {"pin": "5082"}) == 302


def test_the_mark_of_a_device_opens_nothing_and_is_not_for_scripts(table: Stage) -> None:
    client, other = table.client(), table.client()
    sent = client.post("/sign-in", data={"pin": PIN, "csrf": token(client)}).headers.getlist("Set-Cookie")
    mark = next(one for one in sent if one.startswith("companion_device="))
    assert "HttpOnly" in mark
    assert "SameSite=Strict" in mark
    other.set_cookie("companion_device", mark.partition("=")[2].partition(";")[0])
    assert other.get("/new").status_code == 302
    other.set_cookie("companion_device", "made.up")
    for _ in range(FREE_TRIES):
        send(table.client(), "/sign-in", {"pin": "9999"})
    assert send(other, "/sign-in", {"pin": PIN}) == 429


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("127.0.0.2", {}),
        ("192.168.7.20", {}),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.1"}),
        ("127.0.0.1", {"Via": "1.1 proxy"}),
        ("::1", {"Forwarded": "for=10.0.0.1"}),
    ],
)
def test_only_the_machine_itself_is_the_machine(tmp_path: Path, address: str, headers: dict[str, str]) -> None:
    with stage(tmp_path, pins=False) as one:
        assert one.client("::1").get("/settings").status_code == 200
        assert one.client(address).get("/settings", headers=headers).status_code == 302


def test_a_header_does_not_make_another_address(table: Stage) -> None:
    client = table.client()
    for number in range(FREE_TRIES):
        send(client, "/sign-in", {"pin": "9999"}, headers={"X-Forwarded-For": f"10.0.0.{number}"})
    assert send(client, "/sign-in", {"pin": PIN}, headers={"X-Forwarded-For": "10.0.0.99"}) == 429


def test_a_session_of_our_own_making_is_not_believed(table: Stage, tmp_path: Path) -> None:
    other = create_app(table.service, Settings(tmp_path / "other"))
    serializer: Any = other.session_interface.get_signing_serializer(other)  # type: ignore[attr-defined]
    forged = serializer.dumps({"role": 3, "epoch": Safe(table.folder).kept.epoch, "until": 9e12, "csrf": "mine"})
    client = table.client()
    client.set_cookie("companion", forged)
    assert client.post("/settings/watching", data={"open": "no", "csrf": "mine"}).status_code == 400
    assert Safe(table.folder).kept.open_to_watch


def test_a_new_pin_ends_the_sessions_of_the_old(table: Stage) -> None:
    client = table.signed_in()
    assert client.get("/new").status_code == 200
    Safe(table.folder).set_pin(Role.TABLE, "5082")
    assert client.get("/new").status_code == 302


def test_a_session_ends_by_itself(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    later = running_seconds() + 13 * 3600
    monkeypatch.setattr("web.sessions.time.clock_gettime", lambda _clock: later)
    client = table.signed_in()
    assert client.get("/new").status_code == 200
    later += 11 * 3600
    assert client.get("/new").status_code == 200
    later += 2 * 3600
    assert client.get("/new").status_code == 302


def test_a_clock_that_was_set_wrong_ends_no_session(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client, now = table.signed_in(), time.time()
    for days in (1, 400, -3):
        monkeypatch.setattr("time.time", lambda days=days: now + days * 86400)
        assert client.get("/new").status_code == 200


def test_signing_out_ends_it_for_a_copy_of_the_cookie_too(table: Stage) -> None:
    client, copy = table.signed_in(), table.client("192.168.7.66")
    cookie = client.get_cookie("companion")
    assert cookie
    copy.set_cookie("companion", cookie.value)
    assert copy.get("/new").status_code == 200
    assert send(client, "/sign-out", {}) == 302
    assert [one.get("/new").status_code for one in (client, copy)] == [302, 302]
    # Nor after a restart; who has not signed out stays in.
    other = table.signed_in()
    again = create_app(table.service, table.config)
    for one, status in ((copy, 302), (other, 200)):
        one.application = again
        assert one.get("/new").status_code == status


def test_signing_in_anew_ends_what_was_before(table: Stage) -> None:
    client, copy = table.signed_in(), table.client()
    cookie = client.get_cookie("companion")
    assert cookie
    copy.set_cookie("companion", cookie.value)
    assert send(client, "/sign-in", {"pin": PIN}) == 302
    assert copy.get("/new").status_code == 302


def test_the_cookie_is_not_for_scripts_or_other_sites(table: Stage) -> None:
    cookie = table.client().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "localhost.evil.example", "", "a@b", "[::1"])
def test_a_name_that_is_not_ours_gets_nothing(table: Stage, host: str) -> None:
    answer = table.client().get("/", headers={"Host": host})
    assert answer.status_code in {400, 421}
    assert b"<" not in answer.data


@pytest.mark.parametrize("host", ["localhost", "192.168.7.5:8080", "[fe80::1]:8080", "board.example"])
def test_our_names_and_addresses_are_known(tmp_path: Path, host: str) -> None:
    with stage(tmp_path) as one:
        app = create_app(one.service, Settings(tmp_path, hosts=("board.example",)))
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_what_is_too_large_is_refused(table: Stage) -> None:
    client = table.signed_in()
    assert send(client, "/play", {"player": "white", "text": "8/5 " * 20_000}) == 413
    many = {f"field{number}": "" for number in range(500)}
    body = "&".join(f"{name}=" for name in many) + f"&csrf={token(client)}"
    answer = client.post("/play", data=body, content_type="application/x-www-form-urlencoded")
    assert 400 <= answer.status_code < 500


def test_a_fault_inside_tells_nothing_of_itself(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        msg = "secret detail"
        raise RuntimeError(msg)

    monkeypatch.setattr(table.service, "view", broken)
    answer = table.client().get("/score")
    assert answer.status_code == 500
    assert b"secret detail" not in answer.data
    assert b"Traceback" not in answer.data


def test_every_answer_has_a_strict_policy(table: Stage) -> None:
    for path in ("/", "/score", "/sign-in", "/nowhere", "/now/table", "/static/panel.css"):
        answer = table.client().get(path)
        answer.close()
        headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_has_a_script_or_style_inside(table: Stage) -> None:
    table.begin()
    client = table.signed_in(OWNER_PIN)
    for path in ("/", "/score", "/new", "/correct", "/device", "/settings", "/sign-in"):
        page = client.get(path).get_data(as_text=True)
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page
        assert page.count("<script") == page.count("<script src=")
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert "https://" not in page


@pytest.mark.parametrize("path", ["/", "/score", "/now/table", "/live/table", "/hand"])
def test_watching_can_be_closed(table: Stage, path: str) -> None:
    Safe(table.folder).set_open_to_watch(is_open=False)
    assert table.client().get(path, headers={"Accept": "application/json"}).status_code == 403
    assert table.client().get(path, headers={"Accept": "text/html"}).status_code == 302
    assert table.client().get("/sign-in").status_code == 200


def test_after_the_pin_one_watches_again(table: Stage) -> None:
    Safe(table.folder).set_open_to_watch(is_open=False)
    assert table.signed_in().get("/").status_code == 200


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "evil"],
)
def test_after_signing_in_one_stays_here(table: Stage, target: str) -> None:
    client = table.client()
    answer = client.post("/sign-in", data={"pin": PIN, "next": target, "csrf": token(client)})
    assert answer.headers["Location"] == "/"


def test_without_any_pin_only_the_machine_itself_may_enter(tmp_path: Path) -> None:
    with stage(tmp_path, pins=False) as one:
        assert one.client("127.0.0.1").get("/settings").status_code == 200
        assert one.client("192.168.7.20").get("/settings").status_code == 302
        behind = one.client("127.0.0.1").get("/settings", headers={"X-Forwarded-For": "192.168.7.20"})
        assert behind.status_code == 302
        Safe(tmp_path).set_pin(Role.TABLE, PIN)
        assert one.client("127.0.0.1").get("/settings").status_code == 302


@pytest.mark.parametrize(
    "event",
    [
        "[]",
        "{",
        '{"event": "board_lost"}',
        '{"event": "dice_lifted"}',
        '{"event": "time_passed"}',
        '{"event": "nonsense"}',
        '{"event": "session_ended", "at": 5}',
        '{"event": "turn_ended", "player": NaN}',
        "null",
        pytest.param("[" * 20_000, id="deep"),
    ],
)
def test_only_what_people_enter_can_be_entered(table: Stage, event: str) -> None:
    table.begin()
    assert send(table.signed_in(), "/do", {"event": event}) == 400


def test_an_event_with_wrong_fields_is_refused_in_words(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    wrong = json.dumps({"event": "turn_ended", "player": "green"})
    answer = client.post("/do", data={"event": wrong, "csrf": token(client)}, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert answer.json is not None
    assert "player" in answer.json["message"]
