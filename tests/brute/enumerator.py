"""Every distinct outcome of a throw, found by playing every order of steps and filtering afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.brute.model import ACEY, PUFF, TRICTRAC, Position, Rules, memory_of, pair, read, rules_of, written
from tests.brute.puff import puff_double, puff_two_numbers
from tests.brute.steps import has_won, steps
from tests.brute.trictrac import trictrac_plays

ACE_DEUCES_BEFORE_THIRD = 2


class Play(NamedTuple):
    """Where a play leads to, and whether the mover goes on after it (unless it has won)."""

    after: Position
    again: bool = False


def outcomes(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Every distinct legal outcome of the case, sorted as interfaces.md says."""
    rules = rules_of(case)
    pos = read(rules, case)
    if is_third_ace_deuce(rules, case):
        return [outcome(rules, case, Play(furthest_to_bar(pos)), {"given": True})]
    plays = plays_of(rules, case, pos)
    extra = {"passed": True} if rules.pass_on and is_ace_deuce(rules, case) else {}
    found = [outcome(rules, case, play, extra) for play in merged(plays)]
    return sorted(found, key=order)


def count(case: dict[str, Any]) -> int:
    """How many outcomes the case has, without writing them out."""
    rules = rules_of(case)
    if is_third_ace_deuce(rules, case):
        return 1
    return len(merged(plays_of(rules, case, read(rules, case))))


def order(found: dict[str, Any]) -> tuple[Any, ...]:
    """The key by which outcomes are sorted."""
    bar, off = found["bar"], found["off"]
    return (found["points"], [bar["white"], bar["black"]], [off["white"], off["black"]], found["scored"])


def plays_of(rules: Rules, case: dict[str, Any], pos: Position) -> Iterable[Play]:
    """Every legal play, some of them perhaps more than once."""
    low, high = sorted(case["dice"])
    double = low == high
    if rules.game in TRICTRAC:
        return [Play(after, again=double) for after in trictrac_plays(rules, pos, low, high)]
    if rules.game in PUFF:
        if not double:
            return [Play(after) for after in puff_two_numbers(rules, pos, low, high)]
        found = puff_double(rules, pos, low, second=doubles_before(rules, case) > 0)
        # Russian Puff: the new throw only if every number was used (D34)
        return [Play(after, again=complete or rules.game != "puff_russian") for after, complete in found]
    named = memory_of(case).get("named", 0) if rules.game in ACEY else 0
    if named:
        return [Play(after, again=True) for after in four_steps(rules, pos, named)]
    if double:
        return [Play(after) for after in four_steps(rules, pos, low)]
    played, used = two_steps(rules, pos, low, high)
    return [Play(after, again=is_ace_deuce(rules, case) and used == 2) for after in played]


def four_steps(rules: Rules, pos: Position, number: int) -> set[Position]:
    """A double as in backgammon: four steps, as many as can be used."""
    reached = {pos}
    for _ in range(4):
        further = {step.after for before in reached for step in steps(rules, before, number)}
        if not further:
            break
        reached = further
    return reached


def two_steps(rules: Rules, pos: Position, low: int, high: int) -> tuple[set[Position], int]:
    """Two different numbers by greatest use, or higher or nothing; and how many are used."""
    after_low = {step.after for step in steps(rules, pos, low)}
    after_high = {step.after for step in steps(rules, pos, high)}
    both = {step.after for before in after_low for step in steps(rules, before, high)}
    both |= {step.after for before in after_high for step in steps(rules, before, low)}
    if both:
        return both, 2
    if after_high:
        return after_high, 1
    if after_low and not rules.ravensburger:
        return after_low, 1
    return {pos}, 0


def merged(plays: Iterable[Play]) -> list[Play]:
    """One play for each position and score: what rights only some of them bring goes with it (D23)."""
    best: dict[Position, Play] = {}
    for play in plays:
        key = play.after
        if key.gate or key.runner:
            key = key._replace(gate=False, runner=0)
        known = best.get(key)
        gate = play.after.gate or (known is not None and known.after.gate)
        again = play.again or (known is not None and known.again)
        best[key] = Play(key._replace(gate=gate), again)
    return list(best.values())


def outcome(rules: Rules, case: dict[str, Any], play: Play, extra: dict[str, Any]) -> dict[str, Any]:
    """The JSON of one play; `extra` goes into the memory of a play after which the turn is over, but not the game."""
    won = has_won(rules, play.after)
    again = play.again and not won
    found = written(rules, case, play.after)
    found["won"] = won
    found["again"] = again
    found["memory"] = memory_after(rules, case, play.after, again=again)
    if not won and not again:
        found["memory"] |= extra
    return found


def memory_after(rules: Rules, case: dict[str, Any], after: Position, *, again: bool) -> dict[str, Any]:
    """What the game remembers after a play, with all keys of the game."""
    if rules.game in TRICTRAC:
        return {"score": pair(rules, rules.score + after.scored, remembered(case, "score", rules.other, 0))}
    if rules.game in ACEY:
        return {"named": 0, "ace_deuces": ace_deuces_after(rules, case, after, again=again)}
    if rules.game not in PUFF:
        return {}
    mine = remembered(case, "doubles", rules.mover, 0) + (case["dice"][0] == case["dice"][1])
    if not again and not rules.doubles_by_game:
        mine = 0
    memory = {"doubles": pair(rules, mine, remembered(case, "doubles", rules.other, 0))}
    if rules.game == "puff_dutch":
        memory["gate"] = pair(rules, after.gate, remembered(case, "gate", rules.other, default=False))
    return memory


def remembered(case: dict[str, Any], key: str, colour: str, default: Any) -> Any:
    """One colour's value of a memory key."""
    return (memory_of(case).get(key) or {}).get(colour, default)


def doubles_before(rules: Rules, case: dict[str, Any]) -> int:
    """The mover's doubles before this throw."""
    return int(remembered(case, "doubles", rules.mover, 0))


def is_ace_deuce(rules: Rules, case: dict[str, Any]) -> bool:
    """Whether this is a 1-2 of Acey Deucey, not a double named after one."""
    return rules.game in ACEY and sorted(case["dice"]) == [1, 2] and not memory_of(case).get("named", 0)


def is_third_ace_deuce(rules: Rules, case: dict[str, Any]) -> bool:
    """Whether the throw goes to the opponent; one that was given does not count in the receiver's own row."""
    memory = memory_of(case)
    if not rules.third_ace_deuce or not is_ace_deuce(rules, case) or memory.get("given", False):
        return False
    return bool(memory.get("ace_deuces", 0) >= ACE_DEUCES_BEFORE_THIRD)


def furthest_to_bar(pos: Position) -> Position:
    """The position with the furthest advanced checker on the bar (D6)."""
    on_board = [pace for pace in range(1, 25) if pos.own[pace]]
    if not on_board:
        return pos
    own = list(pos.own)
    own[max(on_board)] -= 1
    return pos._replace(own=tuple(own), bar=pos.bar + 1)


def ace_deuces_after(rules: Rules, case: dict[str, Any], after: Position, *, again: bool) -> int:
    """The 1-2s in a row in this turn after the play."""
    memory = memory_of(case)
    before = int(memory.get("ace_deuces", 0))
    if has_won(rules, after):
        return 0
    if memory.get("named", 0):
        return before
    return before + 1 if again and not memory.get("given", False) else 0
