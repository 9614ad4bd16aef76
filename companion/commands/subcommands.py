"""What commands are added to, by the one name that this project has for it, and how they are added."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - argparse has no public name for it


def add_parser(commands: Commands, name: str, about: str) -> argparse.ArgumentParser:
    """Add a command; its own help begins with what the list of commands says of it."""
    return commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")


def later(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that loads its module when it is called: cameras, boards and pages take long to load."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = getattr(importlib.import_module(module), name)(arguments)
        return status

    return run
