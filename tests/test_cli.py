"""The commands as scripts use them: one line out for each line in, and bad lines answered."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.rules.games import GAMES
from tests.checkout import ROOT
from tests.commands.closed import with_nobody_reading
from tests.commands.inside import companion

START = {
    "game": "backgammon",
    "options": {},
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": {"white": 0, "black": 0},
    "reserve": {"white": 0, "black": 0},
    "off": {"white": 0, "black": 0},
    "turn": "white",
    "dice": [3, 1],
    "memory": {},
}
AFTER_31 = {**START, "points": [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]}
UNMOVED = {**START, "after": {key: START[key] for key in ("points", "bar", "reserve", "off")}}
MADE_POINT = {**START, "after": {key: AFTER_31[key] for key in ("points", "bar", "reserve", "off")}}


def run(command: str, *lines: bytes) -> tuple[list[Any], int]:
    """Run a command in this process on the lines; return its answers and its exit status."""
    stdin, stdout = io.TextIOWrapper(io.BytesIO(b"".join(line + b"\n" for line in lines))), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", stdout)
        status = main([command])
    return [json.loads(line) for line in stdout.getvalue().splitlines()], status


def encoded(case: object) -> bytes:
    return json.dumps(case).encode()


def test_plays_gives_the_sorted_outcomes() -> None:
    (answer,), status = run("plays", encoded(START))
    assert status == 0
    outcomes = answer["outcomes"]
    assert len(outcomes) == 16
    assert outcomes == sorted(outcomes, key=lambda one: one["points"])
    assert {"points", "bar", "reserve", "off", "scored", "won", "again", "memory"} == set(outcomes[0])
    assert AFTER_31["points"] in [one["points"] for one in outcomes]


def test_judge_says_legal_or_why_not() -> None:
    answers, status = run("judge", encoded(MADE_POINT), encoded(UNMOVED))
    assert status == 0
    assert answers[0] == {"legal": True, "scored": 0}
    assert answers[1]["legal"] is False
    assert answers[1]["reason"] == "not_moved"
    assert answers[1]["message"] == "Nothing was moved, but a play is possible."


@pytest.mark.parametrize("words", [(), ("--language", "en")])
def test_without_a_command_all_of_them_are_told_and_where_to_begin(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.out.startswith("usage: companion ")
    assert "'companion run --demo'" in told.out
    assert told.err == ""


@pytest.mark.parametrize("command", ["plays", "judge", "hint"])
def test_the_help_has_an_example_that_works(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("  echo "))
    echo, case, *rest = shlex.split(line)
    assert (echo, rest) == ("echo", ["|", "companion", command])
    (answer,), status = run(command, case.encode())
    assert status == 0
    assert (
        answer == {"legal": True, "scored": 0} or answer.get("outcomes") or answer["plays"][0]["notation"] == "8/5 6/5"
    )


BAD_LINES: list[tuple[bytes, str]] = [
    (b"", "empty"),
    (b"{", "not JSON"),
    (b"\xff\xfe", "UTF-8"),
    (b"[" * 100_000, "nested"),
    (b'{"game": ' + b"9" * 5000 + b"}", "digits"),
    (b"[]", "object"),
    (b"null", "object"),
    (b"7", "object"),
    (encoded({}), "'game' is missing"),
    (encoded({**START, "game": "backgamon"}), "did you mean 'backgammon'"),
    (encoded({**START, "game": 7}), "'game' is missing"),
    (encoded({**START, "optons": {}}), "did you mean 'options'"),
    (encoded({**START, "options": {"ravensburge": True}}), "did you mean 'ravensburger'"),
    (encoded({**START, "options": {"ravensburger": 1}}), "may be false, true"),
    (encoded({**START, "options": {"ravensburger": None}}), "cannot be None"),
    (encoded({**START, "options": []}), "'options' must be a JSON object"),
    (encoded({**START, "points": [0] * 23}), "24 counts"),
    (encoded({**START, "points": "x"}), "24 counts"),
    (encoded({**START, "points": [0.5] * 24}), "point 1"),
    (encoded({**START, "points": [True] * 24}), "point 1"),
    (encoded({**START, "points": [10**30] * 24}), "point 1"),
    (encoded({**START, "points": [0] * 24}), "white: too few checkers, 15; black: too few checkers, 15"),
    (encoded({**START, "bar": {"white": -1}}), "bar of white"),
    (encoded({**START, "bar": {"red": 1}}), "'red'"),
    (encoded({**START, "bar": {"white": 1}}), "white: too many checkers, 1"),
    (encoded({**START, "turn": "green"}), "'turn' must be"),
    (encoded({**START, "turn": None}), "'turn' must be"),
    (encoded({**START, "turn": []}), "'turn' must be"),
    (encoded({**START, "dice": [0, 7]}), "'dice' must be two numbers"),
    (encoded({**START, "dice": [1]}), "'dice' must be two numbers"),
    (encoded({**START, "dice": [1, True]}), "'dice' must be two numbers"),
    (encoded({**START, "dice": [1, 2.0]}), "'dice' must be two numbers"),
    (encoded({**START, "memory": {"gates": 1}}), "'memory' has no 'gates'"),
    (encoded({**START, "memory": {"named": 9}}), "9 cannot be named"),
    (encoded({**START, "memory": {"gate": {"white": 1}}}), "true or false"),
]


@pytest.mark.parametrize(("line", "told"), BAD_LINES, ids=map(str, range(len(BAD_LINES))))
@pytest.mark.parametrize("command", ["plays", "judge"])
def test_a_bad_line_is_answered_and_the_next_one_read(command: str, line: bytes, told: str) -> None:
    answers, status = run(command, line, encoded(MADE_POINT))
    assert status == 1
    assert answers[0]["line"] == 1
    assert told in answers[0]["error"]
    assert len(answers) == 2
    assert "error" not in answers[1]


def test_judge_asks_for_the_position_after() -> None:
    (answer,), status = run("judge", encoded(START))
    assert (answer["line"], status) == (1, 1)
    assert "'after' is missing" in answer["error"]


def test_judge_tells_an_impossible_position_after() -> None:
    crowded = {**AFTER_31, "bar": {"white": 1, "black": 0}}
    case = {**START, "after": {key: crowded[key] for key in ("points", "bar", "reserve", "off")}}
    (answer,), status = run("judge", encoded(case))
    assert status == 0
    assert answer["reason"] == "checker_count"
    assert answer["message"] == "The checkers do not add up: white has 16 of 15."


def test_a_finished_game_has_nothing_to_play() -> None:
    won = {**START, "points": [-15] + [0] * 23, "off": {"white": 15, "black": 0}}
    (answer,), status = run("plays", encoded(won))
    assert status == 1
    assert "the game is over: white has borne off every checker" in answer["error"]


def test_a_bool_and_an_equal_number_are_told_apart() -> None:
    right = {**START, "options": {"ravensburger": True}}
    wrong = {**START, "options": {"ravensburger": 1}}
    answers, _ = run("plays", encoded(right), encoded(wrong), encoded(right))
    assert ["error" in answer for answer in answers] == [False, True, False]


@pytest.mark.parametrize("dice", [[1, 2], [2, 1], [4, 4]])
def test_a_named_double_counts_whatever_the_dice_show(dice: list[int]) -> None:
    case = {
        "game": "acey_deucey",
        "points": [0] * 24,
        "reserve": {"white": 15, "black": 15},
        "turn": "white",
        "dice": dice,
        "memory": {"named": 4, "ace_deuces": 1},
    }
    (answer,), _ = run("plays", encoded(case))
    assert max(one["points"][20] for one in answer["outcomes"]) == 4
    assert all(one["again"] and one["memory"] == {"named": 0, "ace_deuces": 1} for one in answer["outcomes"])


def program(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as people do, as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[1],
        timeout=120,
    )


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(encoded(START) + b"\n" + encoded(START))
    done = program("plays", str(file))
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 2
    assert done.stderr == b""


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    done = program("judge", str(tmp_path / "none.jsonl"))
    assert done.returncode == 2
    assert b"cannot be read: No such file" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "plays"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write((encoded(START) + b"\n") * 20)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1


def test_a_reader_that_went_before_a_short_answer_is_no_complaint() -> None:
    assert with_nobody_reading("config", "check") == (1, "")


@pytest.mark.parametrize("game", GAMES)
def test_show_plays_a_game_of_ones_choice(game: str) -> None:
    done = program("show", game, "--seed", "4", "--throws", "12")
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "Opening throw" in text
    assert text.count("legal play") == 12
    assert text.count("Played: ") == 12
    assert text.count("Illegal: ") >= 6
    assert done.stdout == companion("show", game, "--seed", "4", "--throws", "12").stdout


def test_show_plays_to_the_end() -> None:
    done = companion("show", "backgammon", "--seed", "4")
    assert "wins; the game counts" in done.stdout.decode().splitlines()[-1]


def test_an_unknown_game_is_told() -> None:
    done = companion("show", "checkers")
    assert done.returncode == 2
    assert b"invalid choice: 'checkers'" in done.stderr


def test_it_ends_without_a_trace_while_it_still_loads(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("""
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "companion.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
""")
    paths = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    for program in (["-m", "companion"], ["-c", "import sys; from companion.__main__ import main; sys.exit(main())"]):
        command = [sys.executable, *program, "games"]
        done = subprocess.run(command, env={**os.environ, **paths}, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (130, "")


def test_help_and_version() -> None:
    assert b"plays" in program("--help").stdout
    assert program("--version").stdout.startswith(b"companion ")
    assert program("none").returncode == 2


def test_help_loads_nothing_of_what_commands_do() -> None:
    """That takes several times as long as all the rest."""
    rooms = ("companion.service", "companion.table", "companion.journal.store", "companion.hints.adviser", "web")
    asked = f"import sys, companion.cli; companion.cli._parser(); print({{*sys.modules}} & {{*{rooms}}})"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_output_is_plain_ascii_whatever_the_locale() -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "show", "puff", "--seed", "1", "--throws", "3"],
        capture_output=True,
        check=True,
        env=environment,
        cwd=Path(__file__).parents[1],
    )
    done.stdout.decode("ascii")
