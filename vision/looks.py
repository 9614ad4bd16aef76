"""Weighs what was seen at a place: is it a die, which value, does it lie flat."""

from dataclasses import dataclass

import numpy as np

from vision import crop, pips
from vision.teller import Telling

ALL_ROUND = 2.0
"""What speaks for a die that shows the same clear pips however the picture is turned."""
CLEAR = 0.6
"""The chance that each of these looks must give to the value."""
SIDE_FACE = 1.5
"""What speaks against a face that seems to look down, in a picture of a camera that is held upright."""
OFF = 4.0
"""What speaks for a leaning die if its upward edge shows elsewhere than a vertical one, for each edge's length."""
LEANS, FOUND_LEANING = 0.5, 0.3
"""What speaks for a die that leans: how clearly it does, and how clearly it was found."""
NOTHING_LEANS, MOST_LEANING = 0.6, 5.0
"""So much what is no die often seems to lean, and from there on it says nothing more."""
HARDLY_FOUND, AGAINST_HARDLY_FOUND = 0.27, 0.75
"""What was found less clearly than that at a table and lies flat is seldom a die, and what speaks against it."""
DOUBTFUL = (0.0, 3.0)
"""Between these a die may lean or not."""
ASIDE = 0.3
"""How much of its height a die must show for being seen from aside."""
LIKELY = 0.5
"""A thing is a die if the network gives that chance to it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """From where on something is told."""

    enough: float
    """The evidence that it takes to report a die."""
    confirmed: float = 0.5
    """The chance that the network must give to a value that the pips confirm."""
    doubtless: float = 0.9
    """The chance that the network must give to a value that the pips do not confirm."""
    leaning: float = 0.6
    """The evidence, as the logarithm of odds, that it takes to call a die leaning."""
    moving: float = 0.12
    """The chance from which on a die is said to be moving."""
    rolling: float = 0.03
    """The same for one that leans: its value is not told."""


CALIBRATED, UNCALIBRATED = Rules(enough=1.2, confirmed=0.75), Rules(enough=1.25)


@dataclass(frozen=True, slots=True)
class Weighing:
    """How what the network says of a checker under a die and how much of a rim shows are added up."""

    told: float
    shown: float
    level: float
    """A rim that shows so much speaks neither for a checker nor against one."""

    def is_checker(self, chance: float, share: float) -> bool:
        """Say whether there is a checker, by the network's chance for one and how much of a rim shows."""
        return self.told * _odds(chance) + self.shown * (share - self.level) > 0


BESIDE_A_DIE, WITHOUT_DICE = Weighing(1.0, 12.0, 0.66), Weighing(0.4, 21.0, 0.66)
"""Where the die hides some of the rim, and where the place is known as it was before."""


@dataclass(frozen=True, slots=True)
class Look:
    """A place that was looked at twice, and what the network and the pips say of it."""

    telling: Telling
    score: float
    counted: pips.Count | None
    agree: bool
    """Both looks see the same value."""
    all_round: bool = False
    """Four looks, each turned otherwise, see that value clearly, and as many pips."""
    evidence: float = 0.0
    """For its being a die, as the logarithm of odds."""
    rim: tuple[float, Weighing] | None = None
    """How much of a checker's rim shows around its foot, where that was looked for."""

    @property
    def sure(self) -> float:
        """How likely it is a die, from 0 to 1."""
        return 1 / (1 + float(np.exp(-self.evidence)))

    @property
    def counts_agree(self) -> bool:
        """The pips are as many as the network says."""
        return self.counted is not None and self.counted.value == self.telling.value


def evidence(look: Look, *, calibrated: bool, leaning: float | None = None) -> float:
    """Add up what speaks for a die: both networks, the pips and that both looks agree; or that it clearly leans."""
    told = look.telling
    odds = _odds(told.die) + 0.5 * _odds(look.score)
    # Of a die that leans two faces show, and which of them is counted says nothing.
    against = 1.0 if leaning is None else 0.0
    if leaning is not None:
        odds += LEANS * (min(leaning, MOST_LEANING) - NOTHING_LEANS) + FOUND_LEANING * _odds(look.score)
    odds += 0.7 if look.counts_agree and max(told.values) > 0.7 else -0.7 * against
    odds += 0.5 if look.agree else -0.5 * against
    odds += ALL_ROUND if look.all_round else 0.0
    odds -= AGAINST_HARDLY_FOUND * against if calibrated and look.score < HARDLY_FOUND else 0.0
    return odds - (SIDE_FACE if not calibrated and told.axis[1] > ASIDE else 0.0)


def is_clear(told: Telling, counted: pips.Count | None, value: int) -> bool:
    """Say whether one look sees this value clearly, and as many pips."""
    return told.value == value and max(told.values) > CLEAR and counted is not None and counted.value == value


def _odds(share: float) -> float:
    share = min(max(share, 1e-3), 1 - 1e-3)
    return float(np.log(share / (1 - share)))


def odd(ratio: float) -> float:
    """Return what speaks against a die because it is so much larger or smaller than dice are here."""
    return 6 * max(0.0, abs(float(np.log(max(ratio, 1e-3)))) - 0.35)


def value_of(look: Look, rules: Rules) -> tuple[int | None, float]:
    """Return the value, if network and geometry agree or the network leaves no doubt, and how sure it is."""
    share = max(look.telling.values)
    value = look.telling.value
    if not look.agree:
        return None, share
    if look.counts_agree:
        return (value if share > rules.confirmed else None), share
    return (value if share > rules.doubtless else None), share


def is_flat(told: Telling, up: crop.Up | None, rules: Rules) -> bool:
    """Say whether a die lies flat: by its looks, and by where its upward edge should show at this place."""
    return told.flat > LIKELY if up is None else leaning(told, up) < rules.leaning


def leaning(told: Telling, up: crop.Up) -> float:
    """Return what speaks for a die's leaning, as the logarithm of odds."""
    off = float(np.hypot(told.axis[0] - up[0], told.axis[1] - up[1]))
    return OFF * off - _odds(told.flat)


def is_on_checker(look: Look) -> bool:
    """Say whether a die lies on a checker: by its looks, and by the rim around it."""
    chance = look.telling.on_checker
    if look.rim is None:
        return chance > LIKELY
    share, weighing = look.rim
    return weighing.is_checker(chance, share)


def may_lean(told: Telling, up: crop.Up | None) -> bool:
    """Say whether one more look is needed to tell a leaning die from a flat one."""
    low, high = DOUBTFUL
    return up is not None and told.die > LIKELY and low < leaning(told, up) < high


def separate(looks: list[Look]) -> list[Look]:
    """Return the best look at each place."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda look: -max(look.evidence, _odds(look.telling.cube))):
        if all(_apart(look.telling, other.telling) for other in kept):
            kept.append(look)
    return kept


def _apart(one: Telling, other: Telling) -> bool:
    (x, y), (across, down) = one.middle, other.middle
    return float(np.hypot(x - across, y - down)) > 0.6 * max(one.edge, other.edge)
