"""Scripted tables as text: what is observed, line by line, and what the referee says to it.

A line that begins with `>` is what happens; below it stand what is said and what the table waits for. `python -m
tests.table.script --update FILE ...` writes both anew, to be read before it is believed.
"""

import shlex
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from companion.match.clock import at
from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Choice
from companion.rules.board import BAR, OFF, RESERVE, point_of_booklet_name
from companion.rules.game import Setting
from companion.rules.games import configured
from companion.rules.notation import described_booklet, described_international
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codes import SAID, WAITING
from companion.table.games import begin_table
from companion.table.reading import BoardReading, counted, exact_reading, presence_reading, uncoloured
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, EndsBy, IllegalPlays, Playing, Record, Said, Table, TableRules
from companion.table.unclear import throws_offered
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
        if word == "show":
            return [f"= {self.shown(words[0])}"]
        event: ev.Event = getattr(self, f"on_{word}")(words)
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            return [f"! [{after.code}] {after.message}", self.waits()]
        self._table = after
        return [*(told(said, SAID) for said in after.said), self.waits()]

    def shown(self, what: str) -> str:
        """What is looked up on the table: the clock, the cube, the position, the record."""
        game = self.table.game
        if what == "clock":
            clock = at(self.table.clock, self.now)
            return f"white {clock.reserve.white} ms, black {clock.reserve.black} ms, delay {clock.delay} ms"
        if what == "cube":
            return (
                f"{game.stake.cube.value} {game.stake.cube.owner.value if game.stake.cube.owner else 'in the middle'}"
            )
        if what == "position":
            sides = (f"{player.value} {placed(game.position.sides[player])}" for player in Player)
            return "; ".join(sides)
        if what == "throws":
            return " ".join(f"{high}-{low}" for high, low in throws_offered(self.table))
        last = [one for one in game.record if isinstance(one, Record)][-1]
        return f"{last.player.value} {last.turn.dice} condoned={last.condoned} by_hand={last.by_hand}"

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
        reserve = None if words[1] == "usual" else Pair(int(words[1]), int(words[1]))
        self.clock = ClockRules(ClockKind(words[0]), reserve, int(words[2]))

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
        if self.sensing.startswith("colours"):
            slots = int(self.sensing.removeprefix("colours"))
            counts = zip(*(side.points for side in setup.sides), strict=True)
            return replace(exact, points=tuple(counted(min(w, slots), min(b, slots), slots) for w, b in counts))
        if self.sensing.startswith("slots"):
            return presence_reading(setup, int(self.sensing.removeprefix("slots")))
        if self.sensing.startswith("zones"):
            return presence_reading(setup, int(self.sensing.removeprefix("zones")), zones=True)
        point = int(self.sensing.removeprefix("doubt").removeprefix("colourless"))
        white, black = (side.points[point - 1] for side in setup.sides)
        doubted = self.sensing.startswith("doubt")
        seen = counted(white, black).loosened(1) if doubted else uncoloured(0, 0, white + black)
        return replace(exact, points=(*exact.points[: point - 1], seen, *exact.points[point:]))

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
        return co.Undone(self.time(), int(words[0]), agreed, " ".join(words[2:]))

    def on_correct(self, words: Words) -> ev.Event:
        return co.ThrowCorrected(self.time(), (int(words[0]), int(words[1])), " ".join(words[2:]))

    def on_score(self, words: Words) -> ev.Event:
        return co.ScoreSet(self.time(), Pair(int(words[0]), int(words[1])), " ".join(words[2:]))

    def on_cube_is(self, words: Words) -> ev.Event:
        return co.CubeSet(self.time(), int(words[0]), PLAYERS.get(words[1]), " ".join(words[2:]))

    def on_position(self, words: Words) -> ev.Event:
        """Changes, who is to throw, why: `position white 8-1 5+1 to black because ...`; `points 3 4` before `to`.

        After `clear` the changes are made to an empty board.
        """
        to, because = words.index("to"), words.index("because")
        changes, points = words[:to], None
        if "points" in changes:
            at = changes.index("points")
            points, changes = Pair(int(changes[at + 1]), int(changes[at + 2])), changes[:at]
        empty = changes[:1] == ["clear"]
        before = Setup(Pair(Side(), Side())) if empty else self.table.game.position.setup
        setup = changed(before, changes[empty:])
        return co.PositionSet(self.time(), setup, PLAYERS[words[to + 1]], " ".join(words[because + 1 :]), points)

    def on_time(self, words: Words) -> ev.Event:
        return co.ClockSet(self.time(), PLAYERS[words[0]], int(words[1]), " ".join(words[2:]))

    def on_pause(self, _words: Words) -> ev.Event:
        return co.ClockStopped(self.time())

    def on_resume(self, _words: Words) -> ev.Event:
        return co.ClockResumed(self.time())

    def on_claim(self, words: Words) -> ev.Event:
        return ev.FlagClaimed(self.time(), PLAYERS[words[0]])

    def on_next(self, words: Words) -> ev.Event:
        if not words:
            return ev.NextGame(self.time())
        return ev.NextGame(self.time(), PLAYERS[words[0]], Choice(words[1]))

    def on_hint(self, words: Words) -> ev.Event:
        agreed = Pair(*(words[0] in {"both", player.value} for player in Player))
        return co.HintWanted(self.time(), agreed, co.Aid(words[1] if len(words) > 1 else "hint"))

    def on_tick(self, _words: Words) -> ev.Event:
        return ev.TimePassed(self.time())

    def on_board_lost(self, _words: Words) -> ev.Event:
        return ev.BoardLost(self.time())

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


def placed(side: Side) -> str:
    return " ".join(f"{place}:{count}" for place, count in side.places())


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
