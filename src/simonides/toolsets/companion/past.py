"""The past: who did what, taking it back, what was known when, and what changed between two times."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from simonides.domain.memory import Scope, in_time
from simonides.domain.time import Stamp, first_instant, rfc3339, system_clock
from simonides.domain.validation import check_place_name
from simonides.engine.palace import Palace
from simonides.engine.past.acts import ACTS_MAX, Act
from simonides.engine.past.erasure import ReceiptLine, receipt_line
from simonides.engine.past.told import ActLine, DifferenceLine, act_line, difference_line
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import MemoryRow, rows_of
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of
from simonides.toolsets.companion.filters import MaxTokens, RowTokens

KNOWN_MAX = 100
BIN_MAX = LISTED_MAX = 200
SUBJECT_MAX = 200
DIFFERENCES_MAX = 50
NAMED_MAX = 10
"""How many records of each act an agent is told; an import has thousands, and `lines` counts them."""
DIFFERENCES_LISTED_MAX = 1_000
TEXT_MAX = 1_500
"""How much of a text is shown before and after a change."""

Since = Annotated[str, Arg("The earlier time (ISO 8601)")]
Until = Annotated[str | None, Arg("The later time; now by default")]
OfWing = Annotated[str | None, Arg("Only memories of this wing")]
RecordKind = Literal["memory", "fact", "entity", "observation", "supersession"]
Actor = Annotated[str | None, Arg("Only of this actor, client or token")]


class ActRow(ActLine):
    """An act, and the beginning of what its first record says."""

    subject: str


class UndoReply(TypedDict):
    """What was taken back, or would be; the newest first."""

    dry_run: bool
    changes: list[ActRow]


class ActDocument(TypedDict):
    """An act with what it made different, of the first 50 records."""

    act: ActLine
    differences: list[DifferenceLine]


class BinRow(TypedDict):
    """A deleted memory, when it went and by whom, and the change that brings it back when it is undone."""

    memory: MemoryRow
    deleted_at: str
    deleted_by: str
    change: int


def changes(
    palace: Palace,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=ACTS_MAX)] = 20,
    actor: Actor = None,
    since: Annotated[str | None, Arg("Only since this time (ISO 8601)")] = None,
) -> list[ActRow]:
    """The last changes, newest first: by whom, when, what, and its first words; those made in one call come as one."""
    rows = list_acts(palace, limit, actor, since)
    return [{**row, "changed": row["changed"][:NAMED_MAX]} for row in rows]


def list_acts(
    palace: Palace,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=LISTED_MAX)] = 20,
    actor: Actor = None,
    since: Annotated[str | None, Arg("Only since this time (ISO 8601)")] = None,
) -> list[ActRow]:
    """The last acts, newest first: by whom, when, what, and the beginning of the first record's text."""
    acts = palace.past.acts.newest(limit, actor, first_instant(since, "since"))
    return _rows(palace, acts)


def show_act(
    palace: Palace,
    change: Annotated[int, Arg("Its number, or that of any of its lines", minimum=1)],
    max_tokens: RowTokens = 2_000,
) -> ActDocument:
    """One act, and what each record said before and after it."""
    act, differences = palace.past.differences.made_by(change)
    lines = [difference_line(each) for each in differences[:DIFFERENCES_MAX]]
    return {"act": act_line(act), "differences": _cut(palace, lines, TEXT_MAX, max_tokens)}


def list_memory_acts(
    palace: Palace,
    memory: Annotated[str, Arg("Its id, from any tool set")],
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=LISTED_MAX)] = 20,
) -> list[ActRow]:
    """Who changed a memory and when, newest first; also of one that was deleted."""
    return _rows(palace, palace.past.acts.about("memory", memory, limit))


def list_bin(
    palace: Palace,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=BIN_MAX)] = 50,
    max_tokens: RowTokens = 2_000,
) -> list[BinRow]:
    """Deleted memories that can be brought back by undoing the change, newest first."""
    deleted = palace.past.bin.newest(limit)
    rows = rows_of([each.memory for each in deleted], max_tokens)
    return [
        {"memory": row, "deleted_at": rfc3339(each.at), "deleted_by": each.who, "change": each.change}
        for row, each in zip(rows, deleted, strict=True)
    ]


