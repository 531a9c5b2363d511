"""Calling a tool: scope, arguments, receiver, function, in this order; every failure is an exception."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeAlias

from simonides.frozen import frozen
from simonides.toolkit.arguments import read_arguments
from simonides.toolkit.catalogue import Entry
from simonides.toolkit.dialogue.voice import SILENCE, Voice
from simonides.toolkit.faults import BadArgument
from simonides.toolkit.scope import Headers, Request
from simonides.toolkit.tool import Effect


class Purpose(NamedTuple):
    """What a receiver is needed for: to write to it, to create it if missing, to read files of this machine, to add to it.

    What takes notes reads, as far as its caller can tell, and writes only what it has to remember of that.
    """

    writes: bool = False
    makes: bool = False
    reads_files: bool = False
    adds: bool = False
    takes_notes: bool = False


LOOKING = Purpose()

OpenReceiver: TypeAlias = Callable[[type, str | None, Purpose], object]
"""Opens what a tool works on: (receiver type, scope name or None, purpose) -> receiver. The wiring provides it."""


Signing: TypeAlias = Callable[[str], AbstractContextManager[None]]
"""Entered by the thread of a call, with the name of the tool set: what is written inside is signed with it."""


def unsigned(_toolset: str) -> AbstractContextManager[None]:
    """Sign nothing."""
    return nullcontext()


@frozen
class Surroundings:
    """The context of a call: the opener, the default scope, the headers (None without), a voice, and who signs its writes."""

    open_receiver: OpenReceiver
    default_scope: str | None = None
    headers: Headers | None = None
    voice: Voice = SILENCE
    signing: Signing = unsigned


def call(entry: Entry, arguments: object, around: Surroundings) -> object:
    """Call a tool with wire arguments and return its reply. Raises BadArgument, or whatever the tool raises."""
    wire = _as_mapping(entry, arguments)
    if entry.reading is not None and _fits(entry.reading, wire):
        entry = entry.reading
    scope = _find_scope(entry, wire, around)
    keywords = read_arguments(entry.name, entry.wire_fields(is_scope_required=False), wire)
    keywords.pop(entry.scope_argument or "", None)
    if entry.signature.voice is not None:
        keywords[entry.signature.voice] = around.voice
    with around.signing(entry.toolset.name):
        receiver = around.open_receiver(entry.signature.receiver, scope, _purpose(entry, scope, around))
        return entry.tool.function(receiver, **keywords)


def _fits(entry: Entry, wire: Mapping[str, Any]) -> bool:
    try:
        read_arguments(entry.name, entry.wire_fields(is_scope_required=False), wire)
    except BadArgument:
        return False
    return True


def _purpose(entry: Entry, scope: str | None, around: Surroundings) -> Purpose:
    tool = entry.tool
    adds = tool.effect is Effect.ADD
    return Purpose(tool.effect is not Effect.READ, _may_make(entry, scope, around), tool.reads_files, adds)


def _may_make(entry: Entry, scope: str | None, around: Surroundings) -> bool:
    if not entry.toolset.makes_receiver:
        return False
    # A receiver that the call itself names is never created by a mere read.
    is_default = scope == around.default_scope
    return entry.tool.effect is Effect.ADD or (entry.toolset.is_always_there and is_default)


def _as_mapping(entry: Entry, arguments: object) -> Mapping[str, Any]:
    if arguments is None:
        return {}
    if not isinstance(arguments, Mapping):
        raise BadArgument(entry.name, "arguments", "'arguments' must be an object")
    return arguments


def _find_scope(entry: Entry, wire: Mapping[str, Any], around: Surroundings) -> str | None:
    if not entry.is_scoped:
        return None
    asked = wire.get(entry.scope_argument) if entry.scope_argument else None
    return entry.toolset.scope.find(Request(entry.name, asked, around.headers, around.default_scope))
