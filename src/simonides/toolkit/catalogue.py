"""The catalogue of tools that are served, as clients see them."""

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from simonides.frozen import frozen
from simonides.toolkit.faults import BadTool
from simonides.toolkit.schema import Schema, SchemaStyle, object_schema, reply_schema
from simonides.toolkit.scope import ScopeArgument
from simonides.toolkit.shapes import MISSING, Arg, Field, Scalar, Slot
from simonides.toolkit.signature import Signature, read_signature
from simonides.toolkit.tool import Tool, Toolset


@frozen
class Entry:
    """One tool of one set, under its wire name."""

    name: str
    tool: Tool
    toolset: Toolset
    signature: Signature
    shows_reply: bool = True
    """Whether its output schema is listed, and its reply comes as data beside the text."""
    reading: "Entry | None" = None
    """What answers those calls that only read, where the tool does both."""

    @property
    def is_scoped(self) -> bool:
        """Whether the tool works on the receiver that the set's scope names."""
        return self.signature.receiver is self.toolset.scope.receiver

    @property
    def scope_argument(self) -> str | None:
        """The extra wire argument that names the scope, if this tool has one."""
        scope = self.toolset.scope
        return scope.argument if isinstance(scope, ScopeArgument) and self.is_scoped else None

    def listing(self, *, has_default_scope: bool) -> dict[str, Any]:
        """Everything `tools/list` can show; older protocol versions omit the newer keys."""
        listing = {
            "name": self.name,
            "title": self.tool.title,
            "description": self.signature.description,
            "inputSchema": self.input_schema(has_default_scope=has_default_scope),
            "annotations": self.toolset.hints(self.tool),
        }
        output = reply_schema(self.signature.reply, self.toolset.fault_replies) if self.shows_reply else None
        return listing if output is None else {**listing, "outputSchema": output}

    def input_schema(self, *, has_default_scope: bool) -> Schema:
        """The schema of the arguments, from the signature and the tool's own rules."""
        look = SchemaStyle(self.toolset.nulls, self.toolset.show_defaults)
        fields = self.wire_fields(is_scope_required=not has_default_scope)
        return {**object_schema(fields, look), **(self.tool.rules or {})}

    def wire_fields(self, *, is_scope_required: bool) -> tuple[Field, ...]:
        """The arguments on the wire: the scope's own first, then the function's."""
        scope = self.toolset.scope
        if not isinstance(scope, ScopeArgument) or not self.is_scoped:
            return self.signature.fields
        slot = Slot(Scalar("string"), Arg(scope.descriptions.get(self.tool.label, "")))
        default = MISSING if is_scope_required else None
        return (Field(scope.argument, scope.argument, slot, default), *self.signature.fields)


@frozen
class Catalogue:
    """Every tool that is served, by wire name, in the order of the sets and of their lists.

    `shows_replies` decides about output schemas and structured replies, in place of each set's own choice.
    """

    toolsets: Sequence[Toolset]
    shows_replies: bool | None = None
    entries: dict[str, Entry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        entries: dict[str, Entry] = {}
        for entry in _entries_of(self.toolsets, shows_replies=self.shows_replies):
            if entry.name in entries:
                sets = f"'{entries[entry.name].toolset.name}' and '{entry.toolset.name}'"
                raise BadTool(entry.name, f"is in two tool sets, {sets}; rename one, or give a set a prefix")
            entries[entry.name] = entry
        # A frozen dataclass has no other way to store values derived from its fields.
        object.__setattr__(self, "toolsets", tuple(self.toolsets))
        object.__setattr__(self, "entries", entries)

    @property
    def alone(self) -> Toolset | None:
        """The only tool set, if there is just one: its own rules then apply to the whole server."""
        return self.toolsets[0] if len(self.toolsets) == 1 else None

    @property
    def speaks(self) -> bool:
        """Whether any tool may send messages before it replies."""
        return any(entry.signature.voice is not None for entry in self.entries.values())

    def for_readers(self) -> "Catalogue":
        """What callers are shown who may only read."""
        return Catalogue([toolset.for_readers() for toolset in self.toolsets], self.shows_replies)

    def find(self, name: str) -> Entry | None:
        """The tool with this wire name; None when there is none."""
        return self.entries.get(name)

    def listings(self, *, has_default_scope: bool) -> list[dict[str, Any]]:
        """Every tool as `tools/list` shows it."""
        return [entry.listing(has_default_scope=has_default_scope) for entry in self.entries.values()]


def _entries_of(toolsets: Iterable[Toolset], *, shows_replies: bool | None) -> Iterable[Entry]:
    for toolset in toolsets:
        shows = toolset.shows_replies if shows_replies is None else shows_replies
        for tool, signature in zip(toolset.tools, toolset.signatures, strict=True):
            name, reader = toolset.wire_name(tool), tool.for_readers()
            is_both = reader is not None and reader is not tool
            reading = Entry(name, reader, toolset, read_signature(reader.function, name), shows) if reader and is_both else None
            yield Entry(name, tool, toolset, signature, shows, reading)
