"""The API fuzzed from its own description, and walked through from action to action, with a board at the table.

At length: `python -m tests.web.fuzz_api --examples 300 --steps 3000 --seed 7`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion.config import Config, changed
from companion.rules.games import GAMES
from companion.rules.players import Pair
from companion.rules.position import Setup
from tests.web import shelf
from tests.web.described import Described
from tests.web.sitting import board_port, checkers_on_board
from tests.web.stage import PIN, Stage, serving, stage
from tests.web.walker import Walker

APART = ("/table/stream", "/sign-out")
"""What never ends by itself, and what ends the token that all is asked with, are looked at by tests of their own."""
ALL_IS_WELL = 0


@contextmanager
def busy(folder: Path, seed: int) -> Iterator[Stage]:
    """Have a table with a board at which a match has begun, and with matches in its archive."""
    config = changed(Config(), {"folder": str(folder)})
    with stage(folder) as table, checkers_on_board(Setup.of(Pair({}, {})), seed) as checkers:
        for name in ("beaver", "closed_out"):
            shelf.put(table, name)
        table.service.plug("board", lambda: board_port(table.service, config, checkers))
        try:
            table.begin()
            table.open_with(3, 1)
            yield table
        finally:
            table.service.stop()


def token_of(table: Stage) -> str:
    """Return a token that may enter."""
    answer = table.client().post("/api/v1/sign-in", json={"pin": PIN})
    assert answer.json is not None
    return str(answer.json["token"])


def fuzzed(table: Stage, examples: int, seed: int, *, only: str = "") -> subprocess.CompletedProcess[str]:
    """Send what fits the description and what does not; every answer has to be as described, and none a failure.

    `only`: the path of which alone it is sent.
    """
    around = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    with serving(table.app) as url, tempfile.TemporaryDirectory() as here:
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/v1/openapi.json"]
        command += ["--header", f"Authorization: Bearer {token_of(table)}", "--no-color"]
        command += [word for path in APART for word in ("--exclude-path", path)]
        command += ["--include-path", only] if only else []
        command += ["--max-examples", str(examples), "--seed", str(seed), "--continue-on-failure"]
        # A loaded machine is slow, not wrong.
        command += ["--request-timeout", "120"]
        return subprocess.run(command, cwd=here, env=around, capture_output=True, encoding="utf-8", check=False)


def walked(table: Stage, steps: int, seed: int) -> Walker:
    """Go from action to action as a program would that has read nothing but the description; plays are told by hand."""
    table.service.unplug("board")
    walker = Walker(Described(table.client()), token_of(table), Random(seed))
    for game in GAMES:
        walker.play(game, most=steps // len(GAMES))
    return walker


def main() -> int:
    """Do both as long as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100, help="examples of each operation")
    parser.add_argument("--steps", type=int, default=1000, help="steps from action to action")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, busy(Path(folder), wanted.seed) as table:
        done = fuzzed(table, wanted.examples, wanted.seed)
        sys.stdout.write(done.stdout + done.stderr)
        walker = walked(table, wanted.steps, wanted.seed)
        sys.stdout.write(f"{walker.taken} steps, answered with {dict(walker.statuses)}\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
