"""What README.md shows is what there is: its commands run, its examples answer as printed, its games are all."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from companion.rules.games import GAMES
from tests.checkout import ROOT
from tests.picture import FILE, picture, shown_lines
from tests.reference import referenced

README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
# The names that README.md uses, as they are called from a test.
PROGRAMS = {"companion": [sys.executable, "-m", "companion"], "python3": [sys.executable], "cat": ["cat"]}


def section(title: str) -> str:
    """Return the part of README.md below a heading."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def fences(text: str, kind: str) -> list[list[str]]:
    """Return the lines of every fenced block of a kind."""
    return [fence["body"].splitlines() for fence in FENCE.finditer(text) if fence["kind"] == kind]


def examples() -> Iterator[tuple[str, list[str]]]:
    """Find every command in README.md that is shown with its answer, and the answer's lines."""
    for lines in fences(README, "console"):
        starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield lines[start].removeprefix("$ "), lines[start + 1 : end]


def printed(line: str) -> str:
    """Return what a command line of README.md prints."""
    program, *arguments = shlex.split(line)
    command = [*PROGRAMS[program], *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=120, check=True
    )
    return done.stdout


def two_commands() -> list[str]:
    return [line for lines in fences(section("Two commands on a fresh machine"), "sh") for line in lines]


def test_two_commands() -> None:
    assert two_commands() == ["sh .ci/setup && .venv/bin/companion run --demo", "sh .ci/check"]


def test_the_first_command_sets_up_all_it_needs_and_shows_a_table(tmp_path: Path) -> None:
    set_up, _, run = two_commands()[0].partition(" && ")
    assert (ROOT / set_up.removeprefix("sh ")).is_file()
    program, *arguments = shlex.split(run)
    command = [*PROGRAMS[Path(program).name], *arguments, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        try:
            assert child.stdout is not None
            address = re.search(r"http://localhost:\d+/", child.stdout.readline())
            assert address
            with build_opener(ProxyHandler({})).open(address[0], timeout=30) as page:
                assert "Demonstration" in page.read().decode()
        finally:
            child.kill()


def test_a_game_is_shown_with_nothing_but_python() -> None:
    (lines,) = fences(section("Commands"), "sh")
    assert len(printed(lines[0]).splitlines()) > len(GAMES)


def test_ci_runs_the_second_command_and_nothing_after_it() -> None:
    line = two_commands()[1]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == line
    assert "set -euo pipefail" in script


@pytest.mark.parametrize(("line", "answer"), list(examples()), ids=[line for line, _ in examples()])
def test_examples_answer_as_shown(line: str, answer: list[str]) -> None:
    assert printed(line).splitlines() == answer


def test_there_are_examples_of_both_commands() -> None:
    assert {line.split()[1] for line, _ in examples()} >= {"plays", "judge"}


def test_the_games_are_all() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", section("What works today"), re.MULTILINE)
    assert rows == [(game.id, game.name) for game in GAMES.values()]


def test_the_picture_is_what_the_terminal_shows() -> None:
    assert f"]({FILE.relative_to(ROOT)})" in README
    assert FILE.read_text(encoding="utf-8") == picture(shown_lines()), "make it again: python -m tests.picture"


def test_every_option_is_explained() -> None:
    assert referenced(README) == README, "write it again: python -m tests.reference"
