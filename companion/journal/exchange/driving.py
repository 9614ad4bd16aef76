"""A script played through the referee, game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.journal.exchange import stakes, turns
from companion.journal.exchange.days import begun_on
from companion.journal.exchange.decoding import MOST_ACTIONS, MOST_GAMES
from companion.journal.exchange.driver import REASON, Driver, called
from companion.journal.exchange.importing import ForeignFileError, IllegalPlaysError, Imported
from companion.journal.exchange.script import (
    Action,
    BoardPut,
    CallsOff,
    Cubed,
    CubePut,
    Flagged,
    Played,
    Replies,
    Resigns,
    Result,
    Script,
    ScriptGame,
    Thrown,
    Tied,
)
from companion.match.length import MatchRules, Money, ToPoints
from companion.match.refused import ImpossibleMatch
from companion.match.score import Crawford, How
from companion.rules.game import Setting
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.table.agreement import Agreement
from companion.table.corrections import ScoreSet
from companion.table.events import NextGame, SessionEnded
from companion.table.state import EndsBy, GameOver, MatchOver, TableRules

ACTS: Mapping[type[Action], Callable[[Driver, Any], None]] = MappingProxyType(
    {
        Tied: turns.tied,
        Thrown: turns.thrown,
        Played: turns.played,
        BoardPut: turns.board_put,
        Cubed: stakes.cubed,
        CubePut: stakes.cube_put,
        Resigns: stakes.resigns,
        CallsOff: stakes.calls_off,
        Replies: stakes.replies,
        Flagged: stakes.flagged,
    }
)


def imported(script: Script, *, condone: bool) -> Imported:
    """Return what comes of a script; raise with all plays against the rules, unless they are let stand."""
    _check_size(script)
    match = _played(script)
    for other in _by_other_rules(script) if match.problems else ():
        again = _played(other)
        match = again if len(again.problems) < len(match.problems) else match
    if match.problems and not condone:
        raise IllegalPlaysError(match.problems)
    return match


def _by_other_rules(script: Script) -> Iterator[Script]:
    """What the script can mean if the file does not name the rules that were played by."""
    if script.jacoby is None and not script.length:
        yield replace(script, jacoby=True)
    if script.crawford is None and script.length:
        yield replace(script, crawford=False)


def _check_size(script: Script) -> None:
    actions = sum(len(one.actions) for one in script.games)
    if not script.games:
        msg = "There is no game in the file."
        raise ForeignFileError(msg)
    if len(script.games) > MOST_GAMES or actions > MOST_ACTIONS:
        most = f"more than {MOST_GAMES} games or {MOST_ACTIONS} moves are not taken in at once"
        msg = f"The file has {len(script.games)} games with {actions} moves: {most}. Split it."
        raise ForeignFileError(msg)


def _agreement(script: Script) -> Agreement:
    first = script.games[0]
    money = {"jacoby": bool(script.jacoby), "beaver": script.beavers, "automatic_doubles": script.automatic}
    options: dict[str, Setting] = {name: on for name, on in money.items() if on and script.cube and not script.length}
    if script.length and script.cube and script.crawford is False:
        options["crawford"] = False
    length = ToPoints(script.length) if script.length else Money()
    try:
        game = configured("backgammon", options.items())
        rules = MatchRules(game, length, script.names, cube=None if script.cube else False)
        agreement = Agreement(rules, TableRules(EndsBy.BUTTON), first.score, _crawford(script, rules, first))
        agreement.begin()
    except ImpossibleMatch as error:
        msg = f"The file describes a match that cannot be: {error}"
        raise ForeignFileError(msg) from error
    return agreement


def _crawford(script: Script, rules: MatchRules, one: ScriptGame) -> Crawford | None:
    """Return where the match stands with its Crawford game before `one`, if the file tells."""
    if not rules.crawford or one.crawford is None:
        return None
    if one.crawford:
        return Crawford.NOW
    return Crawford.OVER if script.length - max(one.score) == 1 else Crawford.AHEAD


def _played(script: Script) -> Imported:
    driver = Driver(_agreement(script))
    for number, one in enumerate(script.games, 1):
        driver.game, driver.move, driver.offered = number, 0, 0
        _begin(driver, script, one)
        for action in one.actions:
            driver.move = action.move or driver.move
            if driver.is_over:
                driver.stop("The game is over, but it goes on in the file.")
            ACTS[type(action)](driver, action)
        _finish(driver, script, one)
    if driver.table.match.rules.money and isinstance(driver.table.phase, GameOver):
        driver.must(SessionEnded)
    begun = begun_on(script.day) if script.day else None
    return Imported(driver.agreement, tuple(driver.events), tuple(driver.problems), tuple(driver.notes), begun)


def _begin(driver: Driver, script: Script, one: ScriptGame) -> None:
    match = driver.table.match
    if isinstance(driver.table.phase, MatchOver) and one.score == match.score:
        driver.stop("The match is over, but it goes on in the file.")
    if one.score != match.score:
        said, known = (f"{score.white}-{score.black}" for score in (one.score, match.score))
        _set_score(driver, script, one, f"The score is {said} in the file; by the games before it is {known}.")
    elif one.crawford is not None and match.rules.crawford and one.crawford is not match.is_crawford_game:
        _set_score(driver, script, one, f"In the file this is {'' if one.crawford else 'not '}the Crawford game.")
    if driver.game > 1:
        driver.must(NextGame)


def _set_score(driver: Driver, script: Script, one: ScriptGame, note: str) -> None:
    driver.note(note)
    crawford = _crawford(script, driver.table.match.rules, one)
    driver.must(lambda at: ScoreSet(at, one.score, REASON, crawford))


def _finish(driver: Driver, script: Script, one: ScriptGame) -> None:
    """Let the game end as its result says, or as the score of the next game does."""
    following = script.games[driver.game] if driver.game < len(script.games) else None
    if driver.is_over:
        _check_result(driver, one.result)
    elif one.result:
        stakes.give_up(driver, one.result.winner, one.result.points)
    elif following:
        winner, points = _gained(one.score, following.score)
        if winner:
            stakes.give_up(driver, winner, points)
        else:
            stakes.call_off(driver)


def _check_result(driver: Driver, told: Result | None) -> None:
    ours = driver.table.match.results[-1]
    resigned = ours.how is How.RESIGNED
    if told and (told.winner is not ours.winner or (told.points not in {ours.points, ours.counted} and not resigned)):
        ended = f"{called(ours.winner)} has won {ours.points}" if ours.winner else "the game was called off"
        driver.problem(f"In the file {called(told.winner)} wins {told.points}, but by the rules {ended}.")


def _gained(before: Pair[int], after: Pair[int]) -> tuple[Player | None, int]:
    """Return who has won how many points between two scores."""
    for player in Player:
        points = after[player] - before[player]
        if points > 0 and after[player.opponent] == before[player.opponent]:
            return player, points
    return None, 0
