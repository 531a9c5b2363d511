"""Tools and tool sets. A function is a tool because a Toolset lists it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum

from simonides.frozen import frozen
from simonides.toolkit.faults import BadTool, Faults, ReplyFault
from simonides.toolkit.schema import NullStyle
from simonides.toolkit.scope import ReceiverScope, ScopeArgument
from simonides.toolkit.shapes import Shape
from simonides.toolkit.signature import Signature, read_reply, read_signature

_OF_SIGNATURES = {"type", "properties", "required"}


class Effect(Enum):
    """What a call does; clients use it to decide whether to ask a person first."""

    READ = "read"
    ADD = "add"
    CHANGE = "change"
    DELETE = "delete"


@frozen
class Tool:
    """A function with what its signature cannot say.

    The first parameter is the receiver, the others are the wire arguments, the docstring is the description, the return
    annotation is the reply. `name` is the wire name without the set's prefix. `idempotent` and `destructive` override
    what the effect implies. With `reads_files` it reads files of the machine that the server runs on. With `takes_long` a call
    may take far longer than others. `reading` is the function that takes the tool's place in calls that only read, and
    for callers who may only read: its arguments are fewer. `rules` are keywords of
    JSON Schema 2020-12 for what no signature can say, such as which arguments belong together; the schema of the arguments
    shows them as they are, and the function itself holds them.
    """

    function: Callable[..., object]
    title: str
    effect: Effect
    idempotent: bool | None = None
    name: str | None = None
    destructive: bool | None = None
    reads_files: bool = False
    takes_long: bool = False
    rules: Mapping[str, object] | None = None
    reading: Callable[..., object] | None = None

    @property
    def label(self) -> str:
        """The wire name without the prefix."""
        return self.name or self.function.__name__

    def for_readers(self) -> "Tool | None":
        """The tool as callers have it who may only read; None when it is not for them."""
        if self.effect is Effect.READ or self.reading is None:
            return self if self.effect is Effect.READ else None
        return Tool(self.reading, self.title, Effect.READ, name=self.label)

    def annotations(self) -> dict[str, bool]:
        """The MCP hints; no tool of ours reaches outside the memory."""
        idempotent = self.effect is not Effect.ADD if self.idempotent is None else self.idempotent
        destructive = self.effect is Effect.DELETE if self.destructive is None else self.destructive
        return {
            "readOnlyHint": self.effect is Effect.READ,
            "destructiveHint": destructive,
            "idempotentHint": idempotent,
            "openWorldHint": False,
        }


@frozen
class Toolset:
    """A vocabulary: tools in the contract's order, and everything about their wire form that is not in the functions.

    Building one reads every function and raises BadTool for what cannot become a tool. With `makes_receiver` a tool that adds
    may have what it works on made first, where there is none; where the vocabulary has no word for that (`is_always_there`), so
    may every tool, as long as the setting names it. `signatures` follows `tools`, one by one; `fault_replies` are
    the replies that faults may send in place of a tool's own. With `shows_replies` its output schemas are listed and replies
    come as data beside their text, unless the server says otherwise; with `fits_readers` callers who may only read are shown
    what they can use. With `spares_hints` a tool is listed without the hint that a call may be repeated where that tells nothing:
    MCP has it for tools that change something, and takes them for such that may not.
    """

    name: str
    tools: tuple[Tool, ...]
    faults: Faults
    scope: ReceiverScope
    makes_receiver: bool = False
    is_always_there: bool = False
    prefix: str = ""
    nulls: NullStyle = NullStyle.PLAIN
    show_defaults: bool = False
    shows_replies: bool = True
    fits_readers: bool = False
    spares_hints: bool = False
    signatures: tuple[Signature, ...] = field(init=False, repr=False, compare=False)
    fault_replies: tuple[Shape, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [self.wire_name(tool) for tool in self.tools]
        for name in names:
            if names.count(name) > 1:
                raise BadTool(name, f"is listed twice in the tool set '{self.name}'")
        # A frozen dataclass has no other way to store values derived from its fields.
        object.__setattr__(self, "signatures", tuple(self._read(tool) for tool in self.tools))
        object.__setattr__(self, "fault_replies", tuple(self._read_fault_replies()))

    def for_readers(self) -> "Toolset":
        """The set as callers see it who may only read."""
        if not self.fits_readers:
            return self
        return replace(self, tools=tuple(tool for each in self.tools if (tool := each.for_readers()) is not None))

    def hints(self, tool: Tool) -> dict[str, bool]:
        """The MCP hints of a tool, as the set lists them."""
        hints = tool.annotations()
        if self.spares_hints and (hints["readOnlyHint"] or not hints["idempotentHint"]):
            del hints["idempotentHint"]
        return hints

    def wire_name(self, tool: Tool) -> str:
        """The name that clients call."""
        return self.prefix + tool.label

    def _read(self, tool: Tool) -> Signature:
        name = self.wire_name(tool)
        if not tool.title.strip():
            raise BadTool(name, "has no title")
        if taken := sorted(_OF_SIGNATURES.intersection(tool.rules or ())):
            raise BadTool(name, f"its rules set '{taken[0]}', which its signature already sets")
        signature = read_signature(tool.function, name)
        if len({header.lower() for header in signature.headers}) < len(signature.headers):
            raise BadTool(name, "has two arguments with the same header")
        wires = [field.wire for field in signature.fields]
        if isinstance(self.scope, ScopeArgument) and signature.receiver is self.scope.receiver:
            wires.append(self.scope.argument)
        if len(set(wires)) < len(wires):
            raise BadTool(name, "has two arguments with the same wire name")
        return signature

    def _read_fault_replies(self) -> Iterator[Shape]:
        for fault in self.faults.cases.values():
            reply = read_reply(fault.build, f"a fault of '{self.name}'") if isinstance(fault, ReplyFault) else None
            if reply is not None:
                yield reply
