"""The protocol core without a transport: the answer to each message."""

import json
from typing import Any

import pytest

from servers.toy import toy_core
from servers.wire import MODERN_META, call, request
from simonides.servers.mcp.eras import HANDSHAKES, MODERN, NEWEST_HANDSHAKE
from simonides.servers.mcp.messages import RpcError
from simonides.servers.mcp.methods import Ask
from simonides.servers.mcp.session import Session
from support.clients import called


def answer(message: object, sets: str = "rpc", version: str | None = None, default_scope: str | None = None) -> Any:
    core, session = toy_core(sets, default_scope), Session()
    if version is not None:
        core.handle(request("initialize", {"protocolVersion": version}), session)
    return core.handle(message, session)


def error_of(message: object, sets: str = "rpc", version: str | None = None) -> tuple[object, int]:
    reply = answer(message, sets, version)
    return reply["id"], reply["error"]["code"]


def modern(method: str, params: dict[str, Any] | None = None, version: object = "2026-07-28") -> dict[str, Any]:
    meta = {**MODERN_META, "io.modelcontextprotocol/protocolVersion": version}
    return request(method, {**(params or {}), "_meta": meta})


def test_a_malformed_message_is_refused_with_the_id_it_has() -> None:
    refusals = [
        ([], None, -32600),
        (5, None, -32600),
        ({"id": 1, "method": "ping"}, 1, -32600),
        ({"jsonrpc": "1.0", "id": 1, "method": "ping"}, 1, -32600),
        ({"jsonrpc": "2.0", "id": 1}, 1, -32600),
        ({"jsonrpc": "2.0"}, None, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 7}, 1, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, None, -32600),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, None, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, None, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, 1, -32602),
        (request("tools/call", {}), 1, -32602),
        (request("tools/call", {"name": 5}), 1, -32602),
        (request("tools/list", {"cursor": "x"}), 1, -32602),
    ]

    assert [error_of(message) for message, _, _ in refusals] == [(to, code) for _, to, code in refusals]


def test_an_unknown_method_is_named() -> None:
    assert answer(request("foo"))["error"] == {"code": -32601, "message": "Method not found: foo"}


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "notifications/unheard-of", "ping"])
def test_a_notification_is_never_answered(method: str) -> None:
    assert answer({"jsonrpc": "2.0", "method": method, "params": [1]}) is None


def test_a_response_is_ignored() -> None:
    assert answer({"jsonrpc": "2.0", "id": 1, "result": {}}) is None
    assert answer({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}) is None


@pytest.mark.requirement("protocol-eras")
@pytest.mark.parametrize("version", list(HANDSHAKES))
def test_a_known_version_is_echoed(version: str) -> None:
    assert answer(request("initialize", {"protocolVersion": version}))["result"] == {
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "toy", "version": "1.0"},
        "instructions": "Toy instructions.",
    }


@pytest.mark.parametrize(
    "params", [{}, {"protocolVersion": "1999-01-01"}, {"protocolVersion": "2026-07-28"}, {"protocolVersion": 5}]
)
def test_an_unknown_version_gets_the_newest_handshake(params: dict[str, Any]) -> None:
    assert answer(request("initialize", params))["result"]["protocolVersion"] == "2025-11-25"


def test_the_first_era_lists_the_plain_fields_only() -> None:
    tool = answer(request("tools/list"), version="2024-11-05")["result"]["tools"][0]

    assert list(tool) == ["name", "description", "inputSchema"]


def test_the_second_era_adds_annotations_with_the_title_in_them() -> None:
    tool = answer(request("tools/list"), version="2025-03-26")["result"]["tools"][0]

    assert list(tool) == ["name", "description", "inputSchema", "annotations"]
    assert tool["annotations"]["title"] == "Echo"


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
def test_later_eras_add_titles_and_output_schemas(version: str) -> None:
    tool = answer(request("tools/list"), version=version)["result"]["tools"][0]

    assert set(tool) == {"name", "title", "description", "inputSchema", "annotations", "outputSchema"}


def test_structured_content_is_the_text_and_only_where_the_era_has_it() -> None:
    old = answer(call("echo", {"text": "é"}), version="2025-03-26")["result"]
    new = answer(call("echo", {"text": "é"}), version="2025-06-18")["result"]

    assert old == {"content": [{"type": "text", "text": '{"text":"é","box":null}'}]}
    assert new == {**old, "structuredContent": {"text": "é", "box": None}}


