"""The tables of the journal, and how they came to be, version by version.

`events` is the truth, and nothing in it is ever changed: line 0 of a match is what was agreed on, the others are what
happened. All else is drawn from it, so that a list needs no fold.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

APPLICATION_ID = 0x42474A31
"""Says in the file's head that it is a journal: "BGJ1"."""

Step = Callable[[sqlite3.Connection], None]
"""Takes a journal to the next version, within a transaction."""


def statements(*texts: str) -> Step:
    """Return a step that runs these statements."""

    def run(connection: sqlite3.Connection) -> None:
        for text in texts:
            connection.execute(text)

    return run


VERSION_1 = statements(
    """
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE  -- the name as it is compared
    ) STRICT
    """,
    """
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL,
        game TEXT NOT NULL,
        options TEXT NOT NULL,  -- JSON: those that are not as usual
        length_kind TEXT NOT NULL,
        length INTEGER,
        white INTEGER NOT NULL REFERENCES players,
        black INTEGER NOT NULL REFERENCES players,
        begun INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        events INTEGER NOT NULL DEFAULT 0,
        games INTEGER NOT NULL DEFAULT 0,
        score_white INTEGER NOT NULL DEFAULT 0,
        score_black INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'over')),
        winner TEXT CHECK (winner IN ('white', 'black'))
    ) STRICT
    """,
    "CREATE INDEX matches_of_white ON matches (white)",
    "CREATE INDEX matches_of_black ON matches (black)",
    """
    CREATE TABLE events (
        match INTEGER NOT NULL REFERENCES matches,
        seq INTEGER NOT NULL,
        wall INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum INTEGER NOT NULL,  -- CRC-32 of the match's uid, seq, wall and body
        PRIMARY KEY (match, seq)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE games (
        match INTEGER NOT NULL REFERENCES matches,
        number INTEGER NOT NULL,
        winner TEXT CHECK (winner IN ('white', 'black')),
        how TEXT NOT NULL,
        count INTEGER NOT NULL,
        cube INTEGER NOT NULL,
        points INTEGER NOT NULL,  -- what the score took of it
        ended INTEGER NOT NULL,  -- milliseconds since the match began
        last INTEGER NOT NULL,  -- the event that ended it
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE evidence (
        id INTEGER PRIMARY KEY AUTOINCREMENT,  -- in order of age
        match INTEGER NOT NULL REFERENCES matches,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        size INTEGER NOT NULL,
        UNIQUE (match, seq, kind)
    ) STRICT
    """,
    """
    CREATE TRIGGER events_are_new BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE match = NEW.match AND seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'this happened already'); END
    """,
    """
    CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'what happened is never changed'); END
    """,
    """
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'what happened is never deleted'); END
    """,
    """
    CREATE TRIGGER matches_stay BEFORE DELETE ON matches
    BEGIN SELECT RAISE(ABORT, 'a match is never deleted'); END
    """,
    """
    CREATE TRIGGER matches_stay_who_they_are BEFORE UPDATE OF number, uid, begun, source ON matches
    BEGIN SELECT RAISE(ABORT, 'a match stays the match it is'); END
    """,
)

STEPS: Sequence[Step] = (VERSION_1,)
"""The step at index n makes version n + 1 of version n."""
