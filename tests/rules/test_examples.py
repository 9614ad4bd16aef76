"""The worked examples of the booklets and of the rules page, as anyone can read them.

Each file in `examples` holds boards as drawings and plays in the booklets' notation;
`examples/how_to_add_one.txt` says how they are written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from companion.rules.diagram import diagram, parse_diagram
from companion.rules.game import Game, Setting
from companion.rules.games import configured
from companion.rules.judge import ALL_THROWS, Legal, judge
from companion.rules.memory import Memory
from companion.rules.notation import IllegalPlayError, NotationError, booklet
from companion.rules.players import Pair, Player, both
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.reasons import Reason
from companion.rules.turn import Outcome, Turn

FOLDER = Path(__file__).parent / "examples"
THROW = re.compile(r"(White|Black) (throws|names) (?:([1-6])-([1-6])|anything)")
CLAIM = re.compile(r"(legal|illegal|another way|outcomes|no play|leads to)(?::\s*([^()]+?))?(?:\s*\((.+)\))?:?")
CHANCES = (11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""[R85] Of 36 throws so many fit a distance of 1 to 12 points."""
PERCENT = (31, 33, 39, 42, 42, 47, 17, 17, 14, 8, 6, 8)


@dataclass(frozen=True)
class Claim:
    """A line below a throw: what is claimed, of which play, with which note, and the board drawn below it."""

    word: str
    play: str = ""
    note: str = ""
    board: Setup | None = None


@dataclass
class Example:
    """A throw on a board, with all that is claimed of it."""

    title: str
    turn: Turn
    claims: list[Claim] = field(default_factory=list)

    def __str__(self) -> str:
        turn = self.turn
        named = f", {turn.memory.named} named" if turn.memory.named else ""
        throw = f"{turn.player.name.title()} throws {turn.dice[0]}-{turn.dice[1]}{named}"
        return f"{self.title}\n{turn.game.name}: {throw}\n{diagram(turn.position, booklet_names=True)}"


