"""Scripted tables as text: what is observed, line by line, and what the referee says to it.

A line that begins with `>` is what happens; below it stand what is said and what the table waits for. `python -m
tests.table.script --update FILE ...` writes both anew, to be read before it is believed.
"""

import shlex
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Choice
from companion.rules.board import BAR, OFF, RESERVE, point_of_booklet_name
from companion.rules.game import Setting
from companion.rules.games import configured
from companion.rules.notation import described_booklet, described_international
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from companion.table import events as ev
from companion.table.codes import SAID, WAITING
from companion.table.games import begin_table
from companion.table.reading import BoardReading, counted, exact_reading, presence_reading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, EndsBy, IllegalPlays, Playing, Said, Table, TableRules
from companion.table.waiting import waiting_for

STEP = 1000
NAMED: dict[str, int | str] = {name: name for name in (BAR, RESERVE, OFF)}
PLAYERS = {player.value: player for player in Player}
Words = list[str]


def setting(text: str) -> Setting:
    """An option's value as a script writes it."""
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdigit() else text


class Script:
    """One table, driven by lines."""

    def __init__(self) -> None:
        self.now = 0
        self.sensing = "exact"
        self.game = configured("backgammon")
        self.length: Length = Money()
        self.rules = TableRules()
        self.clock = ClockRules()
        self.cube: bool | None = None
        self._table: Table | None = None
        self._shown: Setup | None = None

    @property
    def table(self) -> Table:
        if self._table is None:
            rules = MatchRules(self.game, self.length, clock=self.clock, cube=self.cube)
            self._table = begin_table(rules, self.rules)
        return self._table

    def run(self, line: str) -> list[str]:
        """Do what a line says; return what the referee says to it."""
        word, *words = shlex.split(line)
        if hasattr(self, f"set_{word}"):
            getattr(self, f"set_{word}")(words)
            return []
        event: ev.Event = getattr(self, f"on_{word}")(words)
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            return [f"! [{after.code}] {after.message}", self.waits()]
        self._table = after
        return [*(told(said, SAID) for said in after.said), self.waits()]

    def waits(self) -> str:
        return f"... {told(waiting_for(self.table), WAITING)}"

    def time(self) -> int:
        self.now += STEP
        return self.now

    # What is agreed on, and how time goes by.

    def set_game(self, words: Words) -> None:
        self.game = configured(words[0], [(name, setting(value)) for name, value in (w.split("=") for w in words[1:])])

    def set_match(self, words: Words) -> None:
        self.length = (
            {"money": Money, "rounds": Rounds}[words[0]]() if not words[0].isdigit() else ToPoints(int(words[0]))
        )

    def set_rounds(self, words: Words) -> None:
        self.length = Rounds(int(words[0]))

    def set_ends(self, words: Words) -> None:
        self.rules = replace(self.rules, ends_by=EndsBy(words[0]))

    def set_illegal(self, words: Words) -> None:
        self.rules = replace(self.rules, illegal_plays=IllegalPlays(words[0]))

    def set_tournament(self, _words: Words) -> None:
        self.rules = replace(self.rules, tournament=True)

    def set_clocks(self, words: Words) -> None:
        reserve = int(words[1])
        self.clock = ClockRules(ClockKind(words[0]), Pair(reserve, reserve), int(words[2]))

    def set_sensing(self, words: Words) -> None:
        self.sensing = words[0]

    def set_wait(self, words: Words) -> None:
        self.now += int(words[0])

    # Observations.

    def on_dice(self, words: Words) -> ev.Event:
        dice: list[ev.Die] = []
        half: Player | None = None
        for word in words:
            if word in {*PLAYERS, "outside"}:
                half = PLAYERS.get(word)
            elif word.isdigit():
                dice.append(ev.Die(int(word), half))
            else:
                dice[-1] = replace(dice[-1], flat=word != "leaning", on_checker=word == "on_checker")
        return ev.DiceSeen(self.time(), tuple(dice))

    def on_lifted(self, _words: Words) -> ev.Event:
        return ev.DiceLifted(self.time())

    def on_clock(self, words: Words) -> ev.Event:
        return ev.ClockHit(self.time(), PLAYERS[words[0]])

    def on_end(self, words: Words) -> ev.Event:
        return ev.TurnEnded(self.time(), PLAYERS[words[0]])

    def on_board(self, words: Words) -> ev.Event:
        """A play made (`8/5 6/5`, or in the booklets' way), nothing (`as before`), or changes (`white 8-1 5+1`)."""
        phase = self.table.phase
        turn = phase.turn if isinstance(phase, Playing | Asking | Disputed) else None
        before = turn.position.setup if turn else self.table.game.position.setup
        if words == ["as", "before"]:
            self._shown = before
        elif words[0] in PLAYERS:
            self._shown = changed(before, words)
        elif turn is not None:
            text = " ".join(words)
            describe = described_international if "/" in text or text == "-" else described_booklet
            self._shown = describe(turn, text)
        if self._shown is None:
            msg = f"no turn to play {words} in"
            raise ValueError(msg)
        return ev.BoardSeen(self.time(), self.sensed(self._shown))

    def sensed(self, setup: Setup) -> BoardReading:
        """What the board reports with the kind of sensing it has."""
        exact = exact_reading(setup)
        if self.sensing == "exact":
            return exact
        if self.sensing == "points":
            return replace(exact, bars=None, trays=None)
        if self.sensing.startswith("slots"):
            return presence_reading(setup, int(self.sensing.removeprefix("slots")))
        if self.sensing.startswith("zones"):
            return presence_reading(setup, int(self.sensing.removeprefix("zones")), zones=True)
        doubted = int(self.sensing.removeprefix("doubt"))
        white, black = (side.points[doubted - 1] for side in setup.sides)
        points = list(exact.points)
        points[doubted - 1] = counted(white, black).loosened(1)
        return replace(exact, points=tuple(points))

    # What people enter and decide.

    def on_throw(self, words: Words) -> ev.Event:
        return ev.ThrowEntered(self.time(), PLAYERS[words[0]], tuple(map(int, words[1:])))

    def on_play(self, words: Words) -> ev.Event:
        return ev.PlayEntered(self.time(), PLAYERS[words[0]], " ".join(words[1:]))

    def on_name(self, words: Words) -> ev.Event:
        return ev.DoubleNamed(self.time(), PLAYERS[words[0]], int(words[1]))

    def on_cube(self, words: Words) -> ev.Event:
        return ev.CubeMoved(self.time(), PLAYERS[words[0]], ev.CubeAction(words[1]))

    def on_resign(self, words: Words) -> ev.Event:
        return ev.Resigned(self.time(), PLAYERS[words[0]], int(words[1]))

    def on_accept(self, words: Words) -> ev.Event:
        return ev.Answered(self.time(), PLAYERS[words[0]], accepted=True)

    def on_refuse(self, words: Words) -> ev.Event:
        return ev.Answered(self.time(), PLAYERS[words[0]], accepted=False)

    def on_call_off(self, words: Words) -> ev.Event:
        return ev.CallOffWanted(self.time(), PLAYERS[words[0]])

    def on_way(self, words: Words) -> ev.Event:
        way = ev.Way(words[0])
        numbers = [int(word) for word in words[1:]]
        dice = (numbers[0], numbers[1]) if way is ev.Way.THROW_WAS else None
        return ev.WayChosen(self.time(), way, dice, numbers[0] if way is ev.Way.PLAY_WAS else None)

    def on_undo(self, words: Words) -> ev.Event:
        agreed = Pair(*(words[1] in {"both", player.value} for player in Player))
        return ev.Undone(self.time(), int(words[0]), agreed, " ".join(words[2:]))

    def on_correct(self, words: Words) -> ev.Event:
        return ev.ThrowCorrected(self.time(), (int(words[0]), int(words[1])), " ".join(words[2:]))

    def on_score(self, words: Words) -> ev.Event:
        return ev.ScoreSet(self.time(), Pair(int(words[0]), int(words[1])), " ".join(words[2:]))

    def on_cube_is(self, words: Words) -> ev.Event:
        return ev.CubeSet(self.time(), int(words[0]), PLAYERS.get(words[1]), " ".join(words[2:]))

    def on_position(self, words: Words) -> ev.Event:
        """Changes to the position, then who is to throw and why: `position white 8-1 5+1 to black because ...`."""
        to, because = words.index("to"), words.index("because")
        setup = changed(self.table.game.position.setup, words[:to])
        return ev.PositionSet(self.time(), setup, PLAYERS[words[to + 1]], " ".join(words[because + 1 :]))

    def on_time(self, words: Words) -> ev.Event:
        return ev.ClockSet(self.time(), PLAYERS[words[0]], int(words[1]), " ".join(words[2:]))

    def on_pause(self, _words: Words) -> ev.Event:
        return ev.ClockStopped(self.time())

    def on_resume(self, _words: Words) -> ev.Event:
        return ev.ClockResumed(self.time())

    def on_claim(self, words: Words) -> ev.Event:
        return ev.FlagClaimed(self.time(), PLAYERS[words[0]])

    def on_next(self, words: Words) -> ev.Event:
        if not words:
            return ev.NextGame(self.time())
        return ev.NextGame(self.time(), PLAYERS[words[0]], Choice(words[1]))

    def on_hint(self, words: Words) -> ev.Event:
        return ev.HintWanted(self.time(), Pair(*(words[0] in {"both", player.value} for player in Player)))

    def on_stop(self, _words: Words) -> ev.Event:
        return ev.SessionEnded(self.time())


