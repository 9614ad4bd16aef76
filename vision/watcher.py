"""The throw watcher: frames with their times in, events out. It opens nothing and starts nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from vision.background import Background, Lay, Spot, box_of
from vision.dice import DiceReading, Die, Half
from vision.events import (
    Event,
    Flaw,
    HandGone,
    HandSeen,
    Invalid,
    Lifted,
    Thrown,
    values_of,
)
from vision.eyesight import ODD, Eyesight
from vision.pictures import Picture, size_of
from vision.settling import Settling, alike, doubtful, near
from vision.stillness import Stillness
from vision.verdict import flaws_of, sentence_of

AT_REST = 0.06
"""Seconds without motion before a die counts as lying still."""
PAUSE = 0.15
"""Seconds between two readings while something else in the picture moves."""
SURE = 0.2
"""Seconds of stillness before dice are told that do not lie as they should."""
UNREAD = 0.35
"""Seconds before dice are told of which one cannot be read: it may be read yet."""
LONE = 1.5
"""Seconds before a single die is told: the other may come."""
EMPTY_FOR = 0.25
"""Seconds that the places of the dice must be bare before they count as lifted."""
DOUBTED = 1.0
"""Seconds of stillness after which something doubtful in a die's place is no die: a checker was put there."""
BESIDE = 0.8
"""What is read closer than so many edges to a die that still lies there is that die."""
GIVES_UP = 3.0
"""Seconds of stillness after which a picture is read no more, whatever it shows."""
HAND_FOR = 2
"""Frames in a row that a hand must be there, or not."""


class Reads(Protocol):
    """What reads the dice in a picture."""

    def read(self, image: Picture, before: Picture | None = None) -> DiceReading:
        """Return the dice in `image`; `before` is the board as it was without them."""


