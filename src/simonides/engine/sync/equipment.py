"""What sync works with in one palace: its store, and the doors through which what arrives is filed."""

from collections.abc import Iterable
from contextlib import suppress

from simonides.domain.errors import NotFound
from simonides.domain.graph import Entity
from simonides.domain.ids import MINED, Mint
from simonides.domain.time import Clock
from simonides.engine.filing.intake import Intake
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.graph.entities import Entities
from simonides.frozen import frozen
from simonides.ports.stores import Store


@frozen
class SyncEquipment:
    """The parts of a palace that sync uses."""

    store: Store
    intake: Intake
    linking: Linking
    whereabouts: Whereabouts
    entities: Entities
    clock: Clock
    mint: Mint

    def note_named(self, entity_ids: Iterable[str]) -> None:
        """Bring up to date in which rooms these entities are named: every palace works that out by itself."""
        mined = [each for each in sorted(entity_ids) if each.startswith(MINED)]
        found = list[Entity]()
        for each in mined:
            with suppress(NotFound):
                found.append(self.store.graph.entity(each))
        self.whereabouts.note(found)

    def node(self, entity: Entity) -> int:
        """The row of an entity."""
        return self.store.nodes.keys([entity.key])[entity.key]
