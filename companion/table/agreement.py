"""What is agreed on before the first game: with it and the events, a table is told whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from companion.match.clock_rules import ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.refused import ImpossibleMatch
from companion.match.score import Crawford, begin
from companion.rules.game import Game
from companion.rules.games import TRICTRAC, configured, without_bridge_in_win
from companion.rules.players import Pair, both
from companion.table.codec import CodecError, Json, plain, read_as
from companion.table.games import begin_table
from companion.table.state import Table, TableRules

LENGTHS: Mapping[str, type[Length]] = MappingProxyType({"money": Money, "points": ToPoints, "rounds": Rounds})


@dataclass(frozen=True)
class Agreement:
    """The match, the table's own rules, and the score if the match began elsewhere."""

    rules: MatchRules
    table: TableRules = field(default_factory=TableRules)
    score: Pair[int] = both(0)  # noqa: RUF009 - immutable
    crawford: Crawford | None = None

    def begin(self) -> Table:
        """Return a table at which the first game is about to be opened."""
        return begin_table(self.rules, self.table, begin(self.rules, self.score, self.crawford))


def encode_agreement(agreement: Agreement) -> dict[str, Json]:
    """Return `agreement` as plain data for JSON."""
    rules = agreement.rules
    return {
        "game": rules.game.id,
        "options": dict(rules.game.chosen),
        "length": _plain_length(rules.length),
        **{name: plain(getattr(rules, name)) for name in ("names", "clock", "cube")},
        **{name: plain(getattr(agreement, name)) for name in ("table", "score", "crawford")},
        **({"bridge_in_win": rules.game.bridge_in_win} if rules.game.id == TRICTRAC.id else {}),
    }


def decode_recorded_agreement(data: Json) -> Agreement:
    """Return what a record says was agreed on; raise `CodecError` if that cannot be.

    Records from before the great bridge was counted in every win do not say that it is, and what they tell could not
    have happened if it were: a game that went on would have been won earlier.
    """
    if isinstance(data, dict) and data.get("game") == TRICTRAC.id:
        data = {"bridge_in_win": False, **data}
    return decode_agreement(data)


def counted_as_at_first(agreement: Agreement) -> Agreement:
    """Return the same as it was counted before the great bridge was counted in every win."""
    if agreement.rules.game.id != TRICTRAC.id:
        return agreement
    return replace(agreement, rules=replace(agreement.rules, game=without_bridge_in_win(agreement.rules.game)))


def decode_agreement(data: Json) -> Agreement:
    """Return what `data` says was agreed on; raise `CodecError` if that cannot be."""
    if not isinstance(data, dict):
        msg = "what was agreed on is to be an object"
        raise CodecError(msg)
    given = dict(data)
    game = _game(given.pop("game", None), given.pop("options", {}))
    if not read_as(bool, given.pop("bridge_in_win", True), "bridge_in_win"):
        game = without_bridge_in_win(game)
    length = _length(given.pop("length", None))
    rest = {name: read_as(kind, given.pop(name), name) for name, kind in _KINDS.items() if name in given}
    if given:
        msg = f"what was agreed on has no field {next(iter(given))!r}"
        raise CodecError(msg)
    of_match = {name: rest.pop(name) for name in ("names", "clock", "cube") if name in rest}
    try:
        agreement = Agreement(MatchRules(game, length, **of_match), **rest)
        agreement.begin()
    except ImpossibleMatch as error:
        raise CodecError(str(error)) from error
    return agreement


_KINDS: Mapping[str, Any] = MappingProxyType(
    {
        "names": Pair[str],
        "clock": ClockRules,
        "cube": bool | None,
        "table": TableRules,
        "score": Pair[int],
        "crawford": Crawford | None,
    }
)


def _plain_length(length: Length) -> dict[str, Json]:
    name = next(name for name, kind in LENGTHS.items() if isinstance(length, kind))
    return {"kind": name, **plain(length)}


def _length(data: Json) -> Length:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in LENGTHS:
        msg = f"length is to be an object whose kind is one of {', '.join(LENGTHS)}"
        raise CodecError(msg)
    rest = {key: value for key, value in data.items() if key != "kind"}
    length: Length = read_as(LENGTHS[kind], rest, "length")
    return length


def _game(name: Json, options: Json) -> Game:
    if not isinstance(name, str) or not isinstance(options, dict):
        msg = "game is to be a name, and options an object"
        raise CodecError(msg)
    try:
        return configured(name, options.items())
    except (ValueError, TypeError, KeyError) as error:
        msg = str(error.args[0]) if error.args else str(error)
        raise CodecError(msg) from error
