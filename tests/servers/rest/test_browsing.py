"""Paths for looking through a palace, from a real server over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.text.token_estimate import estimate_tokens

pytestmark = pytest.mark.requirement("web-browsing")

PALACE = "/api/v1/palaces/work"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only", "--palace", "work"], product_environment(tmp_path_factory.mktemp("home")))
    for number in range(12):
        body: dict[str, object] = {
            "content": f"Note {number} about the harbour " + "x" * 500,
            "wing": "port",
            "room": f"dock {number % 3}",
        }
        body |= {"author": "Ada" if number % 2 else "Bob", "event_time": f"2026-0{1 + number % 2}-05", "tags": ["boats"]}
        process.send("POST", f"{PALACE}/drawers", json=body)
    yield process
    process.end()


def get(server: HttpProcess, path: str, **query: object) -> dict[str, object]:
    reply = server.send("GET", f"{PALACE}{path}", params=query)
    assert reply.status_code == 200, reply.text
    found: dict[str, object] = reply.json()
    return found


def test_memories_come_as_rows_with_counts(server: HttpProcess) -> None:
    found = get(server, "/memories", author="Ada", facets=True, limit=4)

    rows = found["rows"]
    assert isinstance(rows, list)
    assert (len(rows), found["total"], found["next"]) == (4, 6, 4)
    assert len(rows[0]["excerpt"]) == 400 < rows[0]["length"]
    facets = found["facets"]
    assert isinstance(facets, dict)
    assert facets["wing"] == [{"value": "port", "count": 6}]
    assert facets["source_kind"] == [{"value": "agent", "count": 6}]
    assert facets["trust"] == [{"value": "reported", "count": 6}]
    assert facets["month"] == [{"value": "2026-02", "count": 6}]
    assert {each["value"] for each in facets["room"]} == {"dock 0", "dock 1", "dock 2"}


@pytest.mark.parametrize(
    "query",
    [{"limit": 101}, {"order": "sideways"}, {"since": "never"}, {"ended": "maybe"}, {"offset": -1}, {"nonsense": 1}],
)
def test_a_bad_filter_is_named(server: HttpProcess, query: dict[str, object]) -> None:
    reply = server.send("GET", f"{PALACE}/memories", params=query)

    assert reply.status_code == 400
    assert next(iter(query)) in reply.json()["error"]


def test_a_memory_ends_and_holds_again(server: HttpProcess) -> None:
    memory = server.send("POST", f"{PALACE}/drawers", json={"content": "The crane is red.", "wing": "port"}).json()["id"]
    ended = server.send("PATCH", f"{PALACE}/memories/{memory}/ended", json={"reason": "repainted"}).json()
    only = get(server, "/memories", ended="only")
    reopened = server.send("DELETE", f"{PALACE}/memories/{memory}/ended").json()
    whole = get(server, f"/memories/{memory}")

    assert (ended["end_reason"], only["total"], reopened["ended_at"]) == ("repainted", 1, None)
    assert whole["drawer"]["content"] == "The crane is red."  # type: ignore[index]
    assert server.send("PATCH", f"{PALACE}/memories/none/ended", json={}).status_code == 404


def test_a_search_tells_its_reasons_in_a_scope(server: HttpProcess) -> None:
    found = get(server, "/search", q="harbour note 7", room="dock 1", top_k=3)
    words = get(server, "/search", q="harbour", by="words")
    nothing = get(server, "/search", q="harbour", wing="nowhere")

    hits = found["hits"]
    assert isinstance(hits, list)
    assert {hit["drawer"]["room"] for hit in hits} == {"dock 1"}
    assert sum(hits[0]["terms"].values()) == pytest.approx(hits[0]["score"])
    assert words["strength"] is None
    assert (nothing["hits"], nothing["strength"]) == ([], None)


def test_a_fact_with_an_end_to_come_is_told_with_its_end(server: HttpProcess) -> None:
    body = {"subject": "Ada", "predicate": "rents", "object": "a shed"}
    assert server.send("POST", f"{PALACE}/facts", json=body).status_code == 201

    server.send("PATCH", f"{PALACE}/facts/ended", json=body | {"ended": "2999-03-01"})

    [fact] = server.send("GET", f"{PALACE}/kg", params={"subject": "Ada"}).json()
    assert fact["valid_to"] == "2999-03-02T00:00:00Z"


def test_facts_have_their_time_and_entities_their_neighbourhood(server: HttpProcess) -> None:
    for predicate, thing, since in (("works_on", "crane", "2025"), ("likes", "rain", None)):
        body = {"subject": "Ada", "predicate": predicate, "object": thing, "valid_from": since}
        assert server.send("POST", f"{PALACE}/facts", json=body).status_code == 201
    body = {"subject": "Ada", "predicate": "works_on", "object": "crane", "ended": "2026-03-01"}
    ended = server.send("PATCH", f"{PALACE}/facts/ended", json=body).json()

    entity = get(server, "/entities/ada")
    graph = get(server, "/entities/Ada/graph", depth=2)
    path = get(server, "/path", start="rain", goal="ada")

    assert ended[0]["to_at"] == "2026-03-02T00:00:00Z"
    facts = entity["facts"]
    assert isinstance(facts, list)
    assert {"likes", "works_on"} <= {fact["predicate"] for fact in facts}
    assert {node["name"] for node in graph["nodes"]} >= {"Ada", "rain"}  # type: ignore[attr-defined]
    assert [node["name"] for node in path["nodes"]] == ["rain", "Ada"]  # type: ignore[attr-defined]
    assert server.send("PATCH", f"{PALACE}/facts/ended", json=body).status_code == 404
    assert server.send("GET", f"{PALACE}/entities/nobody").status_code == 404
    assert get(server, "/entities/ada", as_of="2027")["facts"] != facts


def test_the_log_days_places_and_what_an_agent_gets(server: HttpProcess) -> None:
    places = server.send("GET", f"{PALACE}/places").json()
    days = server.send("GET", f"{PALACE}/days", params={"by": "month"}).json()
    changes = server.send("GET", f"{PALACE}/changes", params={"limit": 5}).json()

    assert {"wing": "port", "room": "dock 0"}.items() <= next(row for row in places if row["room"] == "dock 0").items()
    assert {"value": "2026-01", "count": 6} in days
    assert [line["seq"] for line in changes] == sorted((line["seq"] for line in changes), reverse=True)
    assert "harbour" in str(get(server, "/wake-up")["text"])
    assert get(server, "/reminder", prompt="zzz")["text"] == ""


def test_replaced_memories_stand_beside_what_replaced_them(server: HttpProcess) -> None:
    old, new = (
        server.send("POST", f"{PALACE}/drawers", json={"content": text}).json()["id"] for text in ("Opens at 8.", "Opens at 7.")
    )
    server.send("PATCH", f"{PALACE}/memories/{old}/ended", json={"superseded_by": new})

    found = get(server, "/review")

    assert [(pair["old"]["id"], pair["new"]["id"]) for pair in found["pairs"]] == [(old, new)]  # type: ignore[attr-defined]
    assert {"gaps", "orphans", "stale"} <= set(found)


@pytest.mark.requirement("web-review-alike")
def test_what_is_alike_but_different_is_kept_for_good(server: HttpProcess) -> None:
    palace = "/api/v1/palaces/alike"
    server.send("POST", "/api/v1/palaces", json={"name": "alike"})
    texts = [f"The red boat of the harbour master lies at the northern pier number {number}" for number in ("five", "six")]
    ids = [server.send("POST", f"{palace}/drawers", json={"content": text}).json()["id"] for text in texts]
    alike = f"{palace}/review/alike"

    while not (pairs := server.send("GET", alike).json()):
        pass
    kept = server.send("POST", alike, json={"one": ids[1], "other": ids[0]})

    assert [{pair["old"]["id"], pair["new"]["id"]} for pair in pairs] == [set(ids)]
    assert (kept.status_code, kept.json()["state"]) == (201, "rejected")
    assert server.send("GET", alike).json() == []
    assert server.send("POST", alike, json={"one": ids[0], "other": "none"}).status_code == 404
    assert server.send("POST", alike, json={"one": ids[0], "other": ids[0]}).status_code == 400


def test_the_check_asks_questions_of_the_palace(server: HttpProcess) -> None:
    found = get(server, "/check", questions=5, budget_s=5)

    assert found["questions"] == 5
    assert {each["recipe"] for each in found["recipes"]} >= {"hybrid", "lexical"}  # type: ignore[attr-defined]
    assert server.send("GET", f"{PALACE}/check", params={"budget_s": 1000}).status_code == 400


def test_diaries_are_read_and_written_and_code_is_listed(server: HttpProcess) -> None:
    written = server.send("POST", f"{PALACE}/diary", json={"agent": "pilot", "entry": "Clear water.", "topic": "weather"})

    diary = get(server, "/diary", agent="pilot")

    assert written.status_code == 201
    assert [entry["text"] for entry in diary["entries"]] == ["Clear water."]  # type: ignore[attr-defined]
    assert diary["agents"] == ["pilot"]
    assert get(server, "/diary", until="2001")["total"] == 0
    assert server.send("GET", f"{PALACE}/code").json() == []
    assert server.send("GET", f"{PALACE}/code/search", params={"q": "book"}).json() == []


def test_a_folder_is_indexed_watched_left_alone_and_removed(server: HttpProcess, tmp_path: Path) -> None:
    (tmp_path / "book.py").write_text("def book(slot):\n    return slot\n")
    code = f"{PALACE}/code"

    refused = [server.send("POST", code, json={"path": path}) for path in ("", "book", str(tmp_path / "none"), str(Path("~")))]
    made = server.send("POST", code, json={"path": str(tmp_path), "watch": True}).json()
    while not (found := server.send("GET", f"{code}/search", params={"q": "book"}).json()):
        pass
    left = server.send("PATCH", f"{code}/projects/{made['id']}", json={"watch": False}).json()
    note = server.send("POST", f"{PALACE}/drawers", json={"content": "`book()` books in book.py:2", "force": True}).json()
    named = server.send("GET", f"{PALACE}/memories/{note['id']}/code").json()
    listed = server.send("GET", code).json()
    gone = server.send("DELETE", f"{code}/projects/{made['id']}").json()

    assert {reply.status_code for reply in refused} == {400}
    assert (made["root"], made["is_watched"], left["is_watched"]) == (str(tmp_path), True, False)
    assert found[0]["path"] == "book.py"
    place = {"project": made["id"], "path": "book.py", "name": "book", "start_line": 1, "end_line": 2}
    assert named == [
        {"text": "book()", "kind": "symbol", "is_gone": False, "places": [place]},
        {"text": "book.py:2", "kind": "path", "is_gone": False, "places": [place]},
    ]
    assert server.send("GET", f"{PALACE}/memories/none/code").status_code == 404
    assert [each["id"] for each in listed] == [left["id"]]
    assert gone == {"chunks_removed": 1}
    assert server.send("GET", code).json() == []
    assert server.send("DELETE", f"{code}/projects/{made['id']}").status_code == 404


def test_what_upkeep_did_is_told(server: HttpProcess) -> None:
    for _ in range(2):
        server.send("POST", f"{PALACE}/drawers", json={"content": "The crane was painted green in the spring.", "wing": "port"})
    server.send("POST", "/api/v1/dream/run", json={"palace": "work", "budget_s": 30})

    found = get(server, "/dreams")
    deeds = found["deeds"]
    assert isinstance(deeds, list)
    cycle, merged = deeds[0], next(each for each in deeds if each["kind"] == "merged")

    assert (cycle["kind"], cycle["cycle"]["merged"]) == ("cycle", 1)
    assert merged["closed"]["text"] == merged["kept"]["text"] == "The crane was painted green in the spring."
    assert merged["reason"] == "merged by dreaming"
    undone = server.send("POST", f"{PALACE}/undo", json={"changes": [merged["change"]]})
    assert undone.status_code == 200, undone.text
    assert server.send("GET", f"{PALACE}/dreams", params={"limit": 1000}).status_code == 400


def test_every_memory_is_a_dot_and_every_dot_leads_back_to_its_memory(server: HttpProcess) -> None:
    first = get(server, "/map", limit=5)
    assert isinstance(first["numbers"], list)
    assert (len(first["numbers"]), first["next"]) == (5, first["numbers"][-1])

    rest = get(server, "/map", after=first["next"])
    assert isinstance(rest["numbers"], list)
    numbers = [*first["numbers"], *rest["numbers"]]
    assert rest["next"] is None
    assert len(set(numbers)) == get(server, "/memories")["total"]

    [row] = server.send("GET", f"{PALACE}/map/memories", params=[("number", numbers[0]), ("number", 99_999)]).json()
    assert row["number"] == numbers[0]
    rooms, room = first["rooms"], first["room"]
    assert isinstance(rooms, list)
    assert isinstance(room, list)
    assert rooms[room[0]] == {"wing": row["memory"]["wing"], "room": row["memory"]["room"]}
    hits = server.send("GET", f"{PALACE}/map/search", params={"q": "Note 3 about the harbour"}).json()
    assert {hit["number"] for hit in hits} <= set(numbers)
    assert hits[0]["memory"]["excerpt"].startswith("Note")


def test_a_fact_that_replaces_others_and_has_a_beginning_of_its_own_is_refused(server: HttpProcess) -> None:
    fact = {"subject": "Ada", "predicate": "lives in", "object": "Rome", "valid_from": "2026-01-01", "replaces": True}

    reply = server.send("POST", f"{PALACE}/facts", json=fact)

    assert (reply.status_code, "'valid_from'" in reply.json()["error"]) == (400, True)
    assert not server.send("GET", f"{PALACE}/facts", params={"entity": "Rome"}).json()


@pytest.mark.parametrize(
    ("method", "path", "argument", "arguments"),
    [
        ("GET", "/recall", "q", {"q": " "}),
        ("GET", "/answer", "q", {"q": ""}),
        ("GET", "/search", "q", {"q": ""}),
        ("GET", "/explain", "q", {"q": ""}),
        ("GET", "/map/search", "q", {"q": ""}),
        ("GET", "/code/search", "q", {"q": ""}),
        ("GET", "/days", "by", {"by": "year"}),
        ("POST", "/diary", "agent", {"agent": "", "entry": "x"}),
        ("POST", "/undo", "changes", {}),
    ],
)
def test_what_breaks_a_rule_is_refused_under_the_name_that_its_path_gives_it(
    server: HttpProcess, method: str, path: str, argument: str, arguments: dict[str, object]
) -> None:
    sent = {"params": arguments} if method == "GET" else {"json": arguments}

    reply = server.send(method, f"{PALACE}{path}", **sent)

    assert reply.status_code == 400
    assert f"'{argument}'" in reply.json()["error"]


def test_observations_and_former_texts_share_the_tokens_that_an_answer_may_have(tmp_path: Path) -> None:
    process = HttpProcess([*PRODUCT, "--http-only", "--palace", "work", "--tools", "graph"], product_environment(tmp_path))
    texts = [f"Observation {number} tells of the tide. " + "The ledger is long. " * 200 for number in range(20)]
    node = {"name": "Mara", "entity_type": "person", "observations": texts}
    filed = process.call_modern("create_entities", {"entities": [node]}, {"X-Memory-Workspace": "work"})
    assert not filed["result"].get("isError"), filed
    drawer = process.send("POST", f"{PALACE}/drawers", json={"content": texts[0]}).json()["id"]
    for text in texts[1:4]:
        process.send("PATCH", f"{PALACE}/drawers/{drawer}", json={"content": text})

    cut, whole = (get(process, "/entities/Mara", max_tokens=most) for most in (2_000, 0))
    memory, all_of_it = get(process, f"/memories/{drawer}"), get(process, f"/memories/{drawer}", max_tokens=0)
    unasked = get(process, "/entities/Mara")
    process.end()

    assert unasked == cut
    assert [each["content"] for each in rows_of(whole, "observations")] == texts
    shown = [str(each["content"]) for each in rows_of(cut, "observations")]
    assert [text.startswith(start[:20]) for text, start in zip(shown, texts, strict=True)] == [True] * 20
    assert all(f" of {len(texts[0]):,}; max_tokens=0 has the rest]" in text for text in shown[:10])
    assert sum(map(estimate_tokens, shown)) < 3_000
    assert [each["content"] for each in rows_of(all_of_it, "former")] == texts[2::-1]
    former = rows_of(memory, "former")
    assert [str(each["content"]).endswith(f"{each['id']} has the rest]") for each in former] == [True] * 3
    assert sum(estimate_tokens(str(each["content"])) for each in former) < 2_300
    whole_drawer = memory["drawer"]
    assert isinstance(whole_drawer, dict)
    assert whole_drawer["content"] == texts[3]


def rows_of(document: dict[str, object], name: str) -> list[dict[str, object]]:
    rows = document[name]
    assert isinstance(rows, list)
    return rows
