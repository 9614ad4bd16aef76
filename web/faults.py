"""The demonstration's page: what is played, by whom, how fast, and plugs to pull. Only where a demonstration plays."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, Flask, abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import Answer, Who
from web.access import EXTENSION as ACCESS
from web.access import address, csrf_token, needs
from web.drawing import PLAYERS
from web.entry import answered
from web.language import gettext as _
from web.render import panel
from web.safe import Role

pages = Blueprint("faults", __name__)

EXTENSION = "companion_demonstration"
PACES = (0.5, 1.0, 2.0, 5.0, 20.0)


class State(Protocol):
    """What is chosen at the demonstration, and what fails there."""

    @property
    def game(self) -> str:
        """The game that is played."""

    @property
    def pace(self) -> float:
        """How fast: 1 is the pace of people."""

    @property
    def sides(self) -> AbstractSet[Who]:
        """The sides that are played by hand."""

    @property
    def pulled(self) -> Sequence[str]:
        """What fails now."""


class Demonstration(Protocol):
    """The demonstration, as the panel knows it."""

    def state(self) -> State:
        """Return what is chosen, and what fails."""

    def faults(self) -> Sequence[tuple[str, str]]:
        """Return what can be made to fail: each fault, and which part has it."""

    def play(self, game: str, by: str) -> Answer:
        """Begin a match of another game."""

    def hurry(self, pace: float) -> None:
        """Play at another pace."""

    def sit(self, side: Who, *, by_hand: bool) -> None:
        """Let a side be played by hand, or give it back."""

    def pull(self, fault: str) -> None:
        """Let something fail."""

    def put_back(self, fault: str) -> None:
        """Mend one fault."""

    def mend(self) -> None:
        """Put everything in order again."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in words."""

    name: str
    title: str
    look_for: str
    pulled: bool


def offer(app: Flask, demonstration: Demonstration) -> None:
    """Let visitors of the panel take part in a demonstration; without a PIN, all who may watch it."""
    app.extensions[EXTENSION] = demonstration
    app.extensions[ACCESS].open_to_enter = True
    app.jinja_env.globals["has_demonstration"] = True
    app.register_blueprint(pages)


def _demo() -> Demonstration:
    demonstration: Demonstration = current_app.extensions[EXTENSION]
    return demonstration


@pages.get("/demo")
@needs(Role.TABLE)
def show() -> ResponseReturnValue:
    """Show what a visitor may do."""
    state = _demo().state()
    return render_template(
        "faults.html",
        state=state,
        parts=_parts(state),
        games=panel().service.catalogue(),
        paces=sorted({*PACES, state.pace}),
        csrf=csrf_token(),
    )


def _parts(state: State) -> list[tuple[str, list[Fault]]]:
    """Return each part with what can fail there."""
    told, parts = _texts(), dict[str, list[Fault]]()
    for name, part in _demo().faults():
        parts.setdefault(part, []).append(Fault(name, *told[name], name in state.pulled))
    return list(parts.items())


@pages.post("/demo/game")
@needs(Role.TABLE)
def game() -> ResponseReturnValue:
    """Play another game from now on."""
    name = request.form.get("game", "")
    if name not in {one.id for one in panel().service.catalogue()}:
        abort(400)
    return answered(_demo().play(name, f"panel {address()}"), "faults.show")


@pages.post("/demo/pace")
@needs(Role.TABLE)
def pace() -> ResponseReturnValue:
    """Play faster or slower from now on."""
    chosen = {f"{one:g}": one for one in (*PACES, _demo().state().pace)}.get(request.form.get("pace", ""))
    if chosen is None:
        abort(400)
    _demo().hurry(chosen)
    return _back(_("The players play at this pace now."))


@pages.post("/demo/side")
@needs(Role.TABLE)
def side() -> ResponseReturnValue:
    """Let a side be played by hand, or give it back."""
    for who in PLAYERS:
        if request.form.get("side") == who:
            by_hand = request.form.get("by") == "hand"
            _demo().sit(who, by_hand=by_hand)
            return redirect(url_for("pages.table" if by_hand else "faults.show"))
    return abort(400)


