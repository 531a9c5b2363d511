"""Answers to tool calls: replies become content, failures become the tool set's faults."""

import contextlib
import json
import sys
from typing import Any

from simonides.servers.mcp.messages import INTERNAL_ERROR, INVALID_PARAMS, RpcError
from simonides.toolkit.calling import Surroundings, call
from simonides.toolkit.catalogue import Catalogue, Entry
from simonides.toolkit.content import Contents, LeanReply, Remarked, Text
from simonides.toolkit.dialogue.voice import AskFailed, CannotAsk, Unanswered
from simonides.toolkit.faults import INTERNAL, Fault, ReplyFault, RpcFault, TextFault, write_text
from simonides.toolkit.replies import to_json

REMARK_KEY = "simonides/remark"
"""The key in a result's `_meta` under which stands what its shape has no room for."""


def answer_call(catalogue: Catalogue, name: str, arguments: object, around: Surroundings) -> dict[str, Any]:
    """Call a tool and return its result, with structured content; raises RpcError where the tool set fails that way."""
    entry = catalogue.find(name)
    if entry is None:
        return _unknown_tool(catalogue, name)
    try:
        return _reply_result(call(entry, arguments, around))
    except (AskFailed, CannotAsk, Unanswered):
        # These concern the client's answers; the tool set has no fault for them.
        raise
    # A broad catch, like the one below: whatever a tool does, its caller gets an answer. It includes SystemExit because a
    # library that calls sys.exit() would otherwise end only the thread, and the caller would wait forever.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        return failure(entry, error)


def failure(entry: Entry, error: BaseException) -> dict[str, Any]:
    """The result of a call that failed; raises RpcError where the tool set fails that way."""
    if entry.toolset.faults.is_unexpected(error):
        log_bug(error)
    return _show_surely(entry.toolset.faults.fault_of(error), entry, error)


def log_bug(error: BaseException) -> None:
    """Write the traceback of what nobody meant to raise on stderr."""
    # Imported here since most runs never fail.
    import traceback

    # A client that closed our stderr must not turn a failed call into a lost one.
    with contextlib.suppress(OSError, ValueError):
        traceback.print_exception(error, file=sys.stderr)


def _unknown_tool(catalogue: Catalogue, name: str) -> dict[str, Any]:
    error = LookupError(name)
    fault = catalogue.alone.faults.unknown_tool if catalogue.alone else RpcFault(INVALID_PARAMS, "Unknown tool: {name}")
    if isinstance(fault, RpcFault):
        raise RpcError(fault.code, write_text(fault.message, name, error))
    return _text_result(write_text(fault.text, name, error))


def _show_surely(fault: Fault, entry: Entry, error: BaseException) -> dict[str, Any]:
    try:
        return _show(fault, entry, error)
    except RpcError:
        raise
    # Writing the tool set's own fault may fail too. This one depends on nothing of the tool set.
    except (Exception, SystemExit) as second:
        log_bug(second)
        raise RpcError(INTERNAL_ERROR, write_text(INTERNAL, entry.name, second)) from second


def _show(fault: Fault, entry: Entry, error: BaseException) -> dict[str, Any]:
    match fault:
        case RpcFault(code, message):
            raise RpcError(code, write_text(message, entry.name, error)) from error
        case TextFault(text):
            return _text_result(write_text(text, entry.name, error))
        case ReplyFault(build):
            return _reply_result(build(error))


def _text_result(text: str) -> dict[str, Any]:
    return {"content": [Text(text).block()], "isError": True}


def _reply_result(reply: object) -> dict[str, Any]:
    if isinstance(reply, Contents):
        return {"content": reply.blocks()}
    if isinstance(reply, str):
        return {"content": [Text(reply).block()]}
    if isinstance(reply, LeanReply):
        return {"content": [Text(reply.text).block()], "structuredContent": json.loads(to_json(reply.data))}
    if isinstance(reply, Remarked):
        return _reply_result(reply.data) | ({"_meta": {REMARK_KEY: reply.remark}} if reply.remark else {})
    text = to_json(reply)
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    if text.startswith("{"):
        # Parsed back rather than passed on: dataclasses are plain and lone surrogates are gone, exactly as in the text.
        result["structuredContent"] = json.loads(text)
    return result
