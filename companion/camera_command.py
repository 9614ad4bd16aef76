"""`companion camera`: calibrates a camera, checks its mounting, writes the sheet of markers."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from statistics import median

import cv2

from companion.dice_command import BAD_USE, FAILED, kept_calibration, say
from vision.calibration import Calibration, CalibrationError, load
from vision.drawing import annotated
from vision.markers import Print, calibrate
from vision.mounting import Mounting, compare, reference_in, reference_of
from vision.outline import propose
from vision.pictures import Picture, size_of
from vision.reader import DiceReader
from vision.settling import doubtful, edge_of
from vision.sheet import sheet
from vision.sources import SourceError, open_source, shown

WARMING = 10
"""Pictures of a live camera that are passed over: the first ones are too dark or too bright."""
NOT_YET = "This camera has not been calibrated yet: 'companion camera calibrate SOURCE'."
NO_DIE_SIZE = "size of the dice not known (with a die on the board, add --die)"
NO_OUTLINE = "The board's outline is not found. Use the printed markers: 'companion camera sheet'."
ANSWERS = {
    Mounting.SAME: "The camera hangs as it did when it was calibrated.",
    Mounting.MOVED: "The camera was moved: calibrate it again.",
    Mounting.UNSURE: "It cannot be told whether the camera was moved: too little of the board is to be seen.",
}


def run_sheet(arguments: argparse.Namespace) -> int:
    """Write the sheet of markers."""
    page = sheet(Print(marker=arguments.marker_mm))
    if arguments.file is None:
        sys.stdout.write(page)
        return 0
    try:
        arguments.file.write_text(page, encoding="utf-8")
    except OSError as error:
        return say(f"{arguments.file} cannot be written: {error.strerror}", BAD_USE)
    return 0


def run_calibrate(arguments: argparse.Namespace) -> int:
    """Find the corners of the board and keep them."""
    try:
        picture = _picture(arguments.source)
        found = _found(arguments, picture)
    except (SourceError, CalibrationError) as error:
        return say(str(error), FAILED)
    if arguments.draw and not cv2.imwrite(str(arguments.draw), annotated(picture, (), None, found)):
        return say(f"{arguments.draw} cannot be written", BAD_USE)
    if arguments.outline and not arguments.yes and not _confirmed(found, drawn=bool(arguments.draw)):
        return say("Nothing was kept.", FAILED)
    file = kept_calibration(arguments.data, arguments.source)
    found.save(file)
    size = f"dice of {found.die_px:.1f} pixels" if found.die_px else NO_DIE_SIZE
    sys.stdout.write(f"Done: {size}. Kept in {file}.\n")
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Compare what the camera shows with what it showed when it was calibrated."""
    file = kept_calibration(arguments.data, arguments.source)
    if not file.exists():
        return say(NOT_YET, FAILED)
    try:
        kept = load(file)
        picture = _picture(arguments.source)
    except (SourceError, CalibrationError) as error:
        return say(str(error), FAILED)
    reference = reference_in(kept)
    if reference is None:
        return say("There is no picture to compare with: calibrate the camera once more.", FAILED)
    mounting = compare(reference, picture).mounting
    sys.stdout.write(ANSWERS[mounting] + "\n")
    return 0 if mounting is Mounting.SAME else FAILED


def _picture(name: str) -> Picture:
    source = open_source(name)
    try:
        shot = source.read()
        for _ in range(WARMING if source.live else 0):
            shot = source.read() or shot
    finally:
        source.close()
    if shot is None:
        msg = f"{shown(name)} gives no picture."
        raise SourceError(msg)
    return shot.picture


def _found(arguments: argparse.Namespace, picture: Picture) -> Calibration:
    camera = shown(arguments.source)
    if arguments.regions:
        given = load(arguments.regions).scaled_to(size_of(picture))
        found = replace(given, size=size_of(picture), camera=camera, reference=reference_of(picture))
    elif arguments.outline:
        proposed = propose(picture)
        if proposed is None:
            raise CalibrationError(NO_OUTLINE)
        found = replace(proposed, camera=camera)
    else:
        found = calibrate(picture, Print(marker=arguments.marker_mm), arguments.die_mm, camera)
    return _with_die(found, picture) if arguments.die else found


def _with_die(found: Calibration, picture: Picture) -> Calibration:
    """Take the size of a die from the dice that lie there."""
    dice = [die for die in DiceReader(replace(found, die_px=None)).read(picture).dice if die.flat and not doubtful(die)]
    if not dice:
        msg = "No die is seen on the board: lay one flat, with light on it, or tell its size with --die-mm."
        raise CalibrationError(msg)
    return replace(found, die_px=median(edge_of(die) for die in dice))


def _confirmed(found: Calibration, *, drawn: bool) -> bool:
    sys.stdout.write(f"Left half: {_words(found.left)}\nRight half: {_words(found.right)}\n")
    if not drawn:
        sys.stdout.write("(--draw FILE writes a picture of it.)\n")
    sys.stdout.write("Are these the corners of the playing surface? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _words(corners: tuple[tuple[float, float], ...]) -> str:
    return ", ".join(f"{x:.0f}/{y:.0f}" for x, y in corners)
