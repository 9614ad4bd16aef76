"""Files from elsewhere as cases in a text, each with what is told of it; `--update` writes the told parts anew.

A case begins with `%% title`, ends what is in the file with `-->`, and below it stands what comes of it. After
`python -m tests.journal.exchange.cases --update FILE ...` it is to be read before it is believed.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.journal.exchange.days import day_of
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.sgf_reader import read_sgf
from companion.rules.notation import write_international
from companion.table.reducer import fold
from companion.table.state import Act, GameState, Record, Table
from companion.table.waiting import waiting_for

DATA = Path(__file__).parent / "data"
READERS: dict[str, Callable[[bytes, bool], Imported]] = {"mat": read_mat, "sgf": read_sgf}
CONDONE = "[condone]"


@dataclass(frozen=True)
class Case:
    """A file, and what is to be told of it."""

    title: str
    text: str
    told: str

    @property
    def condone(self) -> bool:
        return self.title.endswith(CONDONE)


def cases(path: Path) -> list[Case]:
    found = []
    for part in path.read_text().split("%% ")[1:]:
        title, _, rest = part.partition("\n")
        text, _, told = rest.partition("-->\n")
        found.append(Case(title, text, told))
    return found


def told(kind: str, case: Case, data: bytes | None = None) -> str:
    """What comes of the file of a case, or of its data in another form."""
    try:
        match = READERS[kind](case.text.encode() if data is None else data, case.condone)
    except ForeignFileError as error:
        return f"{error}\n"
    return "".join(f"{line}\n" for line in _lines(match))


def _lines(match: Imported) -> Iterator[str]:
    table = fold(match.agreement.begin(), match.events)
    rules = match.agreement.rules
    options = [name for name, value in rules.game.chosen if value is True and name != "crawford"]
    crawford = [] if rules.crawford or rules.money else ["no Crawford game"]
    day = f", {day_of(match.begun)}" if match.begun is not None else ""
    played = ", ".join(options + crawford) or "as usual"
    yield f"{rules.names.white} - {rules.names.black}, {rules.length}, {played}{day}"
    for number, (game, end) in enumerate(_games(table), 1):
        yield f"Game {number}: {'; '.join(_told(game))}; {end}"
    yield from (f"problem: {problem}" for problem in match.problems)
    yield from (f"note: {note}" for note in match.notes)


def _games(table: Table) -> Iterator[tuple[GameState, str]]:
    for one in table.games:
        result = one.result
        winner = result.winner.value if result.winner else "nobody"
        yield (
            one.game,
            f"{winner} {result.points} ({result.how.value}) at {one.match.score.white}-{one.match.score.black}",
        )
    if table.game.number > len(table.games):
        score = table.match.score
        yield table.game, f"... {waiting_for(table).code} at {score.white}-{score.black}"


def _told(game: GameState) -> Iterator[str]:
    for one in game.record:
        if isinstance(one, Record):
            play = (
                write_international(one.turn, one.play)
                if one.play
                else f"illegal, {one.condoned and one.condoned.value}"
            )
            yield f"{one.player.value[0].upper()} {one.turn.dice[0]}{one.turn.dice[1]} {play}"
        else:
            yield _act(one)


def _act(act: Act) -> str:
    who = f"{act.player.value[0].upper()} " if act.player else ""
    return f"{who}{act.deed.value}{f' {act.value}' if act.value else ''}"


def update(path: Path) -> None:
    """Write what is told of each case anew."""
    parts = [f"%% {case.title}\n{case.text}-->\n{told(path.stem, case)}" for case in cases(path)]
    path.write_text("".join(parts))


if __name__ == "__main__":
    for name in sys.argv[2:] if sys.argv[1:2] == ["--update"] else ():
        update(Path(name))
