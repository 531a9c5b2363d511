"""The memory contract: search by meaning, by word, by both and by links, over memories and code."""

from pathlib import Path
from typing import Any

import pytest

from support.clients import Client

HARBOUR = "Alice leads the harbour project since the spring"
ZEPHYR = "Zephyr lost half of its budget"
QUESTION = "who leads the harbour project?"
RESULT = {"id", "content", "source", "score", "vector_score", "bm25_score", "ppr_score"}
CODE = '''def harbour_fee(tons):
    """What the harbour project charges a ship."""
    return 12 * tons


def unrelated(number):
    return number + 1
'''


def store(memory: Client, *texts: str) -> list[str]:
    return [memory("store_memory", content=text)["id"] for text in texts]


def contents(reply: dict[str, Any]) -> list[str]:
    return [result["content"] for result in reply["results"]]


@pytest.fixture
def linked(memory: Client) -> Client:
    """Two memories that share no word, joined by one relation between the entities they name, among much else."""
    store(memory, HARBOUR, ZEPHYR, *(f"note {number} on beans, peas and row {number} of the garden" for number in range(30)))
    alice, zephyr = (memory("create_entity", name=name)["id"] for name in ("Alice", "Zephyr"))
    memory("create_relation", from_entity=alice, to_entity=zephyr, relation_type="works_on")
    return memory


@pytest.fixture
def project(memory: Client, tmp_path: Path) -> str:
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "fees.py").write_text(CODE)
    (folder / "main.go").write_text("package main\n\nfunc HarbourProject() int {\n\treturn 7\n}\n")
    return str(memory("index_project", path=str(folder))["project_id"])


@pytest.mark.requirement("memory-search")
def test_search_scores_by_cosine_best_first(memory: Client) -> None:
    [harbour, *_] = store(memory, HARBOUR, ZEPHYR, "beans in the garden")

    reply = memory("search", query=HARBOUR, limit=2)

    assert (reply["query"], reply["count"], len(reply["results"])) == (HARBOUR, 2, 2)
    assert reply["results"][0] == {"id": harbour, "content": HARBOUR, "memory_type": "semantic", "score": 1.0}
    assert reply["results"][1]["score"] < 0.5


@pytest.mark.requirement("memory-search-text")
def test_keyword_search_finds_only_what_holds_a_word_and_the_best_has_one(memory: Client) -> None:
    store(memory, HARBOUR, "the harbour is closed", ZEPHYR)

    reply = memory("search_text", query="harbour project")

    assert contents(reply) == [HARBOUR, "the harbour is closed"]
    assert (reply["count"], reply["results"][0]["score"]) == (2, 1.0)
    assert 0 < reply["results"][1]["score"] < 1
    assert memory("search_text", query="nothing like it") == {"results": [], "count": 0, "query": "nothing like it"}


@pytest.mark.requirement("exact-identifiers", "memory-search-text", "memory-recall")
@pytest.mark.parametrize("tool", ["search_text", "recall"])
def test_an_exact_identifier_is_found_first(memory: Client, tool: str) -> None:
    store(memory, *(f"Ticket OPS-{number}: the export failed and was restarted by hand." for number in range(1040, 1050)))

    assert "OPS-1044" in contents(memory(tool, query="what about OPS-1044?"))[0]


@pytest.mark.requirement("memory-recall")
def test_recall_tells_what_each_channel_found(linked: Client) -> None:
    reply = linked("recall", query=QUESTION, limit=2)

    assert reply.keys() == {"results", "query", "subgraph_nodes", "memories_count", "code_count"}
    assert (reply["memories_count"], reply["code_count"], reply["subgraph_nodes"]) == (2, 0, 4)
    for result in reply["results"]:
        assert result.keys() == RESULT
        assert result["source"] == "memory"
        assert all(0 <= result[key] <= 1 for key in ("score", "vector_score", "bm25_score", "ppr_score"))
    assert reply["results"][0]["score"] > reply["results"][1]["score"]


@pytest.mark.requirement("memory-ppr")
def test_a_memory_found_over_links_alone_is_in_with_the_default_weights_and_out_without_the_graph(linked: Client) -> None:
    default = linked("recall", query=QUESTION, limit=3)
    without = linked("recall", query=QUESTION, limit=3, ppr_weight=0)

    assert contents(default)[:2] == [HARBOUR, ZEPHYR]
    assert (default["results"][1]["bm25_score"], default["results"][1]["ppr_score"] > 0) == (0.0, True)
    assert ZEPHYR not in contents(without)
    assert (without["subgraph_nodes"], {result["ppr_score"] for result in without["results"]}) == (0, {0.0})


@pytest.mark.requirement("memory-recall")
@pytest.mark.parametrize(
    ("weights", "silent"),
    [({"vector_weight": 0}, "vector_score"), ({"bm25_weight": 0}, "bm25_score"), ({"ppr_weight": 0}, "ppr_score")],
)
def test_a_channel_without_weight_is_off(linked: Client, weights: dict[str, float], silent: str) -> None:
    results = linked("recall", query=QUESTION, **weights)["results"]

    assert results[0]["content"] == HARBOUR
    assert {result[silent] for result in results} == {0.0}


