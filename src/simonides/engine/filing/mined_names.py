"""Names learnt from what is mined: entities for names that recur, and the rooms where they appear."""

from collections.abc import Iterable
from dataclasses import replace

from simonides.domain.actor import Actor
from simonides.domain.graph import Entity
from simonides.domain.ids import Mint
from simonides.domain.validation import fold_name
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.graph.entities import Entities
from simonides.frozen import frozen
from simonides.ports.stores import Store

UNKNOWN = "unknown"


@frozen
class MinedNames:
    """The names that one palace learns from what is mined."""

    _store: Store
    _entities: Entities
    _whereabouts: Whereabouts
    _mint: Mint

    def learn(self, name: str, kind: str, *, is_told: bool) -> str | None:
        """Create an entity for a name unless it is known, and record its rooms; returns the name of a new entity.

        What a person told (`is_told`) stays, whatever happens to the files; the rest goes with them.
        """
        with self._store.writing(Actor.MINER):
            is_new = not self._store.graph.named([fold_name(name)])
            entity = self._entities.named(name, None if is_told else self._mint.mined())
            self._whereabouts.note([self._typed(entity, kind)])
        return entity.name if is_new else None

    def follow(self, named: Iterable[str]) -> None:
        """Record the rooms where known entities, by their ids, now appear."""
        with self._store.writing(Actor.MINER):
            self._whereabouts.follow(named)

    def _typed(self, entity: Entity, kind: str) -> Entity:
        if kind == UNKNOWN or entity.type != UNKNOWN:
            return entity
        typed = replace(entity, type=kind)
        self._store.graph.replace_entity(typed)
        return typed
