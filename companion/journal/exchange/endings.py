"""How the formats that matches go out and come in by are called, and how the names of their files end."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ENDINGS: Mapping[str, str] = MappingProxyType({"json": ".json", "text": ".txt", "sgf": ".sgf", "mat": ".mat"})
"""In the order in which a file is tried."""
