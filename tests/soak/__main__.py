"""`python -m tests.soak --games 500 --seed 1`: the long form. Interrupted, it prints the table of what was done."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from companion.rules.games import GAMES
from tests.soak.picture import picture
from tests.soak.players import BY_CAMERA
from tests.soak.soak import Soak, Wishes


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main() -> int:
    """Soak as long as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, default=0.06, help="how likely one begins with each thing done")
    parser.add_argument("--camera", type=float, default=BY_CAMERA, help="how many throws the camera has to read")
    parser.add_argument("--patience", type=int, help="after how many decisions players give a game up; else never")
    parser.add_argument("--analysis", action="store_true", help="let finished matches be analysed")
    parser.add_argument("--without", nargs="*", default=[], metavar="FAULT", help="what is not to fail")
    parser.add_argument("--folder", type=Path, help="where the journal and the service's log are kept")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="soak-"))
    wishes = Wishes(
        folder,
        given.games,
        given.seed,
        given.faults,
        by_camera=given.camera,
        analysis=given.analysis,
        patience=given.patience,
        kinds=given.kinds,
        without=frozenset(given.without),
    )
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, _interrupt)
    soak = Soak(wishes)
    with suppress(KeyboardInterrupt), soak:
        soak.play()
    sys.stdout.write("\n".join(["", *soak.tally.lines()]) + "\n")
    (folder / "soak.svg").write_text(picture(soak.tally.samples), encoding="utf-8")
    sys.stdout.write(f"memory and open files: {folder / 'soak.svg'}\n")
    return 0 if soak.tally.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
