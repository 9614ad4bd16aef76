"""Which positions the perft files hold: of every game its start, its stages, its odd corners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.brute.enumerator import count
from tests.brute.following import THROWS, other, with_dice
from tests.brute.model import OWN_HUCKE, PUFF, Position, read, rules_of
from tests.brute.placed import mirrored, placed
from tests.brute.start import start_case
from tests.brute.walk import walk

Case = dict[str, Any]

AT_LEAST = 30  # positions of each game, some of which turn out too big to count two throws deep
SMALL = 250  # the most outcomes of one throw deep that those have
FOLLOWING = 60000  # about the most outcomes two throws deep that a Puff position has
BIG = (1500, 20000)
BIGGER_ONES = 3
THROWS_OF_A_WALK = 400

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "backgammon": [{}, {"ravensburger": True}, {"hit_to_start": True}, {"ravensburger": True, "hit_to_start": True}],
    "snake": [{}, {"handicap": 8}, {"handicap": 12}],
    "acey_deucey": [{}, {"pass_on": True}, {"third_ace_deuce": True}, {"pass_on": True, "third_ace_deuce": True}],
    "trictrac": [{}],
    "trictrac_old": [{}],
    "puff": [{}, {"doubles_count": "game"}],
    "puff_russian": [{}, {"russian_gate": 4}, {"doubles_count": "game"}, {"russian_gate": 1}],
    "puff_dutch": [{}, {"gate": "home"}, {"doubles_count": "game"}],
}
OPTIONS["acey_deucey_european"] = OPTIONS["acey_deucey"]
OPTIONS["puff_long"] = OPTIONS["revertier"] = OPTIONS["puff"]

STAGES: dict[str, Callable[[Position], bool]] = {
    "bar": lambda pos: pos.bar == 1,
    "bars": lambda pos: pos.bar > 1,
    "bar and reserve": lambda pos: pos.bar > 0 and pos.reserve > 0,
    "reserve": lambda pos: pos.bar == 0 and pos.reserve > 2,
    "last of the reserve": lambda pos: pos.bar == 0 and 0 < pos.reserve <= 2,
    "few on the board": lambda pos: pos.reserve > 0 and sum(pos.own) <= 2,
    "middle": lambda pos: pos.bar == 0 and pos.reserve == 0 and any(pos.own[1:13]),
    "blots": lambda pos: pos.bar == 0 and pos.opp.count(1) >= 4,
    "bearing off": lambda pos: pos.off > 0 and pos.reserve == 0 and not any(pos.own[1:19]),
    "last ones": lambda pos: sum(pos.own) <= 3 and pos.off > 0,
    "one short of home": lambda pos: pos.bar == 0 and pos.reserve == 0 and sum(pos.own[1:19]) == 1,
    "hit while bearing off": lambda pos: pos.off > 0 and pos.bar > 0,
    "opponent's bar": lambda pos: pos.opp_bar > 1,
    "pile": lambda pos: 0 < pos.own[1] <= 3,
    "pair on 12": lambda pos: pos.own[OWN_HUCKE] == 2,
    "may hit": lambda pos: pos.gate,
    "may not hit": lambda pos: not pos.gate and pos.opp.count(1) >= 3,
}


def counts(case: Case) -> list[int]:
    """The outcomes of the 21 throws."""
    return [count(with_dice(case, dice)) for dice in THROWS]


def chosen(game: str) -> tuple[list[Case], list[Case]]:
    """The game's positions for the file: those to count two throws deep, and bigger ones."""
    small: list[Case] = [start_case(game, turn="white"), *by_hand(game)]
    wanted = {(stage, turn) for stage in STAGES for turn in ("white", "black")}
    big: list[Case] = []
    fill: list[Case] = []
    for case in stream(game):
        if case in small or case in fill:
            continue
        pos = read(rules_of(case), case)
        shown = {(stage, case["turn"]) for stage, holds in STAGES.items() if holds(pos)} & wanted
        if not shown and len(fill) >= AT_LEAST and (len(big) >= BIGGER_ONES or game not in PUFF):
            continue
        size = size_of(case)
        if size == "small" and shown:
            wanted -= shown
            small.append(case)
        elif size == "small":
            fill.append(case)
        elif size == "big":
            big.append(case)
    short = max(AT_LEAST - len(small), 0)
    return small + fill[:short], big[:BIGGER_ONES]


