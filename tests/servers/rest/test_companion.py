"""Answers of the companion: every path, from a real server over HTTP."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx2
import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides import __version__
from simonides.engine.demo.story import FACTS, NOTES


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only"], product_environment(home))
    yield process
    process.end()


@pytest.fixture
def palace(server: HttpProcess, request: pytest.FixtureRequest) -> str:
    """The path of a palace that no other test uses."""
    name = f"{request.node.name}/ü 100%"
    assert post(server, "/palaces", {"name": name}).status_code == 201
    return f"/palaces/{quote(name, safe='')}"


def get(server: HttpProcess, path: str, **query: object) -> httpx2.Response:
    return server.send("GET", f"/api/v1{path}", params=query)


def post(server: HttpProcess, path: str, body: object) -> httpx2.Response:
    return server.send("POST", f"/api/v1{path}", json=body)


def delete(server: HttpProcess, path: str) -> httpx2.Response:
    return server.send("DELETE", f"/api/v1{path}")


def file(server: HttpProcess, palace: str, **fields: object) -> str:
    reply = post(server, f"{palace}/drawers", fields)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def contents(reply: httpx2.Response) -> list[str]:
    assert reply.status_code == 200, reply.text
    return [drawer["content"] for drawer in reply.json()]


def error(reply: httpx2.Response) -> tuple[int, str]:
    body = reply.json()
    assert set(body) == {"error"}
    return reply.status_code, body["error"]


@pytest.mark.requirement("companion-paths")
def test_the_status_counts_over_all_palaces(server: HttpProcess, palace: str, home: Path) -> None:
    before = get(server, "/status").json()
    file(server, palace, content="Clerk was chosen for its React support.")
    post(server, f"{palace}/kg", {"subject": "Ada", "predicate": "leads", "object": "billing"})

    after = get(server, "/status").json()

    assert after["version"] == __version__
    assert after["data_root"] == str(home)
    assert after["default_palace"] is None
    assert after["palace_count"] == len(get(server, "/palaces").json())
    counted = ("total_drawers", "total_vectors", "total_kg_triples")
    assert [after[name] - before[name] for name in counted] == [1, 1, 1]


@pytest.mark.requirement("companion-paths")
def test_a_palace_is_made_once_and_keeps_its_date(server: HttpProcess) -> None:
    first = post(server, "/palaces", {"name": "atelier", "description": "for drafts"})
    again = post(server, "/palaces", {"name": "atelier", "description": "other"})

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json() == get(server, "/palaces/atelier").json()
    assert first.json() == {
        "id": "atelier",
        "name": "atelier",
        "description": "for drafts",
        "drawer_count": 0,
        "vector_count": 0,
        "kg_triple_count": 0,
        "wing_count": 0,
        "created_at": first.json()["created_at"],
    }


@pytest.mark.requirement("companion-slashes")
def test_a_palace_whose_name_reads_like_a_path_is_itself(server: HttpProcess) -> None:
    for name in ("shop", "shop/drawers"):
        post(server, "/palaces", {"name": name})
    file(server, "/palaces/shop", content="one drawer of the shop")

    assert get(server, "/palaces/shop%2Fdrawers").json()["name"] == "shop/drawers"
    assert contents(get(server, "/palaces/shop/drawers")) == ["one drawer of the shop"]
    assert contents(get(server, "/palaces/shop%2Fdrawers/drawers")) == []


@pytest.mark.requirement("companion-paths")
def test_a_drawer_comes_back_with_everything_that_was_said_of_it(server: HttpProcess, palace: str) -> None:
    said = {
        "content": "  The launch moved to May.\n",
        "room": "planning",
        "wing": "wing_app",
        "tags": ["launch", "dates"],
        "importance": 0.75,
        "author": "Ada",
        "role": "user",
        "conversation": "standup-7",
        "position": 3,
        "event_time": "2026-03-12T10:00:00Z",
        "source": "notes/standup.md",
        "metadata": {"ticket": "OPS-1042", "nested": {"deep": [1, 2.5, None, True]}},
    }

    drawer_id = file(server, palace, **said)

    shown = get(server, f"{palace}/drawers/{drawer_id}").json()
    assert {name: shown[name] for name in said} == said
    assert str(UUID(drawer_id)) == shown["id"] == drawer_id
    assert shown["ended_at"] is None


@pytest.mark.requirement("companion-paths")
def test_drawers_are_listed_by_importance_and_narrowed_by_room_and_tag(server: HttpProcess, palace: str) -> None:
    file(server, palace, content="plain", importance=0.1)
    file(server, palace, content="in auth", room="auth", importance=0.9)
    file(server, palace, content="tagged", tags=["x"], importance=0.5)

    assert contents(get(server, f"{palace}/drawers")) == ["in auth", "tagged", "plain"]
    assert contents(get(server, f"{palace}/drawers", limit=1, offset=1)) == ["tagged"]
    assert contents(get(server, f"{palace}/drawers", room="auth")) == ["in auth"]
    assert contents(get(server, f"{palace}/drawers", tag="x")) == ["tagged"]
    assert contents(get(server, f"{palace}/drawers", tag="y")) == []


@pytest.mark.requirement("companion-paths")
def test_general_is_the_room_for_nothing_in_particular(server: HttpProcess, palace: str) -> None:
    file(server, palace, content="no room named")
    file(server, palace, content="General named", room="General")

    assert sorted(contents(get(server, f"{palace}/drawers", room="General"))) == ["General named", "no room named"]
    assert len(contents(get(server, f"{palace}/drawers", room="general"))) == 2


@pytest.mark.requirement("companion-paths")
def test_a_deleted_drawer_is_gone(server: HttpProcess, palace: str) -> None:
    drawer_id = file(server, palace, content="to be forgotten")

    reply = delete(server, f"{palace}/drawers/{drawer_id}")

    assert (reply.status_code, reply.content) == (204, b"")
    assert error(get(server, f"{palace}/drawers/{drawer_id}")) == (404, f"drawer not found: {drawer_id}")
    assert error(delete(server, f"{palace}/drawers/{drawer_id}")) == (404, f"drawer not found: {drawer_id}")


@pytest.mark.requirement("companion-paths")
@pytest.mark.requirement("explain-terms")
@pytest.mark.requirement("explain-why-not")
def test_a_search_is_explained_and_a_missing_drawer_too(server: HttpProcess, palace: str) -> None:
    ids = [
        file(server, palace, content=text)
        for text in ("The deploy key is rotated every month", "Lunch was good", "The garden needs water")
    ]

    [first] = get(server, f"{palace}/explain", q="deploy key rotated", top_k=1).json()
    judged = get(server, f"{palace}/drawers/{ids[1]}/standing", q="deploy key rotated", top_k=1).json()

    assert (first["drawer"]["id"], first["place"], first["word_place"]) == (ids[0], 1, 1)
    assert sum(first["terms"].values()) == pytest.approx(first["score"])
    assert (judged["stage"], judged["last_shown"]["drawer"]["id"]) == ("outranked", ids[0])
    assert error(get(server, f"{palace}/drawers/nope/standing", q="x")) == (404, "drawer not found: nope")


@pytest.mark.requirement("companion-paths")
def test_what_answers_is_bounded_however_long_the_drawers_are_and_whole_on_demand(server: HttpProcess, palace: str) -> None:
    text = "The tide turns at four. " + "Gulls cry over the harbour. " * 2_000
    long = file(server, palace, content=text)
    asks: list[tuple[str, dict[str, object]]] = [
        ("answer", {"q": "tide"}),
        ("recall", {"q": "tide"}),
        ("search", {"q": "tide"}),
        ("explain", {"q": "tide"}),
        (f"drawers/{long}/standing", {"q": "tide"}),
        ("known", {"at": "2999", "q": "tide"}),
        ("known", {"at": "2999"}),
        ("drawers", {}),
    ]

    for path, arguments in asks:
        usual = get(server, f"{palace}/{path}", **arguments)
        whole = get(server, f"{palace}/{path}", **arguments, max_tokens=0)

        assert usual.status_code == 200, usual.text
        assert (len(usual.text) < len(text) < len(whole.text), long in usual.text) == (True, True), path


@pytest.mark.requirement("companion-paths")
def test_recall_answers_in_layers(server: HttpProcess, palace: str) -> None:
    for number in range(20):
        file(server, palace, content=f"filler number {number}", importance=0.9)
    file(server, palace, content="Clerk signs our users in.", importance=0.2)

    shallow = get(server, f"{palace}/recall", q="who signs users in", top_k=3).json()
    deep = get(server, f"{palace}/recall", q="who signs users in", top_k=3, deep="true").json()

    assert {found["layer"] for found in shallow} == {1, 2}
    assert "Clerk signs our users in." in [found["drawer"]["content"] for found in shallow if found["layer"] == 2]
    assert {found["layer"] for found in deep} == {3}
    assert len(deep) <= 3
    assert all(0 <= found["score"] <= 1 for found in [*shallow, *deep])


@pytest.mark.requirement("companion-paths")
def test_a_fact_takes_the_place_of_the_one_before(server: HttpProcess, palace: str) -> None:
    for city in ("Oslo", "Bergen"):
        said = {"subject": "Ada", "predicate": "lives_in", "object": city, "confidence": 0.8, "provenance": "a letter"}
        reply = post(server, f"{palace}/kg", said)
        assert (reply.status_code, reply.content) == (204, b"")

    [fact] = get(server, f"{palace}/kg", subject="ada").json()

    assert (fact["object"], fact["confidence"], fact["provenance"], fact["valid_to"]) == ("Bergen", 0.8, "a letter", None)
    assert get(server, f"{palace}/kg", subject="nobody").json() == []


@pytest.mark.requirement("companion-paths")
def test_a_dream_is_run_and_told_of(server: HttpProcess, palace: str) -> None:
    name = get(server, palace).json()["name"]
    file(server, palace, content="something to dream of")

    run = post(server, "/dream/run", {"palace": name, "budget_s": 10})

    assert run.status_code == 200, run.text
    assert [dreamt["palace"] for dreamt in run.json()["dreams"]] == [name]
    status = get(server, f"{palace}/dream/status").json()
    assert (status["palace"], status["cycles"], status["remaining"]) == (name, 1, 0)
    everywhere = get(server, "/dream/status").json()
    assert status in everywhere["palaces"]
    assert everywhere["cycles"] >= 1


@pytest.mark.requirement("companion-paths")
def test_without_a_body_every_palace_dreams(server: HttpProcess, palace: str) -> None:
    run = server.send("POST", "/api/v1/dream/run")

    assert run.status_code == 200, run.text
    names = {line["name"] for line in get(server, "/palaces").json() if "error" not in line}
    assert {dreamt["palace"] for dreamt in run.json()["dreams"]} | set(run.json()["busy"]) == names


NOWHERE = "/palaces/nowhere"


@pytest.mark.requirement("companion-errors")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", NOWHERE),
        ("GET", f"{NOWHERE}/drawers"),
        ("POST", f"{NOWHERE}/drawers"),
        ("GET", f"{NOWHERE}/drawers/x"),
        ("DELETE", f"{NOWHERE}/drawers/x"),
        ("GET", f"{NOWHERE}/recall?q=x"),
        ("GET", f"{NOWHERE}/kg?subject=x"),
        ("POST", f"{NOWHERE}/kg"),
        ("GET", f"{NOWHERE}/dream/status"),
        ("POST", "/dream/run"),
    ],
)
def test_a_palace_that_is_not_there_is_named(server: HttpProcess, method: str, path: str) -> None:
    bodies: Mapping[str, Any] = {
        f"{NOWHERE}/drawers": {"content": "x"},
        f"{NOWHERE}/kg": {"subject": "a", "predicate": "b", "object": "c"},
        "/dream/run": {"palace": "nowhere"},
    }
    body = bodies[path] if method == "POST" else None

    assert error(server.send(method, f"/api/v1{path}", json=body)) == (404, "palace not found: nowhere")


@pytest.mark.requirement("companion-errors")
@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/drawers", {}, "missing 'content'"),
        ("/drawers", {"content": "  "}, "'content'"),
        ("/drawers", {"content": 5}, "'content' must be a string"),
        ("/drawers", {"content": "x", "colour": "red"}, "unknown argument 'colour'"),
        ("/drawers", {"content": "x", "importance": 2}, "'importance' must be at most 1"),
        ("/drawers", {"content": "x", "role": "king"}, "'role' must be one of"),
        ("/drawers", {"content": "x", "tags": ["ok", 3]}, "'tags[1]'"),
        ("/drawers", {"content": "x", "room": "../up"}, "'room'"),
        ("/drawers", {"content": "x", "event_time": "soon"}, "'event_time'"),
        ("/drawers", {"content": "x", "author": "a\u0000b"}, "'author'"),
        ("/drawers", {"content": "x" * 1_048_577}, "'content'"),
        ("/drawers", [], "must be a JSON object"),
        ("/kg", {"subject": "a", "predicate": "b"}, "missing 'object'"),
        ("/kg", {"subject": "a" * 129, "predicate": "b", "object": "c"}, "'subject'"),
    ],
)
def test_a_bad_body_is_refused_by_name(server: HttpProcess, palace: str, path: str, body: object, named: str) -> None:
    status, sentence = error(post(server, palace + path, body))

    assert status == 400
    assert named in sentence
    assert get(server, f"{palace}/drawers").json() == []


@pytest.mark.requirement("companion-errors")
@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/drawers?limit=ten", "'limit' must be an integer"),
        ("/drawers?limit=0", "'limit' must be at least 1"),
        ("/drawers?limit=99999999999999999999", "'limit'"),
        ("/drawers?offset=-1", "'offset'"),
        ("/drawers?room=a%00b", "'room'"),
        ("/drawers?colour=red", "unknown argument 'colour'"),
        ("/drawers?limit=1&limit=2", "'limit' is given twice"),
        ("/recall", "missing 'q'"),
        ("/recall?q=", "'q'"),
        ("/recall?q=x&deep=perhaps", "'deep' must be true or false"),
        ("/kg", "missing 'subject'"),
    ],
)
def test_a_bad_query_is_refused_by_name(server: HttpProcess, palace: str, path: str, named: str) -> None:
    status, sentence = error(server.send("GET", f"/api/v1{palace}{path}"))

    assert status == 400
    assert named in sentence


@pytest.mark.requirement("companion-errors")
@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"name": "x"', "application/json", 400),
        (b'{"name": NaN}', "application/json", 400),
        (b'{"name": "\xff"}', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"name": ' + b"[" * 40 + b"]" * 40 + b"}", "application/json", 400),
        (b"", "application/json", 400),
        (b'{"name": "typed"}', "text/plain", 415),
        (b"name=typed", "application/x-www-form-urlencoded", 415),
        (b'{"name": "typed"}', None, 415),
        (b'{"name": "typed"}', "application/json; charset=utf-8", 201),
    ],
)
def test_only_json_is_taken(server: HttpProcess, body: bytes, content_type: str | None, status: int) -> None:
    headers = {"Content-Type": content_type} if content_type else {}

    reply = server.send("POST", "/api/v1/palaces", content=body, headers=headers)

    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/json"


@pytest.mark.requirement("companion-errors")
def test_unknown_paths_and_methods_are_answered_in_json(server: HttpProcess) -> None:
    for path in ("", "/", "/nope", "/palaces/", "/palaces//drawers", "/status/more"):
        assert error(get(server, path))[0] == 404, path
    assert error(get(server, "/palaces/a%0Ab"))[0] == 400
    wrong = server.send("PUT", "/api/v1/palaces", json={})
    assert error(wrong)[0] == 405
    assert wrong.headers["allow"] == "GET, POST, HEAD"
    assert error(server.send("POST", "/api/v1/events"))[0] == 405


@pytest.mark.requirement("companion-errors")
def test_a_palace_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path))
    try:
        for name in ("sound", "broken"):
            post(server, "/palaces", {"name": name})
        for leftover in (tmp_path / "palaces" / "broken").glob("palace.db*"):
            leftover.unlink()
        (tmp_path / "palaces" / "broken" / "palace.db").write_bytes(b"this is no database" * 1000)

        lines = {line["id"]: line for line in get(server, "/palaces").json()}

        assert "error" not in lines["sound"]
        assert "not a palace" in lines["broken"]["error"]
        assert error(get(server, "/palaces/broken"))[0] == 503
        assert get(server, "/status").status_code == 200
    finally:
        server.end()


@pytest.mark.requirement("companion-token")
def test_with_a_token_nothing_is_answered_without_it(tmp_path: Path) -> None:
    environment = {**product_environment(tmp_path), "SIMONIDES_TOKEN": "sesame"}
    server = HttpProcess([*PRODUCT, "--http-only"], environment)
    try:
        for path in ("/status", "/palaces", "/events", "/openapi.json"):
            assert get(server, path).status_code == 401, path

        told = server.send("GET", "/api/v1/status", headers={"Authorization": "Bearer sesame"})

        assert told.status_code == 200
        assert server.send("GET", "/api/v1/status", headers={"Host": "evil.example"}).status_code == 421
    finally:
        server.end()


@pytest.mark.requirement("companion-edit")
def test_a_drawer_is_edited_and_keeps_what_was_before(server: HttpProcess, palace: str) -> None:
    drawer = post(server, f"{palace}/drawers", {"content": "Ada leads billing", "tags": ["old"]}).json()["id"]
    path = f"/api/v1{palace}/drawers/{drawer}"

    edited = server.send("PATCH", path, json={"content": "Grace leads billing", "room": "roles", "remove_tags": ["old"]})
    unknown = server.send("PATCH", f"/api/v1{palace}/drawers/nope", json={"room": "x"})

    record = edited.json()
    assert (record["content"], record["room"], record["tags"]) == ("Grace leads billing", "roles", [])
    [former] = record["metadata"]["former"]
    before = get(server, f"{palace}/drawers/{former}").json()
    assert before["content"] == "Ada leads billing"
    assert before["ended_at"] is not None
    assert unknown.status_code == 404


@pytest.mark.requirement("graph-perspectives")
def test_perspectives_are_listed_set_and_dropped(server: HttpProcess, palace: str) -> None:
    legal = {"name": "legal", "instruction": "(contracts) "}

    assert post(server, f"{palace}/perspectives", legal).json() == legal
    assert get(server, f"{palace}/perspectives").json()[-1] == legal
    assert delete(server, f"{palace}/perspectives/legal").status_code == 204
    assert error(delete(server, f"{palace}/perspectives/legal"))[0] == 404


@pytest.mark.requirement("past-who")
@pytest.mark.requirement("past-undo")
def test_a_change_says_who_made_it_and_is_taken_back(server: HttpProcess, palace: str) -> None:
    drawer = file(server, palace, content="The key is under the mat.")
    delete(server, f"{palace}/drawers/{drawer}")
    [deleted, filed] = get(server, f"{palace}/acts").json()
    assert (deleted["actor"], deleted["toolset"]) == ("companion", "rest")
    assert deleted["client"] == filed["client"] != ""
    assert deleted["subject"] == "The key is under the mat."

    [binned] = get(server, f"{palace}/bin").json()
    assert (binned["memory"]["excerpt"], binned["change"]) == ("The key is under the mat.", deleted["change"])
    assert get(server, f"{palace}/memories/{drawer}/acts").json() == [deleted, filed]
    [difference] = get(server, f"{palace}/acts/{deleted['change']}").json()["differences"]
    assert (difference["verb"], difference["before"], difference["after"]) == ("ended", "The key is under the mat.", "")

    dry = post(server, f"{palace}/undo", {"changes": [deleted["change"]], "dry_run": True}).json()
    done = post(server, f"{palace}/undo", {"changes": [deleted["change"]]}).json()

    assert [each["change"] for each in dry["changes"]] == [each["change"] for each in done["changes"]] == [deleted["change"]]
    assert contents(get(server, f"{palace}/drawers")) == ["The key is under the mat."]
    assert get(server, f"{palace}/bin").json() == []
    assert error(get(server, f"{palace}/acts/999")) == (404, "change not found: 999")


@pytest.mark.requirement("past-undo-refused")
def test_an_undo_that_cannot_be_is_refused_in_one_sentence(server: HttpProcess, palace: str) -> None:
    drawer = file(server, palace, content="first")
    server.send("PATCH", f"/api/v1{palace}/drawers/{drawer}", json={"content": "second"})
    filed = get(server, f"{palace}/acts").json()[-1]["change"]

    assert error(post(server, f"{palace}/undo", {"changes": [999]})) == (404, "change not found: 999")
    status, sentence = error(post(server, f"{palace}/undo", {"changes": [filed]}))
    assert (status, "cannot be undone alone" in sentence) == (400, True)
    assert len(post(server, f"{palace}/undo", {"changes": [filed], "along": True}).json()["changes"]) == 2
    assert contents(get(server, f"{palace}/drawers")) == []


@pytest.mark.requirement("past-known-at")
@pytest.mark.requirement("past-erase")
def test_what_was_known_is_read_and_what_is_erased_has_a_receipt(server: HttpProcess, palace: str) -> None:
    drawer = file(server, palace, content="Quotes live in Redis.")
    moment = get(server, f"{palace}/acts").json()[0]["at"]
    server.send("PATCH", f"/api/v1{palace}/drawers/{drawer}", json={"content": "Quotes live in Postgres."})

    assert contents(get(server, f"{palace}/known", at=moment)) == ["Quotes live in Redis."]
    assert contents(get(server, f"{palace}/known", at=moment, q="where do quotes live?")) == ["Quotes live in Redis."]
    assert {each["verb"] for each in get(server, f"{palace}/diff", since=moment).json()} == {"corrected"}
    assert error(get(server, f"{palace}/known", at="soon"))[0] == 400
    [receipt] = post(server, f"{palace}/erase", {"drawers": [drawer]}).json()
    assert (receipt["id"], receipt["is_clean"], receipt["versions"] > 0) == (drawer, True, True)


@pytest.mark.requirement("provenance-filters")
def test_drawers_tell_their_provenance_and_are_filtered_by_it(server: HttpProcess, palace: str) -> None:
    plain = file(server, palace, content="The mast is of ash")
    tool = file(server, palace, content="The mast is of ash, a page says", role="tool")

    changed = server.send("PATCH", f"/api/v1{palace}/drawers/{plain}", json={"trust": "own"})

    assert (changed.json()["source_kind"], changed.json()["trust"]) == ("agent", "own")
    for path, rows in {"search": "hits", "answer": "found"}.items():
        hits = get(server, f"{palace}/{path}", q="mast", trust="third-party").json()[rows]
        assert [(hit["drawer"]["id"], hit["drawer"]["trust"]) for hit in hits] == [(tool, "third-party")]
    deep = get(server, f"{palace}/recall", q="mast", deep=True, trust="own").json()
    assert [hit["drawer"]["id"] for hit in deep] == [plain]
    assert [row["id"] for row in get(server, f"{palace}/memories", trust="own").json()["rows"]] == [plain]
    assert get(server, f"{palace}/drawers", source_kind="file").json() == []
    assert error(get(server, f"{palace}/memories", trust="royal"))[0] == 400
    assert error(post(server, f"{palace}/drawers", {"content": "x", "metadata": {"trust_class": "own"}}))[0] == 400


@pytest.mark.requirement("claims-review")
@pytest.mark.requirement("claims-history")
def test_pairs_are_listed_decided_about_and_followed(server: HttpProcess, palace: str) -> None:
    old, new = (file(server, palace, content=f"Quotes live in {name}.") for name in ("Redis", "Postgres"))
    server.send("PATCH", f"/api/v1{palace}/memories/{old}/ended", json={"superseded_by": new})
    assert get(server, f"{palace}/supersessions").json() == {"pairs": [], "waiting": 0}
    [said] = get(server, f"{palace}/supersessions", state="accepted", cause="said").json()["pairs"]
    path = f"{palace}/supersessions/{said['number']}"

    assert (said["older"]["id"], said["newer"]["text"], said["said_by"] != "") == (old, "Quotes live in Postgres.", True)
    assert get(server, f"{palace}/supersessions/{quote(said['id'], safe='')}").json() == get(server, path).json() == said
    history = get(server, f"{palace}/memories/{new}/history").json()
    assert ([each["id"] for each in history["older"]], history["newer"]) == ([old], [])
    for path_of, name in (("answer", "found"), ("search", "hits")):
        [hit] = get(server, f"{palace}/{path_of}", q="Where do quotes live?").json()[name]
        assert (hit["before"]["id"], hit["before"]["text"], hit["replaced_by"]) == (old, "Quotes live in Redis.", None)
    rejected = server.send("PATCH", f"/api/v1{path}", json={"decision": "reject"}).json()
    assert (rejected["state"], rejected["decided_by"] != "") == ("rejected", True)
    assert get(server, f"{palace}/memories/{new}/history").json()["older"] == []


@pytest.mark.requirement("claims-bad-input")
def test_a_decision_that_cannot_be_is_one_sentence(server: HttpProcess, palace: str) -> None:
    drawer = file(server, palace, content="first")
    server.send("PATCH", f"/api/v1{palace}/drawers/{drawer}", json={"content": "second"})
    [edit] = get(server, f"{palace}/supersessions", state="all").json()["pairs"]

    def decide(pair: object, **body: object) -> tuple[int, str]:
        return error(server.send("PATCH", f"/api/v1{palace}/supersessions/{pair}", json=body))

    assert decide(999, decision="accept") == (404, "pair not found: 999")
    assert decide("nope", decision="accept") == (404, "pair not found: nope")
    assert decide(edit["number"], decision="reject")[0] == 400
    assert decide(edit["number"], decision="perhaps")[0] == 400
    assert decide(edit["number"], decision="later", end=True)[0] == 400
    assert error(get(server, f"{palace}/memories/nope/history"))[0] == 404


def test_the_same_text_is_refused_only_when_somebody_asks_for_it(server: HttpProcess, palace: str) -> None:
    first = file(server, palace, content="The tide turns at four.", force=False)

    refused = post(server, f"{palace}/drawers", {"content": "The tide turns at four.", "force": False})
    file(server, palace, content="The tide turns at four.")
    file(server, palace, content="The tide turns at five.", force=False)

    assert error(refused) == (409, f"drawer exists already: {first} says the same; `force` files it anyway")
    assert len(contents(get(server, f"{palace}/drawers"))) == 3


@pytest.mark.requirement("web-demo")
def test_a_demo_palace_is_made_once_however_many_ask_and_can_be_deleted(server: HttpProcess) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: post(server, "/demo", {}), range(4)))

    again = post(server, "/demo", {}).json()
    assert {reply.status_code for reply in made} == {201}
    assert (again["id"], again["drawer_count"]) == ("demo", len(NOTES))
    assert len(get(server, "/palaces/demo/facts").json()) == len(FACTS)
    deleted = server.send("DELETE", "/api/v1/palaces/demo", params={"confirm": "demo"})
    assert (deleted.status_code, get(server, "/palaces/demo").status_code) == (200, 404)
    assert post(server, "/demo", {}).json()["drawer_count"] == len(NOTES)


@pytest.mark.requirement("web-demo")
def test_a_palace_of_ones_own_does_not_become_a_demo(server: HttpProcess, palace: str) -> None:
    name = get(server, palace).json()["id"]

    status, sentence = error(post(server, "/demo", {"name": name}))

    assert (status, "one of your own" in sentence) == (409, True)
    assert get(server, palace).json()["drawer_count"] == 0
    assert error(post(server, "/demo", {"name": ""}))[0] == 400
