"""Reads a text record back: each line becomes what happened at a table, and is checked against what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from companion.journal.exchange.complete import CompleteMatch, check_agreement
from companion.journal.exchange.decoding import MOST_ACTIONS, shown, text_of
from companion.journal.exchange.importing import ForeignFileError, IllegalPlaysError
from companion.journal.exchange.text import STOPPED, TAKEN, UNPLAYED, act_line, how, points, result_line, score_line
from companion.journal.exchange.text_head import read_head
from companion.journal.exchange.text_replay import Replayed
from companion.journal.exchange.text_words import (
    SCORE,
    WordError,
    player_of,
    score_of,
    score_shown,
    setup_of,
    unquoted,
)
from companion.match.between import chooser
from companion.match.score import Choice, Crawford
from companion.rules.players import Player
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.agreement import Agreement, counted_as_at_first
from companion.table.state import Act, Record

Groups = re.Match[str]
WHO = "(White|Black)"
MOST_LINES = 2 * MOST_ACTIONS


def read_text(data: bytes, condone: bool = False) -> CompleteMatch:  # noqa: FBT001, FBT002 - as all formats have it
    """Return the match that a text record tells; plays against the rules that it does not mark need `condone`."""
    lines = text_of(data).rstrip().split("\n")
    if len(lines) > MOST_LINES:
        msg = f"The record has {len(lines)} lines; more than {MOST_LINES} are not taken in. Is it the right file?"
        raise ForeignFileError(msg)
    at = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head = read_head([line.strip() for line in lines[:at]])
    check_agreement(head.agreement)
    try:
        replayed = _replayed(head.agreement, lines, at)
    except ForeignFileError:
        # The record has the points of every play: where they are those of an earlier count, so it was counted.
        agreement = counted_as_at_first(head.agreement)
        if agreement is head.agreement:
            raise
        head = replace(head, agreement=agreement)
        replayed = _replayed(agreement, lines, at)
    if replayed.problems and not condone:
        raise IllegalPlaysError(tuple(replayed.problems))
    return CompleteMatch(
        head.agreement,
        tuple(replayed.events),
        tuple(replayed.problems),
        uid=head.uid,
        begun=head.begun,
    )


def _replayed(agreement: Agreement, lines: list[str], at: int) -> Replayed:
    replayed = Replayed(agreement)
    _Reader(replayed).read(lines[at:], at + 1)
    return replayed


class _Reader:
    """Takes line after line."""

    def __init__(self, replayed: Replayed) -> None:
        self.replayed = replayed
        self.begun = False
        """Whether the first game's line has come."""

    def read(self, lines: list[str], first: int) -> None:
        """Take all the lines; `first` is the number of the first in the file."""
        for number, line in enumerate(lines, first):
            if line.strip():
                try:
                    self._line(line.strip())
                except (WordError, ForeignFileError) as error:
                    msg = f"Line {number}: {error}"
                    raise ForeignFileError(msg) from error

    def _line(self, line: str) -> None:
        for pattern, name in PATTERNS:
            match = pattern.fullmatch(line)
            if match is not None:
                if not self.begun and name != "game":
                    break
                getattr(self, f"_{name}")(match)
                return
        msg = f"{shown(line)} is no line of a record" + ("." if self.begun else "; the games begin with 'Game 1, 0-0'.")
        raise ForeignFileError(msg)

    # Games.

    def _game(self, match: Groups) -> None:
        replayed, choice = self.replayed, match[3]
        if self.begun:
            winner = chooser(replayed.table.match)
            replayed.do(ev.NextGame(replayed.at, winner if choice else None, Choice(choice) if choice else None))
        self.begun = True
        table = replayed.table
        _check(match[1], str(table.game.number), "the number of the game")
        _check(match[2], score_shown(table.match.score), "the score")

    def _opening(self, match: Groups) -> None:
        for player, dice in zip(Player, match.groups()[:2], strict=True):
            if dice:
                numbers = tuple(map(int, dice.split("-")))
                self.replayed.do(ev.ThrowEntered(self.replayed.at, player, numbers))
        if match[3]:
            self._check_act(match[0])

    def _result(self, match: Groups) -> None:
        games = self.replayed.table.games
        if len(games) != self.replayed.table.game.number:
            msg = f"{shown(match[0])}, but by what was played the game is not over."
            raise ForeignFileError(msg)
        _check(match[0], result_line(self.replayed.table), "the result")

    def _stopped(self, _match: Groups) -> None:
        self.replayed.do(ev.SessionEnded(self.replayed.at))

    # Turns.

    def _turn(self, match: Groups) -> None:
        number, player, by, dice, rest = int(match[1]), player_of(match[2]), match[3] or "", match[4], match[5]
        high, low = map(int, dice.split("-"))
        turn = self.replayed.thrown(player, (high, low), named=by == " names")
        _check(by.strip(), how(turn).strip(), "how the numbers came about")
        for pattern, name in PLAYS:
            played = pattern.fullmatch(rest)
            if played is not None:
                getattr(self, f"_{name}")(played, player, number)
                return

    def _unplayed(self, _match: Groups, _player: Player, _number: int) -> None:
        """Nothing was played yet."""

    def _condoned(self, match: Groups, player: Player, _number: int) -> None:
        self.replayed.laid(player, setup_of(match[1]), ev.Way.STAND)
        self._check_points(match[2])

    def _taken_in_turn(self, match: Groups, player: Player, _number: int) -> None:
        self.replayed.laid(player, setup_of(match[1]), ev.Way.BOARD_IS_RIGHT)
        self._check_points(match[2])

    def _played(self, match: Groups, player: Player, number: int) -> None:
        self.replayed.played(player, match[1], match[2] or "", number)
        self._check_points(match[2])

    def _check_points(self, told: str | None) -> None:
        """Compare the points that a play has brought, where the record tells them."""
        last = self.replayed.table.game.record[-1:]
        if told and last and isinstance(last[0], Record):
            _check(told.strip(), points(last[0].turn, last[0].outcome).strip(), "the points")

    # Everything else.

    def _act(self, match: Groups) -> None:
        replayed, player = self.replayed, player_of(match[1])
        replayed.do(ACTS[match[2]](match, player, replayed.at))
        self._check_act(match[0])

    def _cube_set(self, match: Groups) -> None:
        owner = player_of(match[1]) if match[1] else None
        value = int(match[2])
        self.replayed.do(co.CubeSet(self.replayed.at, value, owner, unquoted(match[3])))
        self._check_act(match[0])

    def _position_set(self, match: Groups) -> None:
        rules = self.replayed.table.match.rules
        score = score_of(match[3] or "0-0") if rules.by_points else None
        setup, player = setup_of(match[2]), player_of(match[1])
        self.replayed.do(co.PositionSet(self.replayed.at, setup, player, unquoted(match[4]), score))
        self._check_act(match[0])

    def _score_set(self, match: Groups) -> None:
        crawford = Crawford(match[2]) if match[2] else None
        event = co.ScoreSet(self.replayed.at, score_of(match[1]), unquoted(match[3]), crawford)
        self.replayed.do(event)
        _check(match[0], score_line(event), "the line")

    def _taken(self, match: Groups) -> None:
        self.replayed.taken(setup_of(match[1]))

    def _flag(self, match: Groups) -> None:
        self.replayed.time_out(player_of(match[1]))

    def _check_act(self, line: str) -> None:
        """Compare a line with what the referee has made of it."""
        acts = [one for one in self.replayed.table.game.record if isinstance(one, Act)]
        _check(line, act_line(acts[-1]) if acts else "nothing", "the line")