def known(
    palace: Palace,
    at: Annotated[str, Arg("The time (ISO 8601); a day, month or year means its end")],
    q: Annotated[str | None, Arg("A question; without one the newest drawers are listed")] = None,
    wing: OfWing = None,
    as_of: Annotated[str | None, Arg("What held then, by what was known at the other time")] = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=KNOWN_MAX)] = 10,
    max_tokens: MaxTokens = 2_000,
) -> list[DrawerRecord]:
    """The drawers as they were known at a time: those that answer a question, or the newest."""
    then = palace.past.knowing.as_said(at, "at")
    scope = in_time(Scope(wing=wing and check_place_name(wing, "wing")), None, None, as_of)
    found = [hit.memory for hit in then.search(q, scope, limit)] if q else then.page(scope, limit=limit)
    return [drawer_of(memory, max_tokens) for memory in palace.shown(q or "", found, max_tokens)]


def diff(
    palace: Palace,
    since: Since,
    until: Until = None,
    wing: OfWing = None,
    limit: Annotated[int, Arg("How many at most, those that changed last", minimum=1, maximum=DIFFERENCES_LISTED_MAX)] = 50,
) -> list[DifferenceLine]:
    """What began, ended, was corrected or changed between two times, and by whom."""
    return list_differences(palace, since, until, wing, None, limit, TEXT_MAX, 0)


def list_differences(
    palace: Palace,
    since: Since,
    until: Until = None,
    wing: OfWing = None,
    kind: Annotated[RecordKind | None, Arg("Only records of this kind")] = None,
    limit: Annotated[int, Arg("How many at most, those that changed last", minimum=1, maximum=DIFFERENCES_LISTED_MAX)] = 200,
    excerpt: Annotated[int | None, Arg("How many characters of each text at most", minimum=1)] = None,
    max_tokens: Annotated[int, Arg("How many tokens the texts share; 0 for any number", minimum=0)] = 2_000,
) -> list[DifferenceLine]:
    """What began, ended, was corrected or changed between two times, and by whom."""
    second = Stamp.parse(until, "until").last if until else system_clock()
    found = palace.past.differences.between(Stamp.parse(since, "since").start, second, wing, kind=kind, limit=limit)
    return _cut(palace, [difference_line(each) for each in found], excerpt, max_tokens)


def erase(
    palace: Palace, drawers: Annotated[list[str], Arg("The ids of the drawers, also of deleted ones")]
) -> list[ReceiptLine]:
    """Remove drawers for good, with every copy, former version and vector, and search all that is kept for what is left."""
    return [receipt_line(receipt) for receipt in palace.past.erasing.erase(drawers)]


def undo(
    palace: Palace,
    changes: Annotated[list[int] | None, Arg("The numbers of the changes to take back")] = None,
    actor: Actor = None,
    since: Annotated[str | None, Arg("With an actor: since when (ISO 8601)")] = None,
    *,
    along: Annotated[bool, Arg("Whether to take later changes along that build on these")] = False,
    dry_run: Annotated[bool, Arg("Whether only to say what would be taken back")] = False,
) -> UndoReply:
    """Take changes back in one transaction: some by number, or all of an actor's since a time."""
    act = palace.past.undoing.plan if dry_run else palace.past.undoing.undo
    plan = act(changes or (), actor, first_instant(since, "since"), along=along)
    return {"dry_run": dry_run, "changes": _rows(palace, plan.acts)}


def _rows(palace: Palace, acts: Sequence[Act]) -> list[ActRow]:
    told = zip(acts, palace.past.differences.subjects(acts), strict=True)
    return [{**act_line(act), "subject": subject.words[:SUBJECT_MAX]} for act, subject in told]


def _cut(palace: Palace, lines: Sequence[DifferenceLine], length: int | None, max_tokens: int) -> list[DifferenceLine]:
    """Differences with the beginnings of their texts."""
    texts = [text[:length] for line in lines for text in (line["before"], line["after"])]
    shown = palace.passages("", [("max_tokens=0", text) for text in texts], max_tokens)
    return [
        {**line, "before": before, "after": after} for line, before, after in zip(lines, shown[::2], shown[1::2], strict=True)
    ]
