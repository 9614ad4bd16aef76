"""Steps of a match: what each tells, which of them stand, and the way to JSON and back."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from companion.journal.replay import plain, read, steps_of
from companion.journal.standing import happenings
from companion.rules.games import GAMES, configured
from companion.rules.notation import parse_booklet, parse_international
from companion.table.agreement import Agreement
from companion.table.codec import CodecError
from companion.table.events import Event
from companion.table.reading import exact_reading
from companion.table.state import Act, Asking, Disputed, PlayedGame, Playing, Record, Table
from tests.journal.players import WAYS, Options, Players, agreed, way_id
from tests.journal.scripts import NAMES, kept, session
from tests.table.driver import Session
from tests.table.hands import Sensing


def standing_entries(table: Table) -> list[Record | Act]:
    """The standing record of all games, in order."""
    games: list[PlayedGame] = list(table.games)
    own = [] if games and games[-1].game.record is table.game.record else [table.game]
    return [entry for game in [*(one.game for one in games), *own] for entry in game.record]


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_is_the_standing_record(name: str) -> None:
    agreement, stored, table = session(name)
    found, end = happenings(agreement, stored)
    assert end == table
    told = [entry for one in found if one.stands for entry in one.entries]
    assert told == standing_entries(end)
    gone = [id(entry) for one in found if not one.stands for entry in one.entries]
    assert not {id(entry) for entry in standing_entries(end)} & set(gone)


@pytest.mark.parametrize("name", NAMES)
def test_the_last_throw_that_stands_is_the_one_that_is_played(name: str) -> None:
    agreement, stored, _ = session(name)
    found, end = happenings(agreement, stored)
    if isinstance(end.phase, Playing | Asking | Disputed):
        assert [one.throw for one in found if one.stands and one.throw][-1] is end.phase.turn


@pytest.mark.parametrize("name", NAMES)
def test_a_step_survives_json(name: str) -> None:
    agreement, stored, _ = session(name)
    for step in steps_of(agreement, stored):
        assert read(json.loads(json.dumps(plain(step)))) == step


@pytest.mark.parametrize("name", NAMES)
def test_steps_go_forwards(name: str) -> None:
    agreement, stored, table = session(name)
    steps = steps_of(agreement, stored)
    assert [step.step for step in steps] == list(range(1, len(steps) + 1))
    assert [step.seq for step in steps] == sorted(step.seq for step in steps)
    assert [(step.position.setup, step.score) for step in steps][-1:] == (
        [(table.game.position.setup, table.match.score)] if steps else []
    )
    assert all(told.text for step in steps for told in step.said)


def played(game: str, seed: int) -> tuple[Agreement, list[Event], Table]:
    """A random game through sensors, illegal plays in it."""
    events: list[Event] = []

    class Kept(Session):
        def happen(self, make: object) -> None:
            def kept_too(at: int) -> Event:
                events.append(make(at))  # type: ignore[operator]
                return events[-1]

            super().happen(kept_too)

    sense: Sensing = exact_reading
    one = Kept(configured(game), sense, random.Random(seed), illegal=0.1, most_turns=60)
    rules = one.table.match.rules
    one.play(1)
    return Agreement(rules), events, one.table


@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str) -> None:
    agreement, events, table = played(game, 7)
    found, end = happenings(agreement, kept(events))
    assert end == table
    assert [entry for one in found if one.stands for entry in one.entries] == standing_entries(table)
    turns = {id(one.played): one for one in found if one.played}
    for step, one in zip(steps_of(agreement, kept(events)), found, strict=True):
        if step.play is not None and one.played is not None and one.played.play is not None:
            turn = one.played.turn
            assert step.play.booklet is not None
            assert step.play.international is not None
            for play in (
                parse_booklet(turn, step.play.booklet),
                parse_international(turn, step.play.international),
            ):
                assert play == one.played.play
            assert turns


@pytest.mark.parametrize(("game", "options"), WAYS, ids=way_id)
def test_what_stands_of_random_matches_is_the_standing_record(game: str, options: Options) -> None:
    chance = random.Random(f"standing {game} {options}")
    players = Players(agreed(game, options, chance), chance)
    players.play(150)
    found, end = happenings(players.agreement, kept(players.events))
    assert end == players.table
    assert [entry for one in found if one.stands for entry in one.entries] == standing_entries(end)
    results = [one.table.games[-1].result for one in found if one.stands and one.ended]
    assert results == [one.result for one in end.games]


def by_code(name: str, code: str) -> list[dict[str, object]]:
    """The steps of a scripted table in which this was said."""
    agreement, stored, _ = session(name)
    steps = map(plain, steps_of(agreement, stored))
    return [step for step in steps if any(said["code"] == code for said in step["said"])]


def test_a_throw_and_its_play_are_told() -> None:
    step = by_code("cube_and_drop", "doubled")[0]
    assert step["cube"] == {"value": 1, "owner": None, "offer": {"player": "black", "value": 2, "beaver": False}}
    (step,) = by_code("cube_and_drop", "dropped")
    assert step["result"] == {"winner": "white", "how": "dropped", "count": 1, "cube": 2, "counted": 2}
    assert step["score"] == {"white": 2, "black": 0}


def test_what_is_undone_does_not_stand() -> None:
    agreement, stored, _ = session("undo")
    steps = steps_of(agreement, stored)
    assert not all(step.stands for step in steps)
    assert all(step.stands and step.correction for step in steps if step.said and step.said[0].code == "undone")


def test_a_throw_that_was_corrected_does_not_stand() -> None:
    agreement, stored, _ = session("throw_corrected_in_play")
    steps = steps_of(agreement, stored)
    corrected = next(step for step in steps if step.said and step.said[0].code == "throw_corrected")
    before = [step for step in steps[: corrected.step - 1] if step.throw]
    assert [step.stands for step in before][-1] is False or before[-1].said[0].code == "opening_thrown"
    assert corrected.throw is not None
    assert corrected.correction


def test_a_play_that_stands_by_the_next_throw_is_a_step_of_its_own() -> None:
    agreement, stored, _ = session("illegal_stands_once_thrown")
    steps = steps_of(agreement, stored)
    (settled,) = [step for step in steps if step.play and step.play.condoned]
    after = steps[settled.step]
    assert (after.seq, settled.throw) == (settled.seq, None)
    assert after.throw is not None
    assert settled.play is not None
    assert settled.play.booklet is None
    assert settled.play.player is after.throw.player.opponent


def test_the_clock_is_told() -> None:
    agreement, stored, table = session("clock_fischer")
    times = [step.times for step in steps_of(agreement, stored)]
    assert all(one.reserve is not None for one in times)
    assert any(one.running is not None for one in times)
    assert times[-1].wall - times[0].wall == times[-1].at - times[0].at
    assert table.clock.reserve != times[0].reserve


def test_what_the_match_no_longer_allows_changes_nothing() -> None:
    agreement, stored, _ = session("manual")
    doubled = [one for one in stored for _ in range(2)]
    again = [replace(one, seq=number) for number, one in enumerate(doubled, 1)]
    assert [step.position for step in steps_of(agreement, again)][-1] == steps_of(agreement, stored)[-1].position


@pytest.mark.parametrize("data", [{}, {"step": "1"}, {"step": 1, "said": []}])
def test_what_is_no_step_is_told(data: dict[str, object]) -> None:
    with pytest.raises(CodecError):
        read(data)
