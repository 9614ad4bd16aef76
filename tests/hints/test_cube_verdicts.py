"""What to do with the cube, against what GNU Backgammon itself prints for people, over money games of all kinds."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from companion.hints.advice import CubeAction, CubeAdvice, Stakes
from companion.hints.gnubg import GnubgAdviser
from companion.hints.gnubg_terms import BEAVERS, id_of
from companion.rules.gnu_match import MatchState, match_id
from companion.rules.players import Player
from companion.rules.position import Position
from tests.bench.positions import mid_game_turns
from tests.hints.gnubg_tools import position, real
from tests.journal.gnubg.program import PROGRAM
from tests.waiting import HANG_S

POSITIONS = 40
VERDICT = re.compile(r"^Proper cube action: (.+?)(?: \([\d.]+%\))?$", re.MULTILINE)
LOST = position({24: 15}, {1: 3, 2: 3, 3: 3, 4: 3, 5: 3})
"""Black bears off while White has not come home: White loses a backgammon."""
Decision = tuple[Position, Player, Stakes]


def decisions() -> Iterator[Decision]:
    turns = [(one.position, one.player) for one in mid_game_turns(POSITIONS, seed=22)]
    for at, player in (*turns, (LOST, Player.WHITE)):
        for jacoby, beavers, owned in product((False, True), repeat=3):
            stakes = Stakes(jacoby=jacoby, beavers=beavers)
            yield at, player, replace(stakes, cube=2, owner=player) if owned else stakes


def printed(asked: Iterable[Decision], home: Path) -> list[str]:
    """What the program prints of each decision as the proper action."""
    lines = ["set display off", "set evaluation cubedecision evaluation plies 0"]
    for at, player, stakes in asked:
        state = MatchState(on_roll=player, turn=player, cube=stakes.cube, owner=stakes.owner, jacoby=stakes.jacoby)
        beavers = BEAVERS if stakes.beavers else 0
        lines += [f"set beavers {beavers}", f"set gnubgid {id_of(at, player)}:{match_id(state)}", "hint"]
    assert PROGRAM
    done = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        env={"LC_ALL": "C.UTF-8", "HOME": str(home)},
        timeout=HANG_S,
        check=False,
    )
    return VERDICT.findall(done.stdout)


def worded(advice: CubeAdvice, stakes: Stakes) -> str:
    """The advice in the words of the program."""
    again = "re" if stakes.owner else ""
    answer = "take" if advice.double_take <= advice.double_drop else "pass"
    if advice.beaver:
        answer = "beaver"
    if advice.action is CubeAction.TOO_GOOD:
        return f"Too good to {again}double, {answer}"
    if advice.action is CubeAction.NO_DOUBLE:
        return f"No {again}double, {answer}"
    return f"{again}double, {answer}".capitalize()


def test_the_cube_is_advised_as_the_program_prints_it(tmp_path: Path) -> None:
    asked = list(decisions())
    adviser = GnubgAdviser(real())
    try:
        ours = [worded(adviser.cube(at, player, stakes, 0), stakes) for at, player, stakes in asked]
    finally:
        adviser.close()
    assert len(asked) >= 300
    assert ours == printed(asked, tmp_path)
    # A double that costs more than two games is not called one to be beavered.
    lost = [verdict for (at, _, _), verdict in zip(asked, ours, strict=True) if at == LOST]
    assert not any("beaver" in verdict for verdict in lost)
    seen = Counter(verdict.rsplit(" ", 1)[-1] for verdict in ours)
    assert min(seen[answer] for answer in ("take", "pass", "beaver")) >= 20
