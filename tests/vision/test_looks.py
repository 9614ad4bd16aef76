from dataclasses import replace

import pytest

from vision.looks import (
    BESIDE_A_DIE,
    CALIBRATED,
    UNCALIBRATED,
    WITHOUT_DICE,
    Look,
    Weighing,
    evidence,
    is_clear,
    is_flat,
    is_on_checker,
    may_lean,
    odd,
    separate,
    value_of,
)
from vision.pips import Count
from vision.teller import Telling

FACE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))


def _telling(value: int = 4, share: float = 0.95, at: float = 0.0) -> Telling:
    rest = (1 - share) / 5
    return Telling(
        die=0.9,
        cube=0.02,
        values=tuple(share if number == value else rest for number in range(1, 7)),
        numbers=(1 / 6,) * 6,
        flat=0.9,
        on_checker=0.1,
        moving=0.05,
        corners=tuple((x + at, y) for x, y in FACE),
        axis=(0.0, -0.1),
    )


def _look(counted: int | None = 4, share: float = 0.95, at: float = 0.0) -> Look:
    return Look(_telling(4, share, at), 0.8, None if counted is None else Count(counted, 0.5), agree=True)


def test_network_and_pips_agree() -> None:
    assert value_of(_look(4, 0.6), UNCALIBRATED) == (4, 0.6)
    assert value_of(_look(4, 0.8), CALIBRATED) == (4, 0.8)
    assert value_of(_look(4, 0.6), CALIBRATED)[0] is None


def test_what_they_do_not_agree_on_is_not_told() -> None:
    assert value_of(_look(5, 0.8), CALIBRATED)[0] is None
    assert value_of(_look(None, 0.8), CALIBRATED)[0] is None


def test_two_looks_that_differ_tell_nothing() -> None:
    assert value_of(replace(_look(), agree=False), CALIBRATED)[0] is None


def test_agreement_is_evidence() -> None:
    assert evidence(_look(4), calibrated=True) > evidence(_look(5), calibrated=True)
    assert evidence(_look(), calibrated=True) > evidence(replace(_look(), agree=False), calibrated=True)
    assert evidence(_look(), calibrated=True) > evidence(replace(_look(), score=0.2), calibrated=True)


def test_of_a_leaning_die_other_pips_are_no_evidence_against_it() -> None:
    puzzling, plain = replace(_look(5), agree=False), _look()
    lost = [
        evidence(plain, calibrated=True, leaning=how) - evidence(puzzling, calibrated=True, leaning=how)
        for how in (None, 1.0)
    ]
    assert lost[0] > lost[1] > 0


def test_that_a_die_clearly_leans_and_was_clearly_found_is_evidence() -> None:
    seen = [
        evidence(replace(_look(), score=score), calibrated=True, leaning=how)
        for score in (0.3, 0.5)
        for how in (0.8, 3.0)
    ]
    assert seen[0] < evidence(replace(_look(), score=0.3), calibrated=True)
    assert seen[3] > evidence(replace(_look(), score=0.5), calibrated=True)
    assert seen[0] < min(seen[1:3])
    assert max(seen[1:3]) < seen[3]


def test_what_was_hardly_found_needs_more_evidence_at_a_table_unless_it_leans() -> None:
    hardly, clearly = (replace(_look(), score=score) for score in (0.26, 0.28))

    def lost(leaning: float | None, *, calibrated: bool) -> float:
        before, after = (evidence(one, calibrated=calibrated, leaning=leaning) for one in (clearly, hardly))
        return before - after

    assert lost(None, calibrated=True) > 0.7
    assert 0 < lost(None, calibrated=False) < 0.2
    assert 0 < lost(2.0, calibrated=True) < 0.2


def test_a_face_that_looks_down_speaks_against_a_die_only_where_the_camera_is_not_known() -> None:
    down = replace(_look(), telling=replace(_telling(), axis=(0.0, 0.6)))
    assert evidence(down, calibrated=True) == evidence(_look(), calibrated=True)
    assert evidence(down, calibrated=False) < evidence(_look(), calibrated=False)


