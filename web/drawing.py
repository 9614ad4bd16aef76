"""The board as a picture: what is to be drawn, and where; the template only writes it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.service.view import BoardView, Place, TableView, Who
from web.geometry import GAP, HALF, MOST_DRAWN, PITCH, RADIUS, RAIL, SLAB, Plan, Spot
from web.ports import Step

PLAYERS: tuple[Who, Who] = ("white", "black")
POINTS = 24
TRICTRAC_WIN = 12
ON_BAR_DRAWN = 3


@dataclass(frozen=True, slots=True)
class Tongue:
    """A point of the board, with its name and the corners of its triangle."""

    point: int
    name: str
    x: float
    label_y: float
    corners: str
    dark: bool
    marked: bool
    unsure: bool
    hucke: Who | None = None
    """Whose Hucke it is, in Tric-Trac."""


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker that lies on the board; with a number if it stands for several."""

    x: float
    y: float
    who: Who
    number: int = 0


@dataclass(frozen=True, slots=True)
class Slab:
    """A checker that stands in a tray."""

    x: float
    y: float
    who: Who


@dataclass(frozen=True, slots=True)
class Die:
    """A die; `faded` if it does not count, `tilted` if it does not lie flat."""

    x: float
    y: float
    value: int
    pips: tuple[Spot, ...]
    who: Who | None
    faded: bool
    tilted: bool


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube, or the one that is offered."""

    x: float
    y: float
    face: int
    offered: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """The way of one checker."""

    path: str
    head: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A player's marker at the point of their score."""

    x: float
    y: float
    who: Who
    score: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many checkers are in a tray."""

    x: float
    y: float
    number: int
    place: str
    who: Who


@dataclass(frozen=True, slots=True)
class Area:
    """What can be tapped."""

    x: float
    y: float
    width: float
    height: float
    place: Place
    possible: bool


@dataclass(frozen=True)
class Picture:
    """All that is drawn."""

    plan: Plan
    tongues: tuple[Tongue, ...]
    checkers: tuple[Checker, ...]
    slabs: tuple[Slab, ...]
    counts: tuple[Count, ...]
    dice: tuple[Die, ...]
    cube: Cube | None
    arrows: tuple[Arrow, ...]
    markers: tuple[Marker, ...]
    areas: tuple[Area, ...]


def point_name(point: int) -> str:
    """Return the booklets' name of a point, which the referee uses too."""
    return str(point) if point <= POINTS // 2 else f"{POINTS + 1 - point}A"


def picture(view: TableView, seat: Who, steps: Sequence[Step] = (), possible: Sequence[Place] = ()) -> Picture | None:
    """Return the board of a table as it is seen from a seat; `steps` are those that are being told by hand."""
    board = view.board or view.game_board
    if board is None:
        return None
    plan = Plan(seat, reserve=_uses_reserve(view), markers=view.points is not None)
    return Picture(
        plan,
        tuple(_tongues(plan, view, board)),
        tuple(_checkers(plan, board)),
        tuple(_slabs(plan, board)),
        tuple(_counts(plan, board)),
        tuple(_dice(plan, view)),
        _cube(plan, view),
        tuple(_arrows(plan, view, board, steps)),
        tuple(_markers(plan, view)),
        tuple(_areas(plan, frozenset(possible))),
    )


def _uses_reserve(view: TableView) -> bool:
    boards = [board for board in (view.board, view.game_board) if board]
    return any(board.reserve.white or board.reserve.black for board in boards)


def _tongues(plan: Plan, view: TableView, board: BoardView) -> Iterator[Tongue]:
    marked = set(view.dispute.points) if view.dispute else set()
    marked |= {one.place for one in view.differs if isinstance(one.place, int)}
    huckes: dict[int, Who] = {view.hucke.of(who): who for who in PLAYERS} if view.hucke else {}
    for point in range(1, POINTS + 1):
        x, edge, low = plan.x(point), plan.edge(point), plan.is_low(point)
        tip = edge - HALF if low else edge + HALF
        corners = f"{x - PITCH / 2},{edge} {x + PITCH / 2},{edge} {x},{tip}"
        label_y = edge + 29 if low else edge - 12
        states = bool(point % 2), point in marked, point in board.unsure, huckes.get(point)
        yield Tongue(point, point_name(point), x, label_y, corners, *states)


