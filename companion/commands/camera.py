"""`companion camera`: calibrates a camera, checks its mounting, writes the sheet of markers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from companion.commands.dice import kept_calibration
from companion.commands.output import BAD_USE, FAILED, say
from companion.config import pixels_of
from companion.language import _, is_yes, mark
from companion.sentences import translated
from companion.service.upkeep import calibrating
from vision.calibration import Calibration, CalibrationError, load
from vision.drawing import annotated
from vision.markers import Print
from vision.mounting import Mounting, compare, reference_in
from vision.pictures import Picture
from vision.sheet import sheet
from vision.sources import SourceError, Wishes, picture_of, shown

NOT_YET = mark("This camera has not been calibrated yet: 'companion camera calibrate SOURCE'.")
NO_DIE_SIZE = mark("size of the dice not known (with a die on the board, add --die)")
ANSWERS = {
    Mounting.SAME: mark("The camera hangs as it did when it was calibrated."),
    Mounting.MOVED: mark("The camera was moved: calibrate it again."),
    Mounting.UNSURE: mark("It cannot be told whether the camera was moved: too little of the board is to be seen."),
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
        return say(_("{file} cannot be written: {why}", file=arguments.file, why=error.strerror), BAD_USE)
    return 0


def run_calibrate(arguments: argparse.Namespace) -> int:
    """Find the corners of the board and keep them."""
    try:
        picture = _picture(arguments)
        found = _found(arguments, picture)
    except (SourceError, CalibrationError) as error:
        return say(translated(str(error)), FAILED)
    if arguments.draw and not _drawn(arguments.draw, annotated(picture, (), None, found)):
        return say(_("{file} cannot be written; a picture's name ends with .jpg or .png", file=arguments.draw), BAD_USE)
    if arguments.outline and not arguments.yes and not _confirmed(found, drawn=bool(arguments.draw)):
        return say(_("Nothing was kept."), FAILED)
    file = kept_calibration(arguments.data, arguments.source)
    try:
        found.save(file)
    except OSError as error:
        return say(_("{file} cannot be written: {why}", file=file, why=error.strerror), BAD_USE)
    size = _("dice of {size} pixels", size=f"{found.die_px:.1f}") if found.die_px else _(NO_DIE_SIZE)
    sys.stdout.write(f"{_('Done: {size}. Kept in {file}.', size=size, file=file)}\n")
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Compare what the camera shows with what it showed when it was calibrated."""
    file = kept_calibration(arguments.data, arguments.source)
    if not file.exists():
        return say(_(NOT_YET), FAILED)
    try:
        kept = load(file)
        picture = _picture(arguments)
    except (SourceError, CalibrationError) as error:
        return say(translated(str(error)), FAILED)
    reference = reference_in(kept)
    if reference is None:
        return say(_("There is no picture to compare with: calibrate the camera once more."), FAILED)
    mounting = compare(reference, picture).mounting
    sys.stdout.write(_(ANSWERS[mounting]) + "\n")
    return 0 if mounting is Mounting.SAME else FAILED


def _picture(arguments: argparse.Namespace) -> Picture:
    picture = picture_of(arguments.source, Wishes(pixels_of(arguments.size)))
    if picture is None:
        msg = _("{name} gives no picture.", name=shown(arguments.source))
        raise SourceError(msg)
    return picture


def _found(arguments: argparse.Namespace, picture: Picture) -> Calibration:
    camera = shown(arguments.source)
    if arguments.regions:
        found = calibrating.by_corners(picture, camera, load(arguments.regions))
    elif arguments.outline:
        found = calibrating.by_outline(picture, camera)
    else:
        found = calibrating.by_markers(picture, camera, arguments.marker_mm, arguments.die_mm)
    return calibrating.with_die(found, picture) if arguments.die else found


def _drawn(file: Path, picture: Picture) -> bool:
    """Write a picture; say whether that was done."""
    try:
        return bool(cv2.imwrite(str(file), picture))
    except cv2.error:
        # Its name ends with nothing that OpenCV knows.
        return False


def _confirmed(found: Calibration, *, drawn: bool) -> bool:
    sys.stdout.write(f"{_('Left half:')} {_words(found.left)}\n{_('Right half:')} {_words(found.right)}\n")
    if not drawn:
        sys.stdout.write(f"{_('(--draw FILE writes a picture of it.)')}\n")
    sys.stdout.write(f"{_('Are these the corners of the playing surface? [y/N]')} ")
    sys.stdout.flush()
    return is_yes(sys.stdin.readline())


def _words(corners: tuple[tuple[float, float], ...]) -> str:
    return ", ".join(f"{x:.0f}/{y:.0f}" for x, y in corners)
