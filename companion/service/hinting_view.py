"""What an adviser has said as finished values: plays with their chances and why, the cube, who it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.hints.advice import CubeAdvice, RatedPlay
from companion.hints.question import Hint
from companion.hints.report import play_data
from companion.hints.why import Fact, Told
from companion.rules.board import booklet_name
from companion.rules.plays import Plays, legal_plays
from companion.service import words
from companion.service.view import HintedCube, HintedPlay, HintsView, Message

SHOWN = 5
FEWEST = 3
WORTH_SHOWING = 0.2
"""Beyond the first few, only plays are shown that are not so far behind."""


def as_told(said: Hint | str) -> HintsView:
    """Return what was said, or why nothing."""
    if isinstance(said, str):
        return HintsView(state="failed", failure=words.own("no_hint", message=said))
    answered = said.plays or said.cube
    return HintsView(
        state="told",
        plays=_plays(legal_plays(said.question.turn), said.plays.value) if said.plays and said.question.turn else (),
        cube=_cube(said.cube.value) if said.cube else None,
        adviser=answered.by if answered else "",
        instead=tuple(map(_reason, answered.instead)) if answered else (),
    )


def _plays(plays: Plays, rated: Sequence[RatedPlay]) -> tuple[HintedPlay, ...]:
    best = rated[0].equity if rated else 0.0
    near = [one for at, one in enumerate(rated[:SHOWN]) if at < FEWEST or best - one.equity < WORTH_SHOWING]
    return tuple(_play(plays, one, best) for one in near)


def _play(plays: Plays, rated: RatedPlay, best: float) -> HintedPlay:
    data, chances = play_data(plays, rated.outcome), rated.chances
    return HintedPlay(
        data["international"],
        data["booklet"],
        tuple((source, target) for source, target in data["moves"]),
        rated.equity,
        best - rated.equity,
        chances.win,
        chances.win_gammon,
        chances.lose_gammon,
        why(data["facts"]),
        data["recommended"],
    )


def _cube(advice: CubeAdvice) -> HintedCube:
    return HintedCube(
        advice.action.value,
        advice.double_take <= advice.double_drop,
        advice.beaver,
        advice.no_double,
        advice.double_take,
        advice.double_drop,
        advice.chances.win,
    )


def why(facts: Sequence[Mapping[str, Any]]) -> tuple[Message, ...]:
    """Return what is to be said of a play, each fact by itself; points are named as on the board."""
    told = (Told(Fact[one["code"].upper()], tuple(one["points"]), one["count"]) for one in facts)
    return tuple(map(_fact, told))


def _fact(told: Told) -> Message:
    names = ", ".join(map(booklet_name, told.points))
    text = told.template.format(points=names, count=told.count)
    return Message(told.code, (("points", names), ("count", told.count)), text, told.template)


def _reason(text: str) -> Message:
    return Message("not_asked", (), text, text)
