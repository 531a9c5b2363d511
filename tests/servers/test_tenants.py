"""Tokens for one palace: through no tool, path or header can the holder read or change another palace.

The tools and the paths are those of the catalogue, so that a new one is tried as soon as it is listed.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from servers.http_process import OPENING, PRODUCT, HttpProcess, product_environment
from servers.wire import request
from simonides.domain.time import system_clock
from simonides.engine.palace import Palace
from simonides.engine.tenancy import Tenancy
from simonides.engine.tokens import admit
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.tokens import SqliteTokens
from simonides.toolkit.catalogue import Entry
from simonides.toolkit.shapes import Choice, Field, ListOf, MapOf, Nullable, Record, Scalar, Shape
from simonides.toolkit.signature import read_signature
from simonides.toolkit.tool import Effect
from simonides.toolsets.companion import ROUTES
from simonides.toolsets.companion.entrance import Entrance
from simonides.toolsets.companion.route import Route
from simonides.toolsets.companion.site import Site
from simonides.wiring import build_catalogue, toolset_names

pytestmark = pytest.mark.requirement("token-tenants")

OURS, THEIRS, LIKE_THEIRS, UNSAID = "alpha", "beta", "gamma", "delta-unsaid"
SECRET = "vermilion-7731"  # noqa: S105 - what only the other palace holds, and no request says
MASTER = "the master's own"
ENTITY, OTHER = "Zephyrina", "Quillon"
ENTRIES = list(build_catalogue(toolset_names()).entries.values())

Ids = Mapping[str, Any]


class Server:
    """The product with every tool set, two palaces that hold the same kinds of things, and tokens for a third."""

    def __init__(self, home: Path) -> None:
        self.home = home
        tokens = SqliteTokens(home)
        self.writer = admit(tokens, OURS, system_clock)[1]
        self.reader = admit(tokens, OURS, system_clock, read_only=True)[1]
        self.stranger = admit(tokens, THEIRS, system_clock)[1]
        # These tests ask as fast as they can.
        unlimited = {"SIMONIDES_TENANT_REQUESTS": "0", "SIMONIDES_TENANT_CPU": "0"}
        environment = {**product_environment(home), **unlimited, "SIMONIDES_TOKEN": MASTER}
        self.process = HttpProcess([*PRODUCT, "--http-only", "--tools", ",".join(toolset_names())], environment)
        self.url = self.process.url
        self._opened: dict[str, Any] = {}
        self.ids = {palace: self._fill(palace) for palace in (THEIRS, LIKE_THEIRS)}
        for palace in (OURS, UNSAID):
            self.rest("POST", "/palaces", MASTER, json={"name": palace})

    def call(self, tool: str, arguments: Mapping[str, Any], token: str, **headers: str) -> Any:
        return self.process.call_modern(tool, arguments, {**self._bearer(token), **headers})

    def rest(self, method: str, path: str, token: str, **options: Any) -> httpx2.Response:
        headers = {**self._bearer(token), **options.pop("headers", {})}
        return self.process.send(method, f"/api/v1{path}", headers=headers, **options)

    def changes(self, palace: str) -> list[str]:
        """What the palace's change log tells, but for what the server does by itself; read from the disk."""
        if palace not in self._opened:
            self._opened[palace] = SqliteShelf(self.home).open(palace)
        lines = self._opened[palace].changes.since(0, 10_000)
        return [f"{line.operation} {line.kind} {line.id}" for line in lines if line.kind != "dream" and "vector" not in line.kind]

    def end(self) -> None:
        for store in self._opened.values():
            store.close()
        self.process.end()

    def _bearer(self, token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    def _fill(self, palace: str) -> Ids:
        self.rest("POST", "/palaces", MASTER, json={"name": palace})

        def done(tool: str, **arguments: Any) -> Any:
            reply = self.call(tool, arguments, MASTER, **{"X-Memory-Workspace": palace})
            assert not reply.get("error"), reply
            assert not reply["result"].get("isError"), reply
            return reply["result"].get("structuredContent") or json.loads(reply["result"]["content"][0]["text"])

        fact = {"subject": ENTITY, "predicate": "guards", "object": SECRET}
        drawer = done("mempalace_add_drawer", wing="w", room="r", content=f"The quetzal code is {SECRET}.")
        done("mempalace_kg_add", **fact)
        done("mempalace_diary_write", agent_name="ann", entry=f"I saw {SECRET}.")
        done("memory_remember", palace=palace, text=f"A quetzal said {SECRET}.")
        done("create_entities", entities=[_node(ENTITY), _node(OTHER)])
        done("create_relations", relations=[{"from_entity": ENTITY, "to_entity": OTHER, "relation_type": SECRET}])
        memory = done("store_memory", content=f"Remember the quetzal: {SECRET}.")
        entity = done("create_entity", name=f"{SECRET} Ltd")
        project = self._index(palace)
        return {"drawer_id": drawer["drawer_id"], "id": memory["id"], "entity_id": entity["id"], "project_id": project}

    def _index(self, palace: str) -> str:
        folder = self.home / "sources"
        folder.mkdir(exist_ok=True)
        (folder / "a.py").write_text(f"def quetzal():\n    return {SECRET!r}\n")
        reply = self.call("index_project", {"path": str(folder)}, MASTER, **{"X-Memory-Workspace": palace})
        project = str(reply["result"]["structuredContent"]["project_id"])
        while "completed" not in json.dumps(
            self.call("get_index_status", {"project_id": project}, MASTER, **{"X-Memory-Workspace": palace})
        ):
            pass
        return project


def _node(name: str) -> dict[str, Any]:
    return {"name": name, "entity_type": "person", "observations": [f"knows the quetzal and {SECRET}"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("home"))
    yield server
    server.end()


WORDS = {
    "name": ENTITY,
    "subject": ENTITY,
    "predicate": "guards",
    "entity": ENTITY,
    "from_entity": ENTITY,
    "to_entity": OTHER,
    "entity_a": ENTITY,
    "entity_b": OTHER,
    "entity_name": ENTITY,
    "entity_type": "person",
    "start_room": "r",
    "at": "2026-01-01",
    "since": "2026-01-01",
    "wing": "w",
    "room": "r",
    "agent_name": "ann",
    "timestamp": "2026-01-01T00:00:00Z",
    "query": "quetzal",
    "path": "/",
}

MAPS: dict[str, Any] = {
    "head": {
        "simonides": "sync", "format": 1, "palace": THEIRS, "origin": "abcdef", "since": {}, "until": {"abcdef": 1}, "marks": {},
    },
    "lines": {"kind": "memory", "id": "m", "dots": [[1, "abcdef", 1]], "versions": [[0, {}, {"content": ["quetzal", 0]}]]},
}  # fmt: skip
"""Changes of a replica that any palace would take in."""


def value_of(field: Field, ids: Ids) -> Any:
    """Something that the other palace would answer."""
    return _value(field.wire, field.slot.shape, ids)


def _value(name: str, shape: Shape, ids: Ids) -> Any:
    match shape:
        case Scalar("string"):
            return ids.get(name) or WORDS.get(name, "quetzal")
        case Scalar(kind):
            return False if kind == "boolean" else 0
        case Choice(values):
            return values[0]
        case ListOf(item):
            return [ENTITY] if name in {"names", "entity_names"} else [_value(name, item.shape, ids)]
        case Record(fields):
            return {field.wire: value_of(field, ids) for field in fields if field.is_required}
        case Nullable(inner):
            return _value(name, inner, ids)
        case MapOf():
            return MAPS.get(name, {})
    raise NotImplementedError(shape)


def arguments_of(entry: Entry, ids: Ids, **named: str) -> dict[str, Any]:
    required = {field.wire: value_of(field, ids) for field in entry.signature.fields if field.is_required}
    # It asks for one of two ways to say what is meant.
    required |= {"actor": "nobody", "since": WORDS["since"]} if entry.name == "past_undo" else {}
    return {**required, **({entry.scope_argument: named["palace"]} if entry.scope_argument and named else {})}


def everything_optional(entry: Entry, ids: Ids) -> dict[str, Any]:
    """What names things, among the arguments that may be left out."""
    known = {**WORDS, **ids, "project_id": ids["project_id"], "user_id": "u"}
    return {field.wire: known[field.wire] for field in entry.signature.fields if field.wire in known}


def test_everything_works_on_a_palace_or_on_what_knows_only_the_palaces_that_may_be_known() -> None:
    routes = [read_signature(route.function, route.path).receiver for route in ROUTES]

    assert {entry.signature.receiver for entry in ENTRIES} | set(routes) == {Palace, Tenancy, Site, Entrance}
    # Each of these is tried below; a new one belongs there, too.
    acts = {"names", "palace", "create", "dream", "dream_status", "delete", "examine", "mend", "require_all"}
    assert {name for name in vars(Tenancy) if not name.startswith("_")} == acts


def forbidden(reply: Any) -> bool:
    return "not allowed with this token" in json.dumps(reply)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_no_tool_tells_or_changes_anything_of_another_palace(server: Server, entry: Entry) -> None:
    theirs = server.ids[THEIRS]
    before = server.changes(THEIRS)
    calls = [
        (arguments_of(entry, theirs), {}),
        (arguments_of(entry, theirs), {"X-Memory-Workspace": THEIRS}),
        (arguments_of(entry, theirs), {"X-Memory-Workspace": OURS}),
        (arguments_of(entry, theirs, palace=THEIRS), {"X-Memory-Workspace": OURS}),
        (arguments_of(entry, theirs) | everything_optional(entry, theirs), {"X-Memory-Workspace": OURS}),
    ]

    replies = [server.call(entry.name, arguments, server.writer, **headers) for arguments, headers in calls]

    assert SECRET not in json.dumps(replies)
    assert UNSAID not in json.dumps(replies)
    assert server.changes(THEIRS) == before
    if entry.is_scoped:
        assert forbidden(replies[1])
        assert not entry.scope_argument or forbidden(replies[3])


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.is_scoped], ids=lambda entry: entry.name)
def test_the_same_arguments_are_answered_where_they_may_be(server: Server, entry: Entry) -> None:
    # Otherwise the test above would show nothing: its calls might all fail for their arguments.
    arguments = arguments_of(entry, server.ids[LIKE_THEIRS], palace=LIKE_THEIRS)

    reply = server.call(entry.name, arguments, MASTER, **{"X-Memory-Workspace": LIKE_THEIRS})

    failed = "error" in reply or reply["result"].get("isError")
    # By now another tool of the same kind may have deleted what this one asks for.
    assert not failed or "not found" in json.dumps(reply).lower(), reply
    assert not forbidden(reply)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_token_that_may_only_read_calls_only_tools_that_read(server: Server, entry: Entry) -> None:
    before = server.changes(OURS)
    arguments = arguments_of(entry, server.ids[THEIRS])

    reply = server.call(entry.name, arguments, server.reader, **{"X-Memory-Workspace": OURS})

    # A tool that does both looks something up when nothing else is said.
    only_reads = entry.tool.annotations()["readOnlyHint"] or entry.reading is not None
    assert forbidden(reply) == (not only_reads)
    assert server.changes(OURS) == before


