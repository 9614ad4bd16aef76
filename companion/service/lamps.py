"""What lights and a buzzer at the table tell: pure functions of what the table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from companion.rules.board import POINTS
from companion.service.view import TableView, Who
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Light

Lamp = Literal["white", "black", "illegal"]
Sound = Literal["illegal", "double", "flag"]
BEEPS: Mapping[Sound, int] = {"illegal": 1, "double": 2, "flag": 3}
"""How many short tones tell what."""
PLAYERS: tuple[Who, Who] = ("white", "black")
POINT = "point"
"""A light of the board that belongs to the point where it stands."""


def lamps(view: TableView) -> dict[Lamp, Light]:
    """Return each player's light, on for the one on turn, blinking for who has to answer; and that of illegal plays."""
    illegal = Light.BLINKING if view.phase == "disputed" else Light.OFF
    return {"white": _of_player(view, "white"), "black": _of_player(view, "black"), "illegal": illegal}


def _of_player(view: TableView, who: Who) -> Light:
    if view.phase in {"no_match", "game_over", "match_over"}:
        return Light.OFF
    if view.asked is not None:
        return Light.BLINKING if view.asked == who else Light.OFF
    if view.opening is not None:
        return Light.OFF if view.opening.of(who) else Light.ON
    if view.turn != who:
        return Light.OFF
    return Light.BLINKING if view.phase == "asking" else Light.ON


def board_lights(view: TableView, shows: Sequence[str], stands: Orientation | None) -> tuple[Light, ...]:
    """Return the lights of a sensor board, from its first on; those that `shows` does not name show their point.

    Nothing if all are off.
    """
    of_players, wrong = lamps(view), set(wrong_points(view))
    every = [*shows, *(POINT for _ in range(POINTS - len(shows)))]
    found = tuple(_of_board(number, what, of_players, wrong, stands) for number, what in enumerate(every, 1))
    return found if any(found) else ()


def _of_board(
    number: int, what: str, of_players: Mapping[Lamp, Light], wrong: set[int], stands: Orientation | None
) -> Light:
    if what == POINT:
        at_fault = stands is not None and number <= POINTS and stands.point(number) in wrong
        return Light.BLINKING if at_fault else Light.OFF
    return next((light for lamp, light in of_players.items() if lamp == what), Light.OFF)


def wrong_points(view: TableView) -> Iterator[int]:
    """Every point where something is to be put right."""
    if view.dispute is not None:
        yield from view.dispute.points
        yield from (place for arrow in view.dispute.arrows for place in arrow if isinstance(place, int))
    yield from (one.place for one in view.differs if isinstance(one.place, int))


def sounds(before: TableView | None, after: TableView) -> Iterator[Sound]:
    """Everything that has come up between two views and is worth a sound."""
    if before is None or (before.match, before.uid) != (after.match, after.uid):
        return
    if after.phase == "disputed" and before.phase != "disputed":
        yield "illegal"
    if _is_offered(after) and not _is_offered(before):
        yield "double"
    if _is_flagged(after) and not _is_flagged(before):
        yield "flag"


def _is_offered(view: TableView) -> bool:
    return view.cube is not None and view.cube.offer is not None


def _is_flagged(view: TableView) -> bool:
    return view.clock is not None and view.clock.flagged is not None
