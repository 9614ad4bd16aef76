"""The clock: tables of what it shows, and laws that hold whatever happens."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.clock import (
    ClockState,
    adjust,
    advance,
    at,
    flag_falls_at,
    follow,
    pause,
    resume,
    start,
    stop,
    switch,
)
from companion.match.clock_rules import ClockKind, ClockRules, Phase, usual_reserve, whose_time
from companion.match.refused import Refused
from companion.match.score import begin, new_clock
from companion.rules.players import Pair, Player, both
from tests.match.script import Case, act, clock_of, rules_of, table_of, told

ALL = told("clocks.jsonl")
PLAYERS = {"white": Player.WHITE, "black": Player.BLACK, "nobody": None}
ACTIONS: dict[str, Any] = {
    "start": start,
    "switch": switch,
    "stop": stop,
    "pause": pause,
    "resume": resume,
    "follow": follow,
    "adjust": adjust,
}


def clock_after(case: Case, lines: list[str]) -> ClockState:
    clock = ClockState(clock_of(case), Pair(*case["reserve"]))
    for line in lines:
        clock = done(clock, line)
    return clock


def done(clock: ClockState, line: str) -> ClockState:
    name, *words = line.split()
    after = ACTIONS[name](clock, *(PLAYERS[word] if word in PLAYERS else int(word) for word in words))
    assert isinstance(after, ClockState)
    return after


@pytest.mark.parametrize("case", [case for case in ALL if "shows" in case], ids=lambda case: str(case["about"]))
def test_it_shows(case: Case) -> None:
    clock = clock_after(case, case["play"])
    shown = at(clock, case["at"])
    assert list(shown.reserve) == case["shows"]
    assert shown.delay == case.get("delay", shown.delay)
    assert shown.flagged is PLAYERS[case.get("flag", "nobody")]
    assert advance(clock, case["at"]).flagged is shown.flagged


@pytest.mark.parametrize("case", [case for case in ALL if "refused" in case], ids=lambda case: str(case["play"]))
def test_it_refuses(case: Case) -> None:
    clock = clock_after(case, case["play"][:-1])
    with pytest.raises(Refused) as refused:
        done(clock, case["play"][-1])
    assert refused.value.code == case["refused"]


kinds = st.sampled_from([ClockKind.DELAY, ClockKind.FISCHER, ClockKind.BRONSTEIN])
periods = st.lists(st.integers(0, 40_000), min_size=1, max_size=20)
PLENTY = 10_000_000


def clock_with(kind: ClockKind, step: int, reserve: int = PLENTY) -> ClockState:
    return start(ClockState(ClockRules(kind, step_ms=step), both(reserve)), Player.WHITE, 0)


@given(kinds, st.integers(0, 20_000), periods)
def test_what_both_lose_is_what_ran_beyond_the_free_time(kind: ClockKind, step: int, times: list[int]) -> None:
    clock, now = clock_with(kind, step), 0
    for time in times:
        now += time
        clock = switch(clock, now)
    lost = 2 * PLENTY - sum(at(clock, now).reserve)
    if kind is ClockKind.FISCHER:
        assert lost == sum(times) - step * len(times)
    else:
        assert lost == sum(max(0, time - step) for time in times)


@given(kinds, st.integers(0, 20_000), periods, st.lists(st.integers(0, 700_000), max_size=30))
def test_looking_at_the_clock_changes_nothing(kind: ClockKind, step: int, times: list[int], looks: list[int]) -> None:
    unseen = seen = clock_with(kind, step, 300_000)
    now = 0
    for time in times:
        for look in sorted(looks):
            if now <= look <= now + time:
                seen = advance(seen, look)
        now += time
        if at(unseen, now).flagged:
            break
        unseen, seen = switch(unseen, now), switch(seen, now)
    assert at(seen, now) == at(unseen, now)


@given(kinds, st.integers(0, 20_000), st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 20_000)), max_size=10))
def test_pauses_cost_nothing(kind: ClockKind, step: int, parts: list[tuple[int, int]]) -> None:
    clock, now = clock_with(kind, step), 0
    for runs, rests in parts:
        clock = pause(clock, now + runs)
        now += runs + rests
        clock = resume(clock, now)
    ran = sum(runs for runs, _ in parts)
    assert at(clock, now) == at(clock_with(kind, step), ran)


@given(kinds, st.integers(0, 20_000), st.integers(1, 100_000), st.integers(0, 200_000))
def test_the_flag_falls_when_it_was_said(kind: ClockKind, step: int, reserve: int, look: int) -> None:
    clock = clock_with(kind, step, reserve)
    falls = flag_falls_at(clock)
    assert falls is not None
    assert (at(clock, look).flagged is Player.WHITE) == (look >= falls)
    assert flag_falls_at(advance(clock, look)) == (None if look >= falls else falls)
    assert min(at(clock, look).reserve) >= 0


@given(kinds, st.integers(0, 20_000), st.integers(1, 99_999), st.integers(1, 50_000), st.sampled_from(Player))
def test_an_adjusted_reserve_is_what_is_shown(
    kind: ClockKind, step: int, look: int, given_ms: int, player: Player
) -> None:
    clock = clock_with(kind, step, 60_000)
    before, after = at(clock, look), at(adjust(clock, player, given_ms, look), look)
    assert after.reserve == before.reserve.with_(player, given_ms)
    assert after.delay == before.delay
    assert after.flagged is (None if before.flagged is player else before.flagged)


@given(st.lists(st.integers(-50_000, 50_000), max_size=20))
def test_time_that_runs_backwards_gives_nothing_back(changes: list[int]) -> None:
    clock, now = clock_with(ClockKind.BRONSTEIN, 0), 0
    for change in changes:
        now += change
        shown = sum(at(clock, now).reserve)
        clock = switch(clock, now)
        assert sum(clock.reserve) == shown
    assert sum(clock.reserve) >= 2 * PLENTY - sum(max(0, change) for change in changes)


def test_no_flag_is_expected_where_no_time_runs() -> None:
    clock = clock_with(ClockKind.DELAY, 12_000)
    assert flag_falls_at(pause(clock, 5)) is None
    assert flag_falls_at(stop(clock, 5)) is None
    assert flag_falls_at(clock_with(ClockKind.NONE, 0)) is None


def test_time_is_measured_without_a_clock() -> None:
    clock = clock_with(ClockKind.NONE, 0, 0)
    assert at(clock, 4_000).used == 4_000
    assert at(switch(clock, 4_000), 9_500).used == 5_500


@pytest.mark.parametrize(
    ("phase", "asked", "expected"),
    [
        (Phase.THROW, None, Player.WHITE),
        (Phase.PLAY, None, Player.WHITE),
        (Phase.DECISION, None, Player.BLACK),
        (Phase.DECISION, Player.BLACK, Player.BLACK),
        (Phase.DECISION, Player.WHITE, Player.WHITE),  # a beaver comes back to the one on turn
        (Phase.OPENING, None, None),
        (Phase.BETWEEN_GAMES, None, None),
    ],
)
def test_whose_time_runs(phase: Phase, asked: Player | None, expected: Player | None) -> None:
    assert whose_time(phase, Player.WHITE, asked) is expected
    assert whose_time(phase, None, asked) is None


@pytest.mark.parametrize(
    ("length", "scored", "minutes"), [(1, 0, 2), (5, 0, 10), (5, 3, 7), (5, 8, 2), (7, 4, 10), (25, 0, 50)]
)
def test_usual_reserve(length: int, scored: int, minutes: int) -> None:
    assert usual_reserve(length, scored) == minutes * 60_000


def test_the_reserve_goes_by_the_points_of_both() -> None:
    rules = rules_of({"length": 7, "clock": {"kind": "delay"}})
    assert new_clock(begin(rules)).reserve == both(14 * 60_000)
    assert new_clock(begin(rules, Pair(3, 1))).reserve == both(10 * 60_000)
    assert new_clock(begin(rules)).rules.step_ms == 12_000


def test_the_reserve_goes_by_the_games_still_to_come() -> None:
    table = table_of({"game": "trictrac", "length": {"games": 12}, "clock": {"kind": "delay"}})
    assert new_clock(table.match).reserve == both(24 * 60_000)
    assert new_clock(act(table, "black wins 4").match).reserve == both(22 * 60_000)


def test_a_reserve_agreed_on_is_taken() -> None:
    rules = rules_of({"length": "money", "clock": {"kind": "fischer", "reserve": [60_000, 90_000]}})
    assert new_clock(begin(rules)).reserve == Pair(60_000, 90_000)
