"""Tools that need no model answer while a remote embedder does not."""

from dataclasses import replace

import pytest

from simonides.settings import Settings
from support.clients import Client


@pytest.mark.requirement("memory-without-model")
def test_words_and_status_need_no_model_that_answers(settings: Settings) -> None:
    # Nobody listens on port 9, and nobody has said how many dimensions the model has.
    silent = replace(settings, embedder="ollama", embedder_url="http://127.0.0.1:9", embedder_model="nomic", palace="team")
    client = Client(silent, "palace", "memory")

    client("mempalace_add_drawer", wing="wing_port", room="keys", content="The keys of crane seven are with Bertil.")
    found = client("search_text", query="crane keys")["results"]
    status = client("get_status")
    hint = client("recall", query="crane keys").get("hint")
    client.lazy.close()

    assert [line["content"] for line in found] == ["The keys of crane seven are with Bertil."]
    assert (status["memories_count"], status["embedding"]["model"]) == (1, "nomic/ollama/1")
    assert status["embedding"]["status"] != "ready"
    assert hint is not None
