"""Makes the weights from nothing: `python -m vision.training.train FOLDER --renders DIR --pictures DIR`.

Needs torch, which nothing else of the companion does. FOLDER keeps what was made on the way. `--renders` is a folder of
`vision.training.render_scenes`; `--pictures` holds free photographs without dice, to paste drawn dice on.

The weights in the package were made by these steps, run one by one while they were written, with 205 rendered scenes
and sample pictures of scikit-image and Blender that their makers give free: other runs give other weights.
"""

import argparse
import itertools
from pathlib import Path

import numpy as np
import torch

from vision import finder as asking
from vision import teller as reading
from vision.training import data, export, finder, mine, teller
from vision.training.canvas import Canvas, Truth
from vision.training.solid import Array

SOLIDS = 4000
FIRST, SECOND, PASTED = range(3000), range(3000, 5500), range(2000)
"""Numbers of the drawn pictures for the first round, for the second, and of those with photographs behind."""
FINDER_STEPS, TELLER_STEPS = (1800, 1700), (2200, 2800, 1900, 2300)
"""Of the rounds, each going on from the one before."""
DOUBTFUL = 0.25
"""What is no die and yet seems one with this chance is shown again in the last rounds."""


def main() -> None:
    """Train both networks and put the weights where the package has them."""
    options = _options()
    torch.set_num_threads(options.threads)
    options.folder.mkdir(parents=True, exist_ok=True)
    pool = data.solids(options.folder, SOLIDS)
    renders = list(data.rendered(options.renders)) if options.renders else []
    first = [*data.drawn(pool, FIRST)]
    found = finder.train(first + 6 * renders, FINDER_STEPS[0])
    export.export_finder(found, asking.WEIGHTS)
    net = teller.train(_lessons(first, renders), TELLER_STEPS[0])
    second = [*data.drawn(pool, SECOND), *(data.pasted(pool, options.pictures, PASTED) if options.pictures else ())]
    wrong = _mistakes(second, renders)
    taught = _lessons(second, renders).joined(teller.negatives(wrong))
    export.export_teller(teller.train(taught, TELLER_STEPS[1], seed=1, start=net, rate=2e-3), reading.WEIGHTS)
    export.export_finder(finder.train(second + 8 * renders, FINDER_STEPS[1], seed=1, start=found), asking.WEIGHTS)
    taught = taught.joined(teller.negatives(_doubtful([*wrong, *_mistakes(first, renders)])))
    for turn, steps in enumerate(TELLER_STEPS[2:], 2):
        net = teller.train(taught, steps, seed=turn, start=net, rate=2e-3)
    export.export_teller(net, reading.WEIGHTS)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--renders", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def _lessons(drawn: list[Canvas], renders: list[Canvas]) -> teller.Lessons:
    rng = np.random.default_rng(5)
    taught = teller.lessons(rng, drawn, 2, 1)
    if not renders:
        return taught
    rare = [canvas for canvas in renders if any(map(_is_rare, canvas.things))]
    taught = taught.joined(teller.lessons(rng, renders, 8, 6))
    return taught.joined(teller.lessons(rng, rare, 8, 1)) if rare else taught


def _is_rare(thing: Truth) -> bool:
    return not thing.flat or thing.on_checker or thing.kind == "cube"


def _mistakes(drawn: list[Canvas], renders: list[Canvas]) -> list[Array]:
    some = itertools.chain(drawn[-900:], drawn[:700], renders)
    return list(mine.mistaken(np.random.default_rng(9), asking.Finder(), some))


def _doubtful(wrong: list[Array]) -> list[Array]:
    asked, still = reading.Teller(), np.eye(2, 3)
    told = [(piece, asked.tell(piece, None, still)) for piece in wrong]
    return [piece for piece, telling in told if telling.die + telling.cube > DOUBTFUL]


if __name__ == "__main__":
    main()
