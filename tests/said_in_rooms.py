"""What rooms without translations say to people: read out of their programs, with samples for what fills it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.checkout import ROOT
from vision.sources import KINDS

ROOMS = (
    "companion/journal",
    "companion/table/codec.py",
    "companion/table/agreement.py",
    "vision",
    "firmware_bridge",
)
NOT_FOR_PEOPLE = (
    "vision/training",
    # Commands for a virtual board are typed in English, and answered so.
    "firmware_bridge/virtual/board.py",
    "firmware_bridge/virtual/commands.py",
    "firmware_bridge/virtual/fault_menu.py",
    "firmware_bridge/virtual/words.py",
    "firmware_bridge/virtual/world.py",
    # What records and programs read, or what has a table of its own in the panel.
    "companion/journal/exchange/text.py",
    "vision/sheet.py",
    "vision/verdict.py",
    # Told only by counters and in the log.
    "companion/journal/salvage.py",
    "firmware_bridge/commands.py",
    "firmware_bridge/frames.py",
    "firmware_bridge/payloads.py",
    "firmware_bridge/protocol.py",
    "firmware_bridge/reports.py",
    "firmware_bridge/zones.py",
    # Faults of programs, not of what people do.
    "vision/pictures.py",
    "vision/virtual/places.py",
)
RETURNED = frozenset({"decoding.py", "text_head.py", "trouble.py", "lines.py", "seating.py", "grabber.py"})
"""Programs whose functions return what they say."""
NAMES = frozenset({"msg", "text", "sentence", "why", "told", "lost"})
"""Of what is said as soon as it is raised."""
CALLS = frozenset(
    "problem note stop must _wrong _fail _set_score _stand _wait_for_another _greet close JournalError trouble_with"
    " _tell Question State CodecError PortError too_big".split()
)
"""Who takes what is said."""
NO_SENTENCES = frozenset(
    {
        "a position that is set is in the record",
        "the board's first point is at a corner: 7, not 7",
    }
)
"""Parts of sentences, and faults of programs."""
SENTENCE = "Nothing was moved, but a play is possible"
SENTENCES = frozenset({"error", "why", "message", "rejected.message", "phase.violation.sentence", "after.message"})
"""What fills a sentence and is one itself."""
BY_HAND = "was set by hand, which a .mat file cannot hold: export the match as sgf or json."
FORMATS = (
    ".json (complete, of all games), .txt (to read, of all games), .sgf (backgammon, for GNU Backgammon),"
    " .mat (backgammon, for most programs)"
)
FILLED: Mapping[str, tuple[str, ...]] = {
    "called(player)": ("White",),
    "called(told.winner)": ("Black",),
    "called(action.player.opponent)": ("White",),
    "write_throw(dice)": ("3-1",),
    "phase.violation.sentence": (f"{SENTENCE}.",),
    "complete.py:what": ("A player's name", "The source"),
    "database.py:error": ("busy",),
    "decoding.py:where": ("Line 7", "The length", "Line 7: the length", "Line 7: the score", "Line 7: the time"),
    "driver.py:what": ("White cannot play 3-1 as 8/5: ", ""),
    "driving.py:most": ("more than 7 games or 7 moves are not taken in at once",),
    "driving.py:ended": ("Black has won 1", "the game was called off"),
    "formats.py:known": (FORMATS,),
    "mat.py:what": ("the position", "the cube"),
    "mat.py:SET_BY_HAND": (BY_HAND,),
    "record_json.py:what": ("event 7: at", "event 7: wall", "begun"),
    "stakes.py:WORDS[wanted]": ("doubles", "redoubles at once", "takes", "drops"),
    "text_reader.py:what": (
        "the number of the game",
        "the score",
        "the result",
        "how the numbers came about",
        "the points",
        "the line",
    ),
    "text_replay.py:why": (f"{SENTENCE}.",),
    "text_replay.py:error": (f"{SENTENCE}.",),
    "turns.py:what": ("White throws 3-1 and plays 8/5", "Black throws 3-1, and the position is set"),
    "inspection.py:what": ("event 7 of 9", "what was agreed on"),
    "inspection.py:names": ("match 7 (Ada - Ben)",),
    "lines.py:what": ("event 7", "what was agreed on"),
    "listing.py:hint": ("the nearest is", "the newest is"),
    "trouble.py:self.message": ("The disk with the journal /x is full. Delete files on it that nobody needs.",),
    "trouble.py:what": ("1 event is", "7 events are"),
    "codec.py:where": ("dice_seen.dice[0]",),
    "codec.py:wanted": ("a list", "one of a, b", "a whole number", "a text", "true or false", "an object"),
    "sources.py:KINDS": (KINDS,),
    "sources.py:absent": ("There is no camera and no file 'x'.",),
    "calibration.py:error": ("It was made by another version: calibrate the camera again.",),
    "ends.py:error": ("busy",),
    "wire.py:error": ("there is no sign 'x'",),
    "pi_camera.py:error": ("busy",),
    "lines.py:why": ("busy",),
    "seating.py:name": ("A",),
}
"""By the end of the program's name and the expression, or by that alone."""
WRAPPED = {
    ("mat_cells.py", "_wrong"): "{}.",
    ("mat_reader.py", "_wrong"): "{}.",
    ("sgf_tree.py", "_wrong"): "{}.",
    ("sgf_game.py", "_wrong"): "'7' {}.",
    ("codec.py", "_wrong"): "dice_seen.dice[0] is to be {}, not 7",
}
"""What is put around a text before people read it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text as people may read it, and where it stands."""

    path: str
    line: int
    text: str


