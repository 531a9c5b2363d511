"""The command `compress`."""

from simonides.cli.arguments import WING
from simonides.cli.call import Call
from simonides.cli.command import Command, switch
from simonides.cli.commands.search import where_else
from simonides.cli.output import NAMED_MAX, counted
from simonides.domain.memory import EVERYTHING, Memory, Scope
from simonides.domain.validation import check_place_name
from simonides.engine.upkeep.aaak_index import Compressed


def compress(call: Call) -> int:
    """Write an index line in AAAK for every memory; its words stay."""
    args = call.args
    scope = Scope(wing=check_place_name(args.wing, "wing")) if args.wing else EVERYTHING
    shown = list[str]()

    def watch(memory: Memory, line: str) -> None:
        if len(shown) < NAMED_MAX:
            shown.append(f"{memory.id}\n{line}\n")

    with call.reading() as palace:
        done = palace.compress(scope, is_dry=args.dry_run, watch=watch)
        names = "" if done.memories else where_else(palace, scope)
    if names:
        call.out.note(names)
    if args.dry_run and not call.out.is_json:
        for line in shown:
            call.out.say(line)
        if rest := done.memories - len(shown):
            narrower = "" if args.wing else "; --wing shows those of one wing"
            call.out.say(f"and {rest:,} more{narrower}\n")
    _report(call, done)
    return 0


def _report(call: Call, done: Compressed) -> None:
    sizes = {"memories": done.memories, "written": done.written, "text_chars": done.text_size, "index_chars": done.index_size}
    if call.out.is_json:
        call.out.json({**sizes, "dry_run": call.args.dry_run})
        return
    share = f"{done.index_size / done.text_size:.0%} of the text" if done.text_size else "empty"
    verb = "lines that would be written" if call.args.dry_run else "lines written"
    memories, size = counted(done.memories, "memory", "memories"), counted(done.text_size, "character")
    call.out.say(f"{memories}, {size}; {verb}: {done.written:,}; index size: {share}")


COMPRESS = Command(
    "compress",
    "write an index line in AAAK for every memory; its words stay",
    compress,
    (
        WING,
        switch("--dry-run", "show the lines; write nothing"),
    ),
)
