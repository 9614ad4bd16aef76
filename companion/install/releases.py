"""The releases beside each other: which one runs, which have come up before, and what each has put into the system."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.install.layout import Layout
from companion.install.system import InstallError
from companion.language import _

MARK = "came-up"
"""The file in a release that says that it has come up."""
LEFT = "left"
"""The folder in a release that names the copies of the records that were made when it was left."""
PUT = "system"
"""The folder in a release with what it has put into the system."""
SOURCES = ("companion", "firmware_bridge", "vision", "web", "pyproject.toml", "README.md", "LICENSE")
"""What of the checkout a release is built of."""


@dataclass(frozen=True, slots=True)
class Releases:
    """All that are kept."""

    layout: Layout

    def to_go_back_to(self, is_well: Callable[[], bool]) -> Path | None:
        """Return the release that runs; where it has never come up, and does not answer now, the last one that did."""
        now, proven = self.layout.running, [folder for folder in self._all() if _is_proven(folder)]
        if now is None or _is_proven(now) or not proven or is_well():
            return now
        return max(proven, key=lambda folder: (folder / MARK).stat().st_mtime)

    def prove(self, folder: Path) -> None:
        """Let it be known that a release has come up."""
        (folder / MARK).touch()

    def note_left(self, folder: Path, service: str, copy: Path) -> None:
        """Keep which copy of a service's records a release is to have when it is gone back to."""
        write(folder / LEFT / service, copy.name)

    def left_with(self, folder: Path, service: str) -> str:
        """Return the name of that copy; nothing if it was never noted."""
        file = folder / LEFT / service
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def clear_halves(self) -> None:
        """Delete what was never finished: there may be little room."""
        for folder in self._all():
            if not _is_proven(folder) and folder.resolve() != self.layout.running:
                # What was started by one that was killed may still write there.
                shutil.rmtree(folder, ignore_errors=True)

    def forget_but(self, *kept: Path | None) -> None:
        """Delete all other releases."""
        for folder in self._all():
            if folder.resolve() not in {one.resolve() for one in kept if one is not None}:
                (folder / MARK).unlink(missing_ok=True)
                shutil.rmtree(folder, ignore_errors=True)

    def switch(self, folder: Path) -> None:
        """Let this one be the one that runs, at one stroke, even if the power fails."""
        os.sync()
        link = self.layout.current
        new = link.with_name(f"{link.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(folder)
        new.replace(link)
        os.sync()

    def _all(self) -> Iterator[Path]:
        if self.layout.releases.is_dir():
            yield from sorted(self.layout.releases.iterdir())


def _is_proven(folder: Path) -> bool:
    return (folder / MARK).exists()


def keep_files(folder: Path, files: Mapping[Path, str]) -> None:
    """Keep what a release puts into the system."""
    for file, text in files.items():
        write(folder / PUT / file.name, text)


def put_files_back(folder: Path, files: Mapping[Path, str]) -> None:
    """Write what a release before has put into the system."""
    for file in files:
        kept = folder / PUT / file.name
        if kept.is_file():
            write(file, kept.read_text(encoding="utf-8"))


def write(file: Path, text: str) -> None:
    """Write a file that all may read, and run if it is a script: at one stroke, even if the power fails."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    try:
        with new.open("w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        new.chmod(0o755 if text.startswith("#!") else 0o644)
        new.replace(file)
    except BaseException:
        # Half a file is none, and takes room.
        new.unlink(missing_ok=True)
        raise


@contextmanager
def sources(checkout: Path, place: Path) -> Iterator[Path]:
    """Copy what is built: in the checkout itself, building leaves files behind that would be built in the next time."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name in SOURCES:
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(checkout / name, place / name)
    yield place
    shutil.rmtree(place)


@contextmanager
def alone(layout: Layout) -> Iterator[None]:
    """See to it that no other installation is going on."""
    layout.home.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(layout.home.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise InstallError(_("Another installation is going on here: wait until it is done.")) from error
    finally:
        os.close(folder)
