"""What a run of the training keeps on disk: all that is needed to go on, and what is shipped."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.hints.nets.arrays import Arrays
from companion.hints.nets.net import Net, load, net_of, save
from companion.hints.training.learner import Learner
from companion.hints.training.plans import PASSES, ROUNDS_KEPT, hidden
from companion.rules.game import Game

STATE, PROGRESS, CURVE = "state.npz", "progress.jsonl", "curve.svg"
PARTS = ("net", "mean", "first", "second")
BEGUN_WITH = ("game", "games_played", "made_by", "begun_with")
"""What a card tells of the weights that a run began with."""


@dataclass
class Counts:
    """How far a run is."""

    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    """Of the processor."""
    seed: int = 0
    steps: int = 0
    rounds_kept: int = ROUNDS_KEPT
    passes: int = PASSES
    begun_with: dict[str, Any] = field(default_factory=dict)
    """What is said of the weights that the run began with; nothing if it began with none."""


@dataclass
class Store:
    """The folder of one run."""

    game: Game
    folder: Path

    @property
    def weights(self) -> Path:
        """The file that is shipped."""
        return self.folder / f"{self.game.id}.npz"

    @property
    def measured(self) -> Path:
        """The weights as they were when their strength was last measured: those that the card speaks of."""
        return self.folder / f"{self.game.id}.measured.npz"

    @property
    def card(self) -> Path:
        """What is said of the weights."""
        return self.folder / f"{self.game.id}.json"

    def load(self, seed: int, begin_with: Path | None = None) -> tuple[Learner, Counts]:
        """Return what was kept, or a fresh beginning, with shipped weights where such are given."""
        path = self.folder / STATE
        if not path.is_file():
            return self._with_weights(begin_with, seed) if begin_with else self._fresh(seed)
        with np.load(path, allow_pickle=False) as kept:
            arrays = dict(kept)
        counts = Counts(**json.loads(str(arrays.pop("counts"))))
        parts = {part: _part(arrays, part) for part in PARTS}
        nets = [net_of(self.game, parts[name]) for name in ("net", "mean")]
        learner = Learner.fresh(nets[0], counts.seed + counts.games)
        return Learner(nets[0], nets[1], parts["first"], parts["second"], counts.steps, learner.chance), counts

    def _fresh(self, seed: int) -> tuple[Learner, Counts]:
        return Learner.fresh(Net.random(self.game, hidden(self.game), seed), seed), Counts(seed=seed)

    def _with_weights(self, weights: Path, seed: int) -> tuple[Learner, Counts]:
        """Begin with what another run came to: of this game as if it had gone on."""
        told = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
        counts = Counts(seed=seed, begun_with={key: told[key] for key in BEGUN_WITH if key in told})
        if told["game"] == self.game.id:
            counts.games, counts.positions = told["games_played"], told["positions"]
            counts.seconds = told["processor_seconds"]
        return Learner.fresh(load(self.game, weights), seed), counts

    def save(self, learner: Learner, counts: Counts) -> None:
        """Keep everything; a power cut leaves what was kept before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        nets = {"net": learner.net.arrays(), "mean": learner.mean.arrays()}
        moments = {"first": learner.first, "second": learner.second}
        arrays: Arrays = {
            f"{part}:{name}": array for part, named in (nets | moments).items() for name, array in named.items()
        }
        arrays["counts"] = np.array(json.dumps(asdict(counts)))
        beside = self.folder / "state.new.npz"
        np.savez(beside, allow_pickle=False, **arrays)
        beside.replace(self.folder / STATE)
        self._ship(learner.mean)

    def _ship(self, net: Net) -> None:
        beside = self.folder / "weights.new.npz"
        save(net, beside)
        beside.replace(self.weights)

    def note(self, line: Mapping[str, Any]) -> None:
        """Add a line to the progress."""
        with (self.folder / PROGRESS).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(line) + "\n")
            lines.flush()
            os.fsync(lines.fileno())

    def progress(self) -> list[dict[str, Any]]:
        """Return the lines of the progress."""
        path = self.folder / PROGRESS
        if not path.is_file():
            return []
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _part(arrays: Arrays, part: str) -> Arrays:
    return {name.removeprefix(f"{part}:"): array for name, array in arrays.items() if name.startswith(f"{part}:")}
