"""What was agreed on survives being written down, and nothing impossible is read."""

import json
from typing import Any

import pytest

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Crawford
from companion.rules.games import GAMES, configured
from companion.rules.players import Pair
from companion.table.agreement import Agreement, decode_agreement, encode_agreement
from companion.table.codec import CodecError
from companion.table.state import EndsBy, IllegalPlays, TableRules


def again(agreement: Agreement) -> Agreement:
    return decode_agreement(json.loads(json.dumps(encode_agreement(agreement))))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("length", [Money(), Rounds(12), ToPoints(5)])
def test_every_game_and_length_survives(name: str, length: Length) -> None:
    agreement = Agreement(MatchRules(configured(name), length, Pair("Ada", "Zoë")))
    assert again(agreement) == agreement


def test_everything_else_survives() -> None:
    game = configured("backgammon", [("jacoby", True), ("beaver", True)])
    clock = ClockRules(ClockKind.FISCHER, Pair(60_000, 90_000), 5_000)
    rules = TableRules(EndsBy.CLOCK, IllegalPlays.CORRECT, tournament=True)
    assert again(found := Agreement(MatchRules(game, Money(), clock=clock, cube=True), rules, Pair(3, 4))) == found
    match = MatchRules(configured("backgammon", [("crawford", True)]), ToPoints(5), cube=None)
    assert again(found := Agreement(match, score=Pair(4, 2), crawford=Crawford.OVER)) == found
    assert found.begin().match.crawford is Crawford.OVER


WRONG = [
    (None, "is to be an object"),
    ({}, "game is to be a name"),
    ({"game": "chess", "length": {"kind": "money"}}, "chess"),
    ({"game": "backgammon", "options": [], "length": {"kind": "money"}}, "options an object"),
    ({"game": "backgammon", "options": {"jacobi": True}, "length": {"kind": "money"}}, "jacobi"),
    ({"game": "backgammon", "options": {"jacoby": "yes"}, "length": {"kind": "money"}}, "jacoby"),
    ({"game": "backgammon"}, "length is to be"),
    ({"game": "backgammon", "length": {"kind": []}}, "length is to be"),
    ({"game": "backgammon", "length": {"kind": "points"}}, "points"),
    ({"game": "backgammon", "length": {"kind": "points", "points": 0}}, "0"),
    ({"game": "backgammon", "length": {"kind": "points", "points": 3}, "score": {"white": 3, "black": 0}}, "3"),
    ({"game": "backgammon", "length": {"kind": "money"}, "stake": 5}, "no field 'stake'"),
    ({"game": "backgammon", "length": {"kind": "money"}, "names": {"white": " ", "black": "B"}}, "name"),
]


@pytest.mark.parametrize(("data", "says"), WRONG)
def test_what_cannot_be_is_turned_down(data: Any, says: str) -> None:
    with pytest.raises(CodecError, match=says):
        decode_agreement(data)
