"""What may be entered: all that the table itself offers, and nothing that no form could send."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.service.actions import actions
from companion.table.codec import EVENTS
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from tests.journal.scripts import NAMES, session
from tests.web.stage import Stage, token
from web.entered import AGREEMENT, ENTRIES
from web.kinds import Whole

OF_DEVICES = {"board_seen", "board_lost", "dice_seen", "dice_lifted", "time_passed"}
OF_THE_SERVICE = {"answer_device", "restart_device", "new_journal"}


def tables(name: str) -> Iterator[Table]:
    """A scripted table after each of its events."""
    agreement, stored, _ = session(name)
    table = agreement.begin()
    yield table
    for one in stored:
        after = apply(table, one.event)
        assert not isinstance(after, Rejection)
        table = after
        yield table


@pytest.mark.parametrize("name", NAMES)
def test_every_action_that_is_offered_can_be_entered(name: str) -> None:
    wrong = []
    for table in tables(name):
        for action in actions(table, ("8/5 6/5", "24/23"), ((3, 1),)):
            kind = action.event["event"]
            sent = {field: value for field, value in action.event.items() if field != "event"}
            told = [one for one in ENTRIES[kind].fields.problems(json.loads(json.dumps(sent))) if "missing" not in one]
            wrong += [f"{kind}: {one}" for one in told]
            assert set(action.wants) <= set(ENTRIES[kind].fields.known)
    assert wrong == []


def test_every_event_of_people_can_be_entered() -> None:
    assert set(ENTRIES) == set(EVENTS) - OF_DEVICES | OF_THE_SERVICE


@pytest.mark.parametrize(
    "event",
    [
        {"event": "score_set", "score": {"white": 10**30, "black": 0}, "reason": "why"},
        {"event": "score_set", "score": {"white": -1, "black": 0}, "reason": "why"},
        {"event": "clock_set", "player": "white", "reserve": 10**12, "reason": "why"},
        {"event": "undone", "steps": 10**6, "agreed": {"white": True, "black": True}, "reason": "why"},
        {"event": "score_set", "score": {"white": 1, "black": 0}, "reason": "w" * 5000},
        {"event": "score_set", "score": {"white": 1, "black": 0}, "reason": "a\nb"},
    ],
)
def test_a_button_that_was_tampered_with_does_nothing(table: Stage, event: dict[str, Any]) -> None:
    table.begin(clock={"kind": "delay"})
    before, client = table.service.view(), table.signed_in()
    sent = {"event": json.dumps(event), "csrf": token(client)}
    answer = client.post("/do", data=sent, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert (answer.json or {})["message"]
    assert table.service.view().score == before.score


def test_half_a_character_is_never_written_down(table: Stage) -> None:
    table.begin()
    table.open_with(3, 1)
    client = table.signed_in()
    event = {"event": "undone", "steps": 1, "agreed": {"white": True, "black": True}, "reason": "\ud800"}
    before = table.service.view().log
    assert client.post("/do", data={"event": json.dumps(event), "csrf": token(client)}).status_code == 400
    assert table.service.view().log == before
    assert client.get("/").status_code == 200


def test_a_number_with_thousands_of_digits_is_refused_in_words(table: Stage) -> None:
    table.begin()
    client = table.signed_in()
    sent = {"white": "9" * 5000, "black": "0", "reason": "why", "csrf": token(client)}
    page = client.post("/correct/score_set", data=sent, follow_redirects=True)
    assert page.status_code == 200
    assert "a number from 0 to 999" in page.get_data(as_text=True)


def test_true_is_no_number() -> None:
    assert list(Whole(0, 9).problems(True, "it")) != []  # noqa: FBT003 - the point of it


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"length": {"kind": "points"}},
        {"length": {"kind": "points", "points": 100}},
        {"length": {"kind": "money", "points": 5}},
        {"length": 5},
        {"options": {"beaver": [1]}},
        {"names": {"white": "Ada"}},
        {"clock": {"kind": "delay", "step_ms": 10**9}},
        {"else": 1},
    ],
)
def test_no_agreement_is_no_match(changes: dict[str, Any]) -> None:
    agreed = {"game": "backgammon", "length": {"kind": "points", "points": 5}}
    assert list(AGREEMENT.problems(agreed)) == []
    assert list(AGREEMENT.problems(agreed | changes)) != []
