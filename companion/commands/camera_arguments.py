"""The arguments of the commands that look through a camera; what they do is loaded only when they run."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.subcommands import Commands, add_parser, later
from companion.config import SIZES
from companion.datafolder import VARIABLE
from companion.language import _, mark

SOURCE = mark("a camera's number or path, picamera, http://... (MJPEG), rtsp://..., a video, a folder, or virtual:")


def add_camera_commands(commands: Commands) -> None:
    """Add `dice` and `camera` to the command line."""
    _add_dice(commands)
    parser = add_parser(commands, "camera", _("set up the camera above the board"))
    actions = parser.add_subparsers(title=_("what to do"), metavar=_("ACTION"), required=True)
    _add_calibrate(actions)
    _add_check(actions)
    _add_sheet(actions)


def _add_dice(commands: Commands) -> None:
    parser = add_parser(commands, "dice", _("read the dice in pictures, or watch a video for throws (JSON lines)"))
    parser.add_argument("images", nargs="*", type=Path, metavar=_("IMAGE"), help=_("pictures: one line for each"))
    watch = _("watch for throws instead: {source}; one line for each event", source=_(SOURCE))
    parser.add_argument("--video", metavar=_("SOURCE"), help=watch)
    parser.add_argument(
        "--regions", type=Path, metavar=_("FILE"), help=_("the corners of both halves, or a calibration")
    )
    _add_size(parser)
    parser.add_argument("--fps", type=_rate, metavar="N", help=_("pictures a second, of a folder or asked of a camera"))
    parser.add_argument("--draw", type=Path, metavar=_("DIR"), help=_("write pictures with what was read drawn in"))
    _add_data(parser)
    parser.set_defaults(run=later("companion.commands.dice", "run_dice"))


def _add_calibrate(actions: Commands) -> None:
    parser = add_parser(actions, "calibrate", _("find the corners of the board and remember them for this camera"))
    parser.add_argument("source", metavar=_("SOURCE"), help=_(SOURCE))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--outline", action="store_true", help=_("propose the corners without markers, to be confirmed"))
    how.add_argument("--regions", type=Path, metavar=_("FILE"), help=_("take the corners from this file"))
    parser.add_argument("--yes", action="store_true", help=_("take the proposal of --outline without asking"))
    parser.add_argument("--die-mm", type=_length, default=15.0, metavar="MM", help=_("edge of the dice (15)"))
    side = _("side of the printed squares (30)")
    parser.add_argument("--marker-mm", type=_length, default=30.0, metavar="MM", help=side)
    parser.add_argument("--die", action="store_true", help=_("a die lies on the board: take its size from the picture"))
    parser.add_argument("--draw", type=Path, metavar=_("FILE"), help=_("write the picture with the corners drawn in"))
    _add_size(parser)
    _add_data(parser)
    parser.set_defaults(run=later("companion.commands.camera", "run_calibrate"))


def _add_check(actions: Commands) -> None:
    parser = add_parser(actions, "check", _("tell whether the camera still hangs as it did when it was calibrated"))
    parser.add_argument("source", metavar=_("SOURCE"), help=_(SOURCE))
    _add_size(parser)
    _add_data(parser)
    parser.set_defaults(run=later("companion.commands.camera", "run_check"))


def _add_sheet(actions: Commands) -> None:
    parser = add_parser(actions, "sheet", _("write the sheet of markers to print, as an SVG page"))
    parser.add_argument(
        "file", nargs="?", type=Path, metavar=_("FILE"), help=_("where to; standard output if left out")
    )
    side = _("side of the black squares (30)")
    parser.add_argument("--marker-mm", type=_on_a_page, default=30.0, metavar="MM", help=side)
    parser.set_defaults(run=later("companion.commands.camera", "run_sheet"))


def _add_size(parser: argparse.ArgumentParser) -> None:
    about = _("the size of the pictures that a camera is asked for ({size})", size=SIZES[0])
    parser.add_argument("--size", choices=SIZES, default=SIZES[0], help=about)


def _add_data(parser: argparse.ArgumentParser) -> None:
    about = _("the data folder; else {variable}, else the usual one", variable=VARIABLE)
    parser.add_argument("--data", type=Path, metavar=_("DIR"), help=about)


def _rate(text: str) -> float:
    return _between(text, 0.1, 1000.0, _("pictures a second"))


def _length(text: str) -> float:
    return _between(text, 3.0, 60.0, _("millimetres"))


def _on_a_page(text: str) -> float:
    # Four papers side by side leave A4 where they are larger.
    return _between(text, 3.0, 34.0, _("millimetres"))


def _between(text: str, least: float, most: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not least <= value <= most:
        limits = f"{least:g}", f"{most:g}"
        msg = _("'{text}' must be {least} to {most} {what}", text=text, least=limits[0], most=limits[1], what=what)
        raise argparse.ArgumentTypeError(msg)
    return value
