"""Records the sessions of `tests/sessions/raw` anew: `python -m tests.service.recording.record [NAME...]`.

Each is a demonstration to which something happens; what came in is kept as it is exported, without names and pictures.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.config import Config, changed
from companion.demo.demonstration import Demonstration
from companion.demo.plugs import BOARD, CAMERA, JOURNAL, OTHER_PORT
from companion.service import TableService
from companion.service.recording.export import NothingRecordedError, Wanted, packed
from tests.checkout import ROOT
from tests.service.recording.stage import RAW, checked, differences

RECORDED = ROOT / "tests" / "sessions" / "raw"
SIT_DOWN_S, FAILS_S, WELL_S = 8.0, 3.0, 2.0
BOTH = {"white": True, "black": True}
POSTS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"event": "score_set", "score": {"white": 1, "black": 0}, "reason": "We have counted."}, "scorer"),
    ({"event": "undone", "steps": 1, "agreed": BOTH, "reason": "We agree."}, "both"),
    ({"event": "nonsense"}, "white"),
    ({"event": "turn_ended", "player": "white"}, "white"),
    ({"event": "hint_wanted", "agreed": BOTH, "what": "hint"}, "black"),
)
Story = Callable[[TableService, Demonstration], None]


def failing(*faults: str) -> Story:
    """One fault after the other."""

    def tell(_service: TableService, demo: Demonstration) -> None:
        for fault in faults:
            demo.pull(fault)
            time.sleep(FAILS_S)
            demo.put_back(fault)
            time.sleep(WELL_S)

    return tell


def corrected(service: TableService, _demo: Demonstration) -> None:
    """What people enter, rightly and wrongly."""
    for event, by in POSTS:
        service.post(event, by)
        time.sleep(WELL_S)


def back_again(service: TableService, demo: Demonstration) -> None:
    """Another match, and back, in the middle of a turn; a part that is made anew."""
    first = service.view().match or 0
    demo.play("puff", "visitor")
    time.sleep(SIT_DOWN_S)
    service.go_back(first, "visitor")
    time.sleep(WELL_S)
    service.post({"event": "restart_device", "device": "board"}, "visitor")
    service.post({"event": "restart_device", "device": "camera"}, "visitor")
    time.sleep(SIT_DOWN_S)


STORIES: Mapping[str, Story] = {
    "line": failing("unplugged", "corrupt", "lossy", "slow", "hang", OTHER_PORT),
    "sensors": failing(*(fault for fault in BOARD if fault in {"stuck", "weak", "flicker", "swapped"})),
    "camera": failing(*CAMERA),
    "journal": failing(*JOURNAL),
    "corrected": corrected,
    "back_again": back_again,
}


@contextmanager
def recorded_demo(folder: Path, seed: int) -> Any:
    """A demonstration that is recorded."""
    options = {"folder": str(folder), "demo.on": True, "demo.pace": 20.0, "demo.seed": seed}
    service = TableService(folder, demo=True, retry_s=1.0, **RAW)
    demo = Demonstration(service, changed(Config(), options))
    service.start()
    demo.start()
    try:
        time.sleep(SIT_DOWN_S)
        yield service, demo
    finally:
        service.stop()
        demo.close()


def record(name: str, target: Path) -> list[tuple[str, Any]]:
    """Let a story happen, keep what came in, and return all that comes out otherwise."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        with recorded_demo(data, len(name)) as (service, demo):
            uid = str(service.view().uid)
            STORIES[name](service, demo)
        with suppress(NothingRecordedError):
            target.write_bytes(packed(data, Wanted(uid, names=False, pictures=False)))
    return differences(target)


def main() -> int:
    """Record what is named, or everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=list(STORIES), metavar="NAME")
    RECORDED.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in parser.parse_args().names:
        path = RECORDED / f"{name}.zip"
        found = record(name, path)
        failed += bool(found)
        counts = [(one.turns, one.events, one.reports) for one in checked(path)]
        sys.stdout.write(f"{name}: {path.stat().st_size} bytes, {counts}, {found or 'the same'}\n")
        sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main())
