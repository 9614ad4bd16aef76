"""The configuration: one TOML file; without it everything is as the defaults say."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import hall_options, pins
from companion.broker.topics import DEFAULT_PREFIX
from companion.datafolder import NAME, data_folder
from companion.language import LANGUAGES, _, mark
from companion.options import ConfigError, changed_in, documented, option, read
from companion.rules.games import GAMES

__all__ = [
    "Analysis",
    "Board",
    "Camera",
    "Config",
    "ConfigError",
    "Demo",
    "Gpio",
    "Hall",
    "Journal",
    "Log",
    "Panel",
    "Raw",
    "changed",
    "load",
    "parse",
]

VARIABLE = "COMPANION_CONFIG"
FILE = "companion.toml"
OFF, AUTO = "off", "auto"
TITLE = mark("The companion's configuration. Every option is shown at its default: change what you need.")
ENDS = ("end", "end white", "end black", "clock white", "clock black")
PRESSES = ("none", *ENDS, "double", "take", "drop")
LAMPS = ("none", "point", "white", "black", "illegal")
SOUNDS = ("illegal", "double", "flag")
SIZES = ("640x480", "800x600", "1024x768", "1280x720", "1280x960", "1600x1200", "1920x1080")
"""What a camera's pictures may be: their width and height."""
NO_PIN, LAST_PIN = -1, 27


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel in the browser."""

    on: bool = option("Whether there is a panel.", default=True)
    host: str = option("The address it listens at; * is every one, 127.0.0.1 this machine alone.", default="*")
    port: int = option("The port it listens at; 0 takes any that is free.", default=8080, least=0, most=65535)
    hosts: tuple[str, ...] = option("Names by which it may be asked for, besides this machine's own.", default=())
    origins: tuple[str, ...] = option(
        "Whose pages may read its API besides its own, as http://name:port; * is all.", default=()
    )
    streams: int = option("How many may watch live; more have to ask now and then.", default=24, least=1, most=200)


@dataclass(frozen=True, slots=True)
class Board:
    """The sensor board."""

    port: str = option(
        "Its port: /dev/ttyUSB0, COM3, socket://HOST:PORT; auto: whatever USB port it is at; off: no board.",
        default=AUTO,
    )
    id: str = option("The id of the only board that is wanted, in hexadecimal; empty: any.", default="")
    baud: int = option("The speed of the serial port.", default=500_000, least=1200, most=4_000_000)
    patterns: tuple[str, ...] = option("Other ports to look at, as patterns of file names.", default=())
    settle_ms: int = option("How long no sensor may change before it is at rest.", default=300, least=50, most=5000)
    corner: int = option(
        "The point of the game where the board's own point 1 is; 0: found out from the start position.",
        default=0,
        allowed=(0, 1, 12, 13, 24),
    )
    colour_a: str = option(
        "Whose checkers the board calls A, where the corner is set.", default="white", allowed=("white", "black")
    )
    buttons: tuple[str, ...] = option("What each of its buttons does, from the first on.", default=(), allowed=PRESSES)
    lights: tuple[str, ...] = option(
        "What each of its lights shows, from the first on; those that are not named show the point where they stand.",
        default=(),
        allowed=LAMPS,
    )


def pixels_of(size: str) -> tuple[int, int]:
    """Return the width and height of a size."""
    wide, high = size.split("x")
    return int(wide), int(high)


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera above the board."""

    source: str = option("A number or path, picamera, http://, rtsp://, a video, a folder; off: none.", default=OFF)
    white_sits: str = option("Where White sits, as the picture shows it.", default="bottom", allowed=("bottom", "top"))
    size: str = option(
        "How large the pictures are that a USB camera or the Pi's own is asked for; the larger, the better small dice"
        " are read.",
        default=SIZES[0],
        allowed=SIZES,
    )
    fps: float = option("How many pictures a second are asked for.", default=15.0, least=1, most=60)
    evidence: bool = option("Whether a picture of each throw is kept with the match.", default=True)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return pixels_of(self.size)


