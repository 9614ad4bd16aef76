"""Scenes of the rulebook as pictures, drawn as the panel draws its table, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.service.view import Both, Message, Place, TableView, Who
from web.drawing import PLAYERS, POINTS, Picture, picture, point_name
from web.rulebook.boards import NO_PLAY, Board
from web.rulebook.book import HUCKEN, Example, GameRules, Scene
from web.rulebook.language import say


@dataclass(frozen=True)
class Shown:
    """An example at one of its steps."""

    example: Example
    step: int
    picture: Picture

    @property
    def scene(self) -> Scene:
        """The step that is shown."""
        return self.example.scenes[self.step]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.example.scenes) - 1


def shown(rules: GameRules, example: Example, step: int, seat: Who) -> Shown:
    """Return an example at a step; a step that there is not is the nearest there is."""
    step = min(max(step, 0), len(example.scenes) - 1)
    return Shown(example, step, drawn(rules, example.scenes[step], seat))


def start(rules: GameRules, seat: Who) -> Picture:
    """Return the picture of a game's set-up."""
    return drawn(rules, Scene(rules.start, "", Both(0, 0)), seat)


def empty(rules: GameRules, seat: Who) -> Picture:
    """Return the board of a game without anything on it."""
    return drawn(rules, Scene(Board(Both({}, {})), "", Both(0, 0)), seat)


def drawn(rules: GameRules, scene: Scene, seat: Who) -> Picture:
    """Return the picture of a scene, with the throw and an arrow for each move."""
    found = picture(_table(rules, scene), seat, [(hop.source, hop.target) for hop in scene.hops])
    if found is None:
        msg = f"there is no board of {rules.id}"
        raise ValueError(msg)
    return found


def _table(rules: GameRules, scene: Scene) -> TableView:
    """Return a table on which the scene is seen; the reserve has room wherever the game has one."""
    return TableView(
        version=0,
        waiting=Message(""),
        board=scene.board.view,
        game_board=rules.start.view,
        turn=scene.who,
        throw=scene.dice if scene.who else (),
        points=scene.points if rules.for_points else None,
        hucke=HUCKEN if rules.for_points else None,
    )


def in_words(board: Board) -> str:
    """Return where the checkers stand, for those who do not see the picture."""
    told = {who: ", ".join(_places(board, who)) for who in PLAYERS}
    return " ".join(say("{who}: {places}.", who=say(who.title()), places=told[who]) for who in PLAYERS)


def _places(board: Board, who: Who) -> Iterator[str]:
    places: list[Place] = [*range(1, POINTS + 1), "bar", "reserve", "off"]
    for place in places:
        count = board.count(who, place)
        if count:
            name = point_name(place) if isinstance(place, int) else say(place)
            yield say("{count} on {place}", count=count, place=name) if isinstance(place, int) else f"{count} {name}"


def play_in_words(play: str) -> str:
    """Return a play in the booklets' notation, with the names of bar, reserve and tray in the reader's language."""
    if play == NO_PLAY:
        return say("no play")
    return re.sub(r"bar|reserve|off", lambda name: say(name[0]), play)
