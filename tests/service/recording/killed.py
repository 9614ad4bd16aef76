"""A recorded service that plays by itself until it is killed: says when so much is recorded, too."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.service import TableService
from tests.service.kill import go_on
from tests.service.recording.stage import RAW
from tests.waiting import HANG_S


def main() -> None:
    """Play until killed."""
    service = TableService(Path(sys.argv[1]), **RAW)
    service.start()
    assert service.recording is not None
    view = service.view()
    for number in range(10_000):
        view = go_on(service, view, number)
        if number % 5 == 4:
            assert service.recording.settle(HANG_S)
            os.write(1, b"recorded\n")


if __name__ == "__main__":
    main()
