"""The archive: recorded matches to be searched, looked at, gone through and handed out. It reads, beside the table.

Every question opens the journal anew, as another program would: nothing here holds up who records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from companion.datafolder import may_be_there
from companion.journal.database import FILE, Database
from companion.journal.evidence import Evidence
from companion.journal.exchange.complete import complete_of
from companion.journal.exchange.formats import EXPORTS, FORMATS, export
from companion.journal.exchange.scripting import UNKNOWN_RULES, NotInThisFormatError
from companion.journal.kept_steps import steps_of_game
from companion.journal.listing import GameRow, MatchRow
from companion.journal.replay import read
from companion.journal.store import Journal
from companion.journal.summary import key
from companion.journal.trouble import Code, JournalError
from companion.match.clock_rules import ClockKind
from companion.service import corrections
from companion.service.archive_view import (
    Agreed,
    GameLine,
    GameResults,
    Kept,
    MatchLine,
    MatchView,
    PlayerView,
    ReplayGame,
    ReplayStep,
    Tally,
)
from companion.service.builder import length_in_words
from companion.service.catalogue import game_name
from companion.service.importing import Imports, InJournal
from companion.service.steps import Around, replayed
from companion.service.view import Both, Who
from companion.table.agreement import Agreement

__all__ = ["ENDINGS", "EXPORTS", "Archive", "NotInArchiveError", "NotToBeHadError", "UnreadableArchiveError"]

ENDINGS: Mapping[str, str] = {name: one.ending for name, one in FORMATS.items()}
"""How the name of a file of each format ends."""
LAST_MATCHES = 20
LOCKS = 8
LARGEST = 2**63 - 1
MOST_SHOWN = 6
"""How many games that were gone through last are at hand."""
MOST_PICTURE_BYTES = 64_000_000
"""Of pictures in one file that is handed out: all of it is made in memory."""
SIGNS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"RIFF": "image/webp"}
"""By how they begin: whatever an imported picture is called, nothing else is shown as one."""


class NotInArchiveError(Exception):
    """What was asked for is not there."""


class NotToBeHadError(Exception):
    """A match cannot be handed out in this form: the message says why."""


class UnreadableArchiveError(Exception):
    """The journal cannot be read: the message says why, and what to do."""


class Archive:
    """The recorded matches in a folder; may be asked from any thread."""

    def __init__(self, folder: Path, in_journal: InJournal, wall: Callable[[], int]) -> None:
        """Take the folder of the journal, who writes in it, and the clock on the wall."""
        self._folder = folder
        self._working = tuple(Lock() for _ in range(LOCKS))
        self._shown: dict[tuple[str, int, int, tuple[int, ...]], tuple[ReplayStep, ...]] = {}
        self.imports = Imports(self.number_of, in_journal, wall)

    # Lists.

    def matches(self) -> list[MatchLine]:
        """Return all matches, the newest first."""
        with self.reading() as journal:
            return list(map(_line, journal.matches())) if journal else []

    def player(self, name: str) -> PlayerView:
        """Return the results of a player."""
        with self.reading() as journal:
            rows = journal.matches(name) if journal else []
            if journal is None or not rows:
                raise NotInArchiveError
            known = next((one for one in journal.players() if key(one.name) == key(name)), None)
            by_game = tuple(GameResults(game_name(one.game), one.tally) for one in journal.by_game(name))
        against = sorted(known.against.items(), key=lambda one: (-one[1].matches, one[0])) if known else []
        shown = known.name if known else next(one for one in rows[0].names if key(one) == key(name))
        total = known.total if known else Tally()
        return PlayerView(shown, total, by_game, tuple(against), tuple(map(_line, rows[:LAST_MATCHES])))

    # A match.

    def match(self, number: int) -> MatchView:
        """Return a match with its games."""
        with self.opened(number) as (journal, row):
            games, pictures = journal.games(number), journal.evidence(number)
            found = corrections.corrections_of(journal.lines(number), games)
            agreed = _agreed(journal.agreement(number))
        kept = [one for one in pictures if not one.missing]
        return MatchView(
            _line(row),
            agreed,
            tuple(_games(row, games)),
            found.shown,
            found.more,
            len(kept),
            sum(one.size for one in kept),
            _is_known_elsewhere(row),
        )

    def game(self, number: int, game: int) -> ReplayGame:
        """Return a game of a match step by step."""
        with self.opened(number) as (journal, row):
            ended = journal.games(number)
            numbers = tuple(line.number for line in _games(row, ended))
            if game not in numbers:
                raise NotInArchiveError
            within = _events_of(game, ended)
            pictures = tuple(one.seq for one in journal.evidence(number) if one.seq in within and not one.missing)
            # Whoever asks for the same meanwhile finds it worked out.
            with self._working[number % LOCKS]:
                steps = self._steps(journal, row, game, pictures)
        return ReplayGame(_line(row), game, numbers, steps)

    def _steps(self, journal: Journal, row: MatchRow, game: int, pictures: tuple[int, ...]) -> tuple[ReplayStep, ...]:
        """Return the steps of a game: those that were shown just before as they were, if nothing has happened since."""
        wanted = row.uid, game, row.events, pictures
        known = self._shown.get(wanted)
        if known is None:
            agreement = journal.agreement(row.number)
            with_pips = not (row.is_open and agreement.table.tournament)
            around = Around(agreement, Both(*agreement.rules.names), with_pips, pictures)
            known = replayed([read(plain) for plain in steps_of_game(journal, row.number, game)], around)
            self._shown[wanted] = known
            # Others may put games away at the same time: what is gone already is no matter.
            for old in list(self._shown)[:-MOST_SHOWN]:
                self._shown.pop(old, None)
        return known

    def place_of(self, number: int, seq: int) -> tuple[int, int]:
        """Return in which game an event is, and at which step."""
        with self.opened(number) as (journal, row):
            lines = journal.games(number)
        game = next((one.number for one in lines if seq <= one.last), len(lines) + 1 if row.is_open else len(lines))
        steps = self.game(number, game).steps if game else ()
        return game, max((step.number for step in steps if step.seq <= seq), default=1)

    # What is handed out.

    def export(self, number: int, name: str, *, pictures: bool = True) -> bytes:
        """Return the file of a match in a format; the same as the command `export` writes."""
        if name not in EXPORTS:
            raise NotInArchiveError
        with self.opened(number) as (journal, row):
            with_pictures = pictures and name == "json"
            if with_pictures and sum(one.size for one in journal.evidence(number)) > MOST_PICTURE_BYTES:
                msg = "The pictures of this match are too much for one page. Take it without them."
                raise NotToBeHadError(msg)
            match = complete_of(journal, row, pictures=with_pictures)
        try:
            return export(match, name).encode()
        except NotInThisFormatError as error:
            raise NotToBeHadError(str(error)) from error

    def picture(self, number: int, seq: int) -> Kept:
        """Return the picture that was kept with an event."""
        with self.opened(number) as (journal, _):
            found = next((one for one in journal.evidence(number) if one.seq == seq and not one.missing), None)
        if found is None:
            raise NotInArchiveError
        return _kept(found)

    def number_of(self, uid: str) -> int | None:
        """Return which number the match of that uid has; None if it is not here."""
        with self.reading() as journal:
            return journal.number_of(uid) if journal else None

    @contextmanager
    def reading(self) -> Iterator[Journal | None]:
        """Open the journal for a while; None where nothing has been recorded yet."""
        if not may_be_there(self._folder / FILE):
            yield None
            return
        try:
            with Journal(Database(self._folder, make=False)) as journal:
                yield journal
        except JournalError as error:
            if error.code is Code.NO_MATCH:
                raise NotInArchiveError from error
            raise UnreadableArchiveError(str(error)) from error

    @contextmanager
    def opened(self, number: int) -> Iterator[tuple[Journal, MatchRow]]:
        """Open the journal at a match for a while."""
        with self.reading() as journal:
            if journal is None:
                raise NotInArchiveError
            yield journal, journal.match(number)


def _line(row: MatchRow) -> MatchLine:
    return MatchLine(
        row.number,
        row.uid,
        row.source,
        row.game,
        game_name(row.game),
        Both(*row.names),
        length_in_words(row.length),
        row.begun,
        row.changed,
        row.games,
        Both(*row.score),
        row.is_open,
        row.winner.value if row.winner else None,
        row.is_drawn,
    )


def _games(row: MatchRow, games: list[GameRow]) -> Iterator[GameLine]:
    ended = 0
    for one in games:
        winner: Who | None = one.winner.value if one.winner else None
        how = one.how.value.replace("_", " ")
        yield GameLine(one.number, True, winner, how, one.count, one.cube, one.points, max(0, one.ended - ended))  # noqa: FBT003
        ended = one.ended
    if row.is_open and row.events > (games[-1].last if games else 0):
        yield GameLine(len(games) + 1, is_over=False)


def _events_of(game: int, ended: list[GameRow]) -> range:
    """Return the numbers of the events of a game."""
    first = ended[game - 2].last + 1 if game > 1 else 1
    return range(first, ended[game - 1].last + 1 if game <= len(ended) else LARGEST)


def _agreed(agreement: Agreement) -> Agreed:
    rules, table = agreement.rules, agreement.table
    usual = {option.name: option.default for option in rules.game.options}
    reserve = rules.clock.reserve_ms
    return Agreed(
        {name: value for name, value in rules.game.chosen if value != usual[name]},
        rules.has_cube,
        rules.clock.kind.value if rules.clock.kind is not ClockKind.NONE else "",
        rules.clock.step_ms,
        Both(*reserve) if reserve else None,
        table.ends_by.value,
        table.illegal_plays.value,
        table.tournament,
        Both(*agreement.score),
    )


def _is_known_elsewhere(row: MatchRow) -> bool:
    return row.game == "backgammon" and not any(row.options.get(name) for name in UNKNOWN_RULES)


def _kept(one: Evidence) -> Kept:
    try:
        data = one.path.read_bytes()
    except OSError as error:
        raise NotInArchiveError from error
    mimetype = next((kind for sign, kind in SIGNS.items() if data.startswith(sign)), None)
    if mimetype is None:
        raise NotInArchiveError
    return Kept(data, mimetype)
