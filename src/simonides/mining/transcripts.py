"""Saving a conversation that is still going on: turns already filed stay, new ones are added.

The pieces are the same as `mine` makes, from the same source, so that either recognises what the other has filed. Unlike `mine`
this never removes anything: what a shortened transcript has lost was said all the same.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import LISTED_MAX
from simonides.engine.filing.secrets import SecretNote, noted_in
from simonides.engine.palace import Palace
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


def save_transcript(palace: Palace, path: Path, wing: str) -> Saved:
    """File the turns of a transcript that the palace does not have yet, identified by conversation, position and piece."""
    try:
        drafts, faults = read_turns(path, wing, Placer(Manifest(wing)))
    except Unreadable as error:
        return Saved(faults=(str(error),))
    have = _pieces_of(palace, {draft.origin.conversation for draft in drafts})
    new = [draft for draft in drafts if _piece(draft) not in have]
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


def _piece(filed: Draft | Memory) -> tuple[str | None, int | None, int]:
    return filed.origin.conversation, filed.origin.position, filed.origin.chunk


def _pieces_of(palace: Palace, conversations: Iterable[str | None]) -> set[tuple[str | None, int | None, int]]:
    found = set()
    for conversation in conversations:
        scope = Scope(conversation=conversation, with_ended=True)
        for start in range(0, palace.memories.count(scope), LISTED_MAX):
            found |= {_piece(memory) for memory in palace.memories.page(scope, Order.OLDEST, LISTED_MAX, start)}
    return found