def test_files_of_the_server_are_nothing_of_a_palace(server: Server) -> None:
    reply = server.call("index_project", {"path": str(server.home / "palaces")}, server.writer)

    assert [entry.name for entry in ENTRIES if entry.tool.reads_files] == ["index_project"]
    assert forbidden(reply)
    assert {route.function.__name__ for route in ROUTES if route.reads_files} == {"index_folder", "watch_project"}
    for method, path, body in (("POST", "", {"path": str(server.home)}), ("PATCH", "/projects/sources", {"watch": True})):
        refused = server.rest(method, f"/palaces/{OURS}/code{path}", server.writer, json=body)
        assert (refused.status_code, "files of the server" in refused.json()["error"]) == (403, True)


def test_where_a_folder_lies_is_told_to_the_owner_alone(server: Server) -> None:
    [ours] = server.rest("GET", f"/palaces/{THEIRS}/code", MASTER).json()
    [theirs] = server.rest("GET", f"/palaces/{THEIRS}/code", server.stranger).json()

    assert ours["root"] == str(server.home / "sources")
    assert theirs["root"] is None
    assert str(server.home) not in json.dumps(theirs)


def test_a_palace_that_cannot_be_opened_says_where_it_lies_to_the_owner_alone(server: Server) -> None:
    torn = "torn"
    token = admit(SqliteTokens(server.home), torn, system_clock)[1]
    file = server.home / "palaces" / torn / "palace.db"
    file.parent.mkdir()
    file.write_bytes(b"no palace" * 1_000)

    def replies(token: str) -> list[str]:
        rest = [server.rest("GET", path, token) for path in ("/palaces", f"/palaces/{torn}", f"/palaces/{torn}/doctor")]
        calls = [
            server.call(entry.name, arguments_of(entry, {}, palace=torn), token, **{"X-Memory-Workspace": torn})
            for entry in ENTRIES
            if entry.is_scoped
        ]
        reading = {"Authorization": f"Bearer {token}", "Mcp-Name": "memory://wake-up", "X-Memory-Workspace": torn}
        woken = server.process.ask_modern("resources/read", {"uri": "memory://wake-up"}, reading)
        return [*(each.text for each in rest), *map(json.dumps, calls), woken.text]

    to_owner, to_tenant = replies(MASTER), replies(token)
    shutil.rmtree(file.parent)

    assert [said for said in to_tenant if str(server.home) in said] == []
    assert all(str(server.home) in said for said in (*to_owner[:3], to_owner[-1]))
    assert "the palace: the file is not a palace" in to_tenant[1]


