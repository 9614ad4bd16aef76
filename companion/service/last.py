"""The last play of a table, in both notations."""

from __future__ import annotations

from companion.rules.moves import counted_from
from companion.rules.notation import write_booklet, write_international
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Setup
from companion.rules.reasons import Violation
from companion.rules.wording import BOOKLET, INTERNATIONAL, NO_PLAY, Wording
from companion.service import words
from companion.service.view import LastPlay
from companion.table.course import dice_played
from companion.table.disputes import moves_between
from companion.table.state import Record, Table

STOPS = {"bar": BAR_AT, "off": OFF_AT, "reserve": RESERVE_AT}


def last_play(table: Table) -> LastPlay | None:
    """Return the last play: of this game, or of the one before as long as nothing was played in this one."""
    records = [*(table.games[-1].game.record if table.games else ()), *table.game.record]
    last = next((one for one in reversed(records) if isinstance(one, Record)), None)
    return _shown(last) if last else None


def _shown(last: Record) -> LastPlay:
    international, booklet = _texts(last)
    condoned = words.why_illegal(Violation(last.condoned)) if last.condoned else None
    return LastPlay(last.player.value, dice_played(last.turn), international, booklet, condoned, last.by_hand)


def _texts(last: Record) -> tuple[str, str]:
    if last.play is None:
        return _moved(last, INTERNATIONAL), _moved(last, BOOKLET)
    return write_international(last.turn, last.play), write_booklet(last.turn, last.play)


def _moved(last: Record, wording: Wording) -> str:
    """Return which checkers of the player stand elsewhere after a play that no notation can tell."""
    path = last.turn.game.path(last.player)

    def stop(place: int | str) -> int:
        return path.pace(place) if isinstance(place, int) else STOPS[place]

    before = last.before.setup
    # Only the player's own: where hit checkers went says nothing of the play.
    after = Setup(before.sides.with_(last.player, last.after.setup.sides[last.player]))
    moves = sorted(
        ((stop(source), stop(target)) for source, target in moves_between(before, after)),
        key=lambda move: (counted_from(move[0]), move),
    )
    named = (wording.joint.join(wording.name(path, one) for one in move) for move in moves)
    return wording.between.join(named) or NO_PLAY
