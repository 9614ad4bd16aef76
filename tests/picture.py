"""Makes the picture at the head of README.md: `python -m tests.picture`."""

import io
from html import escape
from pathlib import Path

from companion.showcase import show_game

FILE = Path(__file__).parents[1] / ".pictures" / "show.svg"
GAME, SEED, THROW = "backgammon", 1, 2
LINE, LETTER, MARGIN = 19, 8.45, 20


def shown_lines() -> list[str]:
    """What the terminal shows of one throw."""
    out = io.StringIO()
    show_game(GAME, out, seed=SEED, throws=THROW)
    block = "\n\n".join(out.getvalue().split("\n\n")[-3:-1])
    return [f"$ companion show {GAME} --seed {SEED}", "", *block.strip("\n").splitlines()]


def picture(lines: list[str]) -> str:
    """The lines as a terminal window."""
    width = round(max(map(len, lines)) * LETTER) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(_row(number, line) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="A throw of backgammon in the terminal">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="#20242b"/>\n'
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#e8e6df">\n'
        f"{rows}\n</g>\n</svg>\n"
    )


def _row(number: int, line: str) -> str:
    y = MARGIN + LINE * number + 14
    colour = "#ffb39b" if "Illegal:" in line else "#9be3a8" if "Played:" in line else "#e8e6df"
    return f'<text x="{MARGIN}" y="{y}" fill="{colour}" xml:space="preserve">{escape(line)}</text>'


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(picture(shown_lines()), encoding="utf-8")
