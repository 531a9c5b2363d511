"""Whom does a freshly mined palace know? Names that came back in what was read, and where they stand; nothing is invented."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from simonides.domain.graph import Entity
from simonides.engine.palace import Palace
from simonides.mining.manifest import Manifest
from simonides.mining.naming import NameCount

PREDICATE = "mentioned_in"
ROOMS_MAX = 3
"""In how many rooms of a wing somebody is said to be named, the most frequent first."""
LOOKED_AT = 200


def recognise(palace: Palace, manifest: Manifest, names: NameCount) -> list[str]:
    """Make entities of the people and projects of the manifest and of names that came back; those that are new."""
    people = set(manifest.people) | set(names.people())
    typed = dict.fromkeys(people, "person") | dict.fromkeys(manifest.projects, "project")
    wanted = dict.fromkeys([*manifest.people, *manifest.projects, *names.known()])
    before = palace.knowledge.stats().entities
    known = [_known(palace, name, typed.get(name)) for name in wanted]
    fresh = [entity.name for entity, is_new in known if is_new] if palace.knowledge.stats().entities > before else []
    _note_places(palace, manifest.wing, [entity for entity, _ in known])
    return fresh


def _known(palace: Palace, name: str, kind: str | None) -> tuple[Entity, bool]:
    with palace.store.writing("mine"):
        count = palace.knowledge.stats().entities
        entity = palace.knowledge.entity_named(name)
        is_new = palace.knowledge.stats().entities > count
        if kind is not None and entity.type == "unknown":
            entity = replace(entity, type=kind)
            palace.store.graph.replace_entity(entity)
    return entity, is_new


def _note_places(palace: Palace, wing: str, entities: Iterable[Entity]) -> None:
    """Note as facts in which rooms of the wing entities are named: the palace knows that for sure."""
    by_id = {entity.id: entity for entity in entities}
    mentions = palace.store.graph.mentions_of(list(by_id), LOOKED_AT)
    for entity_id, keys in mentions.items():
        memories = palace.store.memories.at(keys).values()
        rooms = Counter(memory.place.room for memory in memories if memory.place.wing == wing)
        for room, _ in rooms.most_common(ROOMS_MAX):
            source = next(memory.id for memory in memories if (memory.place.wing, memory.place.room) == (wing, room))
            palace.knowledge.add(by_id[entity_id].name, PREDICATE, f"{wing}/{room}", source=source, actor="mine")
