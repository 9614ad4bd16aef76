"""Results: which match belongs to which pairing, what came of it, and the files of that."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from companion.hall.record.record import Record
from companion.hall.record.story import TableLine
from companion.hall.record.values import KeptMatch, Rounds
from companion.hall.rounds.export import as_csv, as_json
from companion.hall.rounds.folding import Fold, Outcome
from companion.hall.rounds.names import of_table, sort_key
from companion.hall.rounds.standing import Known, results
from companion.hall.view import Pairing, ResultRow
from companion.hall.words import message
from companion.journal.lines import agreement_line, event_lines
from companion.table.state import MatchOver
from tests.hall.stage import staged
from tests.hall.tables import Table, alive
from tests.journal.played import WALL, Played, played

PAIRINGS = (
    Pairing(1, "7", "Ada", "Zoë"),
    Pairing(1, "8", "Bo", "Cy"),
    Pairing(2, "7", "Zoë", "Ada"),
    Pairing(2, "8", "Di", "Ed"),
)
ROUNDS = Rounds(PAIRINGS, {1: 100, 2: 200}, 2)


def known(*matches: tuple[str, str, int, str, str], over: bool = True) -> Known:
    """Matches: uid, table, when first heard of, White and Black."""
    outcomes = {
        uid: (9, Outcome(white, black, "backgammon", 3, 5, 4, over, "black" if over else ""))
        for uid, _, _, white, black in matches
    }
    kept = [KeptMatch(uid, "ab" * 16, table, 0, seen, 9) for uid, table, seen, _, _ in matches]
    return Known(ROUNDS, kept, lambda uid: outcomes.get(uid, (0, Outcome())))


def test_a_pairing_without_a_match_waits() -> None:
    assert [row.progress for row in results(known(), 1)] == ["waiting", "waiting"]


def test_the_match_of_the_right_players_counts() -> None:
    row = results(known(("x", "7", 110, "Eve", "Fay"), ("m", "7", 120, "ada ", "ZOË")), 1)[0]
    assert (row.match, row.progress, row.score_white, row.score_black, row.winner, row.games) == (
        "m",
        "over",
        3,
        5,
        "Zoë",
        4,
    )
    assert row.note is None


def test_colours_may_be_exchanged() -> None:
    row = results(known(("m", "Table 7", 120, "Zoë", "Ada")), 1)[0]
    assert (row.score_white, row.score_black, row.winner) == (5, 3, "Ada")
    assert row.note is not None
    assert row.note.code == "colours_exchanged"


def test_other_names_are_told_and_not_refused() -> None:
    row = results(known(("m", "7", 120, "Eve", "Zoë")), 1)[0]
    assert (row.match, row.note and row.note.code) == ("m", "other_names")


def test_the_same_people_in_two_rounds_have_two_matches() -> None:
    found = known(("m1", "7", 120, "Ada", "Zoë"), ("m2", "7", 220, "Zoë", "Ada"))
    assert [results(found, number)[0].match for number in (1, 2)] == ["m1", "m2"]
    assert results(known(("m1", "7", 120, "Ada", "Zoë")), 2)[0].progress == "waiting"


def test_a_match_that_began_before_its_round_is_found_by_its_names() -> None:
    found = known(("m1", "8", 120, "Bo", "Cy"), ("m2", "8", 190, "Di", "Ed"))
    assert [results(found, number)[1].match for number in (1, 2)] == ["m1", "m2"]


def test_of_several_the_last_one_counts_and_that_is_told() -> None:
    row = results(known(("m1", "8", 120, "Bo", "Cy"), ("m2", "8", 130, "Bo", "Cy")), 1)[1]
    assert row.match == "m2"
    assert row.note is not None
    assert row.note.code == "several_matches"


def test_a_conflict_is_told_beside_what_is_recorded() -> None:
    outcome = Outcome("Ada", "Zoë", score_white=3, score_black=5, games=4)
    found = replace(known(("m", "7", 120, "Ada", "Zoë")), outcome_of=lambda _uid: (4, outcome))
    assert (results(found, 1)[0].progress, results(found, 1)[0].score_black) == ("playing", 5)
    row = results(replace(found, conflicts=frozenset({"m"})), 1)[0]
    assert (row.progress, row.score_white, row.score_black, row.games) == ("conflict", 3, 5, 4)


def test_a_line_that_cannot_be_read_leaves_the_result_open() -> None:
    found = known(("m", "7", 120, "Ada", "Zoë"))
    unread = replace(found, outcome_of=lambda _uid: (4, Outcome("Ada", "Zoë", unreadable="it is newer")))
    row = results(unread, 1)[0]
    assert (row.progress, row.score_white, row.winner) == ("unknown", None, "")


def test_tables_are_known_by_their_numbers() -> None:
    things = [("07", "a"), ("Tisch 8", "b"), ("8", "c"), ("Bar", "d"), ("7b 9", "e")]
    assert [of_table(name, things) for name in ("7", "8", "bar", "9", "x")] == [["a"], ["c"], ["d"], [], []]
    assert sorted(["10", "2", "Table 3", "Bar"], key=sort_key) == ["2", "Table 3", "10", "Bar"]


def lines_of(match: Played) -> list[TableLine]:
    lines = [agreement_line(match.agreement, WALL), *event_lines(match.events, WALL)]
    return [TableLine(line.wall, line.body) for line in lines]


@pytest.fixture(scope="module")
def match() -> Played:
    return played(games=2, seed="hall", most_turns=12)


def test_a_match_is_followed_as_the_table_itself_does(match: Played) -> None:
    lines, fold = lines_of(match), Fold()
    for start in range(0, len(lines), 37):
        fold.take(lines[start : start + 37])
    assert fold.lines == len(lines)
    outcome = fold.outcome
    assert (outcome.score_white, outcome.score_black) == tuple(match.table.match.score)
    assert outcome.games == len(match.table.games)
    assert outcome.over == isinstance(match.table.phase, MatchOver)
    assert Outcome.read(outcome.written()) == outcome


@pytest.mark.parametrize(
    "body", ['{"event":"teleported","at":1}', "[1]", "no", '{"event":"dice_seen","at":1,"more":2}']
)
def test_a_line_that_this_version_cannot_read_ends_it(match: Played, body: str) -> None:
    lines, fold = lines_of(match)[:20], Fold()
    fold.take([*lines, TableLine(WALL, body), *lines[5:]])
    assert (fold.lines, fold.seen) == (20, 36)
    assert fold.outcome.unreadable
    assert fold.outcome.white == match.agreement.rules.names.white


def test_results_come_from_the_record(record: Record, match: Played) -> None:
    names = match.agreement.rules.names
    told = tuple((line.wall, line.body) for line in lines_of(match))
    table = Table(1, journal={"m": told})
    with staged(record) as stage:
        text = f"round,table,white,black\n1,1,{names.white},{names.black}\n"
        assert stage.hall.take_list(text.encode(), "Eve") == ()
        stage.tell(alive())
        stage.until(lambda view: bool(view.tables))
        while (events := table.events("m")) is not None:
            stage.tell(events)
            table.have["m"] = min(len(told), table.have.get("m", 0) + 4)
        stage.line.until(table.id, "m", len(told))
        while (row := stage.hall.results(1)[0]).score_white is None:
            stage.until(lambda view: view.status.behind == 0)
        assert (row.match, row.games) == ("m", len(match.table.games))
        assert json.loads(stage.hall.results_json(1))["results"][0]["score_white"] == match.table.match.score.white
    assert record.results()["m"].lines == len(told)


HARMFUL = ("=1+1", "+1", "-2", "@x", " =cmd|'/c calc'!A0", "\t=1")


@pytest.mark.parametrize("name", HARMFUL)
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str) -> None:
    row = ResultRow(Pairing(1, name, name, name), "over", "m", -1, 2, name, 3, message("list_missing"))
    data = as_csv([row])
    cells = next(csv.reader(io.StringIO(data.decode("utf-8-sig").partition("\r\n")[2])))
    assert data.startswith(b"\xef\xbb\xbf")
    assert cells[1] == cells[2] == cells[6] == f"'{name}"
    assert cells[4:6] == ["-1", "2"]


def test_names_are_whole_in_files() -> None:
    row = ResultRow(Pairing(1, "7", 'Zoë "Q", Jr.', "Ödön; \u200dx"), "playing")
    assert 'Zoë "Q", Jr.' in next(iter(list(csv.reader(io.StringIO(as_csv([row]).decode("utf-8-sig"))))[1:]))
    told = json.loads(as_json([row], 1))
    assert (told["round"], told["results"][0]["black"], told["results"][0]["score_white"]) == (1, "Ödön; \u200dx", None)
