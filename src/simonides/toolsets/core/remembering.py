"""The tool `remember`: words are kept as they are, in a place, with their time, and in place of what they replace."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.time import first_instant
from simonides.domain.validation import check_content, given
from simonides.engine.claims.review import SUPERSEDED
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.secrets import notes_of
from simonides.engine.palace import Palace
from simonides.toolkit.content import LeanReply
from simonides.toolkit.shapes import Arg
from simonides.toolsets.core.lines import LineWriter
from simonides.toolsets.core.where import DIARY, place_to_keep

AGENT = "agent"


class KeptReply(TypedDict):
    """What was kept, or was there already."""

    id: str
    place: str
    is_new: bool
    similar: NotRequired[list[str]]
    replaced: NotRequired[str]
    secrets: NotRequired[list[str]]


def remember(
    palace: Palace,
    text: str,
    where: Annotated[str | None, Arg("wing/room or diary")] = None,
    when: Annotated[str | None, Arg("If not now")] = None,
    by: Annotated[str | None, Arg("Who said it")] = None,
    tags: list[str] | None = None,
    supersedes: Annotated[str | None, Arg("Id of what it replaces")] = None,
) -> LeanReply[KeptReply]:
    """Keep something new, word for word: note, jot down, save, store, add, file, log, record, archive, import an entry.

    What the user says, prefers or wants, what we agreed; a lesson, snippet, minutes, today's diary. Do it unasked:
    it must not get lost, before I forget it. Not for changes (revise_memory). Example: text="The client wants the demo on
    Thursday"
    """
    text = check_content(text, "text")
    old = palace.handles.find(supersedes) if supersedes and given(supersedes) else None
    kept, is_new, similar = _kept(palace, text, given(where), given(when), given(by), tuple(tags or ()))
    if old is not None:
        if old.id == kept.id:
            raise Invalid("supersedes", f"{supersedes} says the same already, so nothing was changed")
        palace.amending.invalidate(old.id, SUPERSEDED, kept.id)
        similar = [each for each in similar if each.id != old.id]
    reply: KeptReply = {"id": palace.handles.of(kept), "place": f"{kept.place.wing}/{kept.place.room}", "is_new": is_new}
    lines = [f"{'Kept as' if is_new else 'There already:'} {reply['id']} in {reply['place']}."]
    if old is not None:
        reply["replaced"] = palace.handles.of(old)
        lines.append(f"It replaces {reply['replaced']}.")
    if similar:
        writer = LineWriter(palace, text, length=120)
        reply["similar"] = [writer.line(writer.hit(memory)) for memory in similar]
        lines += ["Similar, and kept as well (if one is out of date, end it by revise_memory):", *reply["similar"]]
    if notes := notes_of(kept.content):
        reply["secrets"] = [note.told for note in notes]
        lines += reply["secrets"]
    return LeanReply("\n".join(lines), reply)


def _kept(
    palace: Palace, text: str, where: str | None, when: str | None, by: str | None, tags: tuple[str, ...]
) -> tuple[Memory, bool, list[Memory]]:
    happened = first_instant(when, "when")
    if where == DIARY:
        return palace.diary.write(by or AGENT, text, happened=happened, tags=tags), True, []
    place = place_to_keep(palace, where) if where else Place()
    draft = Draft(text, place, Origin(author=by, event_time=happened, added_by=Actor.AGENT), tags)
    filing = palace.memories.remember_once(draft, Actor.AGENT)
    similar = [each.memory for each in filing.like]
    return (similar[0], False, []) if filing.memory is None else (filing.memory, True, similar)