NAMINGS = [quote(THEIRS), quote(THEIRS.upper()), "%62eta", f"{THEIRS}%2F", f"..%2F{THEIRS}", f"%2E%2E%2F{THEIRS}", UNSAID]
# A path that names no palace is the same however one is spelt.
NAMED = [(route, naming) for route in ROUTES for naming in (NAMINGS if "{id}" in route.path else NAMINGS[:1])]


@pytest.mark.parametrize(
    ("route", "naming"), NAMED, ids=lambda each: each if isinstance(each, str) else f"{each.method} {each.path}"
)
def test_no_path_tells_or_changes_anything_of_another_palace(server: Server, route: Route, naming: str) -> None:
    theirs = server.ids[THEIRS]
    before = server.changes(THEIRS), server.changes(UNSAID)
    path = route.path.replace("{id}", naming).replace("{drawer}", theirs["drawer_id"])
    fields = read_signature(route.function, route.path).fields
    wire = {
        field.wire: value_of(field, theirs) for field in fields if field.is_required and f"{{{field.wire}}}" not in route.path
    }
    wire |= {field.wire: THEIRS for field in fields if field.wire in {"palace", "name"}}
    options = {"json": wire} if route.method in {"POST", "PATCH"} else {"params": wire}

    replies = [
        server.rest(route.method, path, server.writer, headers=headers, **options)
        for headers in ({}, {"X-Memory-Workspace": THEIRS}, {"X-Memory-Workspace": OURS})
        if not headers or naming == NAMINGS[0]
    ]

    names_another = "{id}" in route.path or THEIRS in wire.values()
    # A code is for a page of the same holder, and nobody's page is called as this test calls it.
    answered = {200, 201, 403, 404} if is_entrance(route) else {200}
    assert {reply.status_code for reply in replies} <= ({400, 403} if names_another else answered), replies[0].text
    text = "".join(reply.text for reply in replies)
    assert SECRET not in text
    assert UNSAID not in text
    assert (server.changes(THEIRS), server.changes(UNSAID)) == before


