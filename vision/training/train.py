"""Makes the weights from nothing: `python -m vision.training.train FOLDER --renders DIR... --pictures DIR [...]`.

Needs torch and onnx, which nothing else of the companion does. FOLDER keeps what every stage made, so that a run that
was stopped goes on with the stage it was in. `--renders` are folders of `vision.training.render_scenes`; `--pictures`
holds free photographs without dice, to paste drawn dice on; `--photographs` holds labelled ones of dice, of which
those with an open licence are used in the last round. `--without SOURCE` leaves a source of them out, so that what
comes of it can be measured on that source: such weights stay in FOLDER.

The finder it makes is the one for calibrated cameras. The other, for pictures of which nothing is known, is older, of
another shape and trained by hand on less: on photographs of all kinds it is still the better one, as this one takes
hinges and the like for dice more often.

The weights in the package were made by these stages, each on one thread, in about 45 minutes, with the stills 1000:1205
of the scene generator, 2000:2475 of it with `--harder`, 14 sample pictures of scikit-image that its makers give free,
and the photographs s02 and s13. The first round's drawings were made before hinges were among them, and pieces of
leaning dice were cut around their upper face only; the finders keep more digits than the tellers. A second run was not
compared bit by bit. For tables the teller is taught on: see `vision.training.again`.
"""

from functools import cached_property
from pathlib import Path

import numpy as np

from vision import finder as asking
from vision import teller as reading
from vision.training import data, export, finder, mine, teller
from vision.training.canvas import Canvas, rare_only
from vision.training.course import Course, course_of
from vision.training.kept import made, trained
from vision.training.loop import Plan
from vision.training.nets import Finder, Teller
from vision.training.options import options
from vision.training.pack import FINDER, TELLER, pack
from vision.training.photographs import photographs
from vision.training.report import progress
from vision.training.solid import Solid

SOLIDS = 6000
FIRST, FIRST_PASTED = range(3500), range(1200)
SECOND, SECOND_PASTED = range(3500, 6500), range(1200, 2400)
"""Numbers of the drawn pictures for the first round and for the second, and of those with photographs behind."""
FINDER_PLANS = Plan("finder, first round", 4000, 3e-3, 16), Plan("finder, second round", 4000, 2e-3, 16)
TELLER_PLANS = (
    Plan("teller, first round", 4500, 3e-3, 96),
    Plan("teller, second round", 10000, 2.5e-3, 64),
    Plan("teller, third round", 4500, 1.5e-3, 64),
)
TELLER_AIMS = teller.Aim(0.45, 0.4, 1.0), teller.Aim(0.6, 0.3, 2.0), teller.Aim(0.6, 0.3, 2.0)
COPIES, RARE_COPIES, PHOTOGRAPHED_COPIES = 8, 10, 20
"""Pieces around every die of a rendered scene, more around one that leans, lies on a checker or is the cube, and pieces
around one on a photograph."""
DOUBTFUL = 1.0, 0.8, 0.3
"""What is no die and yet seems one with this chance is shown more often in the second and third round."""


def main() -> None:
    """Train both networks and put the teller where the package has it."""
    course = course_of(TableCourse, options(__doc__))
    course.first_finder()
    course.first_teller()
    course.second_finder()
    course.third_teller()
    if not course.without:
        for part, goal in zip(*map(_halves, (course.path("finder2.onnx"), asking.CALIBRATED_WEIGHTS)), strict=True):
            pack(part, goal, FINDER)
        pack(course.path("teller3.onnx"), reading.WEIGHTS, TELLER)


