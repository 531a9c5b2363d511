"""The composition root, when the palace it is to serve cannot be opened."""

from dataclasses import replace
from pathlib import Path

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.errors import Forbidden
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engines import build_host
from simonides.settings import Settings
from simonides.toolkit.calling import Purpose
from simonides.toolkit.grant import EVERYTHING, Grant
from support.clients import Client, Failure
from support.homes import Home


def test_a_palace_of_another_embedder_is_one_line_on_stderr_and_the_model_is_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Client(Settings(tmp_path, embedder="hashing", palace="proj"), "palace")
    before("mempalace_add_drawer", wing="w", room="r", content="The cat sleeps.")
    before.lazy.close()
    after = Client(Settings(tmp_path, palace="proj"), "palace")

    after.lazy.start()

    assert after.lazy.engine().embedder.wait(60)
    with pytest.raises(Failure, match="simonides reembed"):
        after("mempalace_status")
    after.lazy.close()
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("simonides: ")
    assert "simonides reembed" in line


def test_a_tool_that_needs_no_palace_answers_the_first_call_when_the_one_named_cannot_be_opened(tmp_path: Path) -> None:
    before = Client(Settings(tmp_path, embedder="hashing", palace="proj"), "palace")
    before("mempalace_add_drawer", wing="w", room="r", content="The cat sleeps.")
    before.lazy.close()
    after = Client(Settings(tmp_path, palace="proj"), "palace")

    spec = after("mempalace_get_aaak_spec")

    assert spec["aaak_spec"]
    after.lazy.close()


def test_settings_without_an_engine_are_one_line_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lazy = build_host(Settings(tmp_path, embedder="nonsense"))

    # What the thread of `start` runs.
    lazy._warm_up()

    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("simonides: ")
    assert "nonsense" in line


@pytest.mark.requirement("http-memories-quota")
def test_a_tokens_palace_takes_no_more_memories_than_it_may_and_gives_them_back(tmp_path: Path) -> None:
    lazy = build_host(Settings(tmp_path, embedder="hashing", tenant_memories=1))
    adding, deleting = Purpose(writes=True, makes=True, adds=True), Purpose(writes=True)
    tenant, master = lazy.open_within(Grant("ann", holder="t1")), lazy.open_within(EVERYTHING)
    first = tenant(Palace, None, adding)
    assert isinstance(first, Palace)
    first.memories.remember(Draft("The cat sleeps."))

    with pytest.raises(Forbidden, match="the palace holds 1 memory, as many as it may"):
        tenant(Palace, None, adding)

    assert isinstance(tenant(Palace, None, deleting), Palace)
    assert isinstance(master(Palace, "ann", adding), Palace)
    lazy.close()


@pytest.mark.requirement("serve-read-only")
def test_a_server_that_only_reads_offers_and_does_nothing_else(home: Home, tmp_path: Path) -> None:
    settings = Settings(
        tmp_path if home.database else Path(home.where), database=home.database, embedder="hashing", palace="proj"
    )
    before = Client(settings, "palace")
    filed = before("mempalace_add_drawer", wing="w", room="r", content="The cat sleeps.")
    before.lazy.close()
    reader = Client(replace(settings, read_only=True), "palace", "core", "trusty")

    tools = {tool["name"] for tool in reader.ask("tools/list")["tools"]}
    found = reader("mempalace_search", query="cat")
    recalled = reader("memory_recall", palace="proj", query="cat")
    with pytest.raises(Failure, match="this server only reads; it was started with --read-only"):
        reader("mempalace_add_drawer", wing="w", room="r", content="The dog sleeps.")
    reader.lazy.close()
    after = Client(settings, "palace")

    assert {"recall_memory", "read_memory"} <= tools
    assert not {"remember", "revise_memory"} & tools
    assert "The cat sleeps." in str(recalled)
    assert found["results"][0]["text"] == "The cat sleeps."
    drawer = after.lazy.engine().palace("proj").memories.get(filed["drawer_id"])
    assert drawer.accesses == 0
    after.lazy.close()


@pytest.mark.requirement("serve-read-only")
def test_a_server_that_only_reads_creates_no_palace(tmp_path: Path) -> None:
    reader = Client(Settings(tmp_path, embedder="hashing", palace="proj", read_only=True), "palace")

    reader.lazy.begin()
    status = reader("mempalace_status")
    reader.lazy.close()

    assert "error" in status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("serve-read-only")
def test_a_server_that_only_reads_names_itself_as_the_reason_and_no_token(tmp_path: Path) -> None:
    server = HttpProcess([*PRODUCT, "--http-only", "--read-only"], product_environment(tmp_path))

    refused = [
        server.send("POST", "/api/v1/palaces/proj/drawers", json={"content": "The dog sleeps."}),
        server.send("POST", "/api/v1/tokens", json={"palace": "proj"}),
        server.send("GET", "/api/v1/tokens"),
    ]
    server.end()

    assert [reply.status_code for reply in refused] == [403, 403, 403]
    assert {reply.json()["error"] for reply in refused} == {"this server only reads; it was started with --read-only"}
