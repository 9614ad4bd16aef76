"""The results of a round: to each pairing the match that belongs to it, by table, names and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.hall.record.values import KeptMatch, Rounds
from companion.hall.rounds.folding import Outcome
from companion.hall.rounds.names import are_same, key, of_table
from companion.hall.view import Pairing, ResultRow
from companion.hall.words import message
from companion.service.view import Message, TableView

OutcomeOf = Callable[[str], tuple[int, Outcome]]


@dataclass(frozen=True, slots=True)
class Known:
    """All that results are made of."""

    rounds: Rounds
    matches: Sequence[KeptMatch]
    """In the order in which the hall heard of them."""
    outcome_of: OutcomeOf
    live: Mapping[str, TableView] = field(default_factory=dict)
    """What tables show just now, by the uid of the match."""
    conflicts: frozenset[str] = frozenset()

    def names_of(self, match: str) -> tuple[str, str]:
        """Return what the players are called at the table, as far as that is known."""
        if match in self.live:
            return self.live[match].names.white, self.live[match].names.black
        outcome = self.outcome_of(match)[1]
        return outcome.white, outcome.black


def results(known: Known, number: int) -> tuple[ResultRow, ...]:
    """Return the results of a round, in the order of the list."""
    return tuple(_row(known, pairing) for pairing in known.rounds.of(number))


def candidates(known: Known, pairing: Pairing) -> list[KeptMatch]:
    """Return the matches that fit a pairing best, in the order in which they began; the last one counts.

    Best are those of the right names that began during the round, then those of the right names that began in a round
    that has nothing to do with them, then those of other names that are on the list of no round.
    """
    at_table = of_table(pairing.table, [(match.table_name, match) for match in known.matches])
    ranked = [(rank, match) for match in at_table if (rank := _rank(known, pairing, match))]
    best = max((rank for rank, _ in ranked), default=0)
    return [match for rank, match in ranked if rank == best]


def _rank(known: Known, pairing: Pairing, match: KeptMatch) -> int:
    names, played_in = known.names_of(match.uid), _round_at(known.rounds, match.first_seen)
    is_during = played_in == pairing.round
    if are_same(names, (pairing.white, pairing.black)):
        return 3 if is_during else 2 * (played_in not in _rounds_of(known, match, names))
    return int(is_during and not _rounds_of(known, match, names))


def _rounds_of(known: Known, match: KeptMatch, names: tuple[str, str]) -> set[int]:
    """Return the rounds in which the list has these players at the table of a match."""
    at_table = of_table(match.table_name, [(one.table, one) for one in known.rounds.pairings])
    return {one.round for one in at_table if are_same(names, (one.white, one.black))}


def _round_at(rounds: Rounds, when: int) -> int:
    """Return which round was being played at a time."""
    begun = [(start, number) for number, start in rounds.begun.items() if 0 < start <= when]
    return max(begun, default=(0, 0))[1]


def _row(known: Known, pairing: Pairing) -> ResultRow:
    found = candidates(known, pairing)
    if not found:
        return ResultRow(pairing, "waiting")
    row = _of_match(known, pairing, found[-1])
    if row.note is None and len(found) > 1:
        row = replace(row, note=message("several_matches", count=len(found)))
    return row


def _of_match(known: Known, pairing: Pairing, match: KeptMatch) -> ResultRow:
    """Return what the record has of a match; where a table tells another story of it, that is said with it."""
    row = _as_recorded(known, pairing, match)
    return replace(row, progress="conflict") if match.uid in known.conflicts else row


def _as_recorded(known: Known, pairing: Pairing, match: KeptMatch) -> ResultRow:
    lines, outcome = known.outcome_of(match.uid)
    live = known.live.get(match.uid)
    names = known.names_of(match.uid)
    turned = _is_turned(names, pairing)
    if outcome.unreadable:
        note = message("unreadable", match=match.uid[:8], seq=lines, why=outcome.unreadable)
        return ResultRow(pairing, "unknown", match.uid, note=note)
    if live is not None and not (outcome.over and lines >= match.lines):
        score = live.score.white, live.score.black
        row = ResultRow(
            pairing, "playing", match.uid, *_turned(score, turned=turned), games=max(0, live.game_number - 1)
        )
    elif not lines:
        return ResultRow(pairing, "playing", match.uid, note=_note(names, pairing))
    else:
        score = outcome.score_white, outcome.score_black
        winner = _winner(outcome, pairing, turned=turned)
        progress = "over" if outcome.over else "playing"
        row = ResultRow(pairing, progress, match.uid, *_turned(score, turned=turned), winner, outcome.games)  # type: ignore[arg-type]  # one of these
    return replace(row, note=_note(names, pairing))


def _turned(score: tuple[int, int], *, turned: bool) -> tuple[int, int]:
    return (score[1], score[0]) if turned else score


def _is_turned(names: tuple[str, str], pairing: Pairing) -> bool:
    return key(names[0]) == key(pairing.black) or key(names[1]) == key(pairing.white)


def _winner(outcome: Outcome, pairing: Pairing, *, turned: bool) -> str:
    if not outcome.winner:
        return ""
    return pairing.black if (outcome.winner == "black") is not turned else pairing.white


def _note(names: tuple[str, str], pairing: Pairing) -> Message | None:
    if not any(names):
        return None
    if not are_same(names, (pairing.white, pairing.black)):
        return message("other_names", white=names[0], black=names[1])
    return message("colours_exchanged") if _is_turned(names, pairing) else None