def test_lists_and_totals_are_of_the_own_palace(server: Server) -> None:
    assert [line["id"] for line in server.rest("GET", "/palaces", server.writer).json()] == [OURS]
    assert [line["palace"] for line in server.rest("GET", "/dream/status", server.writer).json()["palaces"]] == [OURS]
    status = server.rest("GET", "/status", server.writer).json()
    assert (status["palace_count"], status["default_palace"]) == (1, OURS)
    assert server.call("palace_list", {}, server.writer)["result"]["structuredContent"] == {"palaces": [OURS]}
    assert len(server.rest("GET", "/palaces", MASTER).json()) == 4


def test_only_the_own_palace_can_be_made_and_only_by_who_may_write(server: Server) -> None:
    def made(name: str, token: str) -> list[bool]:
        rest = server.rest("POST", "/palaces", token, json={"name": name})
        return [not forbidden(server.call("palace_create", {"name": name}, token)), rest.status_code == 201]

    assert made(OURS, server.writer) == [True, True]
    assert made("brand new", server.writer) == [False, False]
    assert made(OURS, server.reader) == [False, False]
    assert "brand new" not in server.call("palace_list", {}, MASTER)["result"]["structuredContent"]["palaces"]


@pytest.mark.requirement("web-demo")
def test_a_demo_palace_is_made_by_who_has_access_to_all(server: Server) -> None:
    tried = [
        server.rest("POST", "/demo", token, json=body)
        for token in (server.writer, server.reader)
        for body in ({}, {"name": OURS})
    ]

    assert {reply.status_code for reply in tried} == {403}
    assert "demo" not in [line["id"] for line in server.rest("GET", "/palaces", MASTER).json()]


