"""The configuration: read strictly, explained wholly, and all that is wrong with it told at once."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from companion import pins
from companion.config import FILE, Config, ConfigError, changed, config_file, defaults, load, parse
from companion.options import Limits, option, options, read, toml
from companion.rules.games import GAMES
from firmware_bridge.lines import BAUD

WRONG = {
    "prot = 1": (
        "There is no prot: there are folder, language, panel, board, camera, gpio, journal, raw, analysis, hall, log,"
        " demo."
    ),
    "port = 1": "There is no port: did you mean port in [panel]?",
    "[panl]": "There is no panl: did you mean panel?",
    "[board]\nprot = 'x'": "There is no prot in [board]: did you mean port?",
    "[log]\nsource = 'x'": "There is no source in [log]: did you mean source in [camera]?",
    "[log]\nnonsense = 1": "There is no nonsense in [log]: there are level, form.",
    "panel = 3": "panel is a section: its options stand under [panel].",
    "[panel]\nport = 'x'": 'panel.port is to be a whole number, not "x".',
    "[panel]\nport = true": "panel.port is to be a whole number, not true.",
    "[panel]\nport = 70000": "panel.port is to be from 0 to 65535, not 70000.",
    "[panel]\nport = -1": "panel.port is to be from 0 to 65535, not -1.",
    "[panel]\non = 1": "panel.on is to be true or false, not 1.",
    "[panel]\nhosts = 'x'": 'panel.hosts is to be a list of texts, as ["one", "other"], not "x".',
    "[panel]\nhosts = [1]": 'panel.hosts is to be a list of texts, as ["one", "other"], not [1].',
    "[log]\nlevel = 'loud'": ('log.level is to be one of "debug", "info", "warning", "error", not "loud".'),
    "[board]\ncorner = 7": "board.corner is to be one of 0, 1, 12, 13, 24, not 7.",
    "[camera]\nfps = 'fast'": 'camera.fps is to be a number, not "fast".',
    "[camera]\nfps = 0.5": "camera.fps is to be from 1 to 60, not 0.5.",
    "[camera]\nfps = nan": "camera.fps is to be from 1 to 60, not nan.",
    "[camera]\nsize = '1280x721'": (
        'camera.size is to be one of "640x480", "800x600", "1024x768", "1280x720", "1280x960", "1600x1200",'
        ' "1920x1080", not "1280x721". Did you mean "1280x720"?'
    ),
    "[camera]\nwhite_sits = 'left'": 'camera.white_sits is to be one of "bottom", "top", not "left".',
    "[demo]\ngame = 'Tric-Track'": (
        f'demo.game is to be one of {", ".join(map(toml, ("", *GAMES)))}, not "Tric-Track". Did you mean "trictrac"?'
    ),
    "[gpio]\nbuzzer = 28": "gpio.buzzer is to be from -1 to 27, not 28.",
    "[gpio]\nbuzzer = '17'": 'gpio.buzzer is to be a whole number, not "17".',
    "[gpio]\nbuzzer = 17\ndrop_button = 17": "gpio.drop_button and gpio.buzzer are both pin 17: each needs its own.",
    "[gpio]\nbuzzer = 1": "gpio.buzzer is pin 1, which the Pi needs itself: choose one from 2 to 27.",
    "[gpio]\ntake_button = 17\npull = 'down'": (
        "gpio.pull must not be down where a pressed button is low: every button would seem to be pressed."
    ),
    "[gpio]\ntake_button = 3\npull = 'off'\npressed = 'high'": (
        "gpio.take_button is pin 3, which the Pi itself pulls up: a button there has to be low when pressed."
    ),
    "[board]\nlights = ['red']": (
        'board.lights is to be one of "none", "point", "white", "black", "illegal", not "red".'
    ),
    "folder = 1": "folder is to be a text, not 1.",
}


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return caught.value.problems


@pytest.mark.parametrize(("text", "problem"), WRONG.items())
def test_what_is_wrong_is_told(text: str, problem: str) -> None:
    assert problems(text) == (problem,)


def test_everything_wrong_is_told_at_once() -> None:
    assert len(problems("port = 1\n[panel]\nport = 'x'\nhost = 3\n[bord]")) == 4


def test_every_clash_of_pins_is_told() -> None:
    found = problems("[gpio]\nwhite_light = 0\nblack_light = 0\nillegal_light = 4\nbuzzer = 4")
    assert [one.partition(":")[0] for one in found] == [
        "gpio.white_light is pin 0, which the Pi needs itself",
        "gpio.black_light is pin 0, which the Pi needs itself",
        "gpio.white_light and gpio.black_light are both pin 0",
        "gpio.illegal_light and gpio.buzzer are both pin 4",
    ]
    with pytest.raises(ConfigError, match="both pin 4"):
        changed(parse("[gpio]\nbuzzer = 4"), {"gpio.take_button": 4})


def test_pins_that_fit_may_be_used() -> None:
    config = parse("[gpio]\npressed = 'high'\npull = 'down'\nwhite_button = 17\nwhite_light = 2\nsounds = []")
    assert pins.used(config.gpio) == {"white_button": 17, "white_light": 2}
    assert config.gpio.sounds == ()
    assert pins.used(Config().gpio) == {}


def test_what_is_no_toml_is_told() -> None:
    (problem,) = problems("port = = 1")
    assert problem.startswith("It is not TOML: ")
    assert "line 1" in problem


def test_without_anything_the_defaults_hold() -> None:
    assert parse("") == load(None) == Config()


def test_what_is_said_holds_and_the_rest_stays() -> None:
    config = parse("folder = '/data'\n[panel]\nport = 80\nhosts = ['table', 'table.local']\n[camera]\nfps = 10")
    assert config.data == Path("/data")
    assert config.panel == replace(Config().panel, port=80, hosts=("table", "table.local"))
    assert config.camera.fps == 10.0
    assert isinstance(config.camera.fps, float)
    assert config.board == Config().board


def test_the_documented_file_is_the_defaults() -> None:
    assert parse(defaults()) == Config()


def test_every_option_is_documented() -> None:
    text, data = defaults(), tomllib.loads(defaults())
    for one in options(Config):
        where = data[one.section] if one.section else data
        assert one.name in where
        assert f"# {one.limits.sentence}\n{one.name} = " in text
        assert one.limits.about.endswith(".")
        assert one.limits.breach(one.default) == "" or isinstance(one.default, tuple)


def test_the_boards_speed_is_the_links() -> None:
    assert Config().board.baud == BAUD


def test_single_options_can_be_set() -> None:
    config = changed(parse("[panel]\nport = 80"), {"panel.host": "127.0.0.1", "folder": "/x"})
    assert (config.panel.port, config.panel.host, config.folder) == (80, "127.0.0.1", "/x")
    with pytest.raises(ConfigError, match=r"panel\.port is to be from 0 to 65535, not 99999"):
        changed(config, {"panel.port": 99_999})


def test_where_the_file_is(tmp_path: Path) -> None:
    usual = tmp_path / "companion" / FILE
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert config_file(None, environment) is None
    usual.parent.mkdir()
    usual.write_text("")
    assert config_file(None, environment) == usual
    assert config_file(None, {**environment, "COMPANION_CONFIG": "/named.toml"}) == Path("/named.toml")
    assert config_file(Path("/given.toml"), {"COMPANION_CONFIG": "/named.toml"}) == Path("/given.toml")
    assert config_file(None, {"XDG_CONFIG_HOME": "not/absolute"}) != Path("not/absolute/companion") / FILE


def test_a_mark_before_a_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "notepad.toml").write_text("folder = '/srv/Gäste'\r\n", encoding="utf-8-sig")
    assert load(tmp_path / "notepad.toml").folder == "/srv/Gäste"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"It cannot be read: No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("folder = 'Gäste'".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"not written in UTF-8"):
        load(tmp_path / "latin.toml")


@pytest.mark.parametrize("value", [True, False, 3, 1.5, "", 'a "b" \\ c\nd', ("x", "y"), ()])
def test_values_are_written_as_toml_reads_them(value: object) -> None:
    found = tomllib.loads(f"value = {toml(value)}")["value"]
    assert found == (list(value) if isinstance(value, tuple) else value)


def test_no_section_has_a_field_that_is_no_option() -> None:
    @dataclass(frozen=True)
    class Small:
        """Small."""

        only: int = option("The only one.", default=1, least=0, most=2)

    assert [one.path for one in options(Small)] == ["only"]
    assert read(Small, {"only": 2}).only == 2
    assert Limits("About.").sentence == "About."
    known = {one.path.partition(".")[0] for one in options(Config)}
    assert {one.name for one in fields(Config)} == known
