"""The throws, plays and positions of a script, at the table."""

from __future__ import annotations

from companion.journal.exchange.driver import REASON, Driver, called
from companion.journal.exchange.script import BoardPut, Played, Steps, Thrown, Tied
from companion.journal.exchange.stakes import answer_as_it_went_on, take_irregular
from companion.rules.notation import write_international, write_throw
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.table.corrections import PositionSet
from companion.table.events import BoardLost, BoardSeen, Dice, PlayEntered, ThrowEntered, TurnEnded, Way, WayChosen
from companion.table.reading import exact_reading
from companion.table.state import Asking, Disputed, Opening, Playing, ToThrow

PLACES = {0: "off", 25: "bar"}
NO_PLAY = "-"


def text_of(steps: Steps) -> str:
    """Return a play in the international notation."""
    return " ".join("/".join(PLACES.get(place, str(place)) for place in step) for step in steps) or NO_PLAY


def tied(driver: Driver, action: Tied) -> None:
    """Let both throw the same to open."""
    for player in Player:
        driver.must(lambda at, player=player: ThrowEntered(at, player, (action.die,)))  # type: ignore[misc]


def thrown(driver: Driver, action: Thrown | Played) -> None:
    """Let a player throw, and have the turn if it was not the player's: that is told."""
    _go_on(driver)
    if isinstance(driver.table.phase, Opening) and action.dice[0] != action.dice[1]:
        dice = Pair(min(action.dice), min(action.dice)).with_(action.player, max(action.dice))
        for player in Player:
            driver.must(lambda at, player=player: ThrowEntered(at, player, (dice[player],)))  # type: ignore[misc]
    else:
        _throw(driver, action.player, action.dice)


def _go_on(driver: Driver) -> None:
    """Settle what the file leaves open before the next throw."""
    phase = driver.table.phase
    take_irregular(driver)
    answer_as_it_went_on(driver)
    if isinstance(phase, Playing):
        enter(driver, phase.turn.player, phase.turn.dice, None)


def _throw(driver: Driver, player: Player, dice: Dice) -> None:
    if isinstance(driver.table.phase, Opening):
        why = "Equal dice let nobody begin."
    else:
        rejected = driver.do(lambda at: ThrowEntered(at, player, dice))
        why = rejected.message if rejected else ""
    if why:
        driver.problem(f"{called(player)} throws {write_throw(dice)}: {why}")
        setup = driver.table.game.position.setup
        driver.must(lambda at: PositionSet(at, setup, player, REASON))
        driver.must(lambda at: ThrowEntered(at, player, dice))


def played(driver: Driver, action: Played) -> None:
    """Let a player throw and play."""
    thrown(driver, action)
    enter(driver, action.player, action.dice, action.steps)


def enter(driver: Driver, player: Player, dice: Dice, steps: Steps | None) -> None:
    """Enter a play; an illegal one is told and let stand, and one that nobody could make ends it all."""
    text = _only_play(driver) if steps is None else text_of(steps)
    what = f"{called(player)} cannot play {write_throw(dice)} as {text}: "
    driver.must(lambda at: PlayEntered(at, player, text), what)
    if isinstance(driver.table.phase, Asking):
        driver.must(lambda at: WayChosen(at, Way.PLAY_WAS, choice=1))
    _let_stand(driver, f"{called(player)} throws {write_throw(dice)} and plays {text}")


def _only_play(driver: Driver) -> str:
    """Return the play of a throw that the file tells none of, if there is only one."""
    phase = driver.table.phase
    if not isinstance(phase, Playing):
        return NO_PLAY
    plays = list(legal_plays(phase.turn).values())
    return write_international(phase.turn, plays[0]) if len(plays) == 1 else NO_PLAY


def _let_stand(driver: Driver, what: str) -> None:
    phase = driver.table.phase
    if isinstance(phase, Disputed):
        driver.problem(f"{what}. {phase.violation.sentence}")
        driver.must(lambda at: WayChosen(at, Way.STAND))


def board_put(driver: Driver, action: BoardPut) -> None:
    """Set the position; after a throw without a play it is what was made of that throw."""
    phase = driver.table.phase
    if isinstance(phase, Playing) and phase.turn.player is not action.player:
        _see(driver, phase, action)
        if driver.is_over or _stands(driver, action):
            return
    driver.note("The position is set by the file.")
    driver.must(lambda at: PositionSet(at, action.setup, action.player, REASON))


def _stands(driver: Driver, action: BoardPut) -> bool:
    """Whether the table is as it is to be."""
    table = driver.table
    there = table.game.position.setup == action.setup and table.game.player is action.player
    return there and isinstance(table.phase, ToThrow)


def _see(driver: Driver, phase: Playing, action: BoardPut) -> None:
    player, dice = phase.turn.player, phase.turn.dice
    driver.must(lambda at: BoardSeen(at, exact_reading(action.setup)))
    for _ in range(2):
        # Said twice, the turn is judged as it lies.
        if isinstance(driver.table.phase, Playing) and driver.table.board:
            driver.must(lambda at: TurnEnded(at, player))
    if isinstance(driver.table.phase, Asking):
        driver.must(lambda at: WayChosen(at, Way.PLAY_WAS, choice=1))
    _let_stand(driver, f"{called(player)} throws {write_throw(dice)}, and the position is set")
    driver.must(BoardLost)
