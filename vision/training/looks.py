"""Boards, checkers, dice and lights for training pictures, none of them a look that the pictures for measuring have."""

import random
from typing import Any

FIELDS = ("felt", "leather", "wood", "plain")
LIGHTS = [("window", 4), ("warm_lamp", 4), ("hard_lamps", 3), ("dim", 2), ("glare", 3)]
SKINS = ["#d8a58a", "#6b432c", "#f0cdb0", "#a8744f", "#3f281c"]
SLEEVES = ["#111111", "#e8e8e8", "#355e3b", "#7a5230", "#3a5fa0"]
PIP_COLOURS = (
    ("white", "#f4f2ec"),
    ("ivory", "#e6dcbc"),
    ("gold", "#d8a93a"),
    ("silver", "#c8c8cc"),
    ("yellow", "#e9d040"),
)
DARK_PIPS = (
    ("black", "#101010"),
    ("navy", "#141c4a"),
    ("brown", "#3a1d0c"),
    ("dark red", "#7a0c10"),
    ("green", "#0c4a20"),
)


def looks(seed: int) -> dict[str, Any]:
    """Return a set of looks in the form of the scene generator, drawn by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a seeded choice of colours
    return {
        "boards": [_board(rng, number) for number in range(80)],
        "checkers": [("light", _shade(rng, 0.55, 0.98), "dark", _shade(rng, 0.02, 0.4)) for _ in range(40)],
        "dice": [_die(rng) for _ in range(80)],
        "lights": LIGHTS,
        "height": (50, 105),
        "azimuth": [0, 0, 20, -20, 90, -90, 180],
        "roll": 8,
        "skin": SKINS,
        "sleeve": SLEEVES,
        "cube": [(_shade(rng, 0.5, 1.0), _shade(rng, 0.0, 0.2)) for _ in range(6)]
        + [(_shade(rng, 0.0, 0.3), _shade(rng, 0.7, 1.0)) for _ in range(6)],
    }


def _board(rng: random.Random, number: int) -> tuple[str, ...]:
    field = rng.choice(FIELDS)
    points = (_shade(rng, 0.5, 1.0), _shade(rng, 0.0, 0.5))
    frame = (rng.choice(FIELDS), _shade(rng, 0.02, 0.6))
    return (
        f"board {number}",
        field,
        _shade(rng, 0.05, 0.9),
        *points,
        *frame,
        rng.choice(FIELDS),
        _shade(rng, 0.05, 0.9),
    )


def _die(rng: random.Random) -> tuple[str, str, str, str, str, int]:
    light = rng.random() < 0.45
    name, pip = rng.choice(DARK_PIPS if light else PIP_COLOURS)
    body = _shade(rng, 0.6, 1.0, 0.35) if light else _shade(rng, 0.02, 0.5, 1.0)
    kind = rng.choices(("solid", "clear", "metal"), (6, 0 if light else 2, 1))[0]
    return "die", body, name, pip, kind, 1


def _shade(rng: random.Random, low: float, high: float, colour: float = 0.8) -> str:
    grey = rng.uniform(low, high)
    strength = rng.uniform(0, colour)
    tint = [rng.uniform(0, 1) for _ in range(3)]
    return "#" + "".join(f"{round(255 * grey * (1 - strength * share)):02x}" for share in tint)
