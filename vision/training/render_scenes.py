"""Renders training scenes, in Blender's Python: `python -m vision.training.render_scenes RENDER_DICE.PY [options]`.

The options are the generator's; `--harder` besides gives more dice a scene, and more of them leaning.
"""

import importlib.util
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from vision.training.looks import looks

SEED = 6
"""The looks follow from it, and with the numbers of the scenes every picture."""
HARDER: dict[tuple[Any, ...], Sequence[float]] = {
    (2, 0, 1, 3, 4): (20, 0, 0, 10, 70),
    ("flat", "touching", "near_frame", "on_checker", "cocked", "outside", "bar", "split"): (8, 10, 6, 14, 56, 4, 2, 0),
}
"""What the generator draws lots for, with other weights: more dice a scene, and more of them leaning."""


class HarderLots(random.Random):
    """Draws the generator's lots so that a rendered scene has more to learn from."""

    def choices(self, population: Sequence[Any], weights: Sequence[float] | None = None) -> list[Any]:  # type: ignore[override]
        """Draw as asked, but with the weights of HARDER where the lots are known."""
        return super().choices(population, HARDER.get(tuple(population), weights))


def main() -> None:
    """Run the scene generator with our own looks as its set "train"."""
    path = Path(sys.argv.pop(1))
    spec = importlib.util.spec_from_file_location("render_dice", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is no Python file.")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    vars(generator)["LOOKS"]["train"] = looks(SEED)
    if "--harder" in sys.argv:
        sys.argv.remove("--harder")
        vars(generator)["random"] = SimpleNamespace(Random=HarderLots)
    generator.main()


if __name__ == "__main__":
    main()
