"""Signatures of functions: the first parameter is the receiver, the rest are wire arguments."""

import inspect
import re
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

from simonides.frozen import frozen
from simonides.toolkit.content import Contents, Download, LeanReply, Remarked
from simonides.toolkit.dialogue.voice import Voice
from simonides.toolkit.faults import BadTool
from simonides.toolkit.replies import wire_name
from simonides.toolkit.shapes import MISSING, Field, Shape, Unsupported, read_shape, read_slot

_WRAPPED_LINE = re.compile(r"(?<!\n)\n(?![\s\-*\d])")


@frozen
class Signature:
    """A function as the wire sees it; `reply` is None when the function declares no structured reply.

    `voice` is the parameter through which it talks to its client during the call, if it has one.
    """

    description: str
    receiver: type
    fields: tuple[Field, ...]
    reply: Shape | None
    voice: str | None = None

    @property
    def headers(self) -> list[str]:
        """The headers in which arguments are sent as well."""
        return [field.slot.arg.header for field in self.fields if field.slot.arg.header is not None]


def read_signature(function: Callable[..., Any], label: str) -> Signature:
    """Read a function. Raises BadTool when it cannot become a tool."""
    hints = _hints_of(function, label)
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        raise BadTool(label, "has no receiver: give it a first parameter for what it works on")
    receiver = _hint_of(parameters[0], hints, label)
    if not isinstance(receiver, type):
        raise BadTool(label, f"the receiver '{parameters[0].name}' needs a class as its annotation")
    voice = next((parameter.name for parameter in parameters[1:] if hints.get(parameter.name) is Voice), None)
    fields = tuple(_read_field(parameter, hints, label) for parameter in parameters[1:] if parameter.name != voice)
    return Signature(_description_of(function, label), receiver, fields, read_reply(function, label), voice)


def read_reply(function: Callable[..., Any], label: str) -> Shape | None:
    """Read the shape of a function's reply; None when it declares no structure."""
    hints = _hints_of(function, label)
    if "return" not in hints:
        raise BadTool(label, "has no return annotation")
    if hints["return"] in (type(None), Contents, Download):
        return None
    reply = get_args(hints["return"])[0] if get_origin(hints["return"]) in (LeanReply, Remarked) else hints["return"]
    try:
        return read_shape(reply)
    except Unsupported as error:
        raise BadTool(label, f"the reply: {error}") from error


def _hints_of(function: Callable[..., Any], label: str) -> dict[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except NameError as error:
        raise BadTool(label, f"an annotation cannot be resolved at run time: {error}") from error


def _hint_of(parameter: inspect.Parameter, hints: dict[str, Any], label: str) -> object:
    if parameter.kind not in {parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY}:
        raise BadTool(label, f"the parameter '{parameter.name}' must be an ordinary one, not positional-only, *args or **kwargs")
    if parameter.name not in hints:
        raise BadTool(label, f"the parameter '{parameter.name}' has no annotation")
    return hints[parameter.name]


def _read_field(parameter: inspect.Parameter, hints: dict[str, Any], label: str) -> Field:
    hint = _hint_of(parameter, hints, label)
    default = MISSING if parameter.default is parameter.empty else parameter.default
    try:
        return Field(parameter.name, wire_name(parameter.name), read_slot(hint), default)
    except Unsupported as error:
        raise BadTool(label, f"the parameter '{parameter.name}': {error}") from error


def _description_of(function: Callable[..., Any], label: str) -> str:
    """The docstring with its lines joined: models should not see where the source file wraps."""
    text = inspect.cleandoc(function.__doc__ or "")
    if not text:
        raise BadTool(label, "has no docstring, so no model would know what it does")
    return _WRAPPED_LINE.sub(" ", text)
