"""Why a play is good, as far as it can be seen on the board: facts of the positions before and after, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from companion.hints.sides import Ground, ground_of
from companion.language import mark
from companion.rules.board import POINTS
from companion.rules.hucke import bridge_stands
from companion.rules.position import BAR_AT, RESERVE_AT
from companion.rules.steps import pack
from companion.rules.turn import Outcome, Play, Turn

MOST = 4
"""As many facts as one sentence bears."""
WALL = 4
"""As many points held in a row are worth a word."""


class Fact(Enum):
    """What a play does, in the order in which it is told: said of one checker or point, and of several."""

    NOTHING = (mark("nothing can be moved"),) * 2
    RECOMMENDED = (mark("the booklets recommend it as an opening"),) * 2
    WON = (mark("wins the game"),) * 2
    HIT = mark("hits on {points}"), mark("hits on {points}")
    SCORED = mark("scores a point"), mark("scores {count} points")
    BRIDGE_MADE = (mark("completes the great bridge"),) * 2
    BRIDGE_HELD = (mark("keeps the great bridge"),) * 2
    OFF = mark("bears off a checker"), mark("bears off {count} checkers")
    HUCKE = (mark("takes the own Hucke"),) * 2
    MADE = mark("makes point {points}"), mark("makes points {points}")
    ANCHOR = mark("makes an anchor on {points}"), mark("makes anchors on {points}")
    WALL = (mark("builds a wall of {count} points in a row"),) * 2
    ENTERED = mark("enters a checker"), mark("enters {count} checkers")
    RAN = (
        mark("brings a checker out of the opponent's home"),
        mark("brings {count} checkers out of the opponent's home"),
    )
    HOME = mark("brings a checker home"), mark("brings {count} checkers home")
    RACE = (mark("passes the opponent's last checker: from now on it is a race"),) * 2
    AGAIN = (mark("gives another throw"),) * 2
    SAFE = (mark("leaves nothing that could be hit"),) * 2
    BLOTS = (
        mark("leaves one checker that could be hit, on {points}"),
        mark("leaves {count} checkers that could be hit, on {points}"),
    )


@dataclass(frozen=True, slots=True)
class Told:
    """A fact of a play with what belongs to it: points of the board, and a number."""

    fact: Fact
    points: tuple[int, ...] = ()
    count: int = 0

    @property
    def code(self) -> str:
        """The fact's name in data."""
        return self.fact.name.lower()

    @property
    def template(self) -> str:
        """What is said of it in English, with gaps."""
        one, several = self.fact.value
        return several if max(self.count, len(self.points)) > 1 else one


Say = Callable[[str], str]


def facts_of(turn: Turn, outcome: Outcome, play: Play, *, recommended: bool = False) -> tuple[Told, ...]:
    """Return what is to be said of a play, the most telling first."""
    if not play.steps:
        return (Told(Fact.NOTHING),)
    before = ground_of(turn.game, turn.position, turn.player, turn.memory)
    after = ground_of(turn.game, outcome.position, turn.player, outcome.memory)
    found = [*_special(turn, outcome, play), *_places(before, after, play), *_risks(before, after, outcome)]
    if recommended:
        found.append(Told(Fact.RECOMMENDED))
    order = list(Fact)
    return tuple(sorted(found, key=lambda told: order.index(told.fact)))[:MOST]


def sentence(facts: Sequence[Told], say: Say, name: Callable[[int], str] = str) -> str:
    """Return the facts as one sentence; `say` translates, `name` names a point."""
    if not facts:
        return ""
    parts = [say(told.template).format(points=", ".join(map(name, told.points)), count=told.count) for told in facts]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _special(turn: Turn, outcome: Outcome, play: Play) -> Iterator[Told]:
    """What ends a game, scores, or brings another throw."""
    if outcome.won:
        yield Told(Fact.WON)
    if outcome.scored:
        yield Told(Fact.SCORED, count=outcome.scored)
    if play.hits:
        yield Told(Fact.HIT, tuple(sorted(set(play.hits))))
    if play.borne_off:
        yield Told(Fact.OFF, count=play.borne_off)
    entered = sum(step.source in {BAR_AT, RESERVE_AT} for step in play.steps)
    if entered:
        yield Told(Fact.ENTERED, count=entered)
    if outcome.again:
        yield Told(Fact.AGAIN)
    if turn.game.hucke and turn.game.start_pile and bridge_stands(pack(turn.game, outcome.position, turn.player)):
        stood = bridge_stands(pack(turn.game, turn.position, turn.player))
        yield Told(Fact.BRIDGE_HELD if stood else Fact.BRIDGE_MADE)


def _places(before: Ground, after: Ground, play: Play) -> Iterator[Told]:
    """Where bands, walls and runners are that were not there before."""
    made = sorted(after.bands - before.bands)
    if after.hucke in made:
        made.remove(after.hucke)
        yield Told(Fact.HUCKE)
    anchors = [pace for pace in made if pace in after.abroad]
    made = [pace for pace in made if pace not in anchors]
    if anchors:
        yield Told(Fact.ANCHOR, after.points(anchors))
    if made:
        yield Told(Fact.MADE, after.points(made))
    wall = _longest_run(after)
    if wall >= WALL and wall > _longest_run(before):
        yield Told(Fact.WALL, count=wall)
    yield from _runners(before, after, play)


def _runners(before: Ground, after: Ground, play: Play) -> Iterator[Told]:
    if play.borne_off:
        return
    ran = before.count(before.abroad) - after.count(after.abroad)
    if ran > 0:
        yield Told(Fact.RAN, count=ran)
    home = after.count(after.home) - before.count(before.home)
    if home > 0:
        yield Told(Fact.HOME, count=home)


def _risks(before: Ground, after: Ground, outcome: Outcome) -> Iterator[Told]:
    """What the opponent could hit from now on."""
    if outcome.won or not after.can_be_hit:
        return
    if after.is_race:
        if not before.is_race:
            yield Told(Fact.RACE)
        return
    exposed = sorted(after.exposed)
    if not exposed:
        yield Told(Fact.SAFE)
    else:
        yield Told(Fact.BLOTS, after.points(exposed), len(exposed))


def _longest_run(ground: Ground) -> int:
    held = (pace in ground.bands for pace in range(1, POINTS + 1))
    return max((len(list(run)) for is_held, run in groupby(held) if is_held), default=0)
