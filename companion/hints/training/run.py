"""A run of the training: play, learn, keep, measure; killed at any time it goes on from what was kept."""

from __future__ import annotations

import json
import shutil
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.hints.nets.judges import NetJudge, RandomJudge
from companion.hints.training.contest import ByJudge, Tally, contest
from companion.hints.training.curve import curve
from companion.hints.training.heuristics import HeuristicJudge
from companion.hints.training.learner import Learner
from companion.hints.training.plans import PASSES, POSITIONS_AT_ONCE, ROUNDS_KEPT, WARM_UP, pace_after
from companion.hints.training.returns import aims
from companion.hints.training.selfplay import Record, SelfPlay
from companion.hints.training.store import CURVE, Counts, Store
from companion.rules.game import Game

KEEP_EVERY = 15.0
"""Seconds of the processor between two times that everything is kept."""
MEASURED = 100
"""Games of each contest that shows the progress."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Goal:
    """How long a run goes on: until so many games in all were played, or for so many seconds of the processor."""

    games: int | None = None
    seconds: float | None = None

    def is_met(self, games: int, seconds: float) -> bool:
        """Whether it is time to stop."""
        played_enough = self.games is not None and games >= self.games
        return played_enough or (self.seconds is not None and seconds >= self.seconds)


class Run:
    """The training of one game's net in one folder."""

    def __init__(self, game: Game, folder: Path, seed: int, tell: Tell, begin_with: Path | None = None) -> None:
        """Begin, if wanted with the weights of another run, or go on with what the folder holds."""
        self.game = game
        self.store = Store(game, folder)
        self.learner, self.counts = self.store.load(seed, begin_with)
        self._tell = tell
        self._play = SelfPlay(game, self.counts.seed + self.counts.games)
        self._records: list[Record] = []
        self._kept: deque[list[Record]] = deque(maxlen=self.counts.rounds_kept)
        self._entropy = 0.0

    def learn_by(self, rounds_kept: int, passes: int) -> None:
        """Say from how many of the last collections it learns each time, and how often; not later than at the start."""
        if not self.counts.steps:
            self.counts.rounds_kept, self.counts.passes = rounds_kept, passes
            self._kept = deque(maxlen=rounds_kept)

    def go_on(self, goal: Goal) -> None:
        """Train until the goal is met, and measure what came of it."""
        begun = kept = time.process_time()
        before = self.counts.seconds
        while not goal.is_met(self.counts.games, time.process_time() - begun):
            self._round()
            now = time.process_time()
            self.counts.seconds = before + now - begun
            if now - kept >= KEEP_EVERY:
                self._keep()
                kept = now
        self._keep()
        self.measure()

    def _round(self) -> None:
        waiting = sum(len(record.rows) for record in self._records)
        warm = self.counts.games >= WARM_UP or self.counts.begun_with
        judge = NetJudge(self.learner.net) if warm else HeuristicJudge(self.game)
        while waiting < POSITIONS_AT_ONCE:
            found = list(self._play.step(judge))
            self._records += found
            waiting += sum(len(record.rows) for record in found)
        self._learn()

    def _learn(self) -> None:
        self._kept.append(self._records)
        self.counts.games += len(self._records)
        self.counts.positions += sum(len(record.rows) for record in self._records)
        self._records = []
        records = [record for kept in self._kept for record in kept]
        pace = pace_after(self.counts.games)
        rows = np.concatenate([record.rows for record in records])
        wanted = aims(records, self.learner.net.chances(rows), pace.trust)
        self._entropy = self.learner.learn(rows, wanted, pace.rate, self.counts.passes)

    def _keep(self) -> None:
        self.counts.steps = self.learner.steps
        self.store.save(self.learner, self.counts)
        self._tell(
            f"{self.game.id}: {self.counts.games} games, {self.counts.seconds:.0f} s, "
            f"{self.counts.games / max(self.counts.seconds, 1):.1f} games/s, entropy {self._entropy:.4f}"
        )

    def measure(self) -> None:
        """Let the net play against the heuristic and against random play; note it, draw the curve, write the card."""
        tallies = {name: self._against(name) for name in ("heuristic", "random")}
        line: dict[str, Any] = {"games": self.counts.games, "positions": self.counts.positions}
        line |= {"seconds": round(self.counts.seconds), "entropy": round(self._entropy, 4)}
        line |= {name: strength(tally) for name, tally in tallies.items()}
        shutil.copy(self.store.weights, self.store.measured)
        self.store.note(line)
        lines = self.store.progress()
        (self.store.folder / CURVE).write_text(curve(self.game.name, lines), encoding="utf-8")
        self.store.card.write_text(json.dumps(card(self.game, self.learner, self.counts, line), indent=2) + "\n")
        won = ", ".join(f"{name} {tally.won:.3f} ({tally.mean:+.2f} points)" for name, tally in tallies.items())
        self._tell(f"{self.game.id}: after {self.counts.games} games won against {won}")

    def _against(self, name: str) -> Tally:
        seed = self.counts.games
        other = HeuristicJudge(self.game) if name == "heuristic" else RandomJudge(np.random.default_rng(seed))
        return contest(self.game, (ByJudge(NetJudge(self.learner.mean)), ByJudge(other)), MEASURED, seed)


def strength(tally: Tally) -> dict[str, float]:
    """Return how the net played, as its card says it."""
    return {
        "played": tally.games,
        "won": round(tally.won, 4),
        "won_within": round(tally.won_within, 4),
        "points": round(tally.mean, 4),
        "points_within": round(tally.mean_within, 4),
    }


def card(game: Game, learner: Learner, counts: Counts, measured: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of a net's weights where they are shipped."""
    sizes = {
        name: [layers.weights[0].shape[0], *(len(one) for one in layers.biases)]
        for name, layers in learner.mean.sets.items()
    }
    begun = {"begun_with": counts.begun_with} if counts.begun_with else {}
    return {
        "game": game.id,
        "layers": sizes,
        "games_played": counts.games,
        "positions": counts.positions,
        "processor_seconds": round(counts.seconds),
        "seed": counts.seed,
        "strength": {name: measured[name] for name in ("heuristic", "random")},
        "made_by": _command(game, counts),
        **begun,
    }


def _command(game: Game, counts: Counts) -> str:
    words = f"python -m companion.hints.training {game.id} FOLDER --games {counts.games} --seed {counts.seed}"
    if counts.begun_with:
        words += " --begin-with WEIGHTS"
    if (counts.rounds_kept, counts.passes) != (ROUNDS_KEPT, PASSES):
        words += f" --rounds-kept {counts.rounds_kept} --passes {counts.passes}"
    return words