class Watcher:
    """Tells each throw once, when it lies, and when it is lifted."""

    def __init__(self, reader: Reads, eyesight: Eyesight | None = None) -> None:
        self.reader = reader
        self.eyesight = eyesight or Eyesight()
        self.stillness = Stillness()
        self.background = Background()
        self.settling = Settling()
        self.told: tuple[Lay, ...] = ()
        """The dice that were told of and not lifted since."""
        self.readings = 0
        """How often the reader was asked."""
        self._read_at = -1.0
        self._settled_at = -1.0
        self._bare_since: float | None = None
        self._hand = 0
        self._touched = False
        """Whether a hand was there since dice were told of."""
        self.size = (0, 0)
        """Of the last frame."""

    @property
    def lying(self) -> tuple[Die, ...]:
        """The dice that were told of last and still lie."""
        return tuple(lay.die for lay in self.told)

    def see(self, frame: Picture, at: float) -> list[Event]:
        """Take in the next frame and return what it brings."""
        self._resize(frame)
        self.stillness.look(frame, at)
        self.background.look(self.stillness)
        events = self._sight(self.eyesight.look(frame, self.stillness, self.background, at))
        if self.eyesight.blind is None and not self.eyesight.doubts:
            events += self._hands(at)
            events += self._dice(frame, at)
        return events

    def _resize(self, frame: Picture) -> None:
        """Forget what was seen in pictures of another size; the dice that were told of lie where they did."""
        size = size_of(frame)
        if size != self.size and all(self.size):
            across, down = (now / then for now, then in zip(size, self.size, strict=True))
            self.told = tuple(Lay.of(_scaled(lay.die, across, down), frame) for lay in self.told)
            self.background = Background()
            self.settling.forget()
        self.size = size

    def lost(self, at: float) -> list[Event]:
        """The camera delivers no more."""
        return self._sight(self.eyesight.lose(at))

    def _sight(self, change: Event | None) -> list[Event]:
        if change is None:
            return []
        self.settling.forget()
        self._bare_since = None
        return [change]

    def _hands(self, at: float) -> Iterator[Event]:
        seen = self.background.hand_in_view
        self._touched |= seen
        before = self._hand >= HAND_FOR
        self._hand = min(self._hand + 1, 2 * HAND_FOR - 1) if seen else max(self._hand - 1, 0)
        if not before and self._hand >= HAND_FOR:
            yield HandSeen(at)
        elif before and self._hand < HAND_FOR:
            yield HandGone(at)

    def _dice(self, frame: Picture, at: float) -> Iterator[Event]:
        spots = [self.background.spot(lay, frame) for lay in self.told]
        if not self._worth_reading(spots, at):
            return
        self._read_at = at
        self.readings += 1
        dice = self._sifted(self.reader.read(frame, self.background.board).dice, spots, frame, at)
        self.settling.add(at, dice)
        yield from self._lifted(spots, dice, at)
        yield from self._thrown(frame, at)
        self._learn(frame, at)

    def _sifted(self, read: tuple[Die, ...], spots: list[Spot], frame: Picture, at: float) -> tuple[Die, ...]:
        """Return what of a reading lies still and belongs to a throw."""
        kept = tuple(lay.die for lay, spot in zip(self.told, spots, strict=True) if spot is Spot.DIE and lay.known)
        # A die whose place looks as it did is the die that was told, whatever a shadow makes of it.
        others = [die for die in read if not any(near(die, one, BESIDE) for one in kept)]
        lying = [replace(die, moving=False) for die in others if self._lies(die, frame, at)]
        if self.told or all(map(doubtful, lying)):
            # A doubtful thing is a die beside one that is sure; by itself it is a checker that was moved.
            lying = [die for die in lying if not doubtful(die) or self._may_be_told(die, spots, at)]
        return (*kept, *lying)

    def _may_be_told(self, die: Die, spots: list[Spot], at: float) -> bool:
        """Tell whether a doubtful thing may be a die that was told: its place looks as it did, or did lately."""
        close = [spot for lay, spot in zip(self.told, spots, strict=True) if near(die, lay.die)]
        return Spot.DIE in close or (bool(close) and self.stillness.still_near(box_of(die), at) < DOUBTED)

    def _worth_reading(self, spots: list[Spot], at: float) -> bool:
        """Tell whether something may have changed that a reading would show."""
        still = self.stillness.still_since(at)
        if still >= AT_REST:
            return self._settled_at < at - still
        disturbed = not spots or any(spot is not Spot.DIE for spot in spots)
        return disturbed and at - self._read_at >= PAUSE

    def _lies(self, die: Die, frame: Picture, at: float) -> bool:
        if self.stillness.still_near(box_of(die, 0.8), at) < (SURE if die.moving else AT_REST):
            return False
        if self.background.board is None:
            # Dice that lie beside the board from the start belong to nobody's throw.
            return die.half is not Half.OUTSIDE and not doubtful(die)
        return self.background.is_new(die, frame)

    def _lifted(self, spots: list[Spot], dice: tuple[Die, ...], at: float) -> Iterator[Event]:
        if not self.told or dice or not all(map(self._bare, self.told, spots, [at] * len(spots))):
            self._bare_since = None
            return
        if self._bare_since is None:
            self._bare_since = at
        if at - self._bare_since >= EMPTY_FOR:
            yield self._lift(at)

    def _lift(self, at: float) -> Lifted:
        self.told, self._bare_since = (), None
        self.settling.forget()
        return Lifted(at)

    def _bare(self, lay: Lay, spot: Spot, at: float) -> bool:
        if spot is Spot.OTHER:
            hidden = self.background.hidden(lay.die, self.stillness)
            return not hidden and self.stillness.still_near(box_of(lay.die), at) >= EMPTY_FOR
        return spot is Spot.BOARD

    def _thrown(self, frame: Picture, at: float) -> Iterator[Event]:
        dice = self.settling.agreed()
        if dice is None and self.stillness.still_since(at) >= LONE:
            dice = self.settling.mostly()
        fresh_ones = self._after_left_over(dice or ())
        if fresh_ones and self._ripe(fresh_ones, at):
            yield self._pass_over(dice or (), fresh_ones, frame, at)
            dice = fresh_ones
        if not dice or not self._ripe(dice, at):
            return
        before = self.lying
        fresh = self._is_fresh(dice)
        if not fresh and len(dice) < len(before):
            return
        if fresh and before and not any(near(die, other) for die in dice for other in before):
            yield self._lift(at)
        self.told = tuple(Lay.of(die, frame) for die in dice)
        if fresh:
            self._touched = False
            flaws = flaws_of(dice)
            yield Invalid(at, dice, flaws, sentence_of(dice)) if flaws else Thrown(at, dice)

    def _is_fresh(self, dice: tuple[Die, ...]) -> bool:
        """Tell whether these dice are another throw than the one that was told, and not what is left of it."""
        before = self.lying
        if not before or len(dice) > len(before):
            return True
        flaws = flaws_of(before)
        if len(dice) < len(before):
            return Flaw.TOO_MANY in flaws and not flaws_of(dice)
        # A die that has leant may fall flat yet; one that somebody has laid flat was not thrown so.
        falls = bool(flaws) and not flaws_of(dice) and not self._touched
        return falls or (values_of(dice) != values_of(before) and not self._laid_aside(dice))

    def _laid_aside(self, dice: tuple[Die, ...]) -> bool:
        """Tell whether a hand has laid dice beside the board while the rest of the throw lies there still."""
        others = [die for die in dice if not any(near(die, other) for other in self.lying)]
        return self._touched and len(others) < len(dice) and all(die.half is Half.OUTSIDE for die in others)

    def _after_left_over(self, dice: tuple[Die, ...]) -> tuple[Die, ...]:
        """Return the two dice that were thrown while one of an earlier throw seems to lie there still."""
        fresh = tuple(die for die in dice if not any(near(die, other, BESIDE) for other in self.lying))
        return fresh if len(fresh) == 2 and 0 < len(dice) - len(fresh) < len(self.told) else ()

    def _pass_over(self, dice: tuple[Die, ...], fresh: tuple[Die, ...], frame: Picture, at: float) -> Lifted:
        """Let what is left over of an earlier throw be a part of the board from now on."""
        for die in dice:
            if die not in fresh:
                self.background.absorb(die, frame)
        return self._lift(at)

    def _ripe(self, dice: tuple[Die, ...], at: float) -> bool:
        """Tell whether it is time to tell of dice: the less they are a throw, the longer it takes."""
        flaws = flaws_of(dice)
        still = min(self.stillness.still_near(box_of(die), at) for die in dice)
        if not flaws:
            return True
        lone = self.background.hand_in_view or {Flaw.ONE_DIE, Flaw.TOO_MANY} & set(flaws)
        waits = LONE if lone else UNREAD if Flaw.UNREADABLE in flaws else SURE
        return min(still, self.stillness.still_since(at) + waits / 2) >= waits

    def _learn(self, frame: Picture, at: float) -> None:
        """Keep what is seen as the board, once all is still and the dice on it are known."""
        still = self.stillness.still_since(at)
        dice = self.settling.agreed()
        agreed = dice is not None and alike(dice, self.lying)
        if still >= (AT_REST if agreed else GIVES_UP):
            self._settled_at = at
        if still >= AT_REST and agreed and not self.background.hand_in_view and self._is_board(at - still):
            self.background.learn(frame, self.lying)

    def _is_board(self, since: float) -> bool:
        """Tell whether what is seen is the board: if much of it is new, the camera may have been pushed."""
        return self.background.share_strange <= ODD or self.eyesight.has_compared(since)


def _scaled(die: Die, across: float, down: float) -> Die:
    corners = tuple((x * across, y * down) for x, y in die.corners)
    return replace(die, x=die.x * across, y=die.y * down, corners=corners)
