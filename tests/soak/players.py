"""The players of the soak: they do with their hands what they have decided, and help the table where it asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from companion.demo.players import BAD_KINDS
from companion.rules.players import Pair
from companion.rules.turn import Turn
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codec import encode
from companion.table.state import MatchOver, Playing
from tests.soak.choices import Chooser
from tests.soak.panel import Panel, View
from tests.soak.story import Story
from tests.soak.tally import Tally
from tests.soak.world import World

BY_CAMERA = 0.15
"""How many throws are thrown before the camera; the others are told at the panel, which is quicker."""
SEEN_S, BLIND_S, LAID_S, ANSWERS_S, LIFTED_S, SHOWS_S = 7.0, 1.0, 1.2, 0.7, 3.0, 5.0
"""How long they wait for the table: to see dice, without a camera, to see checkers, to answer, to see dice lifted, to
show what was entered."""
WRONG, COCKED, BAD_S = 0.03, 0.1, 3.0
"""How often a checker is put down wrongly, and a die does not lie as it should; and how long that is left lying."""
ODD_S, GIVES_UP_S = 1.0, 120.0
"""How long it may show what never was, until it is put right; and how long it may not go on at all."""
LAID = frozenset({"lift_dice", "press_button", "hit_clock", "throw_again", "no_play", "finish", "set_right"})
BOTH = Pair(white=True, black=True)
MISREAD = "The dice lay otherwise."


class StuckError(Exception):
    """The table does not go on, whatever the players do."""


@dataclass(frozen=True)
class Seat:
    """All that the players have to do with."""

    panel: Panel
    world: World
    tally: Tally
    chooser: Chooser
    chance: Random
    lives: Callable[[], int]
    """How often the service was started."""


class Players:
    """Both players, in one match."""

    def __init__(self, seat: Seat, story: Story, uid: str, by_camera: float = BY_CAMERA) -> None:
        self._seat, self._story, self._uid, self._by_camera = seat, story, uid, by_camera
        self._known = 0
        """How much of the story the service has shown, without saying that it was not written."""
        self._unsaved = 0
        self._life = seat.lives()
        self._lay = "flat"
        """How the dice lay that were thrown last, before those that count."""

    def go_on(self) -> bool:
        """Do the next thing, and see that the table knows; return whether the match is still going on."""
        facts = self._seat.chooser.next(self._story.table)
        if not facts:
            return False
        before = self._story.table
        for fact in facts:
            self._story.add(fact)
        began = time.monotonic()
        first = facts[0]
        if isinstance(first, ev.ThrowEntered):
            self._throw(facts)
        elif isinstance(first, ev.PlayEntered) and isinstance(before.phase, Playing):
            self._play(first, before.phase.turn)
        elif isinstance(first, ev.NextGame):
            self._seat.world.checkers.lay(self._story.setup)
        self.catch_up()
        self._seat.tally.stood(time.monotonic() - began, str(encode(first)))
        return True

    # What hands do

    def _throw(self, facts: Sequence[ev.Event]) -> None:
        """Throw the dice onto the board, or leave it to be told."""
        throws = [fact for fact in facts if isinstance(fact, ev.ThrowEntered)]
        if self._seat.chance.random() >= self._by_camera:
            return
        world, count = self._seat.world, self._story.count
        self._lay = "flat"
        if self._seat.chance.random() < COCKED:
            self._count("dice thrown that do not count")
            bad = tuple((one.player, self._seat.chance.randint(1, 6)) for one in throws for _ in one.dice)
            self._lay = self._seat.chance.choice(BAD_KINDS)
            world.throw(bad, throws[0].player, self._lay)
            time.sleep(BAD_S)
        world.throw(tuple((one.player, die) for one in throws for die in one.dice), throws[0].player)
        sees = self._runs("camera")
        # A throw that is read otherwise shows what never was, and is put right at once.
        if self._seat.panel.wait(lambda view: self._is_seen(view, count), SEEN_S if sees else BLIND_S):
            self._count("dice seen")

    def _is_seen(self, view: View, count: int) -> bool:
        at = self._story.find(view)
        return at is None or at >= count

    def _slip(self, turn: Turn) -> None:
        """Put a checker down beside its point, and end the turn: the table has to object."""
        wrong = self._seat.chooser.slip(turn)
        if wrong is None:
            return
        self._count("checkers put down wrongly")
        self._seat.world.carry(turn.game, turn.player, wrong)
        self._seat.panel.wait(lambda view: view["waiting"]["code"] in LAID, LAID_S)
        self._seat.panel.enter(ev.TurnEnded(0, turn.player))
        if self._seat.panel.wait(lambda view: view["phase"] == "disputed", LAID_S):
            self._seat.panel.enter(ev.WayChosen(0, ev.Way.CHANGE))

    def _play(self, play: ev.PlayEntered, turn: Turn) -> None:
        """Carry the checkers, and end the turn."""
        seat = self._seat
        if seat.chance.random() < WRONG:
            self._slip(turn)
        seat.world.carry(self._story.agreement.rules.game, play.player, self._story.setup)
        if self._runs("board"):
            seat.panel.wait(lambda view: view["waiting"]["code"] in LAID or self._shows_all(view), LAID_S)
        if seat.world.cup.lying is not None:
            seat.world.take(play.player)
            if self._runs("camera") and seat.panel.wait(self._shows_all, LIFTED_S):
                self._count("dice lifted")
        if not self._shows_now() and self._runs("board"):
            seat.panel.enter(ev.TurnEnded(0, play.player))
        if seat.panel.wait(self._shows_all, ANSWERS_S if self._runs("board") else 0.0):
            self._count("play seen")

    def _runs(self, part: str) -> bool:
        view = self._seat.panel.view
        return view is not None and any(one["name"] == part and one["state"] == "running" for one in view["devices"])

    def _shows_all(self, view: View) -> bool:
        return self._story.find(view) == self._story.count

    def _shows_now(self) -> bool:
        view = self._seat.panel.view
        return view is not None and self._shows_all(view)

    # What the table does not know is told

    def catch_up(self) -> None:
        """Help the table until it shows all that has happened."""
        began, odd_since = time.monotonic(), None
        while True:
            view = self._seat.panel.wait(lambda _view: True, 1.0)
            if time.monotonic() - began > GIVES_UP_S:
                code = view["waiting"]["code"] if view else "nothing"
                msg = f"the table waits for {code} after {encode(self._story.facts[-1])}: {view}"
                raise StuckError(msg)
            if view is None or view["uid"] != self._uid:
                if view is not None and view["uid"] is None and isinstance(self._story.table.phase, MatchOver):
                    # Killed after the match was over: there is nothing to go on with.
                    return
                time.sleep(0.1)
                continue
            at = self._story.find(view)
            if at is None:
                odd_since = odd_since or time.monotonic()
                self._is_odd(view, time.monotonic() - odd_since)
                continue
            odd_since = None
            self._remember(view, at)
            if at == self._story.count:
                return
            self._tell(self._story.facts[at])

    def _remember(self, view: View, at: int) -> None:
        """Keep how much the service knows; what it has forgotten is lost, whether it was killed or not."""
        tally, known = self._seat.tally, max(self._known, self._unsaved)
        if at < known:
            was_killed = self._seat.lives() != self._life
            gone = [str(encode(one)) for one in self._story.facts[at:known]]
            (tally.unwritten if was_killed and at >= self._known else tally.lost).extend(gone)
            self._known = self._unsaved = at
        elif at > known:
            # A view may be older than the last kill: what it shows again says nothing of the life after.
            self._life = self._seat.lives()
        if view["trouble"]:
            self._unsaved = max(at, self._unsaved)
        else:
            self._known = self._unsaved = max(at, self._known)

    def _tell(self, fact: ev.Event) -> None:
        """Tell by hand what the table has not noticed."""
        if self._seat.panel.enter(fact):
            self._count(f"{encode(fact)['event']} by hand")
            # Whoever enters the same again before it shows would enter it twice.
            shown = self._seat.panel.answered
            self._seat.panel.wait(lambda now: now["version"] >= shown, SHOWS_S)
        else:
            time.sleep(0.1)
            now = self._seat.panel.view
            if isinstance(fact, ev.ThrowEntered) and now is not None and now["phase"] in {"asking", "disputed"}:
                self._count("thrown before the play was settled")

    def _is_odd(self, view: View, seconds: float) -> None:
        """Put right what never was: a throw that was read otherwise, or else step by step."""
        throw = next((one for one in reversed(self._story.facts) if isinstance(one, ev.ThrowEntered)), None)
        if seconds < ODD_S:
            time.sleep(0.05)
        elif view["phase"] in {"playing", "asking", "disputed"} and throw is not None and seconds < 4 * ODD_S:
            dice = self._true_dice(view)
            self._put_right(co.ThrowCorrected(0, dice, MISREAD), view)
            time.sleep(0.2)
        elif self._put_right(co.Undone(0, 1, BOTH, MISREAD), view):
            # What is known now may be less than it was.
            self._known = self._unsaved = 0
            time.sleep(0.5)

    def _put_right(self, correction: ev.Event, view: View) -> bool:
        was = f"{view['phase']}, {view['turn']} with {view['throw']}, after {encode(self._story.facts[-1])}"
        is_done = self._seat.panel.enter(correction)
        if is_done:
            self._seat.tally.at_first.append(f"{self._uid} {encode(correction)['event']}, dice {self._lay}: {was}")
        return is_done

    def _true_dice(self, view: View) -> ev.Dice:
        """Return what the player on turn has thrown last: with one die each, what both have."""
        thrown = [one for one in self._story.facts if isinstance(one, ev.ThrowEntered)]
        both = [one for one in reversed(thrown) if len(one.dice) == 2 and one.player.value == view["turn"]]
        if both and thrown[-1].dice == both[0].dice:
            first, second = both[0].dice
        else:
            first, second = thrown[-2].dice[0], thrown[-1].dice[0]
        return first, second

    def _count(self, what: str) -> None:
        self._seat.tally.told[what] += 1
