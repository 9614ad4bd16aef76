"""Measures the dice reader: python -m tests.bench.bench_dice [--photos DIR] [--scenes DIR] [--sheet FILE] [--cross].

The folders may also stand in COMPANION_DICE_PHOTOS and COMPANION_DICE_SCENES; what is not there is left out.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2

from tests.bench import dice_cases
from tests.bench.dice_cases import MANY, Case, Score, is_readable, is_seen, score
from tests.bench.dice_cross import cross_photographs, cross_scenes
from tests.bench.dice_sheet import write_sheet
from tests.bench.report import progress, show, verdict
from vision.cube import CubeReader
from vision.dice import Cube, DiceReading, Die
from vision.finder import WEIGHTS as FINDER
from vision.levels import Image
from vision.reader import DiceReader

Reading = tuple[Score, DiceReading]
HEAD = ("", "scenes", "exact", "1-3 dice", "dice", "right", "refused", "missed", "misread", "false")
AT_CUBE = 15
"""What is read so few pixels from the middle of the cube's upper face is the cube."""


def main() -> None:
    """Print all tables."""
    options = _options()
    cv2.setNumThreads(1)
    faults: list[Score] = []
    if options.cross:
        _cross(options)
        return
    if options.scenes:
        _speed(options.scenes)
    if options.photos:
        faults += _photographs(options.photos)
    if options.scenes:
        faults += _scenes(options.scenes)
    if not (options.photos or options.scenes):
        sys.exit("Give the folders of pictures: --photos DIR, --scenes DIR.")
    if options.sheet:
        progress(f"{write_sheet(options.sheet, faults)} tiles in {options.sheet}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("photos", "scenes"):
        given = os.environ.get(f"COMPANION_DICE_{name.upper()}")
        parser.add_argument(f"--{name}", type=Path, default=given and Path(given))
    parser.add_argument("--sheet", type=Path, help="a picture of all that went wrong")
    parser.add_argument("--cross", action="store_true", help="choose the rules on all sources but one, measure on it")
    return parser.parse_args()


def _cross(options: argparse.Namespace) -> None:
    if options.photos:
        cross_photographs(dice_cases.photographs(options.photos))
    if options.scenes:
        cross_scenes(dice_cases.scenes(options.scenes))


def _read(cases: Iterable[Case]) -> list[Reading]:
    found = []
    readers: dict[object, DiceReader] = {}
    for case in cases:
        if case.calibration not in readers:
            readers = {case.calibration: DiceReader(case.calibration)}
        reading = readers[case.calibration].read(_picture(case), cube=True)
        found.append((score(case, reading.dice), reading))
    return found


def _photographs(folder: Path) -> list[Score]:
    progress("photographs")
    readings = _read(dice_cases.photographs(folder))
    scores = [told for told, _ in readings]
    cubes = sum(reading.cube is not None for _, reading in readings)
    still = [told for told in scores if not told.case.moving and len(told.case.labels) <= MANY]
    groups = sorted({told.case.group for told in still})
    rows = [_row(group, [told for told in still if told.case.group == group]) for group in groups]
    few = [told for told in still if 1 <= told.scored <= 3]
    real = [told for told in few if told.case.group != "backgammon"]
    boards = [told for told in still if told.case.group == "backgammon"]
    rows += [
        _row("all", still),
        _row("one to three dice", few),
        _row("the same, no boards", real),
        _row("boards", boards),
    ]
    show("Photographs, by source, not calibrated", HEAD, rows)
    empty = [told for told in still if not told.case.labels]
    moving = [told for told in scores if told.case.moving]
    told_moving = sum(die.value is not None for told in moving for die in told.dice)
    dice = sum(told.scored for told in few)
    worst = min(groups, key=lambda group: _share(told.exact for told in still if told.case.group == group))
    _goals(
        ("every die right, one to three dice", _share(told.exact for told in few), 0.90, True),
        ("dice misread, one to three dice", sum(told.misread for told in few) / max(dice, 1), 0.01, False),
        ("boards exact", _share(told.exact for told in boards), 0.70, True),
        ("false dice a board", sum(told.false for told in boards) / max(len(boards), 1), 0.1, False, ""),
        ("false dice where there are none", float(sum(told.false for told in empty)), 0.0, False, ""),
        ("values told of rolling dice", float(told_moving), 0.0, False, ""),
        notes=[
            f"The worst source is {worst}.",
            f"Pictures in which something was taken for a doubling cube: {cubes} of {len(readings)}.",
        ],
    )
    return still


def _row(name: str, scores: Sequence[Score]) -> tuple[str, ...]:
    few = [told for told in scores if 1 <= told.scored <= 3]
    counts = [
        sum(getattr(told, what) for told in scores) for what in ("scored", "right", "refused", "missed", "misread")
    ]
    return (
        name,
        str(len(scores)),
        _percent(told.exact for told in scores),
        _percent(told.exact for told in few),
        *map(str, counts),
        str(sum(told.false for told in scores)),
    )


def _share(facts: Iterable[bool]) -> float:
    listed = list(facts)
    return sum(listed) / len(listed) if listed else 0.0


def _percent(facts: Iterable[bool]) -> str:
    listed = list(facts)
    return f"{100 * _share(listed):.1f} %" if listed else "-"


def _goals(*goals: tuple[object, ...], notes: Sequence[str] = ()) -> None:
    rows = []
    for name, value, goal, least, *unit in goals:
        assert isinstance(value, float)
        assert isinstance(goal, float)
        met = value >= goal if least else value <= goal
        form: Callable[[float], str] = (lambda x: f"{x:.2f}") if unit else (lambda x: f"{100 * x:.1f} %")
        rows.append((str(name), form(value), ("at least " if least else "at most ") + form(goal), verdict(met=met)))
    show("Goals", ("", "measured", "goal", ""), rows, *notes)


def _scenes(folder: Path) -> list[Score]:
    faults: list[Score] = []
    for with_die in (True, False):
        progress(f"rendered scenes, die's size {'given' if with_die else 'not given'}")
        readings = _read(dice_cases.scenes(folder, with_die=with_die))
        scores = [told for told, _ in readings]
        faults = faults or scores
        how = "with" if with_die else "without"
        _scene_goals(f"Rendered scenes, calibrated {how} the size of a die", readings)
        if with_die:
            _by_edge(scores)
    return faults


def _scene_goals(title: str, readings: Sequence[Reading]) -> None:
    pairs = [pair for told, _ in readings for pair in told.pairs]
    readable = [(truth, die) for truth, die in pairs if is_readable(truth)]
    seen = [(truth, die) for truth, die in pairs if is_seen(truth)]
    leaning = [die for truth, die in seen if not truth["flat"]]
    flat = [die for truth, die in seen if truth["flat"] and truth["pip_contrast"] >= 30 and die]
    halves = [die.half is not None and die.half.value == truth["half"] for truth, die in seen if truth["flat"] and die]
    wrong = [die is not None and die.value not in {None, truth["value"]} for truth, die in readable]
    rolling = [die for truth, die in pairs if truth["moving"]]
    lying = [(die.on_checker == truth["on_checker"]) for truth, die in seen if truth["flat"] and die]
    as_die = sum(
        told.case.cube is not None and _is_at(told.case.cube, die) for told, _ in readings for die in told.dice
    )
    none = sum(told.false for told, _ in readings if not told.case.labels)
    goals = [
        (
            "readable dice right",
            _share(die is not None and die.value == truth["value"] for truth, die in readable),
            0.98,
            True,
        ),
        ("readable dice misread", _share(wrong), 0.01, False),
        ("leaning called leaning (or left out)", _share(die is None or not die.flat for die in leaning), 0.90, True),
        ("leaning found and called leaning", _share(die is not None and not die.flat for die in leaning), 0.90, True),
        ("flat called leaning", _share(not die.flat for die in flat), 0.01, False),
        ("half right", _share(halves), 0.995, True),
        ("on a checker or not: right", _share(lying), 0.98, True),
        ("cube read as a die", float(as_die), 0.0, False, ""),
        ("false dice, all scenes", float(sum(told.false for told, _ in readings)), 0.0, False, ""),
        ("false dice in scenes without dice", float(none), 0.0, False, ""),
        (
            "values told of rolling dice",
            float(sum(die is not None and die.value is not None for die in rolling)),
            0.0,
            False,
            "",
        ),
    ]
    tables = sorted({told.case.group for told, _ in readings})
    right = {group: _table_share(readings, group) for group in tables}
    worst = sorted(tables, key=lambda group: right[group])[:3]
    notes = [
        f"{len(readable)} readable dice, {len(leaning)} leaning ones.",
        _cubes(readings),
        "Worst tables: " + ", ".join(f"{group} {100 * right[group]:.0f} %" for group in worst) + ".",
    ]
    progress(title)
    _goals(*goals, notes=[title + ".", *notes])


def _cubes(readings: Sequence[Reading]) -> str:
    there = [(told.case.cube, reading.cube) for told, reading in readings if told.case.cube]
    seen = [(truth, cube) for truth, cube in there if cube and _is_at(truth, cube)]
    right = sum(cube.value == truth["value"] for truth, cube in seen)
    wrong = sum(cube.value not in {None, truth["value"]} for truth, cube in seen)
    elsewhere = sum(reading.cube is not None for _, reading in readings) - len(seen)
    return (
        f"Scenes with a doubling cube: {len(there)}; it is found in {len(seen)}, its value read rightly in {right}, "
        f"wrongly in {wrong}; something else was taken for it in {elsewhere} of all {len(readings)} scenes."
    )


def _table_share(readings: Sequence[Reading], group: str) -> float:
    pairs = [pair for told, _ in readings if told.case.group == group for pair in told.pairs if is_readable(pair[0])]
    return _share(die is not None and die.value == truth["value"] for truth, die in pairs) if pairs else 1.0


def _is_at(cube: dict[str, Any], thing: Die | Cube) -> bool:
    return math.dist((cube["x"], cube["y"]), (thing.x, thing.y)) < AT_CUBE


def _by_edge(scores: Sequence[Score]) -> None:
    pairs = [
        (truth, die) for told in scores for truth, die in told.pairs if truth["flat"] and truth["pip_contrast"] >= 30
    ]
    rows = []
    for low, high in ((0, 12), (12, 14), (14, 16), (16, 18), (18, 22), (22, 28), (28, 99)):
        some = [
            (truth, die) for truth, die in pairs if low <= truth["edge_px"] < high and truth["occluded_fraction"] < 0.1
        ]
        right = _percent(die is not None and die.value == truth["value"] for truth, die in some)
        wrong = sum(die is not None and die.value not in {None, truth["value"]} for truth, die in some)
        rows.append((f"{low} to {high}", str(len(some)), right, str(wrong)))
    show("Flat dice by the length of their edge in pixels", ("edge", "dice", "right", "misread"), rows)


def _speed(folder: Path) -> None:
    cases = [case for case in dice_cases.scenes(folder) if case.size == (640, 480)][:20]
    milliseconds = sorted(_least(case) for case in cases)
    cubes = sorted(_least_for_cube(case) for case in cases)
    film = sorted(_least(case, board) for case, board in dice_cases.thrown(folder))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    weights = sum(path.stat().st_size for path in FINDER.parent.glob("*.onnx.xz")) / 1e6
    _goals(
        *_times("milliseconds a 640x480 frame, calibrated, median", milliseconds),
        *_times("in a film, with the board before the throw, median", film),
        ("megabytes of weights", weights, 3.0, False, ""),
        ("megabytes of memory of the whole program", memory, 150.0, False, ""),
        notes=[
            "Milliseconds of processor time of one thread, the best of three.",
            f"{len(cases)} stills, and {len(film)} frames of sequences in which dice lie.",
            *_cube_times(cubes),
        ],
    )


def _times(name: str, milliseconds: Sequence[float]) -> Iterator[tuple[object, ...]]:
    """Give the middle and the longest of sorted times; a folder without films has none of them."""
    if milliseconds:
        yield name, milliseconds[len(milliseconds) // 2], 25.0, False, ""
        yield "the same, longest", milliseconds[-1], 25.0, False, ""


def _cube_times(milliseconds: Sequence[float]) -> Iterator[str]:
    if milliseconds:
        middle, longest = milliseconds[len(milliseconds) // 2], milliseconds[-1]
        yield f"The doubling cube is looked for besides: {middle:.1f} ms a still, at most {longest:.1f}."


def _picture(case: Case) -> Image:
    picture = cv2.imread(str(case.path))
    if picture is None:
        sys.exit(f"{case.path} cannot be read.")
    return picture


def _least(case: Case, board: Case | None = None) -> float:
    reader, picture, before = DiceReader(case.calibration), _picture(case), _picture(board) if board else None
    return _least_of(lambda: reader.read(picture, before))


def _least_for_cube(case: Case) -> float:
    assert case.calibration is not None
    reader, picture = CubeReader(case.calibration), _picture(case)
    return _least_of(lambda: reader.read(picture))


def _least_of(action: Callable[[], object]) -> float:
    action()
    return min(_timed(action) for _ in range(3))


def _timed(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return (time.process_time() - start) * 1000


if __name__ == "__main__":
    main()
