"""What every course of training learns from, and where it keeps what its stages made."""

import argparse
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import cv2
import torch

from vision.training import data
from vision.training.canvas import Canvas


@dataclass
class Course:
    """A course; each of its stages is done once and kept."""

    folder: Path
    renders: tuple[Path, ...]
    pictures: Path | None
    photographs: Path | None = None
    without: tuple[str, ...] = ()

    def path(self, name: str) -> Path:
        """Return where a stage keeps what it made."""
        return self.folder / name

    def path_without(self, name: str) -> Path:
        """Return where a stage that learns from photographs keeps what it made."""
        stem, dot, ending = name.partition(".")
        return self.path("".join(("_without_".join((stem, *self.without)), dot, ending)))

    @cached_property
    def scenes(self) -> list[Canvas]:
        """The rendered scenes, but for those held back."""
        return [canvas for folder in self.renders for canvas in data.rendered(folder)]


def make_ready(folder: Path) -> None:
    """Make all ready to train and to keep what comes of it there: one thread is faster here than two."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)


Kind = TypeVar("Kind", bound=Course)


def course_of(kind: type[Kind], given: argparse.Namespace) -> Kind:
    """Return a course with what was given, all made ready for it."""
    make_ready(given.folder)
    return kind(given.folder, tuple(given.renders), given.pictures, given.photographs, tuple(given.without))
