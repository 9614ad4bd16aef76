"""What can be done now at a table, each as a button: only what the referee would not turn down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.match.between import chooser
from companion.match.clock_rules import ClockKind
from companion.match.cube import Offer
from companion.match.ending import levels
from companion.match.score import Choice
from companion.match.stake import CallOff
from companion.rules.notation import write_throw
from companion.rules.opening import dice_each
from companion.rules.players import Player, both
from companion.service import words
from companion.service.view import Action, Message, Needs
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codec import encode
from companion.table.cubes import may_double
from companion.table.passing import is_closed_out
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import (
    Asking,
    Disputed,
    GameOver,
    IllegalPlays,
    MatchOver,
    Naming,
    Opening,
    Playing,
    Record,
    Table,
    ToThrow,
)
from companion.table.unclear import may_stand

BY_CONSENT = "Both players agree."
"""The reason of a step taken back with one button."""
TABLE: Needs = ""


def actions(table: Table, questions: tuple[str, ...], throws: tuple[ev.Dice, ...]) -> tuple[Action, ...]:
    """Return all that can be done: `questions` are the plays asked about, `throws` those that explain a dispute."""
    return (*_answers(table), *_of_phase(table, questions, throws), *_any_time(table), *_corrections(table))


def button(  # noqa: PLR0913 - the parts of a button
    name: str,
    event: ev.Event | dict[str, Any],
    label: Message,
    *,
    player: Player | None = None,
    needs: Needs = "player",
    confirm: bool = False,
    wants: tuple[str, ...] = (),
) -> Action:
    """Return an action; what people have yet to fill in is left out of its event."""
    data = encode(event) if isinstance(event, ev.Event) else event
    told = {key: value for key, value in data.items() if key != "at" and key not in wants}
    return Action(name, player.value if player else None, label, told, needs, confirm, wants)


def _answers(table: Table) -> Iterator[Action]:
    pending, asked = table.game.stake.pending, table.game.stake.asked
    if asked is None or _is_over(table):
        return
    if isinstance(pending, Offer):
        for action in ev.CubeAction:
            if action is ev.CubeAction.OFFER or (action is ev.CubeAction.BEAVER and not _may_beaver(table, pending)):
                continue
            label, drops = words.own(f"do_{action.value}"), action is ev.CubeAction.DROP
            yield button(action.value, ev.CubeMoved(0, asked, action), label, player=asked, confirm=drops)
        return
    yes = "agree" if isinstance(pending, CallOff) else "accept"
    for name, accepted in ((yes, True), ("refuse", False)):
        event, label = ev.Answered(0, asked, accepted=accepted), words.own(f"do_{name}")
        yield button(name, event, label, player=asked, confirm=accepted)


def _may_beaver(table: Table, offer: Offer) -> bool:
    return table.match.rules.option("beaver") and not offer.beaver


def _is_over(table: Table) -> bool:
    return isinstance(table.phase, GameOver | MatchOver)


def _of_phase(table: Table, questions: tuple[str, ...], throws: tuple[ev.Dice, ...]) -> Iterator[Action]:
    phase = table.phase
    if isinstance(phase, GameOver):
        yield from _between_games(table)
    elif isinstance(phase, Opening):
        yield from _opening(table, phase)
    elif table.game.stake.pending:
        return
    elif isinstance(phase, ToThrow):
        yield from _to_throw(table)
    elif isinstance(phase, Naming):
        yield from _naming(table.game.player)
    elif isinstance(phase, Playing):
        yield from _playing(table, phase)
    elif isinstance(phase, Asking):
        yield from _asking(phase, questions)
    elif isinstance(phase, Disputed):
        yield from _disputed(table, phase, throws)


def _between_games(table: Table) -> Iterator[Action]:
    winner = chooser(table.match)
    if winner is None:
        yield button("next_game", ev.NextGame(0), words.own("do_next_game"), needs=TABLE)
        return
    for choice in Choice:
        label = words.own(f"do_{choice.value}")
        yield button(choice.value, ev.NextGame(0, winner, choice), label, player=winner)


def _opening(table: Table, phase: Opening) -> Iterator[Action]:
    for player in Player:
        if not phase.thrown[player]:
            yield _throw(player, dice_each(table.match.rules.game))


def _throw(player: Player, dice: int) -> Action:
    label = words.own("do_throw", player=player.value, count=dice)
    return button("throw", ev.ThrowEntered(0, player, ()), label, player=player, wants=("dice",))


def _to_throw(table: Table) -> Iterator[Action]:
    player = table.game.player
    closed_out = is_closed_out(table)
    throwers = (player, player.opponent) if closed_out else (player,)
    yield from (_throw(one, 2) for one in throwers)
    for one in throwers:
        if may_double(table, one):
            label = words.own("do_double", value=2 * table.game.stake.cube.value)
            yield button("double", ev.CubeMoved(0, one, ev.CubeAction.OFFER), label, player=one, confirm=True)
    if closed_out:
        yield button("pass", ev.TurnEnded(0, player), words.own("do_pass"), player=player)
    if table.differs:
        yield from _board_is_right(table)


def _naming(player: Player) -> Iterator[Action]:
    for number in range(1, 7):
        label = words.own("do_name_double", number=number)
        yield button("name_double", ev.DoubleNamed(0, player, number), label, player=player)


def _playing(table: Table, phase: Playing) -> Iterator[Action]:
    player = phase.turn.player
    if not phase.ended or table.board is not None:
        yield button("end_turn", ev.TurnEnded(0, player), words.own("do_end_turn"), player=player)
    yield _play(player)
    if phase.ended and table.board is not None:
        yield from _board_is_right(table)


def _play(player: Player) -> Action:
    return button("play", ev.PlayEntered(0, player, ""), words.own("do_play"), player=player, wants=("play",))


def _asking(phase: Asking, questions: tuple[str, ...]) -> Iterator[Action]:
    player = phase.turn.player
    for number, play in enumerate(questions, 1):
        label = words.own("do_play_was", play=play, number=number)
        yield button("play_was", ev.WayChosen(0, ev.Way.PLAY_WAS, choice=number), label, player=player)
    yield _play(player)


def _disputed(table: Table, phase: Disputed, throws: tuple[ev.Dice, ...]) -> Iterator[Action]:
    opponent = phase.turn.player.opponent
    if may_stand(table, phase):
        label = words.own("do_stand")
        yield button("stand", ev.WayChosen(0, ev.Way.STAND), label, player=opponent, confirm=True)
    if not phase.must_change:
        yield button("change", ev.WayChosen(0, ev.Way.CHANGE), words.own("do_change"), player=opponent)
    for dice in throws:
        label = words.own("do_throw_was", dice=write_throw(dice))
        yield button("throw_was", ev.WayChosen(0, ev.Way.THROW_WAS, dice=dice), label, needs="both", confirm=True)
    if table.rules.illegal_plays is IllegalPlays.CONDONE:
        yield from _board_is_right(table)
    yield _play(phase.turn.player)


def _board_is_right(table: Table) -> Iterator[Action]:
    """Offer to take the board as it lies, if it is possible."""
    event = ev.WayChosen(table.now, ev.Way.BOARD_IS_RIGHT)
    if not isinstance(apply(table, event), Rejection):
        yield button("board_is_right", event, words.own("do_board_is_right"), needs="both", confirm=True)


def _any_time(table: Table) -> Iterator[Action]:
    yield from _giving_up(table)
    yield from _clock(table)
    if table.past is not None:
        event = co.Undone(0, 1, both(True), BY_CONSENT)  # noqa: FBT003 - a pair of answers
        yield button("undo", event, words.own("do_undo"), needs="both", confirm=True)
    if not table.match.is_over:
        label = words.own("do_end_session")
        yield button("end_session", ev.SessionEnded(0), label, needs="both", confirm=True)


def _giving_up(table: Table) -> Iterator[Action]:
    stake = table.game.stake
    if isinstance(table.phase, Opening | GameOver | MatchOver) or stake.pending:
        return
    for player in Player:
        for level in levels(table.match, stake, player, table.game.memory):
            label = words.own("do_resign", points=level * stake.cube.value, level=level)
            yield button("resign", ev.Resigned(0, player, level), label, player=player, confirm=True)
        label = words.own("do_call_off")
        yield button("call_off", ev.CallOffWanted(0, player), label, player=player, confirm=True)


def _clock(table: Table) -> Iterator[Action]:
    clock = table.clock
    if clock.rules.kind is ClockKind.NONE or _is_over(table):
        return
    if clock.flagged:
        player, label = clock.flagged.opponent, words.own("do_claim_flag")
        yield button("claim_flag", ev.FlagClaimed(0, player), label, player=player, confirm=True)
    elif clock.paused:
        yield button("resume", co.ClockResumed(0), words.own("do_resume"), needs="both")
    else:
        yield button("pause", co.ClockStopped(0), words.own("do_pause"), needs="both")


def _corrections(table: Table) -> Iterator[Action]:
    """What the scorer may put right; all of it wants to be filled in."""
    if _throw_may_be_corrected(table):
        yield _correction("correct_throw", "throw_corrected", ("dice",))
    yield _correction("set_score", "score_set", ("score",))
    if _is_over(table):
        return
    if table.match.rules.has_cube:
        yield _correction("set_cube", "cube_set", ("value", "owner"))
    points = ("points",) if table.match.rules.by_points else ()
    yield _correction("set_position", "position_set", ("setup", "player", *points))
    if table.clock.rules.kind is not ClockKind.NONE:
        yield _correction("set_clock", "clock_set", ("player", "reserve"))


def _correction(name: str, event: str, wants: tuple[str, ...]) -> Action:
    label = words.own(f"do_{name}")
    return button(name, {"event": event}, label, needs="scorer", wants=(*wants, "reason"))


def _throw_may_be_corrected(table: Table) -> bool:
    if table.game.stake.pending:
        return False
    if isinstance(table.phase, Playing | Asking | Disputed):
        return True
    before, last = table.past, table.game.record[-1:]
    if before is None or not isinstance(before.phase, Playing) or last == before.game.record[-1:]:
        return False
    return bool(last) and isinstance(last[0], Record)
