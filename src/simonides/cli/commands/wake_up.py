"""The commands `wake-up` and `compress`."""

import argparse

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.output import counted
from simonides.domain.memory import EVERYTHING, Memory, Scope
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.validation import check_place_name
from simonides.engine.search.wake_up import TOKENS, wake_up
from simonides.engine.upkeep.aaak_index import Compressed, compress_palace


def show_wake_up(call: Call) -> int:
    """Print the text that an agent should read before the first question."""
    args = call.args
    with call.reading() as palace:
        text = wake_up(palace.store, args.wing and check_place_name(args.wing, "wing"), args.max_tokens)
    if call.out.is_json:
        call.out.json({"text": text, "tokens": estimate_tokens(text)})
    else:
        call.out.say(text)
    return 0


def compress(call: Call) -> int:
    """Write an index line in AAAK for every memory; its words stay."""
    args = call.args
    scope = Scope(wing=check_place_name(args.wing, "wing")) if args.wing else EVERYTHING
    shows = args.dry_run and not call.out.is_json

    def watch(memory: Memory, line: str) -> None:
        if shows:
            call.out.say(f"{memory.id}\n{line}\n")

    with call.reading() as palace:
        done = compress_palace(palace.store, scope, is_dry=args.dry_run, watch=watch)
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


def token_count(text: str) -> int:
    """A number of tokens from 50 to 100,000, for argparse."""
    if not text.isdecimal() or not 50 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 50 to 100000")
    return int(text)


WAKE_UP = Command(
    "wake-up",
    "print what an agent should know before the first question",
    show_wake_up,
    (
        argument("--wing", help="only from this wing"),
        argument("--max-tokens", type=token_count, default=TOKENS, metavar="N", help=f"the greatest length (default: {TOKENS})"),
    ),
)
COMPRESS = Command(
    "compress",
    "write an index line in AAAK for every memory; its words stay",
    compress,
    (
        argument("--wing", help="only in this wing"),
        argument("--dry-run", action="store_true", help="show the lines; write nothing"),
    ),
)
