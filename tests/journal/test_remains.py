"""Games after damage are told where the journal bears them out, and are then as they were."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from companion.journal.database import FILE
from companion.journal.lines import Line, event_lines
from companion.journal.listing import GameRow
from companion.journal.remains import Known, Remains, remains
from companion.journal.salvage import salvage, set_aside
from companion.journal.store import Journal
from companion.journal.summary import New
from companion.match.length import MatchRules, Money
from companion.rules.games import GAMES
from companion.table.agreement import Agreement
from companion.table.reducer import fold
from tests.effort import tried
from tests.journal.exchange.matches import Habits, Session
from tests.journal.players import Players
from tests.journal.scripts import WALL

AGREED = Agreement(MatchRules(GAMES["backgammon"], Money()))
PAGE, LEAF = 4096, 0x0A


@cache
def evening() -> Session:
    """A money session of many games."""
    session = Session(random.Random("an evening"), AGREED, Habits())
    session.play(games=8, turns=400)
    return session


def put(journal: Journal, played: Session | Players, uid: str = "evening") -> int:
    lines = event_lines(played.events, [WALL + event.at for event in played.events])
    return journal.put(New(uid, "table", WALL), played.agreement, lines, played.table)


def check_as_it_was(part: Remains, played: Session | Players) -> None:
    """Follow the part and the whole match side by side."""
    before, *then = (played.events[: part.first - 1], *played.events[part.first - 1 :][: len(part.lines)])
    assert list(part.lines) == event_lines(then, [WALL + event.at for event in then])
    truth, told = fold(played.agreement.begin(), before), part.agreement.begin()
    for event in then:
        truth, told = fold(truth, [event]), fold(told, [event])
        assert (told.game.position, told.game.stake, told.game.memory) == (
            truth.game.position,
            truth.game.stake,
            truth.game.memory,
        )
        assert told.match.score == truth.match.score
    assert told == part.table


def told_after(played: Session | Players, gap: range, folder: Path) -> list[Remains]:
    """What is told of a match in which these events are lost."""
    with Journal.open(folder) as journal:
        number = put(journal, played)
        rows, lines = journal.games(number), journal.lines(number)
    kept = {seq: line for seq, line in enumerate(lines, 1) if seq not in gap}
    return list(remains(known(played, gap, rows), kept))


def known(played: Session | Players, gap: range, rows: list[GameRow]) -> Known:
    table = fold(played.agreement.begin(), played.events[: gap.start - 1])
    return Known(played.agreement, table, rows, played.table.match.score, len(played.events))


@pytest.mark.parametrize("share", [0, 0.15, 0.5, 0.75])
def test_all_later_games_are_told(share: float, tmp_path: Path) -> None:
    played = evening()
    lost = int(len(played.events) * share) + 1
    (part,) = told_after(played, range(lost, lost + 20), tmp_path)
    check_as_it_was(part, played)
    assert part.first + len(part.lines) == len(played.events) + 1
    assert part.game + len(part.table.games) - 1 == len(played.table.games)


@pytest.mark.parametrize("game", ["backgammon", "trictrac", "trictrac_old", "puff_russian"])
def test_nothing_is_told_that_was_otherwise(game: str, tmp_path: Path) -> None:
    """Whatever scorers set and take back, in the lost events too: a part that is told is as it was."""
    chance = random.Random(f"remains {game}")
    told = 0
    for number in range(tried(2, 20)):
        played = Players(Agreement(MatchRules(GAMES[game], Money())), chance)
        played.play(250)
        for gap in chance.sample(range(1, len(played.events) // 2), k=4):
            for part in told_after(played, range(gap, gap + chance.randint(1, 9)), tmp_path / f"{number}-{gap}"):
                check_as_it_was(part, played)
                told += 1
    assert bool(told) is (game != "trictrac_old")


def leaf_with(file: bytes, played: Session, at: int) -> int:
    """The page of the first of these events that is not in a page that leads to others."""
    bodies = (line.body.encode() for line in event_lines(played.events[at:], WALL))
    pages = (file.index(body) // PAGE for body in bodies)
    return next(page for page in pages if file[page * PAGE] == LEAF)


def test_a_page_of_zeros_costs_one_game(tmp_path: Path) -> None:
    played = evening()
    with Journal.open(tmp_path) as journal:
        put(journal, played)
        put(journal, played, "another")
    page = leaf_with((tmp_path / FILE).read_bytes(), played, 200)
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(PAGE * page)
        file.write(bytes(PAGE))
    aside = set_aside(tmp_path)
    with Journal.open(tmp_path) as journal:
        report = salvage(aside, journal)
        assert journal.check() == []
        rows = {row.uid: row for row in journal.matches()}
        head, rest = rows.pop("evening"), rows[next(uid for uid in rows if uid.startswith("evening-"))]
        assert [row.source for row in (head, rest, rows["another"])] == ["salvaged", "salvaged", "table"]
        assert rows["another"].events == len(played.events)
        lines: list[Line] = [*journal.lines(head.number), *journal.lines(rest.number)]
    lost = len(played.events) - len(lines)
    assert 0 < lost < 200
    (said,) = report.lost
    assert said == (
        f"Match 1 (White against Black): its first {head.events} of {len(played.events)} events were saved."
        f" From game {len(played.table.games) - rest.games + 1} on, {rest.events} more are match {rest.number} now."
    )
