"""The API: each operation by its description, who may do what, and what programs are told if something cannot be."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web import shelf
from tests.web.described import BASE, Described
from tests.web.listening import Listener
from tests.web.stage import OWNER_PIN, PIN, Settings, Stage, journal_held, serving, stage, token
from web import create_app
from web.api.operations import OPERATIONS, Operation
from web.attempts import FREE_TRIES
from web.entered import ENTRIES
from web.safe import Role, Safe

THROW = {"player": "white", "dice": [3]}
AGREED = {"game": "puff", "length": {"kind": "points", "points": 3}, "names": {"white": "Ada", "black": "Bo"}}


def bearer(client: FlaskClient, pin: str = PIN) -> dict[str, str]:
    answer = client.post(f"{BASE}/sign-in", json={"pin": pin})
    assert answer.json is not None
    return {"Authorization": f"Bearer {answer.json['token']}"}


def code_of(answer: TestResponse) -> tuple[int, str]:
    assert answer.mimetype == "application/json"
    assert answer.json is not None
    assert set(answer.json) == {"error"}
    assert answer.json["error"]["message"]
    return answer.status_code, answer.json["error"]["code"]


# The description.


def test_every_route_is_described_and_nothing_else_is(table: Stage) -> None:
    routes = {
        (method, rule.rule.removeprefix(BASE).replace("<int:", "{").replace("<", "{").replace(">", "}"))
        for rule in table.app.url_map.iter_rules()
        if rule.rule.startswith(f"{BASE}/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert set(Described(table.client()).operations) == routes


def test_what_is_described_is_taken_and_nothing_else(table: Stage) -> None:
    described = Described(table.client())
    for operation in OPERATIONS:
        known = described.operations[operation.method, operation.path]["parameters"]
        assert {one["name"] for one in known if one["in"] == "path"} == set(operation.path_kinds)
        assert {one["name"] for one in known if one["in"] == "query"} == set(operation.asked_with)
        at = operation.path.format(**dict.fromkeys(operation.path_kinds, 1))
        answer = table.client().open(
            f"{BASE}{at}?else=1", method=operation.method, json={}, headers=bearer(table.client(), OWNER_PIN)
        )
        assert code_of(answer) == (422, "invalid")


def test_the_description_is_openapi(table: Stage) -> None:
    document = Described(table.client()).document
    assert document["openapi"] == "3.1.0"
    names = [one["operationId"] for one in Described(table.client()).operations.values()]
    assert len(names) == len(set(names)) == len(OPERATIONS)


def test_what_is_not_as_described_is_seen(table: Stage) -> None:
    described = Described(table.client())
    view = table.client().get(f"{BASE}/table").json or {}
    schema = described.operations["GET", "/table"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert described.differs(schema, view) == []
    assert described.differs(schema, {**view, "score": {"white": "three"}}) != []
    assert described.differs(schema, {name: one for name, one in view.items() if name != "score"}) != []


def test_every_event_that_the_panel_takes_can_be_sent(table: Stage) -> None:
    paths = {path for _, path in Described(table.client()).operations}
    assert {f"/table/{name}" for name in ENTRIES} <= paths


# Watching.


def test_the_table_is_told_in_the_language_that_is_asked_for(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    ask = Described(table.client()).ask
    english, german = ask("GET", "/table").json or {}, ask("GET", "/table", "/table?lang=de").json or {}
    french = ask("GET", "/table", headers={"Accept-Language": "fr"}).json or {}
    assert [one["waiting"]["text"] for one in (english, german)] == ["Ada plays 3-1.", "Ada setzt 3-1."]
    assert french["waiting"]["code"] == german["waiting"]["code"] == "play"
    assert french["waiting"]["text"] not in {english["waiting"]["text"], german["waiting"]["text"]}
    assert german["turn"] == "white"
    assert german["throw"] == [3, 1]


def test_the_games_are_told_with_their_options(table: Stage) -> None:
    games = Described(table.client()).ask("GET", "/games").json
    assert isinstance(games, list)
    assert len(games) == 11
    assert any(option["name"] == "beaver" for option in games[0]["options"])


def test_the_archive_is_read(table: Stage) -> None:
    number = shelf.put(table, "beaver")
    shelf.put(table, "closed_out", "Cleo", "Dan")
    ask = Described(table.client()).ask
    found = ask("GET", "/archive", "/archive?q=Ada").json or {}
    assert [one["number"] for one in found["matches"]] == [number]
    assert (found["found"], found["count"], found["last_page"]) == (1, 2, 1)
    match = ask("GET", "/archive/{match}", f"/archive/{number}").json or {}
    assert match["line"]["names"] == {"white": "Ada", "black": "Bo"}
    game = ask("GET", "/archive/{match}/games/{game}", f"/archive/{number}/games/1").json or {}
    assert game["steps"] > 1
    for step in range(1, game["steps"] + 1):
        at = f"/archive/{number}/games/1/steps/{step}"
        assert (ask("GET", "/archive/{match}/games/{game}/steps/{step}", at).json or {})["number"] == step
    player = ask("GET", "/archive/player", "/archive/player?name=Cleo").json or {}
    assert player["total"]["matches"] == 1


@pytest.mark.parametrize(
    "path",
    ["/archive/99", "/archive/0", f"/archive/{2**70}", "/archive/1/games/9", "/archive/1/games/1/steps/999", "/x"],
)
def test_what_is_not_there_is_told(table: Stage, path: str) -> None:
    shelf.put(table, "beaver")
    assert code_of(table.client().get(BASE + path)) == (404, "not_found")


@pytest.mark.parametrize("asked", ["?lang=xx", "?page=0", "?page=x", "?from=yesterday", "?result=all", "?q=a&q=b"])
def test_an_address_that_means_nothing_is_refused(table: Stage, asked: str) -> None:
    assert code_of(table.client().get(f"{BASE}/archive{asked}")) == (422, "invalid")


@pytest.mark.real_time
def test_the_stream_tells_the_table_and_each_change(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url, Listener(url, path=f"{BASE}/table/stream?lang=de") as listener:
        assert listener.headers["content-type"].startswith("text/event-stream")
        told = listener.messages()
        assert next(told)["table"]["phase"] == "opening"
        table.open_with(3, 1)
        described = Described(table.client())
        for message in told:
            assert described.differs({"$ref": "#/components/schemas/TableView"}, message["table"]) == []
            if message["table"]["phase"] == "playing":
                assert message["table"]["waiting"]["text"] == "Ada setzt 3-1."
                break


@pytest.mark.real_time
def test_there_is_not_room_for_any_number_of_viewers(tmp_path: Path) -> None:
    with (
        stage(tmp_path, streams=1) as one,
        serving(one.app, 1) as url,
        Listener(url, path=f"{BASE}/table/stream") as first,
    ):
        assert next(first.messages())
        answer = one.client().get(f"{BASE}/table/stream")
        assert code_of(answer) == (503, "not_now")
        assert int(answer.headers["Retry-After"]) > 0


def test_watching_can_be_closed_to_programs_too(table: Stage) -> None:
    Safe(table.folder).set_open_to_watch(is_open=False)
    client = table.client()
    for path in ("/table", "/archive", "/openapi.json", "/table/stream"):
        assert code_of(client.get(BASE + path, headers={"Accept": "text/html"}))[0] in {401, 403}
    assert client.get(f"{BASE}/table", headers=bearer(client)).status_code == 200


# Entering.


def test_a_match_is_played_by_a_program(table: Stage) -> None:
    client = table.client()
    described, headers = Described(client), bearer(client)
    begun = described.ask("POST", "/matches", json=AGREED | {"game": "backgammon"}, headers=headers).json or {}
    assert begun["table"]["names"] == {"white": "Ada", "black": "Bo"}
    for player, dice in (("white", [3]), ("black", [1])):
        described.ask("POST", "/table/throw_entered", json={"player": player, "dice": dice}, headers=headers)
    play = {"player": "white", "play": "8/5 6/5"}
    answer = described.ask("POST", "/table/play_entered", json=play, headers=headers).json or {}
    assert answer["table"]["last"]["international"] == "8/5 6/5"
    assert table.service.view().turn == "black"
    undone = {"steps": 1, "agreed": {"white": True, "black": True}, "reason": "Wrong."}
    assert described.ask("POST", "/table/undone", json=undone, headers=headers).status_code == 200
    assert table.service.view().turn == "white"
    assert [one["number"] for one in described.ask("GET", "/matches", headers=headers).json or []] == []


def test_a_match_that_is_open_can_go_on(table: Stage) -> None:
    table.begin()
    first = table.service.view().match
    table.begin()
    described, headers = Described(table.client()), bearer(table.client())
    assert [one["number"] for one in described.ask("GET", "/matches", headers=headers).json or []] == [first]
    assert described.ask("POST", "/matches/resume", json={"match": first}, headers=headers).status_code == 200
    assert table.service.view().match == first
    assert code_of(described.ask("POST", "/matches/resume", json={"match": 77}, headers=headers)) == (409, "not_open")


def test_the_referee_s_refusals_are_told_by_code_and_sentence(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    headers = {**bearer(table.client()), "Accept-Language": "de"}
    answer = table.client().post(
        f"{BASE}/table/throw_entered", json={"player": "white", "dice": [3, 2]}, headers=headers
    )
    assert answer.status_code == 409
    refused = (answer.json or {})["error"]
    assert refused["code"] != "refused"
    assert refused["message"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{", (400, "bad_json")),
        ("[" * 60_000, (400, "bad_json")),
        ('{"player": "\\ud800", "dice": [1]}', (400, "bad_json")),
        ('{"player": "white", "dice": [NaN]}', (400, "bad_json")),
        ("[]", (422, "invalid")),
        ('{"player": "white"}', (422, "invalid")),
        ('{"player": "green", "dice": [1]}', (422, "invalid")),
        ('{"player": "white", "dice": [7]}', (422, "invalid")),
        ('{"player": "white", "dice": [true]}', (422, "invalid")),
        ('{"player": "white", "dice": [1, 2, 3]}', (422, "invalid")),
        ('{"player": "white", "dice": [1], "at": 5}', (422, "invalid")),
        ('{"player": "white", "dice": [1e400]}', (422, "invalid")),
        (" " * 70_000, (413, "too_large")),
    ],
)
def test_what_cannot_be_meant_is_refused(table: Stage, body: str, told: tuple[int, str]) -> None:
    table.begin()
    headers = bearer(table.client())
    path = f"{BASE}/table/throw_entered"
    answer = table.client().post(path, data=body, content_type="application/json", headers=headers)
    assert code_of(answer) == told
    assert table.service.view().phase == "opening"


def test_only_json_is_taken(table: Stage) -> None:
    answer = table.client().post(f"{BASE}/table/turn_ended", data={"player": "white"}, headers=bearer(table.client()))
    assert code_of(answer) == (415, "not_json")


# Who may.


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if one.least is Role.TABLE], ids=lambda one: one.name)
def test_without_a_token_nothing_is_entered(table: Stage, operation: Operation) -> None:
    path, method = operation.path.format(**dict.fromkeys(operation.path_kinds, 1)), operation.method
    before = table.service.view()
    assert code_of(table.client().open(BASE + path, method=method, json=AGREED))[0] == 401
    wrong = {"Authorization": "Bearer WzIsMF0.nonsense"}
    assert code_of(table.client().open(BASE + path, method=method, json=AGREED, headers=wrong)) == (
        401,
        "token_invalid",
    )
    assert table.service.view() == before


def test_a_token_ends_with_the_pin_that_opened_it(table: Stage) -> None:
    table.begin()
    headers = bearer(table.client())
    Safe(table.folder).set_pin(Role.TABLE, "5917")
    answer = table.client().post(f"{BASE}/table/throw_entered", json=THROW, headers=headers)
    assert code_of(answer) == (401, "token_invalid")
    assert (answer.headers["WWW-Authenticate"], table.service.view().opening) == (
        "Bearer",
        table.service.view().opening,
    )


def test_a_token_outlives_a_restart(table: Stage) -> None:
    table.begin()
    headers = bearer(table.client())
    again = create_app(table.service, table.config).test_client()
    assert again.post(f"{BASE}/table/throw_entered", json=THROW, headers=headers).status_code == 200


def test_a_token_ends_in_time(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.tokens.SECONDS", -1)
    answer = table.client().post(f"{BASE}/table/throw_entered", json=THROW, headers=bearer(table.client()))
    assert code_of(answer) == (401, "token_invalid")


def test_a_token_that_was_signed_out_opens_nothing(table: Stage) -> None:
    table.begin()
    headers = bearer(table.client())
    described = Described(table.client())
    assert described.ask("POST", "/sign-out", headers=headers).json == {"ended": True}
    answer = table.client().post(f"{BASE}/table/throw_entered", json=THROW, headers=headers)
    assert code_of(answer) == (401, "token_invalid")
    assert described.ask("POST", "/sign-out", headers=headers).json == {"ended": False}
    assert code_of(table.client().post(f"{BASE}/sign-out")) == (401, "sign_in")


@pytest.mark.parametrize("stale", ["Bearer WzIsMF0.nonsense", "Basic YTpi", "Bearer"])
def test_a_token_that_is_over_closes_nothing_that_is_open_to_all(table: Stage, stale: str) -> None:
    client, headers = table.client(), {"Authorization": stale}
    for path in (f"{BASE}/table", f"{BASE}/openapi.json", "/", "/sign-in", "/api"):
        assert client.get(path, headers=headers).status_code == 200
    assert client.post(f"{BASE}/sign-in", json={"pin": PIN}, headers=headers).status_code == 200
    Safe(table.folder).set_open_to_watch(is_open=False)
    assert client.post(f"{BASE}/sign-in", json={"pin": PIN}, headers=headers).status_code == 200
    assert client.get(f"{BASE}/table", headers=headers).status_code == 403


def test_a_token_without_a_pin_is_worth_what_all_may_do(table: Stage) -> None:
    headers = {"Authorization": f"Bearer {(table.client().post(f'{BASE}/sign-in', json={}).json or {})['token']}"}
    assert table.client().get(f"{BASE}/table", headers=headers).status_code == 200
    Safe(table.folder).set_open_to_watch(is_open=False)
    assert table.client().get(f"{BASE}/table", headers=headers).status_code == 403


def test_the_pin_cannot_be_tried_at_will(table: Stage) -> None:
    client = table.client()
    for _ in range(FREE_TRIES):
        assert code_of(client.post(f"{BASE}/sign-in", json={"pin": "9999"})) == (403, "wrong_pin")
    answer = client.post(f"{BASE}/sign-in", json={"pin": PIN})
    assert code_of(answer) == (429, "too_many_tries")
    assert int(answer.headers["Retry-After"]) >= 1
    # Programs and people wait together.
    assert client.post("/sign-in", data={"pin": PIN, "csrf": token(client)}).status_code == 429


def test_a_token_is_no_way_into_the_settings(table: Stage) -> None:
    headers = bearer(table.client(), OWNER_PIN)
    assert table.client().post("/settings/watching", data={"open": "no"}, headers=headers).status_code == 400
    assert Safe(table.folder).kept.open_to_watch


def test_without_any_pin_only_programs_of_the_machine_itself_may_enter(tmp_path: Path) -> None:
    with stage(tmp_path, pins=False) as one:
        here, there = one.client("127.0.0.1"), one.client()
        opened = here.post(f"{BASE}/sign-in", json={}).json or {}
        assert opened["role"] == "table"
        assert (there.post(f"{BASE}/sign-in", json={}).json or {})["role"] == "watcher"


def test_the_panel_s_own_session_needs_its_token(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    path = f"{BASE}/table/throw_entered"
    assert code_of(client.post(path, json=THROW)) == (401, "sign_in")
    assert client.post(path, json=THROW, headers={"X-CSRF-Token": token(client)}).status_code == 200


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_pages_of_elsewhere_change_nothing(table: Stage, headers: dict[str, str]) -> None:
    table.begin()
    answer = table.client().post(
        f"{BASE}/table/throw_entered", json=THROW, headers={**bearer(table.client()), **headers}
    )
    assert code_of(answer) == (403, "pin_needed")
    assert code_of(table.client().post(f"{BASE}/sign-in", json={"pin": PIN}, headers=headers)) == (403, "pin_needed")


def test_pages_of_elsewhere_read_only_where_that_is_allowed(table: Stage) -> None:
    asked = {"Origin": "http://scores.example"}
    assert "Access-Control-Allow-Origin" not in table.client().get(f"{BASE}/table", headers=asked).headers
    for allowed, told in ((("http://scores.example",), "http://scores.example"), (("*",), "*")):
        app = create_app(table.service, Settings(table.folder, origins=allowed))
        answer = app.test_client().get(f"{BASE}/table", headers=asked)
        assert answer.headers["Access-Control-Allow-Origin"] == told
        assert "Origin" in answer.headers["Vary"]
        assert "Access-Control-Allow-Origin" not in app.test_client().get("/", headers=asked).headers
        if told != "*":
            other = app.test_client().get(f"{BASE}/table", headers={"Origin": "http://else.example"})
            assert "Access-Control-Allow-Origin" not in other.headers


def test_what_is_in_memory_only_is_answered_with_another_status(table: Stage) -> None:
    table.begin()
    described, headers = Described(table.client()), bearer(table.client())
    path = "/table/throw_entered"
    answer = described.ask("POST", path, json=THROW, headers=headers)
    assert (answer.status_code, (answer.json or {})["kept"]) == (200, "disk")
    with journal_held(table.folder):
        answer = described.ask("POST", path, json={"player": "black", "dice": [1]}, headers=headers)
        assert (answer.status_code, (answer.json or {})["kept"]) == (202, "memory")
        assert (described.ask("GET", "/table").json or {})["kept"] == "memory"
    play = {"player": "white", "play": "8/5 6/5"}
    assert described.ask("POST", "/table/play_entered", json=play, headers=headers).status_code == 200


def test_what_does_not_go_is_told_with_what_does(table: Stage) -> None:
    answer = table.client().delete(f"{BASE}/table")
    assert code_of(answer) == (405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]


def test_under_a_strange_name_nothing_is_told(table: Stage) -> None:
    assert code_of(table.client().get(f"{BASE}/table", headers={"Host": "evil.example"})) == (421, "wrong_host")


def test_what_fails_inside_tells_nothing_of_it(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.service, "catalogue", lambda: 1 // 0)
    answer = table.client().get(f"{BASE}/games")
    assert code_of(answer) == (500, "failed")
    assert "division" not in answer.get_data(as_text=True)


# The page.


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_the_page_shows_every_operation(table: Stage, language: str) -> None:
    page = table.client().get(f"/api?lang={language}").get_data(as_text=True)
    assert [one.name for one in OPERATIONS if f'id="{one.name}"' not in page or f"{BASE}{one.path}<" not in page] == []
    assert "delay=20" in page


def test_examples_of_the_page_can_be_sent(table: Stage) -> None:
    described = Described(table.client())
    for operation in OPERATIONS:
        if operation.body:
            schema = described.body_of(operation.path)
            assert described.differs(schema, schema["examples"][0]) == [], operation.name
            assert list(operation.body.problems(json.loads(json.dumps(schema["examples"][0])))) == []
