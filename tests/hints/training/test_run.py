"""A run of the training: it learns, it goes on where it was killed, and it shows how far it is."""

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion.hints.nets.net import load
from companion.hints.training import plans, run
from companion.hints.training.__main__ import main
from companion.hints.training.rounds import main as rounds
from companion.hints.training.rounds import next_slice, ship
from companion.hints.training.run import Goal, Run
from companion.hints.training.store import CURVE, STATE, Store
from companion.rules.games import GAMES

GAME = GAMES["trictrac_old"]
"""The shortest of all."""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("trained")
    assert main([GAME.id, str(folder), "--games", "1200", "--seed", "3"]) == 0
    return folder


def test_a_short_run_already_beats_random_play(trained: Path) -> None:
    last = Store(GAME, trained).progress()[-1]
    assert last["games"] >= 1200
    assert last["random"]["won"] > 0.6
    assert last["random"]["points"] > 0.3


def test_it_leaves_weights_with_a_card_and_a_picture(trained: Path) -> None:
    net = load(GAME, trained / f"{GAME.id}.npz")
    card = json.loads((trained / f"{GAME.id}.json").read_text(encoding="utf-8"))
    assert card["games_played"] >= 1200
    assert card["layers"]["contact"] == [len(net.sets["contact"].weights[0]), *plans.hidden(GAME)["contact"], 7]
    assert set(card["strength"]) == {"heuristic", "random"}
    picture = ET.parse(trained / CURVE).getroot()  # noqa: S314 - our own picture
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2


def test_it_goes_on_with_what_was_kept(trained: Path) -> None:
    first = Run(GAME, trained, 9, lambda _text: None)
    again = Run(GAME, trained, 9, lambda _text: None)
    assert first.counts.games >= 1200
    assert first.counts.seed == 3
    assert first.learner.steps == first.counts.steps > 0
    for part in ("net", "mean"):
        arrays, others = (getattr(one.learner, part).arrays() for one in (first, again))
        assert all(np.array_equal(array, others[name]) for name, array in arrays.items())
    assert any(np.any(array) for array in first.learner.second.values())


def test_it_can_begin_with_what_another_run_came_to(trained: Path, tmp_path: Path) -> None:
    weights = trained / f"{GAME.id}.npz"
    told = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
    with quickly_measured():
        begun = ["--begin-with", str(weights), "--seed", "5", "--rounds-kept", "2", "--passes", "1"]
        assert main([GAME.id, str(tmp_path), "--games", str(told["games_played"] + 1), *begun]) == 0
    card = json.loads((tmp_path / f"{GAME.id}.json").read_text(encoding="utf-8"))
    assert card["games_played"] > told["games_played"]
    assert card["positions"] > told["positions"]
    assert card["made_by"].endswith(" --seed 5 --begin-with WEIGHTS --rounds-kept 2 --passes 1")
    kept = Run(GAME, tmp_path, 5, lambda _text: None)
    assert (kept.counts.rounds_kept, kept.counts.passes) == (2, 1)
    assert card["begun_with"] == {key: told[key] for key in ("game", "games_played", "made_by")}


def test_weights_without_their_card_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = tmp_path / f"{GAME.id}.npz"
    weights.write_bytes(b"")
    with pytest.raises(SystemExit):
        main([GAME.id, str(tmp_path / "run"), "--begin-with", str(weights)])
    assert "their card (.json) must be there" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_weights_of_another_game_are_only_a_beginning(trained: Path, tmp_path: Path) -> None:
    weights = trained / f"{GAME.id}.npz"
    begun = Run(GAMES["trictrac"], tmp_path, 5, lambda _text: None, weights)
    assert begun.counts.games == begun.counts.positions == 0
    assert begun.counts.begun_with["game"] == GAME.id
    arrays = load(GAME, weights).arrays()
    assert all(np.array_equal(array, arrays[name]) for name, array in begun.learner.net.arrays().items())


def test_what_is_kept_goes_before_what_a_run_could_begin_with(trained: Path) -> None:
    one = Run(GAME, trained, 9, lambda _text: None, trained / "missing.npz")
    assert one.counts.seed == 3
    assert not one.counts.begun_with


def test_the_power_may_be_cut_while_it_keeps(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (trained / STATE).read_bytes()
    one = Run(GAME, trained, 3, lambda _text: None)

    def cut(*_args: object, **_kinds: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", cut)
    with pytest.raises(KeyboardInterrupt):
        one.store.save(one.learner, one.counts)
    assert (trained / STATE).read_bytes() == before


def test_killed_it_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.hints.training.rounds", str(tmp_path), "--only", "trictrac_old"]
    script = (
        "import sys; from companion.hints.training import run, rounds; run.KEEP_EVERY = 0.0; rounds.main(sys.argv[1:])"
    )
    started = [sys.executable, "-c", script, *command[3:]]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}) as one:
        assert one.stdout is not None
        for _ in range(2):
            assert "trictrac_old" in one.stdout.readline()
        one.send_signal(signal.SIGKILL)
    after = Run(GAME, tmp_path / "trictrac_old", 1, lambda _text: None)
    games = after.counts.games
    assert games > 0
    with quickly_measured():
        after.go_on(Goal(games=games + 1))
    assert after.counts.games > games


@contextmanager
def quickly_measured() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "MEASURED", 4)
        yield


def test_the_status_names_every_game(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / GAME.id).symlink_to(trained)
    assert rounds([str(tmp_path), "--status"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in GAMES)
    assert said.count("nothing yet") == len(GAMES) - 1


def test_what_is_shipped_is_what_was_measured(trained: Path, tmp_path: Path) -> None:
    (tmp_path / GAME.id).symlink_to(trained)
    ship(tmp_path, list(GAMES), tmp_path / "weights")
    assert {path.name for path in (tmp_path / "weights").iterdir()} == {f"{GAME.id}.npz", f"{GAME.id}.json"}
    shipped = load(GAME, tmp_path / "weights" / f"{GAME.id}.npz").arrays()
    mean = Run(GAME, trained, 3, lambda _text: None).learner.mean.arrays()
    assert all(np.allclose(array, mean[name], rtol=1e-3, atol=1e-6) for name, array in shipped.items())


def test_the_game_that_had_least_of_its_share_is_next() -> None:
    assert next_slice({"puff": 100.0, "snake": 60.0}) == ("puff", 50.0)
    assert next_slice({"puff": 100.0, "snake": 40.0}) == ("snake", 20.0)
    assert next_slice({"puff": 0.0, "snake": 0.0})[1] == 20.0
    assert next_slice({"puff": 1e6})[1] == 600.0


def test_learning_slows_down_and_trusts_itself_more() -> None:
    paces = [plans.pace_after(games) for games in (0, 1000, 10**5, 10**6)]
    assert [pace.rate for pace in paces] == sorted((pace.rate for pace in paces), reverse=True)
    assert [pace.trust for pace in paces] == sorted((pace.trust for pace in paces), reverse=True)
    assert 0 < paces[-1].rate < paces[0].rate / 10
