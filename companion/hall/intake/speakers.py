"""Which sessions of tables have said that they are there: only those are believed what happened at a board.

Who merely knows the name of a table and of a match tells stories under a session of his own.
"""

from __future__ import annotations

from collections import OrderedDict

from companion.broker.messages import Alive, Events, Matches

MOST_TABLES, MOST_SESSIONS = 500, 8
"""So many are remembered, those that were heard last; one that is forgotten says again that it is there."""


class Speakers:
    """Belongs to the line's thread."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    def heard(self, alive: Alive) -> None:
        """Remember a session."""
        sessions = self._sessions.setdefault(alive.table, OrderedDict())
        self._sessions.move_to_end(alive.table)
        sessions[alive.session] = None
        sessions.move_to_end(alive.session)
        if len(sessions) > MOST_SESSIONS:
            sessions.popitem(last=False)
        if len(self._sessions) > MOST_TABLES:
            self._sessions.popitem(last=False)

    def knows(self, told: Events | Matches) -> bool:
        """Whether the session that tells this has said that it is there."""
        return told.session in self._sessions.get(told.table, ())
