"""The one door for memories: every draft is screened, becomes a memory and is filed here, whoever brings it.

Tools, commands, REST, the diary, mining, hooks, imported lines and Python programs all end in `Intake`. `CHECKS` are the rules
that hold for everybody; `Equipment.screens` adds more of the same form. A screen gets a draft and its actor and returns the
draft, as it is or changed, or raises: `Invalid` refuses the draft, and for a mined file all of what came with it.
`SecretScreen` comes last and looks at the pieces of one file together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.past.provenance import check_unset, in_order
from simonides.domain.ranking.traits import day_told
from simonides.domain.time import DAWN, Clock
from simonides.domain.validation import (
    check_content,
    check_importance,
    check_metadata,
    check_name,
    check_source,
    clean_text,
)
from simonides.engine.filing.accesses import AccessNotes
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.linking import Linking
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.filing.secrets import SecretScreen
    from simonides.ports.embedder import Vectors


@frozen
class Draft:
    """A memory to be filed, before it has an id and a time."""

    content: str
    place: Place = Place()
    origin: Origin = Origin()
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    kind: str = "semantic"
    user_id: str | None = None
    metadata: Mapping[str, object] | None = None


@frozen
class FiledRows:
    """What one call filed: the row of each memory by its id, and the entities that the texts name."""

    rows: Mapping[str, int] = field(default_factory=dict)
    named: frozenset[str] = frozenset()


Screen = Callable[[Draft, Actor], Draft]


def check_text(draft: Draft, _actor: Actor) -> Draft:
    """The words: not blank, not too long, storable."""
    content = check_content(draft.content)
    # Most drafts pass unchanged, here and below.
    return draft if content == draft.content else replace(draft, content=content)


def check_place(draft: Draft, _actor: Actor) -> Draft:
    """The names of wing, room and hall."""
    place = Place.named(draft.place.wing, draft.place.room, draft.place.hall)
    return draft if place == draft.place else replace(draft, place=place)


def check_labels(draft: Draft, _actor: Actor) -> Draft:
    """Tags, each once, and importance."""
    tags = tuple(dict.fromkeys(check_name(tag, "tags") for tag in draft.tags))
    check_importance(draft.importance)
    return draft if tags == draft.tags else replace(draft, tags=tags)


def check_origin(draft: Draft, actor: Actor) -> Draft:
    """Source, author and conversation, and the signature."""
    origin = draft.origin
    author = _name(origin.author, "author", actor)
    conversation = _name(origin.conversation, "conversation", actor)
    source = check_source(origin.source, "source_file")
    added_by = _signature(origin.added_by, actor)
    if (author, conversation, source, added_by) == (origin.author, origin.conversation, origin.source, origin.added_by):
        return draft
    return replace(draft, origin=replace(origin, author=author, conversation=conversation, source=source, added_by=added_by))


def check_details(draft: Draft, _actor: Actor) -> Draft:
    """The metadata: not nested too deeply, with what tells the provenance in front."""
    metadata = in_order(check_metadata(draft.metadata))
    return draft if metadata is draft.metadata else replace(draft, metadata=metadata)


CHECKS: tuple[Screen, ...] = (check_text, check_place, check_labels, check_origin, check_details)


def checked(draft: Draft, actor: Actor) -> Draft:
    """The draft as the rules that hold for everybody leave it. Raises Invalid."""
    for check in CHECKS:
        draft = check(draft, actor)
    return draft


@frozen
class Intake:
    """The door of one palace."""

    _store: Store
    _vectors: VectorKeeping
    _linking: Linking
    _clock: Clock
    _mint: Mint
    _accesses: AccessNotes
    secrets: "SecretScreen"
    _screens: Sequence[Screen] = ()

    def file(self, drafts: Sequence[Draft], actor: Actor) -> list[Memory]:
        """File drafts in one transaction, without vectors: those follow later. Returns the memories in order."""
        memories = [self.memory(draft) for draft in self.screened(drafts, actor)]
        self.add(memories, actor)
        return memories

    def screened(self, drafts: Sequence[Draft], actor: Actor) -> list[Draft]:
        """The drafts as they may be filed. Raises Invalid when one may not."""
        return self.secrets.screened([self._checked(draft, actor) for draft in drafts], actor)

    def memory(self, draft: Draft, memory_id: str | None = None) -> Memory:
        """The memory that a screened draft becomes, with an id and the present time. Raises Invalid if it claims trust."""
        check_unset(draft.metadata)
        now = self._clock()
        return Memory(
            id=memory_id or self._mint.drawer(draft.place.wing, draft.place.room, draft.content),
            content=draft.content,
            place=draft.place,
            created_at=now,
            origin=_dated(draft, now),
            tags=draft.tags,
            importance=draft.importance,
            kind=draft.kind,
            user_id=draft.user_id,
            metadata=draft.metadata or {},
        )

    def as_before(self, memory: Memory, actor: Actor) -> Memory:
        """A memory that has its id and time already, screened like a draft."""
        draft = Draft(
            memory.content, memory.place, memory.origin, memory.tags, memory.importance, memory.kind, memory.user_id,
            memory.metadata,
        )  # fmt: skip
        [now] = self.screened([draft], actor)
        return replace(
            memory, content=now.content, place=now.place, origin=now.origin, tags=now.tags, importance=now.importance,
            metadata=now.metadata or {},
        )  # fmt: skip

    def add(self, memories: Sequence[Memory], actor: str, vectors: "Mapping[str, Vectors] | None" = None) -> FiledRows:
        """Store screened memories with their mentions and those vectors that are there, in one transaction."""
        if not memories:
            return FiledRows()
        with self._store.writing(actor):
            made = {memory_id: each for memory_id, each in (vectors or {}).items() if len(each)}
            keys = self._store.memories.add(memories, embedded=made.keys())
            rows = {memory.id: key for key, memory in zip(keys, memories, strict=True)}
            named = self._link({rows[memory.id]: memory.content for memory in memories})
            self._vectors.add({rows[memory_id]: each for memory_id, each in made.items() if memory_id in rows})
            # Recalls noted since the last write are stored along with this write.
            self._accesses.write_down()
        return FiledRows(rows, frozenset(named))

    def _checked(self, draft: Draft, actor: Actor) -> Draft:
        draft = checked(draft, actor)
        for screen in self._screens:
            draft = screen(draft, actor)
        return draft

    def _link(self, contents: Mapping[int, str]) -> "set[str] | list[str]":
        # For one text it is cheaper to look up its words than to read all names.
        if len(contents) == 1:
            [(key, content)] = contents.items()
            return self._linking.link_memory(key, content, is_new=True)
        return self._linking.link_memories(contents)


_ACTORS = frozenset(actor.value for actor in Actor)


def overlap_of(metadata: Mapping[str, object] | None) -> int:
    """How many characters a piece of a text repeats of the piece before it."""
    overlap = (metadata or {}).get("overlap", 0)
    return overlap if isinstance(overlap, int) else 0


def _dated(draft: Draft, now: datetime) -> Origin:
    """The origin with the day that a text begins with as that of the event, where none is given and the day is not to come."""
    told = None if draft.origin.event_time else day_told(draft.content)
    day = DAWN + told if told is not None else None
    return replace(draft.origin, event_time=day) if day is not None and day <= now else draft.origin


def _signature(added_by: str, actor: Actor) -> str:
    """The name under which an actor files: nobody signs as another actor, and what is imported is signed already."""
    if actor is Actor.IMPORTER:
        return added_by
    return actor.value if actor.is_automatic or added_by in _ACTORS else added_by


def _name(name: str | None, argument: str, actor: Actor) -> str | None:
    if name is None:
        return None
    # What files itself names speakers and conversations as its source does; only what somebody typed can be corrected.
    return clean_text(name) if actor.is_automatic or actor is Actor.IMPORTER else check_name(name, argument)
