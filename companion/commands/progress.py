"""How far slow work is, on standard error: only where a person looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
EVERY = 200


def watched(what: str) -> Callable[[Sequence[T]], Iterator[T]]:
    """Return what hands on things one by one and tells how many of them are done."""
    return lambda things: _watched(what, things)


def _watched(what: str, things: Sequence[T]) -> Iterator[T]:
    for number, thing in enumerate(things):
        if number % EVERY == 0 and number:
            tell(f"{what}: {100 * number // len(things)} %")
        yield thing
    tell("")


def tell(text: str) -> None:
    """Show a text in place of the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()
