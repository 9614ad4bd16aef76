"""What a table tells of itself, as the panel's own values: drawn and said with the panel's own means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar, get_args, get_type_hints

from companion.broker import live
from companion.broker.messages import State
from companion.match.cube import face
from companion.rules.games import GAMES
from companion.service.view import BoardView, Both, ClockView, CubeView, DeviceView, Message, TableView

T = TypeVar("T")
PHASES = frozenset(get_args(get_type_hints(TableView)["phase"]))
STATES = frozenset(get_args(get_type_hints(DeviceView)["state"]))
NAMES: Mapping[str, str] = MappingProxyType({name: game.name for name, game in GAMES.items()})


def message_of(said: live.Said) -> Message:
    """Return what is said as a message."""
    return Message(said.code, said.params, said.text, said.template)


def view_of(state: State, clock_at: int, *, is_live: bool) -> TableView:
    """Return what a table shows; its clock stands as at `clock_at`, and runs on only if it is heard live."""
    waiting = message_of(state.waiting)
    if state.match is None:
        return TableView(state.n, waiting, devices=_devices(state))
    match = state.match
    return TableView(
        state.n,
        waiting,
        match=match.number,
        uid=match.uid,
        game=match.game,
        game_name=NAMES.get(match.game, match.game),
        names=Both(match.names.white, match.names.black),
        length=message_of(match.length) if match.length else None,
        score=_both(match.score),
        game_number=match.game_number,
        crawford=match.crawford,
        tournament=match.tournament,
        # A newer companion may know more.
        phase=match.phase if match.phase in PHASES else "playing",  # type: ignore[arg-type]  # one of these
        turn=match.turn,
        asked=match.asked,
        winner=match.winner,
        board=_board(match.board) if match.board else None,
        game_board=_board(match.board) if match.board else None,
        throw=match.dice,
        cube=_cube(match.cube) if match.cube else None,
        clock=_clock(match.clock, clock_at, is_live=is_live) if match.clock else None,
        points=_both(match.points) if match.points else None,
        devices=_devices(state),
    )


def _cube(cube: live.Cube) -> CubeView:
    return CubeView(cube.value, cube.owner, cube.offer, face=face(cube.value))


def _both(counts: live.Counts | live.Piles) -> Both[int]:
    return Both(counts.white, counts.black)


def _board(board: live.Board) -> BoardView:
    points = tuple((max(0, count), max(0, -count)) for count in board.points)
    return BoardView(points, _both(board.bar), _both(board.off), _both(board.reserve))


def _clock(clock: live.Clock, at: int, *, is_live: bool) -> ClockView:
    running = clock.running if is_live else None
    return ClockView(clock.kind, _both(clock.reserve_ms), clock.delay_ms, running, clock.paused, clock.flagged, at)


def _devices(state: State) -> tuple[DeviceView, ...]:
    return tuple(
        DeviceView(one.name, one.state, Message(""), 0)  # type: ignore[arg-type]  # one of the known states
        for one in state.devices
        if one.state in STATES
    )
