"""Matches from before the great bridge was counted in every win stay as they were counted."""

from __future__ import annotations

import json

import pytest

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.record_json import export_json, read_json
from companion.journal.exchange.text import export_text
from companion.journal.exchange.text_reader import read_text
from companion.journal.lines import Line, agreement_line, agreement_of
from companion.rules.players import Pair
from companion.table.agreement import Agreement, counted_as_at_first, decode_agreement
from companion.table.reducer import fold
from tests.journal.scripts import WALL, session

AGREED, STORED, _ = session("trictrac_bridge_in_win")
EARLIER = counted_as_at_first(AGREED)
EVENTS = tuple(one.event for one in STORED)
CARRIED = pytest.mark.parametrize(("agreed", "points"), [(AGREED, 2), (EARLIER, 0)], ids=["now", "earlier"])


def points_carried(agreement: Agreement) -> Pair[int]:
    return fold(agreement.begin(), EVENTS).game.memory.score


@CARRIED
def test_a_match_goes_on_in_the_journal_as_it_was_counted(agreed: Agreement, points: int) -> None:
    again = agreement_of(agreement_line(agreed, WALL), 1)
    assert points_carried(agreed) == points_carried(again) == Pair(points, 0)


@CARRIED
def test_records_come_back_as_they_were_counted(agreed: Agreement, points: int) -> None:
    match = CompleteMatch(agreed, EVENTS, begun=WALL)
    text = export_text(match)
    assert f"scores {points + 1}, has " in text
    for again in (read_json(export_json(match).encode()), read_text(text.encode())):
        assert points_carried(again.agreement) == Pair(points, 0)
        assert export_text(again) == text


def test_a_record_that_does_not_say_how_it_is_counted_is_an_earlier_one() -> None:
    line = agreement_line(AGREED, WALL)
    agreed = json.loads(line.body)
    assert agreed.pop("bridge_in_win")
    assert points_carried(agreement_of(Line(WALL, json.dumps(agreed)), 1)) == Pair(0, 0)
    record = json.loads(export_json(CompleteMatch(EARLIER, EVENTS)))
    assert not record["agreement"].pop("bridge_in_win")
    assert points_carried(read_json(json.dumps(record).encode()).agreement) == Pair(0, 0)
    # A match that is asked for now is counted as now.
    assert points_carried(decode_agreement(agreed)) == Pair(2, 0)
