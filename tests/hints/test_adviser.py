"""Who answers: the first who can, and it is said why it was not the one before."""

from collections.abc import Callable
from typing import NoReturn

import pytest

from companion.hints import adviser as module
from companion.hints.advice import Adviser, AdviserError, CubeAdvice, Stakes
from companion.hints.adviser import Advisers, Seat, advisers, our_net
from companion.hints.choice import Choice
from companion.hints.gnubg import GnubgAdviser
from companion.hints.gnubg_process import GnubgProcess
from companion.rules.players import Player
from companion.rules.position import Position
from tests.hints.gnubg_tools import START, turn
from tests.hints.pip_adviser import PipAdviser

MONEY = Stakes()


class Broken(PipAdviser):
    """Knows nothing at all."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    def plays(self, *_question: object) -> NoReturn:
        raise AdviserError(self.reason)


class Noting(PipAdviser):
    """Remembers how far it was to look, and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.plies: list[int] = []
        self.closed = False

    def cube(self, position: Position, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:
        self.plies.append(plies)
        return super().cube(position, player, stakes, plies)

    def close(self) -> None:
        self.closed = True


def seat(one: Adviser, plies: int = 0) -> Seat:
    return Seat(lambda: one, plies)


def missing() -> Adviser:
    return GnubgAdviser(GnubgProcess(find=lambda: None))


def test_the_first_who_knows_answers() -> None:
    found = Advisers([seat(PipAdviser()), seat(Broken("no"))]).plays(turn((3, 1)), MONEY)
    assert (found.by, found.instead) == ("pips", ())
    assert len(found.value) == 16


def test_where_gnubg_is_missing_the_next_takes_over_and_it_is_said() -> None:
    found = Advisers([Seat(missing, 2), seat(PipAdviser())]).plays(turn((3, 1)), MONEY)
    assert (found.by, found.instead) == ("pips", ("GNU Backgammon is not installed.",))


def test_nobody_knows() -> None:
    with pytest.raises(AdviserError, match="this that"):
        Advisers([seat(Broken("this")), seat(Broken("that"))]).plays(turn((3, 1)), MONEY)


def test_each_looks_ahead_as_far_as_it_does_unless_told() -> None:
    one = Noting()
    for plies in (None, 3):
        Advisers([seat(one, 1)], plies).cube(START, Player.WHITE, MONEY)
    assert one.plies == [1, 3]


def test_who_is_not_asked_is_not_made() -> None:
    made: list[str] = []

    def noted(name: str) -> Callable[[], Adviser]:
        def make() -> Adviser:
            made.append(name)
            return PipAdviser()

        return make

    asked = Advisers([Seat(noted("first"), 0), Seat(noted("second"), 0)])
    assert not made
    for _ in range(2):
        asked.plays(turn((3, 1)), MONEY)
    assert made == ["first"]


def test_closing_closes_who_can_be_closed() -> None:
    one = Noting()
    asked = Advisers([Seat(missing, 0), seat(Broken("no")), seat(one)])
    asked.cube(START, Player.WHITE, MONEY)
    asked.close()
    assert not one.closed
    asked = Advisers([seat(one)])
    asked.cube(START, Player.WHITE, MONEY)
    asked.close()
    assert one.closed


def test_auto_asks_gnubg_first() -> None:
    with_gnubg = advisers(Choice.AUTO)
    try:
        assert with_gnubg.plays(turn((3, 1)), MONEY).by.startswith("GNU Backgammon")
    finally:
        with_gnubg.close()


def test_nets_that_are_not_installed_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NETS", "companion.hints.nowhere")
    with pytest.raises(AdviserError, match="not installed"):
        our_net()
