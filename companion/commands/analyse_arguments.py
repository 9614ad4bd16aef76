"""The arguments of `companion analyse`; what it does is loaded only when it runs."""

from __future__ import annotations

from pathlib import Path

from companion.commands.adviser_arguments import add_adviser_options
from companion.commands.archive_arguments import add_about_archive
from companion.commands.subcommands import Commands, later
from companion.language import _

TEXT, JSON, HTML = FORMS = "text", "json", "html"


def add_analyse_command(commands: Commands) -> None:
    """Add the command to those of the command line."""
    parser = add_about_archive(
        commands, "analyse", _("what each decision of a match was worth: errors, luck, mistakes")
    )
    parser.add_argument("match", metavar=_("MATCH"), help=_("a number or id, as 'companion games' shows it"))
    kinds = _("text for people, json for programs, html to be printed, with pictures")
    parser.add_argument("--format", choices=FORMS, default="text", help=kinds)
    add_adviser_options(parser)
    parser.add_argument("--output", type=Path, metavar=_("FILE"), help=_("write to this file, not to standard output"))
    parser.add_argument("--force", action="store_true", help=_("overwrite the file if it is there"))
    parser.add_argument("--again", action="store_true", help=_("judge anew also what was judged before"))
    parser.set_defaults(run=later("companion.commands.analyse", "analyse"))
