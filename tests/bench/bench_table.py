"""How often boards without colours have to ask, and what an event costs: `python -m tests.bench.bench_table [TURNS]`.

Random games of backgammon, the dice known; the board is read once each play is made. In a second part random games of
every game go through the whole reducer, with checkers lifted, played otherwise and taken back.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.rules.games import GAMES, configured
from companion.rules.plays import legal_plays
from companion.rules.position import Setup
from companion.rules.turn import Outcome, Turn
from companion.table.reading import BoardReading, exact_reading, presence_reading
from companion.table.recognition import Kind, recogniser
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Disputed
from companion.table.waiting import waiting_for
from tests.rules.random_games import random_turns
from tests.table.test_reducer import happenings, new_table

KINDS: dict[str, Callable[[Setup], BoardReading]] = {
    "counts and colours": exact_reading,
    "counts and colours, points only": lambda setup: replace(exact_reading(setup), bars=None, trays=None),
    "presence, 6 slots, bars and trays": lambda setup: presence_reading(setup, 6, zones=True),
    "presence, 6 slots": lambda setup: presence_reading(setup, 6),
    "presence, 5 slots": lambda setup: presence_reading(setup, 5),
    "presence, 1 sensor a point": lambda setup: presence_reading(setup, 1),
}
ROUNDS = 300


def told(text: str) -> None:
    sys.stderr.write(text + "\n")


def made_plays(turns: int) -> Iterator[tuple[Turn, Outcome]]:
    """Turns of random games with a play made in each; turns in which nothing can be moved are left out."""
    chance = random.Random(1)
    for turn in random_turns(configured("backgammon"), 1, turns):
        outcome = chance.choice(legal_plays(turn).sorted())
        if outcome.position != turn.position:
            yield turn, outcome


def asked(turns: int) -> dict[str, Counter[str]]:
    """How each kind of board takes the plays."""
    found: dict[str, Counter[str]] = {name: Counter() for name in KINDS}
    for number, (turn, outcome) in enumerate(made_plays(turns), 1):
        if number % 1000 == 0:
            told(f"{number} plays read")
        for name, sense in KINDS.items():
            seen = recogniser(turn).recognise(sense(outcome.position.setup))
            right = seen.kind in {Kind.COMPLETE, Kind.AMBIGUOUS} and outcome in seen.outcomes
            found[name][seen.kind.value if right else "wrong"] += 1
    return found


def costs(name: str) -> tuple[list[float], int]:
    """The milliseconds of each event in random games of one kind, and how many legal plays were called illegal."""
    chance, spent, false = random.Random(f"{name} cost"), [], 0
    table = new_table(configured(name))
    for at in range(ROUNDS):
        if waiting_for(table).code == "nothing":
            table = new_table(configured(name))
        for event in happenings(table, chance, at):
            began = time.process_time()
            after = apply(table, event)
            spent.append(1000 * (time.process_time() - began))
            false += isinstance(after, Rejection) or isinstance(after.phase, Disputed)
            table = table if isinstance(after, Rejection) else after
    return sorted(spent), false


def main(turns: int) -> None:
    """Print both tables."""
    sys.stdout.write(f"{'board':36} {'plays':>7} {'certain':>8} {'asks':>7} {'asks %':>7} {'wrong':>6}\n")
    for name, kinds in asked(turns).items():
        plays, asks = kinds.total(), kinds["ambiguous"]
        share = 100 * asks / plays
        sys.stdout.write(f"{name:36} {plays:7} {kinds['complete']:8} {asks:7} {share:7.2f} {kinds['wrong']:6}\n")
    sys.stdout.write(f"\n{'game':22} {'events':>7} {'mean ms':>8} {'p99 ms':>8} {'max ms':>8} {'false illegal':>14}\n")
    for name in GAMES:
        told(name)
        spent, false = costs(name)
        mean, late = sum(spent) / len(spent), spent[int(len(spent) * 0.99)]
        sys.stdout.write(f"{name:22} {len(spent):7} {mean:8.2f} {late:8.2f} {spent[-1]:8.1f} {false:14}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