@pytest.mark.requirement("memory-recall")
def test_links_alone_order_by_links_alone(linked: Client) -> None:
    reply = linked("recall", query=QUESTION, limit=2, vector_weight=0, bm25_weight=0, ppr_weight=1)

    assert contents(reply) == [HARBOUR, ZEPHYR]
    assert [result["score"] for result in reply["results"]] == [result["ppr_score"] for result in reply["results"]]


@pytest.mark.requirement("memory-recall")
def test_the_limit_is_clamped(linked: Client) -> None:
    store(linked, *(f"more {number} beans" for number in range(30)))

    assert len(linked("recall", query="beans", limit=1000)["results"]) == 50
    assert len(linked("recall", query="beans", limit=-3)["results"]) == 1


@pytest.mark.requirement("memory-recall", "memory-z-scores")
def test_memories_and_code_are_merged_by_how_far_each_stands_out_in_its_own_list(linked: Client, project: str) -> None:
    alone = linked("recall", query=QUESTION, limit=30)
    code = linked("recall", query=QUESTION, limit=30, include_memories=False, include_code=True)
    both = linked("recall", query=QUESTION, limit=50, include_code=True)

    scores = [result["score"] for result in both["results"]]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) < 0 < max(scores)
    for source, single in (("memory", alone), ("code", code)):
        merged = [result for result in both["results"] if result["source"] == source]
        assert [result["id"] for result in merged[:3]] == [result["id"] for result in single["results"][:3]]
    assert {result["source"] for result in both["results"][:3]} == {"memory", "code"}
    assert (both["memories_count"], both["code_count"]) == (32, len(code["results"]))


@pytest.mark.requirement("memory-recall")
def test_code_comes_with_its_file_and_lines(memory: Client, project: str) -> None:
    reply = memory("recall", query="harbour fee of a ship", include_memories=False, include_code=True, language="python")

    first = reply["results"][0]
    assert first.keys() == RESULT | {"file_path", "start_line", "end_line"}
    assert (first["source"], first["file_path"], first["start_line"]) == ("code", "fees.py", 1)
    assert {result["file_path"] for result in reply["results"]} == {"fees.py"}
    assert (reply["memories_count"], reply["code_count"]) == (0, len(reply["results"]))


@pytest.mark.requirement("memory-z-scores")
def test_one_memory_that_answers_comes_before_much_code_that_does_not(memory: Client, tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for row in range(12):
        (tmp_path / "many" / f"part{row}.py").write_text(f"def step_{row}(bean):\n    return bean + {row}\n")
    memory("index_project", path=str(tmp_path / "many"))
    store(memory, HARBOUR)

    results = memory("recall", query=HARBOUR, include_code=True)["results"]

    assert results[0]["content"] == HARBOUR


@pytest.mark.requirement("memory-z-scores")
def test_two_memories_do_not_come_before_the_definition_of_an_identifier(memory: Client, project: str) -> None:
    store(memory, HARBOUR, "beans in the garden")

    first = memory("recall", query="harbour_fee", include_code=True)["results"][0]

    assert (first["source"], first["file_path"], first["start_line"]) == ("code", "fees.py", 1)


@pytest.mark.requirement("memory-recall")
@pytest.mark.parametrize(
    ("weights", "silent", "heard"),
    [({"vector_weight": 0}, "vector_score", "bm25_score"), ({"bm25_weight": 0}, "bm25_score", "vector_score")],
)
@pytest.mark.parametrize("query", [QUESTION, "harbour_fee"])
def test_of_code_too_a_channel_without_weight_is_off(
    memory: Client, project: str, weights: dict[str, float], silent: str, heard: str, query: str
) -> None:
    results = memory("recall", query=query, include_memories=False, include_code=True, **weights)["results"]

    assert results
    assert {result[silent] for result in results} == {0.0}
    assert all(0 <= result[key] <= 1 for result in results for key in ("score", silent, heard))
    if silent == "vector_score":
        assert all("arbour" in result["content"] for result in results)
        assert all(result[heard] > 0 for result in results)


@pytest.mark.requirement("memory-recall")
def test_weights_change_the_scores_of_code(memory: Client, project: str) -> None:
    asked = {"query": QUESTION, "include_memories": False, "include_code": True}

    meaning, words = (
        {result["id"]: result["score"] for result in memory("recall", **asked, vector_weight=v, bm25_weight=b)["results"]}
        for v, b in ((0.9, 0.1), (0.1, 0.9))
    )

    assert meaning.keys() & words.keys()
    assert meaning != words


@pytest.mark.requirement("memory-recall")
@pytest.mark.parametrize(("language", "count"), [("Python", True), ("PYTHON", True), ("py\udc80", False)])
def test_a_language_is_taken_in_any_case_and_cleaned(memory: Client, project: str, language: str, count: bool) -> None:
    reply = memory("recall", query="harbour fee", include_memories=False, include_code=True, language=language)

    assert bool(reply["code_count"]) == count


@pytest.mark.requirement("memory-recall")
def test_an_unknown_project_is_an_error(memory: Client, project: str) -> None:
    sentence = memory.failure("recall", query="harbour", include_code=True, project_id="nope")

    assert sentence == "Project not found: nope"


@pytest.mark.requirement("memory-recall")
def test_with_neither_memories_nor_code_nothing_is_found(linked: Client) -> None:
    assert linked("recall", query=QUESTION, include_memories=False)["results"] == []
