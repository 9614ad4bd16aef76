"""Cross-validation of the dice reader's rules: they are chosen on all sources or tables but one, and measured on it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2

from tests.bench.dice_cases import MANY, Case, Score, is_readable, is_seen, score
from tests.bench.report import show
from vision.looks import Look, Rules
from vision.reader import DiceReader

PHOTOGRAPHED = [
    Rules(enough, doubtless=doubtless)
    for enough, doubtless in itertools.product((0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5), (0.8, 0.9, 0.95, 0.98))
]
RENDERED = [
    Rules(enough, confirmed=0.75, leaning=leaning)
    for enough, leaning in itertools.product((0.5, 0.8, 1, 1.2, 1.5, 2), (0.5, 0.8, 1.1, 1.4, 1.7))
]
MOST_WRONG = 0.01
Grade: TypeAlias = tuple[float, float]
"""How much is wrong beyond what may be, negative; then what is right."""
Scores: TypeAlias = dict[Rules, list[Score]]


@dataclass(frozen=True)
class Seen:
    """A picture and the looks at it: what is told of them is up to the rules."""

    case: Case
    reader: DiceReader
    looks: list[Look]
    size: tuple[int, int]

    def score(self, rules: Rules) -> Score:
        """Return how well it would be read by these rules."""
        return score(self.case, self.reader.dice(self.looks, self.size, rules))


def look_at(cases: Iterable[Case]) -> list[Seen]:
    """Return the looks at all these pictures."""
    found: list[Seen] = []
    for case in cases:
        picture = cv2.imread(str(case.path))
        assert picture is not None, case.path
        known = found and found[-1].reader.calibration == case.calibration
        reader = found[-1].reader if known else DiceReader(case.calibration)
        found.append(Seen(case, reader, reader.looks(picture), (picture.shape[1], picture.shape[0])))
    return found


def cross_photographs(cases: Iterable[Case]) -> None:
    """Print how photographs are read with rules chosen on the other sources."""
    still = [case for case in cases if not case.moving and len(case.labels) <= MANY]
    _cross("Photographs, rules chosen on the other sources", look_at(still), PHOTOGRAPHED, _photograph_grade, _exact)


def cross_scenes(cases: Iterable[Case]) -> None:
    """Print how rendered scenes are read with rules chosen on the other tables."""
    _cross("Rendered scenes, rules chosen on the other tables", look_at(cases), RENDERED, _scene_grade, _right)


def _cross(
    title: str,
    seen: Sequence[Seen],
    choices: Sequence[Rules],
    grade: Callable[[Sequence[Score]], Grade],
    share: Callable[[Sequence[Score]], tuple[int, int]],
) -> None:
    told = {rules: [picture.score(rules) for picture in seen] for rules in choices}
    groups = sorted({picture.case.group for picture in seen})
    chosen = {group: _best(told, grade, group) for group in groups}
    apart = {group: [one for one in told[chosen[group]] if one.case.group == group] for group in groups}
    rows = [_row(group, apart[group], share, chosen[group]) for group in groups]
    rows.append(_row("all", [one for scores in apart.values() for one in scores], share, None))
    asked = [group for group in groups if share(apart[group])[1]]
    worst = min(asked, key=lambda group: share(apart[group])[0] / share(apart[group])[1])
    show(
        title,
        (
            "",
            "right",
            "of",
            "share",
            "misread",
            "false",
            "lean found",
            "lean wrongly",
            "enough",
            "doubtless",
            "leaning",
        ),
        rows,
        f"Worst: {worst}. Chosen on all: {_best(told, grade, None)}.",
    )


def _best(told: Scores, grade: Callable[[Sequence[Score]], Grade], without: str | None) -> Rules:
    return max(told, key=lambda rules: grade(_others(told[rules], without)))


def _others(scores: Sequence[Score], without: str | None) -> list[Score]:
    return [one for one in scores if one.case.group != without]


def _row(
    name: str, scores: Sequence[Score], share: Callable[[Sequence[Score]], tuple[int, int]], rules: Rules | None
) -> tuple[str, ...]:
    right, of = share(scores)
    leaning, wrongly = _leaning(scores)
    return (
        name,
        str(right),
        str(of),
        f"{100 * right / of:.1f} %" if of else "-",
        str(sum(one.misread for one in scores)),
        str(sum(one.false for one in scores)),
        "/".join(map(str, leaning)),
        "/".join(map(str, wrongly)),
        *((f"{rules.enough:.1f}", f"{rules.doubtless:.2f}", f"{rules.leaning:.2f}") if rules else ("", "", "")),
    )


def _exact(scores: Sequence[Score]) -> tuple[int, int]:
    few = [one for one in scores if 1 <= one.scored <= 3]
    return sum(one.exact for one in few), len(few)


def _right(scores: Sequence[Score]) -> tuple[int, int]:
    pairs = [pair for one in scores for pair in one.pairs if is_readable(pair[0])]
    return sum(die is not None and die.value == truth["value"] for truth, die in pairs), len(pairs)


def _leaning(scores: Sequence[Score]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return how many leaning dice are told as such, and how many flat ones, each of how many."""
    pairs = [pair for one in scores for pair in one.pairs if one.case.calibration and is_seen(pair[0])]
    leaning = [die is not None and not die.flat for truth, die in pairs if not truth["flat"]]
    flat = [not die.flat for truth, die in pairs if truth["flat"] and truth["pip_contrast"] >= 30 and die]
    return (sum(leaning), len(leaning)), (sum(flat), len(flat))


def _photograph_grade(scores: Sequence[Score]) -> Grade:
    few = [one for one in scores if 1 <= one.scored <= 3]
    misread = sum(one.misread for one in few) / max(1, sum(one.scored for one in few))
    empty = sum(one.false for one in scores if not one.case.labels)
    right, of = _exact(scores)
    return -max(0.0, misread - MOST_WRONG) - empty, right / max(1, of)


def _scene_grade(scores: Sequence[Score]) -> Grade:
    (leaning, of), (wrongly, flat) = _leaning(scores)
    right, readable = _right(scores)
    false = sum(one.false for one in scores) / max(1, len(scores))
    return -max(0.0, wrongly / max(1, flat) - MOST_WRONG) - false, right / max(1, readable) + leaning / max(1, of)
