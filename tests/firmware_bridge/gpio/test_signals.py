"""When lights are lit, and when the buzzer sounds."""

from __future__ import annotations

import pytest

from firmware_bridge.gpio.signals import BEEP_S, HALF_S, SILENCE_S, Beeps, changes_at, is_lit
from firmware_bridge.payloads import Light


def test_steady_lights_do_not_change() -> None:
    for now in (0.0, 0.3, 7.7):
        assert is_lit(Light.ON, now)
        assert not is_lit(Light.OFF, now)
    assert changes_at(Light.ON, 1.0) is changes_at(Light.OFF, 1.0) is None


@pytest.mark.parametrize("light", HALF_S)
def test_blinking_lights_change_when_they_say_so(light: Light) -> None:
    now, lit = 0.0, []
    for _ in range(8):
        lit.append(is_lit(light, now))
        after = changes_at(light, now)
        assert after is not None
        assert is_lit(light, (now + after) / 2) is lit[-1]
        now = after
    assert lit == [True, False] * 4
    assert now == pytest.approx(8 * HALF_S[light])


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("late", [0.0, 5.0])
def test_the_buzzer_sounds_so_often_and_no_more(count: int, late: float) -> None:
    beeps = Beeps()
    beeps.begin(count, 10.0)
    heard, lasts = [], []
    while (due := beeps.changes_at) is not None:
        now = due + late
        heard.append(beeps.turn(now))
        assert beeps.turn(now + BEEP_S / 2) is heard[-1]
        lasts.append((beeps.changes_at or now + SILENCE_S) - now)
    assert heard == [True, False] * count
    assert lasts == pytest.approx([BEEP_S, SILENCE_S] * count)
    assert not beeps.turn(99.0)


def test_a_buzzer_that_was_not_asked_is_silent() -> None:
    assert Beeps().changes_at is None
    assert not Beeps().turn(1.0)


def test_what_sounds_anew_takes_the_place_of_what_was_to_sound() -> None:
    beeps = Beeps()
    beeps.begin(3, 0.0)
    assert beeps.turn(0.0)
    beeps.begin(1, 0.1)
    heard = 1
    while beeps.changes_at is not None:
        heard += beeps.turn(beeps.changes_at)
    assert heard == 2
