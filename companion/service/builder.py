"""From a table to its view: a pure function, so that every view can be made again from the journal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from companion.match.clock import at
from companion.match.clock_rules import ClockKind
from companion.match.cube import Offer
from companion.match.length import Length, Rounds, ToPoints
from companion.rules.game import Opening as OpeningRule
from companion.rules.hucke import bridge_stands
from companion.rules.memory import loses_third
from companion.rules.notation import write_booklet, write_international
from companion.rules.players import Pair, Player, both
from companion.rules.steps import HUCKE, pack
from companion.service import words
from companion.service.actions import actions
from companion.service.boards import differing, game_board, lying_board
from companion.service.explaining import arrows_back, explained_by
from companion.service.last import last_play
from companion.service.view import (
    Both,
    ClockView,
    CubeView,
    DeviceView,
    DieView,
    DisputeView,
    Kept,
    LogLine,
    Message,
    TableView,
    Who,
)
from companion.table.course import dice_played
from companion.table.events import Dice, Die
from companion.table.recognition import Kind, plays_of
from companion.table.state import (
    Act,
    Asking,
    Deed,
    Disputed,
    GameOver,
    MatchOver,
    Naming,
    Opening,
    Phase,
    Playing,
    Table,
    ToThrow,
)
from companion.table.unclear import may_have_been, must_be_changed
from companion.table.waiting import waiting_for

MOST_ASKED = 12
"""How many plays a question offers; any other can be told by hand."""
PHASES: dict[type[Phase], Any] = {
    Opening: "opening",
    ToThrow: "to_throw",
    Naming: "naming",
    Playing: "playing",
    Asking: "asking",
    Disputed: "disputed",
    GameOver: "game_over",
    MatchOver: "match_over",
}


@dataclass(frozen=True, slots=True)
class Around:
    """All that is shown besides the table itself."""

    version: int = 0
    match: int | None = None
    uid: str | None = None
    log: tuple[LogLine, ...] = ()
    devices: tuple[DeviceView, ...] = ()
    trouble: tuple[Message, ...] = ()
    demo: bool = False
    kept: Kept = "disk"


def empty_view(around: Around, waiting: Message | None = None) -> TableView:
    """Return the view without a match."""
    return TableView(
        around.version,
        waiting or words.own("no_match"),
        devices=around.devices,
        trouble=around.trouble,
        demo=around.demo,
        kept=around.kept,
    )


def table_view(table: Table, around: Around) -> TableView:
    """Return what the table shows now."""
    view = empty_view(around, words.waits(waiting_for(table)))
    view = replace(view, match=around.match, uid=around.uid, log=around.log)
    return replace(view, **_match(table), **_game(table), **_turn(table))


def _match(table: Table) -> dict[str, Any]:
    match = table.match
    rules = match.rules
    return {
        "game": rules.game.id,
        "game_name": rules.game.name,
        "options": dict(rules.game.chosen),
        "names": _both(rules.names),
        "length": length_in_words(rules.length),
        "score": _both(match.score),
        "game_number": table.game.number,
        "crawford": match.is_crawford_game,
        "tournament": table.rules.tournament,
        "winner": _who(_winner(table)),
        "clock": _clock(table),
    }


def length_in_words(length: Length) -> Message:
    """Return how long a match is."""
    if isinstance(length, ToPoints):
        return words.own("length_points", points=length.points) if length.points > 1 else words.own("length_point")
    if isinstance(length, Rounds):
        return words.own("length_rounds", games=length.games) if length.games > 1 else words.own("length_round")
    return words.own("length_money")


def _winner(table: Table) -> Player | None:
    if isinstance(table.phase, MatchOver):
        return table.match.winner
    return table.phase.result.winner if isinstance(table.phase, GameOver) else None


def _clock(table: Table) -> ClockView | None:
    clock = table.clock
    if clock.rules.kind is ClockKind.NONE:
        return None
    now = at(clock, table.now)
    running, flagged = _who(clock.running), _who(now.flagged)
    return ClockView(clock.rules.kind.value, _both(now.reserve), now.delay, running, clock.paused, flagged, table.now)


def _game(table: Table) -> dict[str, Any]:
    rules, game = table.match.rules, table.game
    hucke = rules.game.hucke
    return {
        "board": lying_board(table),
        "game_board": game_board(table),
        "differs": differing(table),
        "dice": _dice(table),
        "cube": _cube(table),
        "pips": None if table.rules.tournament else _both(game.position.pips(rules.game)),
        "last": last_play(table),
        "points": _both(game.memory.score) if rules.by_points else None,
        "hucke": Both(*(rules.game.path(player).point(HUCKE) for player in Player)) if hucke else None,
        "bridge": Both(*(_bridge(table, player) for player in Player)) if hucke else None,
    }


def _bridge(table: Table, player: Player) -> bool:
    return bridge_stands(pack(table.match.rules.game, table.game.position, player))


def _dice(table: Table) -> tuple[DieView, ...]:
    phase, views = table.phase, []
    counting = Counter(table.counted if isinstance(phase, Opening | Playing | Asking | Disputed) else ())
    for die in table.lying:
        counts = counting[die] > 0 and _is_played(table, die)
        counting[die] -= 1
        views.append(DieView(die.value, _who(die.half), die.flat, die.on_checker, counts))
    return tuple(views)


def _is_played(table: Table, die: Die) -> bool:
    turn = _turn_of(table.phase)
    if die.half is None or turn is None:
        return die.half is not None and isinstance(table.phase, Opening)
    return die.half is turn or die.value in _opened_with(table)[die.half]


def _opened_with(table: Table) -> Pair[tuple[int, ...]]:
    """Return what both threw to open, while the one who begins plays both of their dice."""
    if table.game.opening_over or table.match.rules.game.opening is not OpeningRule.ONE_DIE_EACH:
        return both(())
    acts = (one for one in table.game.record if isinstance(one, Act) and one.deed is Deed.OPENING)
    return next((one.thrown for one in acts if one.thrown), both(()))


def _cube(table: Table) -> CubeView | None:
    if not table.match.rules.has_cube:
        return None
    cube, pending = table.game.stake.cube, table.game.stake.pending
    if isinstance(pending, Offer):
        return CubeView(cube.value, _who(cube.owner), pending.value, _who(pending.by), cube.face)
    return CubeView(cube.value, _who(cube.owner), face=cube.face)


def _turn(table: Table) -> dict[str, Any]:
    phase = table.phase
    questions = _questions(phase)
    throws = _throws(table)
    return {
        "phase": PHASES[type(phase)],
        "turn": _who(None if isinstance(phase, Opening | GameOver | MatchOver) else table.game.player),
        "asked": _who(table.game.stake.asked),
        "opening": _both(phase.thrown) if isinstance(phase, Opening) else None,
        "said": tuple(words.said(one) for one in table.said),
        "throw": dice_played(phase.turn) if isinstance(phase, Playing | Asking | Disputed) else (),
        "left": _left(phase),
        "dispute": _dispute(table),
        "question": tuple(international for international, _ in questions),
        "question_booklet": tuple(booklet for _, booklet in questions),
        "actions": actions(table, tuple(international for international, _ in questions), throws),
    }


def _turn_of(phase: Phase) -> Player | None:
    return phase.turn.player if isinstance(phase, Playing | Asking | Disputed) else None


def _left(phase: Phase) -> tuple[int, ...]:
    """Return the numbers still to play, as far as they are known."""
    if not isinstance(phase, Playing) or phase.kind in {Kind.COMPLETE, Kind.AMBIGUOUS}:
        return ()
    turn = phase.turn
    if phase.left or phase.kind is not Kind.UNMOVED or loses_third(turn.game, turn.memory, turn.dice):
        return phase.left
    return plays_of(turn).search.numbers


def _questions(phase: Phase) -> tuple[tuple[str, str], ...]:
    if not isinstance(phase, Asking):
        return ()
    plays, turn = plays_of(phase.turn), phase.turn
    asked = [plays[outcome] for outcome in phase.outcomes[:MOST_ASKED]]
    return tuple((write_international(turn, play), write_booklet(turn, play)) for play in asked)


def _throws(table: Table) -> tuple[Dice, ...]:
    phase = table.phase
    if not isinstance(phase, Disputed) or table.game.stake.pending:
        return ()
    return tuple(dice for dice in explained_by(phase.turn, phase.after) if may_have_been(table, phase.turn, dice))


def _dispute(table: Table) -> DisputeView | None:
    phase = table.phase
    if not isinstance(phase, Disputed):
        return None
    violation = phase.violation
    arrows = arrows_back(phase.turn, phase.after)
    must = must_be_changed(table, phase)
    points = tuple(point for point in violation.points if 1 <= point <= 24)
    return DisputeView(phase.turn.player.value, words.why_illegal(violation), points, arrows, must)


def _both(pair: Pair[Any]) -> Both[Any]:
    return Both(pair.white, pair.black)


def _who(player: Player | None) -> Who | None:
    return player.value if player else None
