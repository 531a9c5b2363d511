"""The command `get`: one memory by its id, whole or in part."""

import argparse
from dataclasses import replace
from datetime import datetime, time
from typing import TYPE_CHECKING

from simonides.cli.arguments import KNOWN_AT, MEMORY_ID, TOKENS, none_or_more
from simonides.cli.call import Call
from simonides.cli.chains import show_chain
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.search import told_provenance
from simonides.cli.source_places import source_place
from simonides.domain.text.token_estimate import cut_to_tokens
from simonides.engine.exchange.lines import memory_line
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.domain.memory import Memory
    from simonides.engine.claims.chains import Chain, Link


def get(call: Call) -> int:
    """Show a memory."""
    args = call.args
    with call.reading() as palace:
        then = palace.past.knowing.if_said(args.known_at, "--known-at")
        memory_id = palace.handles.id_meant(args.id)
        memory = then.memory(memory_id) if then else palace.memories.get(memory_id)
        chain = (then.chains if then else palace.claims.chains).of(memory.id) if args.history else None
    part = _part(call, memory.content)
    if call.out.is_json:
        history: dict[str, object] = {}
        if chain is not None:
            history = {name: [memory_line(link.memory) for link in links] for name, links in _named(chain).items()}
        line = memory_line(replace(memory, content=part.text))
        call.out.json(line | told_provenance(memory) | part.told(len(memory.content)) | history)
        return 0
    _show(call, memory, part)
    if chain is not None:
        call.out.say()
        show_chain(call.out, chain)
    return 0


def _named(chain: "Chain") -> dict[str, tuple["Link", ...]]:
    return {"former": chain.older, "newer": chain.newer}


@frozen
class _Part:
    """The characters of a memory that are shown."""

    begin: int
    text: str
    is_cut: bool
    """Whether they are fewer than were asked for, to keep to the number of tokens."""

    @property
    def end(self) -> int:
        return self.begin + len(self.text)

    def told(self, length: int) -> dict[str, object]:
        """Which characters they are, where they are not all."""
        return {} if len(self.text) == length else {"begin": self.begin, "end": self.end, "length": length}


def _part(call: Call, content: str) -> _Part:
    args = call.args
    # A program gets what it does not bound itself, a person a page.
    tokens_max = (0 if call.out.is_json else TOKENS) if args.max_tokens is None else args.max_tokens
    begin, end = args.range or (0, None)
    text = content[begin:end]
    shown = cut_to_tokens(text, tokens_max) if tokens_max else text
    return _Part(begin, text, is_cut=False) if shown == text else _Part(begin, shown.removesuffix("..."), is_cut=True)


def _show(call: Call, memory: "Memory", part: _Part) -> None:
    args, length = call.args, len(memory.content)
    call.out.pairs(_facts_of(memory))
    call.out.say()
    call.out.say(part.text + ("..." if part.is_cut else ""))
    if not part.text and not part.is_cut:
        call.out.note(f"there are {length:,} characters, and none after {part.begin:,}")
    elif args.range or part.is_cut:
        follows = f"; --range {part.end}: shows what follows" if part.end < length else ""
        whole = ", --max-tokens 0 everything" if part.is_cut and not args.range else ""
        call.out.note(f"characters {part.begin:,} to {part.end:,} of {length:,}{follows}{whole}")


def _facts_of(memory: "Memory") -> list[tuple[str, object]]:
    origin = memory.origin
    known = {
        "id": memory.id,
        "place": f"{memory.place.wing} / {memory.place.room}",
        "happened": origin.event_time and _moment(origin.event_time),
        "filed": f"{memory.created_at:%Y-%m-%d %H:%M} by {origin.added_by}",
        "provenance": f"{memory.provenance.told}{', set by somebody' if memory.provenance.is_set else ''}",
        "ended": memory.ended_at and f"{memory.ended_at:%Y-%m-%d %H:%M} {memory.end_reason or ''}".strip(),
        "replaced by": memory.superseded_by,
        "said by": origin.author,
        "conversation": origin.conversation,
        "source": origin.source and source_place(memory),
        "tags": ", ".join(memory.tags),
    }
    return [(name, value) for name, value in known.items() if value]


def _moment(at: datetime) -> str:
    """A day, where no more is known: what was given by its day is kept as its first instant."""
    return f"{at:%Y-%m-%d}" if at.time() == time.min else f"{at:%Y-%m-%d %H:%M}"


def _range(text: str) -> tuple[int, int | None]:
    begin, colon, end = text.partition(":")
    if not colon or any(part and not part.isdecimal() for part in (begin, end)):
        raise argparse.ArgumentTypeError(f"'{text}' is not a range of characters, as 0:2000 or 2000:")
    if end and int(end) <= int(begin or 0):
        raise argparse.ArgumentTypeError(f"'{text}' ends before it begins")
    return int(begin or 0), int(end) if end else None


GET = Command(
    "get",
    "show one memory by its id",
    get,
    (
        MEMORY_ID,
        argument("--range", type=_range, metavar="A:B", help="only characters A to B, as 2000:4000 or 2000:"),
        switch("--history", "also show its former texts, all else that it replaces, and what replaces it"),
        KNOWN_AT,
        argument(
            "--max-tokens",
            type=none_or_more,
            metavar="N",
            help=f"the longest answer in tokens; 0 for any length (default: {TOKENS}; with --json any length)",
        ),
    ),
)
