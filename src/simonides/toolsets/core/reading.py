"""The tool `read_memory`: one memory whole or in part, with what stands around it, or in its earlier wordings."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from simonides.domain.errors import NotFound
from simonides.domain.memory import Memory, Order, Scope
from simonides.domain.text.quotation import plain_name, quoted_lines
from simonides.domain.validation import given
from simonides.engine.palace import Palace
from simonides.toolkit.content import LeanReply
from simonides.toolkit.shapes import Arg
from simonides.toolsets.core.lines import LeanHit, LineWriter, speaker_of

if TYPE_CHECKING:
    from simonides.engine.filing.memories import Memories
    from simonides.engine.past.knowledge import Then

PART = 8_000
NEAR_MAX = 20
LOOKED_AT = 1_000
"""How many of a conversation or file are read to find what stands beside one."""


class ReadReply(TypedDict):
    """A text or a part of it; `length` counts all of its characters."""

    id: str
    text: str
    start: int
    length: int
    around: NotRequired[list[LeanHit]]
    earlier: NotRequired[list[LeanHit]]
    later: NotRequired[list[LeanHit]]


def read_memory(
    palace: Palace,
    id: str,  # noqa: A002 - the word on the wire
    start: Annotated[int, Arg(minimum=0, in_schema=False)] = 0,
    length: Annotated[int, Arg(minimum=1, in_schema=False)] = PART,
    around: Annotated[int, Arg(minimum=0, maximum=NEAR_MAX, clamp=True, in_schema=False)] = 0,
    *,
    history: bool = False,
    known_at: str | None = None,
) -> LeanReply[ReadReply]:
    """Open one memory by its id: show, display, fetch, pull up, expand, quote the full text, the rest, a range of characters.

    Its author, date, source, room. History: how it read before an edit, earlier versions, revisions. Turns around it. Example:
    id="m12qx", around=2
    """
    then = palace.past.knowing.if_said(given(known_at))
    try:
        # A memory that was deleted since is known by its id.
        memory = palace.handles.find(id) if then is None else then.memory(palace.handles.id_meant(id))
    except NotFound:
        if then is not None:
            raise
        return _code(palace, id, start, length)
    chains = then.chains if then else palace.claims.chains
    writer = LineWriter(palace, lineages=chains.lineages([memory]))
    reply = _part(palace.handles.of(memory), memory.content, start, length)
    lines = [_about(writer, memory, reply), quoted_lines(reply["text"])]
    if around:
        reply["around"] = [writer.hit(each) for each in _near(then or palace.memories, memory, around)]
        lines += ["Around it:" if reply["around"] else "Nothing around it."]
        lines += [writer.line(each) for each in reply["around"]]
    if history:
        chain = chains.of(memory.id)
        reply["earlier"] = [writer.hit(link.memory) for link in chain.older]
        lines += ["Before it, newest first:" if chain.older else "Nothing before it."]
        lines += [writer.line(each) for each in reply["earlier"]]
        if chain.newer:
            reply["later"] = [writer.hit(link.memory) for link in chain.newer]
            lines += ["After it, next first:", *(writer.line(each) for each in reply["later"])]
    return LeanReply("\n".join(lines), reply)


def _code(palace: Palace, address: str, start: int, length: int) -> LeanReply[ReadReply]:
    try:
        chunk = palace.codebase.at(address.strip())
    except NotFound as error:
        raise NotFound("memory", address) from error
    reply = _part(address, chunk.content, start, length)
    return LeanReply(f"{address} {chunk.breadcrumb}\n{quoted_lines(reply['text'])}", reply)


def _part(key: str, text: str, start: int, length: int) -> ReadReply:
    return {"id": key, "text": text[start : start + length], "start": start, "length": len(text)}


def _about(writer: LineWriter, memory: Memory, reply: ReadReply) -> str:
    hit, origin = writer.hit(memory), memory.origin
    end = reply["start"] + len(reply["text"])
    facts = [
        f"{reply['id']} in {plain_name(memory.place.wing)}/{plain_name(memory.place.room)}",
        f"of {hit.get('date', '')}" if origin.event_time else "",
        f"filed {memory.created_at:%Y-%m-%d}",
        f"by {plain_name(speaker_of(memory))}" if speaker_of(memory) else "",
        f"from {plain_name(origin.source)}" if origin.source else "",
        f"tags {', '.join(map(plain_name, memory.tags))}" if memory.tags else "",
        memory.provenance.told,
        f"ended {hit.get('ended', '')}" if memory.ended_at else "",
        f"replaced by {hit['replaced_by']}" if "replaced_by" in hit else "",
        f"before: {hit['before']}" if "before" in hit else "",
        f"characters {reply['start']:,} to {end:,} of {reply['length']:,}" if len(reply["text"]) < reply["length"] else "",
        f"id {memory.id}",
    ]
    return "; ".join(fact for fact in facts if fact)


def _near(memories: "Memories | Then", memory: Memory, count: int) -> list[Memory]:
    """What stands before and after a memory in its conversation or file, in order."""
    origin = memory.origin
    if not origin.conversation and not origin.source:
        return []
    scope = Scope(conversation=origin.conversation) if origin.conversation else Scope(source=origin.source)
    # They were filed in their order, so what stands beside it was filed about when it was.
    before, total = memories.count(replace(scope, until=memory.created_at)), memories.count(scope)
    offset = max(0, min(before - LOOKED_AT // 2, total - LOOKED_AT))
    page = memories.page(scope, Order.OLDEST, LOOKED_AT, offset)
    row = sorted((each for each in page if each.id != memory.id), key=_order)
    at = sum(_order(each) < _order(memory) for each in row)
    return row[max(0, at - count) : at + count]


def _order(memory: Memory) -> tuple[int, int]:
    return memory.origin.position or 0, memory.origin.chunk
