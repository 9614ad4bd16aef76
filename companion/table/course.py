"""How a game goes from throw to throw: a play begun, followed on the board, accepted or let stand."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import place_name
from companion.rules.following import Following, following
from companion.rules.game import Hits, Scoring
from companion.rules.memory import TARGET, loses_third
from companion.rules.notation import write_international, write_throw
from companion.rules.players import Player
from companion.rules.plays import Plays
from companion.rules.position import ImpossiblePosition, Position
from companion.rules.results import points_of
from companion.rules.turn import Outcome, Play, Turn
from companion.table.aiming import MANY
from companion.table.codes import Why
from companion.table.condoned import condoned_outcome
from companion.table.differences import Difference, differences
from companion.table.games import game_won
from companion.table.reading import BoardReading
from companion.table.recognition import Kind, Recognition, plays_of, recogniser
from companion.table.rejection import RejectedError
from companion.table.state import Disputed, Naming, Playing, Record, Table, ToThrow
from companion.table.untouched import is_untouched

MOST_ON_THE_WAY = 8
"""How many readings of a play on its way are kept, to tell which of several plays is likely."""
MOST_DOUBTED = 4
"""How many points a board may have wrong and still be believed elsewhere."""
BEGUN = frozenset({Kind.COMPLETE, Kind.AMBIGUOUS, Kind.ON_THE_WAY})


def numbers_shown(turn: Turn, numbers: tuple[int, ...]) -> str:
    """Return what is left of a throw as it is written; what a double brings comes in its own order."""
    is_double = turn.dice[0] == turn.dice[1]
    return "-".join(map(str, numbers)) if is_double else write_throw(numbers)


def places_shown(found: tuple[Difference, ...]) -> str:
    """Return where something differs, with what is too much or missing there."""
    return ", ".join(f"{place_name(one.place)} ({one.count:+}{_of(one.player)})" for one in found)


def _of(player: Player | None) -> str:
    return f" {player.value}" if player else ""


def dice_played(turn: Turn) -> tuple[int, int]:
    """Return the throw of `turn`, or the double that is named."""
    return (turn.memory.named,) * 2 if turn.memory.named else turn.dice


def is_handed(turn: Turn) -> bool:
    """Whether no dice were thrown for `turn`: the double was named, or the 1-2 handed over."""
    return bool(turn.memory.named) or turn.memory.given


def is_blocked(plays: Plays) -> bool:
    """Whether nothing can be moved."""
    return not plays.more_than(1) and bool(plays.at(plays.turn.position))


def throws_again(phase: Playing) -> bool:
    """Whether the play on the board gives the same player another throw, so that lifting the dice is part of it."""
    return phase.kind is Kind.COMPLETE and phase.complete is not None and phase.complete.again


def playing(table: Table, turn: Turn) -> Table:
    """The throw counts: let the player on turn play it."""
    plays, player = plays_of(turn), turn.player.value
    table = replace(table, doubted=_doubted(table, turn), differs=(), seen_at=None).go_to(Playing(turn))
    table = table.say(_begun_by(turn), player=player, dice=write_throw(dice_played(turn)), plays=_counted(plays))
    marked = _marked(turn, plays)
    if marked:
        table = table.say("marked", player=player, points=marked)
        if turn.memory.score[turn.player] + marked >= TARGET:
            return accepted(table, turn, next(iter(plays)))
    if loses_third(turn.game, turn.memory, turn.dice):
        table = table.say("third_ace_deuce")
    elif is_blocked(plays):
        return followed(table.say("no_play", player=player), Playing(turn, kind=Kind.COMPLETE))
    return followed(table, Playing(turn))


def _counted(plays: Plays) -> int | str:
    """Return how many plays there are; nobody has to know it exactly where it is thousands."""
    return f"{MANY}+" if plays.more_than(MANY) else len(plays)


def _doubted(table: Table, turn: Turn) -> tuple[int, ...]:
    """Return the points that the board has wrong, unless the play was begun before the throw."""
    board, setup = table.board, turn.position.setup
    if board is None or board.shows(setup):
        return ()
    wrong = {one.place for one in differences(board, setup) if isinstance(one.place, int)}
    if len(wrong) > MOST_DOUBTED:
        return ()
    known = wrong & set(table.doubted)
    seen = recogniser(turn).recognise(board.distrusting(known) if known else board)
    return tuple(sorted(known if seen.kind in BEGUN else wrong))


def _begun_by(turn: Turn) -> str:
    """Return how a player has come by the numbers to play."""
    if turn.begun:
        return "rest_played"
    return "named" if turn.memory.named else "given" if turn.memory.given else "thrown"


def _marked(turn: Turn, plays: Plays) -> int:
    """Return the points that are marked before the play."""
    if turn.game.hits is not Hits.MARKED:
        return 0
    outcome = next(iter(plays))
    return points_of(turn, outcome, Play()).before - turn.memory.score[turn.player]


def followed(table: Table, phase: Playing) -> Table:
    """Say how far the play is, without judging it: it is not over."""
    board = table.trusted
    if board is None:
        return table.go_to(phase)
    return followed_to(table, phase, recogniser(phase.turn).recognise(board))


def followed_to(table: Table, phase: Playing, seen: Recognition) -> Table:
    """Say how far the play is by what is recognised."""
    board = table.trusted
    if board is None:
        return table.go_to(phase)
    complete = _complete(phase, seen, board)
    after = replace(
        phase,
        kind=Kind.COMPLETE if complete else seen.kind,
        left=_left(phase, seen),
        complete=complete,
        way=_way(phase, seen, board),
        wrong=seen.differences,
    )
    table = table.go_to(after)
    if after.kind is not phase.kind:
        table = table.say(f"seen_{after.kind.value}")
    if after.left in {(), phase.left}:
        return table
    return table.say("numbers_left", left=numbers_shown(phase.turn, after.left))


def _left(phase: Playing, seen: Recognition) -> tuple[int, ...]:
    plays = plays_of(phase.turn)
    if seen.kind is not Kind.ON_THE_WAY or seen.left == plays.search.numbers or is_blocked(plays):
        return ()
    return phase.left if seen.left is None else seen.left


def _complete(phase: Playing, seen: Recognition, board: BoardReading) -> Outcome | None:
    if seen.kind is Kind.COMPLETE:
        return seen.outcomes[0]
    before = phase.complete
    return before if before and is_untouched(board, before.position.setup, phase.turn.player) else None


def _way(phase: Playing, seen: Recognition, board: BoardReading) -> tuple[BoardReading, ...]:
    if seen.kind is Kind.UNMOVED:
        return ()
    return (*phase.way, board)[-MOST_ON_THE_WAY:] if seen.kind is Kind.ON_THE_WAY else phase.way


def compared(table: Table) -> Table:
    """Say where the board differs from the game while nobody plays."""
    if table.board is None:
        return replace(table, differs=())
    setup = table.game.position.setup
    differs = () if table.board.shows(setup) else differences(table.board, setup)
    if differs == table.differs:
        return table
    table = replace(table, differs=differs)
    return table.say("board_differs", places=places_shown(differs)) if differs else table.say("board_agrees")


def accepted(table: Table, turn: Turn, outcome: Outcome, *, by_hand: bool = False) -> Table:
    """Record a legal play and go on."""
    play, player = plays_of(turn)[outcome], turn.player.value
    table = recorded(table, Record(turn, outcome, play, by_hand=by_hand))
    if loses_third(turn.game, turn.memory, turn.dice):
        table = table.say("third_paid", player=player)
    elif play.steps:
        table = table.say("played", player=player, play=write_international(turn, play))
    else:
        table = table.say("not_played", player=player)
    return _gone_on(replace(table, seen_at=None if by_hand else table.now), turn, outcome, play)


def recorded(table: Table, record: Record) -> Table:
    """Return the table with a turn in the record, and with it as what can be taken back."""
    before, outcome = table.go_to(Playing(record.turn)), record.outcome
    record_of_game = (*table.game.record, replace(record, at=table.now))
    table = table.change(position=outcome.position, memory=outcome.memory, opening_over=True, record=record_of_game)
    return replace(table, seen_at=None).kept(before)


def _gone_on(table: Table, turn: Turn, outcome: Outcome, play: Play) -> Table:
    """Tell the points, and let whoever comes next go on."""
    if turn.game.scoring is Scoring.POINTS:
        score = outcome.memory.score[turn.player]
        table = table.say("points", player=turn.player.value, scored=outcome.scored, score=score)
    then = following(turn, outcome)
    if then is None:
        return game_won(table, turn, outcome, play)
    return _handed_over(table.change(player=then.player, memory=then.memory).go_to(ToThrow()), then)


def _handed_over(table: Table, then: Following) -> Table:
    if then.names_double:
        return compared(table.go_to(Naming()))
    if then.dice is None:
        return compared(table)
    return playing(table, Turn(table.match.rules.game, table.game.position, then.player, then.dice, then.memory))


def let_stand(table: Table, phase: Disputed) -> Table:
    """Let an illegal play stand: it is recorded as such, and the game goes on from it."""
    turn, reason = phase.turn, phase.violation.reason
    outcome = condoned_outcome(turn, _possible(phase))
    record = Record(turn, outcome, None, condoned=reason, by_hand=phase.told)
    table = recorded(table, record).say("condoned", player=turn.player.value, reason=reason.value)
    return _gone_on(table, turn, outcome, Play())


def position_taken(table: Table, turn: Turn, after: Position) -> Table:
    """End a turn with the position as it lies, whatever was played."""
    outcome = condoned_outcome(turn, after)
    table = recorded(table, Record(turn, outcome, None, by_hand=True))
    return _gone_on(table.say("position_taken"), turn, outcome, Play())


def _possible(phase: Disputed) -> Position:
    try:
        return Position.of(phase.turn.game, phase.after)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error
