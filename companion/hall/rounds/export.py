"""Results as files: for a spreadsheet, which must not take a player's name for a formula, and for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from companion.hall.view import ResultRow

HEADER = (
    "round", "table", "white", "black", "score_white", "score_black", "winner", "games", "progress", "game", "length",
    "match", "note",
)  # fmt: skip
BOM = "\ufeff"
"""By this, spreadsheets know UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def as_csv(rows: Sequence[ResultRow]) -> bytes:
    """Return results as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow([_cell(value) for value in _values(row)])
    return (BOM + out.getvalue()).encode()


def as_json(rows: Sequence[ResultRow], number: int) -> bytes:
    """Return results as JSON."""
    found = [dict(zip(HEADER, _values(row), strict=True)) for row in rows]
    return json.dumps({"round": number, "results": found}, ensure_ascii=False, indent=1).encode()


def _values(row: ResultRow) -> tuple[str | int | None, ...]:
    pairing = row.pairing
    return (
        pairing.round, pairing.table, pairing.white, pairing.black, row.score_white, row.score_black, row.winner,
        row.games, row.progress, pairing.game, pairing.length, row.match, row.note.text if row.note else "",
    )  # fmt: skip


def _cell(value: str | int | None) -> str | int:
    """Return a value as no spreadsheet reckons with it."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA) else value
