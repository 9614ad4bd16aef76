"""The hall's configuration: a TOML file of its own; without it everything is as the defaults say."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from companion.broker.access import Access, Address, AddressError
from companion.broker.topics import DEFAULT_PREFIX, PREFIX, Topics
from companion.config import Log, config_file, data_of, text_of
from companion.datafolder import data_folder
from companion.language import LANGUAGES, _, mark
from companion.options import ConfigError, changed_in, documented, option, read, toml

VARIABLE, FILE, FOLDER = "COMPANION_HALL_CONFIG", "hall.toml", "hall"
DATA_VARIABLE = "COMPANION_HALL_DATA"
TITLE = mark("The hall's configuration. Every option is shown at its default: change what you need.")


@dataclass(frozen=True, slots=True)
class Panel:
    """The hall's pages in the browser."""

    host: str = option("The address they listen at; * is every one, 127.0.0.1 this machine alone.", default="*")
    port: int = option("The port they listen at; 0 takes any that is free.", default=8090, least=0, most=65535)
    hosts: tuple[str, ...] = option("Names by which they may be asked for, besides this machine's own.", default=())
    streams: int = option("How many may watch live; more have to ask now and then.", default=100, least=1, most=500)
    watching: str = option(
        "Who may watch without a PIN: everybody, who is in the local network, or nobody.",
        default="network",
        allowed=("open", "network", "pin"),
    )


@dataclass(frozen=True, slots=True)
class Broker:
    """The MQTT broker that the tables tell what is played."""

    address: str = option(
        "Where it is: mqtt://name:1883, or mqtts://name:8883 for a private line; empty: there is none.", default=""
    )
    user: str = option("The user as which it knows the hall; empty: none.", default="")
    password_file: str = option("The file whose first line is that user's password.", default="")
    ca_file: str = option(
        "The certificate of the authority that it is trusted by; empty: those that the system trusts.", default=""
    )
    client_cert: str = option("The hall's own certificate, where the broker asks for one.", default="")
    client_key: str = option("Its key; empty: in the same file.", default="")
    prefix: str = option("What all topics begin with: one for each hall at a broker.", default=DEFAULT_PREFIX)


@dataclass(frozen=True, slots=True)
class Database:
    """The record of all tables' matches."""

    url: str = option(
        "Where it is: sqlite:///folder/file, or postgresql://user@host/database; empty: a file in the data folder.",
        default="",
    )
    password_file: str = option("The file whose first line is the database's password; empty: none.", default="")


@dataclass(frozen=True, slots=True)
class HallConfig:
    """All that can be set."""

    folder: str = option("Where the data are kept; empty: the usual folder for data.", default="")
    name: str = option("What the tournament is called.", default="")
    list: str = option("The list of the rounds, a CSV file; empty: none is read at the start.", default="")
    known_tables: bool = option(
        "Whether only tables that a director has let in take part.",
        default=False,
    )
    language: str = option(
        "The language of the commands' messages; empty: the system's.", default="", allowed=("", *LANGUAGES)
    )
    panel: Panel = field(default_factory=Panel)
    broker: Broker = field(default_factory=Broker)
    record: Database = field(default_factory=Database)
    log: Log = field(default_factory=Log)

    @property
    def data(self) -> Path:
        """The folder of the data."""
        named = self.folder or os.environ.get(DATA_VARIABLE, "")
        return Path(named).expanduser() if named else data_folder() / FOLDER

    @property
    def hosts(self) -> tuple[str, ...]:
        """The pages' names."""
        return self.panel.hosts

    @property
    def streams(self) -> int:
        """How many may watch live."""
        return self.panel.streams

    @property
    def watching(self) -> Literal["open", "network", "pin"]:
        """Who may watch without a PIN."""
        return cast("Literal['open', 'network', 'pin']", self.panel.watching)

    @property
    def topics(self) -> Topics:
        """The topics of the hall."""
        return Topics(self.broker.prefix)

    def access(self, client_id: str) -> Access | None:
        """Return how the broker is reached; None if there is none."""
        broker = self.broker
        if not broker.address:
            return None
        files = (_file(name) for name in (broker.password_file, broker.ca_file, broker.client_cert, broker.client_key))
        return Access(Address.parse(broker.address), client_id, broker.user, *files)


def _file(name: str) -> Path | None:
    return Path(name).expanduser() if name else None


def hall_config_file(given: Path | None = None) -> Path | None:
    """Return the file that is `given`, or named by the environment, or in the usual place; None if there is none."""
    return config_file(given, variable=VARIABLE, name=FILE)


def load_hall(file: Path | None) -> HallConfig:
    """Return what `file` says, and the defaults for the rest; raise `ConfigError` with all that is wrong."""
    return parse_hall(text_of(file)) if file else HallConfig()


def parse_hall(text: str) -> HallConfig:
    """Return what a TOML text says; raise `ConfigError` with all that is wrong."""
    return _fitting(read(HallConfig, data_of(text)))


def changed_hall(config: HallConfig, settings: Mapping[str, object]) -> HallConfig:
    """Return the configuration with single options set, as `panel.port`; checked as those of a file are."""
    return _fitting(changed_in(config, settings))


def _fitting(config: HallConfig) -> HallConfig:
    problems = tuple(_problems(config.broker))
    if problems:
        raise ConfigError(problems)
    return config


def _problems(broker: Broker) -> Iterator[str]:
    if not PREFIX.fullmatch(broker.prefix):
        right = _("made of letters without accents, digits and _ . - /")
        yield _(
            "{option} is to be {right}, not {value}.", option="broker.prefix", right=right, value=toml(broker.prefix)
        )
    if broker.password_file and not broker.user:
        yield _("broker.password_file needs a broker.user whose password it is.")
    if broker.client_key and not broker.client_cert:
        yield _("broker.client_key needs a broker.client_cert that it belongs to.")
    if broker.address:
        yield from _of_address(broker)


def _of_address(broker: Broker) -> Iterator[str]:
    try:
        address = Address.parse(broker.address)
    except AddressError as error:
        if str(error) == AddressError.SECRET:
            # It is not shown again: it holds a password.
            yield _("broker.address is to hold no user and no password: they go to broker.user and .password_file.")
        else:
            right = _("as mqtt://name:1883 or mqtts://name:8883")
            yield _(
                "{option} is to be {right}, not {value}.",
                option="broker.address",
                right=right,
                value=toml(broker.address),
            )
        return
    if not address.tls and (broker.ca_file or broker.client_cert):
        yield _("broker.ca_file and broker.client_cert need a broker at mqtts://, not mqtt://.")


def hall_defaults() -> str:
    """Return a file with every option at its default, explained."""
    return documented(HallConfig, _(TITLE))
