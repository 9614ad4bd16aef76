"""A match with all that our own files hold besides its events: whose it is, when and how it was recorded, pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal.exchange.decoding import MOST_GAMES, MOST_NAME, check_length
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.lines import Stored
from companion.journal.listing import MatchRow
from companion.journal.store import Journal
from companion.match.length import Rounds, ToPoints
from companion.table.agreement import Agreement


@dataclass(frozen=True, slots=True)
class Picture:
    """The evidence of a throw: a picture that was kept with an event."""

    seq: int
    kind: str
    data: bytes


@dataclass(frozen=True)
class CompleteMatch(Imported):
    """A match out of a journal or a record of ours; what the record does not tell is None, or empty."""

    uid: str | None = None
    source: str | None = None
    walls: tuple[int, ...] = ()
    """When each event was kept, in Unix milliseconds."""
    pictures: tuple[Picture, ...] = ()

    @property
    def stored(self) -> tuple[Stored, ...]:
        """The events as a journal keeps them."""
        walls = self.walls or tuple((self.begun or 0) + event.at for event in self.events)
        return tuple(
            Stored(seq, wall, event) for seq, (wall, event) in enumerate(zip(walls, self.events, strict=True), 1)
        )


def complete_of(journal: Journal, row: MatchRow, *, pictures: bool = True) -> CompleteMatch:
    """Return a match out of the journal; a picture that is missing there is left out."""
    stored = journal.events(row.number)
    kept = [one for one in journal.evidence(row.number) if not one.missing] if pictures else []
    return CompleteMatch(
        journal.agreement(row.number),
        tuple(one.event for one in stored),
        uid=row.uid,
        begun=row.begun,
        source=row.source,
        walls=tuple(one.wall for one in stored),
        pictures=tuple(Picture(one.seq, one.kind, one.path.read_bytes()) for one in kept),
    )


def check_agreement(agreement: Agreement) -> None:
    """Refuse an endless match, and names that cannot be kept."""
    length = agreement.rules.length
    if isinstance(length, ToPoints):
        check_length(length.points, "The length")
    if isinstance(length, Rounds) and length.games > MOST_GAMES:
        msg = f"A match of {length.games} games is not taken in: {MOST_GAMES} are the most."
        raise ForeignFileError(msg)
    check_texts(agreement.rules.names, "A player's name")


def check_texts(texts: Iterable[str], what: str) -> None:
    """Refuse texts that are endless, or hold half characters."""
    for text in texts:
        if len(text) > MOST_NAME:
            msg = f"{what} has {len(text)} letters; {MOST_NAME} are the most."
            raise ForeignFileError(msg)
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            msg = f"{what} holds half a character: {text!r}."
            raise ForeignFileError(msg)
