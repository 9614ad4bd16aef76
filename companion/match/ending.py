"""How a game ends other than by dropping a double: played out, resigned, called off, lost on time."""

from __future__ import annotations

from companion.match.clock_rules import ClockKind
from companion.match.cube import Cube
from companion.match.length import MatchRules
from companion.match.refused import Code, Refused
from companion.match.score import GameResult, How, MatchState, check_going_on
from companion.match.stake import CallOff, Resignation, Stake, check_no_question, proposal_to
from companion.rules.game import Game, Scoring
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import start_position
from companion.rules.results import BACKGAMMON, WIN, game_count
from companion.rules.turn import Outcome

MOST = {Scoring.SINGLE: WIN, Scoring.GAMMONS: BACKGAMMON, Scoring.POINTS: 4}
"""The most that a game can count, before any cube."""


def played(match: MatchState, stake: Stake, winner: Player, count: int) -> GameResult:
    """Return the result of a game that was played out; `count` is what `rules.results.game_count` says."""
    check_going_on(match)
    check_no_question(stake)
    if _only_singles(match.rules, stake.cube):
        count = min(count, WIN)
    _check_level(count, least=WIN, most=MOST[match.rules.game.scoring])
    return GameResult(winner, How.PLAYED, count, stake.cube.value)


def levels(match: MatchState, stake: Stake, player: Player, memory: Memory | None = None) -> range:
    """Return the levels at which `player` may resign.

    Jacoby leaves a single only while no player has turned the cube. A game scored by points is worth no less than the
    resigning player's points make it, as if the opponent had won now.
    """
    if _only_singles(match.rules, stake.cube):
        return range(WIN, WIN + 1)
    scoring = match.rules.game.scoring
    least = _least_by_points(match.rules.game, player, memory or Memory()) if match.rules.by_points else WIN
    return range(least, MOST[scoring] + 1)


def resign(match: MatchState, stake: Stake, player: Player, level: int, memory: Memory | None = None) -> Stake:
    """Offer to give the game up at a level; a game scored by points needs its `memory`."""
    check_going_on(match)
    check_no_question(stake)
    allowed = levels(match, stake, player, memory)
    _check_level(level, least=WIN, most=allowed[-1])
    if level < allowed[0]:
        raise Refused(Code.LEVEL_TOO_LOW, least=allowed[0], level=level)
    return stake.put(Resignation(player, level))


def call_off(match: MatchState, stake: Stake, player: Player) -> Stake:
    """Propose that the game count nothing."""
    check_going_on(match)
    check_no_question(stake)
    return stake.put(CallOff(player))


def accept(match: MatchState, stake: Stake, player: Player) -> GameResult:
    """Accept the resignation, or agree to call the game off."""
    check_going_on(match)
    proposal = proposal_to(stake, player)
    if isinstance(proposal, CallOff):
        return GameResult(None, How.CALLED_OFF, 0, stake.cube.value)
    return GameResult(player, How.RESIGNED, proposal.level, stake.cube.value)


def refuse(match: MatchState, stake: Stake, player: Player) -> Stake:
    """Refuse the resignation, or to call the game off: it goes on as before."""
    check_going_on(match)
    proposal_to(stake, player)
    return Stake(stake.cube)


def lost_on_time(match: MatchState, stake: Stake, player: Player) -> GameResult:
    """Return the result when the flag of `player` has fallen, whatever else waits for an answer.

    **Decided here**: in money play the game is lost, single, at the stake as it stands; otherwise the match is lost.
    """
    check_going_on(match)
    if match.rules.clock.kind is ClockKind.NONE:
        raise Refused(Code.NO_CLOCK)
    return GameResult(player.opponent, How.FLAG, WIN, stake.cube.value)


def _least_by_points(game: Game, loser: Player, memory: Memory) -> int:
    won = Outcome(start_position(game), scored=0, won=True, again=False, memory=memory)
    return game_count(game, won, loser.opponent)


def _only_singles(rules: MatchRules, cube: Cube) -> bool:
    return rules.option("jacoby") and not cube.turned


def _check_level(level: int, least: int, most: int) -> None:
    if not least <= level <= most:
        raise Refused(Code.LEVEL_NOT_IN_THIS_GAME, least=least, most=most, level=level)
