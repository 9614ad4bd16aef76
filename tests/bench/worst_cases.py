"""The turns with the most outcomes of every game: found by random games, kept in a file, measured from there."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from companion.casefile import read_case
from companion.rules.game import Setting
from companion.rules.games import GAMES, find_game
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn
from tests.bench.cases import case_of
from tests.bench.report import best_of, progress, show, verdict
from tests.bench.walk import walk

FILE = Path(__file__).parent / "data" / "worst_cases.jsonl"
NONE: Mapping[str, Setting] = {}
WAYS: list[tuple[str, Mapping[str, Setting]]] = [*((name, NONE) for name in GAMES), ("puff", {"doubles_count": "game"})]
SEED = 1
THROWS = 40_000
THROWS_WITH_LONG_LISTS = 3_000
LONG_LISTS = ("puff", "puff_long", "puff_russian", "puff_dutch")
MANY = 16_000
GOAL_SECONDS = 0.25
MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class WorstCase:
    """A turn, and how many outcomes it had when it was found."""

    turn: Turn
    outcomes: int


def find() -> None:
    """Find the worst cases anew and write them to the file."""
    cases = [case for name, options in WAYS for case in _worst_of(name, options)]
    FILE.write_text("".join(json.dumps(case, separators=(",", ":")) + "\n" for case in cases), encoding="utf-8")
    progress(f"{len(cases)} cases written")


def _worst_of(name: str, options: Mapping[str, Setting]) -> Iterator[dict[str, Any]]:
    throws = THROWS_WITH_LONG_LISTS if name in LONG_LISTS else THROWS
    progress(f"{name} {dict(options) or ''}: {throws} throws of random games")
    most: dict[bool, tuple[int, Turn]] = {}
    for turn, plays in islice(walk(find_game(name).with_options(options), SEED), throws):
        over = len(plays) > MANY
        if over not in most or len(plays) > most[over][0]:
            most[over] = len(plays), turn
    for _, (outcomes, turn) in sorted(most.items()):
        progress(f"  {outcomes} outcomes")
        yield {**case_of(turn, options), "outcomes": outcomes}


def read_worst_cases() -> list[WorstCase]:
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return [WorstCase(read_case(line).turn, line["outcomes"]) for line in lines]


def measure() -> None:
    """Measure the worst cases of the file and write the table."""
    head = ("game", "throw", "outcomes", "len, s", "in full, s", "len, MiB", "in full, MiB", "goal")
    cases = read_worst_cases()
    rows = [_row(case) for case in cases]
    goal = f"Goal: at most {GOAL_SECONDS} s for len, up to {MANY} outcomes. Times are processor time."
    show("Worst cases: the turns with the most outcomes in random games", head, rows, goal)


def _row(case: WorstCase) -> list[str]:
    turn = case.turn
    progress(f"worst case of {turn.game.id}: {case.outcomes} outcomes")
    found = len(legal_plays(turn))
    if found != case.outcomes:
        msg = f"{turn.game.id}: {found} outcomes, {case.outcomes} were found before; look into it, or --find anew"
        raise RuntimeError(msg)
    counting, in_full = best_of(lambda: len(legal_plays(turn))), best_of(lambda: list(legal_plays(turn)))
    memory = [f"{peak / MEBIBYTE:.1f}" for peak in _peaks(turn)]
    goal = verdict(met=counting <= GOAL_SECONDS) if found <= MANY else ""
    first, second = turn.dice
    return [_name(turn), f"{first}-{second}", f"{found}", f"{counting:.4f}", f"{in_full:.4f}", *memory, goal]


def _name(turn: Turn) -> str:
    return f"{turn.game.id} (doubles_count=game)" if turn.game.doubles_count_in_game else turn.game.id


def _peaks(turn: Turn) -> tuple[int, int]:
    """Return the most memory in use while the outcomes are counted, and while they are made in full."""
    tracemalloc.start()
    plays = legal_plays(turn)
    len(plays)
    counted = tracemalloc.get_traced_memory()[1]
    list(plays)
    in_full = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return counted, in_full
