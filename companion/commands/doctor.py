"""`companion doctor`: what works here, what does not, and how to mend it."""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.output import say_all
from companion.commands.subcommands import Commands
from companion.config import Config, ConfigError, changed, config_file, load_naming
from companion.language import _, mark, prefer

if TYPE_CHECKING:
    from companion.service.doctor.values import Finding
    from companion.service.view import Message

PARTS = {
    "board": mark("Sensor board"),
    "camera": mark("Camera"),
    "pins": mark("Pins"),
    "gnubg": mark("GNU Backgammon"),
    "disk": mark("Disk"),
    "journal": mark("Journal"),
    "time": mark("Time"),
    "memory": mark("Memory"),
    "heat": mark("Temperature"),
    "power": mark("Power"),
    "panel": mark("Panel"),
    "set_up": mark("Set-up"),
    "hall": mark("Hall"),
}
SIGNS = {"well": "+", "unused": "-", "mend": "!"}


def add_doctor_command(commands: Commands) -> None:
    """Add the command to those of the command line."""
    about = _("what works here, what does not, and how to mend it")
    states = _("The exit status is 0 if all is well, 1 if something is to be mended, 2 if it was asked wrongly.")
    parser = commands.add_parser("doctor", help=about, description=f"{about[0].upper()}{about[1:]}. {states}")
    parser.add_argument("--json", action="store_true", help=_("answer as JSON, for programs"))
    parser.add_argument("--config", type=Path, metavar=_("FILE"), help=_("the configuration (see 'companion config')"))
    parser.add_argument("--data", metavar=_("DIR"), help=_("the data folder"))
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # What goes wrong in between is told as a finding; the service's own log is not this one.
    logging.basicConfig(level=logging.CRITICAL)
    try:
        config = configured(arguments)
    except ConfigError as error:
        return say_all(error.problems)
    findings = _findings(config)
    status = _as_json(findings) if arguments.json else _as_text(findings)
    sys.stdout.flush()
    return status


def configured(arguments: argparse.Namespace) -> Config:
    """Return the configuration as the service goes by it, with what was chosen in the set-up, if that can be used."""
    from companion.service.upkeep.settings import usable_chosen  # noqa: PLC0415 - loaded only where it is wanted

    config = load_naming(config_file(arguments.config))
    prefer(config.language)
    config = changed(config, {"folder": arguments.data} if arguments.data else {})
    chosen, _unusable = usable_chosen(config.data)
    return changed(config, chosen)


def _findings(config: Config) -> Iterable[Finding]:
    # Loaded only now: the rest of the command line does without what devices need.
    doctor = importlib.import_module("companion.service.doctor.doctor")
    programs = importlib.import_module("companion.service.doctor.programs")
    values = importlib.import_module("companion.service.doctor.values")
    found: Iterable[Finding] = doctor.examine(values.Case(config, programs.running(config)))
    return found


def _as_text(findings: Iterable[Finding]) -> int:
    status, wide = 0, max(len(_(name)) for name in PARTS.values())
    for one in findings:
        status = max(status, one.state == "mend")
        sys.stdout.write(f"{SIGNS[one.state]} {_(PARTS[one.part]):{wide}}  {_said(one.what)}\n")
        for mend in one.mends:
            sys.stdout.write(f"  {'':{wide}}  > {_said(mend)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{_('Something is to be mended.') if status else _('All is well.')}\n")
    return int(status)


def _as_json(findings: Iterable[Finding]) -> int:
    found = list(findings)
    is_well = all(one.state != "mend" for one in found)
    told = {"well": is_well, "findings": [_plain(one) for one in found]}
    sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    return 0 if is_well else 1


def _plain(one: Finding) -> dict[str, object]:
    return {
        "part": one.part,
        "state": one.state,
        "code": one.what.code,
        "message": _said(one.what),
        "mend": [_said(mend) for mend in one.mends],
    }


def _said(message: Message) -> str:
    speech = importlib.import_module("companion.sentences")
    text: str = speech.message_told(message)
    return text
