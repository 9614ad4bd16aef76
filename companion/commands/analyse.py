"""`companion analyse`: what every decision of a match was worth, for people, programs, and on paper."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable, Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any

from companion.analysis_report import described
from companion.commands.analyse_arguments import HTML, JSON, TEXT
from companion.commands.analyse_text import written_out
from companion.commands.archive import with_archive
from companion.commands.output import FAILED, say, write, written
from companion.commands.progress import tell
from companion.hints.advice import AdviserError
from companion.hints.adviser import advisers
from companion.hints.choice import Choice
from companion.hints.decisions import games_of
from companion.hints.gradual import Settings, Shelf, judge_match
from companion.hints.report import Json
from companion.journal.listing import MatchRow
from companion.journal.store import Journal
from companion.language import _, mark, spoken
from companion.sentences import translated

NOT_IN_TOURNAMENT = mark("In a tournament no match is analysed before it is over.")
NOTHING_PLAYED = mark("Nothing was played in match {number} that could be judged.")
Form = Callable[[Json], str]


def analyse(arguments: argparse.Namespace) -> int:
    """Tell what the decisions of a match were worth."""
    return with_archive(arguments, _analyse)


def _analyse(arguments: argparse.Namespace, journal: Journal) -> int:
    row = journal.find(arguments.match)
    if row.is_open and journal.agreement(row.number).table.tournament:
        return say(_(NOT_IN_TOURNAMENT), FAILED)
    try:
        judged = _judged(arguments, journal, row)
    except AdviserError as error:
        tell("")
        return say(translated(str(error)), FAILED)
    if not any(game["decisions"] for game in judged["games"]):
        return say(_(NOTHING_PLAYED, number=row.number), FAILED)
    return _given(arguments, FORMS[arguments.format](described(judged, journal, row)))


def _judged(arguments: argparse.Namespace, journal: Journal, row: MatchRow) -> Json:
    """Judge a match; if that is broken off, the same command goes on where it was."""
    shelf = Shelf(journal, row.number, Settings(arguments.adviser, arguments.plies))
    if arguments.again:
        shelf.forget()
    with closing(advisers(Choice(arguments.adviser), arguments.plies)) as asked:
        try:
            return judge_match(asked, games_of(journal.resume(row.number)), shelf, _told)
        except KeyboardInterrupt:
            tell("")
            say(_("Broken off; what is judged is kept, and the same command goes on from there."), FAILED)
            raise


def _told(done: int, total: int) -> None:
    told = _("Judging: {percent} % ({done} of {total} decisions)", percent=100 * done // total, done=done, total=total)
    tell(told if done < total else "")


def _given(arguments: argparse.Namespace, text: str) -> int:
    if arguments.output is not None:
        return written(arguments.output, text.encode(), force=arguments.force)
    write(text)
    return 0


def _as_json(report: Json) -> str:
    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"


def _as_page(report: Json) -> str:
    """Return a page that needs nothing else; what draws it is loaded only here."""
    standalone: Any = importlib.import_module("web.analysis.standalone")
    return str(standalone.page(report, spoken()))


FORMS: Mapping[str, Form] = MappingProxyType({TEXT: written_out, JSON: _as_json, HTML: _as_page})
