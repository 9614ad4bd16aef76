"""Every sentence and half-sentence that hints are told in, in English: what translators are given."""

from __future__ import annotations

from companion.hints import adviser, cube_choice, gnubg, gnubg_process, question, worker
from companion.hints.why import Fact

WHY = tuple(dict.fromkeys(text for fact in Fact for text in fact.value))
"""What can be said of a play."""
REASONS = (
    gnubg_process.MISSING,
    gnubg_process.NOT_STARTED,
    gnubg_process.BROKE_OFF,
    gnubg_process.TOO_SLOW,
    gnubg_process.GARBAGE,
    gnubg_process.RESTING,
    gnubg.OTHER_GAME,
    cube_choice.NO_CUBE,
    adviser.NO_NET,
    question.NOTHING_TO_ASK,
    worker.FAILED,
)
"""Why there is no advice, or none by who would have been asked first."""
TEXTS = (*WHY, *REASONS)
