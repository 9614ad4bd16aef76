"""The commands about matches that were recorded: `games`, `export`, `import`, `replay`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from companion import archive_tables as tables
from companion.commands.archive_arguments import RAW
from companion.commands.archive_import import ImportFailedError, match_in, take_in
from companion.commands.output import BAD_USE, FAILED, say, write, written
from companion.commands.progress import watched
from companion.commands.raw import run_raw
from companion.commands.raw_export import export_raw
from companion.datafolder import data_folder, may_be_there
from companion.journal.database import FILE
from companion.journal.exchange.complete import CompleteMatch, complete_of
from companion.journal.exchange.endings import ENDINGS
from companion.journal.exchange.formats import export
from companion.journal.exchange.scripting import NotInThisFormatError
from companion.journal.kept_steps import Steps, steps_by_game, steps_of_game
from companion.journal.listing import MatchRow
from companion.journal.replay import read
from companion.journal.store import Journal
from companion.journal.trouble import JournalError
from companion.language import _, mark
from companion.rules.diagram import diagram
from companion.sentences import said, translated

BY_ENDING = {**{ending: name for name, ending in ENDINGS.items()}, ".zip": RAW}
"""Of exported files."""
Run = Callable[[argparse.Namespace, Journal], int]


def with_archive(arguments: argparse.Namespace, run: Run) -> int:
    """Run a command on a journal that is there already."""
    folder = data_folder(arguments.data)
    if not may_be_there(folder / FILE):
        return say(_("No match has been recorded in {folder} yet; --data names another folder.", folder=folder), FAILED)
    return _with_journal(arguments, run)


def _with_journal(arguments: argparse.Namespace, run: Run) -> int:
    try:
        with Journal.open(data_folder(arguments.data)) as journal:
            return run(arguments, journal)
    except (JournalError, ImportFailedError, NotInThisFormatError) as error:
        return say(translated(str(error)), FAILED)


def games(arguments: argparse.Namespace) -> int:
    """List matches, or the games of one."""
    return with_archive(arguments, _games)


def _games(arguments: argparse.Namespace, journal: Journal) -> int:
    if arguments.match:
        row = journal.find(arguments.match)
        games = journal.games(row.number)
        return _listed(arguments, tables.game_lines(games), tables.games_table(row.names, games))
    rows = journal.matches(arguments.player)
    if arguments.results:
        names = {name for row in rows for name in row.names if _is(name, arguments.player)}
        players = [one for one in journal.players() if one.name in names]
        return _listed(arguments, tables.result_lines(players), tables.results_table(players))
    if not rows:
        return say(_nothing(arguments.player), 0)
    return _listed(arguments, tables.match_lines(rows), tables.matches_table(rows))


def _is(name: str, player: str | None) -> bool:
    return player is None or name.casefold() == player.strip().casefold()


def _nothing(player: str | None) -> str:
    if player:
        return _("{player} has played no match that was recorded.", player=player)
    return _("No match has been recorded yet.")


def _listed(arguments: argparse.Namespace, lines: Iterable[dict[str, object]], table: str) -> int:
    if arguments.json:
        _write_lines(lines)
    else:
        write(table)
    return 0


def _write_lines(lines: Iterable[object]) -> None:
    for line in lines:
        sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")


def export_one(arguments: argparse.Namespace) -> int:
    """Write the record of a match."""
    form = arguments.format or _format_of(arguments.output)
    if form is None:
        known = ", ".join(BY_ENDING)
        return say(
            _("--format is missing; without it, --output names a file that ends in {known}.", known=known), BAD_USE
        )
    if form == RAW:
        return export_raw(arguments)
    return with_archive(arguments, lambda arguments, journal: _export(arguments, journal, form))


def _format_of(output: Path | None) -> str | None:
    """Return the format by which a file's name ends."""
    return BY_ENDING.get(output.suffix.lower()) if output else None


def _export(arguments: argparse.Namespace, journal: Journal, form: str) -> int:
    row = journal.find(arguments.match)
    match = complete_of(journal, row, pictures=not arguments.no_pictures)
    data = export(match, form).encode()
    if arguments.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    return written(arguments.output, data, force=arguments.force)


def import_one(arguments: argparse.Namespace) -> int:
    """Take a match from a file into the archive."""
    path: Path = arguments.file
    try:
        # Before the journal is opened, which would make one where there is none.
        match = match_in(path, condone=arguments.condone)
    except OSError as error:
        return say(_("{file} cannot be read: {why}", file=path, why=error.strerror), BAD_USE)
    except ImportFailedError as error:
        return say(translated(str(error)), FAILED)
    return _with_journal(arguments, lambda _, journal: _taken_in(journal, match, path, again=arguments.again))


def _taken_in(journal: Journal, match: CompleteMatch, path: Path, *, again: bool) -> int:
    write("".join(f"{sentence}\n" for sentence in take_in(journal, match, path, again=again)))
    return 0


def replay(arguments: argparse.Namespace) -> int:
    """Tell a match step by step."""
    if arguments.raw is not None:
        return run_raw(arguments)
    if arguments.check:
        return say(_("--check goes with --raw."), BAD_USE)
    return with_archive(arguments, _replay)


def _replay(arguments: argparse.Namespace, journal: Journal) -> int:
    row = journal.find(arguments.match)
    steps = _steps(journal, row, arguments.game)
    if arguments.step is not None:
        steps = [step for step in steps if step["step"] == arguments.step]
    wanted = {mark("game"): arguments.game, mark("step"): arguments.step}
    if not steps and any(value is not None for value in wanted.values()):
        named = f" {_('and')} ".join(f"{_(name)} {value}" for name, value in wanted.items() if value is not None)
        return say(_("Match {number} has no {named}.", number=row.number, named=named), FAILED)
    if arguments.show:
        write("".join(map(_shown, steps)))
    else:
        _write_lines(steps)
    return 0


def _steps(journal: Journal, row: MatchRow, game: int | None) -> Steps:
    watch = watched(_("Going through match {number}", number=row.number))
    if game is not None:
        return steps_of_game(journal, row.number, game, watch)
    found = steps_by_game(journal, row.number, watch)
    return sorted((step for steps in found.values() for step in steps), key=lambda step: int(step["step"]))


def _shown(plain: dict[str, object]) -> str:
    """Return a step in words, with the board after it."""
    step = read(plain)
    told = " ".join(said(one.code, one.params) for one in step.said) or _("Game {number} begins.", number=step.game)
    gone = "" if step.stands else f" ({_('taken back')})"
    return f"\n{step.step}. {told}{gone}\n{diagram(step.position.setup, booklet_names=True)}\n"
