"""How good and how fast hints for backgammon are: run `python -m tests.bench.bench_hints`, `--positions` for more.

Three tables: what our answers lose by GNU Backgammon's own judgement two plies deep, how long a hint takes, and how
long a decision on the cube. The positions come from seeded games, played mostly well and sometimes at random, while
the players can still hit each other. Every pass has a fresh process, so that nothing is remembered from another.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from statistics import mean, median

from companion.hints.advice import RatedPlay, Stakes
from companion.hints.gnubg import GnubgAdviser
from companion.hints.sides import ground_of
from companion.rules.games import configured
from companion.rules.players import Pair
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Outcome, Turn
from tests.bench.own_answers import own_best_moves
from tests.bench.report import progress, show, verdict
from tests.rules.random_games import first_turn, turn_after

POSITIONS, SEED = 300, 9
OF_ONE_GAME, LONGEST_GAME = 6, 120
WELL = 0.85
"""How often the best play is made in the games that the positions come from; otherwise any."""
JUDGE = 2
LOSS_GOALS = {0: 0.005, 1: 0.003, 2: 0.0}
HINT_GOAL_S, CUBE_GOAL_S = 1.0, 0.5
HALF_A_MILLIPOINT = 0.0005
MONEY = Stakes()
CUBES = (MONEY, Stakes(jacoby=True, beavers=True), Stakes(7, Pair(3, 4)), Stakes(5, Pair(4, 1)), Stakes(25, Pair(0, 9)))


@dataclass(frozen=True)
class Answers:
    """What came of a pass: the plays, and how long each took."""

    plays: list[RatedPlay]
    seconds: list[float]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_hints", description="Measure the hints.")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args(argv)
    load = os.getloadavg()[0]
    with closing(GnubgAdviser()) as adviser:
        progress(f"{wanted.positions} positions from games")
        turns = list(islice(contact_turns(adviser, random.Random(wanted.seed)), wanted.positions))
        sys.stdout.write(f"Python {platform.python_version()}, {platform.machine()}, {adviser.name}, load {load:.1f}\n")
    passes = {plies: timed_pass(turns, plies) for plies in LOSS_GOALS}
    measure_losses(turns, {plies: [one.outcome for one in found.plays] for plies, found in passes.items()})
    show_times("A hint", {f"{plies} plies": found.seconds for plies, found in passes.items()}, HINT_GOAL_S)
    show_times("A cube decision", dict(cube_passes(turns)), CUBE_GOAL_S)
    return 0


def contact_turns(adviser: GnubgAdviser, chance: random.Random) -> Iterator[Turn]:
    """Yield turns of games with a choice of plays, in which the players have not yet passed each other."""
    while True:
        game = [turn for turn in one_game(adviser, chance) if is_contested(turn)]
        places = chance.sample(range(len(game)), min(OF_ONE_GAME, len(game)))
        yield from (game[place] for place in sorted(places))


def one_game(adviser: GnubgAdviser, chance: random.Random) -> Iterator[Turn]:
    turn: Turn | None = first_turn(configured("backgammon"), chance)
    for _ in range(LONGEST_GAME):
        if turn is None:
            return
        yield turn
        well = chance.random() < WELL
        any_play = chance.choice(legal_plays(turn).sorted())
        turn = turn_after(turn, adviser.plays(turn, MONEY, 0)[0].outcome if well else any_play, chance)


def is_contested(turn: Turn) -> bool:
    ground = ground_of(turn.game, turn.position, turn.player, turn.memory)
    return not ground.is_race and legal_plays(turn).more_than(1)


def timed_pass(turns: Sequence[Turn], plies: int) -> Answers:
    """Ask for all turns, and time each answer."""
    progress(f"hints at {plies} plies")
    answers = Answers([], [])
    with closing(GnubgAdviser()) as adviser:
        # What starting takes is told apart.
        adviser.rate(turns[0], legal_plays(turns[0]).sorted()[0], MONEY, 0)
        for turn in turns:
            start = time.perf_counter()
            answers.plays.append(adviser.plays(turn, MONEY, plies)[0])
            answers.seconds.append(time.perf_counter() - start)
    return answers


def cube_passes(turns: Sequence[Turn]) -> Iterator[tuple[str, list[float]]]:
    """Ask what to do with the cube before each throw, and time it; another score each time."""
    for plies in LOSS_GOALS:
        progress(f"the cube at {plies} plies")
        seconds = []
        with closing(GnubgAdviser()) as adviser:
            adviser.cube(turns[0].position, turns[0].player, MONEY, 0)
            for place, turn in enumerate(turns):
                start = time.perf_counter()
                adviser.cube(turn.position, turn.player, CUBES[place % len(CUBES)], plies)
                seconds.append(time.perf_counter() - start)
        yield f"{plies} plies", seconds


def measure_losses(turns: Sequence[Turn], answers: Mapping[int, Sequence[Outcome]]) -> None:
    """Have the program judge our answers two plies deep, and compare with what it answers by itself."""
    own = own_best_moves(turns, JUDGE)
    chance = random.Random(SEED)
    judged: dict[str, list[float]] = {}
    with closing(GnubgAdviser()) as judge:
        for number, turn in enumerate(turns):
            if number % 50 == 0:
                progress(f"judged {number} of {len(turns)}")
            best = max(one.equity for one in judge.plays(turn, MONEY, JUDGE))
            random_play = chance.choice(legal_plays(turn).sorted())
            asked = {f"{plies} plies": found[number] for plies, found in answers.items()} | {"random": random_play}
            for name, outcome in asked.items():
                judged.setdefault(name, []).append(best - judge.rate(turn, outcome, MONEY, JUDGE).equity)
    same = {f"{plies} plies": _same(turns, found, own) for plies, found in answers.items()}
    rows = [_loss_row(name, losses, same.get(name)) for name, losses in judged.items()]
    head = ("our answer", "mean loss", "goal", "most", "mistakes", "same as its own")
    show(
        f"What our answers lose by its own judgement at {JUDGE} plies, in points a play ({len(turns)} positions)",
        head,
        rows,
        f"'same as its own': our play is what the program itself answers at {JUDGE} plies, asked without our adviser.",
    )


def _same(turns: Sequence[Turn], found: Sequence[Outcome], own: Sequence[Position]) -> int:
    return sum(outcome.position == position for _, outcome, position in zip(turns, found, own, strict=True))


def _loss_row(name: str, losses: Sequence[float], same: int | None) -> list[str]:
    goals = {f"{plies} plies": goal for plies, goal in LOSS_GOALS.items()}
    loss = mean(losses)
    goal = f"{goals[name]:.3f}: {verdict(met=loss < goals[name] + HALF_A_MILLIPOINT)}" if name in goals else ""
    wrong = sum(loss > HALF_A_MILLIPOINT for loss in losses)
    return [name, f"{loss:.4f}", goal, f"{max(losses):.3f}", str(wrong), "" if same is None else str(same)]


def show_times(what: str, passes: Mapping[str, Sequence[float]], goal: float) -> None:
    rows = [_time_row(name, sorted(seconds), goal) for name, seconds in passes.items()]
    show(f"{what}, in milliseconds", ("look-ahead", "median", "95th", "longest", f"goal {goal:g} s"), rows)


def _time_row(name: str, seconds: Sequence[float], goal: float) -> list[str]:
    times = (median(seconds), seconds[int(0.95 * (len(seconds) - 1))], seconds[-1])
    return [name, *(f"{1000 * one:.0f}" for one in times), verdict(met=seconds[-1] < goal)]


if __name__ == "__main__":
    sys.exit(main())