def said_in_rooms() -> list[Said]:
    """Return everything that the rooms say."""
    return [said for path in _programs() for said in Program(path).said()]


def _programs() -> Iterator[Path]:
    for room in ROOMS:
        where = ROOT / room
        for path in [where] if where.is_file() else sorted(where.rglob("*.py")):
            if not str(path.relative_to(ROOT)).startswith(NOT_FOR_PEOPLE):
                yield path


class Program:
    """What one program says."""

    def __init__(self, path: Path) -> None:
        """Take its file."""
        self.path, self.name = path, path.name

    def said(self) -> Iterator[Said]:
        """Yield each text, with samples for what fills it."""
        name = str(self.path.relative_to(ROOT))
        for node in ast.walk(ast.parse(self.path.read_text(encoding="utf-8"))):
            line = getattr(node, "lineno", 0)
            for text, around in self._texts(node):
                for sample in self._samples(text):
                    if _is_sentence(sample) and sample not in NO_SENTENCES:
                        yield Said(name, line, around.format(sample))

    def _texts(self, node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
        """Yield what is said, and what is put around it."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in NAMES:
                yield value, "{}"
            case ast.Return(value=value) if value is not None and self.name in RETURNED:
                yield value, "{}"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in CALLS:
                for one in args:
                    yield one, WRAPPED.get((self.name, name), "{}")
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=args)) if name not in CALLS:
                for one in args:
                    yield one, "{}"

    def _samples(self, text: ast.expr) -> list[str]:
        """Return what a text may come to: every choice in it once."""
        match text:
            case ast.Constant(value=str(value)):
                return [value]
            case ast.JoinedStr(values=parts):
                return self._joined(parts)
            case ast.IfExp(body=body, orelse=other):
                return self._samples(body) + self._samples(other)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return [first + then for first in self._samples(left) for then in self._samples(right)]
        return []

    def _joined(self, parts: list[ast.expr]) -> list[str]:
        told = [""]
        for part in parts:
            filled = self._filling(part) if isinstance(part, ast.FormattedValue) else self._samples(part)
            told = [before + after for before in told for after in filled]
        return told

    def _filling(self, part: ast.FormattedValue) -> tuple[str, ...]:
        name = ast.unparse(part.value)
        choices = tuple(self._samples(part.value)) if isinstance(part.value, ast.IfExp) else ()
        known = FILLED.get(f"{self.name}:{name}") or FILLED.get(name) or choices
        if known:
            return known
        if name in SENTENCES or name.startswith("after.message"):
            return (SENTENCE,)
        return ("'7'" if part.conversion == ord("r") or name.startswith("shown(") else "7",)


def _is_sentence(text: str) -> bool:
    """Whether this is for people: at least three words."""
    return len(re.findall(r"[A-Za-z]{2,}", text)) > 2 and "{" not in text
