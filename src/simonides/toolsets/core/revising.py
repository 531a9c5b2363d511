"""The tool `revise_memory`: memories are reworded, moved, ended or forgotten, and changes taken back."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.memory import Memory
from simonides.domain.validation import check_content, given, number_in
from simonides.engine.filing.amendments import Edit
from simonides.engine.palace import Palace
from simonides.engine.past.acts import LOOKED_BACK
from simonides.toolkit.content import LeanReply
from simonides.toolkit.shapes import Arg
from simonides.toolsets.core.where import needed, place_to_keep

_USES: Mapping[str, tuple[str, ...]] = {
    "text": ("edit", "end"),
    "old": ("edit",),
    "where": ("move",),
    "tags": ("edit",),
    "importance": ("edit",),
}
"""What each argument is for."""


class RevisedReply(TypedDict):
    """What was done, and to which memories."""

    done: str
    ids: list[str]


def revise_memory(
    palace: Palace,
    do: Literal["edit", "move", "end", "forget", "undo"],
    ids: list[str],
    text: str | None = None,
    old: Annotated[str | None, Arg("Only this part becomes text")] = None,
    where: str | None = None,
    tags: list[str] | None = None,
    importance: float | None = None,
) -> LeanReply[RevisedReply]:
    """Change existing memories by id: edit, correct a wrong word, fix a typo, replace text, move to another room, rename, tag.

    End what is out of date. Forget: delete, erase, remove, purge; undo, restore, bring back. Raise importance. Not for new text
    (remember). Example: do="edit", ids=["m12qx"], old="Thursday", text="Tuesday"
    """
    if not ids:
        raise Invalid("ids", "must name at least one memory")
    _refuse_others(
        do, {"text": given(text), "old": given(old), "where": given(where), "tags": tags or None, "importance": importance}
    )
    if do == "undo":
        return _taken_back(palace, ids)
    # All are looked up before any is changed: one unknown id stops the call.
    memories = [palace.handles.find(each) for each in dict.fromkeys(ids)]
    names = [palace.handles.of(memory) for memory in memories]
    if do == "edit":
        edits = [_edit(memory, text, old, tags, importance, is_alone=len(memories) == 1) for memory in memories]
        edited = [palace.amending.edit(memory.id, edit) for memory, edit in zip(memories, edits, strict=True)]
        return _changed(palace, memories, edited, _how_edited(memories, edited))
    if do == "move":
        place = place_to_keep(palace, needed(where, "where", "move a memory"))
        moved = [palace.amending.edit(memory.id, Edit(wing=place.wing, room=place.room)) for memory in memories]
        return _changed(palace, memories, moved, f"Moved to {place.wing}/{place.room}")
    if do == "end":
        ended = [palace.amending.invalidate(memory.id, given(text)) for memory in memories]
        return _changed(palace, memories, ended, "Ended; recalled only as of the time before")
    changes = [_forgotten(palace, memory) for memory in memories]
    return _told(f"Forgotten; undo with ids {', '.join(changes)}", names)


def _refuse_others(do: str, arguments: Mapping[str, object]) -> None:
    """Refuse what belongs to another use of the tool, instead of leaving it undone without a word. Raises Invalid."""
    for name, value in arguments.items():
        if value is not None and do not in _USES[name]:
            raise Invalid(name, f"belongs to {' and '.join(_USES[name])}; nothing was done")


def _changed(palace: Palace, before: list[Memory], after: list[Memory], done: str) -> LeanReply[RevisedReply]:
    """What was done to those that it changed; the others are told apart."""
    names = [palace.handles.of(new) for old, new in zip(before, after, strict=True) if old != new]
    same = [palace.handles.of(new) for old, new in zip(before, after, strict=True) if old == new]
    ended = [palace.handles.of(new) for old, new in zip(before, after, strict=True) if old.ended_at is not None]
    told = _told(done if names else "Nothing to change", names or same)
    notes = [f"As it was: {', '.join(same)}."] if names and same else []
    notes += [f"Ended before, and so recalled only as of then: {', '.join(ended)}."] if ended else []
    return LeanReply(" ".join([told.text, *notes]), told.data)


def _how_edited(before: list[Memory], after: list[Memory]) -> str:
    is_reworded = any(old.content != new.content for old, new in zip(before, after, strict=True))
    return "Edited; former words are kept" if is_reworded else "Edited"


def _forgotten(palace: Palace, memory: Memory) -> str:
    palace.handles.keep_forgotten(memory)
    palace.memories.forget(memory.id)
    return str(palace.past.acts.deletion_of(memory.id))


def _taken_back(palace: Palace, ids: list[str]) -> LeanReply[RevisedReply]:
    """Take back changes by their numbers, or the last change of each memory that is named, all or none."""
    numbers = [_last_change(palace, each) if (number := number_in(each)) is None else number for each in dict.fromkeys(ids)]
    try:
        plan = palace.past.undoing.undo(numbers)
    except Invalid as error:
        # Here the numbers of changes travel as ids.
        raise Invalid("ids", error.reason) from error
    back, gone = dict[str, None](), dict[str, None]()
    for act in plan.acts:
        ids = [entry.change.id for entry in act.entries if entry.change.kind in {"memory", "observation"}]
        there = [handle for each in ids if (handle := palace.handles.of_id(each)) != each]
        # The former words that an edit had kept go with it; nobody asked for those.
        back |= dict.fromkeys(there)
        gone |= dict.fromkeys([] if there else ids)
    told = _told("Taken back", [*back] or [str(number) for number in numbers])
    if not gone:
        return told
    return LeanReply(f"{told.text} Gone, as its filing was taken back: {', '.join(gone)}.", {**told.data, "ids": [*back, *gone]})


def _last_change(palace: Palace, name: str) -> int:
    forgotten = palace.handles.id_forgotten(name)
    # A client may ask twice: the name of what was forgotten never reaches behind its deletion, to the filing itself.
    number = palace.past.acts.deletion_of(forgotten) if forgotten else palace.past.acts.last_of(palace.handles.id_meant(name))
    if number is None and forgotten and (back := palace.handles.of_id(forgotten)) != forgotten:
        raise Invalid("ids", f"{name} is back already, as {back}")
    if number is None:
        hint = "what was forgotten comes back by the number that the reply to `forget` named"
        raise NotFound("change", f"none of {name} among the last {LOOKED_BACK}; {hint}")
    return number


def _edit(
    memory: Memory, text: str | None, old: str | None, tags: list[str] | None, importance: float | None, *, is_alone: bool
) -> Edit:
    if text is None and tags is None and importance is None:
        raise Invalid("text", "is needed to edit a memory, or tags or importance")
    if text is not None and old is None and not is_alone:
        raise Invalid("ids", "must name one memory when its whole text is replaced; give `old` to replace a part in each")
    new = None if text is None else check_content(text if old is None else _replaced(memory, old, text), "text")
    dropped = () if tags is None else tuple(tag for tag in memory.tags if tag not in tags)
    return Edit(new, add_tags=tuple(tags or ()), remove_tags=dropped, importance=importance)


def _replaced(memory: Memory, old: str, text: str) -> str:
    count = memory.content.count(old) if old else 0
    if count != 1:
        raise Invalid(
            "old", "is not in the memory to the letter" if not count else f"stands {count} times in the memory; give more of it"
        )
    return memory.content.replace(old, text)


def _told(done: str, names: list[str]) -> LeanReply[RevisedReply]:
    return LeanReply(f"{done}: {', '.join(names)}.", {"done": done, "ids": names})
