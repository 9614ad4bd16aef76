"""`companion replay --raw FILE`: what a table has recorded of all that came in, played again and compared."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.commands.output import BAD_USE, say
from companion.language import _, mark

if TYPE_CHECKING:
    from companion.service.recording.checking import Checked, Difference, Step
    from companion.service.recording.reading import Piece, RawFile
    from companion.service.recording.trouble import RawError

SAME, OTHERWISE = 0, 1
PARTS = {"table": mark("The table"), "board": mark("The board"), "camera": mark("The camera")}
GAPS = {
    "slow": mark("the companion could not write it as fast as things happened"),
    "disk": mark("it could not be written to the disk"),
    "fault": mark("the recording had a fault of its own"),
}
DIFFERS = {
    "event": mark("Event {number} of the match came out otherwise."),
    "answer": mark("What was entered as number {number} was answered otherwise."),
    "fault": mark("The program failed otherwise."),
    "clock": mark("The clock was looked at otherwise."),
    "report": mark("Its report {number} came out otherwise."),
}
EXPECTED, CAME = mark("Recorded:"), mark("Now:")


def run_raw(arguments: argparse.Namespace) -> int:
    """Play a recording again."""
    # Loaded here: no other command needs what plays it.
    from companion.service.recording.reading import RawFile  # noqa: PLC0415
    from companion.service.recording.trouble import RawError  # noqa: PLC0415

    path: Path = arguments.raw
    try:
        with RawFile(path) as file, _without_log():
            return _check(file) if arguments.check else _show(file)
    except RawError as error:
        return say(_sentence(path, error), BAD_USE)
    except BrokenPipeError:
        # It is not the recording that is at fault.
        raise
    except OSError as error:
        return say(_("{file} cannot be read: {why}", file=path, why=error.strerror or error), BAD_USE)


@contextmanager
def _without_log() -> Iterator[None]:
    """What is done again is no news: what the table would log of it was logged then."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _sentence(path: Path, error: RawError) -> str:
    from companion.service.recording import trouble  # noqa: PLC0415 - as above

    match error:
        case trouble.OtherFormError(version=version):
            told = _("{file} is from companion {version}, and can only be played by that.", file=path, version=version)
        case trouble.TooLargeError():
            told = _("{file} is larger than any recording of a table.", file=path)
        case trouble.DamagedError(piece=piece, line=line):
            told = _("{file} is damaged: line {line} of {piece} makes no sense.", file=path, line=line, piece=piece)
        case _:
            told = _("{file} is no recording of a table, or a damaged one.", file=path)
    return told


def _check(file: RawFile) -> int:
    from companion.service.recording.checking import check  # noqa: PLC0415 - as above

    told = file.about().get("pieces")
    if type(told) is int and told > file.count:
        _write([_("The file is not whole: of its {told} pieces only {count} are there.", told=told, count=file.count)])
    is_same, before, pieces = True, None, file.pieces()
    if not pieces:
        _write([_("Nothing is recorded in it.")])
        return OTHERWISE
    empty = sorted({*file.names()} - {piece.name for piece in pieces})
    _write(_("{piece}: left out, nothing stands in it.", piece=name) for name in empty)
    for piece in pieces:
        found = check(file, piece)
        _write([*_about(piece, before, found), *_compared(found)])
        is_same, before = is_same and found.is_same, found
    _write([_("The same came out.") if is_same else _("Something else came out.")])
    return SAME if is_same else OTHERWISE


def _about(piece: Piece, before: Checked | None, found: Checked) -> Iterator[str]:
    yield _("{piece}: recorded by companion {version}.", piece=piece.name, version=piece.version)
    if piece.version != __version__:
        yield "  " + _(
            "This is companion {version}: what it does otherwise is told as a difference.", version=__version__
        )
    gap = piece.gap
    if gap is not None:
        why = _(GAPS.get(str(gap.get("why")), GAPS["fault"]))
        yield "  " + _("Before it the recording has a gap: {why}.", why=why)
    last = before.last if before is not None else 0
    if last < found.first:
        count = found.first - last
        yield "  " + _("{count} events before it were not recorded.", count=count)


def _compared(found: Checked) -> Iterator[str]:
    turns, events = found.turns, found.events
    told = _("{part}: {turns} steps, {events} events of the match.", part=_(PARTS["table"]), turns=turns, events=events)
    yield f"  {told}"
    for part, count in found.reports.items():
        yield "  " + _("{part}: {count} reports.", part=_(PARTS.get(part, part)), count=count)
    if not found.ended:
        yield "  " + _("It breaks off: the companion was ended, or is still at it.")
    for part, difference in found.differences.items():
        yield from _differing(part, difference)


def _differing(part: str, one: Difference) -> Iterator[str]:
    told = _(DIFFERS[one.what], number=one.number)
    yield "  " + _("{part}: {told} That is line {line}.", part=_(PARTS.get(part, part)), told=told, line=one.line)
    yield f"    {_(EXPECTED)} {_(one.recorded) if one.recorded == NOTHING else one.recorded}"
    yield f"    {_(CAME)} {_(one.came) if one.came == NOTHING else one.came}"


NOTHING = mark("nothing")


def _show(file: RawFile) -> int:
    from companion.service.recording.checking import check  # noqa: PLC0415 - as above

    file.about()
    for piece in file.pieces():
        check(file, piece, _show_step)
    return SAME


def _show_step(step: Step) -> None:
    entry = step.entry
    found: dict[str, Any] = {"step": step.number, "now": entry.get("now")}
    if "job" in entry:
        found["did"] = {name: one for name, one in entry["job"].items() if name not in {"n", "at"}}
    found["answers"] = [answer for answer in step.came.answers.values() if answer]
    lines = enumerate(step.came.lines, step.came.first)
    found["events"] = [{"number": number, "wall": line.wall, **json.loads(line.body)} for number, line in lines]
    _write([json.dumps({name: one for name, one in found.items() if one not in (None, [])}, separators=(",", ":"))])


def _write(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
