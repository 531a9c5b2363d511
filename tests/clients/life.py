"""The lives that clients replay: calls with the shape of their replies, one life for each tool set, in `lives.json`.

A shape is a value that must be equal, `<text>`, `<number>`, `<time>`, `<bool>`, `<list>` or `<any>`, a list or object of shapes.
An object with the key `...` may have more keys; `{"<each>": shape}` is a list, not empty, of things of that shape.
`$name` is what an earlier step kept by that name. A reply that is plain text is told by a pattern, `says`.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

LIVES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("lives.json").read_text(encoding="utf-8"))
"""By what is served: the name of the server, and the steps."""

_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z")
_KINDS: dict[str, Callable[[Any], bool]] = {
    "<text>": lambda value: isinstance(value, str) and value != "",
    "<number>": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "<time>": lambda value: isinstance(value, str) and _TIME.fullmatch(value) is not None,
    "<bool>": lambda value: isinstance(value, bool),
    "<list>": lambda value: isinstance(value, list),
    "<any>": lambda _value: True,
}

Told = dict[str, Any]
"""What a client says of a reply: `text`, `structured` and `isError`, or the `code` and `message` of an error."""


def replay(life: Mapping[str, Any], folder: Path, ask: Callable[[str, Any], Told]) -> None:
    """Make every call of a life and hold its reply against the shape; `folder` is a project with one file of Rust."""
    kept: dict[str, Any] = {"folder": str(folder)}
    for number, step in enumerate(life["steps"]):
        told = ask(step["tool"], filled(step["arguments"], kept))
        where = f"step {number}, {step['tool']}"
        if "fails" in step:
            assert told == filled(step["fails"], kept), where
            continue
        assert "text" in told, f"{where}: {told}"
        if "is_error" in step:
            assert told["isError"], where
            check(told["text"], filled(step["is_error"], kept), where)
            continue
        assert not told["isError"], f"{where}: {told['text']}"
        if "says" in step:
            said = re.fullmatch(filled(step["says"], kept), told["text"])
            assert said, f"{where}: {told['text']}"
            kept |= said.groupdict()
            continue
        reply = json.loads(told["text"])
        assert told["structured"] in (None, reply), where
        check(reply, filled(step["reply"], kept), where)
        kept |= {name: reply[key] for name, key in step.get("keep", {}).items()}


def filled(value: Any, kept: Mapping[str, Any]) -> Any:
    """The value with what was kept in the place of its names."""
    if isinstance(value, dict):
        return {key: filled(one, kept) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, kept) for one in value]
    return re.sub(r"\$([a-z]+)", lambda match: str(kept[match[1]]), value) if isinstance(value, str) else value


def check(value: Any, shape: Any, where: str) -> None:
    """Hold a value against a shape. Raises AssertionError, which says where they differ."""
    if isinstance(shape, dict) and "<each>" in shape:
        assert isinstance(value, list), where
        assert value, f"{where}: the list is empty"
        for number, one in enumerate(value):
            check(one, shape["<each>"], f"{where}[{number}]")
    elif isinstance(shape, dict):
        assert isinstance(value, dict), where
        assert value.keys() >= shape.keys() - {"..."}, f"{where}: {sorted(value)}"
        assert "..." in shape or value.keys() == shape.keys(), f"{where}: {sorted(value)}"
        for key in shape.keys() - {"..."}:
            check(value[key], shape[key], f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        assert len(value) == len(shape), f"{where}: {value}"
        for number, (one, wanted) in enumerate(zip(value, shape, strict=True)):
            check(one, wanted, f"{where}[{number}]")
    elif isinstance(shape, str) and shape in _KINDS:
        assert _KINDS[shape](value), f"{where}: {value!r} is not {shape}"
    else:
        assert value == shape, where
