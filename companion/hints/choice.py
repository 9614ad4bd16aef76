"""Whom to ask for advice, as people choose it."""

from __future__ import annotations

from enum import Enum


class Choice(Enum):
    """Whom to ask."""

    AUTO = "auto"
    GNUBG = "gnubg"
    NET = "net"
