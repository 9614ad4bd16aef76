"""`companion hall`: all tables of a tournament on one page, with their record, until it is told to stop."""

from __future__ import annotations

import argparse
import errno
import logging
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from companion import heap, log
from companion.addresses import page_address
from companion.broker.access import Access, TroubleError, others_can_read, read_password
from companion.commands.output import FAILED, say_all
from companion.commands.pin import set_pin
from companion.commands.run import EVERY_ADDRESS, PANEL_STOP_S, stopping
from companion.hall.config import HallConfig, changed_hall, hall_config_file, hall_defaults, load_hall
from companion.hall.hall import Hall, HallError
from companion.hall.link import Being, Link
from companion.hall.record.address import Address, address
from companion.hall.record.record import Record
from companion.hall.record.trouble import RecordError
from companion.hall.rounds.reading import read_list
from companion.hall.view import Problem
from companion.language import _, prefer
from companion.options import ConfigError
from companion.sentences import message_told
from companion.supervision import Supervision

LOG = logging.getLogger(__name__)
GIVEN = {
    "data": "folder",
    "broker": "broker.address",
    "database": "record.url",
    "list": "list",
    "port": "panel.port",
    "host": "panel.host",
}
"""Which option of the configuration each argument stands for."""
LIST_ENDS = ".csv"
LIST_TAKEN = "list-taken"
"""The file in the data folder that tells which list was taken over last at a start, and into which record."""


class UnusableError(Exception):
    """Something that is needed cannot be used; the message says why."""


def run(arguments: argparse.Namespace) -> int:
    """Be the hall until a signal ends it."""
    try:
        config = configured(arguments)
    except ConfigError as error:
        return say_all(error.problems)
    heap.keep_small()
    log.set_up(config.log)
    for told in _warnings(config):
        LOG.warning(told)
    try:
        record = opened_record(config)
    except (RecordError, UnusableError) as error:
        return say_all([_told(error)], FAILED)
    try:
        with stopping() as stopped:
            return serve(config, record, stopped)
    finally:
        record.close()


def configured(arguments: argparse.Namespace) -> HallConfig:
    """Return the configuration with what the command line says."""
    config = _loaded(hall_config_file(arguments.config))
    prefer(config.language)
    named = {option: getattr(arguments, name) for name, option in GIVEN.items()}
    return changed_hall(config, {option: value for option, value in named.items() if value is not None})


def _loaded(file: Path | None) -> HallConfig:
    """Return what a file configures; what is wrong with it is told with its name."""
    try:
        return load_hall(file)
    except ConfigError as error:
        raise ConfigError(f"{file}: {problem}" for problem in error.problems) from None


def opened_record(config: HallConfig) -> Record:
    """Return the record, opened; raise `RecordError` or `UnusableError` if it cannot be used."""
    record = Record(_address(config))
    try:
        record.open()
    except RecordError:
        record.close()
        raise
    return record


def _address(config: HallConfig) -> Address:
    file = config.record.password_file
    try:
        password = read_password(Path(file).expanduser()) if file else ""
    except TroubleError:
        msg = _("The file with the password of the database cannot be read: {file}", file=file)
        raise UnusableError(msg) from None
    return address(config.record.url, config.data, password)


def _warnings(config: HallConfig) -> Iterable[str]:
    for name in (config.broker.password_file, config.record.password_file):
        if name and others_can_read(Path(name).expanduser()):
            yield _("Others can read the file with a password, {file}: chmod 600 {file}", file=name)


def serve(config: HallConfig, record: Record, stopped: threading.Event) -> int:
    """Run everything until `stopped` is set; return the exit status."""
    name = config.name or socket.gethostname()
    hall = Hall(record, name, config.topics, _line_maker(config), known_only=config.known_tables)
    supervision = Supervision(hall.sign_of_life)
    close_pages: Callable[[], None] | None = None
    try:
        hall.start()
        _take_list(hall, config)
        close_pages = _open_pages(hall, config)
        supervision.start()
        LOG.info("The hall is open", extra={"record": str(record.where), "id": record.id})
        heap.tend(stopped)
    except (RecordError, HallError, UnusableError) as error:
        return say_all([_told(error)], FAILED)
    finally:
        LOG.info("The hall closes")
        supervision.stop()
        hall.stop()
        if close_pages is not None:
            close_pages()
    return 0


