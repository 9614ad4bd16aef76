"""Where an option comes from: the command line goes first, then what the set-up has chosen, the file, the default."""

from __future__ import annotations

import os
import threading
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from companion.config import Config, ConfigError, changed
from companion.language import _
from companion.options import options, toml
from companion.service.upkeep.values import Setting

FILE = "set-up.toml"
CHOOSABLE = ("board.port", "board.corner", "board.colour_a", "camera.source", "camera.white_sits")
"""What the set-up may choose."""
HEAD = (
    "# What was chosen in the panel's set-up. It goes before the configuration file, and the command line before it.\n"
    "# The set-up writes this file anew: what is to last whatever is chosen there belongs on the command line.\n"
)
NOTHING: Mapping[str, object] = MappingProxyType({})


def read_chosen(data: Path) -> dict[str, object]:
    """Return what the set-up has chosen, kept in the data folder; raise `ConfigError` if that cannot be used."""
    file = data / FILE
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError([f"{file}: {_('It cannot be read: {why}.', why=error.strerror)}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{file}: {_('It is not TOML: {why}.', why=error)}"]) from None
    chosen = flat(tables)
    strange = sorted(set(chosen) - set(CHOOSABLE))
    if strange:
        raise ConfigError([f"{file}: {_('The set-up does not choose {option}.', option=strange[0])}"])
    changed(Config(), chosen)
    return chosen


def usable_chosen(data: Path) -> tuple[dict[str, object], str]:
    """Return what the set-up has chosen, or nothing and why it cannot be used: a damaged file ends no service."""
    try:
        return read_chosen(data), ""
    except ConfigError as error:
        return {}, str(error)


def write_chosen(data: Path, chosen: Mapping[str, object]) -> None:
    """Keep what the set-up has chosen, whole or not at all, and for the companion's user alone."""
    data.mkdir(parents=True, exist_ok=True)
    unfinished = data / f"{FILE}.new"
    with suppress(FileNotFoundError):
        unfinished.unlink()
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(written(chosen))
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(data / FILE)


def written(chosen: Mapping[str, object]) -> str:
    """Return what was chosen as a TOML file."""
    lines, last = [HEAD], ""
    for path in CHOOSABLE:
        section, _, name = path.partition(".")
        if path in chosen:
            lines += [] if section == last else [f"[{section}]"]
            lines.append(f"{name} = {toml(chosen[path])}")
            last = section
    return "\n".join(lines) + "\n"


def flat(tables: Mapping[str, object]) -> dict[str, object]:
    """Return TOML tables as options with their whole names."""
    named: dict[str, object] = {}
    for name, value in tables.items():
        if isinstance(value, dict):
            named |= {f"{name}.{inner}": one for inner, one in value.items()}
        else:
            named[name] = value
    return named


def in_file(file: Path | None) -> frozenset[str]:
    """Return the options that a configuration file sets."""
    if file is None:
        return frozenset()
    try:
        return frozenset(flat(tomllib.loads(file.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError):
        return frozenset()


class Settings:
    """All options with where they come from; what the set-up chooses is kept at once."""

    def __init__(
        self,
        base: Config,
        data: Path | None = None,
        *,
        file: Path | None = None,
        given: Mapping[str, object] = NOTHING,
        choosing: bool = True,
    ) -> None:
        """Take what the file says, what the command line says, and whether the set-up may choose anything."""
        self.file, self.choosing = file, choosing
        self._base, self._given, self._in_file = base, dict(given), in_file(file)
        self.data = data or base.data
        self._lock = threading.Lock()
        self._chosen, self.unusable = usable_chosen(self.data) if choosing else ({}, "")

    @property
    def config(self) -> Config:
        """The configuration as it is used."""
        return changed(changed(self._base, self._chosen), self._given)

    @property
    def is_fresh(self) -> bool:
        """Whether nobody has configured anything yet."""
        return self.file is None and not self._chosen

    def setting(self, path: str) -> Setting:
        """Return an option with where it comes from."""
        value, said = value_of(self.config, path), value_of(self._base, path)
        if path in self._given:
            return Setting(path, value, "given")
        if path in self._chosen:
            return Setting(path, value, "chosen", said if path in self._in_file else None)
        return Setting(path, value, "file" if path in self._in_file else "default")

    def all(self) -> list[Setting]:
        """Return every option with where it comes from."""
        return [self.setting(one.path) for one in options(Config)]

    def choose(self, values: Mapping[str, object]) -> None:
        """Choose options in the set-up; raise `ConfigError` if they cannot be so, `OSError` if they cannot be kept."""
        with self._lock:
            self._keep({**self._chosen, **{path: values[path] for path in CHOOSABLE if path in values}})

    def take_back(self, paths: tuple[str, ...]) -> None:
        """Let the file, or the default, say what some options are."""
        with self._lock:
            self._keep({path: value for path, value in self._chosen.items() if path not in paths})

    def _keep(self, chosen: dict[str, object]) -> None:
        changed(self._base, chosen)
        write_chosen(self.data, chosen)
        self._chosen = chosen


def value_of(config: Config, path: str) -> object:
    """Return the value of an option by its whole name."""
    section, _, name = path.rpartition(".")
    value: object = getattr(getattr(config, section) if section else config, name)
    return value
