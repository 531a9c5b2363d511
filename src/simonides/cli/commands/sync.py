"""The command `sync`."""

from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.arguments import NO_EMBED, secret_in
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import counted
from simonides.cli.progress import embed_if_few, progress
from simonides.domain.errors import Invalid
from simonides.domain.sync.reach import moment_of

if TYPE_CHECKING:
    from simonides.engine.palace import Palace
    from simonides.engine.sync.replica import Disagreement, Replica
    from simonides.replicas.report import SyncReport
    from simonides.replicas.server import PalaceThere

SHOWN_MAX = 60
"""How many characters of a value a list shows."""
WAITING_MAX = 10
_NAMES = {
    "about": ("text about the palace", "texts about the palace"),
    "entity": ("entity", "entities"),
    "memory": ("memory", "memories"),
    "supersession": ("pair of which one takes the place of the other", "pairs of which one takes the place of the other"),
}
"""What kinds of records are called where one and an `s` does not say it."""


def sync(call: Call) -> int:
    """Exchange changes with a folder or a server, or show and settle what replicas disagree about."""
    from simonides.engine.sync.replica import replica_of

    args = call.args
    if args.conflicts or args.settle:
        with call.reading() as palace:
            return _settle(call, palace) if args.settle else _conflicts(call, palace)
    if not args.target:
        raise Invalid("TARGET", "is missing: give a folder or the address of a server, or --conflicts")
    with call.engine() as engine:
        is_there = call.settings.palace_name in engine.names()
        if not args.dry_run and not is_there:
            # Once a palace is there, others may write into it: it is made only for a target that answers, and then stays.
            _check_target(call)
        palace = call.existing(engine) if args.dry_run else call.create(engine)
        replica = replica_of(palace)
        is_first = replica.is_new
        if is_first and is_there and not args.dry_run:
            _check_target(call)
            _begin(replica)
        report = _exchanged(call, replica)
        is_wanted = report.received and not (args.dry_run or args.no_embed)
        pending = embed_if_few(call, engine, palace) if is_wanted else palace.vectors.pending()
    if call.out.is_json:
        call.out.json({**report.document(), "texts_without_vectors": pending})
    else:
        _tell(call, report, is_first=is_first)
    return 1 if report.waiting else 0


def _begin(replica: "Replica") -> None:
    """Note what a palace holds before its first sync, which takes minutes where that is much."""
    with replica.lease() as is_ours, progress("noting", "records", None) as advance:
        for done in replica.begin() if is_ours else ():
            advance(done, done)


def _check_target(call: Call) -> None:
    from simonides.replicas.folder import check_folder

    if _is_address(call):
        _there(call).state()
    else:
        check_folder(Path(call.args.target), call.settings.palace_name, joins=call.args.join)


def _exchanged(call: Call, replica: "Replica") -> "SyncReport":
    from simonides.replicas.folder import FolderOptions, sync_folder
    from simonides.replicas.server import sync_server

    args = call.args
    if _is_address(call):
        return sync_server(replica, _there(call), is_dry=args.dry_run, is_pull=args.pull)
    folder = Path(args.target)
    was_there = folder.exists()
    options = FolderOptions(is_dry=args.dry_run, is_pull=args.pull, checks_all=args.check, joins=args.join)
    report = sync_folder(replica, folder, options)
    if not was_there:
        # A mistyped name, or a drive that is not mounted: what is sent there reaches nobody.
        made = "was not there and is made" if folder.exists() else "is not there"
        call.out.note(f"the folder {folder.absolute()} {made}; check its name where machines share one")
    return report


def _is_address(call: Call) -> bool:
    return "://" in call.args.target


def _there(call: Call) -> "PalaceThere":
    from simonides.replicas.server import palace_there

    return palace_there(call.args.target, call.args.there or call.settings.palace_name, _token(call))