@pages.post("/demo/fault")
@needs(Role.TABLE)
def fault() -> ResponseReturnValue:
    """Let something fail, or mend it."""
    name = request.form.get("fault", "")
    if name not in dict(_demo().faults()):
        abort(400)
    if request.form.get("do") == "pull":
        _demo().pull(name)
        return _back(_("It fails now: look at the table."))
    _demo().put_back(name)
    return _back(_("It is mended."))


@pages.post("/demo/mend")
@needs(Role.TABLE)
def mend() -> ResponseReturnValue:
    """Put everything in order again."""
    _demo().mend()
    return _back(_("Everything is in order again."))


def _back(text: str) -> ResponseReturnValue:
    flash(text, "good")
    return redirect(url_for("faults.show"))


def _texts() -> dict[str, tuple[str, str]]:
    """Return for each fault what it is, and what to look for at the table."""
    return {**_of_board(), **_of_camera(), **_of_journal()}


def _of_board() -> dict[str, tuple[str, str]]:
    return {
        "unplugged": (
            _("The board's cable is pulled out"),
            _("The board is told as lost, and each play is entered by hand until the cable is back."),
        ),
        "other_port": (
            _("The cable is put into another port"),
            _("The board is lost for some seconds and found again by itself; mended, it goes back to where it was."),
        ),
        "corrupt": (
            _("The line is disturbed: one byte in 400 is spoilt"),
            _("What is spoilt is thrown away and asked for again: plays may be seen late, but never wrongly."),
        ),
        "lossy": (
            _("One message in four gets lost"),
            _("What is lost is asked for again: plays are seen a little later."),
        ),
        "slow": (
            _("Everything from the board comes almost half a second late"),
            _("The checkers in the picture move that much later; nothing else changes."),
        ),
        "hang": (
            _("The board hangs"),
            _("After some seconds of silence the board is told as lost; mended, it goes on by itself."),
        ),
        "stuck": (
            _("A sensor of point 10 always shows a checker"),
            _("The board and the game differ at point 10; plays elsewhere are recorded all the same."),
        ),
        "weak": (
            _("A sensor of point 6 hardly feels its checker"),
            _("Now and then a checker is missing at point 6, and the list of devices names the sensor."),
        ),
        "flicker": (
            _("A sensor of point 6A keeps changing"),
            _("A checker comes and goes at point 6A and is taken for no play; the list of devices names the sensor."),
        ),
        "swapped": (
            _("The cables of points 7 and 7A are mixed up"),
            _("Checkers that go to one of these points show at the other: the play seems illegal, or impossible."),
        ),
    }


def _of_camera() -> dict[str, tuple[str, str]]:
    return {
        "dark": (
            _("The light goes out"),
            _("The camera says that it is too dark, and throws are entered by hand."),
        ),
        "glare": (
            _("A lamp is mirrored on the board"),
            _("Dice in the glare may not be read: they are thrown again, or entered by hand."),
        ),
        "blur": (
            _("The camera is out of focus"),
            _("The camera says that it is out of focus, and throws are entered by hand."),
        ),
        "covered": (
            _("Something lies over the camera"),
            _("The camera says that it is covered, and throws are entered by hand."),
        ),
        "knocked": (
            _("Somebody has knocked against the camera"),
            _("The camera says that it was moved. Mended, it hangs as before and reads again."),
        ),
        "lost": (
            _("The camera's cable is pulled out"),
            _("The camera is told as lost and opened again and again, and throws are entered by hand."),
        ),
    }


def _of_journal() -> dict[str, tuple[str, str]]:
    return {
        "journal_gone": (
            _("The disk with the journal is pulled out"),
            _("The panel warns that what happens is kept in memory only; mended, all of it is written."),
        ),
        "journal_busy": (
            _("Another program writes to the journal"),
            _("The panel warns in the same way, and says what is in the way."),
        ),
    }
