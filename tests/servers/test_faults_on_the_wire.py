"""Failing calls on the wire, for each style of faults."""

from typing import Any

import pytest

from servers.toy import toy_core
from simonides.servers.mcp.messages import RpcError
from support.clients import called

Headers = dict[str, str] | None


def rpc_error(name: str, arguments: object, sets: str = "rpc", headers: Headers = None) -> tuple[int, str]:
    with pytest.raises(RpcError) as caught:
        called(toy_core(sets), name, arguments, headers=headers)
    return caught.value.code, caught.value.message


def result(name: str, arguments: object, sets: str, headers: Headers = None, default_scope: str | None = None) -> Any:
    return called(toy_core(sets, default_scope), name, arguments, headers=headers)


def error_text(name: str, arguments: object, headers: Headers = None) -> str:
    shown = result(name, arguments, "result", headers)
    assert shown["isError"] is True
    assert "structuredContent" not in shown
    text: str = shown["content"][0]["text"]
    return text


def test_json_rpc_faults() -> None:
    assert rpc_error("echo", {}) == (-32000, "echo: missing 'text'")
    assert rpc_error("echo", [1]) == (-32000, "echo: 'arguments' must be an object")
    assert rpc_error("fail", {"how": "trouble"}) == (-32000, "kaput")
    assert rpc_error("nope", {}) == (-32601, "Unknown tool: nope")


def test_result_faults() -> None:
    assert error_text("soft_echo", {}) == "soft_echo: missing 'text'"
    assert error_text("soft_fail", {"how": "trouble"}) == "kaput"
    assert rpc_error("nope", {}, "result") == (-32602, "Unknown tool: nope")


def test_a_bug_is_the_tool_sets_fault_and_its_traceback_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    assert rpc_error("fail", {"how": "bug"}) == (-32000, "internal error in fail: ZeroDivisionError: by zero")
    assert error_text("soft_fail", {"how": "exit"}) == "internal error in soft_fail: SystemExit: 3"

    logged = capsys.readouterr().err
    assert "Traceback" in logged
    assert "by zero" in logged


def test_a_failure_on_purpose_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    error_text("soft_fail", {"how": "trouble"})
    error_text("soft_echo", {})

    assert capsys.readouterr().err == ""


def test_an_exception_can_be_an_ordinary_reply() -> None:
    shown = result("fail", {"how": "closed"}, "rpc")

    assert shown["structuredContent"] == {"error": "closed: shut"}
    assert "isError" not in shown


@pytest.mark.parametrize(("sets", "tool"), [("rpc", "fail"), ("result", "soft_fail")])
def test_a_failure_that_cannot_be_told_is_an_internal_error_and_is_logged(
    sets: str, tool: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rpc_error(tool, {"how": "unspeakable"}, sets) == (-32603, f"internal error in {tool}: KeyError: 'hush'")

    assert "Traceback" in capsys.readouterr().err


def test_with_several_sets_an_unknown_tool_follows_the_mcp_rule_and_each_set_its_own() -> None:
    assert rpc_error("nope", {}, "both") == (-32602, "Unknown tool: nope")
    assert rpc_error("fail", {"how": "trouble"}, "both") == (-32000, "kaput")
    assert result("soft_fail", {"how": "trouble"}, "both")["isError"] is True


def test_the_scope_may_come_from_an_argument() -> None:
    assert rpc_error("echo", {"text": "a"}, "narrow") == (-32603, "echo: missing 'box' (no default configured)")
    assert result("echo", {"text": "a", "box": "b"}, "narrow")["structuredContent"]["box"] == "b"
    assert result("echo", {"text": "a"}, "narrow", default_scope="d")["structuredContent"]["box"] == "d"
    assert rpc_error("echo", {"text": "a", "box": 5}, "narrow") == (-32603, "echo: 'box' must be a string, not a number")


def test_the_scope_may_come_from_a_header_where_there_are_headers() -> None:
    assert result("echo", {"text": "a"}, "rpc", {"x-box": "h"})["structuredContent"]["box"] == "h"
    assert result("echo", {"text": "a"}, "rpc", default_scope="d")["structuredContent"]["box"] == "d"
    assert error_text("soft_echo", {"text": "a"}, headers={}) == "soft_echo: missing header 'X-Box'"


def test_lone_surrogates_never_reach_the_wire() -> None:
    shown = result("echo", {"text": "a\ud800b"}, "rpc")

    assert shown["structuredContent"]["text"] == "a\ufffdb"
    assert shown["content"][0]["text"] == '{"text":"a\ufffdb","box":null}'
