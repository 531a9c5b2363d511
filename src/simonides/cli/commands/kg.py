"""The `kg` commands: facts with the time in which they hold."""

import shlex
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from simonides.cli.arguments import KNOWN_AT, moment, whole_number
from simonides.cli.call import Call
from simonides.cli.clients.instructions import where_meant
from simonides.cli.command import Command, Group, argument, switch
from simonides.cli.output import NAMED_MAX, counted
from simonides.domain.actor import Actor
from simonides.domain.errors import NotFound
from simonides.domain.graph import Direction, Fact
from simonides.domain.time import Stamp, last_instant
from simonides.engine.exchange.lines import Line, entity_line, fact_line
from simonides.engine.filing.secrets import kinds_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simonides.engine.palace import Palace

SHOWN_MAX = 100
"""How many facts are shown to a person."""


def add(call: Call) -> int:
    """Note a fact; older ones stay."""
    args = call.args
    since = Stamp.if_said(args.since, "--from")
    with call.writing() as palace:
        is_known = bool(palace.facts.known(args.subject, args.predicate, args.object, since))
        fact = palace.facts.add(
            args.subject, args.predicate, args.object, valid_from=since, source=args.source, actor=Actor.PERSON
        )
        others = palace.facts.others(fact)
    if call.out.is_json:
        call.out.json(_line(fact, palace.facts.is_current))
    else:
        call.out.say(f"{'known already' if is_known else 'noted'}: {_sentence(fact)}{_span(fact)}")
    for kind in kinds_in(fact):
        call.out.note(f"this looks like a secret: {kind}; it is kept as it is")
    for other in others:
        words = shlex.join(["simonides", "kg", "invalidate", other.subject, other.predicate, other.object, *where_meant(args)])
        call.out.note(f"{_sentence(other)} is still current; if it no longer holds, end it: {words}")
    return 0


def query(call: Call) -> int:
    """Show what is known about an entity, past and present."""
    args = call.args
    moment = Stamp.if_said(args.as_of, "--as-of")
    with call.reading() as palace:
        then = palace.past.knowing.if_said(args.known_at, "--known-at")
        about, is_current = (palace.facts.about, palace.facts.is_current) if then is None else (then.facts_about, then.is_current)
        facts = about(args.entity, Direction(args.direction), moment)
        hint = "" if facts else palace.facts.near(args.entity)
    which = "" if args.direction == Direction.BOTH else f" among {args.direction} facts"
    nothing = f"Nothing is known about '{args.entity}'{which}{f' as of {args.as_of}' if args.as_of else ''}."
    if len(facts) > SHOWN_MAX and not call.out.is_json:
        call.out.note(f"{SHOWN_MAX:,} of {len(facts):,} are shown; --as-of and --direction narrow them, --json shows all")
        facts = facts[:SHOWN_MAX]
    return _show(call, facts, is_current, f"{nothing} {hint}".strip())


def node(call: Call) -> int:
    """Show an entity and what was observed of it, now or at a time."""
    args = call.args
    until = last_instant(args.as_of, "--as-of")
    with _naming(call) as palace:
        then = palace.past.knowing.if_said(args.known_at, "--known-at")
        entity, kept = palace.entities.observed(args.entity, until) if then is None else then.node(args.entity, until)
    if call.out.is_json:
        line = entity_line(entity) | {"observations": [{"ordinal": each.ordinal, "content": each.content} for each in kept]}
        del line["type"]
        call.out.json(line)
        return 0
    about = {"name": entity.name, "type": entity.type, "summary": entity.summary, "tags": ", ".join(entity.tags)}
    about["aliases"] = ", ".join(entity.aliases)
    call.out.pairs([(name, value) for name, value in about.items() if value])
    for each in kept:
        call.out.say(f"  {each.ordinal}  {each.content}")
    return 0


def merge(call: Call) -> int:
    """Merge an entity into another, or say what would move."""
    args = call.args
    with _naming(call) as palace:
        names = palace.claims.names
        plan = names.plan(args.keep, args.drop) if args.dry_run else names.merge(args.keep, args.drop, Actor.PERSON)
    if call.out.is_json:
        facts = {"moved": plan.moved, "folded": plan.folded, "between": plan.between}
        told = {name: [_line(fact, palace.facts.is_current) for fact in listed] for name, listed in facts.items()}
        counts = {"observations": list(plan.observations), "repeated": plan.repeated, "mentions": plan.mentions}
        names_now = {"keep": plan.keep.name, "drop": plan.drop.name, "aliases": list(plan.keep.aliases)}
        call.out.json({"dry_run": args.dry_run, **names_now, **told, **counts})
        return 0
    call.out.say(f"{'would merge' if args.dry_run else 'merged'}: {plan.drop.name} into {plan.keep.name}")
    for verb, listed in (("moves", plan.moved), ("says the same", plan.folded), ("goes", plan.between)):
        call.out.some([f"{verb}: {_sentence(fact)}{_span(fact)}" for fact in listed])
    moved = (
        counted(len(plan.observations), "observation"),
        counted(plan.mentions, "memory that names it", "memories that name it"),
    )
    call.out.say(f"  {' and '.join(moved)} {'would move' if args.dry_run else 'moved'}")
    return 0