def _checkers(plan: Plan, board: BoardView) -> Iterator[Checker]:
    for point, counts in enumerate(board.points, 1):
        stack = _stack(*counts)
        for at, (who, number) in enumerate(stack):
            x, y = plan.on_point(point, at)
            yield Checker(x, y, who, number)
    for who in PLAYERS:
        count = board.bar.of(who)
        for at in range(min(count, ON_BAR_DRAWN)):
            x, y = plan.on_bar(who, at)
            yield Checker(x, y, who, count if count > ON_BAR_DRAWN == at + 1 else 0)


def _stack(white: int, black: int) -> list[tuple[Who, int]]:
    """Return the checkers to draw on a point; the last of each colour has the number if not all are drawn."""
    room = {"white": MOST_DRAWN, "black": MOST_DRAWN}
    if white and black and white + black > MOST_DRAWN:
        room = {"white": max(1, MOST_DRAWN - min(black, 2)), "black": min(black, 2)}
        room["black"] = MOST_DRAWN - min(white, room["white"])
    stack: list[tuple[Who, int]] = []
    for who, count in (("white", white), ("black", black)):
        drawn = min(count, room[who])
        stack += [(_who(who), count if count > drawn == at + 1 else 0) for at in range(drawn)]
    return stack


def _who(name: str) -> Who:
    return "white" if name == "white" else "black"


def _slabs(plan: Plan, board: BoardView) -> Iterator[Slab]:
    for who in PLAYERS:
        for reserve, count in ((False, board.off.of(who)), (True, board.reserve.of(who))):
            x, y = plan.tray(who, reserve=reserve)
            for at in range(count):
                along = HALF - 4 - (at + 1) * (SLAB + 1) if plan.below(who) else 4 + at * (SLAB + 1)
                yield Slab(x + 4, y + along, who)


def _counts(plan: Plan, board: BoardView) -> Iterator[Count]:
    for who in PLAYERS:
        for name, count in (("off", board.off.of(who)), ("reserve", board.reserve.of(who))):
            if count:
                x, _ = plan.tray(who, reserve=name == "reserve")
                y = plan.bottom + 29 if plan.below(who) else plan.top - 12
                yield Count(x + (RAIL - 16) / 2, y, count, name, who)


