"""Answers of the tool sets that a server keeps short."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from simonides.domain.text.token_estimate import estimate_tokens
from simonides.settings import Settings
from support.clients import Client

LONG = "The tide was low and nobody came. " * 1_500 + "The mooring fee for the Heron is 42 crowns. " + "The tide was low. " * 500


@pytest.fixture
def bounded(settings: Settings) -> Iterator[Client]:
    client = Client(replace(settings, max_tokens=2_000), "palace", "trusty", "memory")
    client("palace_create", name="default")
    client("mempalace_add_drawer", wing="harbour", room="fees", content=LONG)
    yield client
    client.lazy.close()


@pytest.mark.requirement("bounded-answers")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("mempalace_search", {"query": "mooring fee Heron"}),
        ("memory_recall", {"palace": "default", "query": "mooring fee Heron"}),
        ("memory_recall_deep", {"palace": "default", "query": "mooring fee Heron"}),
        ("search_text", {"query": "mooring fee Heron"}),
        ("recall", {"query": "mooring fee Heron"}),
    ],
)
def test_a_long_drawer_comes_as_the_passage_that_answers(bounded: Client, tool: str, arguments: dict[str, object]) -> None:
    reply = bounded(tool, **arguments)

    [text] = {result.get("text", result.get("content")) for result in reply["results"]}
    assert "The mooring fee for the Heron is 42 crowns." in text
    assert f"of {len(LONG):,}; drawer_" in text
    assert estimate_tokens(text) <= 2_100


@pytest.mark.requirement("bounded-answers")
def test_without_the_setting_the_contracts_sets_answer_whole(call: Client) -> None:
    call("mempalace_add_drawer", wing="harbour", room="fees", content=LONG)

    assert call("mempalace_search", query="mooring fee Heron")["results"][0]["text"] == LONG
