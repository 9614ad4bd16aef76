"""Commands: in a row, said again, given up."""

import pytest

from firmware_bridge.asking import AGAIN_AFTER, MOST_WAITING, Asker, Numbering
from firmware_bridge.frames import Deframer
from firmware_bridge.protocol import Ack, Calibration, CalibrationWanted, Light, Lights, Result, SnapshotWanted, Tare


def asking(*commands: Lights | Tare | SnapshotWanted | CalibrationWanted) -> Asker:
    asker = Asker(Numbering())
    for command in commands:
        asker.ask(command)
    return asker


def types(data: bytes) -> list[int]:
    return [frame.type for frame in Deframer().feed(data)]


def test_frames_are_numbered_in_a_row_and_begin_again() -> None:
    numbering = Numbering()
    assert [numbering.frame(Tare())[0] for _ in range(258)] == [*range(256), 0, 1]


def test_the_next_goes_when_the_one_before_is_answered() -> None:
    asker = asking(Tare(), SnapshotWanted())
    assert types(asker.advance(0.0)) == [Tare.TYPE]
    assert asker.advance(0.1) == b""
    assert asker.answer(Ack(Tare.TYPE, 0), 0.1) == (Tare(), Result.DONE)
    assert types(asker.advance(0.1)) == [SnapshotWanted.TYPE]


@pytest.mark.parametrize("answer", [Ack(Tare.TYPE, 1), Ack(Lights.TYPE, 0), Calibration(0, ())])
def test_another_answer_is_none(answer: Ack | Calibration) -> None:
    asker = asking(Tare())
    asker.advance(0.0)
    assert asker.answer(answer, 0.1) is None
    assert asker.asked is not None


def test_three_tries_and_no_more() -> None:
    asker = asking(Tare())
    said = [asker.advance(at * AGAIN_AFTER) for at in range(6)]
    assert [bool(one) for one in said] == [True, True, True, False, False, False]
    assert len(set(said[:3])) == 1
    assert asker.given_up(2 * AGAIN_AFTER) is None
    assert asker.given_up(3 * AGAIN_AFTER) == Tare()
    assert asker.given_up(9.0) is None


def test_a_busy_board_is_asked_again_but_not_for_ever() -> None:
    asker, results = asking(Tare()), []
    for at in range(100):
        asker.advance(at * AGAIN_AFTER)
        results.append(asker.answer(Ack(Tare.TYPE, 0, Result.BUSY), at * AGAIN_AFTER))
    assert [one for one in results if one is not None] == [(Tare(), Result.BUSY)]
    assert results.index((Tare(), Result.BUSY)) > 10


def test_only_the_latest_lights_wait() -> None:
    asker = asking(Tare(), Lights((Light.ON,)), Lights((Light.OFF,)))
    asker.advance(0.0)
    assert asker.clear() == [Tare(), Lights((Light.OFF,))]
    assert asker.clear() == []


def test_too_many_commands_are_refused() -> None:
    asker = asking(*[Tare()] * (MOST_WAITING - 1))
    assert asker.ask(Tare())
    assert not asker.ask(Tare())


def test_calibration_is_the_answer_to_its_question() -> None:
    asker = asking(CalibrationWanted(60, 5))
    asker.advance(0.0)
    assert asker.answer(Calibration(0, ()), 0.1) is None
    assert asker.answer(Calibration(60, ()), 0.1) == (CalibrationWanted(60, 5), Result.DONE)


def test_a_snapshot_that_was_not_asked_for_answers_nothing() -> None:
    asker = asking(Tare())
    asker.advance(0.0)
    assert not asker.snapshot_came()
    assert asker.asked is not None
