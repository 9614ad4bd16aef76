"""Every step of every scripted table as the archive shows it: arrows, notations, marks, lines for other programs."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from companion.journal.exchange.scripting import UNKNOWN_RULES
from companion.journal.replay import Step, steps_of
from companion.rules.games import GAMES
from companion.rules.xgid import Offer, state_of_xgid
from companion.service.archive_view import ReplayStep
from companion.service.steps import INVALID, Around, replayed
from companion.service.view import Both
from companion.table.codes import SAID
from tests.journal.scripts import NAMES, session


@cache
def shown(name: str) -> list[tuple[Step, ReplayStep]]:
    """Each step of a scripted table as it was recorded, and as it is shown."""
    agreement, stored, _ = session(name)
    around = Around(agreement, Both("Ada", "Bo"), with_pips=True)
    steps = steps_of(agreement, stored)
    games = sorted({step.game for step in steps})
    by_game = [[step for step in steps if step.game == game] for game in games]
    return [pair for one in by_game for pair in zip(one, replayed(one, around), strict=True)]


NOT_BY_THE_PLAY = frozenset(
    {"acey_deucey_third", "acey_third_on_the_board", "trictrac_refill", "flag_falls_as_the_board_settles"}
)
"""Where more is moved than was played: a checker is paid, a pile is set up anew, or a play that was read anew is taken
back on a board that a correction in between still showed."""


@pytest.mark.parametrize("name", sorted({*NAMES} - NOT_BY_THE_PLAY))
def test_arrows_lead_from_the_position_before_to_the_one_after(name: str) -> None:
    stood: Step | None = None
    for recorded, step in shown(name):
        play = recorded.play
        if play is not None and stood is not None and recorded.stands:
            before, after = (dict(one.position.setup.sides[play.player].places()) for one in (stood, recorded))
            changed = Counter[int | str](before)
            for source, target in step.arrows:
                changed[source] -= 1
                changed[target] += 1
            if play.international is not None:
                assert {place: count for place, count in changed.items() if count} == after, step.said
        if play is None:
            assert step.arrows == ()
        stood = recorded if recorded.stands else stood


@pytest.mark.parametrize("name", NAMES)
def test_a_step_shows_what_was_recorded(name: str) -> None:
    for recorded, step in shown(name):
        board = step.table.game_board
        assert board is not None
        assert [white - black for white, black in board.points] == list(recorded.position.points)
        assert (step.table.score.white, step.table.score.black) == tuple(recorded.score)
        assert (step.correction, step.stands) == (recorded.correction, recorded.stands)
        assert len(step.said) == len(recorded.said)
        assert (step.play is None) == (recorded.play is None)
        if step.play is not None and recorded.play is not None:
            assert step.play.international == (recorded.play.international or step.play.international)
            assert (step.play.condoned is None) == (recorded.play.condoned is None)
            assert step.play.international
            assert step.play.booklet


@pytest.mark.parametrize("name", NAMES)
def test_the_line_for_other_programs_says_what_the_board_shows(name: str) -> None:
    rules = session(name)[0].rules
    known = rules.game.id == "backgammon" and not any(map(rules.option, UNKNOWN_RULES))
    for recorded, step in shown(name):
        if not step.xgid:
            assert not known or recorded.throw is None or recorded.result
            continue
        told = state_of_xgid(GAMES["backgammon"], step.xgid)
        assert told.position.points == recorded.position.points
        assert told.score == recorded.score
        assert (told.cube, told.owner) == (recorded.cube.value, recorded.cube.owner)
        if recorded.throw is not None and recorded.cube.offer is None:
            assert (told.turn, told.throw) == (recorded.throw.player, recorded.throw.dice)
        elif recorded.cube.offer is not None:
            assert isinstance(told.throw, Offer)
        elif recorded.play is not None:
            assert told.throw is None


def test_games_of_our_own_have_no_such_line() -> None:
    for name in ("trictrac_bridge", "puff_long", "snake", "ravensburger", "hit_to_start"):
        assert {step.xgid for _, step in shown(name)} == {""}


def test_what_does_not_count_is_marked() -> None:
    assert set(SAID) >= INVALID
    marked = {name: {step.invalid for _, step in shown(name)} for name in ("throw_does_not_count", "manual")}
    assert marked == {"throw_does_not_count": {True, False}, "manual": {False}}
    assert not all(step.stands for _, step in shown("undo"))
    assert any(step.correction for _, step in shown("undo"))


def test_who_comes_next_is_on_roll_after_a_play() -> None:
    for recorded, step in shown("backgammon_counts_three"):
        if recorded.play is not None and step.xgid:
            told = state_of_xgid(GAMES["backgammon"], step.xgid)
            assert told.turn is recorded.play.player.opponent


@pytest.mark.parametrize("name", ["illegal_let_stand", "manual", "undo"])
def test_a_picture_belongs_to_one_step(name: str) -> None:
    agreement, stored, _ = session(name)
    seqs = [one.seq for one in stored]
    steps = replayed(steps_of(agreement, stored), Around(agreement, Both("Ada", "Bo"), with_pips=True, pictures=seqs))
    found = {picture.seq: step.seq for step in steps for picture in step.pictures}
    assert [picture.seq for step in steps for picture in step.pictures] == [one for one in seqs if one >= steps[0].seq]
    assert all(step <= picture for picture, step in found.items())
    assert {step.seq for step in steps} <= set(found)


def test_pips_are_kept_back_where_nobody_may_know_them() -> None:
    agreement, stored, _ = session("manual")
    steps = steps_of(agreement, stored)
    hidden = replayed(steps, Around(agreement, Both("Ada", "Bo"), with_pips=False))
    assert {step.table.pips for step in hidden} == {None}
    told = replayed(steps, Around(agreement, Both("Ada", "Bo"), with_pips=True))
    first = told[0].table.pips
    assert first is not None
    assert (first.white, first.black) == (167, 167)
