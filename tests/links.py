"""Links to devices that are unplugged at an unlucky moment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pulled_while_followed(link: Path, device: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a link to a device; it goes away when somebody has seen it and wants to know where it leads."""
    link.symlink_to(device)
    follow = os.readlink

    def pulled(path: str) -> str:
        if str(path) == str(link):
            link.unlink()
        return follow(path)

    monkeypatch.setattr(os, "readlink", pulled)
    return link
