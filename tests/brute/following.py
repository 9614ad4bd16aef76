"""What can come after an outcome: whose throw, with which memory, with which dice."""

from __future__ import annotations

from typing import Any

from tests.brute.enumerator import is_ace_deuce
from tests.brute.model import ACEY, CHECKERS, WINNING_POINTS, rules_of

THROWS = [[high, low] for high in range(1, 7) for low in range(1, high + 1)]
ACE_DEUCE = [1, 2]


def other(colour: str) -> str:
    """The opposite colour."""
    return "black" if colour == "white" else "white"


def with_dice(case: dict[str, Any], dice: list[int]) -> dict[str, Any]:
    """The case with a throw."""
    return {**case, "dice": dice}


def after(case: dict[str, Any], outcome: dict[str, Any], turn: str, **memory: Any) -> dict[str, Any]:
    """The case without dice that an outcome leaves to the player `turn`."""
    position = {key: outcome[key] for key in ("points", "bar", "reserve", "off")}
    kept = {key: value for key, value in outcome["memory"].items() if key not in ("passed", "given")}
    return {"game": case["game"], "options": case["options"], **position, "turn": turn, "memory": {**kept, **memory}}


def next_cases(case: dict[str, Any], outcome: dict[str, Any]) -> list[dict[str, Any]]:
    """Every case with dice that can come next; none once the game is won."""
    if outcome["won"]:
        return []
    mover, opponent = case["turn"], other(case["turn"])
    if outcome["memory"].get("given"):
        return [with_dice(after(case, outcome, opponent, given=True), ACE_DEUCE)]
    if outcome["memory"].get("passed"):
        return naming(case, outcome, opponent)
    if outcome["again"] and is_ace_deuce(rules_of(case), case):
        return naming(case, outcome, mover)
    thrower = after(case, outcome, mover if outcome["again"] else opponent)
    return [with_dice(thrower, dice) for dice in THROWS]


def naming(case: dict[str, Any], outcome: dict[str, Any], turn: str) -> list[dict[str, Any]]:
    """The six doubles that a player can name."""
    return [with_dice(after(case, outcome, turn, named=number), ACE_DEUCE) for number in range(1, 7)]


def chance_of(case: dict[str, Any]) -> int:
    """How often a case comes up among those that can come next: a double of the dice half as often."""
    if case["game"] in ACEY and case["memory"].get("named"):
        return 2
    return 1 if case["dice"][0] == case["dice"][1] else 2


def continued(case: dict[str, Any], outcome: dict[str, Any]) -> dict[str, Any] | None:
    """The case without dice in which a won Tric-Trac goes on, or None where one cannot be told as a case."""
    winner = case["turn"]
    memory = outcome["memory"]["score"]
    if case["game"] == "trictrac_old":  # D16: the throw that won lapses, the winner throws anew
        score = {**memory, winner: 0}
        turn = winner
    else:  # D13: the turns go on as they stand
        score = {winner: memory[winner] - WINNING_POINTS, other(winner): 0}
        turn = winner if case["dice"][0] == case["dice"][1] else other(winner)
    if single_on_hucke(outcome["points"]):
        return None
    going_on = after(case, outcome, turn, score={"white": score["white"], "black": score["black"]})
    return refill(going_on)


def single_on_hucke(points: list[int]) -> bool:
    """Whether a first step that won left one checker on a Hucke; an unused number cannot be told as a case."""
    return points[11] == 1 or points[12] == -1


def refill(case: dict[str, Any]) -> dict[str, Any]:
    """The case with the 15 put back of a player who has borne off all (D31)."""
    for colour, sign, start in (("white", 1, 0), ("black", -1, 23)):
        if case["off"][colour] == CHECKERS:
            case = {**case, "off": {**case["off"], colour: 0}}
            if case["game"] == "trictrac_old":
                case["reserve"] = {**case["reserve"], colour: CHECKERS}
            else:
                points = list(case["points"])
                points[start] += sign * CHECKERS
                case["points"] = points
    return case
