"""The commands `edit`, `move` and `tag`: changes to one memory."""

from simonides.cli.arguments import MEMORY_ID
from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.commands.search import told_provenance
from simonides.cli.output import read_stdin
from simonides.domain.errors import Invalid
from simonides.domain.validation import check_content
from simonides.engine.exchange.lines import memory_line
from simonides.engine.filing.amendments import Edit


def edit(call: Call) -> int:
    """Give a memory other words, of which the former ones are kept, or another trust class."""
    args = call.args
    if args.text is None and args.trust is None:
        raise Invalid("TEXT", "say what to change: a new text, --trust, or both")
    text = read_stdin() if args.text == "-" else args.text
    if text is not None:
        check_content(text, "TEXT")
    former = call.typed("get", args.id, "--history")
    done = "trust set" if text is None else f"edited; {former} shows the former text"
    return _edit(call, Edit(content=text, trust=args.trust), done)


def move(call: Call) -> int:
    """Move a memory to another wing or room."""
    if call.args.wing is None and call.args.room is None:
        raise Invalid("--wing", "say where to move it: --wing, --room or both")
    return _edit(call, Edit(wing=call.args.wing, room=call.args.room), "moved")


def tag(call: Call) -> int:
    """Add tags to a memory, or take some off."""
    if not call.args.tags and not call.args.remove:
        raise Invalid("TAG", "name a tag to add, or one to take off with --remove")
    return _edit(call, Edit(add_tags=tuple(call.args.tags), remove_tags=tuple(call.args.remove)), "tagged")


def _edit(call: Call, change: Edit, done: str) -> int:
    with call.engine() as engine:
        palace = call.existing(engine)
        if change.content is not None:
            call.await_model(engine, change.content)
        before = palace.memories.get(palace.handles.id_meant(call.args.id))
        memory = palace.amending.edit(before.id, change)
    if call.out.is_json:
        call.out.json(memory_line(memory) | told_provenance(memory))
    else:
        tags = f"  [{', '.join(memory.tags)}]" if memory.tags else ""
        call.out.say(
            f"{'nothing to change' if memory == before else done}\n  {memory.id}  {memory.place.wing} / {memory.place.room}{tags}"
        )
    return 0


EDIT = Command(
    "edit",
    "give a memory other words, or another trust class",
    edit,
    (
        MEMORY_ID,
        argument("text", nargs="?", metavar="TEXT", help="the new text; - reads it from stdin; the former one is kept"),
        argument("--trust", metavar="CLASS", help="own, reported or third-party; derived: what follows from its source"),
    ),
)
MOVE = Command(
    "move",
    "move a memory to another wing or room",
    move,
    (MEMORY_ID, argument("--wing", help="the wing to move it to"), argument("--room", help="the room to move it to")),
)
TAG = Command(
    "tag",
    "add tags to a memory, or take some off",
    tag,
    (
        MEMORY_ID,
        argument("tags", nargs="*", metavar="TAG", help="a tag to add"),
        argument("--remove", action="append", default=[], metavar="TAG", help="a tag to take off; repeat for several"),
    ),
)
