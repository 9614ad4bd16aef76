"""The day of a match, as the files of other programs have it: without the time, where it was played."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from companion.journal.exchange.decoding import LATEST

DAY = re.compile(r"\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII)
MIDDLE = time(12)
"""What a match is taken to have begun at whose time is not told: far from midnight, the day stays in any time zone."""


def day_of(begun: int) -> date:
    """Return the day of a time in Unix milliseconds."""
    return datetime.fromtimestamp(begun / 1000).astimezone().date()


def begun_on(day: date) -> int | None:
    """Return a time of that day in Unix milliseconds; None for one that no match is kept of."""
    try:
        begun = int(datetime.combine(day, MIDDLE).astimezone().timestamp()) * 1000
    except (ValueError, OverflowError, OSError):
        return None
    return begun if 0 <= begun <= LATEST else None


def read_day(text: str) -> date | None:
    """Return the day that a text begins with; None if it is none, or only a year or a month."""
    found = DAY.match(text)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None
