"""A position as the player to move sees it, and the way from and to the JSON of a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

GAMES = (
    "backgammon",
    "snake",
    "acey_deucey",
    "acey_deucey_european",
    "trictrac",
    "trictrac_old",
    "puff",
    "puff_long",
    "puff_russian",
    "puff_dutch",
    "revertier",
)
WHITE_FALLS = ("backgammon", "snake", "acey_deucey", "acey_deucey_european")
BOTH_RISE = ("puff_long", "puff_russian")
ACEY = ("acey_deucey", "acey_deucey_european")
TRICTRAC = ("trictrac", "trictrac_old")
PUFF = ("puff", "puff_long", "puff_russian", "puff_dutch", "revertier")

BAR, RESERVE, OFF = -1, 0, 25  # where a step can start or end, beside the paces 1-24
OWN_HUCKE, OTHER_HUCKE = 12, 13  # by the mover's pace
CHECKERS = 15
WINNING_POINTS = 12


@dataclass(frozen=True)
class Rules:
    """What of a case the steps depend on, beside the position."""

    game: str
    mover: str
    ravensburger: bool = False
    hit_to_start: bool = False
    pass_on: bool = False
    third_ace_deuce: bool = False
    russian_gate: int = 2
    gate_home: bool = False
    doubles_by_game: bool = False
    score: int = 0

    @property
    def other(self) -> str:
        """The opponent's colour."""
        return "black" if self.mover == "white" else "white"


class Position(NamedTuple):
    """Checkers by the mover's pace (entry 0 is unused); what lies beside the board; what the throw brought so far."""

    own: tuple[int, ...]
    opp: tuple[int, ...]
    bar: int
    reserve: int
    off: int
    opp_bar: int
    scored: int = 0
    gate: bool = False  # Dutch Puff: may hit
    runner: int = 0  # Tric-Trac: where the checker stands that left the start pile in this throw

    @property
    def finished(self) -> bool:
        """Nothing of the mover's is left to bear off."""
        return self.bar == 0 and self.reserve == 0 and not any(self.own)


def rules_of(case: dict[str, Any]) -> Rules:
    """The rules that the case's game and options make."""
    game = case["game"]
    if game not in GAMES:
        raise ValueError(game)
    given = case.get("options") or {}
    score = (memory_of(case).get("score") or {}).get(case["turn"], 0)
    return Rules(
        game=game,
        mover=case["turn"],
        ravensburger=game == "backgammon" and bool(given.get("ravensburger", False)),
        hit_to_start=game == "backgammon" and bool(given.get("hit_to_start", False)),
        pass_on=bool(given.get("pass_on", False)),
        third_ace_deuce=bool(given.get("third_ace_deuce", False)),
        russian_gate=int(given.get("russian_gate", 2)),
        gate_home=given.get("gate") == "home",
        doubles_by_game=given.get("doubles_count") == "game",
        score=score,
    )


def memory_of(case: dict[str, Any]) -> dict[str, Any]:
    """The case's memory, empty where it has none."""
    return case.get("memory") or {}


def rises(game: str, colour: str) -> bool:
    """Whether that colour's path goes from point 1 to point 24."""
    if game in BOTH_RISE:
        return True
    return (colour == "black") == (game in WHITE_FALLS)


def gate_pace(rules: Rules, pace: int) -> bool:
    """Whether standing on that pace brings the right to hit in Dutch Puff (D22)."""
    if rules.game != "puff_dutch":
        return False
    return pace == 19 or (rules.gate_home and 19 <= pace <= 24)


def other_start(rules: Rules) -> int:
    """The mover's name for the opponent's pace 1."""
    return 1 if rules.game in BOTH_RISE else 24


def read(rules: Rules, case: dict[str, Any]) -> Position:
    """The case's position as the mover sees it."""
    sign = 1 if rules.mover == "white" else -1
    by_pace = [sign * count for count in case["points"]]
    if not rises(rules.game, rules.mover):
        by_pace.reverse()
    own = (0, *(max(count, 0) for count in by_pace))
    opp = (0, *(max(-count, 0) for count in by_pace))
    # a checker that stands there now has stood there, whatever the memory says
    stands = any(own[pace] and gate_pace(rules, pace) for pace in range(1, 25))
    remembered = bool((memory_of(case).get("gate") or {}).get(rules.mover, False))
    return Position(
        own=own,
        opp=opp,
        bar=count_of(case, "bar", rules.mover),
        reserve=count_of(case, "reserve", rules.mover),
        off=count_of(case, "off", rules.mover),
        opp_bar=count_of(case, "bar", rules.other),
        gate=remembered or stands,
    )


def count_of(case: dict[str, Any], place: str, colour: str) -> int:
    """How many checkers of the colour are on the bar, in reserve or off."""
    return int((case.get(place) or {}).get(colour, 0))


def written(rules: Rules, case: dict[str, Any], pos: Position) -> dict[str, Any]:
    """The position in the words of an outcome."""
    sign = 1 if rules.mover == "white" else -1
    points = [sign * (pos.own[pace] - pos.opp[pace]) for pace in range(1, 25)]
    if not rises(rules.game, rules.mover):
        points.reverse()
    return {
        "points": points,
        "bar": pair(rules, pos.bar, pos.opp_bar),
        "reserve": pair(rules, pos.reserve, count_of(case, "reserve", rules.other)),
        "off": pair(rules, pos.off, count_of(case, "off", rules.other)),
        "scored": pos.scored,
    }


def pair(rules: Rules, mine: Any, other: Any) -> dict[str, Any]:
    """Two values by colour, white first."""
    return {"white": mine, "black": other} if rules.mover == "white" else {"white": other, "black": mine}
