"""What GNU Backgammon thinks of every legal play of some positions, kept as data for `bench_nets`.

`python -m tests.bench.net_reference` makes the data anew; it needs `gnubg` and takes some minutes. The positions come
from games of the hand-made heuristic, every sixth play made at random; both sides can still meet in all of them. The
plays' equities are those of gnubg at two plies, cubeless, for money.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.hints.nets.choices import Limits, best_choices
from companion.hints.nets.features import in_contact
from companion.hints.nets.sight import Standing, sight
from companion.hints.training.heuristics import HeuristicJudge
from companion.hints.training.slots import Slot, fresh
from companion.rules.board import POINTS
from companion.rules.following import Following
from companion.rules.games import GAMES
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Turn
from tests.bench.report import progress

DATA = Path(__file__).parent / "data" / "contact_plays.jsonl"
GAME = GAMES["backgammon"]
POSITIONS, SEED = 400, 20
APART = 5
"""Turns between two positions of one game."""
AT_RANDOM = 6
LIMITS = Limits(10**6, 1, 1)
SCRIPT = """
import json, gnubg
for command in ("set player 0 human", "set player 1 human", "set jacoby off", "new session"):
    gnubg.command(command)
context, cube = gnubg.evalcontext(0, 2, 1, 1, 0.0), gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)
with open({out!r}, "w") as out:
    for line in open({boards!r}):
        found = [gnubg.evaluate(tuple(map(tuple, board)), cube, context)[5] for board in json.loads(line)]
        out.write(json.dumps(found) + "\\n")
"""


@dataclass(frozen=True)
class Judged:
    """A turn, and the equity of each of its plays in their standing order."""

    turn: Turn
    equities: tuple[float, ...]


def main() -> int:
    turns = [turn for turn, _ in zip(contact_turns(SEED), range(POSITIONS), strict=False)]
    equities = by_gnubg([boards_of(turn) for turn in turns])
    with DATA.open("w", encoding="utf-8") as lines:
        lines.writelines(_line(turn, rated) for turn, rated in zip(turns, equities, strict=True))
    return 0


def contact_turns(seed: int) -> Iterator[Turn]:
    """Turns of games in which there is a choice and contact."""
    chance = random.Random(seed)
    while True:
        slot: Slot | None = fresh(GAME, chance)
        since = chance.randrange(APART)
        while slot is not None:
            (turn,) = slot.turns
            since += 1
            if since >= APART and _has_contact(turn) and legal_plays(turn).more_than(1):
                yield turn
                since = 0
            slot = _played(slot, chance)


def _has_contact(turn: Turn) -> bool:
    standing = Standing(GAME, turn.position, Following(turn.player, Memory()))
    return bool(in_contact(GAME, sight(standing))[0])


def _played(slot: Slot, chance: random.Random) -> Slot | None:
    (turn,) = slot.turns
    if chance.randrange(AT_RANDOM) == 0:
        return slot.played(turn, chance.choice(legal_plays(turn).sorted()), chance)
    (choice,) = best_choices(GAME, [slot.turns], HeuristicJudge(GAME), LIMITS)
    return slot.played(choice.turn, choice.outcome, chance)


def boards_of(turn: Turn) -> list[list[list[int]]]:
    """The positions after each play as gnubg takes them: the mover's checkers, then those of who throws next."""
    return [
        [_side(outcome.position, player) for player in (turn.player, turn.player.opponent)]
        for outcome in legal_plays(turn).sorted()
    ]


def _side(position: Position, player: Player) -> list[int]:
    side, path = position.sides[player], GAME.path(player)
    return [*(side.points[path.point(POINTS - place) - 1] for place in range(POINTS)), side.bar]


def by_gnubg(boards: list[list[list[list[int]]]]) -> list[list[float]]:
    """The equities that gnubg gives, turned to the view of the player who made the play."""
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if program is None:
        msg = "gnubg is needed to judge the positions"
        raise RuntimeError(msg)
    with tempfile.TemporaryDirectory() as folder:
        given, script, out = (Path(folder) / name for name in ("boards", "script.py", "out"))
        given.write_text("".join(json.dumps(some) + "\n" for some in boards), encoding="utf-8")
        script.write_text(SCRIPT.format(boards=str(given), out=str(out)), encoding="utf-8")
        progress(f"gnubg judges the plays of {len(boards)} positions")
        subprocess.run(
            [program, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return [[-equity for equity in json.loads(line)] for line in out.read_text().splitlines()]


def _line(turn: Turn, equities: list[float]) -> str:
    kept = {
        "code": turn.position.code.hex(),
        "turn": turn.player.value,
        "dice": turn.dice,
        "equities": [round(equity, 4) for equity in equities],
    }
    return json.dumps(kept) + "\n"


def reference() -> list[Judged]:
    """The positions with gnubg's judgement, as kept."""
    return [_judged(json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines()]


def _judged(kept: dict[str, object]) -> Judged:
    code, dice, equities = kept["code"], kept["dice"], kept["equities"]
    assert isinstance(code, str)
    assert isinstance(dice, list)
    assert isinstance(equities, list)
    turn = Turn(GAME, Position(bytes.fromhex(code)), Player(kept["turn"]), (dice[0], dice[1]))
    return Judged(turn, tuple(equities))


if __name__ == "__main__":
    sys.exit(main())
