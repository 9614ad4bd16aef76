"""`companion dice`: reads dice in pictures, and watches films and cameras for throws."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.commands.output import BAD_USE, FAILED, say
from companion.config import pixels_of
from companion.datafolder import CAMERAS, data_folder
from companion.language import _, mark
from companion.sentences import translated
from vision.calibration import Calibration, CalibrationError, file_for, load
from vision.dice import Cube, Die
from vision.drawing import annotated
from vision.events import CameraBack, CameraBlind, Event, Invalid, Lifted, Thrown
from vision.evidence import evidence
from vision.grabber import Grabber
from vision.pictures import as_jpeg, from_file, size_of
from vision.reader import DiceReader
from vision.sources import SourceError, Wishes, open_source, shown
from vision.watching import LiveWatch, Told, watch_film

NOTHING = mark("name pictures, or a source with --video; 'companion dice --help' tells more")
BOTH = mark("pictures and --video do not go together")
QUALITY = 95
"""Of the pictures that are drawn."""
LONGEST = 200
"""In bytes: no file system takes names of more than 255."""
ALARMS = {
    "covered": "The camera is covered.",
    "dark": "It is too dark for the camera.",
    "blurred": "The camera is out of focus.",
    "moved": "The camera was moved: it must be calibrated again.",
    "lost": "The camera delivers no more pictures.",
}


def run_dice(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    if bool(arguments.images) == bool(arguments.video):
        return say(_(BOTH if arguments.images else NOTHING), BAD_USE)
    try:
        calibration = _calibration(arguments)
        if arguments.draw:
            arguments.draw.mkdir(parents=True, exist_ok=True)
        if arguments.video:
            return _watch(arguments, calibration)
        return _read(arguments.images, calibration, arguments.draw)
    except (CalibrationError, SourceError) as error:
        return say(translated(str(error)), BAD_USE)
    except BrokenPipeError:
        # It is no file that is at fault.
        raise
    except OSError as error:
        return say(_("{file} cannot be used: {why}", file=error.filename or "?", why=error.strerror), BAD_USE)


def kept_calibration(data: Path | None, source: str) -> Path:
    """Return the file in which the calibration of a camera is kept."""
    return file_for(data_folder(data) / CAMERAS, shown(source))


def _calibration(arguments: argparse.Namespace) -> Calibration | None:
    if arguments.regions:
        return load(arguments.regions)
    if not arguments.video:
        return None
    kept = kept_calibration(arguments.data, arguments.video)
    return load(kept) if kept.exists() else None


def _read(files: list[Path], calibration: Calibration | None, draw: Path | None) -> int:
    reader, status = DiceReader(calibration), 0
    for number, file in enumerate(files, 1):
        picture = from_file(file)
        if picture is None:
            status = _bad(file, number, _why_unreadable(file))
            continue
        try:
            reading = reader.read(picture, cube=True)
        except CalibrationError as error:
            status = _bad(file, number, str(error))
            continue
        _write(
            {
                "file": str(file),
                "dice": [as_json(die) for die in reading.dice],
                "cube": _cube(reading.cube),
                "ms": round(reading.ms, 1),
            }
        )
        if draw:
            scaled = calibration.scaled_to(size_of(picture)) if calibration else None
            drawn = annotated(picture, reading.dice, reading.cube, scaled)
            (draw / f"{number:04d}-{_short(file.stem)}.jpg").write_bytes(as_jpeg(drawn, QUALITY))
    return status


def _why_unreadable(file: Path) -> str:
    try:
        file.open("rb").close()
    except FileNotFoundError:
        return "no such file"
    except OSError as error:
        return f"it cannot be opened: {(error.strerror or str(error)).lower()}"
    return "it is no picture that can be read"


def _bad(file: Path, number: int, why: str) -> int:
    _write({"file": str(file), "error": why, "line": number})
    return FAILED


def _short(name: str) -> str:
    """Return as much of a name as fits into the name of a file, with a number before it."""
    return os.fsencode(name)[:LONGEST].decode("utf-8", "ignore")


def _watch(arguments: argparse.Namespace, calibration: Calibration | None) -> int:
    wishes = Wishes(pixels_of(arguments.size), arguments.fps)
    source = open_source(arguments.video, wishes)
    teller = Teller(arguments.draw, wishes.clock() if source.live else 0.0)
    if not source.live:
        for told in watch_film(source, calibration):
            teller.tell(told)
        source.close()
        return 0
    source.close()
    grabber = Grabber(lambda: open_source(arguments.video, wishes))
    grabber.start()
    try:
        LiveWatch(grabber, calibration).run(teller.tell, _complain)
    finally:
        grabber.stop()
    return 0


def _complain(sentence: str) -> None:
    sys.stderr.write(f"{translated(sentence)}\n")


@dataclass
class Teller:
    """Writes what happens: throws as lines, what is wrong with the camera to people."""

    draw: Path | None
    start: float = 0.0
    count: int = 0

    def tell(self, told: Told) -> None:
        """Write one event."""
        event = told.event
        if isinstance(event, CameraBlind):
            _complain(ALARMS[event.why.value])
        elif isinstance(event, CameraBack):
            sys.stderr.write(f"{_('The camera sees the board again.')}\n")
        for line in self._lines(event):
            _write(line)
            self._draw(told)

    def _lines(self, event: Event) -> Iterator[dict[str, object]]:
        at = round(event.at - self.start, 3)
        if isinstance(event, Thrown):
            dice = [as_json(die) for die in event.dice]
            yield {"t": at, "event": "thrown", "values": list(event.values), "why": None, "dice": dice}
        elif isinstance(event, Invalid):
            dice, why = [as_json(die) for die in event.dice], event.flaws[0].value
            line = {"t": at, "event": "invalid", "values": list(event.values), "why": why, "dice": dice}
            yield {**line, "all": [flaw.value for flaw in event.flaws], "message": event.sentence}
        elif isinstance(event, Lifted):
            yield {"t": at, "event": "lifted", "values": [], "why": None}

    def _draw(self, told: Told) -> None:
        if self.draw is None or told.picture is None or not isinstance(told.event, Thrown | Invalid):
            return
        self.count += 1
        what = "-".join(map(str, told.event.values)) or "?"
        words = told.event.sentence if isinstance(told.event, Invalid) else f"Thrown: {what}"
        (self.draw / f"throw-{self.count:04d}.jpg").write_bytes(evidence(told.picture, told.event.dice, words))


def as_json(die: Die) -> dict[str, object]:
    """Return a die as the command writes it."""
    return {
        "value": die.value,
        "x": round(die.x, 1),
        "y": round(die.y, 1),
        "half": die.half.value if die.half else None,
        "flat": die.flat,
        "on_checker": die.on_checker,
        "moving": die.moving,
        "confidence": round(die.confidence, 3),
    }


def _cube(cube: Cube | None) -> dict[str, object] | None:
    return {"value": cube.value, "x": round(cube.x, 1), "y": round(cube.y, 1)} if cube else None


def _write(line: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()
