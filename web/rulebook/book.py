"""The book as data: the games with their paragraphs, decisions and examples, read from the files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.service.view import Both, Place, Who
from web.rulebook.boards import Board, Hop, hops, other

FOLDER = Path(__file__).parent
SECTIONS = ("aim", "setup", "movement", "special", "hitting", "doubles", "bearing_off", "winning", "cube")
"""The parts of a game's rules, in the order in which they are read; `table` is the same for all."""
HUCKEN = Both(12, 13)
FIRST_POINTS: Mapping[str, Both[Place]] = {"facing": Both(24, 1), "contrary": Both(1, 24), "together": Both(1, 1)}
Setting = bool | int | str


@dataclass(frozen=True)
class Section:
    """A part of the rules: its name in the files, its title, its paragraphs."""

    name: str
    title: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """What a text leaves open and the companion decides."""

    number: int
    text: str
    games: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A board of an example, with the throw and the play that have led to it; the first has none."""

    board: Board
    text: str
    points: Both[int]
    before: Board | None = None
    who: Who | None = None
    dice: tuple[int, int] = (0, 0)
    play: str = ""
    hops: tuple[Hop, ...] = ()
    told: Mapping[str, Any] | None = None
    """The step as it is written: what the tests hold against the rules."""


@dataclass(frozen=True)
class Example:
    """A sequence of boards to step through."""

    id: str
    title: str
    options: Mapping[str, Setting]
    scenes: tuple[Scene, ...]


@dataclass(frozen=True)
class GameRules:
    """All that is told of a game."""

    id: str
    name: str
    line: str
    kin: tuple[str, ...]
    facts: Mapping[str, str]
    checkers: Both[int]
    start: Board
    sections: tuple[Section, ...]
    advice: tuple[str, ...]
    options: Mapping[str, str]
    decisions: tuple[Decision, ...]
    examples: tuple[Example, ...]
    picture: Example

    @property
    def for_points(self) -> bool:
        """Whether the game is played for points, with the Hucken on the board."""
        return self.facts["wins"] == "points"


@dataclass(frozen=True)
class Book:
    """The rulebook."""

    games: Mapping[str, GameRules]
    titles: Mapping[str, str]
    facts: Mapping[str, Mapping[str, str]]

    def texts(self) -> Iterator[str]:
        """Every text that is read by people."""
        yield from self.titles.values()
        for words in self.facts.values():
            yield from words.values()
        for game in self.games.values():
            yield from (game.name, game.line, *game.advice, *game.options.values())
            yield from (text for section in game.sections for text in section.texts)
            yield from (decision.text for decision in game.decisions)
            for example in game.examples:
                yield example.title
                yield from (scene.text for scene in example.scenes)


def read(name: str) -> dict[str, Any]:
    """Return one of the files."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def book() -> Book:
    """Return the rulebook."""
    games, paragraphs = read("games"), read("paragraphs")
    decisions = tuple(
        Decision(one["number"], one["text"], tuple(one["games"])) for one in read("decisions")["decision"]
    )
    examples = read("examples")["example"]
    found = [_game(told, paragraphs, decisions, examples) for told in games["game"]]
    return Book({game.id: game for game in found}, paragraphs["titles"], games["facts"])


def _game(
    told: Mapping[str, Any],
    paragraphs: Mapping[str, Mapping[str, str]],
    decisions: tuple[Decision, ...],
    examples: list[dict[str, Any]],
) -> GameRules:
    own = {one["id"]: _example(one, told) for one in examples if one["game"] == told["id"]}
    return GameRules(
        id=told["id"],
        name=told["name"],
        line=told["line"],
        kin=tuple(told["kin"]),
        facts=told["facts"],
        checkers=Both(*told["checkers"]),
        start=Board.read(told["white"], told["black"]),
        sections=tuple(_sections(told, paragraphs)),
        advice=tuple(paragraphs["advice"][name] for name in told["advice"]),
        options={name: paragraphs["options"][name] for name in told["options"]},
        decisions=tuple(one for one in decisions if told["id"] in one.games),
        examples=tuple(own.values()),
        picture=own[told["picture"]],
    )


def _sections(told: Mapping[str, Any], paragraphs: Mapping[str, Mapping[str, str]]) -> Iterator[Section]:
    for name in SECTIONS:
        if name in told:
            yield Section(name, paragraphs["titles"][name], tuple(_texts(name, told[name], paragraphs)))
    yield Section("table", paragraphs["titles"]["table"], tuple(paragraphs["table"].values()))


def _texts(section: str, names: list[str], paragraphs: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for name in names:
        group, _, key = name.rpartition(".")
        yield paragraphs[group or section][key]


def _example(told: Mapping[str, Any], game: Mapping[str, Any]) -> Example:
    options = told.get("options", {})
    return Example(told["id"], told["title"], options, tuple(_scenes(told, game)))


def _scenes(told: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[Scene]:
    first = last = Scene(_board(told, game), told["text"], Both(*told.get("points", (0, 0))))
    yield first
    for step in told["step"]:
        before = first if step.get("fresh") else last
        if "white" in step:
            before = Scene(_board(step, game), "", Both(*step.get("points", (0, 0))))
        last = _scene(step, before, _hit_to(told, game))
        yield last


def _board(told: Mapping[str, Any], game: Mapping[str, Any]) -> Board:
    where = told if "white" in told else game
    return Board.read(where["white"], where["black"])


def _hit_to(told: Mapping[str, Any], game: Mapping[str, Any]) -> Both[Place]:
    """Return where hit checkers of each player are put."""
    facts = game["facts"]
    if facts["hits"] == "start" or told.get("options", {}).get("hit_to_start"):
        return FIRST_POINTS[facts["ways"]]
    return Both("bar", "bar")


def _scene(step: Mapping[str, Any], before: Scene, hit_to: Both[Place]) -> Scene:
    who: Who = "white" if step["who"] == "white" else "black"
    board, moves = before.board, tuple(hops(step["play"]))
    for hop in moves:
        board = board.moved(who, hop, hit_to.of(other(who)))
    if "lost" in step:
        board = board.moved(who, next(hops(f"{step['lost']}-bar")), "bar")
    scored = step.get("scored", 0)
    points = before.points
    points = Both(points.white + scored * (who == "white"), points.black + scored * (who == "black"))
    return Scene(
        board, step["text"], points, before.board, who, (step["dice"][0], step["dice"][1]), step["play"], moves, step
    )