def pin(about: str) -> int:
    """Return an option that names a pin."""
    return option(about, default=NO_PIN, least=NO_PIN, most=LAST_PIN)


@dataclass(frozen=True, slots=True)
class Gpio:
    """Buttons, lights and a buzzer at the Pi's pins, by the numbers of GPIO (BCM); -1: not connected."""

    white_button: int = pin("The pin of White's button, pressed at the end of a turn.")
    black_button: int = pin("The pin of Black's button, pressed at the end of a turn.")
    cube_button: int = pin("The pin of the button that doubles.")
    take_button: int = pin("The pin of the button that takes a double.")
    drop_button: int = pin("The pin of the button that drops a double.")
    white_light: int = pin("The pin of the light that is on in White's turn, and blinks when White has to answer.")
    black_light: int = pin("The pin of the light that is on in Black's turn, and blinks when Black has to answer.")
    illegal_light: int = pin("The pin of the light that blinks after an illegal play.")
    buzzer: int = pin("The pin of the buzzer; one that sounds by itself when it is switched on.")
    player_buttons: str = option(
        "What the players' buttons do: end the turn, or hit the clock, which ends it where the match says so.",
        default="end",
        allowed=("end", "clock"),
    )
    pressed: str = option("How a button's pin is while it is pressed.", default="low", allowed=("low", "high"))
    pull: str = option(
        "How the Pi's own resistor pulls a button's pin; off: there is a resistor outside.",
        default="up",
        allowed=("up", "down", "off"),
    )
    settle_ms: int = option("How long a button has to stay down before that counts.", default=20, least=5, most=200)
    lit: str = option("How a pin is while its light, or the buzzer, is on.", default="high", allowed=("high", "low"))
    sounds: tuple[str, ...] = option("What the buzzer sounds for.", default=SOUNDS, allowed=SOUNDS)


@dataclass(frozen=True, slots=True)
class Journal:
    """The record of all matches."""

    retry_s: float = option("How often it is tried again if it cannot be written.", default=3.0, least=0.1, most=60)
    pictures_mb: int = option("How much room pictures may take, in MB.", default=500, least=1, most=100_000)


@dataclass(frozen=True, slots=True)
class Raw:
    """The recording of all that comes in, so that it can be played again when a fault is looked for."""

    on: bool = option("Whether it is written.", default=True)
    mb: int = option("How much room it may take, in MB; the oldest match goes first.", default=50, least=2, most=10_000)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is worked out after a match."""

    on: bool = option(
        "Whether a match of this table is analysed when it is over, while nobody plays or a core is idle.",
        default=True,
    )


@dataclass(frozen=True, slots=True)
class Hall:
    """The tournament hall that this table tells what is played, through an MQTT broker."""

    broker: str = option(
        "The broker's address: mqtt://name:1883, or mqtts://name:8883 for a private line; empty: there is no hall.",
        default="",
    )
    user: str = option("The user as which the broker knows this table; empty: none.", default="")
    password_file: str = option("The file whose first line is that user's password.", default="")
    ca_file: str = option(
        "The certificate of the authority that the broker is trusted by; empty: those that the system trusts.",
        default="",
    )
    client_cert: str = option("This table's own certificate, where the broker asks for one.", default="")
    client_key: str = option("Its key; empty: in the same file.", default="")
    prefix: str = option("What all topics begin with: one for each hall at a broker.", default=DEFAULT_PREFIX)
    table: str = option(
        "The table's name or number, as the list of the round has it; empty: the machine's name.", default=""
    )
    panel: str = option(
        "The address at which the hall finds this table's panel; empty: found out. Where the panel is reached through"
        " another name or port, it stands here.",
        default="",
    )


@dataclass(frozen=True, slots=True)
class Log:
    """The log of the service."""

    level: str = option("How much it tells.", default="info", allowed=("debug", "info", "warning", "error"))
    form: str = option("A line of key=value for people, or of JSON.", default="text", allowed=("text", "json"))


@dataclass(frozen=True, slots=True)
class Demo:
    """The demonstration with a virtual board and a virtual camera."""

    on: bool = option("Whether it plays.", default=False)
    game: str = option(
        "Which game it begins with; empty: it goes on with the one before.", default="", allowed=("", *GAMES)
    )
    pace: float = option("How fast it plays: 2 is twice as fast as people.", default=1.0, least=0.1, most=100)
    seed: int = option("Play the same match again; 0: another one each time.", default=0, least=0, most=2**31)


@dataclass(frozen=True, slots=True)
class Config:
    """All that can be set."""

    folder: str = option("Where the data are kept; empty: the usual folder for data.", default="")
    language: str = option(
        "The language of the commands' messages; empty: the system's.", default="", allowed=("", *LANGUAGES)
    )
    panel: Panel = field(default_factory=Panel)
    board: Board = field(default_factory=Board)
    camera: Camera = field(default_factory=Camera)
    gpio: Gpio = field(default_factory=Gpio)
    journal: Journal = field(default_factory=Journal)
    raw: Raw = field(default_factory=Raw)
    analysis: Analysis = field(default_factory=Analysis)
    hall: Hall = field(default_factory=Hall)
    log: Log = field(default_factory=Log)
    demo: Demo = field(default_factory=Demo)

    @property
    def data(self) -> Path:
        """The folder of the data."""
        return data_folder(Path(self.folder).expanduser() if self.folder else None)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The panel's names: what it asks for stands here as it does in its section."""
        return self.panel.hosts

    @property
    def origins(self) -> tuple[str, ...]:
        """Whose pages may read the panel's API."""
        return self.panel.origins

    @property
    def streams(self) -> int:
        """How many may watch the panel live."""
        return self.panel.streams