def is_entrance(route: Route) -> bool:
    return read_signature(route.function, route.path).receiver is Entrance


def test_a_reader_gets_a_page_that_only_reads_and_ends_nobodys(server: Server) -> None:
    assert server.rest("POST", "/codes", server.reader).status_code == 201
    assert server.rest("DELETE", "/pages/x", server.reader).status_code == 404
    assert server.rest("GET", "/tokens", server.reader).status_code == 403


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.method != "GET" and route.path not in {"/codes", "/pages/{page}"}],
    ids=lambda route: f"{route.method} {route.path}",
)  # fmt: skip
def test_a_token_that_may_only_read_changes_nothing_over_rest(server: Server, route: Route) -> None:
    path = route.path.replace("{id}", OURS).replace("{drawer}", "x")
    fields = read_signature(route.function, route.path).fields
    wire = {field.wire: value_of(field, {}) for field in fields if field.is_required and f"{{{field.wire}}}" not in route.path}

    options = {"json": wire} if route.method in {"POST", "PATCH"} else {}
    reply = server.rest(route.method, path, server.reader, **options)

    assert reply.status_code == 403, reply.text


def test_the_own_palace_is_meant_when_none_is_named(server: Server) -> None:
    server.call("memory_remember", {"text": "ours alone"}, server.writer)

    found = server.call("mempalace_search", {"query": "ours alone"}, server.reader)

    assert found["result"]["structuredContent"]["results"][0]["text"] == "ours alone"
    meta = found["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]
    assert meta["default_palace"] == OURS


def test_the_wake_up_text_and_its_completions_are_of_the_own_palace(server: Server) -> None:
    def ask(method: str, params: dict[str, Any], name: str, workspace: str = OURS) -> Any:
        headers = {"Authorization": f"Bearer {server.writer}", "Mcp-Name": name, "X-Memory-Workspace": workspace}
        return server.process.ask_modern(method, params, headers).json()

    typed = {"ref": {"type": "ref/prompt", "name": "wake-up"}, "argument": {"name": "wing", "value": "our"}}
    asks: list[tuple[str, dict[str, Any], str]] = [
        ("resources/read", {"uri": "memory://wake-up"}, "memory://wake-up"),
        ("resources/read", {"uri": "memory://wake-up/w"}, "memory://wake-up/w"),
        ("prompts/get", {"name": "wake-up"}, "wake-up"),
        ("completion/complete", typed, ""),
    ]
    server.call("mempalace_add_drawer", {"wing": "ours", "room": "r", "content": "our own words"}, server.writer)

    plain = [ask(*each) for each in asks]
    named = [ask(*each, THEIRS) for each in asks]

    assert [SECRET in json.dumps(reply) for reply in [*plain, *named]] == [False] * 8
    assert "our own words" in json.dumps(plain[0])
    assert plain[3]["result"]["completion"]["values"] == ["ours"]
    assert all(forbidden(reply) for reply in named)


def test_events_are_of_the_own_palace(server: Server) -> None:
    def events(last: str) -> list[str]:
        headers = {"Authorization": f"Bearer {server.reader}", **({"Last-Event-ID": last} if last else {})}
        lines: list[str] = []
        with httpx2.stream("GET", f"{server.url}/api/v1/events", headers=headers, timeout=90) as stream:
            for line in stream.iter_lines():
                lines.append(line)
                if line.startswith("event: connected"):
                    server.call("memory_remember", {"text": f"more of {SECRET}", "palace": THEIRS}, MASTER)
                    server.call("memory_remember", {"text": "more of ours"}, server.writer)
                if line.startswith("event: status_changed"):
                    break
        return lines

    for last in ("", f"{THEIRS}:0", f"{UNSAID}:0"):
        heard = events(last)

        assert any(line.startswith("event: drawer_added") for line in heard)
        assert not any(name in line for line in heard for name in (f'"{THEIRS}"', UNSAID))


@pytest.mark.requirement("token-needed")
def test_a_stream_of_events_ends_when_its_token_is_taken_back(server: Server) -> None:
    tokens = SqliteTokens(server.home)
    token, secret = admit(tokens, OURS, system_clock)

    headers = {"Authorization": f"Bearer {secret}"}
    with httpx2.stream("GET", f"{server.url}/api/v1/events", headers=headers, timeout=90) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: connected"
        tokens.revoke(token.id)
        # This returns only when the server closes the stream.
        rest = list(lines)

    assert not any(line.startswith("event:") for line in rest)


def test_nobody_comes_into_the_session_of_another(server: Server) -> None:
    def headers(token: str, session: str) -> dict[str, str | bytes]:
        return {"Authorization": f"Bearer {token}", "Mcp-Session-Id": session}

    opened = server.process.post(request("initialize", OPENING), {"Authorization": f"Bearer {server.writer}"})
    session = opened.headers["mcp-session-id"]
    statuses = [
        server.process.post(request("tools/list"), headers(token, session)).status_code
        for token in (server.stranger, server.reader, MASTER, server.writer)
    ]

    assert statuses == [404, 404, 404, 200]
    # Also with a tool among them that reports progress, a reply that says nothing before is plain.
    assert opened.json()["result"]["serverInfo"]["default_palace"] == OURS


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_official_client_works_with_a_token(server: Server, mode: str) -> None:
    async def use() -> Any:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {server.writer}"}) as http,
            Client(streamable_http_client(f"{server.url}/mcp", http_client=http), mode=mode) as client,
        ):
            [remember] = [tool for tool in (await client.list_tools()).tools if tool.name == "memory_remember"]
            stored = await client.call_tool("memory_remember", {"text": "from the client"})
            return remember.input_schema["required"], stored.structured_content

    required, stored = anyio.run(use)

    assert required == ["text"]
    assert stored["palace"] == OURS


