"""What is wanted of any board."""

from dataclasses import replace

from firmware_bridge.protocol import Feature, Light, Lights, RawMode, SnapshotWanted, Tare
from firmware_bridge.wishes import Wishes, is_able
from tests.firmware_bridge.device import hello

BARE = replace(hello(), features=Feature.CALIBRATION)


def wishing(lights: tuple[Light, ...] = (), raw_every: int = 0) -> Wishes:
    wishes = Wishes()
    wishes.lights, wishes.raw_every = lights, raw_every
    return wishes


def test_a_board_gets_the_lights_that_it_has() -> None:
    wishes = wishing((Light.ON,) * 30)
    assert wishes.lights_for(hello()) == Lights((Light.ON,) * 24)
    assert wishes.lights_for(None) == Lights((Light.ON,) * 30)


def test_after_meeting_a_board() -> None:
    assert wishing().after_meeting(hello()) == [SnapshotWanted(), Lights()]
    assert wishing((Light.ON,), 4).after_meeting(hello()) == [SnapshotWanted(), Lights((Light.ON,)), RawMode(4)]
    assert wishing((Light.ON,), 4).after_meeting(BARE) == [SnapshotWanted()]


def test_to_keep_a_board_alive() -> None:
    assert wishing().to_keep_alive(hello()) == SnapshotWanted()
    assert wishing((Light.OFF,)).to_keep_alive(hello()) == SnapshotWanted()
    assert wishing((Light.ON,), 4).to_keep_alive(hello()) == Lights((Light.ON,))
    assert wishing((), 4).to_keep_alive(hello()) == RawMode(4)
    assert wishing((Light.ON,), 4).to_keep_alive(BARE) == SnapshotWanted()


def test_lights_that_may_be_wrong_are_set_again_even_if_they_are_off() -> None:
    wishes = wishing((Light.OFF,))
    wishes.lights_are_set = False
    assert wishes.to_keep_alive(hello()) == Lights((Light.OFF,))


def test_what_a_board_can_do() -> None:
    assert is_able(None, Tare())
    assert not is_able(None, Lights())
    assert is_able(hello(), Lights())
