"""What a hall is shown of a table: a small picture of its view, a pure function of the view and the time."""

from __future__ import annotations

from companion.broker.live import (
    MOST_DEVICES,
    MOST_DICE,
    Board,
    Clock,
    Counts,
    Cube,
    Device,
    Match,
    Names,
    Piles,
    Said,
)
from companion.service.view import BoardView, Both, ClockView, CubeView, Message, Param, TableView

PART = "hall"
"""The part of the table that tells the hall: of no interest to the hall itself."""
AS_SEEN = frozenset({"asking", "disputed"})
"""When it matters how the checkers really lie."""
MOST_PARAMS = 20


def shown_match(view: TableView, now: int) -> Match | None:
    """Return the match that is being played as it stands, `now` in the time of the match; None if there is none."""
    if view.uid is None:
        return None
    return Match(
        uid=view.uid,
        number=view.match,
        game=view.game,
        names=Names(view.names.white, view.names.black),
        length=said(view.length) if view.length else None,
        score=_counts(view.score),
        game_number=view.game_number,
        crawford=view.crawford,
        tournament=view.tournament,
        phase=view.phase,
        turn=view.turn,
        asked=view.asked,
        winner=view.winner,
        cube=_cube(view.cube) if view.cube else None,
        clock=_clock(view.clock, now) if view.clock else None,
        points=_counts(view.points) if view.points else None,
        board=_board(view),
        dice=view.throw[:MOST_DICE],
    )


def shown_devices(view: TableView) -> tuple[Device, ...]:
    """Return the table's parts, and how they are."""
    return tuple(Device(one.name, one.state) for one in view.devices if one.name != PART)[:MOST_DEVICES]


def said(message: Message) -> Said:
    """Return a message as it is sent."""
    params = tuple((name, _param(value)) for name, value in message.params[:MOST_PARAMS])
    return Said(message.code, params, message.text, message.template)


def _param(value: Param) -> Param:
    # True is a number to Python, and none to JSON.
    return value if isinstance(value, str) else int(value)


def _counts(both: Both[int]) -> Counts:
    return Counts(both.white, both.black)


def _piles(both: Both[int]) -> Piles:
    return Piles(both.white, both.black)


def _cube(cube: CubeView) -> Cube:
    return Cube(cube.value, cube.owner, cube.offer)


def _clock(clock: ClockView, now: int) -> Clock:
    """Return the clock as it stands now: first the delay passes, then the reserve."""
    ticking = None if clock.paused or clock.flagged else clock.running
    gone = max(0, now - clock.at) if ticking else 0
    spent = max(0, gone - clock.delay_ms)
    reserve = {
        "white": max(0, clock.reserve_ms.white - spent * (ticking == "white")),
        "black": max(0, clock.reserve_ms.black - spent * (ticking == "black")),
    }
    return Clock(
        clock.kind, Counts(**reserve), max(0, clock.delay_ms - gone), clock.running, clock.paused, clock.flagged
    )


def _board(view: TableView) -> Board | None:
    played, seen = view.game_board or view.board, view.board or view.game_board
    board = seen if view.phase in AS_SEEN else played
    return _drawn(board) if board else None


def _drawn(board: BoardView) -> Board:
    points = tuple(white - black for white, black in board.points)
    return Board(points, _piles(board.bar), _piles(board.off), _piles(board.reserve))