def told(said: Said, sentences: object) -> str:
    """What was said, as code and sentence."""
    assert isinstance(sentences, type(SAID))
    return f"[{said.code}] {sentences[said.code].format(**dict(said.params))}".rstrip()


def changed(setup: Setup, words: Words) -> Setup:
    """The setup with checkers taken away and added, points by either name: `white 8-1 1A+1 black 24-1 bar+1`."""
    counts = {player: Counter(dict(setup.sides[player].places())) for player in Player}
    player = Player.WHITE
    for word in words:
        if word in PLAYERS:
            player = PLAYERS[word]
        else:
            name, sign, number = word.partition("+") if "+" in word else word.partition("-")
            place = NAMED.get(name) or (int(name) if name.isdigit() else point_of_booklet_name(name))
            counts[player][place] += int(sign + number)
    return Setup(Pair(*(side(counts[one]) for one in Player)))


def side(counts: Counter[int | str]) -> Side:
    return Side(tuple(counts[point] for point in range(1, 25)), counts[BAR], counts[RESERVE], counts[OFF])


def replayed(text: str) -> str:
    """The script with what the referee says now."""
    script = Script()
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(">"):
            lines += [line, *(f"  {said}" for said in script.run(line[1:]))]
        elif not line.startswith("  "):
            lines.append(line)
    return "\n".join(lines) + "\n"


def main(arguments: Words) -> None:
    """Write files anew."""
    for name in arguments:
        file = Path(name)
        file.write_text(replayed(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main([argument for argument in sys.argv[1:] if argument != "--update"])
