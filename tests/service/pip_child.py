"""Judges a match as the background does, by an adviser that knows only the race; slower if asked to."""

import sys
import time

from companion.hints.adviser import Advisers, Seat
from companion.service.analysing_child import main
from tests.hints.pip_adviser import PipAdviser


def asked() -> Advisers:
    if "hang" in sys.argv:
        time.sleep(1000)
    return Advisers([Seat(PipAdviser, 0)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:3], asked))