def stream(game: str) -> Iterator[Case]:
    """Positions of random games under each of the game's options, with no named or given throw at hand."""
    walks = [walk(game, options, seed, THROWS_OF_A_WALK) for seed in range(2) for options in OPTIONS[game]]
    for turn, cases in enumerate(zip(*walks, strict=True)):
        if turn % 3 == 0 or turn < 3:
            for case in cases:
                if not case["memory"].get("named") and not case["memory"].get("given"):
                    yield {key: value for key, value in case.items() if key != "dice"}


def size_of(case: Case) -> str:
    """Whether a position is small, big or neither, told with as little counting as will do."""
    if case["game"] not in PUFF:
        return "small" if sum(counts(case)) <= SMALL else "neither"
    singles = sum(count(with_dice(case, dice)) for dice in THROWS if dice[0] != dice[1])
    if singles > SMALL:
        return "neither"
    mine = case["memory"]["doubles"][case["turn"]]
    first = sum(counts(with_doubles(case, 0)))
    if first > SMALL:
        return "big" if mine == 0 and BIG[0] <= first <= BIG[1] else "neither"
    second = sum(counts(with_doubles(case, 1)))
    if mine and second > SMALL:
        return "big" if BIG[0] <= second <= BIG[1] else "neither"
    reply = sum(counts(with_doubles({**case, "turn": other(case["turn"])}, 0)))
    return "small" if singles * reply + (first - singles) * second <= FOLLOWING else "neither"


def with_doubles(case: Case, number: int) -> Case:
    """The case with so many doubles of each player before."""
    return {**case, "memory": {**case["memory"], "doubles": {"white": number, "black": number}}}


def by_hand(game: str) -> list[Case]:
    """Corners that random games seldom show, for both colours."""
    white = HANDMADE.get(game, [])
    return [turned for case in white for turned in (case, mirrored(case, game))]


BRIDGE = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}
WALL = {14: 2, 15: 2, 16: 2, 17: 2, 18: 2}
ROW = {"third_ace_deuce": True}
BOTH = {"third_ace_deuce": True, "pass_on": True}


def of_acey(game: str) -> list[Case]:
    """Rows of 1-2s, and last checkers."""
    return [
        placed(game, {20: 2, 7: 1}, {5: 2, 18: 1}, reserve=(12, 12), memory=row(2), options=ROW),
        placed(game, {3: 1, 2: 1}, {24: 2, 23: 2}, memory=row(2), options=BOTH),
        placed(game, {}, {24: 2, 23: 2}, bar=(2, 0), reserve=(4, 0), memory=row(1), options={"pass_on": True}),
        placed(game, {2: 1}, {20: 1, 22: 3}, memory=row(0)),
    ]


def of_puff(game: str) -> list[Case]:
    """Entering from the bar and the reserve at once, the last to enter, and the last to bear off."""
    twice = {"doubles": {"white": 1, "black": 0}}
    return [
        placed(game, {1: 1, 6: 2}, {4: 2, 3: 1, 21: 1}, bar=(1, 0), reserve=(4, 5)),
        placed(game, {23: 1}, {4: 1, 3: 2, 21: 1}, bar=(2, 0), reserve=(3, 5), memory=twice),
        placed(game, {9: 1}, {4: 2, 14: 1}, reserve=(1, 1)),
        placed(game, {19: 1, 24: 2}, {22: 1, 6: 1}, memory=twice),
        placed(game, {18: 1, 24: 1}, {1: 2, 21: 1}),
    ]


def row(number: int) -> dict[str, Any]:
    """The memory of so many 1-2s in a row."""
    return {"named": 0, "ace_deuces": number}


def score(white: int, black: int) -> dict[str, Any]:
    """The memory of a Tric-Trac score."""
    return {"score": {"white": white, "black": black}}


