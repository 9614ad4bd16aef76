"""The adviser who asks GNU Backgammon: our own engine says what is legal, the program what it is worth."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from companion.hints.advice import Chances, CubeAdvice, RatedPlay, Stakes, Worth
from companion.hints.cube_choice import best_action, check_turnable
from companion.hints.gnubg_process import GnubgError, GnubgProcess
from companion.hints.gnubg_script import CLOSELY
from companion.hints.gnubg_terms import Board, Terms, board_of, id_of, knows, read_board
from companion.language import mark
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import ImpossiblePosition, Position
from companion.rules.turn import Outcome, Turn

T = TypeVar("T")
NAME = "GNU Backgammon"
VERSION_S = 10.0
MOST_PLAYS = 5000
OTHER_GAME = mark("GNU Backgammon does not know this game.")


class GnubgAdviser:
    """Advises on backgammon, and on Snake, as GNU Backgammon would play."""

    def __init__(self, process: GnubgProcess | None = None) -> None:
        """Take the process that is asked."""
        self.process = process or GnubgProcess()

    @cached_property
    def name(self) -> str:
        """Its name and version."""
        return version_of(self.process.find())

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        """Return the plays that the program thinks most of, the best first, each looked at as far as asked."""
        _check_game(turn)
        terms = Terms.of(stakes, plies)
        legal = legal_plays(turn).sorted()
        if len(legal) == 1:
            return self._rated(turn, legal, terms)
        rated = self._listed(turn, legal, terms)
        if not rated:
            # Options forbid all that it would play.
            return _best_first(self._rated(turn, legal, terms))
        exact = [one for one in rated if one.plies >= terms.plies]
        shy = [one.outcome for one in rated[len(exact) : CLOSELY]]
        return _best_first([*exact, *self._rated(turn, shy, terms)]) if shy else exact

    def rate(self, turn: Turn, outcome: Outcome, stakes: Stakes, plies: int) -> RatedPlay:
        """Return what one play is worth, also one that the program would not look at closely."""
        _check_game(turn)
        return self._rated(turn, [outcome], Terms.of(stakes, plies))[0]

    def before_throw(self, turn: Turn, stakes: Stakes, plies: int) -> Worth:
        """Return what a turn was worth before its dice were thrown."""
        _check_game(turn)
        terms = Terms.of(stakes, plies)
        (value,) = self._values([turn.position], turn.player, terms)
        return self._read(lambda: Worth(_equity(value, terms, 1), Chances(*value["chances"])))

    def cube(self, position: Position, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:
        """Return what the player on roll should do with the cube before throwing."""
        check_turnable(player, stakes)
        terms = Terms.of(stakes, plies)
        (value,) = self._values([position], player, terms)
        return self._read(lambda: _advice(value, terms))

    def _listed(self, turn: Turn, legal: Sequence[Outcome], terms: Terms) -> list[RatedPlay]:
        """Return what the program lists, in its order, as far as it is legal here."""
        commands = _of_backgammon(lambda: terms.commands(turn))
        question = {"ask": "plays", "rules": terms.rules, "commands": commands, "count": MOST_PLAYS}
        answer = self.process.ask(question)
        boards: dict[Board, list[Outcome]] = {}
        for outcome in legal:
            boards.setdefault(board_of(outcome.position, turn.player), []).append(outcome)

        def read() -> list[RatedPlay]:
            _check_same(terms.id_of(turn), answer["id"])
            _check_same(board_of(turn.position, turn.player), read_board(answer["board"]))
            listed = ((read_board(one["board"]), one) for one in answer["plays"])
            return [_rated_play(outcome, one) for board, one in listed for outcome in boards.get(board, ())]

        return self._read(read)

    def _rated(self, turn: Turn, outcomes: Sequence[Outcome], terms: Terms) -> list[RatedPlay]:
        """Return what plays are worth: as much as the opponent, who throws next, is worse off."""
        values = self._values([outcome.position for outcome in outcomes], turn.player.opponent, terms)

        def read() -> list[RatedPlay]:
            found = zip(outcomes, values, strict=True)
            return [
                RatedPlay(outcome, -_equity(value, terms, 0), _turned(Chances(*value["chances"])), terms.plies)
                for outcome, value in found
            ]

        return self._read(read)

    def _values(self, positions: Sequence[Position], on_roll: Player, terms: Terms) -> list[Any]:
        ids = _of_backgammon(lambda: [id_of(position, on_roll) for position in positions])
        boards = [board_of(position, on_roll) for position in positions]
        info, context = terms.info(on_roll), terms.context
        question = {"ask": "values", "rules": terms.rules, "boards": boards, "info": info, "context": context}
        answer = self.process.ask(question)

        def read() -> list[Any]:
            _check_same(ids, [value["id"] for value in answer["values"]])
            return list(answer["values"])

        return self._read(read)

    def _read(self, read: Callable[[], T]) -> T:
        """Return what is read from an answer; if it makes no sense, the process is ended."""
        try:
            return read()
        except (LookupError, TypeError, ValueError):
            raise self.process.distrusted() from None


def version_of(program: str | None) -> str:
    """Return the name of the program, with its version if it tells one."""
    if program is None:
        return NAME
    try:
        told = subprocess.run([program, "--version"], capture_output=True, timeout=VERSION_S, check=False)  # noqa: S603 - the program that was found
    except (OSError, subprocess.SubprocessError):
        return NAME
    found = re.search(rf"{NAME} [\d.]+", told.stdout.decode(errors="replace"))
    return found[0] if found else NAME


def _check_game(turn: Turn) -> None:
    if not knows(turn.game):
        raise GnubgError(OTHER_GAME)


def _of_backgammon(read: Callable[[], T]) -> T:
    try:
        return read()
    except ImpossiblePosition:
        raise GnubgError(OTHER_GAME) from None


def _check_same(ours: object, theirs: object) -> None:
    if ours != theirs:
        msg = f"{theirs} is not what was asked for, {ours}"
        raise ValueError(msg)


def _rated_play(outcome: Outcome, one: dict[str, Any]) -> RatedPlay:
    return RatedPlay(outcome, float(one["equity"]), Chances(*one["chances"]), int(one["plies"]))


def _best_first(plays: Sequence[RatedPlay]) -> list[RatedPlay]:
    return sorted(plays, key=lambda one: -one.equity)


def _equity(value: dict[str, Any], terms: Terms, place: int) -> float:
    """Return one of the worths with the cube: 0 the best with it, 1 without turning it."""
    return float(value["cube"][place] if terms.stakes.has_cube else value["cubeless"])


def _turned(chances: Chances) -> Chances:
    return Chances(
        1 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
        chances.win_gammon,
        chances.win_backgammon,
    )


def _advice(value: dict[str, Any], terms: Terms) -> CubeAdvice:
    no_double, take, drop = map(float, value["cube"][1:4])
    chances = Chances(*value["chances"])
    # By its own verdict: it takes a double that costs more than two games for no beaver, though it is worth one.
    beaver = "beaver" in value["verdict"]
    return CubeAdvice(best_action(no_double, take, drop), no_double, take, drop, chances, terms.plies, beaver=beaver)
