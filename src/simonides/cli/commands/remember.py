"""The command `remember`."""

from dataclasses import replace

from simonides.cli.arguments import moment
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import read_stdin
from simonides.domain.actor import Actor
from simonides.domain.memory import GENERAL, Memory, Origin, Place
from simonides.domain.ranking.duplicates import Likeness
from simonides.domain.time import first_instant
from simonides.domain.validation import check_content
from simonides.engine.claims.review import SUPERSEDED
from simonides.engine.exchange.lines import memory_line
from simonides.engine.filing.intake import Draft, checked
from simonides.engine.filing.memories import Filing
from simonides.engine.filing.secrets import notes_on

PREVIEW = 60
LATE = "the embedding model was not ready in time"


def remember(call: Call) -> int:
    """File a text, unless the palace has it already."""
    # Checked before anything is opened, so that a text that cannot be filed makes no palace.
    draft = checked(_draft(call), Actor.PERSON)
    with call.engine() as engine:
        # Where something ends there is a palace already.
        palace = call.existing(engine) if call.args.supersedes else call.create(engine)
        older = palace.memories.get(palace.handles.id_meant(call.args.supersedes)) if call.args.supersedes else None
        # The model is needed for the vector and for finding duplicates.
        call.await_model(engine, draft.content)
        if call.args.force:
            filing = Filing(palace.memories.remember(draft, actor=Actor.PERSON))
        else:
            filing = palace.memories.remember_once(draft, Actor.PERSON)
        if older is not None and filing.memory is not None:
            palace.amending.invalidate(older.id, SUPERSEDED, filing.memory.id)
            # What ends here is not one that is kept beside it.
            filing = replace(filing, like=tuple(each for each in filing.like if each.memory.id != older.id))
    return _refused(call, filing) if filing.memory is None else _filed(call, filing, filing.memory)


def _draft(call: Call) -> Draft:
    args = call.args
    return Draft(
        content=check_content(read_stdin() if args.text == "-" else args.text, "TEXT"),
        place=Place(args.wing, args.room),
        origin=Origin(author=args.author, source=args.source, event_time=first_instant(args.date, "--date")),
        tags=tuple(args.tag),
        importance=args.importance,
    )


def _filed(call: Call, filing: Filing, memory: Memory) -> int:
    if call.out.is_json:
        found = [{"kind": note.kind, "line": note.line} for note in notes_on(memory)]
        document = {"success": True, "memory": memory_line(memory), "similar": [_match(each) for each in filing.like]}
        call.out.json({**document, "secrets": found} if found else document)
        return 0
    call.out.say(f"filed in {memory.place.wing} / {memory.place.room}")
    call.out.say(f"  {memory.id}")
    if call.args.supersedes:
        call.out.say(f"  in place of {call.args.supersedes}, which has ended")
    for each in filing.like:
        like = f"{each.memory.id} ({each.similarity:.2f})"
        call.out.say(f"  similar to {like}, which differs or lies in another room: both are kept")
    for note in notes_on(memory):
        call.out.note(
            f"this looks like a secret: {note.told}; it is kept as it is, {call.typed('forget', memory.id)} takes it back"
        )
    if not filing.is_compared:
        later = f"so long a text is embedded later, by a running server or {call.typed('reembed', '--pending')}"
        reason = f"{later}; its words are found at once" if filing.is_long else LATE
        call.out.note(f"filed without a search for similar memories: {reason}")
    return 0


def _refused(call: Call, filing: Filing) -> int:
    if call.out.is_json:
        call.out.json({"success": False, "reason": "duplicate", "matches": [_match(each) for each in filing.like]})
    like = filing.like[0]
    preview = " ".join(like.memory.content.split())[:PREVIEW]
    call.out.note(
        f"the palace has this already (similarity {like.similarity:.2f}): {like.memory.id} '{preview}'; --force files it anyway"
    )
    return 1


def _match(likeness: Likeness) -> dict[str, object]:
    place = likeness.memory.place
    return {
        "id": likeness.memory.id,
        "wing": place.wing,
        "room": place.room,
        "similarity": round(likeness.similarity, 4),
        "content": likeness.memory.content,
    }


REMEMBER = Command(
    "remember",
    "file a text, word for word",
    remember,
    (
        argument("text", metavar="TEXT", help="the text; - reads it from stdin"),
        argument("--wing", default=GENERAL, help="the project, person or agent it belongs to (default: general)"),
        argument("--room", default=GENERAL, help="the topic (default: general)"),
        argument("--tag", action="append", default=[], help="a tag; repeat for several"),
        argument("--importance", type=float, default=0.5, metavar="X", help="from 0 to 1 (default: 0.5)"),
        argument("--source", metavar="FILE", help="the file it comes from"),
        argument("--author", help="who said it"),
        argument("--date", type=moment, metavar="DATE", help="when it happened, if not now, as 2026-08-09"),
        argument("--supersedes", metavar="ID", help="the memory that it takes the place of, which ends"),
        switch("--force", "file it even if the palace has it already"),
    ),
)
