"""Renders training scenes, in Blender's Python: `python -m vision.training.render_scenes RENDER_DICE.PY [options]`."""

import importlib.util
import sys
from pathlib import Path

from vision.training.looks import looks

SEED = 6
"""The looks follow from it, and with the numbers of the scenes every picture."""


def main() -> None:
    """Run the scene generator with our own looks as its set "train"."""
    path = Path(sys.argv.pop(1))
    spec = importlib.util.spec_from_file_location("render_dice", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is no Python file.")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    generator.LOOKS["train"] = looks(SEED)
    generator.main()


if __name__ == "__main__":
    main()
