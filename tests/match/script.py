"""Matches told in plain lines: "white doubles", "black takes", "white wins 2"; each line is one action."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.doubling import Moment, automatic_double, beaver, double, drop, take
from companion.match.ending import accept, call_off, lost_on_time, played, refuse, resign
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import GameResult, MatchState, begin, close, record
from companion.match.stake import Stake
from companion.rules.games import configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player

Case = dict[str, Any]
MOMENTS = {
    "": (True, False),
    "in the opening": (False, True),
    "after throwing": (True, True),
    "out of turn": (True, False),
}


def told(name: str) -> list[Case]:
    """The cases of a file."""
    lines = (Path(__file__).parent / "data" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@dataclass(frozen=True)
class Table:
    """A match and the game that is being played in it."""

    match: MatchState
    stake: Stake = field(default_factory=Stake)
    memory: Memory = field(default_factory=Memory)


def rules_of(case: Case) -> MatchRules:
    game = configured(case.get("game", "backgammon"), tuple(case.get("options", {}).items()))
    names = Pair(*case.get("names", ["Ann", "Ben"]))
    return MatchRules(game, length_of(case["length"]), names, clock_of(case.get("clock", {})), case.get("cube"))


def clock_of(case: Case) -> ClockRules:
    reserve = Pair(*case["reserve"]) if "reserve" in case else None
    return ClockRules(ClockKind(case.get("kind", "none")), reserve, case.get("step", 12_000))


def length_of(length: Any) -> Length:
    if length == "money":
        return Money()
    return ToPoints(length) if isinstance(length, int) else Rounds(length["games"])


def table_of(case: Case) -> Table:
    score = Pair(*case["from"]) if "from" in case else None
    return Table(begin(rules_of(case), score))


def act(table: Table, line: str) -> Table:
    """The table after one line."""
    who, _, rest = line.partition(" ")
    if who == "both":
        return both_act(table, rest)
    verb, _, detail = rest.partition(" ")
    done = ACTIONS[verb](table, Player(who), detail)
    if isinstance(done, GameResult):
        return Table(record(table.match, done), memory=table.memory)
    return replace(table, stake=done)


def both_act(table: Table, rest: str) -> Table:
    if rest == "stop":
        return replace(table, match=close(table.match))
    _, white, black = rest.split()
    if rest.startswith("open"):
        return replace(table, stake=automatic_double(table.match, table.stake, Pair((int(white),), (int(black),))))
    return replace(table, memory=Memory(score=Pair(int(white), int(black))))


def doubles(table: Table, player: Player, detail: str) -> Stake:
    on_turn = player.opponent if detail == "out of turn" else player
    return double(table.match, table.stake, player, Moment(on_turn, *MOMENTS[detail]))


ACTIONS: dict[str, Any] = {
    "doubles": doubles,
    "takes": lambda table, player, _: take(table.match, table.stake, player),
    "drops": lambda table, player, _: drop(table.match, table.stake, player),
    "beavers": lambda table, player, _: beaver(table.match, table.stake, player),
    "wins": lambda table, player, count: played(table.match, table.stake, player, int(count or 1)),
    "resigns": lambda table, player, level: resign(table.match, table.stake, player, int(level or 1), table.memory),
    "ends": lambda table, player, _: call_off(table.match, table.stake, player),
    "accepts": lambda table, player, _: accept(table.match, table.stake, player),
    "refuses": lambda table, player, _: refuse(table.match, table.stake, player),
    "flags": lambda table, player, _: lost_on_time(table.match, table.stake, player),
}
