"""The recorded steps of a game as tables to be drawn, with what was thrown, played and said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.journal.exchange.scripting import UNKNOWN_RULES
from companion.journal.replay import Settled, Step
from companion.match.cube import face
from companion.match.length import ToPoints
from companion.rules.board import BAR, OFF, RESERVE, Path
from companion.rules.game import Game
from companion.rules.players import Pair, Player
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, ImpossiblePosition, Position
from companion.rules.reasons import Violation
from companion.rules.steps import HUCKE
from companion.rules.wording import BOOKLET, INTERNATIONAL, NO_PLAY, NotationError
from companion.rules.xgid import Offer, XgState, xgid
from companion.service import words
from companion.service.archive_view import PictureView, ReplayStep
from companion.service.boards import shown
from companion.service.builder import length_in_words
from companion.service.view import Both, CubeView, LastPlay, Message, Place, TableView, Who
from companion.table.agreement import Agreement
from companion.table.disputes import moves_between
from companion.table.state import Said

NAMES: dict[int, Place] = {BAR_AT: BAR, OFF_AT: OFF, RESERVE_AT: RESERVE}
PACES: dict[Place, int] = {name: pace for pace, name in NAMES.items()}
INVALID = frozenset("wrong_half outside leaning on_checker one_again thrown_too_early thrown_already".split())
"""What the referee says of throws that do not count."""
Moves = tuple[tuple[Place, Place], ...]


@dataclass(frozen=True)
class Around:
    """What the steps of a game have in common."""

    agreement: Agreement
    names: Both[str]
    with_pips: bool
    pictures: Sequence[int] = ()
    """The events of which pictures are kept."""


def replayed(steps: Sequence[Step], around: Around) -> tuple[ReplayStep, ...]:
    """Return the steps of a game, each with the table after it."""
    found, before = [], None
    for at, step in enumerate(steps):
        until = steps[at + 1].seq if at + 1 < len(steps) else None
        following = _who_goes_on(steps, at)
        found.append(_replayed(step, before, around, (at + 1, until, following)))
        before = step
    return tuple(found)


def _who_goes_on(steps: Sequence[Step], at: int) -> Player | None:
    """Return who throws or doubles next, as far as it is recorded."""
    step = steps[at]
    if step.result:
        return None
    for later in steps[at + 1 :]:
        if later.stands and later.throw:
            return later.throw.player
        if later.stands and later.cube.offer and not later.cube.offer.beaver:
            return later.cube.offer.player
    return step.play.player.opponent if step.play else None


def _replayed(
    step: Step, before: Step | None, around: Around, place: tuple[int, int | None, Player | None]
) -> ReplayStep:
    number, until, following = place
    moves = _moves(step, before, around.agreement.rules.game)
    throw, times = step.throw, step.times
    return ReplayStep(
        number=number,
        seq=step.seq,
        who=_who(step.player),
        table=_table(step, around),
        arrows=moves,
        play=_play(step.play, moves, around.agreement.rules.game) if step.play else None,
        named=bool(throw and throw.named),
        said=tuple(words.said(Said(told.code, told.params)) for told in step.said),
        clock=_both(times.reserve) if times.reserve else None,
        running=_who(times.running),
        at=times.at,
        wall=times.wall,
        winner=_who(step.result.winner) if step.result else None,
        over=step.result is not None,
        correction=step.correction,
        invalid=any(told.code in INVALID for told in step.said),
        stands=step.stands,
        xgid=_xgid(step, around.agreement, following),
        pictures=tuple(PictureView(seq) for seq in around.pictures if _belongs(seq, step.seq, until)),
    )


def _belongs(seq: int, begins: int, until: int | None) -> bool:
    """Whether a picture was taken with a step: the last step of its event has it."""
    return begins <= seq and (until is None or seq < until)


def _table(step: Step, around: Around) -> TableView:
    rules = around.agreement.rules
    turn, dice = _thrown(step)
    hucke = rules.game.hucke
    return TableView(
        version=0,
        waiting=Message(""),
        game=rules.game.id,
        game_name=rules.game.name,
        names=around.names,
        length=length_in_words(rules.length),
        score=_both(step.score),
        game_number=step.game,
        crawford=step.crawford,
        phase="playing",
        turn=_who(turn),
        game_board=shown(step.position.setup),
        throw=dice,
        cube=_cube(step) if rules.has_cube else None,
        pips=_pips(step, rules.game) if around.with_pips else None,
        points=_both(step.memory.score) if rules.by_points else None,
        hucke=Both(*(rules.game.path(player).point(HUCKE) for player in Player)) if hucke else None,
    )


def _thrown(step: Step) -> tuple[Player | None, tuple[int, ...]]:
    """Return what lies on the board at a step, and whose it is."""
    lying = step.throw or step.play
    return (lying.player, lying.dice) if lying else (step.player, ())


def _cube(step: Step) -> CubeView:
    cube, offer = step.cube, step.cube.offer
    if offer is None:
        return CubeView(cube.value, _who(cube.owner), face=face(cube.value))
    return CubeView(cube.value, _who(cube.owner), offer.value, _who(offer.player), face(cube.value))


def _pips(step: Step, game: Game) -> Both[int] | None:
    position = _position(step, game)
    return _both(position.pips(game)) if position else None


def _position(step: Step, game: Game) -> Position | None:
    try:
        return Position.of(game, step.position.setup)
    except ImpossiblePosition:
        return None


def _play(play: Settled, moves: Moves, game: Game) -> LastPlay:
    path = game.path(play.player)
    condoned = words.why_illegal(Violation(play.condoned)) if play.condoned else None
    return LastPlay(
        _who_plays(play.player),
        play.dice,
        play.international or INTERNATIONAL.between.join(_pairs(moves, path, booklets=False)) or NO_PLAY,
        play.booklet or BOOKLET.between.join(_pairs(moves, path, booklets=True)) or NO_PLAY,
        condoned,
        play.by_hand,
    )


def _pairs(moves: Moves, path: Path, *, booklets: bool) -> Iterable[str]:
    """Return moves that no notation has told, each from where to where."""
    wording = BOOKLET if booklets else INTERNATIONAL
    for move in moves:
        paces = (path.pace(place) if isinstance(place, int) else PACES[place] for place in move)
        yield wording.joint.join(wording.name(path, pace) for pace in paces)


def _moves(step: Step, before: Step | None, game: Game) -> Moves:
    """Return from where to where checkers went: by the notation, else by where they stand."""
    play = step.play
    if play is None:
        return ()
    if play.booklet is None:
        return _between(before, step, play.player) if before else ()
    path = game.path(play.player)
    try:
        told = BOOKLET.read(path, play.booklet)
    except NotationError:
        return ()
    return tuple(
        (_place(path, move.stops[at]), _place(path, move.stops[at + 1]))
        for move in told
        for _ in range(move.count)
        for at in range(len(move.stops) - 1)
    )


def _between(before: Step, after: Step, player: Player) -> Moves:
    here = before.position.setup
    # Only the player's own: where hit checkers went says nothing of the play.
    there = type(here)(here.sides.with_(player, after.position.setup.sides[player]))
    return tuple(moves_between(here, there))


def _place(path: Path, stop: int) -> Place:
    return NAMES[stop] if stop in NAMES else path.point(stop)


def _xgid(step: Step, agreement: Agreement, following: Player | None) -> str:
    """Return the position as other programs take it; empty where they do not know it."""
    rules = agreement.rules
    if rules.game.id != "backgammon" or any(map(rules.option, UNKNOWN_RULES)) or step.result:
        return ""
    position = _position(step, rules.game)
    turn, throw = _on_roll(step, following)
    if position is None or turn is None:
        return ""
    length = rules.length.points if isinstance(rules.length, ToPoints) else 0
    try:
        state = XgState(
            position,
            turn,
            throw,
            step.cube.value,
            step.cube.owner,
            length,
            step.score,
            crawford=step.crawford and bool(length),
            jacoby=rules.option("jacoby") and not length,
            beaver=rules.option("beaver") and not length,
        )
        return xgid(rules.game, state)
    except ValueError:
        # More than the line has room for: a cube or a score set very high by hand.
        return ""


def _on_roll(step: Step, following: Player | None) -> tuple[Player | None, tuple[int, int] | Offer | None]:
    offer = step.cube.offer
    if offer:
        return (offer.player.opponent, Offer.BEAVER) if offer.beaver else (offer.player, Offer.DOUBLE)
    return (step.throw.player, step.throw.dice) if step.throw else (following, None)


def _both(pair: Pair[int]) -> Both[int]:
    return Both(pair.white, pair.black)


def _who(player: Player | None) -> Who | None:
    return player.value if player else None


def _who_plays(player: Player) -> Who:
    return player.value