def config_file(
    given: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    variable: str = VARIABLE,
    name: str = FILE,
) -> Path | None:
    """Return the file that is `given`, or named by the environment, or in the usual place; None if there is none."""
    named = environment.get(variable)
    if given is not None or named:
        return given or Path(str(named)).expanduser()
    usual = Path(environment.get("XDG_CONFIG_HOME", ""))
    # An XDG folder that is not absolute is to be ignored.
    file = (usual if usual.is_absolute() else Path.home() / ".config") / NAME / name
    return file if file.is_file() else None


def load(file: Path | None) -> Config:
    """Return what `file` says, and the defaults for the rest; raise `ConfigError` with all that is wrong."""
    if file is None:
        return Config()
    return parse(text_of(file))


def text_of(file: Path) -> str:
    """Return what stands in a file; raise `ConfigError` if it cannot be read."""
    try:
        # Editors of Windows put a mark before it.
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError([_("It cannot be read: {why}.", why=error.strerror)]) from None
    except UnicodeDecodeError:
        raise ConfigError([_("It is not written in UTF-8.")]) from None


def load_naming(file: Path | None) -> Config:
    """Return what a file configures; what is wrong with it is told with its name."""
    try:
        return load(file)
    except ConfigError as error:
        raise ConfigError(f"{file}: {problem}" for problem in error.problems) from None


def parse(text: str) -> Config:
    """Return what a TOML text says, and the defaults for the rest; raise `ConfigError` with all that is wrong."""
    return _fitting(read(Config, data_of(text)))


def data_of(text: str) -> dict[str, Any]:
    """Return what a TOML text holds; raise `ConfigError` if it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([_("It is not TOML: {why}.", why=error)]) from None


def _fitting(config: Config) -> Config:
    """Return a configuration whose options fit together; raise `ConfigError` with all that do not."""
    problems = (*pins.problems(config.gpio), *hall_options.problems(config.hall))
    if problems:
        raise ConfigError(problems)
    return config


def changed(config: Config, settings: Mapping[str, object]) -> Config:
    """Return the configuration with single options set, as `panel.port`; checked as those of a file are."""
    return _fitting(changed_in(config, settings))


def defaults() -> str:
    """Return a file with every option at its default, explained."""
    return documented(Config, _(TITLE))
