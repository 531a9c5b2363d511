"""The commands `list` and `recent`: memories in order, a line each."""

from collections.abc import Sequence

from simonides.cli.arguments import AS_OF, KNOWN_AT, PROVENANCE, ROOM, WING, moment, none_or_more, whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.search import told_provenance, when, where_else
from simonides.cli.output import counted
from simonides.domain.memory import Memory, Order, Scope, by_provenance
from simonides.domain.time import last_instant, span_between
from simonides.domain.validation import check_name, check_place_name
from simonides.engine.exchange.lines import memory_line


def list_memories(call: Call) -> int:
    """List memories of a place, a tag, an author or a time."""
    args = call.args
    since, until = span_between(args.since, args.until, ("--since", "--until"))
    scope = Scope(
        wing=args.wing and check_place_name(args.wing, "wing"),
        room=args.room and check_place_name(args.room, "room"),
        tag=args.tag and check_name(args.tag, "tag"),
        author=args.author,
        since=since,
        until=until,
        valid_at=last_instant(args.as_of, "--as-of"),
        with_ended=args.ended,
    )
    scope = by_provenance(scope, args.source_kind, args.trust)
    return _list(call, scope, Order(args.order), args.limit, args.offset, args.known_at)


def recent(call: Call) -> int:
    """List what was filed last."""
    return _list(
        call,
        Scope(wing=call.args.wing and check_place_name(call.args.wing, "wing")),
        Order.NEWEST,
        call.args.limit or call.args.count,
    )


def _list(call: Call, scope: Scope, order: Order, limit: int, offset: int | None = None, known_at: str | None = None) -> int:
    """List a page of memories; without an offset, of a command that knows none."""
    with call.reading() as palace:
        known = palace.past.knowing.as_said(known_at, "--known-at") if known_at else palace.memories
        memories = known.page(scope, order, limit, offset or 0)
        total = known.count(scope)
        elsewhere = "" if total else where_else(palace, scope)
    if call.out.is_json:
        call.out.json({"total": total, "memories": [_whole(memory) for memory in memories]})
    else:
        _say(call, memories)
    if not total:
        call.out.note(f"no memories found. {elsewhere}".strip())
    elif not memories:
        call.out.note(f"nothing follows the first {offset:,}; there are {total:,} in all")
    rest = total - (offset or 0) - len(memories)
    if rest > 0 and not call.out.is_json:
        how = "--limit shows more" if offset is None else "--limit and --offset show them"
        call.out.say(f"{counted(rest, 'more memory', 'more memories')}; {how}")
    return 0


def _whole(memory: Memory) -> dict[str, object]:
    return {**memory_line(memory), **told_provenance(memory)}


def _say(call: Call, memories: Sequence[Memory]) -> None:
    for memory in memories:
        ended = " (ended)" if memory.ended_at else ""
        call.out.heading(when(memory), f"{memory.place.wing} / {memory.place.room}", f"{memory.id}{ended}")
        call.out.gist("    ", memory.content)


LIST = Command(
    "list",
    "list memories of a place, a tag or a time",
    list_memories,
    (
        WING,
        ROOM,
        argument("--tag", help="only with this tag"),
        argument("--author", help="only said by this author"),
        *PROVENANCE,
        argument("--since", type=moment, metavar="TIME", help="only filed at or after this time (ISO 8601)"),
        argument("--until", type=moment, metavar="TIME", help="only filed until then, the whole day, month or year included"),
        AS_OF,
        KNOWN_AT,
        switch("--ended", "also memories that have ended"),
        argument("--order", choices=[order.value for order in Order], default="newest", help="the order (default: newest)"),
        argument("--limit", type=whole_number, default=20, metavar="N", help="number of memories (default: 20)"),
        argument("--offset", type=none_or_more, default=0, metavar="N", help="how many to pass over"),
    ),
)
RECENT = Command(
    "recent",
    "list the memories that were filed last",
    recent,
    (
        argument("count", nargs="?", type=whole_number, default=10, metavar="N", help="number of memories (default: 10)"),
        argument("--limit", type=whole_number, metavar="N", help="the same, as other commands have it"),
        WING,
    ),
)
