"""Makes the weights of the teller for any picture: `python -m vision.training.sharp FOLDER --pictures DIR [...]`.

It gets sharper pieces than the one for tables and knows more kinds of dice; at tables it is asked where that one is in
doubt.
FOLDER keeps what every stage made, so that a run that was stopped goes on; the options are those of
`vision.training.train`, and weights made without a source stay in FOLDER.

The weights in the package were made by these stages, each on one thread, in about 80 minutes beside other work, with
the stills 2000:2330 and 2600:2900, rendered with `--harder` (the second round with about 400 of them, the third with
all), 14 sample pictures of scikit-image and the photographs s02 and s13.
"""

from functools import cached_property
from pathlib import Path

import numpy as np

from vision import crop
from vision import finder as asking
from vision import teller as reading
from vision.training import data, export, mine, teller
from vision.training.canvas import Canvas, rare_only
from vision.training.course import Course, course_of
from vision.training.faces import ANYWHERE
from vision.training.kept import made, trained
from vision.training.loop import Plan
from vision.training.nets import Teller
from vision.training.options import options
from vision.training.pack import TELLER, pack
from vision.training.photographs import photographs
from vision.training.report import progress

SOLIDS = 6000
FIRST, FIRST_PASTED = range(10_000, 14_000), range(10_000, 11_500)
SECOND, SECOND_PASTED = range(14_000, 19_000), range(11_500, 14_000)
"""Numbers of the drawn pictures for the first round and for those after it, and of those with photographs behind."""
PLANS = (
    Plan("sharp teller, first round", 4500, 3e-3, 96),
    Plan("sharp teller, second round", 9000, 2.5e-3, 64),
    Plan("sharp teller, third round", 4500, 1.5e-3, 64),
)
AIMS = teller.Aim(0.15, 0.45, 0.7), teller.Aim(0.35, 0.35, 1.5), teller.Aim(0.35, 0.35, 1.5)
RENDERED_COPIES, RARE_COPIES, PHOTOGRAPHED_COPIES = 5, 8, 20
"""Pieces around every die of a rendered scene, more around a rare one, and pieces around one on a photograph."""
DOUBTFUL = 0.3
"""What is no die and yet seems one with this chance is shown more often in the third round."""


class SharpCourse(Course):
    """The stages; each is done once and kept."""

    def first(self) -> Teller:
        """Train on drawn pictures."""

        def train() -> Teller:
            taught = teller.lessons(np.random.default_rng(5), self._drawn(FIRST, FIRST_PASTED), 2, 2, crop.SHARP)
            return teller.train(taught, PLANS[0], AIMS[0], 0, _empty(hinted=False))

        return trained(self.path("sharp1.pt"), _empty(hinted=False), train)

    def second(self) -> Teller:
        """Train on with other drawings, rendered scenes, photographs, and what was taken for dice and is none."""
        return trained(self.path_without("sharp2.pt"), _empty(), lambda: self._taught_again(self.first(), 1))

    def third(self) -> Path:
        """Train on with what still seems a die and is none; return the file of weights."""
        net = trained(self.path_without("sharp3.pt"), _empty(), lambda: self._taught_again(self.second(), 2))
        weights = self.path_without("sharp3.onnx")
        export.export_teller(net, weights, crop.SHARP)
        return weights

    def _taught_again(self, start: Teller, turn: int) -> Teller:
        doubtful = teller.doubtful(start, self.mistakes, DOUBTFUL) if turn > 1 else []
        taught = self.lessons.joined(teller.negatives(self.mistakes + doubtful))
        progress(f"{len(taught.kind)} pieces, {len(self.mistakes)} mistakes, {len(doubtful)} of them doubtful")
        net = _empty()
        net.load_state_dict(start.state_dict(), strict=False)
        return teller.train(taught, PLANS[turn], AIMS[turn], turn, net)

    def _drawn(self, numbers: range, pasted: range) -> list[Canvas]:
        progress(f"composing {len(numbers) + len(pasted)} pictures")
        pool = data.solids(self.folder, SOLIDS, ANYWHERE)
        on_photographs = data.pasted(pool, self.pictures, pasted, ANYWHERE) if self.pictures else ()
        return [*data.drawn(pool, numbers, ANYWHERE), *on_photographs]

    @cached_property
    def drawings(self) -> list[Canvas]:
        """Drawn pictures for all rounds but the first."""
        return made(self.path("sharp_pictures.pickle"), lambda: self._drawn(SECOND, SECOND_PASTED))

    @cached_property
    def photographed(self) -> list[Canvas]:
        """Photographs of dice."""
        if not self.photographs:
            return []
        return list(photographs(self.photographs, asking.Finder(), self.without))

    @cached_property
    def lessons(self) -> teller.Lessons:
        """Pieces of all pictures."""
        parts = (
            (self.drawings, 2, 1),
            (self.scenes, RENDERED_COPIES, 3),
            (rare_only(self.scenes), RARE_COPIES, 0),
            (self.photographed, PHOTOGRAPHED_COPIES, 4),
        )
        return teller.gathered(np.random.default_rng(6), parts, crop.SHARP)

    @cached_property
    def mistakes(self) -> list[teller.Cut]:
        """What the finder takes for dice and is none."""
        rng, finder = np.random.default_rng(9), asking.Finder()
        everywhere = made(
            self.path("sharp_mistakes.pickle"),
            lambda: list(mine.mistaken(rng, finder, [*self.scenes[::3], *self.drawings[::2]], crop.SHARP)),
        )
        return everywhere + 4 * list(mine.mistaken(rng, finder, self.photographed, crop.SHARP))


def main() -> None:
    """Train the teller for any picture and put it where the package has it."""
    course = course_of(SharpCourse, options(__doc__))
    weights = course.third()
    if not course.without:
        pack(weights, reading.SHARP_WEIGHTS, TELLER)


def _empty(*, hinted: bool = True) -> Teller:
    return Teller(hinted=hinted, size=crop.SHARP)


if __name__ == "__main__":
    main()
