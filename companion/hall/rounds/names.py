"""Names as they are compared: players, and tables by their number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from companion.hall.view import Pairing
from companion.journal.summary import key

__all__ = ["are_same", "key", "of_table", "pairing_for", "sort_key", "table_key"]

NUMBER = re.compile(r"[0-9]{1,9}")
T = TypeVar("T")


def table_key(name: str) -> str:
    """Return a table's name as tables are told apart: by its number if it is one."""
    text = key(name)
    return str(int(text)) if NUMBER.fullmatch(text) else text


def number_in(name: str) -> int | None:
    """Return the only number in a name."""
    found: list[str] = NUMBER.findall(name)
    return int(found[0]) if len(found) == 1 else None


def sort_key(name: str) -> tuple[bool, int, str]:
    """Return by what tables are put in order: 2 before 10, and numbers before names."""
    number = number_in(name)
    return number is None, number or 0, key(name)


def of_table(wanted: str, things: Sequence[tuple[str, T]]) -> list[T]:
    """Return what belongs to the table that a list names: of just that name, or else with that number in its name."""
    exact = [thing for name, thing in things if table_key(name) == table_key(wanted)]
    number = number_in(wanted)
    return exact or [thing for name, thing in things if number is not None and number_in(name) == number]


def pairing_for(name: str, pairings: Iterable[Pairing]) -> Pairing | None:
    """Return the pairing of a table."""
    return next(iter(of_table(name, [(one.table, one) for one in pairings])), None)


def are_same(first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Whether two pairs of players are the same people, on whatever side."""
    return sorted(map(key, first)) == sorted(map(key, second))
