"""Tools that need no model answer while a remote embedder does not."""

import json
from dataclasses import replace
from typing import Literal

import pytest

from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.settings import Settings
from simonides.toolsets.graph.observations import query_observations
from simonides.toolsets.graph.searching import search_nodes
from support.clients import Client, Failure


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


def graph_of(settings: Settings) -> Client:
    client = Client(settings, "graph")
    client("create_entities", entities=[{"name": "Bertil", "entity_type": "person", "observations": ["Keeps the crane keys."]}])
    return client


@pytest.mark.parametrize("search", [{"name": "search_nodes"}, {"name": "query_observations", "entity_name": "Bertil"}])
def test_a_bare_list_tells_beside_itself_that_words_alone_were_compared(settings: Settings, search: dict[str, str]) -> None:
    silent = replace(settings, embedder="ollama", embedder_url="http://127.0.0.1:9", embedder_model="nomic", palace="team")
    client, tool = graph_of(silent), search["name"]
    arguments = {"query": "crane keys", **{key: value for key, value in search.items() if key != "name"}}

    result = client.ask("tools/call", name=tool, arguments=arguments)
    by_words = client.ask("tools/call", name=tool, arguments={**arguments, "mode": "text"})
    client.lazy.close()

    assert result["_meta"] == {"simonides/remark": "Searched by words alone: the embedding model is not ready."}
    assert isinstance(json.loads(result["content"][0]["text"]), list)
    assert "_meta" not in by_words


@pytest.mark.parametrize("mode", ["embedding", "text"])
def test_a_search_within_a_node_is_bounded_and_tells_beside_itself_what_it_left_out(
    palace: Palace, mode: Literal["embedding", "text"]
) -> None:
    palace.entities.create([EntityDraft("Ledger", "thing", [f"Line {number}." for number in range(203)])])
    palace.vectors.catch_up()

    found = query_observations(palace, "Ledger", "line", mode)
    palace.entities.forget_observations([("Ledger", [0, 1, 2])])
    whole = query_observations(palace, "Ledger", "line", mode)

    assert (len(found.data), found.remark) == (200, "3 more are left out: ask for less, or read all with open_nodes.")
    assert (len(whole.data), whole.remark) == (200, "")


def test_a_bare_list_tells_how_many_observations_wait_and_nothing_when_none_does(palace: Palace) -> None:
    # No server, whose background work would embed them meanwhile.
    palace.entities.create([EntityDraft("Ledger", "thing", [f"Line {number}." for number in range(200)])])

    waiting = search_nodes(palace, "line")
    palace.vectors.catch_up()
    complete = search_nodes(palace, "line")

    assert waiting.remark == "200 memories have no vector yet and can be found by words alone."
    assert complete.remark == ""


def test_an_empty_question_is_told_by_the_name_of_its_argument(settings: Settings) -> None:
    client = Client(settings, "core", "palace")
    client("mempalace_add_drawer", wing="wing_port", room="keys", content="The keys of crane seven are with Bertil.")

    told = client.failure("recall_memory", question=" ")
    with pytest.raises(Failure, match="invalid 'query': must not be empty: say what you want to know"):
        client("mempalace_search", query=" ")
    client.lazy.close()

    assert told == "invalid 'question': must not be empty: say what you want to know"
