"""`companion config`: checks a configuration, or shows one."""

from __future__ import annotations

import argparse
import sys

from companion.commands.output import say_all
from companion.config import ConfigError, config_file, defaults, load_naming
from companion.language import _
from companion.options import toml
from companion.service.upkeep.settings import read_chosen


def check(arguments: argparse.Namespace) -> int:
    """Tell everything that is wrong with a configuration."""
    file = config_file(arguments.file)
    try:
        config = load_naming(file)
    except ConfigError as error:
        return say_all(error.problems)
    right = _("There is no configuration: everything is at its default.")
    sys.stdout.write(f"{file}: {_('all right.')}\n" if file else f"{right}\n")
    try:
        chosen = read_chosen(config.data)
    except ConfigError as error:
        return say_all(error.problems)
    for option, value in chosen.items():
        said = f"{option} = {toml(value)}"
        told = _("{option} was chosen in the panel's set-up, and goes before this.", option=said)
        sys.stdout.write(f"{told}\n")
    return 0


def show(_arguments: argparse.Namespace) -> int:
    """Write a configuration with every option at its default."""
    sys.stdout.write(defaults())
    return 0
