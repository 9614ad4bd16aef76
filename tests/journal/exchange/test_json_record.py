"""A match as JSON is complete: it goes out, comes in and goes out the same; and nothing else is taken for one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.exchange.complete import CompleteMatch, Picture
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.exchange.record_json import export_json, read_json
from companion.table.reducer import fold
from tests.journal.players import WAYS, Options, Players, agreed, way_id
from tests.journal.scripts import NAMES, WALL, session

PICTURES = (Picture(1, "jpg", bytes(range(256))), Picture(2, "png", b""))


def complete(name: str, *, pictures: bool = True) -> CompleteMatch:
    """A scripted table as a journal has it."""
    agreement, stored, _ = session(name)
    events = tuple(one.event for one in stored)
    walls = tuple(one.wall for one in stored)
    kept = PICTURES if pictures and len(events) > 1 else ()
    return CompleteMatch(agreement, events, uid="a-uid", begun=WALL, source="table", walls=walls, pictures=kept)


@pytest.mark.parametrize("name", NAMES)
def test_a_scripted_table_survives(name: str) -> None:
    match = complete(name)
    text = export_json(match)
    back = read_json(text.encode())
    assert export_json(back) == text
    assert (back.events, back.walls, back.pictures) == (match.events, match.walls, match.pictures)
    assert fold(back.agreement.begin(), back.events) == session(name)[2]


@pytest.mark.parametrize(("game", "options"), WAYS, ids=way_id)
def test_random_matches_survive(game: str, options: Options) -> None:
    chance = random.Random(f"{game} {options}")
    players = Players(agreed(game, options, chance), chance)
    players.play(60)
    text = export_json(CompleteMatch(players.agreement, tuple(players.events)))
    back = read_json(text.encode())
    assert fold(back.agreement.begin(), back.events) == players.table
    assert json.loads(export_json(back))["events"] == [
        {"wall": event.at, "event": line["event"]}
        for event, line in zip(players.events, json.loads(text)["events"], strict=True)
    ]


def test_what_stands_of_each_game_can_be_read_by_people() -> None:
    first, second = json.loads(export_json(complete("cube_and_drop")))["games"]
    assert first["turns"][0]["international"] == "8/5 6/5"
    assert first["turns"][0]["booklet"] == "8-5, 6-5"
    assert first["result"]["winner"] == "white"
    assert "black drops. white wins the game, which counts 2 (dropped). The score is 2 to 0." in first["steps"]
    assert second == {"game": 2, "turns": [], "result": None, "steps": [""]}


def test_games_are_not_read() -> None:
    data = record("manual")
    data["games"] = "anything"
    assert read_json(json.dumps(data).encode()).events == complete("manual").events


def record(name: str = "manual") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export_json(complete(name)))
    return found


def changed(path: tuple[str | int, ...], value: object) -> bytes:
    """A good record with one thing in it replaced."""
    data: Any = record()
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data).encode()


def without(name: str) -> bytes:
    data = record()
    del data[name]
    return json.dumps(data).encode()


LENGTH = ("agreement", "length")
DAMAGED: list[tuple[bytes, str]] = [
    (b"", "it is not JSON at line 1, column 1"),
    (b"\xff\xfe\x00", "it is not UTF-8 text from byte 0 on"),
    (b"[" * 200_000, "nested too deeply"),
    (b"[]", "no record of a match"),
    (b"null", "no record of a match"),
    (b'{"format": "other"}', "no record of a match"),
    (b'{"format": NaN}', "'NaN' is no number"),
    (b'{"format": ' + b"9" * 5000 + b"}", "has 5000 digits"),
    (changed(("version",), 2), "has version 2, this companion reads version 1: update"),
    (changed(("version",), "1"), "its version is '1'"),
    (changed(("version",), value=True), "its version is True"),
    (changed(("more",), 1), "it has 'more', which means nothing here"),
    (without("agreement"), "'agreement' is missing"),
    (without("events"), "'events' is missing"),
    (changed(("agreement", "game"), "chess"), "what was agreed on"),
    (changed(LENGTH, {"kind": "points", "points": 10**9}), "a match to '1000000000' points cannot be"),
    (changed(LENGTH, {"kind": "rounds", "games": 10**9}), "5000 are the most"),
    (changed(("agreement", "names", "white"), "x" * 1000), "has 1000 letters; 200 are the most"),
    (changed(("agreement", "names", "white"), "\ud800"), "half a character"),
    (changed(("events",), {}), "'events' is to be a list"),
    (changed(("events", 1), 7), "event 2 is to have 'wall' and 'event'"),
    (changed(("events", 1, "event", "at"), -1), "event 2: at is to be milliseconds, not -1"),
    (changed(("events", 1, "event", "at"), 1), "event 2 is earlier than the one before it"),
    (changed(("events", 1, "event", "player"), "red"), "event 2: throw_entered.player"),
    (changed(("events", 1, "event", "dice"), [7]), "event 2 cannot have happened: 7 is no throw"),
    (changed(("events", 1, "wall"), 1.5), "event 2: wall is to be milliseconds, not 1.5"),
    (changed(("events", 1, "wall"), 10**15 - 1), "event 2: wall is to be milliseconds, not 999999999999999"),
    (changed(("begun",), "now"), "begun is to be milliseconds, not 'now'"),
    (changed(("begun",), 10**15 - 1), "begun is to be milliseconds, not 999999999999999"),
    (changed(("uid",), "../up"), "the uid '../up' is none"),
    (changed(("source",), 3), "the source 3 is no text"),
    (changed(("evidence",), 3), "'evidence' is to be a list"),
    (changed(("evidence", 0, "seq"), 999), "picture 1 belongs to event 999"),
    (changed(("evidence", 0, "seq"), 0), "picture 1 belongs to event 0"),
    (changed(("evidence", 0, "kind"), "../x"), "picture 1 is of the kind '../x'"),
    (changed(("evidence", 0, "data"), "no base64!"), "picture 1 is not written in base64"),
    (changed(("evidence", 0, "more"), 1), "picture 1 is to have"),
]


@pytest.mark.parametrize(("data", "told"), DAMAGED, ids=map(str, range(len(DAMAGED))))
def test_what_is_damaged_is_told(data: bytes, told: str) -> None:
    with pytest.raises(ForeignFileError) as raised:
        read_json(data)
    assert told in str(raised.value)


GOOD = export_json(complete("scorer")).encode()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mutilated_record_is_read_or_told(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GOOD) - 1))
    cut = data.draw(st.integers(0, 40))
    put = data.draw(st.binary(max_size=10) | st.sampled_from([b"[", b"{}", b"1e999", b"null", b"-1", b"true", b'"x"']))
    mutilated = GOOD[:at] + put + GOOD[at + cut :]
    try:
        match = read_json(mutilated)
    except ForeignFileError:
        return
    assert read_json(export_json(match).encode()).events == match.events
