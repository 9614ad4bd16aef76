"""An analysis as it is shown: its players, its games with their pictures, its mistakes each with a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.service.analysing_view import board_of, face, game_name, huckes_of, why
from companion.service.view import Both, CubeView, Message, Place, TableView, Who
from web.analysis.charts import Bars, Course, Scores, bars, course, match_course, points_course
from web.drawing import PLAYERS, Arrow, Picture, picture
from web.language import gettext as _

MOST_BOARDS = 10
"""So many mistakes are drawn; the rest stand in a table."""
Json = Mapping[str, Any]
Moves = Sequence[tuple[Place, Place]]


@dataclass(frozen=True)
class Mistake:
    """A decision that lost something, and the board before it."""

    game: int
    decision: int
    turn: int
    player: Who
    loss: float
    data: Json
    picture: Picture | None = None
    """With the arrows of the best play."""
    made: tuple[Arrow, ...] = ()
    """The arrows of what was played."""

    @property
    def is_play(self) -> bool:
        """Whether a throw was played, and not the cube decided on."""
        return bool(self.data["kind"] == "play")

    @property
    def is_answer(self) -> bool:
        """Whether the mistake was to take or to drop."""
        return bool(self.data["player"] != self.player)


@dataclass(frozen=True)
class GameSheet:
    """A game with its figures and pictures."""

    number: int
    players: Json
    course: Course | None
    points: Scores | None


@dataclass(frozen=True)
class Sheet:
    """A whole match."""

    report: Json
    names: Both[str]
    game_name: str
    bars: Bars
    scores: Scores | None
    games: tuple[GameSheet, ...]
    worst: tuple[Mistake, ...]
    others: tuple[Mistake, ...]

    @property
    def decisions(self) -> int:
        """How many decisions there were, judged or not."""
        return sum(len(game["decisions"]) for game in self.report["games"])


def sheet_of(report: Json, seat: Who) -> Sheet:
    """Return what is shown of a report."""
    names = report["match"]["names"]
    mistakes = list(_mistakes(report))
    return Sheet(
        report,
        Both(*(_(name) if name in {"White", "Black"} else name for name in (names[who] for who in PLAYERS))),
        game_name(report["match"]["game"]),
        bars(report["players"]),
        match_course(report),
        tuple(map(_game, report["games"])),
        tuple(_drawn(report["match"]["game"], one, seat) for one in mistakes[:MOST_BOARDS]),
        tuple(mistakes[MOST_BOARDS:]),
    )


def _game(game: Json) -> GameSheet:
    decisions = game["decisions"]
    return GameSheet(game["game"], game["players"], course(decisions), points_course(decisions))


def _mistakes(report: Json) -> Iterator[Mistake]:
    for one in report["mistakes"]:
        decisions = report["games"][one["game"] - 1]["decisions"]
        turn = turn_of(decisions, one["decision"])
        yield Mistake(one["game"], one["decision"], turn, one["player"], one["loss"], decisions[one["decision"]])


def turn_of(decisions: Sequence[Json], decision: int) -> int:
    """Return which turn of the game a decision belongs to."""
    return sum(1 for before in decisions[:decision] if before["kind"] == "play") + 1


def _drawn(game: str, mistake: Mistake, seat: Who) -> Mistake:
    data = mistake.data
    draw = partial(picture, _table(game, data), seat)
    if not mistake.is_play:
        return replace(mistake, picture=draw())
    made = draw(_moves(data["made"])) if data["made"] else None
    return replace(mistake, picture=draw(_moves(data["best"][0])), made=made.arrows if made else ())


def _moves(play: Json) -> Moves:
    return tuple(dict.fromkeys((source, target) for source, target in play["moves"]))


def _table(game: str, data: Json) -> TableView:
    """Return a table at which the decision is to be made."""
    is_play = data["kind"] == "play"
    return TableView(
        version=0,
        waiting=Message(""),
        game_board=board_of(data["position"]),
        turn=data["player"],
        throw=tuple(data["dice"]) if is_play else (),
        cube=None if is_play else CubeView(data["cube"], data["owner"], face=face(data["cube"])),
        hucke=huckes_of(game),
    )


def reasons(play: Json) -> tuple[Message, ...]:
    """Return what is to be said of a play."""
    return why(play["facts"])
