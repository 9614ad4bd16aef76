"""SGF files of backgammon, of GNU Backgammon and of our own, as scripts."""

from __future__ import annotations

from types import MappingProxyType

from companion.journal.exchange.days import read_day
from companion.journal.exchange.decoding import check_length, name_of, number_of, text_of
from companion.journal.exchange.driving import imported
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.exchange.script import (
    Cubed,
    Script,
    ScriptGame,
)
from companion.journal.exchange.sgf_game import GameReader, match_info, rules_of
from companion.journal.exchange.sgf_tree import Node, read_tree, unescaped
from companion.rules.players import Pair
from companion.table.events import CubeAction

BACKGAMMON = "6"
VARIANTS = ("Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3")


def read_sgf(data: bytes, condone: bool = False) -> Imported:  # noqa: FBT001, FBT002 - as all readers
    """Return the match in an SGF file; raise `ForeignFileError` if it is none, or not by the rules."""
    return imported(sgf_script(data), condone=condone)


def sgf_script(data: bytes) -> Script:
    """Return what an SGF file says, without a look at the rules."""
    games = read_tree(text_of(data))
    if not games:
        msg = "There is no game in the file."
        raise ForeignFileError(msg)
    roots = [game[0] for game in games]
    rules = {rule for root in roots for rule in rules_of(root)}
    _check_kind(roots, rules)
    read = tuple(GameReader(game).read() for game in games)
    return Script(
        _names(roots[0]),
        _length(roots),
        read,
        crawford="Crawford" in rules,
        cube="NoCube" not in rules,
        jacoby="Jacoby" in rules,
        beavers="Beavers" in rules or any(map(_has_beaver, read)),
        day=read_day(roots[0].first("DT") or ""),
        automatic="AutomaticDoubles" in rules or any("CV" in root.properties for root in roots),
    )


def _check_kind(roots: list[Node], rules: set[str]) -> None:
    kind = roots[0].first("GM")
    if kind is not None and kind.strip() != BACKGAMMON:
        msg = f"Line {roots[0].line}: this is an SGF file of another game (GM[{kind.strip()[:9]}]), not of backgammon."
        raise ForeignFileError(msg)
    variant = next((variant for variant in VARIANTS if variant in rules), None)
    if variant:
        msg = f"The file holds {variant}, which is not among the games here."
        raise ForeignFileError(msg)
    said = {(match_info(root).get("length"), root.first("PW"), root.first("PB")) for root in roots}
    if len(said) > 1:
        msg = "The file holds games of several matches (other players or lengths). Split it and import each by itself."
        raise ForeignFileError(msg)


def _names(root: Node) -> Pair[str]:
    return Pair(*(name_of(unescaped(root.first(f"P{sign}") or ""), name) for sign, name in _DEFAULT_NAMES.items()))


_DEFAULT_NAMES = MappingProxyType({"W": "White", "B": "Black"})


def _length(roots: list[Node]) -> int:
    where = f"Line {roots[0].line}"
    return check_length(number_of(match_info(roots[0]).get("length", "0"), where), where)


def _has_beaver(one: ScriptGame) -> bool:
    return any(isinstance(action, Cubed) and action.action is CubeAction.BEAVER for action in one.actions)
