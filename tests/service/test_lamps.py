"""What lights and the buzzer tell of a table, for every table that comes up in the recorded sessions too."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.rules.players import Player
from companion.service.builder import Around, table_view
from companion.service.lamps import board_lights, lamps, sounds, wrong_points
from companion.service.view import Both, ClockView, CubeView, Differing, DisputeView, Message, TableView
from companion.service.words import own
from firmware_bridge.orientation import EVERY, Orientation
from firmware_bridge.payloads import Light
from tests.service.tables import NAMES, tables_of

OFF, ON, BLINKING = Light.OFF, Light.ON, Light.BLINKING
EMPTY = TableView(1, own("no_match"))
WHITES = replace(EMPTY, match=1, uid="a", phase="playing", turn="white")
DISPUTE = DisputeView("white", Message("x"), (8,), ((5, 8), (3, "bar")))
CUBE = CubeView(1, None)
CLOCK = ClockView("fischer", Both(9, 9), 0, "white", paused=False, flagged=None, at=0)
SHOWN: dict[str, tuple[dict[str, object], tuple[Light, Light, Light]]] = {
    "no match": ({"phase": "no_match", "turn": None}, (OFF, OFF, OFF)),
    "White plays": ({}, (ON, OFF, OFF)),
    "Black throws": ({"phase": "to_throw", "turn": "black"}, (OFF, ON, OFF)),
    "Black has to answer White": ({"asked": "black"}, (OFF, BLINKING, OFF)),
    "White has to say what was played": ({"phase": "asking"}, (BLINKING, OFF, OFF)),
    "an illegal play": ({"phase": "disputed"}, (ON, OFF, BLINKING)),
    "both throw to open": ({"phase": "opening", "turn": None, "opening": Both((), ())}, (ON, ON, OFF)),
    "Black throws to open": ({"phase": "opening", "turn": None, "opening": Both((3,), ())}, (OFF, ON, OFF)),
    "the game is over": ({"phase": "game_over", "turn": None, "winner": "white"}, (OFF, OFF, OFF)),
    "the match is over": ({"phase": "match_over", "asked": "white"}, (OFF, OFF, OFF)),
}


@pytest.mark.parametrize(("more", "lights"), SHOWN.values(), ids=SHOWN)
def test_lights_tell_whose_turn_it_is(more: dict[str, object], lights: tuple[Light, ...]) -> None:
    assert tuple(lamps(replace(WHITES, **more)).values()) == lights  # type: ignore[arg-type]  # as tests need


@pytest.mark.parametrize("name", NAMES)
def test_the_light_is_always_that_of_who_is_waited_for(name: str) -> None:
    for table in tables_of(name):
        view = table_view(table, Around())
        shown = lamps(view)
        lit = {who for who in ("white", "black") if shown[who]}
        if view.asked and view.phase not in {"game_over", "match_over"}:
            assert (lit, shown[view.asked]) == ({view.asked}, BLINKING)
        elif view.turn:
            assert lit == {view.turn}
        elif view.phase == "opening":
            assert lit
        else:
            assert not lit
        assert bool(shown["illegal"]) is (view.dispute is not None)


@pytest.mark.parametrize("name", NAMES)
def test_sounds_are_told_when_it_happens(name: str) -> None:
    views = [table_view(table, Around(match=1, uid="a")) for table in tables_of(name)]
    told = [sound for before, after in pairwise(views) for sound in sounds(before, after)]
    disputes = sum(before.phase != "disputed" and after.phase == "disputed" for before, after in pairwise(views))
    assert told.count("illegal") == disputes
    assert bool(told.count("double")) is any(view.cube is not None and view.cube.offer for view in views[1:])


def test_some_session_has_each_sound() -> None:
    told = {
        sound
        for name in NAMES
        for before, after in pairwise([table_view(table, Around()) for table in tables_of(name)])
        for sound in sounds(before, after)
    }
    assert told == {"illegal", "double", "flag"}


def test_each_thing_sounds_once() -> None:
    before = replace(WHITES, cube=CUBE, clock=CLOCK)
    disputed = replace(before, phase="disputed")
    offered = replace(disputed, cube=replace(CUBE, offer=2, offered_by="white"))
    flagged = replace(offered, clock=replace(CLOCK, flagged="white"))
    steps = [before, disputed, offered, flagged, flagged]
    assert [list(sounds(one, other)) for one, other in pairwise(steps)] == [["illegal"], ["double"], ["flag"], []]


def test_nothing_sounds_for_a_match_that_is_found_or_changed() -> None:
    disputed = replace(WHITES, phase="disputed")
    assert list(sounds(None, disputed)) == []
    assert list(sounds(replace(WHITES, uid="b"), disputed)) == []


def test_points_where_something_is_wrong_blink() -> None:
    view = replace(WHITES, phase="disputed", dispute=DISPUTE)
    assert sorted(set(wrong_points(view))) == [3, 5, 8]
    lights = board_lights(view, (), Orientation())
    assert {number for number, light in enumerate(lights, 1) if light} == {3, 5, 8}
    assert len(lights) == 24
    differs = replace(WHITES, differs=(Differing(6, "white", -1), Differing("bar", "black", 1)))
    assert [number for number, light in enumerate(board_lights(differs, (), Orientation()), 1) if light] == [6]


@pytest.mark.parametrize("stands", EVERY)
def test_the_light_is_at_the_point_however_the_board_stands(stands: Orientation) -> None:
    view = replace(WHITES, phase="disputed", dispute=replace(DISPUTE, arrows=(), points=(8,)))
    lights = board_lights(view, (), stands)
    (lit,) = (number for number, light in enumerate(lights, 1) if light)
    assert stands.point(lit) == 8


def test_lights_of_a_board_are_as_configured() -> None:
    view = replace(WHITES, phase="disputed", dispute=DISPUTE)
    shows = ("white", "black", "illegal", "none", "point")
    assert board_lights(view, shows, Orientation())[:8] == (ON, OFF, BLINKING, OFF, BLINKING, OFF, OFF, BLINKING)
    assert board_lights(view, ("point",) * 24 + ("white", "illegal"), None)[24:] == (ON, BLINKING)
    assert board_lights(view, ("none",) * 24, Orientation()) == ()
    assert board_lights(view, (), None) == (), "how the board stands is not known yet"
    assert board_lights(EMPTY, ("white", "black"), Orientation(13, Player.BLACK)) == ()
