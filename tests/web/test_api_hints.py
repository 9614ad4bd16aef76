"""Hints for programs: wished for, asked for, read, withdrawn; in a tournament nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.service.test_analysing import TOURNAMENT
from tests.service.test_hinting import Asked, with_adviser
from tests.waiting import wait_until
from tests.web.described import Described
from tests.web.listening import Listener
from tests.web.stage import Stage, serving
from tests.web.test_api import bearer, code_of
from web.api.operations import OPERATIONS

HINTS, WANT, ASK = "/table/hints", "/table/hints/want", "/table/hints/ask"


@dataclass(frozen=True)
class Program:
    """A program that may enter, and believes no answer that is not as described."""

    described: Described
    headers: dict[str, str]

    def want(self, *players: str, wanted: bool = True) -> None:
        for player in players:
            answer = self.post(WANT, {"player": player, "wanted": wanted})
            assert answer["table"]["hints"]["wanted"][player] is wanted

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.described.ask("POST", path, json=body, headers=self.headers)
        assert answer.status_code == 200, answer.json
        told: Any = answer.json
        return dict(told)

    def refused(self, path: str, body: dict[str, Any]) -> tuple[int, str]:
        return code_of(self.described.ask("POST", path, json=body, headers=self.headers))

    def hints(self) -> dict[str, Any] | None:
        """What the table shows, as a program reads it that has no token."""
        told: dict[str, Any] | None = self.described.ask("GET", HINTS).json
        return told

    def state(self) -> str:
        return str((self.hints() or {"state": "none"})["state"])

    def asked(self) -> dict[str, Any]:
        self.want("white", "black")
        self.post(ASK, {})
        wait_until(lambda: self.state() == "told")
        return self.hints() or {}


@pytest.fixture(autouse=True)
def adviser(table: Stage) -> Asked:
    one = Asked()
    with_adviser(table.service, one)
    return one


@pytest.fixture
def program(table: Stage) -> Program:
    return Program(Described(table.client()), bearer(table.client()))


def thrown(table: Stage, /, **agreed: Any) -> None:
    table.begin(**agreed)
    table.open_with(3, 1)


def test_both_wish_one_asks_and_all_may_read(table: Stage, program: Program, adviser: Asked) -> None:
    thrown(table)
    told = program.asked()
    assert told["adviser"] == "pips"
    assert told["plays"][0]["arrows"]
    assert told["plays"][0]["behind"] == 0
    assert told["plays"][0]["why"][0]["text"]
    assert (program.described.ask("GET", "/table").json or {})["hints"] == told
    assert (adviser.made, adviser.asked) == (1, 1)


def test_the_cube_is_advised_on_before_a_throw(table: Stage, program: Program) -> None:
    thrown(table)
    table.post("play_entered", player="white", play="8/5 6/5")
    cube = program.asked()["cube"]
    assert (cube["action"], cube["take"]) == ("no_double", True)


@pytest.mark.real_time
def test_it_comes_by_the_stream_too(table: Stage, program: Program) -> None:
    thrown(table)
    with serving(table.app) as url, Listener(url, path="/api/v1/table/stream") as listener:
        told = listener.messages()
        next(told)
        program.asked()
        for message in told:
            if message["table"]["hints"]["state"] == "told":
                assert message["table"]["hints"]["plays"]
                break


def test_without_the_wish_of_both_nothing_is_asked(table: Stage, program: Program, adviser: Asked) -> None:
    thrown(table)
    assert program.refused(ASK, {}) == (409, "no_hints_wanted")
    program.want("white")
    assert program.refused(ASK, {}) == (409, "no_hints_wanted")
    assert adviser.made == 0


def test_what_was_said_is_withdrawn(table: Stage, program: Program) -> None:
    thrown(table)
    program.asked()
    program.want("black", wanted=False)
    withdrawn = program.hints() or {}
    assert (withdrawn["state"], withdrawn["plays"], withdrawn["wanted"]["white"]) == ("quiet", [], True)
    program.asked()
    table.post("play_entered", player="white", play="8/5 6/5")
    gone = program.hints() or {}
    assert (gone["state"], gone["plays"], gone["about"]) == ("quiet", [], "cube")


def test_why_nothing_was_said_is_told(table: Stage, program: Program, adviser: Asked) -> None:
    adviser.does = lambda: 1 // 0  # type: ignore[assignment]
    thrown(table)
    program.want("white", "black")
    program.post(ASK, {})
    wait_until(lambda: program.state() == "failed")
    assert (program.hints() or {})["failure"]["text"]


@pytest.mark.parametrize("body", [{}, {"player": "white"}, {"player": "red", "wanted": True}, {"wanted": False}])
def test_what_makes_no_sense_is_refused(table: Stage, program: Program, body: dict[str, Any]) -> None:
    thrown(table)
    assert program.refused(WANT, body) == (422, "invalid")


def test_without_a_match_there_are_none(program: Program, adviser: Asked) -> None:
    assert program.hints() is None
    for path, body in ((WANT, {"player": "white", "wanted": True}), (ASK, {})):
        assert program.refused(path, body)[0] == 409
    assert adviser.made == 0


# In a tournament.


def test_in_a_tournament_there_are_none(table: Stage, program: Program, adviser: Asked) -> None:
    thrown(table, table=TOURNAMENT)
    for path, body in (
        (WANT, {"player": "white", "wanted": True}),
        (WANT, {"player": "black", "wanted": True}),
        (ASK, {}),
        ("/table/hint_wanted", {"agreed": {"white": True, "black": True}, "what": "hint"}),
    ):
        assert program.refused(path, body) == (409, "not_in_tournament")
    assert program.hints() is None
    assert (adviser.made, adviser.asked, table.service.hints._worker) == (0, 0, None)


def test_no_operation_brings_one_in_a_tournament(table: Stage, program: Program, adviser: Asked) -> None:
    thrown(table, table=TOURNAMENT)
    # The stream never ends, the description tells of all states there are, and the others end the match.
    others = {"stream", "openapi", "new_match", "go_back", "session_ended"}
    asked = [one for one in OPERATIONS if one.name not in others]
    assert {"hints", "want_hints", "ask_hint", "analyse"} <= {one.name for one in asked}
    for operation in asked:
        schema = operation.body.schema() if operation.body else {"examples": [None]}
        path = operation.path.format(**dict.fromkeys(operation.path_kinds, 1))
        for example in schema["examples"]:
            answer = table.client().open(
                f"/api/v1{path}", method=operation.method, json=example, headers=program.headers
            )
            assert '"told"' not in answer.get_data(as_text=True)
    assert table.service.view().tournament
    assert (adviser.made, adviser.asked, table.service.hints._worker) == (0, 0, None)


def test_as_a_tournament_begins_what_was_said_is_gone(table: Stage, program: Program) -> None:
    thrown(table)
    program.asked()
    thrown(table, table=TOURNAMENT)
    assert program.hints() is None
