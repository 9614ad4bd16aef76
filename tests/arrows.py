"""Reads which way the arrows between the rooms point: who imports what."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

OURS = frozenset({"companion", "firmware_bridge", "vision", "web", "tests"})

PLAIN_VALUES = ("companion.rules", "companion.table.reading")
"""What the rooms of the devices may know of the companion: values, nothing that acts."""

PLAY = ("companion.rules", "companion.match", "companion.table")
"""What is played, and by which rules."""

PURE_MODULES = frozenset(
    "__future__ abc array bisect collections contextlib copy dataclasses decimal difflib enum fractions functools heapq"
    " itertools json math numbers operator re string struct textwrap types typing unicodedata".split()
)
"""All of the standard library that the pure core may import: no I/O, no clock, no thread, no random number."""

IMPURE_CALLS = frozenset({"__import__", "breakpoint", "eval", "exec", "input", "open", "print"})


BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements stand in others, and the parts of `try` and `match` that hold them."""


@dataclass(frozen=True, slots=True)
class Room:
    """A package, what of ours it may import besides itself, and whether it belongs to the pure core."""

    name: str
    imports: tuple[str, ...] = ()
    pure: bool = False

    def allows(self, target: str) -> bool:
        """Tell whether a module of this room may import the target."""
        top = target.partition(".")[0]
        if top in OURS:
            return any(_within(target, name) for name in (self.name, *self.imports))
        return not self.pure or top in PURE_MODULES


ROOMS = (
    Room("companion.rules", pure=True),
    Room("companion.match", ("companion.rules",), pure=True),
    Room("companion.table", ("companion.rules", "companion.match"), pure=True),
    Room("companion.journal", PLAY),
    Room("companion.hints", (*PLAY, "companion.journal", "companion.casefile", "companion.language")),
    Room("companion.broker"),
    Room(
        "companion.hall",
        (
            *PLAY,
            "companion.journal",
            "companion.broker",
            "companion.config",
            "companion.options",
            "companion.language",
            "companion.log",
            "companion.datafolder",
            "companion.service.view",
            "companion.service.words",
        ),
    ),
    Room("companion", ("firmware_bridge", "vision", "web")),
    Room("firmware_bridge", PLAIN_VALUES),
    Room("vision", PLAIN_VALUES),
    Room("web", ("companion.service", "companion.config", "companion.hall")),
)


class Violation(NamedTuple):
    """A line that points the wrong way."""

    path: str
    line: int
    room: str
    does: str


def violations(root: Path, rooms: Iterable[Room] = ROOMS) -> list[Violation]:
    """Return every line below root that points the wrong way; a room that is not there has none."""
    above: defaultdict[Path, list[Room]] = defaultdict(list)
    for room in rooms:
        for path in modules(root, room.name):
            above[path].append(room)
    return [found for path, those in above.items() for found in _in_module(root, path, those)]


def modules(root: Path, package: str) -> list[Path]:
    """Return the files of a package, or of the module of that name."""
    folder = root.joinpath(*package.split("."))
    alone = folder.with_suffix(".py")
    return sorted(folder.rglob("*.py")) + [alone] * alone.is_file()


def _in_module(root: Path, path: Path, rooms: Iterable[Room]) -> Iterator[Violation]:
    inside = path.relative_to(root)
    tree = ast.parse(path.read_text(encoding="utf-8"), str(inside))
    targets = [(node, target) for node in statements(tree) for target in _targets(node, inside)]
    for room in rooms:
        for node, target in targets:
            if not room.allows(target):
                yield Violation(str(inside), node.lineno, room.name, f"imports {target}")
        for call in ast.walk(tree) if room.pure else ():
            if isinstance(call, ast.Call) and _name(call.func) in IMPURE_CALLS:
                yield Violation(str(inside), call.lineno, room.name, f"calls {_name(call.func)}")


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement below a node; most of a program is inside of those, and is not gone through."""
    for field in BODIES:
        for one in getattr(node, field, ()):
            if isinstance(one, ast.stmt):
                yield one
            yield from statements(one)


def _targets(node: ast.stmt, inside: Path) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{_source(node, inside)}.{alias.name}" for alias in node.names]
    return []


def _source(node: ast.ImportFrom, inside: Path) -> str:
    """Return the full name of what is imported from; each dot of a relative import goes up one folder."""
    if not node.level:
        return node.module or ""
    folders = inside.parts[: len(inside.parts) - node.level]
    return ".".join((*folders, *filter(None, [node.module])))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _within(target: str, package: str) -> bool:
    return target == package or target.startswith(f"{package}.")
