"""What the set-up and the diagnostics say."""

from __future__ import annotations

from companion.service.upkeep.refusal import SetupError, Why
from companion.service.upkeep.values import Place, Sensor, Stand, TestThrow
from web.drawing import point_name
from web.language import gettext as _


def step_names() -> dict[str, tuple[str, str]]:
    """Return each step of the set-up with what it is for."""
    return {
        "language": (_("Language"), _("In which language this device shows the panel.")),
        "pin": (_("PIN"), _("Who may enter something at the table, and who may change settings.")),
        "board": (_("Sensor board"), _("Where the board is plugged in, and whether it answers.")),
        "orientation": (_("How the board stands"), _("Where White's point 1 is, and which checkers are White's.")),
        "walk": (_("Sensors"), _("Whether every sensor feels a checker.")),
        "camera": (_("Camera"), _("Which camera it is, and where the board lies in its picture.")),
        "dice": (_("Dice test"), _("Whether five throws are read rightly.")),
    }


def refusal(error: SetupError) -> str:
    """Return why something cannot be done."""
    return _refusals()[error.why] % error.params


def _refusals() -> dict[Why, str]:
    return {
        Why.DEMO: _("The demonstration has its own board and camera: nothing can be chosen for them."),
        Why.GIVEN: _("The command line says what %(option)s is: it goes first, and cannot be changed here."),
        Why.NOT_SO: _("That cannot be chosen: %(told)s"),
        Why.NOT_KEPT: _("That could not be written down: %(told)s"),
        Why.NO_BOARD: _("The board tells nothing just now."),
        Why.NO_PICTURE: _("There is no picture from the camera just now."),
        Why.NO_MARKERS: _("None of the printed markers is seen: do they lie on the board, flat and in good light?"),
        Why.MARKERS_MISSING: _("These markers are not seen: %(numbers)s. Are they flat, uncovered and in good light?"),
        Why.MARKERS_MISPLACED: _(
            "These markers lie at the wrong corners, or turned: %(numbers)s. Compare with the drawing on the sheet."
        ),
        Why.MARKERS_WRONG: _(
            "Some markers lie at the wrong corners, or turned: compare with the drawing on the sheet."
        ),
        Why.NO_OUTLINE: _("The board's outline is not found. Drag the corners, or use the printed markers."),
        Why.WRONG_CORNERS: _("The corners must go round each half: top left, top right, bottom right, bottom left."),
        Why.NO_DIE: _("No die is seen on the board: lay one flat, with light on it."),
        Why.NO_SUCH_THROW: _("There is no such throw."),
    }


def place_name(place: Place) -> str:
    """Return what people call a zone of the board."""
    if place.kind == "point":
        if place.of_game:
            return _("point %(name)s", name=point_name(place.number))
        return _("the board's point %(number)s", number=place.number)
    names = {
        ("bar", "white"): _("White's bar"),
        ("bar", "black"): _("Black's bar"),
        ("tray", "white"): _("White's tray"),
        ("tray", "black"): _("Black's tray"),
        ("bar", None): _("the bar, side %(number)s", number=place.number + 1) if place.number < 2 else _("the bar"),
        ("tray", None): _("the tray, side %(number)s", number=place.number + 1),
    }
    return names[place.kind, place.owner]


def sensor_name(place: Place, sensor: Sensor, count: int) -> str:
    """Return what people call a sensor."""
    if count == 1:
        return place_name(place)
    return _("%(place)s, slot %(number)s from the edge", place=place_name(place), number=sensor.slot + 1)


def verdicts() -> dict[str, str]:
    """Return what the walk has found of a sensor."""
    return {
        "seen": _("feels a checker"),
        "weak": _("hardly feels its checker: look at the magnet, and at the sensor's height"),
        "fault": _("gives no signal: look at its cable"),
        "stuck": _("always shows a checker"),
        "unseen": _("has not shown a checker yet: not connected, or none was put there"),
    }


def troubles() -> dict[str, str]:
    """Return what is the matter with a sensor."""
    return {
        "fault": _("gives no signal: look at its cable"),
        "flicker": _("keeps changing"),
        "colour": _("cannot decide on a colour"),
        "stuck": _("does not change, whatever is played there"),
        "weak": _("hardly feels its checker"),
    }


def tare_results() -> dict[str, str]:
    """Return what came of measuring the empty board."""
    return {
        "done": _("Done: the board knows now what its sensors measure with nothing on it."),
        "out_of_range": _("Nothing was changed: something still lies on the board, or a magnet is near it."),
        "busy": _("Nothing was changed: the board is busy. Try again."),
        "not_stored": _("The board uses the new values, but could not store them: switched off, it forgets them."),
        "unable": _("This board has nothing to measure."),
        "unknown": _("This board has nothing to measure."),
        "silent": _("The board did not answer."),
    }


def starts() -> dict[str, str]:
    """Return why a board started."""
    return {
        "power": _("power was switched on"),
        "button": _("its reset button was pressed"),
        "low_voltage": _("its supply was too low"),
        "watchdog": _("its program hung"),
        "command": _("it was told to"),
        "": _("not known"),
    }


