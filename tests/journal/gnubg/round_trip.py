"""A match goes out as .mat and .sgf, through GNU Backgammon, and back.

What GNU Backgammon 1.07 cannot hold is not compared: in .mat automatic doubles (its cube is half of ours there) and
whether a match is without the Crawford rule; where it writes .mat itself, gammons under the Jacoby rule and games that
its two columns mix up (`compare.keeps_columns`). Positions shown by `gnubg.match()` are compared up to the first turn
that was passed, illegal or set; from there on by its own SGF, which comes back to the same positions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from companion.journal.exchange.days import begun_on, day_of
from companion.journal.exchange.mat import export_mat
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.script import (
    CallsOff,
    Flagged,
    Played,
    Replies,
    Resigns,
    Script,
    ScriptGame,
    Thrown,
    Tied,
)
from companion.journal.exchange.scripting import NotInThisFormatError, script_of
from companion.journal.exchange.sgf import export_sgf
from companion.journal.exchange.sgf_reader import read_sgf
from companion.table.reducer import fold
from companion.table.state import Table
from tests.journal.gnubg.compare import differences, keeps_columns, positions_of
from tests.journal.gnubg.program import Job, matches_of

DAY = date(2024, 2, 29)
BEGUN = begun_on(DAY)
READERS = {".mat": read_mat, ".sgf": read_sgf}


@dataclass
class Found:
    """What came of some matches."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Sent:
    """A match, one file of it, and what GNU Backgammon is to write again."""

    name: str
    table: Table
    job: Job


def round_trip(tables: Sequence[tuple[str, Table]], folder: Path) -> Found:
    """Send all these matches through the program, and say what differs."""
    found = Found()
    sent = [one for name, table in tables for one in _sent(name, table, folder, found)]
    for one, dump in zip(sent, matches_of([one.job for one in sent]), strict=True):
        kind = one.job.path.suffix
        found.counts[f"{kind} shown"] += 1
        wrong = differences(one.table, dump, mat=kind == ".mat")
        if dump["match-info"]["date"] != [DAY.day, DAY.month, DAY.year]:
            wrong.append(f"the day {dump['match-info']['date']}")
        found.wrong += [f"{one.name}{kind}: {what}" for what in wrong[:3]]
        for path in (one.job.path, one.job.as_mat, one.job.as_sgf):
            if path:
                found.wrong += _back(one, path, found)
    return found


def _sent(name: str, table: Table, folder: Path, found: Found) -> Iterator[Sent]:
    script = script_of(table)
    _count(script, found)
    columns = keeps_columns(script_of(table, boards=True))
    for kind, write in ((".mat", export_mat), (".sgf", export_sgf)):
        try:
            text = write(table, BEGUN)
        except NotInThisFormatError:
            found.counts[f"{kind} cannot hold"] += 1
            continue
        path = folder / f"{name}{kind}"
        path.write_text(text)
        as_mat = folder / f"{name}{kind}.gnubg.mat" if columns else None
        # It takes every match in a .mat file for one with Crawford, and cannot write again what the file does not tell.
        tells = kind == ".sgf" or (columns and (script.crawford or not script.length))
        as_sgf = folder / f"{name}{kind}.gnubg.sgf" if tells else None
        yield Sent(name, table, Job(path, bool(script.jacoby), as_mat, as_sgf))


def _count(script: Script, found: Found) -> None:
    found.counts["matches"] += 1
    found.counts["games"] += len(script.games)
    found.counts["unfinished or called off"] += sum(one.result is None for one in script.games)
    found.counts["Crawford games"] += sum(bool(one.crawford) for one in script.games)
    found.counts["resigned"] += sum(bool(one.result and one.result.resigned) for one in script.games)
    for one in script.games:
        found.counts.update(type(action).__name__ for action in one.actions)


def _back(one: Sent, path: Path, found: Found) -> Iterator[str]:
    found.counts[f"{'.'.join(path.name.split('.')[1:])} back"] += 1
    try:
        again = READERS[path.suffix](path.read_bytes(), condone=True)
    except ValueError as error:
        yield f"{path.name}: {error}"
        return
    if again.begun is None or day_of(again.begun) != DAY:
        yield f"{path.name}: another day"
    table = fold(again.agreement.begin(), again.events)
    if positions_of(table) != positions_of(one.table):
        yield f"{path.name}: other positions"
    # A .mat file leaves the Crawford game to the score, and GNU Backgammon writes gammons there in spite of Jacoby.
    crawford = ".mat" not in path.name
    results = not (script_of(one.table).jacoby and path.name.endswith(".gnubg.mat"))
    before, after = (plain(script_of(each), crawford=crawford, results=results) for each in (one.table, table))
    if before != after:
        yield f"{path.name}: another script"


def plain(script: Script, *, crawford: bool = True, results: bool = True) -> list[Any]:
    """A script without what is lost on the way through GNU Backgammon or .mat."""
    return [(_plain_game(one), one.crawford and crawford, _result(one) if results else None) for one in script.games]


def _result(one: ScriptGame) -> Any:
    return one.result and (one.result.winner, one.result.points)


def _plain_game(one: ScriptGame) -> Any:
    lost = (Replies, Resigns, CallsOff, Flagged, Tied, Thrown)
    kept = [_any_order(action) if isinstance(action, Played) else action for action in one.actions]
    actions = [action for action in kept if not isinstance(action, lost)]
    return one.score, actions


def _any_order(action: Played) -> Played:
    return replace(action, steps=tuple(sorted(action.steps or ())))
