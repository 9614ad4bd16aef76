"""Makes the weights that read the doubling cube's number: `python -m vision.training.number FOLDER --types DIR`.

Needs torch, onnx and OpenCV 5, and types to write numbers in: DIR is looked through for .ttf and .otf files. FOLDER
keeps the drawn pieces, so that a run that was stopped does not draw them again.

The weights in the package were made on one thread with the types of the Debian packages fonts-dejavu-extra,
-liberation, -freefont-ttf, -urw-base35, -roboto, -lato, -open-sans, -cantarell, -noto-core, -ebgaramond,
-linuxlibertine, -comic-neue, -quicksand, -inter, -hack, -cabin, -crosextra-carlito and -crosextra-caladea. Nothing else
was learnt from: all pictures of cubes, rendered or photographed, are for measuring. What was shaken of the drawings was
smeared along lines of another make then.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision import crop
from vision import numerals as reading
from vision.training import numerals
from vision.training.course import make_ready
from vision.training.export import export
from vision.training.faces import Array
from vision.training.kept import made
from vision.training.loop import Plan, fit
from vision.training.nets import Numerals
from vision.training.pack import NUMERALS, pack
from vision.training.report import progress

PIECES, EVERY = 100_000, 10_000
PLAN = Plan("numbers", 6000, 3e-3, 96)
Drawn = list[Array]


def main() -> None:
    """Draw, train and put the weights where the package has them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--types", type=Path, required=True, metavar="DIR")
    given = parser.parse_args()
    make_ready(given.folder)
    drawn = made(given.folder / "numbers.pickle", lambda: _draw(given.types))
    net = train(drawn)
    export(net, (1, 1, reading.NUMBER.side, reading.NUMBER.side), given.folder / "numerals.onnx", free=False)
    pack(given.folder / "numerals.onnx", reading.WEIGHTS, NUMERALS)


def train(drawn: Drawn) -> Numerals:
    """Train the network on drawn pieces."""
    torch.manual_seed(0)
    net = Numerals()
    wrong = nn.CrossEntropyLoss(label_smoothing=0.03)
    fit(net, PLAN, _batches(drawn), wrong)
    return net


def _draw(folder: Path) -> Drawn:
    fonts, rng = numerals.types(folder), np.random.default_rng(0)
    progress(f"{len(fonts)} types")
    pictures = np.empty((PIECES, reading.NUMBER.side, reading.NUMBER.side), np.uint8)
    kinds = np.empty(PIECES, np.int64)
    for at, (picture, kind) in enumerate(numerals.pieces(rng, fonts, PIECES)):
        pictures[at], kinds[at] = picture, kind
        if at % EVERY == 0:
            progress(f"{at} of {PIECES} pieces drawn")
    return [pictures, kinds]


def _batches(drawn: Drawn) -> Iterator[tuple[Tensor, Tensor]]:
    """Return batches of pieces, each turned by a quarter or not, and bright for dark or not."""
    pictures, kinds = drawn
    rng = np.random.default_rng(1)
    while True:
        picks = rng.integers(0, len(kinds), PLAN.size)
        some = [np.rot90(pictures[at], int(rng.integers(4))) for at in picks]
        planes = [crop.evened(255 - one if rng.random() < 0.5 else one)[None] for one in some]
        yield torch.from_numpy(np.stack(planes)), torch.from_numpy(kinds[picks])


if __name__ == "__main__":
    main()