def _check(told: str, found: str, what: str) -> None:
    if told != found:
        msg = f"{what} is told as {shown(told)}, but by what comes before it is {shown(found)}."
        raise ForeignFileError(msg)


def _cube(action: ev.CubeAction) -> Callable[[Groups, Player, int], ev.Event]:
    return lambda _match, player, at: ev.CubeMoved(at, player, action)


ACTS: dict[str, Callable[[Groups, Player, int], ev.Event]] = {
    "is closed out and need not throw": lambda _, player, at: ev.TurnEnded(at, player),
    "doubles to": _cube(ev.CubeAction.OFFER),
    "beavers to": _cube(ev.CubeAction.BEAVER),
    "takes": _cube(ev.CubeAction.TAKE),
    "drops": _cube(ev.CubeAction.DROP),
    "resigns a game that counts": lambda match, player, at: ev.Resigned(at, player, int(match[3] or 0)),
    "would call the game off": lambda _, player, at: ev.CallOffWanted(at, player),
    "agrees": lambda _, player, at: ev.Answered(at, player, accepted=True),
    "plays on": lambda _, player, at: ev.Answered(at, player, accepted=False),
    "claims the win on time": lambda _, player, at: ev.FlagClaimed(at, player),
}
BECAUSE = ", because (.+)"
CRAWFORDS = "|".join(one.value for one in Crawford)
PATTERNS = [
    (re.compile(pattern, re.ASCII), name)
    for pattern, name in (
        (rf"Game (\d{{1,9}}), ({SCORE})(?:, (fresh|continue))?", "game"),
        (r"(?:White ([1-6](?:-[1-6])?))?(?:, )?(?:Black ([1-6](?:-[1-6])?))?(: .*)?", "opening"),
        (rf"(\d{{1,9}})\. {WHO}( plays on with| names| is given)? ([1-6]-[1-6]): (.*)", "turn"),
        (rf"{WHO} ({'|'.join(map(re.escape, ACTS))})(?: (\d{{1,18}}))?", "act"),
        (rf"{WHO}'s time runs out", "flag"),
        (rf"The scorer (?:gives {WHO} the cube|puts the cube into the middle), at (\d{{1,18}}){BECAUSE}", "cube_set"),
        (rf"The scorer sets the position, {WHO} to throw: (.*?)(?:; points ({SCORE}))?{BECAUSE}", "position_set"),
        (rf"The scorer sets the score to ({SCORE})(?:, Crawford game ({CRAWFORDS}))?{BECAUSE}", "score_set"),
        (rf"{re.escape(TAKEN)}(.*)", "taken"),
        (re.escape(STOPPED), "stopped"),
        (rf"(?:{WHO} wins \d|The game is called off, ).*", "result"),
    )
]
"""The lines that there are."""
POINTS = r"( \[scores \d{1,3}, has \d{1,3}\])?"
PLAYS = [
    (re.compile(pattern, re.ASCII), name)
    for pattern, name in (
        (re.escape(UNPLAYED), "unplayed"),
        (rf"illegal \(\w+\), stands: (.*?){POINTS}", "condoned"),
        (rf"taken as it lies: (.*?){POINTS}", "taken_in_turn"),
        (rf"(.*?){POINTS}", "played"),
    )
]
"""What can come of a throw."""