@pytest.mark.parametrize(("ratio", "against"), [(1.0, False), (0.8, False), (1.3, False), (3.0, True), (0.3, True)])
def test_dice_in_one_picture_are_of_much_the_same_size(ratio: float, *, against: bool) -> None:
    assert (odd(ratio) > 0) == against


def test_a_die_leans_if_its_edges_do_not_show_as_vertical_ones_do() -> None:
    assert is_flat(_telling(), (0.02, -0.12), CALIBRATED)
    assert not is_flat(_telling(), (0.75, -0.12), CALIBRATED)
    assert not is_flat(replace(_telling(), flat=0.2), None, CALIBRATED)


def test_the_better_of_two_looks_at_one_place_stays() -> None:
    better, worse = replace(_look(), evidence=3.0), replace(_look(at=4), evidence=1.0)
    beside = replace(_look(at=30), evidence=0.5)
    assert separate([worse, beside, better]) == [better, beside]


def test_a_die_whose_two_faces_were_read_is_one_die() -> None:
    # It leans by half a right angle: either face looks up to one side, and the die's middle is below both.
    left = replace(_look(), telling=replace(_telling(), axis=(-0.7, 0.0)), evidence=3.0)
    right = replace(_look(), telling=replace(_telling(at=14.0), axis=(0.7, 0.0)), evidence=2.0)
    assert left.telling.middle == right.telling.middle == (17.0, 10.0)
    assert separate([left, right]) == [left]
    assert len(separate([replace(_look(), evidence=3.0), replace(_look(at=14.0), evidence=2.0)])) == 2


def test_the_edge_and_middle_of_a_face_follow_from_its_corners() -> None:
    assert _telling().edge == 20
    assert _telling().centre == (10, 10)
    assert _telling(6).value == 6


def test_doubt_about_flatness_and_a_shifted_edge_add_up() -> None:
    doubtful = replace(_telling(), flat=0.6)
    assert is_flat(doubtful, (0.0, -0.1), CALIBRATED)
    assert is_flat(_telling(), (0.3, -0.1), CALIBRATED)
    assert not is_flat(doubtful, (0.42, -0.1), CALIBRATED)


def test_between_flat_and_leaning_one_looks_again() -> None:
    assert may_lean(replace(_telling(), flat=0.5), (0.2, -0.1))
    assert not may_lean(_telling(), (0.02, -0.1))
    assert not may_lean(replace(_telling(), flat=0.1), (0.75, -0.1))
    assert not may_lean(replace(_telling(), flat=0.5), None)
    assert not may_lean(replace(_telling(), flat=0.5, die=0.2), (0.2, -0.1))


def test_pips_that_show_from_all_sides_are_evidence() -> None:
    assert evidence(replace(_look(), all_round=True), calibrated=False) > evidence(_look(), calibrated=False)


def test_a_clear_look_sees_the_value_and_as_many_pips() -> None:
    assert is_clear(_telling(), Count(4, 0.5), 4)
    assert not is_clear(_telling(), Count(4, 0.5), 5)
    assert not is_clear(_telling(), Count(6, 0.5), 4)
    assert not is_clear(_telling(), None, 4)
    assert not is_clear(_telling(share=0.4), Count(4, 0.5), 4)


def test_a_value_without_as_many_pips_needs_a_network_without_doubt() -> None:
    look = _look(5, 0.93)
    assert value_of(look, replace(CALIBRATED, doubtless=0.9))[0] == 4
    assert value_of(look, replace(CALIBRATED, doubtless=0.95))[0] is None


@pytest.mark.parametrize(
    ("told", "rim", "on_checker"),
    [
        (0.6, None, True),
        (0.4, None, False),
        (0.2, (0.85, BESIDE_A_DIE), True),
        (0.7, (0.5, BESIDE_A_DIE), False),
        (0.05, (0.9, WITHOUT_DICE), True),
        (0.9, (0.5, WITHOUT_DICE), False),
    ],
)
def test_a_rim_and_the_looks_together_tell_a_checker(
    told: float, rim: tuple[float, Weighing] | None, *, on_checker: bool
) -> None:
    look = replace(_look(), telling=replace(_telling(), on_checker=told), rim=rim)
    assert is_on_checker(look) is on_checker
