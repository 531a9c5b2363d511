"""Saving a conversation that is still going on: turns already filed stay, new ones are added.

The pieces are the same as `mine` makes, from the same source, so that either recognises what the other has filed. Unlike `mine`
this never removes anything: what a shortened transcript has lost was said all the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import LISTED_MAX
from simonides.engine.filing.secrets import SecretNote, Treatment, noted_in, notes_of
from simonides.engine.palace import Palace
from simonides.engine.past.bin import BIN_MAX
from simonides.frozen import frozen
from simonides.mining.files.reading import Unreadable
from simonides.mining.places.manifest import Manifest
from simonides.mining.places.placement import Placer
from simonides.mining.turns import read_turns

BATCH = 200
IMPORTANCE = 0.3
"""Lower than the importance of a memory that was filed on purpose."""


@frozen
class Saved:
    """The result of saving a transcript, counted in pieces of turns."""

    filed: int = 0
    known: int = 0
    faults: tuple[str, ...] = ()
    secrets: tuple[SecretNote, ...] = ()
    """What was masked."""


_Saying = tuple[str | None, datetime | None, str | None, int]
_Piece = tuple[str | None, int | None, int]


@dataclass(slots=True)
class _Known:
    """The pieces of some conversations that were filed.

    A turn is told by who spoke when, since its number changes when a program learns to read a format better, or when a session is
    copied into another. Where no time is told, it is told by its number.
    """

    _sayings: defaultdict[_Saying, set[int | None]] = field(default_factory=lambda: defaultdict(set))
    """The numbers of what was said at one time by one side: the words of one answer may all have the same."""
    _pieces: set[_Piece] = field(default_factory=set)

    def add(self, memory: Memory) -> None:
        self._sayings[_saying(memory)].add(memory.origin.position)
        self._pieces.add(_piece(memory))

    def has(self, draft: Draft, nth: int) -> bool:
        """Whether the nth piece that is told like this one was filed."""
        if draft.origin.event_time is None:
            return _piece(draft) in self._pieces
        return nth <= len(self._sayings[_saying(draft)])


def save_transcript(palace: Palace, path: Path, wing: str) -> Saved:
    """File the turns of a transcript that were not filed yet. What was filed and then forgotten stays forgotten."""
    try:
        drafts, faults = read_turns(path, wing, Placer(Manifest(wing)))
    except Unreadable as error:
        return Saved(faults=(str(error),))
    masks = palace.intake.secrets.treatment(Actor.HOOK) is Treatment.MASK
    new = _unfiled(drafts, _known_of(palace, {draft.origin.conversation for draft in drafts}), masks=masks)
    # Filed without vectors: loading the model for two lines at every stop would be wasteful.
    filed: list[Memory] = []
    for start in range(0, len(new), BATCH):
        batch = [replace(draft, importance=IMPORTANCE) for draft in new[start : start + BATCH]]
        try:
            filed += palace.intake.file(batch, Actor.HOOK)
        except Invalid:
            filed += _filed_one_by_one(palace, batch, faults)
    secrets = tuple(note for memory in filed for note in noted_in(memory))
    return Saved(len(filed), len(drafts) - len(new), tuple(faults), secrets)


def _filed_one_by_one(palace: Palace, drafts: Iterable[Draft], faults: list[str]) -> list[Memory]:
    """What may be filed of some drafts; the reasons for the others are noted."""
    filed = []
    for draft in drafts:
        try:
            filed += palace.intake.file([draft], Actor.HOOK)
        except Invalid as error:
            faults.append(str(error))
    return filed


def _unfiled(drafts: Sequence[Draft], known: _Known, *, masks: bool) -> list[Draft]:
    """The pieces that come after the last one that was filed.

    What is missing before it was forgotten, or could not be filed; of that, what holds a secret is filed if the hook `masks` it.
    """
    last: dict[str | None, int] = {}
    met, missing = Counter[_Saying](), set[int]()
    for place, draft in enumerate(drafts):
        saying = _saying(draft)
        met[saying] += 1
        if known.has(draft, met[saying]):
            last[draft.origin.conversation] = place
        else:
            missing.add(place)

    def is_new(place: int, draft: Draft) -> bool:
        is_later = place > last.get(draft.origin.conversation, -1)
        return is_later or (masks and place in missing and bool(notes_of(draft.content)))

    return [draft for place, draft in enumerate(drafts) if is_new(place, draft)]


def _saying(filed: Draft | Memory) -> _Saying:
    origin = filed.origin
    return origin.conversation, origin.event_time, origin.role, origin.chunk


def _piece(filed: Draft | Memory) -> _Piece:
    return filed.origin.conversation, filed.origin.position, filed.origin.chunk


def _known_of(palace: Palace, conversations: AbstractSet[str | None]) -> _Known:
    """What was filed of some conversations, also what was deleted since."""
    known = _Known()
    for binned in palace.past.bin.newest(BIN_MAX):
        if binned.memory.origin.conversation in conversations:
            known.add(binned.memory)
    for conversation in conversations:
        scope = Scope(conversation=conversation, with_ended=True)
        for start in range(0, palace.memories.count(scope), LISTED_MAX):
            for memory in palace.memories.page(scope, Order.OLDEST, LISTED_MAX, start):
                known.add(memory)
    return known
