"""The filters with which templates write numbers, times and points."""

from __future__ import annotations

from flask import Flask

from companion.service import write_throw
from web.drawing import PIPS
from web.formats import (
    as_code,
    as_day,
    as_label,
    as_number,
    as_numbers_left,
    as_percent,
    as_points,
    as_rate,
    as_signed,
    as_time,
    as_unbroken,
    as_when,
)
from web.forms import as_clock, as_title


def teach(app: Flask) -> None:
    """Let the templates of an application use them."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(pips=PIPS)
    app.jinja_env.filters.update(clock=as_clock, time=as_time, title_of=as_title, day_and_time=as_day, when=as_when)
    app.jinja_env.filters.update(number=as_number, percent=as_percent, label=as_label)
    app.jinja_env.filters.update(points=as_points, signed=as_signed, rate=as_rate)
    app.jinja_env.filters.update(throw=write_throw, numbers_left=as_numbers_left)
    app.jinja_env.filters.update(unbroken=as_unbroken, code=as_code)
