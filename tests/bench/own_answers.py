"""What GNU Backgammon answers by itself, by its own commands and words, without anything of our adviser."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.hints.gnubg_process import find_program
from companion.rules.gnu_match import MatchState, match_id
from companion.rules.gnu_position import position_id
from companion.rules.notation import parse_international
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Turn

SCRIPT = """
import gnubg, json
with open({jobs!r}) as file:
    jobs = json.load(file)
for command in ("set display off", "set confirm new off", "set beavers 0",
                "set evaluation chequerplay evaluation plies {plies}",
                "set automatic game off", "set automatic roll off", "set automatic move off"):
    gnubg.command(command)
with open({found!r}, "w") as file:
    for job in jobs:
        gnubg.command("set gnubgid " + job)
        file.write(json.dumps([gnubg.gnubgid(), gnubg.hint(1)["hint"][0]["move"]]) + "\\n")
"""
SECONDS_EACH, START_S = 10, 60


def own_best_moves(turns: Sequence[Turn], plies: int) -> list[Position]:
    """Return the position after the program's own best play of each turn, for money without Jacoby."""
    program = find_program()
    assert program, "GNU Backgammon is not installed: sh .ci/setup does it"
    ids = [_id(turn) for turn in turns]
    with tempfile.TemporaryDirectory() as home:
        jobs, found, script = Path(home, "jobs.json"), Path(home, "found.jsonl"), Path(home, "script.py")
        jobs.write_text(json.dumps(ids))
        script.write_text(SCRIPT.format(jobs=str(jobs), found=str(found), plies=plies))
        subprocess.run(
            [program, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, "HOME": home, "LC_ALL": "C.UTF-8"},
            timeout=START_S + SECONDS_EACH * len(turns),
            check=True,
        )
        answers = [json.loads(line) for line in found.read_text().splitlines()]
    assert [understood for understood, _ in answers] == ids
    return [_after(turn, move) for turn, (_, move) in zip(turns, answers, strict=True)]


def _id(turn: Turn) -> str:
    state = MatchState(on_roll=turn.player, turn=turn.player, dice=turn.dice)
    return f"{position_id(turn.game, turn.position, turn.player)}:{match_id(state)}"


def _after(turn: Turn, move: str) -> Position:
    plays = legal_plays(turn)
    play = parse_international(turn, move, plays)
    return next(outcome.position for outcome in plays if plays[outcome] == play)
