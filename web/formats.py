"""Numbers, shares, days and times as they are written in the language of the device."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from babel.dates import format_date, format_time
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup, escape

from web.language import current_language, gettext

WRITTEN_AS = {"en": "en_GB"}
"""Of whom a language takes its formats: English has several, and days come first in all the others too."""


WITH_HYPHEN = re.compile(r"\b\w{1,7}-\d\w{0,2}\b")
"""A throw, or a step in the booklets' notation."""
COMMAND = re.compile("`([^`]+)`")


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


def as_when(ms: int) -> str:
    """Return an instant in Unix ms: the time, with the day unless that is today."""
    return as_time(ms) if _local(ms).date() == datetime.now(UTC).astimezone().date() else as_day(ms)


def as_number(number: float) -> str:
    """Return a number, with no more than three places."""
    return format_decimal(number, locale=_locale())


def as_numbers_left(left: Sequence[int], thrown: Sequence[int]) -> list[int]:
    """Return what is left of a throw, the larger first; what a double brings comes in its own order."""
    return list(left) if len(set(thrown)) == 1 else sorted(left, reverse=True)


def as_label(text: str) -> str:
    """Return a word with the colon after it that goes before what it names."""
    told = gettext("%(label)s:", label=text)
    # What was made safe for a page stays so.
    return Markup(told) if isinstance(text, Markup) else told  # noqa: S704 - see above


def as_percent(share: float) -> str:
    """Return a share of one in whole percent."""
    return format_percent(share, locale=_locale())


def as_points(number: float) -> str:
    """Return what was lost, in points with three places."""
    return format_decimal(number, "0.000", locale=_locale())


def as_signed(number: float) -> str:
    """Return what a position or a throw was worth, with its sign and three places."""
    # Nothing has no sign of its own: what is rounded to it is told as more than nothing.
    return format_decimal(round(number, 3) + 0.0, "+0.000;-0.000", locale=_locale())


def as_rate(number: float) -> str:
    """Return an error rate, with one place."""
    return format_decimal(number, "0.0", locale=_locale())


def as_unbroken(text: str) -> Markup:
    """Return a text in which throws and steps stay on one line: browsers break at their hyphens."""
    return Markup(WITH_HYPHEN.sub(r'<span class="whole">\g<0></span>', str(escape(text))))  # noqa: S704 - is escaped


def as_code(text: str) -> Markup:
    """Return a text with the commands in it written as such."""
    return Markup(COMMAND.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - is escaped
