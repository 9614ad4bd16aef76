"""How the light changed, told from pictures in which other things changed too."""

import numpy as np
import pytest

from vision.light import EVEN, LEAST, MOST, light_between

SCENE = np.random.default_rng(4).uniform(20, 120, (60, 80)).astype(np.float32)


@pytest.mark.parametrize(("gain", "shift"), [(1.0, 0.0), (0.5, 10.0), (1.8, -20.0)])
def test_the_change_is_found_though_a_third_of_the_picture_is_covered(gain: float, shift: float) -> None:
    now = SCENE * gain + shift
    now[20:40] = 230
    light = light_between(SCENE, now)
    assert light.gain == pytest.approx(gain, abs=0.02)
    assert light.shift == pytest.approx(shift, abs=2.0)
    assert np.abs(light.on(SCENE)[:20] - now[:20]).max() < 3.0


def test_a_picture_without_contrast_has_only_become_brighter_or_darker() -> None:
    plain = np.full((60, 80), 50, np.float32)
    light = light_between(plain, plain + 12)
    assert light.gain == 1.0
    assert light.shift == pytest.approx(12.0)
    assert light_between(plain, plain) == EVEN


def test_another_scene_is_no_change_of_light() -> None:
    assert light_between(SCENE, np.full_like(SCENE, 14)).gain == pytest.approx(LEAST)
    assert light_between(SCENE, SCENE * 10).gain == pytest.approx(MOST)
