"""The command `forget`."""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.arguments import YES, moment
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.search import where_else
from simonides.cli.output import confirm, counted, is_interactive
from simonides.domain.errors import Invalid
from simonides.domain.memory import Order, Scope
from simonides.domain.time import Stamp
from simonides.domain.validation import check_place_name, clean_text
from simonides.engine.filing.memories import LISTED_MAX
from simonides.engine.past.erasure import receipt_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simonides.engine.palace import Palace
    from simonides.engine.past.erasure import Receipt


UNDO_TYPED_MAX = 10


def forget(call: Call) -> int:
    """Remove memories: by id, or everything of a file, a wing or a time."""
    scope = _scope(call)
    if scope is not None and call.args.ids:
        raise Invalid("ID", "give either ids or --source, --wing and --since, not both")
    if scope is not None:
        return _forget_all(call, scope)
    if not call.args.ids:
        raise Invalid("ID", "nothing to forget: give ids, or --source, --wing or --since")
    return _forget_each(call)


def _scope(call: Call) -> Scope | None:
    args = call.args
    if args.source is None and args.wing is None and args.since is None:
        return None
    for option, value in (("--source", args.source), ("--wing", args.wing), ("--since", args.since)):
        # An unset shell variable gives an empty value, and a scope without bounds is the whole palace.
        if value is not None and not value.strip():
            raise Invalid(option, "must not be empty")
    return Scope(
        wing=None if args.wing is None else check_place_name(args.wing, "--wing"),
        source=None if args.source is None else clean_text(args.source),
        since=None if args.since is None else Stamp.parse(args.since, "--since").start,
        with_ended=True,
    )


def _forget_all(call: Call, scope: Scope) -> int:
    with call.reading() as palace:
        count = palace.memories.count(scope)
        if not count and scope.source is not None:
            # Mined files are known by their whole path, without links.
            scope = replace(scope, source=os.path.realpath(Path(scope.source).expanduser()))
            count = palace.memories.count(scope)
        names = "" if count else where_else(palace, scope)
        if count and not (call.args.dry_run or call.args.yes) and not _agreed(count):
            call.out.note("nothing was forgotten")
            return 1
        # A file may be noted as mined though no memory is left of it: the note goes too.
        is_wanted = (count or scope.source is not None) and not call.args.dry_run
        if call.args.for_good and count and not call.args.dry_run:
            return _erase_all(call, palace, scope)
        before = palace.past.acts.newest(1)
        gone = palace.sourcing.forget(scope) if is_wanted else 0
        changes = _changes_since(palace, before[0].number if before else 0, gone) if gone else []
    if call.out.is_json:
        call.out.json({"found": count, "forgotten": gone, "changes": changes, "dry_run": call.args.dry_run})
    elif count:
        call.out.say(f"would forget {_memories(count)}" if call.args.dry_run else f"forgot {_memories(gone)}")
    _tell_undo(call, changes, is_done=gone > 0)
    if not count:
        call.out.note(f"no memory matches; nothing was forgotten. {names}".strip())
    return 0 if count else 1


def _agreed(count: int) -> bool:
    if not is_interactive():
        raise Invalid("--yes", "required to delete without a terminal")
    return confirm(f"Forget {_memories(count)}?", default=False)


def _memories(count: int) -> str:
    return counted(count, "memory", "memories")


def _forget_each(call: Call) -> int:
    with call.reading() as palace:
        ids = list(dict.fromkeys(palace.handles.id_meant(clean_text(each)) for each in call.args.ids))
        if call.args.for_good and not call.args.dry_run:
            return _told(call, palace.past.erasing.erase(ids))
        known = {memory.id for memory in palace.memories.find(ids)}
        forgotten = [each for each in ids if (each in known if call.args.dry_run else palace.memories.forget(each))]
        changes = [] if call.args.dry_run else _changes_of(palace, forgotten)
    unknown = [each for each in ids if each not in forgotten]
    if call.out.is_json:
        call.out.json({"forgotten": forgotten, "unknown": unknown, "changes": changes})
    else:
        for each in forgotten:
            call.out.say(f"would forget {each}" if call.args.dry_run else f"forgot {each}")
        _tell_undo(call, changes, is_done=bool(forgotten) and not call.args.dry_run)
    for each in unknown:
        call.out.note(f"memory not found: {each}")
    return 1 if unknown else 0