@pytest.mark.requirement("token-needed")
def test_a_token_taken_back_is_good_for_nothing_from_the_next_request_on(server: Server) -> None:
    tokens = SqliteTokens(server.home)
    token, secret = admit(tokens, OURS, system_clock)

    before = server.rest("GET", "/status", secret).status_code
    tokens.revoke(token.id)

    assert (before, server.rest("GET", "/status", secret).status_code) == (200, 401)
    assert server.process.send("GET", "/api/v1/status").status_code == 401
    assert server.process.send("GET", "/health").status_code == 200


@pytest.mark.requirement("token-needed")
def test_on_the_loopback_too_a_token_is_needed_as_soon_as_there_is_one(tmp_path: Path) -> None:
    process = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path))
    open_to_all = process.send("GET", "/api/v1/status").status_code
    secret = admit(SqliteTokens(tmp_path), OURS, system_clock)[1]

    statuses = set()
    while 401 not in statuses:
        statuses.add(process.send("GET", "/api/v1/status").status_code)
    with_token = process.send("GET", "/api/v1/status", headers={"Authorization": f"Bearer {secret}"}).status_code
    process.end()

    assert (open_to_all, with_token) == (200, 200)
    assert statuses <= {200, 401}


def test_the_master_may_do_everything(server: Server) -> None:
    found = server.call("mempalace_search", {"query": "quetzal"}, MASTER, **{"X-Memory-Workspace": THEIRS})

    assert SECRET in json.dumps(found)


def test_reading_tools_are_those_that_say_so() -> None:
    assert {entry.tool.effect for entry in ENTRIES if entry.tool.annotations()["readOnlyHint"]} == {Effect.READ}


@pytest.mark.requirement("tenant-data-root")
def test_where_the_data_lies_is_told_to_the_master_alone(server: Server) -> None:
    shown = [server.rest("GET", "/status", token).json()["data_root"] for token in (MASTER, server.writer, server.reader)]

    assert shown == [str(server.home), None, None]
