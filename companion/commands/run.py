"""`companion run`: the table, its parts and its panel, until it is told to stop."""

from __future__ import annotations

import argparse
import errno
import importlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from companion import heap, log
from companion.addresses import page_address
from companion.commands.output import FAILED, say, say_all
from companion.config import Config, ConfigError, changed, config_file, load_naming
from companion.language import _, prefer
from companion.service.ports import Port
from companion.service.service import TableService
from companion.service.upkeep.log_tail import LogTail, listen
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.upkeep import Upkeep
from companion.service.upkeep.windows import Windows
from companion.supervision import Supervision

if TYPE_CHECKING:
    from companion.demo.demonstration import Demonstration

LOG = logging.getLogger(__name__)
HALL = "hall"
DEMO = "demo"
"""The folder of the demonstration, in the usual data folder: it does not mix with what people play."""
GIVEN = {
    "data": "folder",
    "board": "board.port",
    "camera": "camera.source",
    "port": "panel.port",
    "host": "panel.host",
    "game": "demo.game",
    "pace": "demo.pace",
}
"""Which option of the configuration each argument stands for."""
PANEL_STOP_S = 1.0
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - the panel is for the phones and tablets at the table


class PanelError(Exception):
    """The panel cannot listen: the message says why, and what to do."""


def run(arguments: argparse.Namespace) -> int:
    """Be the service until a signal ends it."""
    try:
        settings = settled(arguments)
    except ConfigError as error:
        return say_all(error.problems)
    heap.keep_small()
    log.set_up(settings.config.log)
    tail = listen(logging.getLogger().handlers[0])
    # What the table keeps is for its owner alone; the installed one has nobody else who needs it.
    os.umask(0o077)
    if settings.unusable:
        LOG.error("What the set-up has chosen cannot be used", extra={"why": settings.unusable})
    with stopping() as stopped:
        return serve(settings.config, stopped, settings, tail)


def configured(arguments: argparse.Namespace) -> Config:
    """Return the configuration with what the set-up has chosen and the command line says."""
    return settled(arguments).config


def settled(arguments: argparse.Namespace) -> Settings:
    """Return the configuration, and where each option comes from."""
    file = config_file(arguments.config)
    config = load_naming(file)
    prefer(config.language)
    named = {option: getattr(arguments, name) for name, option in GIVEN.items()}
    given: dict[str, object] = {option: value for option, value in named.items() if value is not None}
    if arguments.demo:
        given["demo.on"] = True
    asked = changed(config, given)
    if asked.demo.on and not asked.folder:
        given["folder"] = str(asked.data / DEMO)
    # The demonstration has its own board and camera.
    return Settings(config, changed(config, given).data, file=file, given=given, choosing=not asked.demo.on)


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Give an event that is set when the program is asked to end."""
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(
    config: Config, stopped: threading.Event, settings: Settings | None = None, tail: LogTail | None = None
) -> int:
    """Run everything until `stopped` is set; return the exit status."""
    demo: Demonstration | None = None
    close_panel: Callable[[], None] | None = None
    service = TableService(
        config.data,
        demo=config.demo.on,
        retry_s=config.journal.retry_s,
        pictures_mb=config.journal.pictures_mb,
        raw_mb=config.raw.mb if config.raw.on else 0,
    )
    upkeep = Upkeep(service, settings or Settings(config, choosing=not config.demo.on), Windows(), tail)
    supervision = Supervision(service.sign_of_life)
    try:
        # Before the journal is opened: one that a visitor has pulled out is put back first.
        demo = demonstration(service, config, upkeep.windows) if config.demo.on else None
        if config.panel.on:
            close_panel = open_panel(service, config, demo, upkeep)
        # A long match takes its time to be read; the panel says so meanwhile.
        service.start(wait=False)
        if config.analysis.on:
            service.analysing.begin()
        plug_in(service, config, demo, upkeep)
        supervision.start()
        LOG.info("The companion is running", extra={"data": str(config.data)})
        heap.tend(stopped)
    except PanelError as error:
        return say(str(error), FAILED)
    except OSError as error:
        return say(_("{file} cannot be used: {why}", file=config.data, why=error.strerror or error), FAILED)
    finally:
        LOG.info("The companion stops")
        supervision.stop()
        if demo is not None:
            demo.mend()
        service.stop()
        if close_panel is not None:
            close_panel()
        if demo is not None:
            demo.close()
    return 0


def plug_in(
    service: TableService, config: Config, demo: Demonstration | None = None, upkeep: Upkeep | None = None
) -> None:
    """Put the parts to work that are configured, or the virtual ones; each is loaded in its own thread."""
    if demo is not None:
        demo.start()
    elif not config.demo.on:
        (upkeep or Upkeep(service, Settings(config))).plug_in()
    if config.hall.broker:
        service.plug(HALL, lambda: hall_port(service, config))


def hall_port(service: TableService, config: Config) -> Port:
    """Return the line to the tournament hall."""
    found = importlib.import_module("companion.service.publishing.hall_port")
    made: Port = found.HallPort(config, service)
    return made


def demonstration(service: TableService, config: Config, windows: Windows | None = None) -> Demonstration | None:
    """Return the demonstration, where it is installed."""
    try:
        found = importlib.import_module("companion.demo.demonstration")
        made: Demonstration = found.Demonstration(service, config, windows)
    except ModuleNotFoundError as error:
        LOG.error("There is no demonstration here: the table is empty", extra={"missing": error.name})  # noqa: TRY400 - no trace
        return None
    except OSError as error:
        LOG.error("The demonstration cannot be set up: the table is empty", extra={"why": str(error)})  # noqa: TRY400 - as above
        return None
    return made


def open_panel(
    service: TableService, config: Config, demo: Demonstration | None = None, upkeep: Upkeep | None = None
) -> Callable[[], None] | None:
    """Show the table in the browser, where what that needs is installed; return what ends that."""
    try:
        web = importlib.import_module("web")
    except ModuleNotFoundError as error:
        LOG.error("There is no panel: something is not installed", extra={"missing": error.name})  # noqa: TRY400 - no trace
        return None
    panel = config.panel
    host = EVERY_ADDRESS if panel.host == "*" else panel.host
    app = web.create_app(service, config)
    if demo is not None:
        web.offer(app, demo)
    if upkeep is not None:
        web.offer_upkeep(app, upkeep)
    try:
        listening = web.make_server(app, host, panel.port, panel.streams)
    except OSError as error:
        raise PanelError(_cannot_listen(config, error)) from None
    threading.Thread(target=listening.run, name="panel", daemon=True).start()
    name = socket.gethostname() if host == EVERY_ADDRESS else host
    LOG.info("The panel is open", extra={"host": host, "port": listening.effective_port})
    told = _("The panel is at {address}", address=page_address(name, listening.effective_port))
    local = _("on this machine at {address}", address=page_address("localhost", listening.effective_port))
    here = f", {local}" if host == EVERY_ADDRESS else ""
    sys.stdout.write(f"{told}{here}\n")
    sys.stdout.flush()
    return lambda: web.stop_server(listening, PANEL_STOP_S)


def _cannot_listen(config: Config, error: OSError) -> str:
    where = f"{config.panel.host}:{config.panel.port}"
    told = _("The panel cannot listen at {address}: {why}.", address=where, why=error.strerror or error)
    hint = _("--port chooses another port; 0 is any that is free.") if error.errno == errno.EADDRINUSE else ""
    return f"{told} {hint}".strip()
