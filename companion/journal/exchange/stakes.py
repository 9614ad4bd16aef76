"""The cube and resignations of a script, at the table."""

from __future__ import annotations

from companion.journal.exchange.driver import REASON, Driver, called
from companion.journal.exchange.script import CallsOff, Cubed, CubePut, Flagged, Replies, Resigns
from companion.match.cube import Offer
from companion.match.stake import Resignation
from companion.rules.players import Player
from companion.rules.position import start_position
from companion.table.corrections import CubeSet, PositionSet
from companion.table.events import Answered, CallOffWanted, CubeAction, CubeMoved, Resigned
from companion.table.state import Opening

MOST_LEVEL = 3
MOST_CUBE = 2**30
WORDS = {
    CubeAction.OFFER: "doubles",
    CubeAction.BEAVER: "redoubles at once",
    CubeAction.TAKE: "takes",
    CubeAction.DROP: "drops",
}


def cubed(driver: Driver, action: Cubed) -> None:
    """Offer the cube or answer; what the rules forbid is told, and then put right by hand."""
    player, wanted = action.player, action.action
    if max(driver.offered, driver.table.game.stake.cube.value) > MOST_CUBE:
        driver.stop("No cube is turned so often. Is this a record of a game?")
    if driver.offered:
        _irregular(driver, player, wanted)
        return
    pending = driver.table.game.stake.pending
    if wanted is CubeAction.OFFER and isinstance(pending, Offer) and pending.by is not player:
        wanted = CubeAction.BEAVER
    rejected = driver.do(lambda at: CubeMoved(at, player, wanted))
    if rejected:
        driver.problem(f"{called(player)} {WORDS[wanted]}: {rejected.message}")
        if isinstance(pending, Offer):
            driver.must(lambda at: CubeMoved(at, pending.by.opponent, CubeAction.TAKE))
            driver.offered = driver.table.game.stake.cube.value
        _irregular(driver, player, wanted)


def _irregular(driver: Driver, player: Player, wanted: CubeAction) -> None:
    """Follow the file where the rules have nothing to offer, to take or to drop."""
    if wanted in {CubeAction.OFFER, CubeAction.BEAVER}:
        driver.keeper = player if driver.offered else player.opponent
        driver.offered = 2 * (driver.offered or driver.table.game.stake.cube.value)
    elif wanted is CubeAction.TAKE:
        take_irregular(driver)
    else:
        resign(driver, player, 1)
        driver.must(lambda at: Answered(at, player.opponent, accepted=True))


def take_irregular(driver: Driver) -> None:
    """Set the cube to what was offered and taken against the rules, if anything was."""
    value, driver.offered = driver.offered, 0
    if value:
        driver.must(lambda at: CubeSet(at, value, driver.keeper, REASON))


def cube_put(driver: Driver, action: CubePut) -> None:
    """Set the cube."""
    cube = driver.table.game.stake.cube
    value = cube.value if action.value is None else action.value
    owner = action.owner if action.owner_told else cube.owner
    if (value, owner) != (cube.value, cube.owner):
        driver.note("The cube is set by the file.")
        driver.must(lambda at: CubeSet(at, value, owner, REASON))


def resigns(driver: Driver, action: Resigns) -> None:
    """Let a player offer to resign."""
    resign(driver, action.player, action.level)


def resign(driver: Driver, player: Player, level: int) -> None:
    """Let a player offer to lose so much, or as much as can be lost here."""
    let_begin(driver, player)
    rejected = driver.do(lambda at: Resigned(at, player, level))
    if rejected:
        driver.problem(f"{called(player)} resigns {level}: {rejected.message}")
        driver.must(lambda at: Resigned(at, player, 1))


def calls_off(driver: Driver, action: CallsOff) -> None:
    """Let a player wish to call the game off."""
    let_begin(driver, action.player)
    driver.must(lambda at: CallOffWanted(at, action.player))


def replies(driver: Driver, action: Replies) -> None:
    """Let the opponent answer."""
    driver.must(lambda at: Answered(at, action.player, accepted=action.accepted))


def flagged(driver: Driver, action: Flagged) -> None:
    """Lose on time: no clock comes with a file, so it counts as resigned."""
    driver.note(f"{called(action.player.opponent)} has lost on time; that is taken in as a resignation.")
    needs = driver.table.match.needs(action.player)
    give_up(driver, action.player, needs or driver.table.game.stake.cube.value)


def give_up(driver: Driver, winner: Player, points: int) -> None:
    """End a game that the file ends without a last play: a double that waits is dropped, or the loser resigns."""
    stake = driver.table.game.stake
    pending = stake.pending
    if isinstance(pending, Offer) and pending.by is winner and points == pending.if_dropped:
        driver.must(lambda at: CubeMoved(at, winner.opponent, CubeAction.DROP))
    elif isinstance(pending, Resignation) and pending.by is not winner:
        driver.must(lambda at: Answered(at, winner, accepted=True))
    else:
        answer_as_it_went_on(driver)
        level = -(-points // driver.table.game.stake.cube.value)
        resign(driver, winner.opponent, max(1, min(MOST_LEVEL, level)))
        driver.must(lambda at: Answered(at, winner, accepted=True))


def answer_as_it_went_on(driver: Driver) -> None:
    """Answer what waits so that the game goes on: a double is taken, all else refused."""
    pending = driver.table.game.stake.pending
    if isinstance(pending, Offer):
        if not pending.beaver:
            driver.note("The file does not say that the double was taken, but the game goes on.")
        driver.must(lambda at: CubeMoved(at, pending.by.opponent, CubeAction.TAKE))
    elif pending is not None:
        driver.must(lambda at: Answered(at, pending.by.opponent, accepted=False))


def call_off(driver: Driver) -> None:
    """End a game that has no result in the file."""
    driver.note("The game has no result in the file: it counts as called off.")
    let_begin(driver, Player.WHITE)
    answer_as_it_went_on(driver)
    for player in Player:
        driver.must(lambda at, player=player: CallOffWanted(at, player))  # type: ignore[misc]


def let_begin(driver: Driver, player: Player) -> None:
    """Let a game begin that ends before its first throw."""
    if isinstance(driver.table.phase, Opening):
        setup = start_position(driver.table.match.rules.game).setup
        driver.note("The game ends before its first throw.")
        driver.must(lambda at: PositionSet(at, setup, player, REASON))
