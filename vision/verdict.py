"""Whether dice lie as a throw should, and if not which die spoils it and why."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice import Die, Half
from vision.events import Flaw

PLACES = {
    Half.LEFT: "on the left half",
    Half.RIGHT: "on the right half",
    Half.BAR: "on the bar",
    Half.OUTSIDE: "outside the playing surface",
}


def flaws_of(dice: Sequence[Die]) -> tuple[Flaw, ...]:
    """Return every reason why dice are no throw; none for two that lie flat in one half."""
    found = {flaw for die in dice for flaw in die_flaws(die)}
    if len(dice) != 2:
        found.add(Flaw.ONE_DIE if len(dice) < 2 else Flaw.TOO_MANY)
    elif {die.half for die in dice} == {Half.LEFT, Half.RIGHT}:
        found.add(Flaw.SPLIT)
    return tuple(flaw for flaw in Flaw if flaw in found)


def die_flaws(die: Die) -> list[Flaw]:
    """Return what is wrong with one die by itself."""
    wrong = {
        Flaw.COCKED: not die.flat,
        Flaw.ON_CHECKER: die.on_checker,
        Flaw.OUTSIDE: die.half in {Half.BAR, Half.OUTSIDE} and not die.on_checker,
        Flaw.UNREADABLE: die.flat and die.value is None,
    }
    return [flaw for flaw, so in wrong.items() if so]


def sentence_of(dice: Sequence[Die]) -> str:
    """Return, for players, why the dice do not count."""
    told = [text for die in dice for text in _die_sentences(die)]
    flaws = flaws_of(dice)
    if Flaw.SPLIT in flaws:
        told.append("The dice lie in different halves.")
    if Flaw.ONE_DIE in flaws:
        told.append("Only one die is to be seen.")
    if Flaw.TOO_MANY in flaws:
        told.append(f"{len(dice)} dice are to be seen; a throw is two.")
    return " ".join(told)


def _die_sentences(die: Die) -> list[str]:
    name = f"The {die.value}" if die.value else "A die"
    place = f" {PLACES[die.half]}" if die.half in {Half.LEFT, Half.RIGHT} else ""
    words = {
        Flaw.COCKED: f"{name if die.flat else 'A die'}{place} is leaning.",
        Flaw.ON_CHECKER: f"{name}{place} lies on a checker.",
        Flaw.OUTSIDE: f"{name} lies {PLACES[die.half or Half.OUTSIDE]}.",
        Flaw.UNREADABLE: f"A die{place} cannot be read for sure.",
    }
    return [words[flaw] for flaw in die_flaws(die)]
