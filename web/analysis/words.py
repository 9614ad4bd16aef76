"""What templates say of decisions, in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.service import TEMPLATES
from companion.service.analysing_view import REASONS
from companion.service.speech import Speech
from companion.service.view import Message
from web.analysis.sheet import Mistake, reasons
from web.language import gettext
from web.language import gettext as _
from web.texts import Speaker

Json = Mapping[str, Any]
SPEECH = Speech(gettext, (*REASONS, *TEMPLATES))


def why_not(text: str) -> str:
    """Return why somebody could not judge, in the language of the device."""
    return SPEECH.sentence(text)


def because(play: Json) -> str:
    """Return in one sentence what is to be said of a play."""
    return one_sentence(reasons(play))


def one_sentence(facts: Sequence[Message]) -> str:
    """Return facts as one sentence."""
    text = "; ".join(map(Speaker().say, facts))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def verdict(cube: Json) -> str:
    """Return what would have been best with the cube."""
    return action(cube["action"])


def action(name: str) -> str:
    """Return what is to be done with the cube."""
    return {
        "no_double": _("no double"),
        "double_take": _("double, and take"),
        "double_drop": _("double, and drop"),
        "too_good": _("too good to double: play on"),
    }[name]


def deed_of(mistake: Mistake) -> str:
    """Return what was done with the cube."""
    if mistake.is_answer:
        return {"take": _("taken"), "drop": _("dropped"), "beaver": _("beavered")}[mistake.data["answer"]]
    return _("doubled") if mistake.data["doubled"] else _("not doubled")


TOOLS = {one.__name__: one for one in (why_not, because, one_sentence, verdict, action, deed_of)}
"""What the templates know besides."""
