"""The memory contract: projects are indexed, searched, listed and deleted."""

from pathlib import Path
from typing import Any

import pytest

from simonides.servers.mcp.dialogue.inquiries import Inquiries
from simonides.servers.mcp.session import Session
from support.clients import Client

RUST = 'fn main() {\n    println!("moored");\n}\n'
PYTHON = 'def mooring_fee(tons):\n    """What a ship pays for a night at the quay."""\n    return 3 * tons\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "my-project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "main.rs").write_text(RUST)
    (folder / "fees.py").write_text(PYTHON)
    return folder


@pytest.mark.requirement("memory-code")
def test_a_project_is_indexed_and_named_after_its_folder(memory: Client, folder: Path) -> None:
    reply = memory("index_project", path=str(folder))

    assert reply == {"project_id": "my-project", "files_indexed": 2, "chunks_created": 2}
    assert memory("list_projects") == {"projects": ["my-project"], "count": 1}
    assert memory("get_status")["code_chunks_count"] == 2


@pytest.mark.requirement("memory-code")
def test_the_status_tells_how_far_indexing_has_come(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    status = memory("get_index_status", project_id="my-project")

    assert status.keys() == {
        "project_id", "status", "total_files", "indexed_files", "total_chunks", "embedded_chunks", "progress_percent",
        "eta_seconds", "started_at", "completed_at",
    }  # fmt: skip
    assert (status["status"], status["progress_percent"], status["eta_seconds"]) == ("completed", 100.0, None)
    assert (status["total_files"], status["indexed_files"], status["total_chunks"]) == (2, 2, 2)
    assert status["started_at"] <= status["completed_at"]


@pytest.mark.requirement("memory-code")
def test_code_is_found_with_language_kind_name_and_lines(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    reply = memory("search_code", query="what does a ship pay for a night?", project_id="my-project", limit=1)

    [found] = reply["results"]
    assert reply["count"] == 1
    assert found.pop("id")
    assert 0 < found.pop("score") <= 1
    assert found == {
        "file_path": "fees.py",
        "content": PYTHON,
        "language": "python",
        "start_line": 1,
        "end_line": 3,
        "chunk_type": "function",
        "name": "mooring_fee",
    }


@pytest.mark.requirement("memory-code")
def test_code_that_answers_better_has_the_higher_score(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    first, second = memory("search_code", query="mooring fee")["results"]

    assert first["name"] == "mooring_fee"
    assert 1 >= first["score"] > second["score"] >= 0


@pytest.mark.requirement("memory-code")
def test_a_blank_project_or_language_leaves_it_out(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))
    everything = memory("search_code", query="mooring fee")
    recalled = memory("recall", query="mooring fee", include_memories=False, include_code=True)

    assert everything["count"] > 0
    assert memory("search_code", query="mooring fee", project_id=" ") == everything
    assert (
        memory("recall", query="mooring fee", include_memories=False, include_code=True, project_id="", language=" ") == recalled
    )


@pytest.mark.requirement("memory-code")
def test_the_definition_of_an_identifier_comes_first(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    assert memory("search_code", query="main")["results"][0]["file_path"] == "src/main.rs"


@pytest.mark.requirement("memory-code")
def test_indexing_again_without_a_change_files_no_chunk(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    assert memory("index_project", path=str(folder))["chunks_created"] == 0
    assert memory("get_index_status", project_id="my-project")["total_chunks"] == 2


@pytest.mark.requirement("memory-code")
def test_a_project_whose_folder_has_vanished_has_failed(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))
    folder.rename(folder.with_name("elsewhere"))

    assert memory("get_index_status", project_id="my-project")["status"] == "failed"


@pytest.mark.requirement("memory-code")
def test_a_deleted_project_is_gone(memory: Client, folder: Path) -> None:
    memory("index_project", path=str(folder))

    assert memory("delete_project", project_id="my-project") == {"chunks_deleted": 2}
    assert memory("list_projects") == {"projects": [], "count": 0}
    assert memory("search_code", query="mooring fee") == {"results": [], "count": 0}
    assert memory.failure("get_index_status", project_id="my-project") == "Project not found: my-project"
    assert memory.failure("delete_project", project_id="my-project") == "Project not found: my-project"


@pytest.mark.requirement("memory-code")
@pytest.mark.parametrize("path", ["/no/such/folder", "", "a\x00b", "\ud83d", "x" * 5000])
def test_what_is_no_folder_is_told_in_the_contracts_words(memory: Client, path: str) -> None:
    assert memory.failure("index_project", path=path) == f"Invalid path: {path}".replace("\ud83d", "\ufffd")
    assert memory("list_projects")["count"] == 0


@pytest.mark.requirement("memory-code")
def test_a_file_is_no_project(memory: Client, folder: Path) -> None:
    path = str(folder / "fees.py")

    assert memory.failure("index_project", path=path) == f"Invalid path: {path}"


@pytest.mark.requirement("mcp-progress")
def test_indexing_tells_how_far_it_has_come(memory: Client, folder: Path) -> None:
    sent: list[dict[str, Any]] = []
    memory.session = Session(Inquiries(sent.append, patience_s=0.05))
    memory.ask("initialize", protocolVersion="2025-11-25", capabilities={})

    memory.ask("tools/call", name="index_project", arguments={"path": str(folder)}, _meta={"progressToken": "t"})

    told = [message["params"] for message in sent if message["method"] == "notifications/progress"]
    assert told[-1] == {"progressToken": "t", "progress": 2, "total": 2, "message": "2 chunks can be found"}