PIPS: dict[int, tuple[Spot, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


Lying = tuple[Who | None, int, bool, bool]
"""Half, value, whether it does not count, whether it does not lie flat on the board."""


def _dice(plan: Plan, view: TableView) -> Iterator[Die]:
    """Return the dice as they lie, or as they were told: they are not seen any more without the camera."""
    seen: list[Lying] = [(die.half, die.value, not die.counts, not die.flat or die.on_checker) for die in view.dice]
    return _laid_out(plan, seen if seen and view.missed("camera") is None else list(_told(view)))


def _laid_out(plan: Plan, dice: list[Lying]) -> Iterator[Die]:
    for half in (*PLAYERS, None):
        row = sorted((die for die in dice if die[0] == half), key=lambda die: -die[1])
        middle = plan.throw_x(half) if half else plan.bar_x
        for at, (who, value, faded, tilted) in enumerate(row):
            x = middle + (at - (len(row) - 1) / 2) * 74
            yield Die(x, plan.middle, value, PIPS[value], who, faded, tilted)


def _told(view: TableView) -> Iterator[Lying]:
    if view.throw and view.turn:
        yield from ((view.turn, value, False, False) for value in view.throw[:2])
    elif view.opening:
        yield from ((who, value, False, False) for who in PLAYERS for value in view.opening.of(who))


def _cube(plan: Plan, view: TableView) -> Cube | None:
    cube = view.cube
    if cube is None:
        return None
    if cube.offer and cube.offered_by:
        other: Who = "black" if cube.offered_by == "white" else "white"
        x = 2 * plan.bar_x - plan.throw_x(other)
        return Cube(x, plan.middle, cube.offer, offered=True)
    if cube.owner is None:
        return Cube(plan.bar_x, plan.middle, cube.face, offered=False)
    y = plan.bottom - 34 if plan.below(cube.owner) else plan.top + 34
    return Cube(plan.bar_x, y, cube.face, offered=False)


def _arrows(plan: Plan, view: TableView, board: BoardView, steps: Sequence[Step]) -> Iterator[Arrow]:
    if steps and view.turn:
        yield from (_arrow(plan, board, source, target, view.turn) for source, target in steps)
    elif view.dispute:
        who = view.dispute.player
        yield from (_arrow(plan, board, source, target, who) for source, target in view.dispute.arrows)
    elif view.hints and view.hints.plays and view.turn:
        best = dict.fromkeys(view.hints.plays[0].arrows)
        yield from (_arrow(plan, board, source, target, view.turn) for source, target in best)


def _arrow(plan: Plan, board: BoardView, source: Place, target: Place, who: Who) -> Arrow:
    first = plan.spot(source, who, max(0, _height(board, source) - 1))
    last = plan.spot(target, who, _height(board, target))
    bend_x = (first[0] + last[0]) / 2
    same_side = isinstance(source, int) and isinstance(target, int) and plan.is_low(source) == plan.is_low(target)
    inward = plan.middle if same_side else (first[1] + last[1]) / 2
    bend_y = (first[1] + last[1]) / 2 * 0.4 + inward * 0.6 if same_side else inward
    first = _beside(first, (bend_x, bend_y))
    return Arrow(
        f"M{first[0]:.0f} {first[1]:.0f} Q{bend_x:.0f} {bend_y:.0f} {last[0]:.0f} {last[1]:.0f}",
        _head((bend_x, bend_y), last),
    )


def _beside(spot: Spot, towards: Spot) -> Spot:
    """Return the edge of a checker on its way: what stands on it stays readable."""
    dx, dy = towards[0] - spot[0], towards[1] - spot[1]
    share = min(1.0, RADIUS / max(1.0, (dx * dx + dy * dy) ** 0.5))
    return spot[0] + dx * share, spot[1] + dy * share


def _head(before: Spot, tip: Spot) -> str:
    """Return the corners of an arrow's head."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx / length, dy / length
    back = tip[0] - 26 * dx, tip[1] - 26 * dy
    corners = (
        (tip[0] + 4 * dx, tip[1] + 4 * dy),
        (back[0] - 14 * dy, back[1] + 14 * dx),
        (back[0] + 14 * dy, back[1] - 14 * dx),
    )
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)


def _height(board: BoardView, place: Place) -> int:
    return sum(board.points[place - 1]) if isinstance(place, int) else 0


def _markers(plan: Plan, view: TableView) -> Iterator[Marker]:
    """White's at points 1-12, Black's at 1A-12A; whoever has no point yet has it beside the first."""
    if view.points is None:
        return
    for who in PLAYERS:
        score = view.points.of(who)
        at = max(1, min(score, TRICTRAC_WIN))
        point = at if who == "white" else POINTS + 1 - at
        x = plan.x(point) if score else plan.x(point) + (PITCH if plan.x(point) > plan.bar_x else -PITCH) * 0.9
        x = min(max(x, 30), plan.width - 30)
        y = plan.height - MARKER_FROM_EDGE if plan.is_low(point) else MARKER_FROM_EDGE
        yield Marker(x, y, who, score)


MARKER_FROM_EDGE = 26


def _areas(plan: Plan, possible: frozenset[Place]) -> Iterator[Area]:
    deep = HALF + GAP / 2
    for point in range(1, POINTS + 1):
        y = plan.middle if plan.is_low(point) else plan.top
        yield Area(plan.x(point) - PITCH / 2, y, PITCH, deep, point, point in possible)
    yield Area(plan.bar_x - RADIUS - 5, plan.top, 2 * RADIUS + 10, 2 * deep, "bar", "bar" in possible)
    yield Area(plan.right, plan.top, RAIL, 2 * deep, "off", "off" in possible)
    if plan.reserve:
        yield Area(0, plan.top, RAIL, 2 * deep, "reserve", "reserve" in possible)
