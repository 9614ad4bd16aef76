import re
from collections import Counter

import pytest

from companion.journal.exchange.importing import IllegalPlaysError, Imported
from companion.journal.exchange.mat import export_mat
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.script import Flagged, Script
from companion.journal.exchange.scripting import NotInThisFormatError, script_of
from companion.journal.exchange.sgf import export_sgf, write_sgf
from companion.journal.exchange.sgf_reader import read_sgf, sgf_script
from companion.match.length import MatchRules, Money, Rounds, ToPoints
from companion.match.score import Crawford
from companion.rules.games import GAMES, configured
from companion.rules.players import Pair
from companion.table.agreement import Agreement
from companion.table.reducer import fold
from companion.table.state import Record, Table
from tests.journal.exchange.matches import Habits, random_session
from tests.journal.gnubg.compare import positions_of
from tests.journal.gnubg.round_trip import plain

EVERYTHING = Habits(illegal=0.03, strange=0.02, by_scorer=0.02)
ILLEGAL = Habits(illegal=0.05)
STRANGE = Habits(illegal=0.04, strange=0.02)
GAMES_EACH, TURNS = 2, 400


def played(seed: int, habits: Habits | None = None) -> Table:
    return random_session(seed, habits, GAMES_EACH, TURNS).table


def replayed(match: Imported) -> Table:
    return fold(match.agreement.begin(), match.events)


def condoned(table: Table) -> int:
    games = [*(one.game for one in table.games), table.game]
    return sum(isinstance(one, Record) and one.condoned is not None for game in games[-1:] for one in game.record)


@pytest.mark.parametrize("seed", range(6))
def test_sgf_comes_back_as_it_was(seed: int) -> None:
    table = played(seed, EVERYTHING)
    script = script_of(table)
    text = export_sgf(table)
    assert sgf_script(text.encode()) == script
    again = replayed(read_sgf(text.encode(), condone=True))
    assert positions_of(again) == positions_of(table)
    assert again.match.score == table.match.score
    assert export_sgf(again) == text


@pytest.mark.parametrize("seed", range(6))
def test_mat_comes_back_with_the_same_plays(seed: int) -> None:
    table = played(seed, STRANGE)
    again = replayed(read_mat(export_mat(table).encode(), condone=True))
    assert positions_of(again) == positions_of(table)
    assert plain(script_of(again)) == plain(script_of(table))


def test_illegal_plays_are_refused_all_of_them_and_let_stand_if_so_wanted() -> None:
    table = next(table for table in (played(seed, ILLEGAL) for seed in range(10)) if condoned(table) > 1)
    data = export_sgf(table).encode()
    let_stand = read_sgf(data, condone=True)
    with pytest.raises(IllegalPlaysError) as refused:
        read_sgf(data)
    assert refused.value.problems == let_stand.problems
    assert len(let_stand.problems) >= condoned(table)
    assert condoned(replayed(let_stand)) == condoned(table)


def test_what_was_set_by_hand_is_not_written_as_mat_but_named() -> None:
    habits = Habits(by_scorer=0.2)
    told = []
    for seed in range(6):
        table = played(seed, habits)
        kinds = {type(action).__name__ for one in script_of(table).games for action in one.actions}
        if kinds & {"BoardPut", "CubePut"}:
            with pytest.raises(NotInThisFormatError) as refused:
                export_mat(table)
            told.append(str(refused.value))
    assert told
    assert all(line.startswith("Game ") and "after move" in line and "sgf or json" in line for line in told)


def test_lost_on_time_comes_back_as_won_by_the_same_player() -> None:
    habits = Habits(flags=0.03, stopped=0.0)
    tables = [table for table in (played(seed, habits) for seed in range(8)) if _flagged(script_of(table))]
    assert len(tables) > 2
    for table in tables:
        for again in (read_sgf(export_sgf(table).encode()), read_mat(export_mat(table).encode())):
            winners = [one.winner for one in replayed(again).match.results]
            assert winners == [one.winner for one in table.match.results]


def _flagged(script: Script) -> bool:
    return any(isinstance(action, Flagged) for one in script.games for action in one.actions)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "backgammon"])
def test_other_games_are_named_with_the_formats_that_hold_them(name: str) -> None:
    game = GAMES[name]
    table = Agreement(MatchRules(game, Rounds(2) if game.scoring.name == "POINTS" else Money())).begin()
    for export in (export_mat, export_sgf):
        with pytest.raises(NotInThisFormatError, match=f"{re.escape(game.name)}.*json or as text"):
            export(table)


@pytest.mark.parametrize("option", ["ravensburger", "hit_to_start"])
def test_so_are_rules_that_other_programs_do_not_know(option: str) -> None:
    table = Agreement(MatchRules(configured("backgammon", [(option, True)]), Money())).begin()
    with pytest.raises(NotInThisFormatError, match=option):
        export_sgf(table)


def test_names_with_all_signs_come_back() -> None:
    names = Pair("Ada: [the\\first], 5", "Ünï ☃ (2)")
    table = Agreement(MatchRules(GAMES["backgammon"], Money(), names)).begin()
    assert read_sgf(export_sgf(table).encode()).agreement.rules.names == names
    assert read_mat(export_mat(table).encode()).agreement.rules.names == names


@pytest.mark.parametrize("crawford", [Crawford.NOW, Crawford.OVER])
def test_sgf_holds_where_a_match_stands_with_its_crawford_game(crawford: Crawford) -> None:
    agreement = Agreement(MatchRules(GAMES["backgammon"], ToPoints(5)), score=Pair(4, 2), crawford=crawford)
    again = read_sgf(export_sgf(agreement.begin()).encode())
    assert again.agreement.begin().match.crawford is crawford


def test_the_random_matches_have_all_there_is() -> None:
    counts: Counter[str] = Counter()
    for seed in range(12):
        script = script_of(played(seed, EVERYTHING))
        counts.update(type(action).__name__ for one in script.games for action in one.actions)
        assert sgf_script(write_sgf(script).encode()) == script
    for kind in ("Played", "Thrown", "Cubed", "Resigns", "CallsOff", "Replies", "Tied", "BoardPut", "CubePut"):
        assert counts[kind], kind
