"""The recordings of all that came in, for whoever reports a fault: of which matches, and each as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.service.archive import UnreadableArchiveError
from companion.service.archive_view import MatchLine
from companion.service.recording.export import NothingRecordedError, Wanted, packed, recorded
from companion.service.service import TableService
from companion.service.upkeep import redaction
from companion.service.upkeep.settings import Settings

__all__ = ["NothingRecordedError", "RecordedMatch", "Recordings"]

SETTLED_S = 2.0
"""How long what came in just now is waited for."""


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match of which there is a recording; without a line, what came in while there was none, or none is known."""

    uid: str
    size: int
    line: MatchLine | None
    is_playing: bool


class Recordings:
    """The recordings of one table; may be used from any thread."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service, self._settings = service, settings

    @property
    def is_on(self) -> bool:
        """Whether what comes in is recorded."""
        return self._service.recording is not None

    def all(self) -> list[RecordedMatch]:
        """Return the matches of which there are recordings: the one that is played first, then the newest."""
        lines, playing = self._lines(), self._service.view().uid or ""
        found = [
            RecordedMatch(one.uid, one.size, lines.get(one.uid), one.uid == playing)
            for one in recorded(self._settings.config.data)
        ]
        return sorted(found, key=lambda one: not one.is_playing)

    def _lines(self) -> Mapping[str, MatchLine]:
        try:
            return {one.uid: one for one in self._service.archive.matches()}
        except UnreadableArchiveError:
            # Then there is all the more to report.
            return {}

    def packed(self, uid: str, *, names: bool, pictures: bool) -> bytes:
        """Return the file of a match; raise `NothingRecordedError` where there is none."""
        if self._service.recording is not None:
            self._service.recording.settle(SETTLED_S)
        data = self._settings.config.data
        addresses = [str(self._settings.setting(option).value) for option in ("camera.source", "board.port")]
        secrets = tuple(redaction.secrets_of(data, addresses))
        return packed(data, Wanted(uid, names, pictures, secrets))