class TableCourse(Course):
    """The stages; each is done once and kept."""

    @cached_property
    def pool(self) -> list[Solid]:
        """The drawn dice."""
        progress("drawing dice")
        return data.solids(self.folder, SOLIDS)

    @cached_property
    def first_pictures(self) -> list[Canvas]:
        """Drawn pictures for the first round."""
        return self._drawn("pictures1.pickle", FIRST, FIRST_PASTED)

    @cached_property
    def second_pictures(self) -> list[Canvas]:
        """Drawn pictures for the second round."""
        return self._drawn("pictures2.pickle", SECOND, SECOND_PASTED)

    def _drawn(self, name: str, numbers: range, pasted: range) -> list[Canvas]:
        def draw() -> list[Canvas]:
            on_photographs = data.pasted(self.pool, self.pictures, pasted) if self.pictures else ()
            return [*data.drawn(self.pool, numbers), *on_photographs]

        return made(self.path(name), draw)

    def first_finder(self) -> Finder:
        """Train on drawn pictures."""
        return trained(
            self.path("finder1.pt"), Finder(), lambda: finder.train(self.first_pictures, FINDER_PLANS[0], seed=0)
        )

    def second_finder(self) -> Finder:
        """Train on with other drawings and rendered scenes."""

        def train() -> Finder:
            start, pictures = self.first_finder(), self.second_pictures
            often = len(pictures) // (2 * max(len(self.scenes), 1))
            return finder.train(pictures + often * self.scenes, FINDER_PLANS[1], seed=1, start=start)

        kept = trained(self.path("finder2.pt"), Finder(), train)
        export.export_finder(kept, self.path("finder2.onnx"))
        return kept

    def first_teller(self) -> Teller:
        """Train on drawn pictures."""

        def train() -> Teller:
            taught = teller.lessons(np.random.default_rng(5), self.first_pictures, 2, 2)
            return teller.train(taught, TELLER_PLANS[0], TELLER_AIMS[0], 0, Teller(hinted=False))

        kept = trained(self.path("teller1.pt"), Teller(hinted=False), train)
        export.export_teller(kept, self.path("teller1.onnx"))
        return kept

    def second_teller(self) -> Teller:
        """Train on with other drawings, rendered scenes and what was taken for dice and is none."""
        kept = trained(self.path("teller2.pt"), Teller(hinted=True), lambda: self._taught_again(self.first_teller(), 1))
        export.export_teller(kept, self.path("teller2.onnx"))
        return kept

    def third_teller(self) -> Teller:
        """Train on with the same, with photographs of dice, and with what still seems a die and is none."""

        def train() -> Teller:
            start = self.second_teller()
            if self.photographs:
                self._learn_from(self.photographs)
            return self._taught_again(start, 2)

        kept = trained(self.path_without("teller3.pt"), Teller(hinted=True), train)
        export.export_teller(kept, self.path_without("teller3.onnx"))
        return kept

    def _learn_from(self, folder: Path) -> None:
        """Add photographs to the lessons, and what is taken for dice in them."""
        self.second_finder()
        found, rng = asking.Finder(self.path("finder2.onnx")), np.random.default_rng(11)
        pictures = list(photographs(folder, found, self.without))
        progress(f"{len(pictures)} photographs")
        self.second_lessons = self.second_lessons.joined(teller.lessons(rng, pictures, PHOTOGRAPHED_COPIES, 4))
        self.mistakes = self.mistakes + 4 * list(mine.mistaken(rng, found, pictures))

    def _taught_again(self, start: Teller, turn: int) -> Teller:
        doubtful = teller.doubtful(start, self.mistakes, DOUBTFUL[turn])
        taught = self.second_lessons.joined(teller.negatives(self.mistakes + turn * doubtful))
        progress(f"{len(taught.kind)} pieces, {len(self.mistakes)} mistakes, {len(doubtful)} of them doubtful")
        net = Teller(hinted=True)
        net.load_state_dict(start.state_dict(), strict=False)
        return teller.train(taught, TELLER_PLANS[turn], TELLER_AIMS[turn], turn, net)

    @cached_property
    def second_lessons(self) -> teller.Lessons:
        """Pieces of drawings and rendered scenes, of these most where something is rare."""
        rng = np.random.default_rng(6)
        taught = teller.lessons(rng, self.second_pictures, 2, 1)
        rare = rare_only(self.scenes)
        if any(scene.things for scene in rare):
            taught = taught.joined(teller.lessons(rng, self.scenes, COPIES, 4))
            taught = taught.joined(teller.lessons(rng, rare, RARE_COPIES, 0))
        return taught

    @cached_property
    def mistakes(self) -> list[teller.Cut]:
        """What the finder takes for dice and is none."""

        def look() -> list[teller.Cut]:
            self.second_finder()
            found = asking.Finder(self.path("finder2.onnx"))
            return list(mine.mistaken(np.random.default_rng(9), found, [*self.scenes, *self.second_pictures[::2]]))

        return made(self.path("mistakes.pickle"), look)


def _halves(weights: Path) -> tuple[Path, Path]:
    return weights, asking.top_of(weights)


if __name__ == "__main__":
    main()