def _line_maker(config: HallConfig) -> Callable[[Being, Hall], Link] | None:
    if not config.broker.address:
        LOG.warning("No broker is configured: nothing is heard of any table")
        return None

    def make(being: Being, hall: Hall) -> Link:
        access = config.access(f"companion-hall-{being.record[:12]}-{being.session[:8]}")
        assert isinstance(access, Access)  # noqa: S101 - there is a broker
        return Link(access, config.topics, being, hall)

    return make


def _take_list(hall: Hall, config: HallConfig) -> None:
    """Take over the list that is configured, unless it is as when it was taken over last.

    What the directors have handed in since then goes before it.
    """
    if not config.list:
        return
    try:
        data = Path(config.list).expanduser().read_bytes()
    except OSError as error:
        msg = _("{file} cannot be read: {why}", file=config.list, why=error.strerror)
        raise UnusableError(msg) from None
    mark = config.data / LIST_TAKEN
    taken = f"{hall.record_id} {sha256(data).hexdigest()}\n"
    if _read(mark) == taken:
        return
    problems = hall.take_list(data, "--list")
    if problems:
        raise UnusableError("\n".join(_of_list(config.list, problem) for problem in problems))
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(taken, encoding="utf-8")
    except OSError as error:
        LOG.warning("It cannot be noted that the list is taken over", extra={"why": str(error)})


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _of_list(name: str, problem: Problem) -> str:
    where = f"{name}:{problem.line}:{problem.column}" if problem.column else f"{name}:{problem.line}"
    return f"{where}: {message_told(problem.message)}"


def _open_pages(hall: Hall, config: HallConfig) -> Callable[[], None]:
    from web import make_server, stop_server  # noqa: PLC0415 - what they need is loaded when everything else is right
    from web.hall.app import create_hall_app  # noqa: PLC0415 - the same

    panel = config.panel
    host = EVERY_ADDRESS if panel.host == "*" else panel.host
    try:
        app = create_hall_app(hall, config)
    except OSError as error:
        msg = _("{file} cannot be used: {why}", file=config.data, why=error.strerror or error)
        raise UnusableError(msg) from None
    try:
        listening = make_server(app, host, panel.port, panel.streams)
    except OSError as error:
        told = _(
            "The hall's pages cannot listen at {address}: {why}.", address=f"{host}:{panel.port}", why=error.strerror
        )
        hint = _("--port chooses another port; 0 is any that is free.") if error.errno == errno.EADDRINUSE else ""
        raise UnusableError(f"{told} {hint}".strip()) from None
    threading.Thread(target=listening.run, name="pages", daemon=True).start()
    name = socket.gethostname() if host == EVERY_ADDRESS else host
    address_ = page_address(name, listening.effective_port)
    sys.stdout.write(f"{_('The hall is at {address}', address=address_)}\n")
    sys.stdout.flush()
    return lambda: stop_server(listening, PANEL_STOP_S)


def check(arguments: argparse.Namespace) -> int:
    """Tell everything that is wrong with a configuration, or with a list."""
    if arguments.file is not None and arguments.file.suffix.lower() == LIST_ENDS:
        return _check_list(arguments.file)
    file = hall_config_file(arguments.file)
    try:
        _address(_loaded(file))
    except ConfigError as error:
        return say_all(error.problems)
    except (RecordError, UnusableError) as error:
        return say_all([f"{file}: {_told(error)}"])
    right = _("There is no configuration: everything is at its default.")
    sys.stdout.write(f"{file}: {_('all right.')}\n" if file else f"{right}\n")
    return 0


def _check_list(file: Path) -> int:
    try:
        read = read_list(file.read_bytes())
    except OSError as error:
        return say_all([_("{file} cannot be read: {why}", file=file, why=error.strerror)])
    if read.problems:
        return say_all(_of_list(str(file), problem) for problem in read.problems)
    rounds = len({row.round for row in read.rows})
    sys.stdout.write(f"{file}: {_('{rows} pairings in {rounds} rounds.', rows=len(read.rows), rounds=rounds)}\n")
    return 0


def show(_arguments: argparse.Namespace) -> int:
    """Write a configuration with every option at its default."""
    sys.stdout.write(hall_defaults())
    return 0


def pin(arguments: argparse.Namespace) -> int:
    """Set the directors' PIN, or the owner's."""
    return set_pin(lambda: _folder(arguments.data), owner=arguments.owner)


def _folder(given: str | None) -> Path:
    return Path(given).expanduser() if given else _loaded(hall_config_file()).data


def _told(error: Exception) -> str:
    return message_told(error.problem) if isinstance(error, RecordError | HallError) else str(error)
