import os
import sys
from pathlib import Path

import pytest

from simonides.domain.errors import Invalid
from simonides.settings import load


def test_a_flag_wins_over_the_environment_and_the_environment_over_the_file(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('palace = "from-file"\nthreads = 3\npatience_s = 1\n')
    environment = {"SIMONIDES_CONFIG": str(config), "SIMONIDES_PALACE": "from-environment", "SIMONIDES_THREADS": "2"}

    settings = load({"palace": "from-flag", "data_dir": str(tmp_path)}, environment)

    assert (settings.palace, settings.threads, settings.patience_s) == ("from-flag", 2, 1.0)


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    settings = load({}, {"SIMONIDES_CONFIG": str(tmp_path / "none.toml"), "SIMONIDES_HOME": str(tmp_path)})

    assert (settings.data_dir, settings.palace_name, settings.embedder) == (tmp_path, "default", "bundled")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs knows the folders")
@pytest.mark.parametrize(("named", "folder"), [("/x", "/x"), ("", ".local/share"), ("not/absolute", ".local/share")])
def test_palaces_lie_in_the_users_data_folder_as_xdg_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, folder: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", named)

    settings = load({}, {"SIMONIDES_CONFIG": str(tmp_path / "none.toml")})

    assert settings.data_dir == tmp_path / folder / "simonides"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs knows the folders")
def test_the_config_file_lies_in_the_users_config_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "simonides").mkdir()
    (tmp_path / "simonides" / "config.toml").write_text('palace = "from-file"\n')

    assert load({}, {}).palace == "from-file"


def test_a_user_without_a_home_may_name_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 3)

    assert load({"data_dir": str(tmp_path)}, {}).data_dir == tmp_path


@pytest.mark.parametrize(
    "text",
    [
        "palace = ",
        "colour = 'red'",
        "threads = 'many'",
        "threads = -1",
        "threads = inf",
        "palace = 5",
        "token = ['x']",
        "[data_dir]",
    ],
)
def test_a_bad_config_file_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(text)

    with pytest.raises(Invalid) as caught:
        load({}, {"SIMONIDES_CONFIG": str(config), "SIMONIDES_HOME": str(tmp_path)})

    assert str(caught.value).startswith(f"invalid 'config': {config}: ")


@pytest.mark.requirement("log-settings")
@pytest.mark.parametrize(
    ("variables", "tools", "level"),
    [
        ({}, ["trusty"], None),
        ({"RUST_LOG": "debug"}, ["trusty"], "debug"),
        ({"RUST_LOG": "warn,trusty_memory=trace,hyper=error"}, ["palace", "trusty"], "debug"),
        ({"RUST_LOG": "hyper=debug"}, ["trusty"], None),
        ({"RUST_LOG": "debug"}, ["palace"], None),
        ({"RUST_LOG": "debug", "SIMONIDES_LOG": "ERROR"}, ["trusty"], "error"),
    ],
)
def test_the_level_of_logging_is_ours_or_for_the_trusty_set_rusts(
    tmp_path: Path, variables: dict[str, str], tools: list[str], level: str | None
) -> None:
    settings = load({}, {"SIMONIDES_CONFIG": str(tmp_path / "none.toml"), "SIMONIDES_HOME": str(tmp_path), **variables})

    assert settings.log_level_for(tools) == level


@pytest.mark.parametrize(
    "variables",
    [
        {"SIMONIDES_LOG": "loud"},
        {"SIMONIDES_LOG_FORMAT": "xml"},
        {"SIMONIDES_CALL_SECONDS": "soon"},
        {"SIMONIDES_CALL_SECONDS": "nan"},
        {"SIMONIDES_THREADS": "inf"},
        {"SIMONIDES_ACCESS_LOG": "?"},
    ],
)
def test_a_bad_variable_is_refused_by_its_name(tmp_path: Path, variables: dict[str, str]) -> None:
    with pytest.raises(Invalid) as caught:
        load({}, {"SIMONIDES_CONFIG": str(tmp_path / "none.toml"), "SIMONIDES_HOME": str(tmp_path), **variables})

    assert caught.value.argument in variables