def test_a_list_has_no_structured_content() -> None:
    assert answer(call("names"))["result"] == {"content": [{"type": "text", "text": '["a","b"]'}]}


def test_a_batch_is_answered_by_a_batch_in_the_one_era_that_has_them() -> None:
    batch = [request("ping", to=1), {"jsonrpc": "2.0", "method": "notifications/x"}, call("echo", {"text": "a"}, to=2), 5]

    replies = answer(batch, version="2025-03-26")

    assert [reply["id"] for reply in replies] == [1, 2, None]
    assert answer(batch[:1], version="2025-03-26") == [{"jsonrpc": "2.0", "id": 1, "result": {}}]
    assert answer(batch[1:2], version="2025-03-26") is None
    assert error_of([], version="2025-03-26") == (None, -32600)
    assert error_of(batch, version="2025-06-18") == (None, -32600)


def test_discover_says_everything_a_handshake_would() -> None:
    assert answer(modern("server/discover"))["result"] == {
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "Toy instructions.",
        "ttlMs": 300_000,
        "cacheScope": "private",
        "resultType": "complete",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "toy", "version": "1.0"}},
    }


def test_a_modern_request_needs_no_handshake_and_is_stamped() -> None:
    listed = answer(modern("tools/list"))["result"]
    called = answer(modern("tools/call", {"name": "echo", "arguments": {"text": "a"}}))["result"]

    assert (listed["resultType"], listed["ttlMs"], listed["cacheScope"]) == ("complete", 300_000, "private")
    assert called == {
        "content": [{"type": "text", "text": '{"text":"a","box":null}'}],
        "structuredContent": {"text": "a", "box": None},
        "resultType": "complete",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "toy", "version": "1.0"}},
    }


def test_the_modern_era_has_no_ping_and_the_others_no_discover() -> None:
    assert error_of(modern("ping")) == (1, -32601)
    assert error_of(request("server/discover")) == (1, -32601)


def test_an_unsupported_version_is_told_with_the_supported_ones() -> None:
    error = answer(modern("tools/list", version="2031-01-01"))["error"]

    assert error["code"] == -32022
    assert error["data"] == {"supported": [MODERN.version, *reversed(HANDSHAKES)], "requested": "2031-01-01"}


def test_a_broken_envelope_is_refused() -> None:
    no_capabilities = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}

    assert error_of(request("tools/list", no_capabilities)) == (1, -32602)
    assert error_of(modern("tools/list", version=5)) == (1, -32602)


def test_initialize_opens_a_handshake_even_in_a_modern_envelope() -> None:
    assert answer(modern("initialize", {"protocolVersion": "2025-06-18"}))["result"]["protocolVersion"] == "2025-06-18"


def test_a_set_that_names_its_methods_answers_no_others_when_alone() -> None:
    assert error_of(request("resources/list"), "narrow") == (1, -32601)
    assert answer(request("ping"), "narrow")["result"] == {}
    assert answer(modern("server/discover"), "narrow")["result"]["supportedVersions"] == ["2026-07-28"]
    assert error_of(request("server/discover"), "narrow") == (1, -32601)


def test_a_set_served_alone_names_the_server() -> None:
    assert answer(request("initialize"), "narrow")["result"] == {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "narrow-server", "version": "9.9"},
    }


def test_an_id_in_flight_is_refused_a_second_time() -> None:
    core, session = toy_core(), Session()
    first = core.receive(call("echo", {"text": "a"}, to=7), session)

    second = core.handle(request("ping", to=7), session)

    assert isinstance(second, dict)
    assert (second["id"], second["error"]["code"]) == (7, -32600)
    assert not isinstance(first, dict | list | None)
    assert json.loads(json.dumps(first.run()))["id"] == 7
    assert core.handle(request("ping", to=7), session) == {"jsonrpc": "2.0", "id": 7, "result": {}}


def test_a_call_cancelled_while_it_waits_neither_runs_nor_answers() -> None:
    core, session = toy_core(), Session()
    waiting = core.receive(call("fail", {"how": "bug"}, to="x"), session)
    core.handle({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "x"}}, session)

    assert not isinstance(waiting, dict | list | None)
    assert waiting.run() is None


def test_another_transport_may_call_the_core_directly() -> None:
    core = toy_core()

    assert len(core.answer("tools/list", Ask({}, NEWEST_HANDSHAKE, Session()))["tools"]) == 7
    with pytest.raises(RpcError) as caught:
        called(core, "nope", {})
    assert caught.value.code == -32601
