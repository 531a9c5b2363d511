import json
import shlex
import tomllib
from pathlib import Path, PurePath

import pytest

from cli.conftest import Run
from simonides.cli.clients.instructions import instructions
from simonides.mining.places.rooms import plan


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "My Project"
    for name in (
        "docs/guide.md",
        "src/billing/a.py",
        "src/billing/b.py",
        "src/search/c.py",
        "node_modules/x/y.js",
        ".git/config",
        "README.md",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    return folder


def rooms(*files: str) -> list[tuple[str, int]]:
    return [(room.name, room.files) for room in plan("x", map(PurePath, files)).rooms]


def test_init_makes_the_palace_and_proposes_wing_and_rooms(run: Run, project: Path, home: Path) -> None:
    made = run("init", str(project), "--yes", "--json").json

    assert (made["palace"], made["created"], made["wing"]) == ("default", True, "wing_my_project")
    assert [(room["name"], room["files"]) for room in made["rooms"]] == [("billing", 2), ("documentation", 2), ("search", 1)]
    assert Path(made["path"]) == home / "palaces" / "default"
    assert run("status").code == 0


def test_init_shows_how_to_go_on(run: Run, project: Path) -> None:
    shown = run("init", str(project), "--palace", "my palace")

    assert shown.code == 0
    assert "claude mcp add simonides -- " in shown.out
    assert "--palace 'my palace'" in shown.out
    assert "--wing wing_my_project" in shown.out


def test_the_next_steps_of_init_lead_to_the_same_palace(run: Run, project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"

    lines = run("init", str(project), "--palace", "my palace", "--data-dir", str(elsewhere)).out.splitlines()

    steps = [shlex.split(line)[1:] for line in lines if line.startswith("  simonides ")]
    assert [step[0] for step in steps] == ["mine", "remember"]
    assert all(step[-4:] == ["--data-dir", str(elsewhere), "--palace", "my palace"] for step in steps)
    assert run(*steps[0]).code == 0
    assert run(*steps[1]).code == 0
    assert run("palace", "list", "--json").json == []


def test_init_twice_keeps_the_palace(run: Run, project: Path) -> None:
    run("remember", "Kept.")

    assert run("init", str(project), "--json").json["created"] is False
    assert run("status", "--json").json["memories"] == 1


def test_init_asks_in_a_terminal_and_takes_no_for_an_answer(
    run: Run, project: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simonides.cli.commands.init.is_interactive", lambda: True)

    assert run("init", str(project), stdin="n\n").code == 1
    assert not home.exists()


def test_a_lone_package_gives_its_parts_as_rooms() -> None:
    assert rooms("src/pkg/api/a.py", "src/pkg/api/b.py", "src/pkg/store/c.py") == [("backend", 2), ("store", 1)]


def test_files_at_the_top_are_sorted_by_kind() -> None:
    assert rooms("a.md", "b.txt", "c.py", "d.toml", "e.xyz") == [
        ("documentation", 2),
        ("code", 1),
        ("configuration", 1),
        ("general", 1),
    ]


def test_an_empty_folder_still_has_a_room() -> None:
    assert rooms() == [("general", 0)]


@pytest.mark.parametrize(
    ("folder", "wing"),
    [("My Project!", "wing_my_project"), ("日本", "wing_日本"), ("...", "wing_general"), ("a" * 300, "wing_" + "a" * 123)],
)
def test_any_folder_name_makes_a_wing(folder: str, wing: str) -> None:
    assert plan(folder, []).wing == wing


def test_the_instructions_for_clients_can_be_pasted() -> None:
    text = instructions("--palace", 'a "b"')
    lines = [line.strip() for line in text.splitlines()]
    codex = tomllib.loads("\n".join(lines[lines.index("[mcp_servers.simonides]") :][:3]))
    cursor = json.loads(lines[-1])

    assert codex["mcp_servers"]["simonides"]["args"][-5:] == ["serve", "--palace", 'a "b"', "--tools", "core"]
    assert cursor["mcpServers"]["simonides"]["args"] == codex["mcp_servers"]["simonides"]["args"]
