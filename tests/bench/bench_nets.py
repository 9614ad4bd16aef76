"""How strong our own nets are, and how quick: run `python -m tests.bench.bench_nets`.

Three tables: what backgammon plays lose by gnubg's judgement (the data of `net_reference`), games against random play
and against the hand-made heuristic of each game with seats changed, and the time of a hint. `--weights FOLDER` takes
the nets of a training that is under way instead of those that are shipped. The games take long: `--kept FILE` keeps
what was played, so that the same command goes on after it was stopped; `--only` and `--tables` choose what is done.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from companion.hints.advice import Stakes
from companion.hints.nets.adviser import NetAdviser
from companion.hints.nets.arrays import Floats
from companion.hints.nets.choices import Choice
from companion.hints.nets.judges import Judge, NetJudge, RandomJudge
from companion.hints.nets.net import Net, load
from companion.hints.nets.shelf import net_for
from companion.hints.nets.sight import sights_of
from companion.hints.training.contest import ByJudge, Chooser, Tally
from companion.hints.training.heuristics import HeuristicJudge
from companion.hints.training.rounds import SHIPPED
from companion.hints.training.run import strength
from companion.rules.game import Game, Scoring
from companion.rules.games import GAMES
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn
from tests.bench.kept_contests import Contests, Pairing
from tests.bench.net_reference import GAME, Judged, reference
from tests.bench.report import show, verdict
from tests.rules.random_games import random_turns

LOSS, AGAINST_RANDOM, AGAINST_HEURISTIC, HEURISTIC = 0.02, 0.95, 0.65, 0.80
SECONDS, MEGABYTES = 0.3, 250
HINTS, APART = 60, 11
SEED = 7
TABLES = ("losses", "games", "times")
PAIRINGS = (
    Pairing("heuristic", "random", HEURISTIC),
    Pairing("net", "random", AGAINST_RANDOM),
    Pairing("net", "heuristic", AGAINST_HEURISTIC),
)
PAIRINGS_AHEAD = (Pairing("net ahead", "heuristic", AGAINST_HEURISTIC),)
CUBELESS = Stakes(has_cube=False)
Shelf = Callable[[Game], Net]


@dataclass(frozen=True)
class Ahead:
    """Makes the play that is best one throw further."""

    adviser: NetAdviser

    def choose(self, game: Game, turns: list[list[Turn]]) -> list[Choice]:
        """Return a play for each game; where a double is named, the best of all."""
        del game
        return [max((self._best(turn) for turn in own), key=lambda choice: choice.value) for own in turns]

    def _best(self, turn: Turn) -> Choice:
        best = self.adviser.plays(turn, CUBELESS, 1)[0]
        return Choice(turn, best.outcome, best.equity, np.zeros(0, np.uint8), same=False, count=0)


def main(argv: Sequence[str] | None = None) -> int:
    options = _options(argv)
    shelf: Shelf = net_for if options.weights is None else lambda game: _under_way(options.weights, game)
    if "losses" in options.tables and GAME.id in options.only:
        show_losses(shelf, options.ahead)
    if "games" in options.tables:
        show_contests(options, shelf)
    if "times" in options.tables:
        show_times(options.only, shelf)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_nets", description="Measure our own nets.")
    parser.add_argument("--games", type=int, default=1000, help="of each contest")
    parser.add_argument("--only", nargs="*", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=TABLES)
    parser.add_argument("--contests", nargs="*", choices=[one.name for one in PAIRINGS], help="only these")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where games that were played are kept (JSON lines)")
    parser.add_argument("--cards", action="store_true", help="write the strength on the cards of the shipped nets")
    parser.add_argument("--weights", type=Path, help="the folder of a training that is under way")
    parser.add_argument("--ahead", action="store_true", help="also with one throw of look-ahead (slow)")
    return parser.parse_args(argv)


def _under_way(folder: Path, game: Game) -> Net:
    return load(game, folder / game.id / f"{game.id}.npz")


def show_losses(shelf: Shelf, ahead: bool) -> None:  # noqa: FBT001 - as it comes from the command line
    """Show what each judge's plays lose on average, by gnubg's two plies."""
    judged = reference()
    turns = [(one.turn, legal_plays(one.turn).sorted()) for one in judged]
    sights = sights_of(GAME, turns)
    judges: list[tuple[str, Judge]] = [
        ("random", RandomJudge(np.random.default_rng(SEED))),
        ("heuristic", HeuristicJudge(GAME)),
        ("net, no look-ahead", NetJudge(shelf(GAME))),
    ]
    rows = [_loss_row(name, losses(judged, judge.values(sights))) for name, judge in judges]
    if ahead:
        rows.append(_loss_row("net, one ply deeper", losses_ahead(judged, NetAdviser(shelf))))
    show(f"Backgammon: loss on {len(judged)} contact positions", ("judge", "loss", "within", "goal"), rows)


def losses(judged: Sequence[Judged], values: Floats) -> Floats:
    """What the plays lose that are valued highest."""
    first, lost = 0, []
    for one in judged:
        last = first + len(one.equities)
        lost.append(max(one.equities) - one.equities[int(values[first:last].argmax())])
        first = last
    return np.array(lost, np.float32)


def losses_ahead(judged: Sequence[Judged], adviser: NetAdviser) -> Floats:
    """What the plays lose that are best one throw further."""
    lost = []
    for one in judged:
        best = adviser.plays(one.turn, CUBELESS, 1)[0].outcome
        place = legal_plays(one.turn).sorted().index(best)
        lost.append(max(one.equities) - one.equities[place])
    return np.array(lost, np.float32)


def _loss_row(name: str, lost: Floats) -> list[str]:
    within = 1.96 * float(lost.std()) / len(lost) ** 0.5
    goal = f"{LOSS}: {verdict(met=float(lost.mean()) <= LOSS)}" if name.startswith("net") else ""
    return [name, f"{lost.mean():.4f}", f"{within:.4f}", goal]


def show_contests(options: argparse.Namespace, shelf: Shelf) -> None:
    """Show the games against random play and against the heuristic."""
    contests = Contests(options.kept, SEED)
    rows = [row for name in options.only for row in _contest_rows(GAMES[name], shelf, options, contests)]
    head = ("game", "first", "second", "games", "won", "within", "goal", "points", "within", "s")
    if options.cards and options.weights is None:
        write_cards(options.only, contests)
    note = "points: of the first, a game; s: processor seconds in all; won and points with 95 in 100 within so much"
    show("Games with seats changed", head, rows, note)


def _contest_rows(game: Game, shelf: Shelf, options: argparse.Namespace, contests: Contests) -> Iterator[list[str]]:
    pairings = [one for one in PAIRINGS if options.contests is None or one.name in options.contests]
    for pairing in [*pairings, *(PAIRINGS_AHEAD if options.ahead else ())]:
        played = contests.play(game, pairing, partial(_players, game, shelf, pairing), options.games)
        told = _told(game, played.tally, pairing.goal)
        yield [game.id, pairing.first, pairing.second, *told, f"{played.seconds:.0f}"]


def write_cards(names: Sequence[str], contests: Contests) -> None:
    """Write on the cards of the shipped nets what came of all games that were kept, if more than the card tells of."""
    for game in (GAMES[name] for name in names):
        card = SHIPPED / f"{game.id}.json"
        told = json.loads(card.read_text(encoding="utf-8"))
        for pairing in PAIRINGS[1:]:
            tally = contests.so_far(game, pairing)
            if tally is not None and tally.games > told["strength"][pairing.second]["played"]:
                told["strength"][pairing.second] = strength(tally)
        card.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def _players(game: Game, shelf: Shelf, pairing: Pairing, seed: int) -> tuple[Chooser, Chooser]:
    kinds: dict[str, Callable[[], Chooser]] = {
        "net": lambda: ByJudge(NetJudge(shelf(game))),
        "random": lambda: ByJudge(RandomJudge(np.random.default_rng(seed))),
        "heuristic": lambda: ByJudge(HeuristicJudge(game)),
        "net ahead": lambda: Ahead(NetAdviser(shelf)),
    }
    return kinds[pairing.first](), kinds[pairing.second]()


def _told(game: Game, tally: Tally, goal: float) -> list[str]:
    # In Tric-Trac the points of the games are what counts.
    met = tally.won >= goal or (game.scoring is Scoring.POINTS and tally.mean >= 2 * goal - 1)
    won = [str(tally.games), f"{tally.won:.3f}", f"{tally.won_within:.3f}", f"{goal}: {verdict(met=met)}"]
    return [*won, f"{tally.mean:+.2f}", f"{tally.mean_within:.2f}"]


def show_times(names: Sequence[str], shelf: Shelf) -> None:
    """Show how long a hint takes that looks one throw ahead, and how much memory all of it needs."""
    adviser = NetAdviser(shelf)
    rows = [_time_row(GAMES[name], adviser) for name in names]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    notes = (
        "The goal is for processor time: the clock's depends on what else the machine does.",
        f"Load {os.getloadavg()[0]:.1f}.",
        f"{memory} MB in all at most (goal {MEGABYTES}: {verdict(met=memory < MEGABYTES)})",
    )
    head = ("game", "hints", "median", "longest", "by the clock", "longest", "goal")
    show("A hint, one throw ahead (seconds of the processor, then by the clock)", head, rows, *notes)


def _time_row(game: Game, adviser: NetAdviser) -> list[str]:
    turns = islice(random_turns(game, SEED, HINTS * APART), 0, None, APART)
    taken = [_seconds(adviser, turn) for turn in turns]
    columns = [sorted(column) for column in zip(*taken, strict=True)]
    told = [f"{column[place]:.3f}" for column in columns for place in (len(column) // 2, -1)]
    return [game.id, str(len(taken)), *told, verdict(met=columns[0][-1] < SECONDS)]


def _seconds(adviser: NetAdviser, turn: Turn) -> tuple[float, float]:
    start, clock = time.process_time(), time.perf_counter()
    adviser.plays(turn, CUBELESS, 1)
    return time.process_time() - start, time.perf_counter() - clock


if __name__ == "__main__":
    sys.exit(main())
