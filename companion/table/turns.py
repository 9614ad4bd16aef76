"""A turn from the throw to its end: what the board shows, when it is over, and what it was."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import booklet_name
from companion.rules.following import Following, following
from companion.rules.game import Scoring
from companion.rules.judge import Legal, judge, throws_that_explain
from companion.rules.memory import loses_third
from companion.rules.notation import write_international
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import ImpossiblePosition, Position, Setup
from companion.rules.reasons import Reason, Violation
from companion.rules.turn import Outcome, Play, Turn
from companion.table.codes import Why
from companion.table.condoned import condoned_outcome
from companion.table.events import BoardSeen, ClockHit, Dice, DiceLifted, TurnEnded
from companion.table.games import game_won
from companion.table.recognition import Kind, Recognition, doubtful_places, numbers_left, recogniser
from companion.table.rejection import RejectedError
from companion.table.state import Asking, Disputed, EndsBy, Naming, Playing, Record, Table, ToThrow

MOST_NAMED = 4
"""How many plays a question names."""


def shown(dice: tuple[int, ...]) -> str:
    """Return dice as they are written."""
    return "-".join(map(str, dice))


def places_shown(places: tuple[int | str, ...]) -> str:
    """Return places by the booklets' names."""
    return ", ".join(booklet_name(place) if isinstance(place, int) else place for place in places)


def playing(table: Table, turn: Turn) -> Table:
    """The throw counts: let the player on turn play it."""
    plays = legal_plays(turn)
    dice = (turn.memory.named,) * 2 if turn.memory.named else turn.dice
    table = table.go_to(Playing(turn)).say("thrown", player=turn.player.value, dice=shown(dice), plays=len(plays))
    if loses_third(turn.game, turn.memory, turn.dice):
        return table.say("third_ace_deuce")
    return table.say("no_play", player=turn.player.value) if is_blocked(plays) else table


def is_blocked(plays: Plays) -> bool:
    """Whether nothing can be moved."""
    return len(plays) == 1 and bool(plays.at(plays.turn.position))


def board_seen(table: Table, event: BoardSeen) -> Table:
    """Take a settled reading of the board."""
    table, phase = replace(table, board=event.reading), table.phase
    if isinstance(phase, Playing) and not phase.ended:
        return _followed(table, phase)
    if isinstance(phase, Playing | Asking | Disputed):
        return _looked_at_again(table, phase)
    return _compared(table)


def _followed(table: Table, phase: Playing) -> Table:
    """Say how far the play is, without judging it: it is not over."""
    seen = _recognised(table, phase.turn)
    if seen.kind is phase.kind:
        return table
    table = table.go_to(replace(phase, kind=seen.kind)).say("seen", kind=seen.kind.value)
    left = numbers_left(phase.turn, seen.after) if seen.kind is Kind.ON_THE_WAY and seen.after else ()
    return table.say("numbers_left", left=shown(left)) if left else table


def _recognised(table: Table, turn: Turn) -> Recognition:
    if table.board is None:
        msg = "there is no reading to recognise a play in"
        raise ValueError(msg)
    return recogniser(turn).recognise(table.board)


def _looked_at_again(table: Table, phase: Playing | Asking | Disputed) -> Table:
    """Accept what has become legal since the turn ended; otherwise go by what the board shows now."""
    seen = _recognised(table, phase.turn)
    if isinstance(phase, Playing) or seen.kind is Kind.COMPLETE:
        return _settled(table, phase.turn, seen)
    if isinstance(phase, Disputed) and seen.kind is Kind.NOT_LEGAL and seen.after and seen.violation:
        return table if seen.after == phase.after else disputed(table, phase.turn, seen.after, seen.violation)
    return table


def _compared(table: Table) -> Table:
    """Say where the board differs from the game while nobody plays."""
    if table.board is None:
        return table
    setup = table.game.position.setup
    differs = () if table.board.shows(setup) else doubtful_places(table.board, setup) or ("bar",)
    if differs == table.differs:
        return table
    table = replace(table, differs=differs)
    return table.say("board_differs", places=places_shown(differs)) if differs else table.say("board_agrees")


def dice_lifted(table: Table, _event: DiceLifted) -> Table:
    """The dice are gone: where the dice end a turn, it is over."""
    phase = table.phase
    if table.rules.ends_by is EndsBy.DICE and isinstance(phase, Playing) and not phase.ended:
        return ended(table, phase)
    return table


def clock_hit(table: Table, event: ClockHit) -> Table:
    """A player has pressed the clock: where it ends a turn, that player's is over."""
    phase = table.phase
    if table.rules.ends_by is not EndsBy.CLOCK or not isinstance(phase, Playing) or phase.ended:
        return table
    return ended(table, phase) if event.player is phase.turn.player else table


def turn_ended(table: Table, event: TurnEnded) -> Table:
    """A player says that the play is made."""
    phase = table.phase
    if not isinstance(phase, Playing):
        raise RejectedError(Why.NOT_NOW)
    if event.player is not phase.turn.player:
        raise RejectedError(Why.NOT_ON_TURN, player=phase.turn.player.value)
    return ended(table, phase)


def ended(table: Table, phase: Playing) -> Table:
    """The turn is over as far as the player is concerned: find out what was played."""
    table = table.go_to(replace(phase, ended=True))
    if table.board is not None:
        return _settled(table, phase.turn, _recognised(table, phase.turn))
    plays = legal_plays(phase.turn)
    if len(plays) == 1:
        return accepted(table, phase.turn, next(iter(plays)), by_hand=True)
    return table.say("play_missing")


