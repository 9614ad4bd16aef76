"""Numbers, shares, days and times as they are written in the language of the device."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_date, format_time
from babel.numbers import format_decimal, format_percent

from web.language import current_language

WRITTEN_AS = {"en": "en_GB"}
"""Of whom a language takes its formats: English has several, and days come first in all the others too."""


def _locale() -> str:
    language = current_language()
    return WRITTEN_AS.get(language, language)


def _local(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000).astimezone()


def as_time(ms: int) -> str:
    """Return the time of day of an instant in Unix ms."""
    return format_time(_local(ms), "HH:mm", locale=_locale())


def as_day(ms: int) -> str:
    """Return the day and time of an instant in Unix ms."""
    return f"{format_date(_local(ms), locale=_locale())}, {as_time(ms)}"


def as_number(number: float) -> str:
    """Return a number, with no more than three places."""
    return format_decimal(number, locale=_locale())


def as_percent(share: float) -> str:
    """Return a share of one in whole percent."""
    return format_percent(share, locale=_locale())
