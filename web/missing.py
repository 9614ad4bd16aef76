"""What the table has to do without: a board or a camera that it had. What to do is said at the top of its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.service.view import DeviceView, TableView
from web.language import gettext as _
from web.texts import Speaker

BOARD, CAMERA = "board", "camera"
PLAYED = frozenset({"opening", "to_throw", "naming", "playing", "asking", "disputed"})
"""While a game is going on, people enter what no device sees."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A part that does not work: since when (Unix ms), what is the matter, what to do, and what to do meanwhile."""

    since: int
    title: str
    todo: str
    meanwhile: str
    more: str
    """What the part itself says, if that is not the title."""


def missing(view: TableView) -> tuple[Missing, ...]:
    """Return what the table has to do without."""
    return tuple(_told(view))


def _told(view: TableView) -> Iterator[Missing]:
    speaker = Speaker.of(view)
    for part in (BOARD, CAMERA):
        device = view.missed(part)
        if device is None or device.missed_since is None:
            continue
        title, todo, meanwhile = _of_camera(device) if part == CAMERA else _of_board()
        more = speaker.say(device.message)
        meanwhile, more = meanwhile if view.phase in PLAYED else "", "" if more == title else more
        yield Missing(device.missed_since, title, todo, meanwhile, more)


def _of_board() -> tuple[str, str, str]:
    title, todo = _("The sensor board does not answer."), _("Check its cable, and plug it in again.")
    return title, todo, _("Until it is back, enter plays here by hand.")


def _of_camera(device: DeviceView) -> tuple[str, str, str]:
    todo = {
        "The camera is covered.": _("Take away what is in front of it."),
        "It is too dark for the camera.": _("Put more light on the board."),
        "The camera is out of focus.": _("Clean its lens, and turn it until the picture is sharp."),
        "The camera was moved: it must be calibrated again.": _(
            "Hang it as it was, or calibrate it again in the set-up."
        ),
    }
    meanwhile = _("Until it sees the dice again, enter throws here by hand.")
    if device.message.text in todo:
        return _(device.message.text), todo[device.message.text], meanwhile
    return _("The camera gives no pictures."), _("Check its cable, and that it is switched on."), meanwhile
