"""REST replies over a palace with memories of 50 KB: bounded unless somebody asks for more, and what is cut says so."""

from collections.abc import Iterator
from typing import Any

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.text.token_estimate import estimate_tokens

pytestmark = pytest.mark.requirement("bounded-answers")

PALACE = "/api/v1/palaces/work"
LONG = "The tide was low and nobody came. " * 1_500
OTHERS = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    process = HttpProcess(
        [*PRODUCT, "--http-only", "--palace", "work", "--tools", "graph"], product_environment(tmp_path_factory.mktemp("home"))
    )
    for number in range(OTHERS):
        process.send("POST", f"{PALACE}/drawers", json={"content": f"Note {number}. {LONG}", "wing": "port", "tags": ["gone"]})
        process.send("POST", f"{PALACE}/diary", json={"agent": "Ada", "entry": f"Entry {number}. {LONG}"})
    nodes = [{"name": f"Node {number}", "entity_type": "x", "summary": LONG} for number in range(3)]
    process.call_modern("create_entities", {"entities": nodes}, {"X-Memory-Workspace": "work"})
    yield process
    process.end()


def get(server: HttpProcess, path: str, **query: object) -> Any:
    reply = server.send("GET", f"{PALACE}{path}", params=query)
    assert reply.status_code == 200, reply.text
    return reply.json()


def filed(server: HttpProcess, **fields: object) -> str:
    reply = server.send("POST", f"{PALACE}/drawers", json={"content": LONG, **fields})
    return str(reply.json()["id"])


@pytest.mark.parametrize("path", ["/drawers/{}", "/memories/{}"])
def test_one_memory_comes_as_its_beginning_and_whole_where_that_is_asked_for(server: HttpProcess, path: str) -> None:
    drawer = filed(server, metadata={"short": "kept", "long": "x" * 50_000})

    cut, whole = (get(server, path.format(drawer), **asked) for asked in ({}, {"max_tokens": 0}))
    told, everything = cut.get("drawer", cut), whole.get("drawer", whole)

    assert estimate_tokens(told["content"]) <= 2_100
    assert told["content"].endswith(f" of {len(LONG):,}; max_tokens=0 has the rest]")
    assert (told["metadata"], told["metadata_left_out"]) == ({"short": "kept"}, ["long"])
    assert everything["content"] == LONG
    assert (len(everything["metadata"]["long"]), "metadata_left_out" in everything) == (50_000, False)


def test_a_change_is_answered_with_the_beginning_of_a_long_memory(server: HttpProcess) -> None:
    reply = server.send("PATCH", f"{PALACE}/drawers/{filed(server)}", json={"importance": 0.9})

    assert estimate_tokens(reply.json()["content"]) <= 2_100
    assert get(server, f"/drawers/{reply.json()['id']}", max_tokens=0)["content"] == LONG


def test_the_entries_of_a_diary_share_the_tokens(server: HttpProcess) -> None:
    cut, whole = get(server, "/diary"), get(server, "/diary", max_tokens=0)

    assert sum(estimate_tokens(entry["text"]) for entry in cut["entries"]) <= 2_800
    assert all(entry["text"].endswith(f"{entry['id']} has the rest]") for entry in cut["entries"])
    assert [entry["text"] for entry in whole["entries"]] == [f"Entry {number}. {LONG}" for number in reversed(range(OTHERS))]


@pytest.mark.parametrize("path", ["/memories", "/map/search?q=tide"])
def test_the_excerpts_of_rows_share_the_tokens(server: HttpProcess, path: str) -> None:
    place, _, query = path.partition("?")
    asked = dict([query.split("=")]) if query else {}

    def excerpts(**more: object) -> list[str]:
        found = get(server, place, **asked, **more)
        return [row.get("memory", row)["excerpt"] for row in (found["rows"] if isinstance(found, dict) else found)]

    assert sum(map(estimate_tokens, excerpts(max_tokens=300))) <= 300
    assert sum(map(estimate_tokens, excerpts())) <= 2_000
    assert {len(excerpt) for excerpt in excerpts(max_tokens=0)} == {400}
    # A row tells the length of its text: whoever compares it with the excerpt knows whether that is all.
    assert all(text.startswith(cut) for text, cut in zip(excerpts(max_tokens=0), excerpts(max_tokens=300), strict=True))


def test_pairs_that_are_alike_share_the_tokens(server: HttpProcess) -> None:
    start = "The crew of the barge paints the hull in the spring, and the harbour master checks the ropes. " * 5
    for fee in (40, 41):
        filed(server, content=f"{start}The mooring fee is {fee} crowns.", wing="fees")

    whole, cut = (get(server, "/review/alike", max_tokens=most) for most in (0, 100))

    sides = [pair[side] for pair in cut for side in ("old", "new")]
    assert {len(pair["old"]["excerpt"]) for pair in whole} == {400}
    assert [pair["old"]["id"] for pair in cut] == [pair["old"]["id"] for pair in whole]
    assert sum(estimate_tokens(row["excerpt"]) for row in sides) <= 100
    assert {row["length"] > len(row["excerpt"]) for row in sides} == {True}


def test_summaries_of_entities_share_the_tokens(server: HttpProcess) -> None:
    cut, whole = get(server, "/entities", type="x"), get(server, "/entities", type="x", max_tokens=0)
    one, all_of_it = get(server, "/entities/Node 1"), get(server, "/entities/Node 1", max_tokens=0)

    assert sum(estimate_tokens(row["summary"]) for row in cut["rows"]) <= 2_200
    assert {row["summary"] for row in whole["rows"]} == {LONG}
    assert one["summary"].endswith("max_tokens=0 has the rest]")
    assert all_of_it["summary"] == LONG


def test_differences_share_the_tokens(server: HttpProcess) -> None:
    cut, whole = (get(server, "/diff", since="2020", kind="memory", **asked) for asked in ({}, {"max_tokens": 0}))

    assert sum(estimate_tokens(line["after"]) for line in cut) <= 4_000
    assert LONG in {line["after"] for line in whole}
