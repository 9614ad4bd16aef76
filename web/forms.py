"""What a form's fields say, as numbers and choices; what they cannot say is refused in words. And numbers as words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from web.kinds import Whole
from web.language import gettext as _

LONGEST_TEXT = 120


class FormError(ValueError):
    """A field that cannot be: the message tells people which and why."""


def number(form: Mapping[str, str], name: str, least: int, most: int, label: str) -> int:
    """Return a whole number within limits."""
    text = form.get(name, "").strip()
    value = int(text) if re.fullmatch("[0-9]{1,18}", text) else -1
    for problem in Whole(least, most).problems(value, label):
        raise FormError(problem)
    return value


def count(form: Mapping[str, str], name: str, label: str) -> int:
    """Return how many checkers; an empty field is none."""
    return number(form, name, 0, 15, label) if form.get(name, "").strip() else 0


def choice(form: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    """Return one of a few values; the first if the field is not there."""
    value = form.get(name, allowed[0])
    if value not in allowed:
        raise FormError(_("That choice is not known."))
    return value


def text(form: Mapping[str, str], name: str) -> str:
    """Return a short text on one line."""
    return " ".join(form.get(name, "").split())[:LONGEST_TEXT]


def minutes(form: Mapping[str, str], name: str, label: str) -> int:
    """Return a time of minutes, or minutes and seconds, in milliseconds."""
    whole, _sep, seconds = form.get(name, "").strip().partition(":")
    parts = {"minutes": whole, "seconds": seconds or "0"}
    return (60 * number(parts, "minutes", 0, 999, label) + number(parts, "seconds", 0, 59, label)) * 1000


def as_clock(ms: int) -> str:
    """Return a time that is left, as a clock shows it: a second that has begun counts."""
    hours, rest = divmod(-(-ms // 1000), 3600)
    left, seconds = divmod(rest, 60)
    return f"{hours}:{left:02}:{seconds:02}" if hours else f"{left}:{seconds:02}"


def as_minutes(ms: int) -> str:
    """Return a time that is left, as `minutes` reads it: a second that has begun counts."""
    whole, seconds = divmod(-(-ms // 1000), 60)
    return f"{whole}:{seconds:02}"


def as_title(name: str) -> str:
    """Return the name of an option as people read it."""
    return name.replace("_", " ").capitalize()