def _settled(table: Table, turn: Turn, seen: Recognition) -> Table:
    if seen.kind is Kind.COMPLETE:
        return accepted(table, turn, seen.outcomes[0])
    if seen.kind is Kind.AMBIGUOUS:
        return _asked(table, turn, seen.outcomes)
    if seen.kind is Kind.UNMOVED:
        return disputed(table, turn, turn.position.setup, Violation(Reason.NOT_MOVED))
    if seen.kind is Kind.IMPOSSIBLE:
        table = table.go_to(Playing(turn, ended=True, kind=seen.kind))
        return table.say("not_a_position", places=places_shown(seen.wrong_places))
    return _part_judged(table, turn, seen.after)


def _part_judged(table: Table, turn: Turn, after: Setup | None) -> Table:
    """Judge a play that stops short or breaks rules, unless a checker is still in the hand."""
    if after is None:
        return table.say("unfinished")
    judgement = judge(turn, after)
    if isinstance(judgement, Legal):
        return accepted(table, turn, judgement.outcome)
    return disputed(table, turn, after, judgement.violation)


def _asked(table: Table, turn: Turn, outcomes: tuple[Outcome, ...]) -> Table:
    plays = legal_plays(turn)
    named = [write_international(turn, plays[outcome]) for outcome in outcomes[:MOST_NAMED]]
    rest = len(outcomes) - len(named)
    return table.go_to(Asking(turn, outcomes)).say("which_play", plays="; ".join(named), more=rest)


def disputed(table: Table, turn: Turn, after: Setup, violation: Violation) -> Table:
    """Stop at a play against the rules, with the throws that would make it legal."""
    throws = tuple(dice for dice in throws_that_explain(turn, after) if sorted(dice) != sorted(turn.dice))
    must_change = isinstance(table.phase, Disputed) and table.phase.must_change
    table = table.go_to(Disputed(turn, after, violation, throws, must_change))
    return table.say("illegal", message=violation.sentence, reason=violation.reason.value)


def accepted(table: Table, turn: Turn, outcome: Outcome, *, by_hand: bool = False) -> Table:
    """Record a legal play and go on."""
    play = legal_plays(turn)[outcome]
    record = Record(turn.player, turn.dice, turn.position, outcome.position, play, by_hand=by_hand)
    table = recorded(table, turn, outcome, record)
    if loses_third(turn.game, turn.memory, turn.dice):
        table = table.say("third_paid", player=turn.player.value)
    elif play.steps:
        table = table.say("played", player=turn.player.value, play=write_international(turn, play))
    else:
        table = table.say("not_played", player=turn.player.value)
    table = _points_told(table, turn, outcome)
    if outcome.won:
        return game_won(table, turn, outcome, play)
    return gone_on(table, turn, outcome)


def recorded(table: Table, turn: Turn, outcome: Outcome, record: Record) -> Table:
    """Return the table with a turn in the record, and with it as what can be taken back."""
    return table.change(
        position=outcome.position,
        memory=outcome.memory,
        opening_over=True,
        begun=(),
        record=(*table.game.record, record),
    ).kept(table.go_to(Playing(turn)))


def _points_told(table: Table, turn: Turn, outcome: Outcome) -> Table:
    if turn.game.scoring is not Scoring.POINTS:
        return table
    score = outcome.memory.score[turn.player]
    return table.say("points", player=turn.player.value, scored=outcome.scored, score=score)


def gone_on(table: Table, turn: Turn, outcome: Outcome) -> Table:
    """Let whoever comes next go on."""
    then = following(turn, outcome)
    if then is None:
        msg = "a game that is won does not go on"
        raise ValueError(msg)
    table = table.change(player=then.player, memory=then.memory).go_to(ToThrow())
    return _handed_over(table, then)


def _handed_over(table: Table, then: Following) -> Table:
    if then.names_double:
        return table.go_to(Naming())
    if then.dice is None:
        return table
    return playing(table, Turn(table.match.rules.game, table.game.position, then.player, then.dice, then.memory))


def let_stand(table: Table, phase: Disputed) -> Table:
    """Let an illegal play stand: it is recorded as such, and the game goes on from it."""
    turn = phase.turn
    try:
        position = Position.of(turn.game, phase.after)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error
    outcome = condoned_outcome(turn, position)
    reason = phase.violation.reason
    record = Record(turn.player, turn.dice, turn.position, position, None, condoned=reason)
    table = recorded(table, turn, outcome, record).say("condoned", player=turn.player.value, reason=reason.value)
    table = _points_told(table, turn, outcome)
    if outcome.won:
        return game_won(table, turn, outcome, Play())
    return gone_on(table, turn, outcome)


def judged_again(table: Table, phase: Playing | Disputed, dice: Dice) -> Table:
    """Look at the turn with another throw."""
    turn = replace(phase.turn, dice=dice)
    if isinstance(phase, Disputed):
        judgement = judge(turn, phase.after)
        if isinstance(judgement, Legal):
            return accepted(table, turn, judgement.outcome)
        return disputed(table, turn, phase.after, judgement.violation)
    table = playing(table, turn)
    if phase.ended:
        return ended(table, Playing(turn))
    return board_seen(table, BoardSeen(0, table.board)) if table.board is not None else table