class Reader:
    """Reads a file line by line; what it does not understand is an error."""

    def __init__(self, text: str) -> None:
        self.lines = iter([line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"])
        self.title = ""
        self.game: Game = configured("backgammon")
        self.setup: Setup = start_position(self.game).setup
        self.memory = Memory()
        self.found: list[Example] = []
        self.thrown: list[Example] = []

    def read(self) -> list[Example]:
        for line in self.lines:
            if line.startswith("== "):
                self.title, self.memory, self.thrown = line.removeprefix("== "), Memory(), []
            elif throw := THROW.fullmatch(line):
                self.thrown = [Example(self.title, turn) for turn in self._turns(throw)]
                self.found += self.thrown
            elif claim := CLAIM.fullmatch(line):
                self._claim(claim[1], claim[2] or "", claim[3] or "")
            else:
                self._heading(*(part.strip() for part in line.partition(":")))
        return self.found

    def _turns(self, throw: re.Match[str]) -> Iterator[Turn]:
        position, player = Position.of(self.game, self.setup), Player(throw[1].lower())
        thrown = [(int(throw[3]), int(throw[4]))] if throw[3] else ALL_THROWS
        for dice in thrown:
            if throw[2] == "names":
                yield Turn(self.game, position, player, (2, 1), replace(self.memory, named=dice[0]))
            else:
                yield Turn(self.game, position, player, dice, self.memory)

    def _claim(self, word: str, play: str, note: str) -> None:
        if not self.thrown:
            msg = f"{self.title}: {word!r} belongs below a throw"
            raise ValueError(msg)
        for example in self.thrown:
            if word == "leads to":
                example.claims[-1] = replace(example.claims[-1], board=self._drawn())
            else:
                example.claims.append(Claim(word, play, note))

    def _heading(self, word: str, colon: str, rest: str) -> None:
        self.thrown = []
        if word == "game" and colon:
            self.game = read_game(rest)
        elif word == "board" and colon:
            self.setup = start_position(self.game).setup if rest == "start" else self._drawn()
        elif word == "points" and colon:
            self.memory = replace(self.memory, score=read_pair(rest))
        elif word == "doubles" and colon:
            self.memory = replace(self.memory, doubles=read_pair(rest))
        elif word == "may hit" and colon:
            self.memory = replace(self.memory, gate=both(value=False).with_(Player(rest.lower()), value=True))
        elif word == "1-2 in a row" and colon:
            self.memory = replace(self.memory, ace_deuces=int(rest))
        else:
            msg = f"{self.title}: {word + colon + rest!r} is not understood"
            raise ValueError(msg)

    def _drawn(self) -> Setup:
        drawing: list[str] = []
        for line in self.lines:
            drawing.append(line)
            if line.startswith("X Black:"):
                break
        return parse_diagram("\n".join(drawing))


def read_game(text: str) -> Game:
    """Return a game written like "puff_dutch, gate = home"."""
    name, *options = text.split(", ")
    pairs = (option.partition(" = ") for option in options)
    return configured(name, tuple((option, read_value(value)) for option, _, value in pairs))


def read_value(text: str) -> Setting:
    if text in {"yes", "no"}:
        return text == "yes"
    return int(text) if text.isdecimal() else text


def read_pair(text: str) -> Pair[int]:
    """Return numbers written like "White 11, Black 3"."""
    numbers = both(0)
    for part in text.split(", "):
        colour, _, number = part.partition(" ")
        numbers = numbers.with_(Player(colour.lower()), int(number))
    return numbers


def examples() -> list[Any]:
    """Every file's examples, those of one title together."""
    return [
        pytest.param(list(throws), id=f"{file.stem}: {title}")
        for file in sorted(FOLDER.glob("*.txt"))
        for title, throws in groupby(Reader(file.read_text(encoding="utf-8")).read(), lambda example: example.title)
    ]


@pytest.mark.parametrize("throws", examples())
def test_example(throws: list[Example]) -> None:
    report = [f"{example}{wrong}" for example in throws if (wrong := "\n".join(problems(example)))]
    assert not report, "\n\n".join(["", *report])


def problems(example: Example) -> list[str]:
    """What the engine finds otherwise than it is claimed."""
    if not example.claims:
        return ["nothing is claimed"]
    return [f"{claim.word} {claim.play}: {found}" for claim in example.claims if (found := problem(example, claim))]


def problem(example: Example, claim: Claim) -> str:
    """Say what the engine finds instead of what is claimed, or nothing."""
    plays = legal_plays(example.turn)
    if claim.word == "outcomes":
        return "" if len(plays) == int(claim.play) else f"{len(plays)} are found: {written(example.turn)}"
    if claim.word == "illegal":
        return wrong_reason(example.turn, claim)
    if claim.word == "another way":
        return also_legal(example.turn, claim.play)
    if claim.word == "no play" and len(plays) != 1:
        return f"there are plays: {written(example.turn)}"
    try:
        outcome = booklet.resolve(plays, claim.play)
    except NotationError as error:
        return f"{error}; legal are {written(example.turn)}"
    return differs(outcome, claim)


def written(turn: Turn) -> str:
    """Return the first plays there are, in the booklets' notation."""
    plays = legal_plays(turn)
    return "; ".join(booklet.write(turn, plays[outcome]) for outcome in plays.sorted()[:12])


def wrong_reason(turn: Turn, claim: Claim) -> str:
    judgement = judge(turn, booklet.described(turn, claim.play))
    if isinstance(judgement, Legal):
        return "it is legal"
    reason = judgement.violation.reason
    return (
        "" if reason is Reason(claim.note) else f"not {claim.note} but {reason.value}: {judgement.violation.sentence}"
    )


def also_legal(turn: Turn, play: str) -> str:
    """A play that would end where a legal one ends, but must not go this way."""
    try:
        booklet.parse(turn, play)
    except IllegalPlayError as error:
        return "" if "a legal one ends like it" in str(error) else str(error)
    return "it is legal"


def differs(outcome: Outcome, claim: Claim) -> str:
    notes = (
        [f"scores {outcome.scored}"] * bool(outcome.scored) + ["wins"] * outcome.won + ["throws again"] * outcome.again
    )
    if claim.note != ", ".join(notes):
        return f"it {' and '.join(notes) or 'does nothing else'}, not {claim.note!r}"
    if claim.board is not None and outcome.position.setup != claim.board:
        return f"it leads to\n{diagram(outcome.position, booklet_names=True)}"
    return ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("== A\ngame: puf", "did you mean 'puff'"),
        ("== A\nWhite throws 7-1", "'White throws 7-1' is not understood"),
        ("== A\nlegal: 1-5", "'legal' belongs below a throw"),
        ("== A\nwhatever: 3", "'whatever:3' is not understood"),
        ("== A\nboard:\nX Black: bar 0, reserve 0, off 15", "a diagram has the points"),
        ("== A\nboard:\n 12A 11A 10A", "a diagram has the points"),
        ("== A\nboard: start\nWhite throws 3-1\nboard: start\noutcomes: 16", "'outcomes' belongs below a throw"),
    ],
)
def test_a_file_that_is_not_understood_is_an_error(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Reader(text).read()


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim("legal", "1A-8A"), "not a legal play"),
        (Claim("legal", "8-5, 6-5", "wins"), "does nothing else, not 'wins'"),
        (Claim("illegal", "8-5, 6-5", "blocked"), "it is legal"),
        (Claim("illegal", "8-5", "blocked"), "not blocked but must_use_both"),
        (Claim("another way", "8-5, 6-5"), "it is legal"),
        (Claim("no play"), "there are plays"),
        (Claim("outcomes", "3"), "16 are found"),
    ],
)
def test_a_claim_that_is_wrong_is_told(claim: Claim, said: str) -> None:
    game = configured("backgammon")
    assert said in problem(Example("3-1", Turn(game, start_position(game), Player.WHITE, (3, 1))), claim)


def hitting_throws(distance: int) -> int:
    """How many of the 36 throws hit a lone blot so many points ahead of a lone checker."""
    game = configured("backgammon")
    setup = Setup.of(Pair({24: 1, "off": 14}, {24 - distance: 1, "off": 14}))
    turn = Turn(game, Position.of(game, setup), Player.WHITE, (1, 1))
    hits = [dice for dice in ALL_THROWS if any(one.position.bar.black for one in legal_plays(replace(turn, dice=dice)))]
    return sum(1 + (high != low) for high, low in hits)


@pytest.mark.parametrize("distance", range(1, 13))
def test_the_table_of_chances(distance: int) -> None:
    assert hitting_throws(distance) == CHANCES[distance - 1]
    assert round(100 * hitting_throws(distance) / 36) == PERCENT[distance - 1]
