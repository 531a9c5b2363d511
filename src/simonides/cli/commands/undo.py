"""The commands `changes`, `diff` and `undo`: who did what, what it came to, and taking it back."""

import argparse

from simonides.cli.arguments import YES, moment, whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import confirm, counted, is_interactive
from simonides.cli.progress import embed_if_few
from simonides.domain.errors import Invalid
from simonides.domain.time import Stamp, first_instant, last_instant, system_clock
from simonides.engine.past.acts import Act
from simonides.engine.past.difference import Subject
from simonides.engine.past.told import act_line, deeds_of, difference_line

SAME_MAX, SAME_SHOWN = 40, 20
"""How much two texts may have in common before it is left out, and how much of it stands before their difference then."""
SUBJECT_MAX = 200
"""How much of a text a program is told."""


def changes(call: Call) -> int:
    """List the last changes: number, time, who, what, and the beginning of the first text."""
    args = call.args
    since = args.since and Stamp.parse(args.since, "--since").start
    with call.reading() as palace:
        # One more than is shown tells whether there are more.
        newest = palace.past.acts.newest(args.limit + 1, args.actor, since or None)
        acts = newest[: args.limit]
        manners = [palace.past.differences.manner(act) for act in acts]
        told = list(zip(acts, palace.past.differences.subjects(acts), manners, strict=True))
    if call.out.is_json:
        call.out.json({"changes": [_document(act, subject, manner) for act, subject, manner in told]})
        return 0
    for act, subject, manner in told:
        *parts, deeds = _parts(act)
        call.out.heading(*parts, f"{deeds}: {manner}" if manner else deeds)
        before, after = _apart(subject.words, subject.after)
        if before:
            call.out.gist(_place(subject), before)
        if after:
            call.out.gist("  + ", after)
    if not acts:
        call.out.note("no changes found")
    elif len(newest) > len(acts):
        call.out.say("there are earlier changes; --limit shows more")
    return 0


def diff(call: Call) -> int:
    """Tell what began, ended, was corrected or changed between two times."""
    args = call.args
    first = Stamp.parse(args.first, "SINCE").start
    with call.reading() as palace:
        second = last_instant(args.second, "UNTIL")
        # One more than is shown tells whether there are more.
        last = palace.past.differences.between(first, second or system_clock(), args.wing, limit=args.limit + 1)
    found = last[-args.limit :]
    if len(last) > args.limit:
        call.out.note(f"only the {args.limit:,} that changed last are shown; --limit shows more, UNTIL earlier ones")
    if call.out.is_json:
        call.out.json({"differences": [difference_line(each) for each in found]})
        return 0
    for each in found:
        when = f"{each.at:%Y-%m-%d %H:%M}"
        call.out.heading(each.verb, f"{each.kind} {each.id}", when, each.who, f"(change {each.change})")
        before, after = _apart(each.before, each.after)
        said = [("-", before), ("+", after)] if each.before != each.after else [(" ", after)]
        for sign, text in said:
            if text:
                call.out.gist(f"  {sign} ", text)
    if not found:
        call.out.note("nothing changed between these times")
    return 0


def undo(call: Call) -> int:
    """Take changes back: some by number, or all of somebody's since a time."""
    args = call.args
    if not args.changes and not args.actor:
        raise Invalid(
            "CHANGE", "name a change by its number, as `simonides changes` shows it, or somebody by --actor and --since"
        )
    since = first_instant(args.since, "--since")
    with call.engine() as engine:
        palace = call.existing(engine)
        plan = palace.past.undoing.plan(args.changes, args.actor, since, along=args.along)
        if not (args.dry_run or args.yes) and len(plan.acts) > 1 and not _agreed(call, plan.acts):
            call.out.note("nothing was undone")
            return 1
        if not args.dry_run:
            # The log may have gone on meanwhile: what was agreed to is taken back, nothing else.
            plan = palace.past.undoing.undo([act.number for act in plan.acts])
            # Only a running server would make the vectors of what came back by itself.
            embed_if_few(call, engine, palace)
    if call.out.is_json:
        call.out.json({"dry_run": args.dry_run, "changes": [act_line(act) for act in plan.acts]})
        return 0
    for act in plan.acts:
        number, *parts = _parts(act)
        call.out.heading(f"{'would undo' if args.dry_run else 'undid'} {number}", *parts)
    return 0


def _place(subject: Subject) -> str:
    """What stands before a text: its place, signed like a line of `diff` unless it stood there before and after."""
    sign = "-" if subject.is_former else "+" if subject.operation == "add" else " "
    place = f"{subject.place.wing} / {subject.place.room}: " if subject.place else ""
    return f"  {sign} {place}"


def _apart(before: str, after: str) -> tuple[str, str]:
    """Two texts from a few words before they differ, if that is far from their beginning: a line shows no more of them."""
    # Where nothing differs, one is the beginning of the other.
    pairs = enumerate(zip(before, after, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(before), len(after)))
    if before == after or same <= SAME_MAX:
        return before, after
    start = same - SAME_SHOWN
    # From the beginning of a word, where words have spaces between them.
    start = before.rfind(" ", start - SAME_SHOWN, start) + 1 or start
    return f"... {before[start:]}", f"... {after[start:]}"


def _document(act: Act, subject: Subject, manner: str) -> dict[str, object]:
    place = subject.place
    where = {"wing": place.wing, "room": place.room} if place else {}
    how = {"how": manner} if manner else {}
    return {**act_line(act), "subject": subject.words[:SUBJECT_MAX], **where, **how}


def _agreed(call: Call, acts: tuple[Act, ...]) -> bool:
    if not is_interactive():
        raise Invalid("--yes", f"required to undo {len(acts)} changes without a terminal")
    for act in acts:
        call.out.heading(*_parts(act))
    return confirm(f"Undo {counted(len(acts), 'change', 'changes')}?", default=False)


def _parts(act: Act) -> tuple[str, ...]:
    return str(act.number), f"{act.at:%Y-%m-%d %H:%M}", act.who, deeds_of(act)


def _number(text: str) -> int:
    """The number of a change, for argparse; a log has more than a list shows."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not the number of a change, as `simonides changes` shows it")
    return int(text)


_ACTOR = argument("--actor", metavar="NAME", help="only of this actor, client or token, as `simonides changes` shows them")
CHANGES = Command(
    "changes",
    "list the last changes: who did what, and when",
    changes,
    (
        argument("--limit", type=whole_number, default=20, metavar="N", help="how many (default: 20)"),
        _ACTOR,
        argument("--since", type=moment, metavar="TIME", help="only since this time (ISO 8601)"),
    ),
)
DIFF = Command(
    "diff",
    "tell what began, ended or changed between two times, and by whom",
    diff,
    (
        argument("first", type=moment, metavar="SINCE", help="the earlier time (ISO 8601, yesterday, 2h)"),
        argument("second", nargs="?", type=moment, metavar="UNTIL", help="the later time; now by default"),
        argument("--wing", help="only memories of this wing"),
        argument("--limit", type=whole_number, default=200, metavar="N", help="how many, those that changed last (default: 200)"),
    ),
)
UNDO = Command(
    "undo",
    "take changes back, by number or all of somebody's since a time",
    undo,
    (
        argument("changes", nargs="*", type=_number, metavar="CHANGE", help="its number, as `simonides changes` shows it"),
        _ACTOR,
        argument("--since", type=moment, metavar="TIME", help="with --actor: since when (ISO 8601)"),
        switch("--along", "also undo later changes that build on these"),
        switch("--dry-run", "say what would be undone; change nothing"),
        YES,
    ),
)
