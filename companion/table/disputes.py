"""When it does not fit: the ways out that a referee offers, and plays told by hand."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import booklet_name
from companion.rules.judge import Legal, judge
from companion.rules.notation import IllegalPlayError, NotationError, booklet, international
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import ImpossiblePosition, Position, Setup
from companion.rules.turn import Outcome, Turn
from companion.table.codes import Why
from companion.table.events import PlayEntered, Way, WayChosen
from companion.table.reading import exact_setup
from companion.table.rejection import RejectedError
from companion.table.state import Asking, Disputed, IllegalPlays, Playing, Record, Table, ToThrow
from companion.table.turns import accepted, disputed, judged_again, let_stand, recorded, shown

Ending = Playing | Asking | Disputed


def play_entered(table: Table, event: PlayEntered) -> Table:
    """Take a play told by hand, in either notation."""
    phase = table.phase
    if not isinstance(phase, Ending):
        raise RejectedError(Why.NOT_NOW)
    turn = phase.turn
    if event.player is not turn.player:
        raise RejectedError(Why.NOT_ON_TURN, player=turn.player.value)
    plays = legal_plays(turn)
    notation = booklet if "-" in event.play.strip("- ") and "/" not in event.play else international
    try:
        outcome = notation.resolve(plays, event.play)
    except IllegalPlayError as error:
        return _illegal_entered(table, turn, error)
    except NotationError as error:
        raise RejectedError(Why.BAD_PLAY, message=str(error)) from error
    return accepted(table, turn, outcome, by_hand=True)


def _illegal_entered(table: Table, turn: Turn, error: IllegalPlayError) -> Table:
    judgement = judge(turn, error.after)
    if isinstance(judgement, Legal):
        raise RejectedError(Why.BAD_PLAY, message=str(error))
    return disputed(table, turn, error.after, judgement.violation)


def way_chosen(table: Table, event: WayChosen) -> Table:
    """Do what the players decide."""
    phase = table.phase
    if event.way is Way.BOARD_IS_RIGHT:
        return _board_taken(table)
    if event.way is Way.PLAY_WAS:
        return _one_chosen(table, event)
    if not isinstance(phase, Disputed):
        raise RejectedError(Why.NOT_THAT_WAY)
    if event.way is Way.THROW_WAS:
        return _throw_was(table, phase, event)
    if event.way is Way.STAND:
        if table.rules.illegal_plays is IllegalPlays.CORRECT:
            raise RejectedError(Why.MUST_BE_CORRECTED)
        return let_stand(table, phase)
    moves = way_back(phase.turn, phase.after)
    return table.go_to(replace(phase, must_change=True)).say("put_right", moves=moves)


def _one_chosen(table: Table, event: WayChosen) -> Table:
    phase = table.phase
    if not isinstance(phase, Asking):
        raise RejectedError(Why.NOT_THAT_WAY)
    choice = event.choice or 0
    if not 1 <= choice <= len(phase.outcomes):
        raise RejectedError(Why.NO_SUCH_CHOICE, choice=choice)
    return accepted(table, phase.turn, phase.outcomes[choice - 1], by_hand=True)


def _throw_was(table: Table, phase: Disputed, event: WayChosen) -> Table:
    dice = event.dice or (0, 0)
    if tuple(sorted(dice, reverse=True)) not in phase.throws:
        raise RejectedError(Why.THROW_DOES_NOT_FIT, dice=shown(dice))
    return judged_again(table.say("throw_corrected", dice=shown(dice), reason=""), phase, dice)


def _board_taken(table: Table) -> Table:
    """Take the position as the board shows it: the turn is over, or the game goes on from there."""
    phase = table.phase
    after = _board_position(table)
    table_before = table
    if isinstance(phase, Ending):
        turn = phase.turn
        record = Record(turn.player, turn.dice, turn.position, after, None, by_hand=True)
        outcome = Outcome(after, 0, won=False, again=False, memory=turn.memory)
        table = recorded(table, turn, outcome, record).say("position_taken")
        return table.change(player=turn.player.opponent).go_to(ToThrow())
    if not isinstance(phase, ToThrow):
        raise RejectedError(Why.NOT_THAT_WAY)
    return replace(table.change(position=after), differs=()).kept(table_before).say("position_taken")


def _board_position(table: Table) -> Position:
    game, phase = table.match.rules.game, table.phase
    setup: Setup | None = phase.after if isinstance(phase, Disputed) else None
    if setup is None and table.board is not None:
        setup = exact_setup(table.board, game.checkers, table.game.position.setup)
    if setup is None:
        raise RejectedError(Why.NOT_THAT_WAY)
    try:
        return Position.of(game, setup)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error


def way_back(turn: Turn, after: Setup) -> str:
    """Return the shortest way from the board as it lies to a legal play, as moves of single checkers."""
    ways = (_moves(after, outcome.position.setup) for outcome in legal_plays(turn))
    return ", ".join(f"{source}-{target}" for source, target in min(ways, key=len))


def _moves(here: Setup, there: Setup) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for player in Player:
        now, then = dict(here.sides[player].places()), dict(there.sides[player].places())
        leave = [place for place in now for _ in range(now[place] - then.get(place, 0))]
        come = [place for place in then for _ in range(then[place] - now.get(place, 0))]
        found += [(_named(source), _named(target)) for source, target in zip(leave, come, strict=False)]
    return found


def _named(place: int | str) -> str:
    return booklet_name(place) if isinstance(place, int) else place
