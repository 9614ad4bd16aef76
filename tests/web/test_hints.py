"""Hints on the panel: asked for with the PIN, told on the page and in the stream; in a tournament nowhere."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.test_hinting import Asked, settled, with_adviser
from tests.waiting import wait_until
from tests.web.listening import Listener
from tests.web.stage import Stage, serving
from tests.web.test_pages import send, text_of
from web.safe import Safe

TOURNAMENT = {"ends_by": "button", "illegal_plays": "condone", "tournament": True}
FOR_HINTS = ("/hints/want", "/hints/ask")


@pytest.fixture(autouse=True)
def adviser(table: Stage) -> Asked:
    one = Asked()
    with_adviser(table.service, one)
    return one


def thrown(table: Stage, **rules: object) -> None:
    table.begin(**({"table": rules} if rules else {}))
    table.open_with(3, 1)


def want(client: FlaskClient, *players: str, wanted: str = "yes") -> None:
    for player in players:
        assert send(client, "/hints/want", player=player, wanted=wanted) == (True, "")


def asked(table: Stage, client: FlaskClient) -> None:
    want(client, "white", "black")
    settled(table.service)
    assert send(client, "/hints/ask")[0]
    wait_until(lambda: (hints := table.service.view().hints) is not None and hints.state == "told")


def best(table: Stage) -> str:
    hints = table.service.view().hints
    assert hints is not None
    return hints.plays[0].international


def test_a_hint_is_shown_to_all_who_watch(table: Stage, adviser: Asked) -> None:
    thrown(table)
    client = table.signed_in()
    assert "Show the best plays" not in text_of(client)
    asked(table, client)
    page, watched = text_of(client), text_of(table.client())
    for shown in (page, watched):
        for words in (best(table), "Says pips.", "wins 51%", 'class="arrows best"'):
            assert words in shown
    assert "Ada wants hints" in page
    assert "Ada wants hints" not in watched
    assert adviser.asked == 1


@pytest.mark.real_time
def test_it_comes_by_the_stream(table: Stage) -> None:
    thrown(table)
    client = table.signed_in()
    asked(table, client)
    with serving(table.app) as url, Listener(url) as listener:
        news = next(listener.messages())
    assert best(table) in news["parts"]["hint"]


def hint_part(client: FlaskClient) -> str:
    """What the table's page says of hints."""
    now = client.get("/now/table").json
    assert now is not None
    return str(now["parts"]["hint"]).strip()


def test_without_the_pin_only_what_the_table_says_is_seen(table: Stage, adviser: Asked) -> None:
    thrown(table)
    scorer, watcher = table.signed_in(), table.client()
    want(scorer, "white", "black")
    assert "wants hints" in hint_part(scorer)
    assert hint_part(watcher) == ""
    asked(table, scorer)
    seen = hint_part(watcher)
    assert best(table) in seen
    for withheld in ("<form", "<button", "wants hints", "/hints/"):
        assert withheld not in seen
    for path in FOR_HINTS:
        for one in (watcher, scorer):
            assert one.get(path).status_code == 405
    table.post("play_entered", player="white", play="8/5 6/5")
    assert hint_part(watcher) == ""
    adviser.does = lambda: 1 // 0  # type: ignore[assignment]
    table.post("throw_entered", player="black", dice=[6, 4])
    assert send(scorer, "/hints/ask")[0]
    wait_until(lambda: (hints := table.service.view().hints) is not None and hints.state == "failed")
    assert "No advice could be got." in hint_part(scorer)
    assert hint_part(watcher) == ""


def test_who_may_not_watch_sees_no_hint(table: Stage) -> None:
    thrown(table)
    asked(table, table.signed_in())
    Safe(table.folder).set_open_to_watch(is_open=False)
    for path in ("/now/table", "/live/table", "/overlay/live?hints=1", "/api/v1/table/hints", "/api/v1/table"):
        answer = table.client().get(path, headers={"Accept": "application/json"})
        assert answer.status_code in {401, 403}
        assert best(table) not in answer.get_data(as_text=True)


def test_both_have_to_want_it_and_only_with_the_pin(table: Stage, adviser: Asked) -> None:
    thrown(table)
    client = table.signed_in()
    want(client, "white")
    assert send(client, "/hints/ask") == (False, "Hints are shown when both players want them.")
    want(client, "black")
    want(client, "white", wanted="no")
    settled(table.service)
    assert not send(client, "/hints/ask")[0]
    for path in FOR_HINTS:
        watcher = table.client()
        assert watcher.post(path, data={"player": "white", "wanted": "yes"}).status_code == 400
        answer = watcher.post(path, headers={"X-CSRF-Token": "x"})
        assert answer.status_code in {400, 403}
    assert adviser.made == 0


@pytest.mark.parametrize("data", [{"player": "white"}, {"player": "red", "wanted": "yes"}, {"wanted": "yes"}])
def test_what_makes_no_sense_is_refused(table: Stage, data: dict[str, str]) -> None:
    thrown(table)
    client = table.signed_in()
    answer = client.post("/hints/want", data=data, headers={"X-CSRF-Token": _token(client)})
    assert answer.status_code == 400


def _token(client: FlaskClient) -> str:
    return client.get("/sign-in").get_data(as_text=True).partition('<meta name="csrf" content="')[2].partition('"')[0]


def test_in_a_tournament_there_is_nothing_of_it(table: Stage, adviser: Asked) -> None:
    thrown(table, **TOURNAMENT)
    client = table.signed_in()
    for player in ("white", "black"):
        ok, message = send(client, "/hints/want", player=player, wanted="yes")
        assert (ok, message) == (False, "In a tournament no hints are given.")
    assert send(client, "/hints/ask") == (False, "In a tournament no hints are given.")
    page = text_of(client)
    part = page.partition('<div data-part="hint"')[2].partition("</div>")[0]
    assert part.partition(">")[2] == ""
    assert "/hints/" not in page
    now = client.get("/now/table").json
    assert now is not None
    assert now["parts"]["hint"].strip() == ""
    told = client.get("/api/v1/table").json
    assert told is not None
    assert told["hints"] is None
    assert (adviser.made, adviser.asked) == (0, 0)


def test_no_address_of_the_panel_gives_a_hint_in_a_tournament(table: Stage, adviser: Asked) -> None:
    thrown(table, **TOURNAMENT)
    client = table.signed_in()
    for rule in table.app.url_map.iter_rules():
        path = rule.rule.replace("<int:number>", "1").replace("<int:game>", "1").replace("<int:step>", "1")
        if (rule.arguments and "<" in path) or "live" in path or "stream" in path:
            continue
        for method in rule.methods & {"GET", "POST"}:  # type: ignore[operator]
            body = {"player": "white", "wanted": "yes", "event": '{"event": "hint_wanted"}'}
            answer = client.open(path, method=method, data=body, headers={"X-CSRF-Token": _token(client)})
            answer.close()
    assert (adviser.made, adviser.asked) == (0, 0)
