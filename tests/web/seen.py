"""What a device shows of the table, read as people read it: which checkers stand at which of the named points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.service import BoardView, TableService, TableView, Who
from tests.waiting import wait_until
from tests.web.browser import Device

READ = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const text = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const at = (one) => {
    const box = one.querySelector("rect, circle").getBoundingClientRect(), to = board.getScreenCTM().inverse();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(to);
    return [middle.x, middle.y];
  };
  const who = (one) => one.classList.contains("white") ? "white" : "black";
  const place = (one) => ["x", "y"].map((name) => +one.getAttribute(name));
  const board = document.querySelector("svg.board");
  return {
    height: board ? board.viewBox.baseVal.height : 0,
    labels: all(".board text.name:not(.count)").map((one) => [text(one), ...place(one)]),
    checkers: all(".board .checker").map((one) => [...at(one), who(one), text(one)]),
    slabs: all(".board .slabs rect").map(who),
    cube: all(".board .cube").map((one) => [...at(one), one.classList.contains("offered"), text(one)]),
    markers: all(".board .marker").map((one) => [...at(one), who(one), text(one)]),
    dice: all(".board .lying:not(.faded)").map((one) => one.querySelectorAll("circle").length),
    words: all("#board-words li").map(text),
    waiting: all(".waiting > span").map(text).join(" "),
    players: all(".player").map((one) => [text(one.querySelector("h2 span")), text(one.querySelector(".score"))]),
    turn: all(".player.turn h2 span:first-of-type").map(text),
  };
}"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table shows; told by a page, or by the service."""

    points: Mapping[str, tuple[int, int]]
    """For each point that is not empty, by its name: White's and Black's checkers."""
    bar: tuple[int, int]
    trays: tuple[int, int]
    words: tuple[str, ...]
    """The board as a list to be read aloud."""
    cube: tuple[str, str]
    """Its number, and where it lies: near, far, between; offered or not."""
    dice: tuple[int, ...]
    score: Mapping[str, str]
    turn: str
    waiting: str
    markers: Mapping[str, tuple[str, str]]
    """In Tric-Trac: at which point, and the number on it."""


def seen_on(device: Device) -> Shown:
    """Return what a device shows now."""
    page: dict[str, Any] = device.page.evaluate(READ)
    points = {label[0].rstrip("?"): [0, 0] for label in page["labels"]}
    bar = [0, 0]
    drawn: Counter[tuple[str, int]] = Counter()
    for x, y, who, number in page["checkers"]:
        label, colour = _label(page, x, y), _colour(who)
        drawn[label, colour] += 1
        (points[label] if label else bar)[colour] = int(number) if number else drawn[label, colour]
    return Shown(
        points={name: (white, black) for name, (white, black) in points.items() if white or black},
        bar=(bar[0], bar[1]),
        trays=_both(Counter(page["slabs"])),
        words=tuple(page["words"]),
        cube=_cube(page),
        dice=tuple(sorted(page["dice"])),
        score=dict(page["players"]),
        turn=" ".join(page["turn"]),
        waiting=page["waiting"],
        markers={who: (_label(page, x, y), number) for x, y, who, number in page["markers"]},
    )


def _label(page: dict[str, Any], x: float, y: float) -> str:
    """Return the point whose name stands above or below; nothing if there is none."""
    low = y > page["height"] / 2
    for name, label_x, label_y in page["labels"]:
        if abs(label_x - x) < 1 and (label_y > page["height"] / 2) is low:
            return str(name).rstrip("?")
    return ""


def _colour(who: str) -> int:
    return ("white", "black").index(who)


def _both(counted: Mapping[str, int]) -> tuple[int, int]:
    return counted.get("white", 0), counted.get("black", 0)


def _cube(page: dict[str, Any]) -> tuple[str, str]:
    for _, y, offered, text in page["cube"]:
        away = y - page["height"] / 2
        where = "between" if abs(away) < 40 else "near" if away > 0 else "far"
        return text, f"offered {where}" if offered else where
    return "", ""


def told_by(view: TableView, seat: Who) -> Shown:
    """Return what a device at that seat has to show."""
    board = view.board
    assert board is not None
    names = {"white": view.names.white, "black": view.names.black}
    on_turn = view.asked or view.turn
    return Shown(
        points={point_name(point): counts for point, counts in enumerate(board.points, 1) if any(counts)},
        bar=(board.bar.white, board.bar.black),
        trays=(board.off.white + board.reserve.white, board.off.black + board.reserve.black),
        words=tuple(_words(view, board)),
        cube=_cube_told(view, seat),
        dice=tuple(sorted(_dice(view))),
        score={names[who]: str(view.score.of(who)) for who in ("white", "black")},
        turn=names[on_turn] if on_turn else "",
        waiting=_named(view.waiting.text, view),
        markers=_markers(view),
    )


def point_name(point: int) -> str:
    """Return a point as it is called at the table."""
    return str(point) if point <= 12 else f"{25 - point}A"


def _words(view: TableView, board: BoardView) -> Iterator[str]:
    for point, (white, black) in enumerate(board.points, 1):
        told = [f"{count} {who}" for count, who in ((white, "white"), (black, "black")) if count]
        if told:
            yield f"{point_name(point)}: {', '.join(told)}"
    for name, pair in (("bar", board.bar), ("off", board.off), ("reserve", board.reserve)):
        if pair.white or pair.black:
            yield f"{name}: {pair.white} white, {pair.black} black"
    if view.cube:
        owner = f", {view.names.of(view.cube.owner)}" if view.cube.owner else ""
        yield f"Cube: {view.cube.value}{owner}"


def _cube_told(view: TableView, seat: Who) -> tuple[str, str]:
    cube = view.cube
    if cube is None:
        return "", ""
    if cube.offer:
        return str(cube.offer), "offered between"
    where = "between" if cube.owner is None else "near" if cube.owner == seat else "far"
    return str(cube.face), where


def _named(text: str, view: TableView) -> str:
    return text.replace("White", view.names.white).replace("Black", view.names.black)


def _markers(view: TableView) -> dict[str, tuple[str, str]]:
    if view.points is None:
        return {}
    return dict(_marker(who, view.points.of(who)) for who in ("white", "black"))


def _marker(who: Who, score: int) -> tuple[str, tuple[str, str]]:
    """Return the point at which a score is marked: White's at 1 to 12, Black's at 1A to 12A, none beside them."""
    at = min(score, 12)
    return who, ("" if not at else f"{at}" if who == "white" else f"{at}A", str(score))


def _dice(view: TableView) -> Iterable[int]:
    """Return the dice that count: those that are seen, or else those that were told."""
    if view.dice:
        return (die.value for die in view.dice if die.counts)
    if view.throw:
        return view.throw[:2]
    return (*view.opening.white, *view.opening.black) if view.opening else ()


def differences(seen: Shown, told: Shown) -> list[str]:
    """Return what a page shows otherwise than it is told."""
    return [
        f"{name}: {getattr(seen, name)} is not {getattr(told, name)}"
        for name in Shown.__slots__
        if getattr(seen, name) != getattr(told, name)
    ]


def agree(service: TableService, devices: Mapping[Who, Device], when: str) -> int:
    """Wait until all devices show just what the service shows; return at how many was looked."""
    wrong: list[str] = []

    def all_agree() -> bool:
        view = service.view()
        wrong[:] = [
            f"{seat}: {difference}"
            for seat, device in devices.items()
            for difference in differences(seen_on(device), told_by(view, seat))
        ]
        return not wrong and service.view().version == view.version

    wait_until(all_agree, lambda: (when, wrong))
    return len(devices)
