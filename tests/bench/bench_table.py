"""Whole games through the referee, with hands and sensors as they are: `python -m tests.bench.bench_table`.

`--games` and `--illegal` say how many games and how many plays against the rules (2,000 each unless told).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import product

from companion.rules.games import GAMES, configured
from companion.table.reading import exact_reading
from tests.bench.report import progress, show, verdict
from tests.table.driver import Session, Tally
from tests.table.hands import SENSINGS

SEED = 7
ILLEGAL = 0.3
MEAN_MS, MOST_MS = 1, 50
Tallies = dict[tuple[str, str], Tally]


def main() -> None:
    """Play the games and the plays against the rules, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="how many games in all")
    parser.add_argument("--illegal", type=int, default=2000, help="how many plays against the rules")
    wanted = parser.parse_args()
    played = play(wanted.games)
    show_recognition(played)
    show_costs(played)
    show_illegal(play_against_rules(wanted.illegal))


def play(games: int) -> Tallies:
    """Play the games, spread over all games and all kinds of boards."""
    spread = list(product(SENSINGS, GAMES))
    each = -(-games // len(spread))
    played = {}
    for number, (kind, name) in enumerate(spread, 1):
        progress(f"{number} of {len(spread)}: {each} games of {name}, {kind}")
        played[kind, name] = _games_of(kind, name, each)
    return played


def _games_of(kind: str, name: str, games: int) -> Tally:
    whole = Tally()
    for number in range(games):
        chance = random.Random(f"{SEED} {kind} {name} {number}")
        whole += Session(configured(name), SENSINGS[kind], chance).play(1)
    return whole


def show_recognition(played: Tallies) -> None:
    """Write what was recognised at each kind of board."""
    rows = [_row(kind, [tally for (one, _), tally in played.items() if one == kind]) for kind in SENSINGS]
    rows.append(_row("all", list(played.values())))
    backgammon = [
        _row(kind, [tally for (one, name), tally in played.items() if one == kind and name == "backgammon"])
        for kind in SENSINGS
    ]
    head = ("board", "games", "given up", "turns", "false illegal", "wrong", "asked", "asked, %", "likely one right, %")
    show("Random games of all kinds through the referee", head, rows, "Given up: longer than some 300 turns.")
    show(
        "Of these, backgammon",
        head,
        backgammon,
        "Elsewhere plays asked about: 0.25 % with six slots a point, 0.03 % with bars and trays as well,"
        " 30 % with one sensor a point.",
    )


def _row(name: str, tallies: Sequence[Tally]) -> list[str]:
    whole = sum_of(tallies)
    count, turns, asked = whole.counts, max(1, whole.counts["turns"]), whole.counts["asked"]
    likely = f"{100 * count['likely one was right'] / asked:.0f}" if asked else ""
    columns = ("games", "given up", "turns", "false illegal", "wrong", "asked")
    return [name, *(str(count[column]) for column in columns), f"{100 * asked / turns:.3f}", likely]


def sum_of(tallies: Sequence[Tally]) -> Tally:
    """Return several tallies as one."""
    whole = Tally()
    for tally in tallies:
        whole += tally
    return whole


def show_costs(played: Tallies) -> None:
    """Write what an event cost, by game."""
    rows = []
    for name in GAMES:
        whole = sum_of([tally for (_, one), tally in played.items() if one == name])
        rows.append([name, *_cost(whole.milliseconds)])
    whole = sum_of(list(played.values()))
    rows.append(["all", *_cost(whole.milliseconds)])
    mean = sum(whole.milliseconds) / len(whole.milliseconds)
    show(
        "What an event costs, in milliseconds of processor time",
        ("game", "events", "mean", "p99", "max"),
        rows,
        f"Goal: under {MEAN_MS} ms on average: {verdict(met=mean < MEAN_MS)};"
        f" {MOST_MS} ms at most but for Puff's doubles of eight steps.",
    )


def _cost(spent: list[float]) -> list[str]:
    if not spent:
        return ["0", "", "", ""]
    ordered = sorted(spent)
    late = ordered[int(len(ordered) * 0.99)]
    return [str(len(ordered)), f"{sum(ordered) / len(ordered):.3f}", f"{late:.2f}", f"{ordered[-1]:.1f}"]


def play_against_rules(wanted: int) -> dict[str, Tally]:
    """Play games with plays against the rules until there are enough of each game, seen by a board that tells all."""
    each = -(-wanted // len(GAMES))
    return {name: _against_rules(name, each) for name in GAMES}


def _against_rules(name: str, wanted: int) -> Tally:
    progress(f"{wanted} plays against the rules of {name}")
    whole = Tally()
    for session in _sessions(name):
        whole += session.play(1)
        if whole.counts["illegal"] >= wanted:
            break
    return whole


def _sessions(name: str) -> Iterator[Session]:
    number = 0
    while True:
        number += 1
        chance = random.Random(f"{SEED} illegal {name} {number}")
        yield Session(configured(name), exact_reading, chance, ILLEGAL, most_turns=60)


def show_illegal(played: dict[str, Tally]) -> None:
    """Write how plays against the rules were taken."""
    columns = ("illegal", "illegal, caught", "illegal, board to be put right")
    rows = [
        [
            name,
            *(str(tally.counts[column]) for column in columns),
            str(len(tally.wrong_reasons)),
            *_cost(tally.disputes),
        ]
        for name, tally in (*played.items(), ("all", sum_of(list(played.values()))))
    ]
    head = ("game", "illegal", "right reason", "play as seen before", "else", "events", "mean ms", "p99 ms", "max ms")
    wrong = sum_of(list(played.values())).wrong_reasons
    show(
        "Plays against the rules, seen by a board that tells all",
        head,
        rows,
        "Play as seen before: the board had shown a legal play, and then the opponent's checkers were moved;"
        " the legal play counts and the board is to be put right.",
        f"Else: {'; '.join(wrong[:10]) or 'none'}.",
    )


if __name__ == "__main__":
    main()
