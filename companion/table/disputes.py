"""When it does not fit: the ways out that a referee offers, and plays told by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.match.stake import check_no_question
from companion.rules.aim import SearchTooLongError
from companion.rules.board import place_name
from companion.rules.judge import Legal
from companion.rules.notation import (
    AmbiguousPlayError,
    IllegalPlayError,
    NotationError,
    booklet,
    international,
    write_throw,
)
from companion.rules.players import Player
from companion.rules.position import ImpossiblePosition, Position, Setup
from companion.rules.turn import Outcome, Turn
from companion.table.aiming import MANY, outcomes_near
from companion.table.codes import Why
from companion.table.course import accepted, let_stand, position_taken
from companion.table.events import PlayEntered, Way, WayChosen
from companion.table.reading import exact_setup
from companion.table.recognition import plays_of, recogniser
from companion.table.rejection import RejectedError
from companion.table.state import Asking, Disputed, IllegalPlays, InTurn, Playing, Table, ToThrow
from companion.table.unclear import asked, disputed, judged, judged_again, throws_offered


def play_entered(table: Table, event: PlayEntered) -> Table:
    """Take a play told by hand, in either notation: that ends the turn."""
    phase = table.phase
    if isinstance(phase, ToThrow):
        raise RejectedError(Why.THROW_FIRST, player=table.game.player.value)
    if not isinstance(phase, Playing | Asking | Disputed):
        raise RejectedError(Why.NOT_NOW)
    turn = phase.turn
    if event.player is not turn.player:
        raise RejectedError(Why.NOT_ON_TURN, player=turn.player.value)
    check_no_question(table.game.stake)
    plays = plays_of(turn)
    notation = booklet if "-" in event.play.strip("- ") and "/" not in event.play else international
    try:
        outcome = notation.resolve(plays, event.play)
    except IllegalPlayError as error:
        return _illegal_entered(table, turn, error)
    except AmbiguousPlayError as error:
        meant = tuple(outcome for outcome in plays if plays[outcome] in error.plays)
        return asked(table, turn, meant)
    except NotationError as error:
        raise RejectedError(Why.BAD_PLAY, message=str(error)) from error
    return accepted(table, turn, outcome, by_hand=True)


def _illegal_entered(table: Table, turn: Turn, error: IllegalPlayError) -> Table:
    judgement = recogniser(turn).judgement(error.after)
    if isinstance(judgement, Legal):
        raise RejectedError(Why.BAD_PLAY, message=str(error))
    return disputed(table, turn, error.after, judgement.violation, told=True)


def way_chosen(table: Table, event: WayChosen) -> Table:
    """Do what the players decide."""
    check_no_question(table.game.stake)
    return WAYS[event.way](table, event)


def _stands(table: Table, _event: WayChosen) -> Table:
    phase = _dispute(table)
    if table.rules.illegal_plays is IllegalPlays.CORRECT:
        raise RejectedError(Why.MUST_BE_CORRECTED)
    return let_stand(table, phase)


def _must_change(table: Table, _event: WayChosen) -> Table:
    phase = _dispute(table)
    moves = way_back(phase.turn, phase.after)
    return table.go_to(replace(phase, must_change=True)).say("put_right", moves=moves_shown(moves))


def _one_chosen(table: Table, event: WayChosen) -> Table:
    phase = table.phase
    if not isinstance(phase, Asking):
        raise RejectedError(Why.NOT_THAT_WAY)
    choice = event.choice or 0
    if not 1 <= choice <= len(phase.outcomes):
        raise RejectedError(Why.NO_SUCH_CHOICE, choice=choice)
    return accepted(table, phase.turn, phase.outcomes[choice - 1], by_hand=True)


def _throw_was(table: Table, event: WayChosen) -> Table:
    phase = _dispute(table)
    dice = event.dice or (0, 0)
    if tuple(sorted(dice, reverse=True)) not in throws_offered(table):
        raise RejectedError(Why.THROW_DOES_NOT_FIT, dice=write_throw(dice))
    table = table.say("throw_corrected", dice=write_throw(dice), reason="")
    return judged_again(table, phase.turn, dice, phase.after)


def _board_is_right(table: Table, _event: WayChosen) -> Table:
    """Take the position as the board shows it: the turn is over, or the game goes on from there."""
    phase = table.phase
    if isinstance(phase, Playing | Asking | Disputed):
        return _turn_taken(table, phase)
    if not isinstance(phase, ToThrow) or not table.differs:
        raise RejectedError(Why.NOT_THAT_WAY)
    before, after = table, _board_position(table)
    return replace(table.change(position=after), differs=(), seen_at=None).kept(before).say("position_taken")


def _turn_taken(table: Table, phase: InTurn) -> Table:
    """End a turn with what the board shows; where illegal plays must be put right, only if it is legal."""
    if isinstance(phase, Playing) and not phase.ended:
        raise RejectedError(Why.NOT_THAT_WAY)
    if table.rules.illegal_plays is IllegalPlays.CONDONE:
        return position_taken(table, phase.turn, _board_position(table))
    if isinstance(phase, Disputed):
        raise RejectedError(Why.MUST_BE_CORRECTED)
    return judged(table, phase.turn, _board_position(table).setup)


Moves = list[tuple[int | str, int | str]]
MOST_APART = 4
"""How many checkers may stand otherwise on a board that is still near to a legal one."""
WAYS: Mapping[Way, Callable[[Table, WayChosen], Table]] = MappingProxyType(
    {
        Way.THROW_WAS: _throw_was,
        Way.CHANGE: _must_change,
        Way.STAND: _stands,
        Way.BOARD_IS_RIGHT: _board_is_right,
        Way.PLAY_WAS: _one_chosen,
    }
)


def _dispute(table: Table) -> Disputed:
    """Return the illegal play, if there is one."""
    if not isinstance(table.phase, Disputed):
        raise RejectedError(Why.NOT_THAT_WAY)
    return table.phase


def _board_position(table: Table) -> Position:
    game, phase = table.match.rules.game, table.phase
    setup: Setup | None = phase.after if isinstance(phase, Disputed) and (phase.told or not table.board) else None
    if table.board is not None and setup is None:
        mover = table.game.player if isinstance(phase, Playing | Asking | Disputed) else None
        setup = exact_setup(table.board, game.checkers, table.game.position.setup, mover, has_bar=game.has_bar)
    if setup is None and isinstance(phase, Disputed):
        setup = phase.after
    if setup is None:
        raise RejectedError(Why.NOT_THAT_WAY)
    try:
        return Position.of(game, setup)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error


def way_back(turn: Turn, after: Setup) -> Moves:
    """Return the shortest way from the board as it lies to a legal play, as moves of single checkers.

    Where there are very many plays and none is near, it is the way to where the checkers were before the throw.
    """
    plays = plays_of(turn)
    if plays.search.top_and_bottom and plays.more_than(MANY):
        return _way_near(turn, after) or moves_between(after, turn.position.setup)
    return _shortest(after, plays.sorted())


def _shortest(after: Setup, outcomes: list[Outcome]) -> Moves:
    ways = (moves_between(after, outcome.position.setup) for outcome in outcomes)
    return min(ways, key=lambda moves: (len(moves), sum(_distance(*move) for move in moves)), default=[])


def _way_near(turn: Turn, after: Setup) -> Moves:
    """Return the shortest way to a legal play that is near, if there is any."""
    for apart in range(MOST_APART + 1):
        try:
            near = outcomes_near(plays_of(turn), after, apart)
        except SearchTooLongError:
            break
        moves = _shortest(after, near)
        if near and len(moves) <= apart:
            return moves
    return []


def moves_between(here: Setup, there: Setup) -> Moves:
    """Return which checkers have to go where, of each colour from the lowest place on."""
    found: Moves = []
    for player in Player:
        now, then = dict(here.sides[player].places()), dict(there.sides[player].places())
        leave = [place for place in now for _ in range(now[place] - then.get(place, 0))]
        come = [place for place in then for _ in range(then[place] - now.get(place, 0))]
        found += zip(leave, come, strict=False)
    return found


def moves_shown(moves: Moves) -> str:
    """Return moves as the booklets write them."""
    return ", ".join(f"{place_name(source)}-{place_name(target)}" for source, target in moves)


def _distance(source: int | str, target: int | str) -> int:
    """Return how far apart two places are; bar, reserve and tray are farther than any point."""
    return abs(source - target) if isinstance(source, int) and isinstance(target, int) else 25
