"""What belongs to the companion besides its devices: GNU Backgammon, and the panel."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException

from companion.addresses import page_address
from companion.asking import TABLE, ask, devices_in, is_companion, refusal_in
from companion.config import Config
from companion.hints.advice import Stakes
from companion.hints.gnubg import GnubgAdviser
from companion.hints.gnubg_process import MISSING, GnubgError, GnubgProcess
from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import start_position
from companion.rules.turn import Turn
from companion.service.doctor.values import Case, Device, Finding, ill, unused, well
from companion.service.doctor.words import told

PATIENCE_S = 5.0
ANY_THROW = (2, 1)
EVERY, HERE = "0.0.0.0", "127.0.0.1"  # noqa: S104 - only compared with
HANGS = 408
"""Stands for somebody who takes the call and says nothing."""


def look_at_gnubg(_case: Case) -> Iterator[Finding]:
    """Ask GNU Backgammon something."""
    game, process = GAMES["backgammon"], GnubgProcess()
    begin = Turn(game, start_position(game), Player.WHITE, ANY_THROW)
    try:
        GnubgAdviser(process).before_throw(begin, Stakes(), 0)
    except GnubgError as error:
        mend = "install_gnubg" if str(error) == MISSING else "reinstall_gnubg"
        yield ill("gnubg", told("said", message=str(error)), told(mend))
    else:
        yield well("gnubg", "gnubg_answers")
    finally:
        process.close()


def look_at_panel(case: Case) -> Iterator[Finding]:
    """Look whether the panel can be reached, and where."""
    panel = case.config.panel
    if not panel.on:
        yield unused("panel", "not_used")
    elif panel.port == 0 and not case.from_within:
        yield unused("panel", "panel_any_port")
    else:
        status = 200 if case.from_within else _asked(case.config)[0]
        yield _panel(case.config, status)


def _panel(config: Config, status: int) -> Finding:
    port = config.panel.port
    if status == 200:
        code = "panel_here" if _is_local(config.panel.host) else "panel_open"
        return well("panel", code, addresses=", ".join(addresses(config)))
    if status == 0:
        return ill("panel", told("panel_silent", port=port), told("start"))
    if status == HANGS:
        return ill("panel", told("panel_hangs", port=port), told("start_anew"), told("other_port"))
    if status == 404:
        return ill("panel", told("panel_foreign", port=port), told("other_port"))
    return ill("panel", told("panel_ill", port=port, number=status), told("look_at_log"))


def addresses(config: Config) -> list[str]:
    """Return where phones find the panel: by name, and by number."""
    host, name = config.panel.host, socket.gethostname().partition(".")[0]
    hosts = [f"{name}.local", *_numbers()] if host in {"*", EVERY} else [host]
    return [page_address(one, config.panel.port) for one in hosts]


def _numbers() -> list[str]:
    """Return the number under which this machine is known in its network: nothing is sent for that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
            return [str(line.getsockname()[0])]
        except OSError:
            return []


def _is_local(host: str) -> bool:
    return host in {"localhost", "::1"} or host.startswith("127.")


def running(config: Config) -> Mapping[str, Device] | None:
    """Return the parts of the service that runs on this machine; None if none does, or it does not tell."""
    if not config.panel.on or not config.panel.port:
        return None
    devices = devices_in(_asked(config)[1])
    if devices is None:
        return None
    return {str(one["name"]): Device(str(one["state"]), _sentence(one["message"])) for one in devices}


def _sentence(message: object) -> str:
    return str(message.get("text", "")) if isinstance(message, dict) else str(message)


def _asked(config: Config) -> tuple[int, object]:
    """Ask the panel for the table; return the status, 0 if nobody answers, 404 if it is not the companion."""
    host = HERE if config.panel.host in {"*", EVERY} else config.panel.host
    line = HTTPConnection(host, config.panel.port, timeout=PATIENCE_S)
    try:
        line.connect()
    except OSError:
        return 0, None
    try:
        status, said = ask(line, f"{TABLE}?lang=en")
    except TimeoutError:
        return HANGS, None
    except (OSError, HTTPException):
        return 404, None
    finally:
        line.close()
    if is_companion(status, said):
        return 200, said
    # A server that fails may be ours: its application cannot say so any more.
    return (status, None) if refusal_in(said) or status >= 500 else (404, None)