def _changes_of(palace: "Palace", forgotten: "Sequence[str]") -> list[int]:
    """The numbers by which undo brings them back, in the order they were given; none where they are too many to be typed."""
    if len(forgotten) > UNDO_TYPED_MAX:
        return []
    numbers = (palace.past.acts.deletion_of(each) for each in forgotten)
    return [number for number in numbers if number is not None]


def _changes_since(palace: "Palace", number: int, gone: int) -> list[int]:
    """The numbers by which undo brings so many memories back; none where they are many, or somebody else deleted some, too."""
    acts = [act for act in palace.past.acts.newest(UNDO_TYPED_MAX + 1) if act.number > number and act.deleted]
    return [act.number for act in acts] if sum(len(act.deleted) for act in acts) == gone else []


def _tell_undo(call: Call, changes: "Sequence[int]", *, is_done: bool) -> None:
    if not is_done or call.out.is_json:
        return
    if changes:
        call.out.note(f"take it back with {call.typed('undo', *map(str, changes))}")
    else:
        call.out.note(f"take it back with {call.typed('undo', 'CHANGE')}; {call.typed('changes')} lists the numbers")


def _erase_all(call: Call, palace: "Palace", scope: Scope) -> int:
    ids = list[str]()
    while page := palace.memories.page(scope, Order.OLDEST, LISTED_MAX, len(ids)):
        ids += [memory.id for memory in page]
    receipts = palace.past.erasing.erase(ids)
    # A file is noted as mined: the note goes, too.
    palace.sourcing.forget(scope)
    return _told(call, receipts)


def _told(call: Call, receipts: "Sequence[Receipt]") -> int:
    if call.out.is_json:
        call.out.json({"receipts": [receipt_line(receipt) for receipt in receipts]})
    else:
        for receipt in receipts:
            call.out.say(f"erased {receipt.id}")
            call.out.pairs(_lines_of(receipt))
    return 0 if all(receipt.is_clean for receipt in receipts) else 1


def _lines_of(receipt: "Receipt") -> list[tuple[str, object]]:
    traces = receipt.traces
    outcome = "nothing is left" if receipt.is_clean else "SOME BYTES ARE LEFT"
    return [
        ("sha256 of the text", receipt.sha256),
        ("erased", f"{receipt.at:%Y-%m-%d %H:%M:%S} UTC by {receipt.by}"),
        ("went along", f"{counted(receipt.versions, 'version', 'versions')}, {counted(receipt.vectors, 'vector', 'vectors')}"),
        ("searched", f"{', '.join(traces.searched)} ({counted(traces.searched_bytes, 'byte', 'bytes')}): {outcome}"),
        *([("also said by", ", ".join(receipt.also_in))] if receipt.also_in else []),
        *([("note", traces.note)] if traces.note else []),
    ]


FORGET = Command(
    "forget",
    "remove memories, by id, file, wing or time",
    forget,
    (
        argument("ids", nargs="*", metavar="ID", help="its id, as search and list show it, or the short one that agents name"),
        argument("--source", metavar="FILE", help="everything that was read from this file"),
        argument("--wing", help="everything in this wing"),
        argument("--since", type=moment, metavar="TIME", help="everything filed at or after this time (ISO 8601)"),
        switch("--for-good", "erase every copy and version, which undo cannot bring back, with a receipt"),
        switch("--dry-run", "say what would be forgotten; forget nothing"),
        YES,
    ),
)
