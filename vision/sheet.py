"""The sheet of markers to print, cut and lay on the board once, as an SVG page of A4."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import numpy as np

from vision.markers import PLACES, Place, Print, draw_marker

SQUARES = 6
"""A marker is so many squares wide, its black border included."""
WIDE, HIGH = 210.0, 297.0
COLUMNS, LEFT, TOP = 4, 14.0, 92.0
STEPS = (
    "Print at 100 % (no fitting to the page). The line below must measure 100 mm.",
    "Cut out the eight papers along the grey lines.",
    "Take the checkers away and lay each paper flat into the corner that the drawing shows,",
    "seen as the camera sees the board: the dot goes right into the corner of the playing surface.",
    "Then run: companion camera calibrate SOURCE. Take the papers away when it says that it is done.",
)


TITLE, WHERE, LEFT_HALF, RIGHT_HALF = (
    "Markers for the camera",
    "Where each belongs, as the camera sees the board:",
    "left half",
    "right half",
)
Say = Callable[[str], str]
"""Says a text of the page in another language."""


def texts() -> list[str]:
    """Return every text of the page."""
    return [TITLE, *STEPS, WHERE, *dict.fromkeys(part for place in PLACES.values() for part in place.words.split(", "))]


def sheet(sizes: Print | None = None, say: Say = str) -> str:
    """Return the page."""
    sizes = sizes or Print()
    parts = [*_texts(say), *_ruler(), *_drawing(say)]
    for number, place in PLACES.items():
        parts += _paper(number, place, sizes, say)
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}mm" height="{HIGH:g}mm"'
        f' viewBox="0 0 {WIDE:g} {HIGH:g}" font-family="sans-serif">\n'
        f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="white"/>\n{inside}\n</svg>\n'
    )


def _texts(say: Say) -> list[str]:
    title = _text(14, 20, say(TITLE), 7)
    return [title, *(_text(14, 30 + 6 * row, say(step), 3.6) for row, step in enumerate(STEPS))]


def _ruler() -> list[str]:
    return [_line(14, 66, 114, 66), _line(14, 64, 14, 68), _line(114, 64, 114, 68), _text(118, 67.2, "100 mm", 3.6)]


def _paper(number: int, place: Place, sizes: Print, say: Say) -> list[str]:
    paper = sizes.marker + 2 * sizes.margin
    column, row = number % COLUMNS, number // COLUMNS
    x, y = LEFT + column * (paper + 8), TOP + row * (paper + 26)
    at_right, at_bottom = place.corner in {1, 2}, place.corner in {2, 3}
    dot_x, dot_y = (start + (paper - 1.6 if far else 1.6) for start, far in ((x, at_right), (y, at_bottom)))
    return [
        _box((x, y, paper, paper), 'fill="white" stroke="#bbb" stroke-width="0.2"'),
        *_squares(number, x + sizes.margin, y + sizes.margin, sizes.marker / SQUARES),
        f'<circle cx="{dot_x:g}" cy="{dot_y:g}" r="0.9" fill="#c00"/>',
        _text(x, y + paper + 6, f"{number + 1}", 5),
        *(_text(x, y + paper + 10.5 + 4 * line, say(part), 2.9) for line, part in enumerate(place.words.split(", "))),
    ]


def _squares(number: int, x: float, y: float, side: float) -> list[str]:
    dark = np.asarray(draw_marker(number, SQUARES)) < 128
    return [
        # A hair wider, so that no white line shows between two squares.
        _box((x + column * side, y + row * side, side + 0.02, side + 0.02))
        for row, column in np.argwhere(dark)
    ]


def _drawing(say: Say) -> list[str]:
    parts = [_text(14, 226, say(WHERE), 3.6)]
    parts += [_box((left, 230, 46, 58), 'fill="none" stroke="black" stroke-width="0.5"') for left in (14.0, 66.0)]
    for number, place in PLACES.items():
        left = 14.0 if place.half == "left" else 66.0
        x = left + (39 if place.corner in {1, 2} else 3)
        y = 237 + (47 if place.corner in {2, 3} else 0)
        parts.append(_text(x, y, str(number + 1), 5))
    parts += [_text(31, 260, say(LEFT_HALF), 3.6), _text(82, 260, say(RIGHT_HALF), 3.6)]
    return parts


def _box(place: tuple[float, float, float, float], style: str = "") -> str:
    x, y, wide, high = (f"{side:.6g}" for side in place)
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" {style}/>'


def _text(x: float, y: float, words: str, size: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(words)}</text>'


def _line(x: float, y: float, end_x: float, end_y: float) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{end_x:g}" y2="{end_y:g}" stroke="black" stroke-width="0.3"/>'