def timeline(call: Call) -> int:
    """Show facts in the order in which they began."""
    args = call.args
    moment = Stamp.if_said(args.as_of, "--as-of")
    with call.reading() as palace:
        then = palace.past.knowing.if_said(args.known_at, "--known-at")
        known = palace.facts if then is None else then
        limit = args.limit or SHOWN_MAX
        # One more than is shown tells whether there are more. The story of one entity is read as a whole.
        facts = known.timeline(args.entity, limit + 1, moment)
        hint = palace.facts.near(args.entity) if args.entity and not facts else ""
    nothing = "No facts yet." if args.entity is None else f"Nothing is known about '{args.entity}'."
    is_cut = len(facts) > limit and (args.entity is None or args.limit is not None or not call.out.is_json)
    if is_cut:
        call.out.note(f"these are the first {limit:,}; --limit shows more")
    return _show(call, facts[:limit] if is_cut else facts, known.is_current, f"{nothing} {hint}".strip())


def invalidate(call: Call) -> int:
    """Mark a fact as no longer true; it stays in the history."""
    args = call.args
    ended = Stamp.if_said(args.ended, "--ended")
    with call.reading() as palace:
        closed = palace.facts.end(args.subject, args.predicate, args.object, ended)
        hint = "" if closed else palace.facts.near(args.subject) or palace.facts.near(args.object)
        current = [] if closed or hint else [_sentence(fact) for fact in palace.facts.current(args.subject)]
    if not closed:
        missing = NotFound("current fact", f"{args.subject} -> {args.predicate} -> {args.object}")
        if hint or current:
            missing.add_note(hint or f"What holds: {'; '.join(current[:NAMED_MAX])}")
        raise missing
    if call.out.is_json:
        call.out.json([_line(fact, palace.facts.is_current) for fact in closed])
    else:
        for fact in closed:
            call.out.say(f"ended: {_sentence(fact)}{_span(fact)}")
    return 0


@contextmanager
def _naming(call: Call) -> "Iterator[Palace]":
    """The palace, for a command about entities that must exist; of one that does not, the nearest name is told."""
    with call.reading() as palace:
        try:
            yield palace
        except NotFound as error:
            if hint := palace.facts.near(error.key):
                error.add_note(hint)
            raise


def _show(call: Call, facts: list[Fact], is_current: Callable[[Fact], bool], when_none: str) -> int:
    if call.out.is_json:
        call.out.json([_line(fact, is_current) for fact in facts])
    elif facts:
        rows = [(fact.subject, fact.predicate, fact.object, _text(fact.valid_from), _until(fact)) for fact in facts]
        call.out.table(("subject", "predicate", "object", "from", "until"), rows)
    else:
        call.out.say(when_none)
    return 0


def _line(fact: Fact, is_current: Callable[[Fact], bool]) -> Line:
    line = fact_line(fact)
    del line["type"]
    return line | {"valid_from": _text(fact.valid_from), "valid_to": _text(fact.valid_to), "current": is_current(fact)}


def _sentence(fact: Fact) -> str:
    return f"{fact.subject} -> {fact.predicate} -> {fact.object}"


def _span(fact: Fact) -> str:
    since = f", since {fact.valid_from.text}" if fact.valid_from else ""
    return since + (f", until {fact.valid_to.text}" if fact.valid_to else "")


def _text(stamp: Stamp | None) -> str | None:
    return stamp.text if stamp else None


def _until(fact: Fact) -> str:
    return "now" if fact.is_open else _text(fact.valid_to) or ""


_SUBJECT = argument("subject", metavar="SUBJECT", help="who or what the fact is about")
_PREDICATE = argument("predicate", metavar="PREDICATE", help="the relation, such as works_on")
_OBJECT = argument("object", metavar="OBJECT", help="who or what it relates to")
_ENTITY = argument("entity", metavar="ENTITY", help="its name; case does not matter")
_HELD = argument("--as-of", type=moment, metavar="DATE", help="only facts that held on this day")

KG = Group(
    "kg",
    "note and look up facts in time: add, query, node, timeline, invalidate, merge",
    (
        Command(
            "add",
            "note a fact; older ones stay",
            add,
            (
                _SUBJECT,
                _PREDICATE,
                _OBJECT,
                argument("--from", dest="since", type=moment, metavar="DATE", help="the first day it holds, such as 2026-01-15"),
                argument("--source", metavar="TEXT", help="where it comes from: the id of a memory, or any text"),
            ),
        ),
        Command(
            "query",
            "show what is known about an entity, past and present",
            query,
            (
                _ENTITY,
                _HELD,
                KNOWN_AT,
                argument(
                    "--direction",
                    choices=[each.value for each in Direction],
                    default="both",
                    help="facts with the entity as subject, as object, or both (default: both)",
                ),
            ),
        ),
        Command(
            "node",
            "show an entity and what was observed of it",
            node,
            (
                _ENTITY,
                argument("--as-of", type=moment, metavar="DATE", help="only what had been observed by then"),
                KNOWN_AT,
            ),
        ),
        Command(
            "timeline",
            "show facts in the order in which they began",
            timeline,
            (
                argument("entity", nargs="?", metavar="ENTITY", help="only facts about this entity"),
                _HELD,
                KNOWN_AT,
                argument("--limit", type=whole_number, metavar="N", help="number of facts (default: 100)"),
            ),
        ),
        Command(
            "invalidate",
            "mark a fact as no longer true; it stays in the history",
            invalidate,
            (
                _SUBJECT,
                _PREDICATE,
                _OBJECT,
                argument("--ended", type=moment, metavar="DATE", help="the last day it held (default: today)"),
            ),
        ),
        Command(
            "merge",
            "merge two entities that are one; undo takes it back",
            merge,
            (
                argument("keep", metavar="KEEP", help="the entity that stays"),
                argument("drop", metavar="DROP", help="the entity that goes into it; its name becomes an alias"),
                switch("--dry-run", "only say what would move"),
            ),
        ),
    ),
)