def sensings() -> dict[str, str]:
    """Return what sensors tell."""
    return {
        "presence": _("whether a checker is there"),
        "colour": _("the colour of each checker"),
        "count": _("how many checkers lie there"),
        "identity": _("which checker it is"),
    }


def states() -> dict[str, str]:
    """Return how a part is, in a word."""
    return {
        "off": _("not used"),
        "starting": _("being started"),
        "running": _("running"),
        "failed": _("failed"),
        "lost": _("lost"),
    }


def corners() -> dict[int, str]:
    """Return where the board's own point 1 may be, by the game's number of that point."""
    return {
        1: _("at White's point 1"),
        24: _("at Black's point 1 (1A)"),
        12: _("at White's point 12"),
        13: _("at Black's point 12 (12A)"),
    }


def stand_name(stand: Stand) -> str:
    """Return how a board may stand, as a sentence."""
    corner, colour = stand
    where = corners()[corner]
    if colour == "white":
        return _("Its point 1 is %(where)s, and A is White's.", where=where)
    return _("Its point 1 is %(where)s, and A is Black's.", where=where)


def hows() -> dict[str, str]:
    """Return how the corners were found."""
    return {
        "given": _("by hand"),
        "markers": _("by the printed markers"),
        "outline": _("by the board's edges"),
        "": _("not yet"),
    }


def slowed() -> dict[str, str]:
    """Return what slows the processor down."""
    return {
        "undervoltage": _("the supply is too weak now"),
        "capped": _("the processor is slowed down now"),
        "throttled": _("the processor is held back now"),
        "hot": _("it is too hot now"),
        "was_undervoltage": _("the supply was too weak since the start"),
        "was_capped": _("the processor was slowed down since the start"),
        "was_throttled": _("the processor was held back since the start"),
        "was_hot": _("it was too hot since the start"),
    }


def corner_names() -> tuple[str, ...]:
    """Return the corners of a half, in their order."""
    return _("top left"), _("top right"), _("bottom right"), _("bottom left")


def flaws() -> dict[str, str]:
    """Return why a throw does not count."""
    return {
        "cocked": _("a die does not lie flat"),
        "on_checker": _("a die lies on a checker"),
        "outside": _("a die lies outside the board"),
        "split": _("the dice lie in different halves"),
        "one_die": _("only one die is seen"),
        "too_many": _("more than two dice are seen"),
        "unreadable": _("a die cannot be read"),
    }


def dice_result(throws: tuple[TestThrow, ...]) -> str:
    """Return how well the throws were read, in words."""
    judged = [one for one in throws if one.right is not None]
    right = sum(one.right is True for one in judged)
    unread = sum(not one.read for one in judged)
    if not judged:
        return ""
    told = _("%(right)s of %(count)s throws were read rightly.", right=right, count=len(judged))
    if right == len(judged):
        return f"{told} " + _("The camera can be relied on with these dice.")
    if unread and unread == len(judged) - right:
        return f"{told} " + _("The others were not read at all: give the board more light, or drag the corners anew.")
    return f"{told} " + _("Where a wrong number was told: give the board more even light, or try other dice.")


def bundle_parts() -> dict[str, str]:
    """Return what is in each file of the support bundle."""
    return {
        "versions.txt": _("which versions run here"),
        "configuration.txt": _("every option and where it comes from, without passwords"),
        "machine.json": _("disk, temperature, clock and load of the machine"),
        "table.json": _("what the table is waiting for, and how its parts are"),
        "board.json": _("what the sensor board tells of itself and of every sensor"),
        "camera.json": _("how the camera is, without pictures"),
        "events.jsonl": _("the last things that happened in the journal, with the players' names"),
        "log.txt": _("the end of the log since the companion was started"),
    }


def sheet_texts() -> dict[str, str]:
    """Return the texts of the sheet of markers, by their English."""
    return {
        "Markers for the camera": _("Markers for the camera"),
        "Print at 100 % (no fitting to the page). The line below must measure 100 mm.": _(
            "Print at 100 % (no fitting to the page). The line below must measure 100 mm."
        ),
        "Cut out the eight papers along the grey lines.": _("Cut out the eight papers along the grey lines."),
        "Take the checkers away and lay each paper flat into the corner that the drawing shows,": _(
            "Take the checkers away and lay each paper flat into the corner that the drawing shows,"
        ),
        "seen as the camera sees the board: the dot goes right into the corner of the playing surface.": _(
            "seen as the camera sees the board: the dot goes right into the corner of the playing surface."
        ),
        "Then run: companion camera calibrate SOURCE. Take the papers away when it says that it is done.": _(
            "Then choose “By the markers” in the set-up, keep the corners, and take the papers away."
        ),
        "Where each belongs, as the camera sees the board:": _("Where each belongs, as the camera sees the board:"),
        "left half": _("left half"),
        "right half": _("right half"),
        "top left corner": _("top left corner"),
        "top right corner": _("top right corner"),
        "bottom right corner": _("bottom right corner"),
        "bottom left corner": _("bottom left corner"),
        "at the bar": _("at the bar"),
    }