HANDMADE: dict[str, list[Case]] = {
    "backgammon": [
        placed("backgammon", {13: 1}, {19: 2, 22: 2, 7: 2}, bar=(2, 0), options={"ravensburger": True}),
        placed("backgammon", {5: 1}, {4: 1, 1: 1}, options={"hit_to_start": True}),
        placed("backgammon", {6: 2, 4: 1}, {24: 2}),
    ],
    "snake": [
        placed("snake", {8: 3, 6: 3, 1: 2}, {2: 1, 3: 2, 20: 2}, bar=(0, 1), reserve=(0, 2)),
    ],
    "acey_deucey": of_acey("acey_deucey"),
    "acey_deucey_european": of_acey("acey_deucey_european"),
    "trictrac": [
        placed("trictrac", BRIDGE | {14: 1, 19: 1}, {24: 3, 15: 1, 4: 1}, memory=score(3, 5)),
        placed("trictrac", BRIDGE | {22: 2}, WALL | {24: 2}, memory=score(9, 0)),
        placed("trictrac", BRIDGE | {6: 2}, {24: 1, 21: 1, 5: 2}, memory=score(10, 11)),
        placed("trictrac", {12: 2, 9: 1}, {16: 1, 14: 1, 20: 2, 18: 1}, memory=score(11, 2)),
        placed("trictrac", {9: 2, 11: 1, 10: 1, 7: 1}, {24: 6, 15: 1}, memory=score(0, 0)),
        placed("trictrac", {11: 1, 10: 1, 9: 1, 8: 2, 7: 1, 6: 1}, {24: 2, 15: 2}, memory=score(4, 0)),
        placed("trictrac", {11: 2, 8: 2, 7: 2}, {13: 2, 19: 1}, memory=score(4, 0)),
        placed("trictrac", {23: 1}, {24: 2, 3: 2, 6: 1}, memory=score(4, 7)),
        placed("trictrac", {12: 3, 23: 2}, {17: 2, 16: 1, 2: 1}, memory=score(7, 11)),
        placed("trictrac", {1: 1, 12: 2, 8: 1, 6: 1}, {2: 1, 3: 2, 24: 2}, memory=score(2, 1)),
    ],
    "trictrac_old": [
        placed("trictrac_old", {14: 1, 9: 1, 11: 1}, {17: 1, 23: 1, 5: 1}, reserve=(8, 4), memory=score(4, 6)),
        placed("trictrac_old", {12: 2, 14: 2}, {17: 1, 20: 1, 23: 1}, reserve=(3, 3), memory=score(10, 11)),
        placed("trictrac_old", {23: 1}, {5: 2, 20: 1}, memory=score(0, 1)),
        placed("trictrac_old", {9: 1, 11: 1, 8: 1, 7: 1, 6: 1}, {13: 2, 24: 1}, memory=score(0, 1)),
        placed("trictrac_old", {19: 2, 22: 3, 24: 1}, {3: 2, 20: 1, 13: 2}, memory=score(5, 1)),
    ],
    "puff": [
        *of_puff("puff"),
        placed("puff", {10: 1, 1: 1}, {7: 2, 5: 2, 14: 2}),
    ],
    "puff_long": of_puff("puff_long"),
    "puff_russian": [
        *of_puff("puff_russian"),
        placed("puff_russian", {18: 1, 24: 2}, {1: 2}),
        placed("puff_russian", {10: 1}, {20: 2, 3: 1}, reserve=(2, 1), options={"russian_gate": 2}),
    ],
    "puff_dutch": [
        *of_puff("puff_dutch"),
        placed("puff_dutch", {17: 1, 10: 1}, {14: 1, 12: 1, 2: 2}),
        placed("puff_dutch", {18: 1, 10: 1}, {14: 1, 20: 1}, options={"gate": "home"}),
    ],
    "revertier": [
        placed("revertier", {1: 2, 4: 1}, {24: 1, 9: 1}, bar=(1, 1)),
        placed("revertier", {1: 1, 12: 1}, {24: 2, 13: 1, 6: 2}),
    ],
}
