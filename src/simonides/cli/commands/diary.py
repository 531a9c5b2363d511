"""The commands `diary write` and `diary read`."""

from simonides.cli.arguments import whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument
from simonides.cli.output import read_stdin
from simonides.domain.memory import DIARY_HALL, Facet, Memory, Scope
from simonides.domain.text.nearest_names import did_you_mean
from simonides.engine.diary import ROOM
from simonides.engine.exchange.lines import memory_line


def write(call: Call) -> int:
    """Add an entry to an agent's diary."""
    args = call.args
    entry = read_stdin() if args.entry == "-" else args.entry
    with call.engine() as engine:
        palace = call.create(engine)
        call.await_model(engine, entry)
        memory = palace.diary.write(args.agent, entry, args.topic)
    if call.out.is_json:
        call.out.json(memory_line(memory))
    else:
        call.out.say(f"written: {memory.id}")
    return 0


def read(call: Call) -> int:
    """Show an agent's last entries, newest first."""
    with call.reading() as palace:
        entries, total = palace.diary.read(call.args.agent, call.args.last)
        kept = [] if entries else palace.facets(Scope(room=ROOM, hall=DIARY_HALL), [Facet.AUTHOR])[Facet.AUTHOR]
    if call.out.is_json:
        call.out.json({"agent": call.args.agent, "total": total, "entries": [memory_line(entry) for entry in entries]})
    elif entries:
        for entry in entries:
            call.out.passage([f"{entry.created_at:%Y-%m-%d %H:%M} UTC  {_topic(entry)}"], entry.content)
        if total > len(entries):
            call.out.say(f"{len(entries)} of {total:,} shown; use --last N for more")
    else:
        hint = did_you_mean(call.args.agent, [name for name, _ in kept])
        call.out.say(f"No diary entries yet for {call.args.agent}. {hint}".strip())
    return 0


def _topic(entry: Memory) -> str:
    return str(entry.metadata.get("topic", ""))


_AGENT = argument("agent", metavar="AGENT", help="the agent's name; each agent has its own diary")

DIARY = Group(
    "diary",
    "read and write agents' diaries: write, read",
    (
        Command(
            "write",
            "add an entry to an agent's diary",
            write,
            (
                _AGENT,
                argument("entry", metavar="ENTRY", help="the entry; - reads it from stdin"),
                argument("--topic", default="general", help="what it is about (default: general)"),
            ),
        ),
        Command(
            "read",
            "show an agent's last entries, newest first",
            read,
            (_AGENT, argument("--last", type=whole_number, default=10, metavar="N", help="how many (default: 10)")),
        ),
    ),
)
