"""A service that plays by itself until it is killed: says each event of the journal that it was told is there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.service import TableService, TableView
from tests.service.playing import MONEY, done, play_first, throw

DICE = ((3, 1), (6, 5), (4, 2), (5, 2), (6, 4), (2, 1), (5, 3))


def go_on(service: TableService, view: TableView, number: int) -> TableView:
    """Do whatever comes next."""
    high, low = DICE[number % len(DICE)]
    if view.phase == "opening":
        assert view.opening is not None
        return throw(service, "black", low) if view.opening.white else throw(service, "white", high)
    if view.phase == "to_throw":
        return throw(service, view.turn or "white", high, low)
    if view.phase == "playing":
        return play_first(service)
    return done(service.new_match(MONEY, "white"))


def main() -> None:
    """Play until killed."""
    service = TableService(Path(sys.argv[1]))
    service.start()
    view = service.view()
    for number in range(10_000):
        view = go_on(service, view, number)
        seq = view.log[-1].seq if view.log else 0
        os.write(1, f"{view.match} {seq} {view.phase} {view.turn}\n".encode())


if __name__ == "__main__":
    main()
