"""The course of a training as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 360, 56, 40, 16, 44
CURVES = (("heuristic", "#1b6ca8", "against the heuristic"), ("random", "#3a7d44", "against random play"))
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)


def curve(title: str, lines: Sequence[Mapping[str, Any]]) -> str:
    """Return an SVG picture of the share of games won, by games of training."""
    last = max((line["games"] for line in lines), default=1)
    body = [_text(LEFT, 22, title, 15), *_grid(), *_foot(last)]
    for place, (key, colour, name) in enumerate(CURVES):
        points = [(line["games"] / last, line[key]["won"]) for line in lines if key in line]
        body += [_line(points, colour), _text(LEFT + 8 + 190 * place, HEIGHT - 6, name, 12, colour)]
    drawn = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{drawn}\n</svg>\n'
    )


def _at(across: float, up: float) -> tuple[float, float]:
    return LEFT + across * (WIDTH - LEFT - RIGHT), TOP + (1 - up) * (HEIGHT - TOP - BOTTOM)


def _grid() -> list[str]:
    drawn = []
    for share in GRID:
        (left, height), (right, _) = _at(0, share), _at(1, share)
        drawn.append(f'<path d="M{left:.1f} {height:.1f}H{right:.1f}" stroke="#ddd"/>')
        drawn.append(_text(8, height + 4, f"{share:.0%}", 12))
    return drawn


def _foot(last: int) -> list[str]:
    low = HEIGHT - BOTTOM + 18
    return [_text(LEFT, low, "0", 12), _text(WIDTH - RIGHT - 110, low, f"{last} games", 12)]


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    drawn = " ".join(f"{across:.1f},{up:.1f}" for across, up in (_at(*point) for point in points))
    return f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _text(left: float, top: float, words: str, size: int, colour: str = "#333") -> str:
    return f'<text x="{left:.1f}" y="{top:.1f}" font-size="{size}" fill="{colour}">{words}</text>'
