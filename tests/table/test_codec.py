"""Every event survives the way to JSON and back, and nothing else is taken for one."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.match.score import Choice, Crawford
from companion.rules.games import GAMES, configured
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side, start_position
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codec import EVENTS, CodecError, decode, encode
from companion.table.reading import BoardReading, Seen, exact_reading, presence_reading

at, player, text = st.integers(0, 10**12), st.sampled_from(Player), st.text(max_size=20)
number, die = st.integers(0, 20), st.integers(1, 6)
dice = st.tuples(die, die)
agreed = st.builds(Pair, st.booleans(), st.booleans())
pair = st.builds(Pair, number, number)
span = st.tuples(number, number)
spans = st.builds(Pair, span, span)


def many(one: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(one, min_size=24, max_size=24).map(tuple)


readings = st.builds(BoardReading, many(st.builds(Seen, spans, span)), st.none() | spans, st.none() | spans)
sides = st.builds(Side, many(number), number, number, number)
setups = st.builds(Setup, st.builds(Pair, sides, sides))
lying = st.builds(ev.Die, die, st.none() | player, st.booleans(), st.booleans()) | st.builds(
    ev.Die, st.just(0), st.none() | player, st.just(value=False), st.booleans()
)

every_event = st.one_of(
    st.builds(ev.BoardSeen, at, readings),
    st.builds(ev.DiceSeen, at, st.lists(lying, max_size=5).map(tuple)),
    st.builds(ev.ThrowEntered, at, player, st.lists(die, max_size=3).map(tuple)),
    st.builds(ev.PlayEntered, at, player, text),
    st.builds(ev.DoubleNamed, at, player, number),
    st.builds(ev.CubeMoved, at, player, st.sampled_from(ev.CubeAction)),
    st.builds(ev.Resigned, at, player, number),
    st.builds(ev.Answered, at, player, st.booleans()),
    st.builds(ev.WayChosen, at, st.sampled_from(ev.Way), st.none() | dice, st.none() | number),
    st.builds(ev.NextGame, at, st.none() | player, st.none() | st.sampled_from(Choice)),
    st.builds(co.Undone, at, number, agreed, text),
    st.builds(co.ThrowCorrected, at, dice, text),
    st.builds(co.ScoreSet, at, pair, text, st.none() | st.sampled_from(Crawford)),
    st.builds(co.CubeSet, at, number, st.none() | player, text),
    st.builds(co.PositionSet, at, setups, player, text, st.none() | pair),
    st.builds(co.ClockSet, at, player, st.integers(), text),
    st.builds(co.HintWanted, at, agreed, st.sampled_from(co.Aid)),
    *(st.builds(kind, at, player) for kind in (ev.ClockHit, ev.TurnEnded, ev.CallOffWanted, ev.FlagClaimed)),
    *(st.builds(kind, at) for kind in (ev.DiceLifted, ev.BoardLost, ev.TimePassed, ev.SessionEnded)),
    *(st.builds(kind, at) for kind in (co.ClockStopped, co.ClockResumed)),
)


@settings(max_examples=400, deadline=None)
@given(every_event)
def test_an_event_survives(event: ev.Event) -> None:
    assert decode(json.loads(json.dumps(encode(event)))) == event


def test_every_event_has_a_name() -> None:
    assert {kind.__name__ for kind in EVENTS.values()} == {kind.__name__ for kind in ev.Event.__subclasses__()}
    assert all(name.islower() for name in EVENTS)


@pytest.mark.parametrize("name", GAMES)
def test_readings_survive(name: str) -> None:
    setup = start_position(configured(name)).setup
    for reading in (exact_reading(setup), presence_reading(setup, 6), presence_reading(setup, 5, zones=True)):
        event = ev.BoardSeen(1, reading)
        assert decode(json.loads(json.dumps(encode(event)))) == event


def test_what_is_left_out_is_as_usual() -> None:
    assert decode({"event": "next_game", "at": 5}) == ev.NextGame(5)
    assert decode({"event": "dice_seen", "at": 5, "dice": [{"value": 3, "half": "white"}]}) == ev.DiceSeen(
        5, (ev.Die(3, Player.WHITE),)
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "an event is an object, not []"),
        ({}, "there is no event None"),
        ({"event": "dice_sen", "at": 1}, "there is no event 'dice_sen'"),
        ({"event": ["dice_seen"], "at": 1}, "there is no event ['dice_seen']"),
        ({"event": "dice_lifted"}, "dice_lifted needs the field 'at'"),
        ({"event": "dice_lifted", "at": 1, "by": 2}, "dice_lifted has no field 'by'"),
        ({"event": "dice_lifted", "at": "1"}, "dice_lifted.at is to be a whole number, not '1'"),
        ({"event": "dice_lifted", "at": True}, "dice_lifted.at is to be a whole number, not True"),
        ({"event": "dice_lifted", "at": 1.5}, "dice_lifted.at is to be a whole number, not 1.5"),
        ({"event": "clock_hit", "at": 1, "player": "red"}, "clock_hit.player is to be one of white, black, not 'red'"),
        ({"event": "clock_hit", "at": 1, "player": None}, "clock_hit.player is to be one of white, black, not None"),
        ({"event": "play_entered", "at": 1, "player": "white", "play": 5}, "play_entered.play is to be a text, not 5"),
        (
            {"event": "answered", "at": 1, "player": "white", "accepted": 1},
            "answered.accepted is to be true or false, not 1",
        ),
        ({"event": "dice_seen", "at": 1, "dice": {}}, "dice_seen.dice is to be a list, not {}"),
        ({"event": "dice_seen", "at": 1, "dice": [3]}, "dice_seen.dice[0] is to be an object, not 3"),
        (
            {"event": "dice_seen", "at": 1, "dice": [{"value": 0, "half": "white"}]},
            "dice_seen.dice[0].value is to be from 1 to 6, not 0",
        ),
        (
            {"event": "dice_seen", "at": 1, "dice": [{"value": 7, "half": None}]},
            "dice_seen.dice[0].value is to be from 1 to 6, not 7",
        ),
        (
            {"event": "throw_corrected", "at": 1, "dice": [1], "reason": "x"},
            "throw_corrected.dice is to be a list of 2, not [1]",
        ),
        (
            {"event": "score_set", "at": 1, "score": [1, 2], "reason": "x"},
            "score_set.score is to be a value for white and one for black, not [1, 2]",
        ),
        (
            {"event": "board_seen", "at": 1, "reading": {"points": [[0, 0, 0, 0, 0]]}},
            "board_seen.reading.points[0] is to be a list of 6, not [0, 0, 0, 0, 0]",
        ),
        (
            {"event": "board_seen", "at": 1, "reading": {"points": []}},
            "board_seen.reading.points is to be a list of 24, not of 0",
        ),
    ],
)
def test_what_is_no_event_is_told(data: object, message: str) -> None:
    with pytest.raises(CodecError) as raised:
        decode(data)
    assert str(raised.value) == message
