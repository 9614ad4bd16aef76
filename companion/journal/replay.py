"""A match step by step: every throw, play, cube action and correction, with the board after it.

A step as JSON (`plain`; what a game does not need is left out of `memory`):

    {"step": 7, "game": 1, "seq": 41, "player": "white",
     "position": {"points": [...], "bar": {...}, "reserve": {...}, "off": {...}},
     "throw": {"player": "white", "dice": [3, 1], "named": false, "given": false} or null,
     "play": {"player": "white", "dice": [3, 1], "international": "8/5 6/5", "booklet": "8-5, 6-5",
              "scored": 0, "condoned": null, "by_hand": false} or null,
     "cube": {"value": 2, "owner": "black", "offer": {"player": "white", "value": 4, "beaver": false} or null},
     "memory": {}, "score": {"white": 0, "black": 0}, "crawford": false,
     "times": {"at": 61000, "wall": 1790000000000, "reserve": {"white": 120000, "black": 120000} or null,
               "running": "black" or null},
     "result": {"winner": "white", "how": "played", "count": 1, "cube": 2, "counted": 2} or null,
     "correction": false, "stands": true,
     "said": [{"code": "played", "params": {"player": "white", "play": "8/5 6/5"}, "text": "..."}]}

`position`, `cube`, `memory`, `score` and `times` are as after the step. `play` has both notations null where an illegal
play was let stand (then `condoned` says why it was illegal) or the position was taken as it lay. `stands` is false for
what was taken back, and for a throw that was corrected. `seq` is the event's number: one event can make two steps.
Nothing is said in the step with which a fresh game begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.journal.lines import Stored
from companion.journal.standing import Happening, happenings
from companion.match.clock import at
from companion.match.clock_rules import ClockKind
from companion.match.cube import Offer
from companion.match.score import GameResult
from companion.match.stake import Stake
from companion.rules.memory import Memory
from companion.rules.notation import write_booklet, write_international
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, Side
from companion.rules.reasons import Reason
from companion.rules.turn import Turn
from companion.table import codec
from companion.table.agreement import Agreement
from companion.table.codes import SAID
from companion.table.course import dice_played
from companion.table.events import Dice
from companion.table.state import GameOver, MatchOver, Param, Record, Said

CORRECTIONS = frozenset("undone throw_corrected score_set cube_set position_set clock_set position_taken".split())


@dataclass(frozen=True, slots=True)
class Board:
    """A position as cases and steps write it: 24 signed counts, + White, - Black, and what is elsewhere."""

    points: tuple[int, ...]
    bar: Pair[int]
    reserve: Pair[int]
    off: Pair[int]

    @classmethod
    def of(cls, position: Position) -> Board:
        """Return `position` in this form."""
        return cls(position.points, position.bar, position.reserve, position.off)

    @property
    def setup(self) -> Setup:
        """Where all checkers are."""
        signed = Pair(self.points, tuple(-count for count in self.points))
        return Setup(
            Pair(
                *(
                    Side(
                        tuple(max(0, count) for count in signed[player]),
                        self.bar[player],
                        self.reserve[player],
                        self.off[player],
                    )
                    for player in Player
                )
            )
        )


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is to be played, or a double that was named, or a 1-2 that was handed over."""

    player: Player
    dice: Dice
    named: bool = False
    given: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A turn that is over."""

    player: Player
    dice: Dice
    international: str | None
    booklet: str | None
    scored: int = 0
    condoned: Reason | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """A double or beaver that waits for its answer."""

    player: Player
    value: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class CubeThen:
    """The cube."""

    value: int
    owner: Player | None
    offer: Offered | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """When it was: milliseconds since the match began, and Unix milliseconds; what the clock showed then."""

    at: int
    wall: int
    reserve: Pair[int] | None = None
    running: Player | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the referee said."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def text(self) -> str:
        """The sentence in English."""
        return SAID[self.code].format(**dict(self.params)).strip()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was decided, and how everything stood after it."""

    step: int
    game: int
    seq: int
    player: Player | None
    position: Board
    throw: Throw | None
    play: Settled | None
    cube: CubeThen
    memory: Memory
    score: Pair[int]
    crawford: bool
    times: Times
    result: GameResult | None
    correction: bool
    stands: bool
    said: tuple[Told, ...]


def steps_of(agreement: Agreement, stored: Iterable[Stored]) -> list[Step]:
    """Return every step of a match, in order; those that were taken back stand no more."""
    found, _ = happenings(agreement, stored)
    return [_step(number, one) for number, one in enumerate(found, 1)]


def plain(step: Step) -> dict[str, Any]:
    """Return a step as plain data for JSON."""
    data: dict[str, Any] = codec.plain(step)
    usual = codec.plain(Memory())
    data["memory"] = {key: value for key, value in data["memory"].items() if value != usual[key]}
    data["said"] = [{"code": said.code, "params": dict(said.params), "text": said.text} for said in step.said]
    return data


def read(data: dict[str, Any]) -> Step:
    """Return the step that `plain` has written; raise `CodecError` if it is none."""
    said = tuple(Told(str(one["code"]), tuple(one["params"].items())) for one in data.get("said", ()))
    step: Step = codec.read_as(Step, {**data, "said": []}, "step")
    return Step(**{name: getattr(step, name) for name in step.__slots__ if name != "said"}, said=said)


def _step(number: int, one: Happening) -> Step:
    table, played = one.table, one.played
    return Step(
        number,
        table.game.number,
        one.stored.seq,
        _who(one),
        Board.of(one.position),
        _throw(one.throw) if one.throw else None,
        _settled(played) if played else None,
        _cube(one.stake),
        one.memory,
        one.match.score,
        _is_crawford(one),
        _times(one),
        table.games[-1].result if one.ended else None,
        one.has_said(CORRECTIONS),
        one.stands,
        tuple(_told(said) for said in one.said),
    )


def _told(said: Said) -> Told:
    return Told(said.code, said.params)


def _who(one: Happening) -> Player | None:
    """Return whose step it is."""
    if one.throw or one.played:
        turn = one.throw or (one.played.turn if one.played else None)
        return turn.player if turn else None
    acting = next((entry.player for entry in one.entries), None)
    named = next((value for said in one.said for key, value in said.params if key == "player"), None)
    return acting or (Player(named) if named else None)


def _throw(turn: Turn) -> Throw:
    return Throw(turn.player, dice_played(turn), named=bool(turn.memory.named), given=turn.memory.given)


def _settled(record: Record) -> Settled:
    turn, play = record.turn, record.play
    return Settled(
        turn.player,
        dice_played(turn),
        None if play is None else write_international(turn, play),
        None if play is None else write_booklet(turn, play),
        record.outcome.scored,
        record.condoned,
        by_hand=record.by_hand,
    )


def _cube(stake: Stake) -> CubeThen:
    pending = stake.pending
    offer = Offered(pending.by, pending.value, pending.beaver) if isinstance(pending, Offer) else None
    return CubeThen(stake.cube.value, stake.cube.owner, offer)


def _is_crawford(one: Happening) -> bool:
    """Whether the game that is or was played is the Crawford game."""
    table = one.table
    over = one.last and isinstance(table.phase, GameOver | MatchOver) and table.games
    return table.games[-1].match.is_crawford_game if over else one.match.is_crawford_game


def _times(one: Happening) -> Times:
    clock, when = one.table.clock, one.stored.event.at
    if clock.rules.kind is ClockKind.NONE:
        return Times(when, one.stored.wall)
    return Times(when, one.stored.wall, at(clock, when).reserve, clock.running if clock.ticking else None)
