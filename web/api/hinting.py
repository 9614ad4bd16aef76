"""What programs may do with hints: the same as the panel, with the same rights; in a tournament nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.service.view import HintsView
from web.api.doing import Done, done
from web.api.operations import Operation, Said, offer, sender
from web.entered import NOBODY, PLAYER
from web.kinds import YES_NO, Fields
from web.language import mark as _
from web.render import panel
from web.safe import Role


def hints() -> HintsView | None:
    """Return what the table shows of hints."""
    return panel().service.view().hints


def want(body: Mapping[str, Any]) -> Said:
    """A player wants hints, or wants none any more."""
    return done(panel().service.hints.want(body["player"], sender(), wanted=body["wanted"]))


def ask(body: Mapping[str, Any]) -> Said:  # noqa: ARG001 - nothing is to be said
    """Ask what to do now."""
    return done(panel().service.hints.ask(sender()))


offer(
    Operation(
        "hints",
        "GET",
        "/table/hints",
        _("What the table shows of hints: who wants them, what was said. Null without a match and in a tournament."),
        hints,
        HintsView | None,
        "hints",
    )
)
offer(
    Operation(
        "want_hints",
        "POST",
        "/table/hints/want",
        _("Say that a player wants hints, or wants none any more. What is shown is withdrawn unless both want it."),
        want,
        Done,
        "hints",
        Role.TABLE,
        body=Fields({"player": PLAYER, "wanted": YES_NO}),
        errors=(409, 503),
        may_wait=True,
    )
)
offer(
    Operation(
        "ask_hint",
        "POST",
        "/table/hints/ask",
        _("Ask what to do now, where both players want hints. The answer comes with the table as soon as it is known."),
        ask,
        Done,
        "hints",
        Role.TABLE,
        body=NOBODY,
        errors=(409, 503),
        may_wait=True,
    )
)
