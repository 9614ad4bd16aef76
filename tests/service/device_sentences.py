"""The sentences that devices and notations say to people, read out of their source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.checkout import ROOT

BRIDGE = "asking bridge conversation lines link seating session watch".split()
DEVICES = [
    *(f"firmware_bridge/{name}.py" for name in BRIDGE),
    *(f"firmware_bridge/gpio/{name}.py" for name in ("library", "port")),
    *(
        f"vision/{name}.py"
        for name in ("sources", "grabber", "mjpeg", "pi_camera", "capture", "films", "calibration", "virtual/source")
    ),
    "companion/service/upkeep/calibrating.py",
    *(f"companion/service/{name}.py" for name in "board_port camera_port cube_check gpio_port keeper ledger".split()),
]
NOTATION = ["companion/rules/wording.py", "companion/rules/notation.py"]
SENTENCE = re.compile(r"[A-Z].*[.?]", re.DOTALL)
COMPLAINT = re.compile(r"'.*\{\}.*[a-z]{3}.*|a [a-z ]+|no [a-z ]+", re.DOTALL)


def said_by_devices() -> set[str]:
    """Every whole sentence in the code of devices, with {} for what fills it."""
    texts = (text for file in DEVICES for text in _texts(file) if SENTENCE.fullmatch(text))
    return {re.sub(r"\{\w+\}", "{}", text) for text in texts}


def said_of_notation() -> set[str]:
    """Every complaint about a play told by hand."""
    return {text for file in NOTATION for text in _texts(file) if COMPLAINT.fullmatch(text) and " " in text}


def _texts(file: str) -> Iterator[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in skipped or id(node) in parts:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(map(_part, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "'{}'" if isinstance(node, ast.FormattedValue) and node.conversion == ord("r") else "{}"
