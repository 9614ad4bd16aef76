"""Keeps what the stages of a training made, so that a run that was stopped goes on with the stage it was in."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import torch
from torch import nn

from vision.training.report import progress

Made = TypeVar("Made")
Net = TypeVar("Net", bound=nn.Module)


def made(path: Path, make: Callable[[], list[Made]]) -> list[Made]:
    """Return what that file keeps, made now if it is not there."""
    if not path.is_file():
        progress(f"making {path.name}")
        path.write_bytes(pickle.dumps(make()))
    return list(pickle.loads(path.read_bytes()))  # noqa: S301 - our own file


def trained(path: Path, empty: Net, train: Callable[[], Net]) -> Net:
    """Return the network that file keeps, trained now if it is not there; `empty` is one of its shape."""
    if not path.is_file():
        torch.save(train().state_dict(), path)
    empty.load_state_dict(torch.load(path, weights_only=True))
    empty.eval()
    return empty
