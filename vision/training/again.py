"""Teaches the quick teller on, for tables: `python -m vision.training.again FOLDER --renders DIR... [...]`.

Dice that lean are seldom, and show two faces of which either may seem the upper one: it sees more of them here, and
looks at them where the reader may look. It takes things in photographs for dice by that, so calibrated cameras alone
get it, and halfway back to what it was before. The options are those of `vision.training.train`; FOLDER is that of
`vision.training.sharp`, whose drawn pictures it uses.

The weights in the package were made so in 25 minutes, with the stills 2000:2363 and 2600:2938 rendered with `--harder`,
14 sample pictures of scikit-image and the photographs s02 and s13, from the teller as it was before it was rounded.
"""

import numpy as np

from vision import finder as asking
from vision import teller as reading
from vision.training import export, mine, sharp, teller
from vision.training.canvas import rare_only
from vision.training.course import course_of
from vision.training.kept import made
from vision.training.loop import Plan
from vision.training.options import options
from vision.training.pack import TELLER, halfway, pack
from vision.training.report import progress
from vision.training.sharp import SharpCourse
from vision.training.thaw import thawed

PLAN = Plan("teller, for tables", 6000, 1e-3, 96)
AIM = teller.Aim(0.6, 0.3, 2.0)
DRAWN_COPIES, RENDERED_COPIES, RARE_COPIES = 2, 8, 12
"""Pieces around every die of a drawn picture and of a rendered scene, and besides around one that is rare."""
MEASURED = 512
"""Pieces by which the layers are measured."""


def main() -> None:
    """Train the teller on and put what comes of it where the package has it."""
    course = course_of(SharpCourse, options(__doc__))
    taught = lessons(course)
    progress(f"{len(taught.kind)} pieces")
    every = max(1, len(taught.kind) // MEASURED)
    some, _ = teller.batch(np.random.default_rng(1), taught, np.arange(len(taught.kind))[::every], AIM)
    net = teller.train(taught, PLAN, AIM, 3, thawed(reading.WEIGHTS, some))
    learnt, between = course.path_without("again.onnx"), course.path_without("table.onnx")
    export.export_teller(net, learnt)
    halfway(reading.WEIGHTS, learnt, between)
    if not course.without:
        pack(between, reading.TABLE_WEIGHTS, TELLER)


def lessons(course: SharpCourse) -> teller.Lessons:
    """Return pieces of all pictures, and what is taken for dice and is none."""
    rng = np.random.default_rng(16)
    parts = (
        (course.drawings, DRAWN_COPIES, 1),
        (course.scenes, RENDERED_COPIES, 4),
        (rare_only(course.scenes), RARE_COPIES, 0),
        (course.photographed, sharp.PHOTOGRAPHED_COPIES, 4),
    )
    taught = teller.gathered(rng, parts)
    pictures = [*course.scenes, *course.drawings[::2], *course.photographed]

    def look() -> list[teller.Cut]:
        finders = (asking.Finder(), asking.Finder(asking.CALIBRATED_WEIGHTS))
        return [cut for finder in finders for cut in mine.mistaken(rng, finder, pictures)]

    return taught.joined(teller.negatives(made(course.path("again_mistakes.pickle"), look)))


if __name__ == "__main__":
    main()
