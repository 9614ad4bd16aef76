"""A game of the archive step by step: each step has an address of its own, from either seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service import write_throw
from companion.service.archive_view import ReplayGame, ReplayStep
from companion.service.view import BoardView, Place, Who
from web.analysis.steps import decisions_at
from web.analysis.words import TOOLS as WORDS
from web.archive.pages import archive, called, pages, reads, tools
from web.drawing import PLAYERS, Picture, picture, point_name
from web.language import asked_language
from web.language import gettext as _
from web.look import look
from web.render import panel
from web.texts import Speaker

SEAT = "seat"
PACES = (0.5, 1, 2, 3, 5, 8)
USUAL_PACE = 2
"""Seconds a step at autoplay."""


@dataclass(frozen=True)
class Shown:
    """A step as it is shown."""

    game: ReplayGame
    step: ReplayStep
    picture: Picture | None
    seat: Who

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.game.steps)

    def at(self, number: int, seat: Who | None = None) -> str:
        """Return the address of another step of the game; with its seat if that is not the device's own."""
        return step_address(self.game, number, seat or self.seat)


def step_address(game: ReplayGame, number: int, seat: Who) -> str:
    """Return the address of a step, which can be handed on."""
    chosen = None if seat == look().seat and SEAT not in request.args else seat
    return url_for(
        "archive.step", number=game.line.number, game=game.number, step=number, seat=chosen, lang=asked_language()
    )


@pages.get("/archive/<int:number>/game/<int:game>")
@reads
def first_step(number: int, game: int) -> ResponseReturnValue:
    """Begin a game at its first step, or at the one that a form asks for."""
    step = request.args.get("step", 1, int)
    seat = request.args.get(SEAT)
    return redirect(
        url_for("archive.step", number=number, game=game, step=max(1, step), seat=seat, lang=asked_language())
    )


@pages.get("/archive/<int:number>/event/<int:seq>")
@reads
def event(number: int, seq: int) -> ResponseReturnValue:
    """Show the step to which an event belongs."""
    game, step = archive().place_of(number, seq)
    return redirect(url_for("archive.step", number=number, game=game, step=step, lang=asked_language()))


@pages.get("/archive/<int:number>/game/<int:game>/step/<int:step>")
@reads
def step(number: int, game: int, step: int) -> ResponseReturnValue:
    """Show a step; as a part alone if the page's own program asks for it."""
    found = archive().game(number, game)
    if not found.steps:
        abort(404)
    if step > len(found.steps) or step < 1:
        return redirect(step_address(found, min(max(1, step), len(found.steps)), _seat()))
    shown = _shown(found, step)
    speaker = Speaker(called(found.line.names))
    name = "archive/step.html" if request.args.get("part") else "archive/replay.html"
    return render_template(
        name,
        shown=shown,
        step=shown.step,
        game=found,
        line=found.line,
        names=speaker.names,
        sentence=lambda one: _sentence(speaker, one),
        short=lambda one: _short(speaker, one),
        in_words=in_words,
        reason=lambda one: speaker.say(one.play.condoned) if one.play else "",
        paces=PACES,
        usual_pace=USUAL_PACE,
        others=PLAYERS,
        judged=_judged(found, step),
        **WORDS,
        **tools(),
    )


def _judged(game: ReplayGame, step: int) -> list[dict[str, Any]]:
    """Return what the analysis says of a step, where there is one."""
    decisions = panel().service.analysing.game(game.line.number, game.number) or []
    return [decisions[one] for one in decisions_at(game.steps, decisions).get(step, ())]


def _shown(game: ReplayGame, number: int) -> Shown:
    step, seat = game.steps[number - 1], _seat()
    drawn = picture(step.table, seat, tuple(dict.fromkeys(step.arrows)))
    # What was played is not to be tapped.
    return Shown(game, step, replace(drawn, areas=()) if drawn else None, seat)


def _seat() -> Who:
    asked = request.args.get(SEAT)
    return "white" if asked == "white" else "black" if asked == "black" else look().seat


def _sentence(speaker: Speaker, step: ReplayStep) -> str:
    """Return all that was said at a step."""
    return " ".join(map(speaker.say, step.said)) or _("Game %(number)s begins.", number=step.table.game_number)


def _short(speaker: Speaker, step: ReplayStep) -> str:
    """Return a step for the list of all steps: a throw or a play in few words."""
    if step.play and step.who:
        return f"{speaker.names.of(step.who)} {_dice(step.play.dice)}: {step.play.international}"
    if step.table.throw and step.who:
        return f"{speaker.names.of(step.who)} {_dice(step.table.throw)}"
    return _sentence(speaker, step)


def _dice(dice: Sequence[int]) -> str:
    return write_throw(dice).replace("-", "\N{NON-BREAKING HYPHEN}")


def in_words(board: BoardView) -> list[tuple[Who, str]]:
    """Return where each player's checkers stand, for those who do not see the picture."""
    return [(who, ", ".join(_places(board, who))) for who in PLAYERS]


def _places(board: BoardView, who: Who) -> list[str]:
    points: list[tuple[Place, int]] = [(at, counts[who == "black"]) for at, counts in enumerate(board.points, 1)]
    beside = [("bar", board.bar.of(who)), ("reserve", board.reserve.of(who)), ("off", board.off.of(who))]
    return [
        _("%(count)s on %(place)s", count=count, place=point_name(place))
        if isinstance(place, int)
        else f"{count} {_(place)}"
        for place, count in (*points, *beside)
        if count
    ]