def _tell(call: Call, report: "SyncReport", *, is_first: bool) -> None:
    from simonides.replicas.report import LEFT_OUT

    kinds = ", ".join(counted(count, *_NAMES.get(kind, (kind,))) for kind, count in sorted(report.tally.received.items()))
    call.out.pairs(
        [
            (
                "sent" if not report.is_dry else "would send",
                "nothing, as asked" if report.is_pull else counted(report.sent, "change"),
            ),
            (
                "received" if not report.is_dry else "would receive",
                counted(report.received, "record") + (f" ({kinds})" if kinds else ""),
            ),
            ("conflicts", _conflicts_told(call, report)),
            ("waiting", counted(len(report.waiting), "file") if report.waiting else "nothing"),
        ]
    )
    for each in report.waiting[:WAITING_MAX]:
        call.out.say(f"  {each.name}: {each.reason}")
    if len(report.waiting) > WAITING_MAX:
        call.out.say(f"  and {len(report.waiting) - WAITING_MAX:,} more")
    if report.is_renamed:
        call.out.note(
            "this palace is a copy, or was set back to an earlier day: it goes on under a new name, and nothing is lost"
        )
    if is_first:
        call.out.note(f"not synced: {LEFT_OUT}")


def _conflicts_told(call: Call, report: "SyncReport") -> str:
    new = f"{report.tally.conflicts:,} new" if report.tally.conflicts else "none new"
    return f"{new}, {report.conflicts:,} open; see {call.typed('sync', '--conflicts')}" if report.conflicts else "none"


def _conflicts(call: Call, palace: "Palace") -> int:
    from simonides.engine.sync.replica import replica_of

    found = replica_of(palace).disagreements()
    if call.out.is_json:
        call.out.json([_document(each) for each in found])
        return 0
    for each in found:
        call.out.say(f"{each.kind} {each.local or each.id}")
        call.out.say(f"  {_told(each)}; written {moment_of(each.dot.time):%Y-%m-%d %H:%M} by {each.dot.origin}")
    if found:
        call.out.note(
            f"an edit of the field settles it, and so does {call.typed('sync', '--settle', 'ID')}, which keeps what stands"
        )
    else:
        call.out.note("replicas agree about everything")
    return 0


def _settle(call: Call, palace: "Palace") -> int:
    from simonides.engine.sync.replica import replica_of

    settled = replica_of(palace).settle(call.args.settle)
    if call.out.is_json:
        call.out.json({"id": call.args.settle, "settled": settled})
    else:
        call.out.say(f"settled {counted(settled, 'conflict')} of {call.args.settle}: what stands is what all agree on")
    return 0


def _told(each: "Disagreement") -> str:
    if not each.field:
        return "stands as it was edited, though it was deleted elsewhere"
    return f"{each.field}: {_short(each.stands)} stands, the other says {_short(each.other)}"


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return f"'{text[:SHOWN_MAX]}…'" if len(text) > SHOWN_MAX else f"'{text}'"


def _document(each: "Disagreement") -> dict[str, object]:
    return {
        "kind": each.kind,
        "id": each.local or each.id,
        "field": each.field or None,
        "stands": each.stands,
        "other": each.other,
        "other_at": moment_of(each.dot.time).isoformat(),
        "other_by": each.dot.origin,
        "is_delete": not each.field,
    }


def _token(call: Call) -> str | None:
    path = call.args.token_file
    return None if path is None else secret_in(path, "--token-file") or None


SYNC = Command(
    "sync",
    "exchange changes with other machines, through a folder or with a server",
    sync,
    (
        argument(
            "target", nargs="?", metavar="TARGET", help="a folder that machines share, or the address of a simonides server"
        ),
        switch("--dry-run", "say what would be sent and received; change nothing"),
        switch("--pull", "only receive"),
        switch("--check", "read every file of the folder again, also those that were read before"),
        switch("--join", "join a folder that holds a palace of another name"),
        argument("--there", metavar="NAME", help="the name of the palace on the server, if it is another"),
        argument("--token-file", metavar="PATH", help="a file whose first line is the server's token"),
        NO_EMBED,
        switch("--conflicts", "list what replicas disagree about"),
        argument("--settle", metavar="ID", help="let what stands in this record be what all agree on"),
    ),
)
