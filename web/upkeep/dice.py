"""The dice test: what the reader says of five throws, confirmed or corrected by who throws them."""

from __future__ import annotations

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.upkeep.dice_test import THROWS
from companion.service.upkeep.refusal import SetupError
from web.access import csrf_token, needs
from web.safe import Role
from web.upkeep import words
from web.upkeep.devices import number_of
from web.upkeep.shared import upkeep
from web.upkeep.steps import pages, refused, show


def dice_parts() -> dict[str, str]:
    """Return the throws so far, drawn anew."""
    test, look = upkeep().dice, upkeep().camera()
    return {
        "throws": render_template(
            "setup/throws.html",
            test=test,
            look=look,
            wanted=THROWS,
            result=words.dice_result(test.throws),
            flaws=words.flaws(),
            csrf=csrf_token(),
        )
    }


@pages.get("/setup/dice")
@needs(Role.OWNER)
def dice() -> ResponseReturnValue:
    """Show the dice test."""
    return show("dice", parts=dice_parts())


@pages.get("/setup/dice/now")
@needs(Role.OWNER)
def dice_now() -> ResponseReturnValue:
    """Return the throws so far."""
    return {"parts": dice_parts()}


@pages.get("/setup/dice/<int:number>.jpg")
@needs(Role.OWNER)
def picture(number: int) -> ResponseReturnValue:
    """Return the picture of a throw."""
    found = upkeep().dice.picture(number)
    return Response(found, mimetype="image/jpeg") if found is not None else abort(404)


@pages.post("/setup/dice")
@needs(Role.OWNER)
def test_dice() -> ResponseReturnValue:
    """Begin the test, or take what a throw was."""
    try:
        if request.form.get("do") == "begin":
            upkeep().begin_dice()
        else:
            upkeep().answer_dice(_number("number", 1, THROWS), _was())
    except SetupError as error:
        return refused(error, "dice")
    return redirect(url_for("setup.dice"))


def _was() -> tuple[int, int] | None:
    """Return what a throw was; None if it was read rightly."""
    if request.form.get("do") == "right":
        return None
    return _number("first", 1, 6), _number("second", 1, 6)


def _number(name: str, least: int, most: int) -> int:
    number = number_of(name)
    return number if least <= number <= most else abort(400)
