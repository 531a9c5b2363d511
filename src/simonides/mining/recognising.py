"""Entities of a freshly mined palace: names that recur in what was read, with the rooms where they appear."""

from collections.abc import Iterable
from dataclasses import replace

from simonides.domain.graph import Entity
from simonides.engine.palace import Palace
from simonides.mining.names import NameCount
from simonides.mining.places.manifest import Manifest

UNKNOWN = "unknown"


def recognise(palace: Palace, manifest: Manifest, names: NameCount, named: Iterable[str] = ()) -> list[str]:
    """Create entities for the manifest's people and projects and for recurring names; returns the new ones.

    For entities that were known before, whose ids are `named`, the rooms where they now appear are recorded.
    """
    people = {*manifest.people, *names.people()}
    types = dict.fromkeys(people, "person") | dict.fromkeys(manifest.projects, "project")
    told = {*manifest.people, *manifest.projects}
    fresh = []
    for name in dict.fromkeys([*manifest.people, *manifest.projects, *names.known()]):
        with palace.store.writing("mine"):
            count = palace.knowledge.stats().entities
            # What a person wrote into the manifest stays, whatever happens to the files.
            entity = palace.knowledge.entity_named(name, None if name in told else palace.mint.mined())
            if palace.knowledge.stats().entities > count:
                fresh.append(entity.name)
            palace.whereabouts.note([_typed(palace, entity, types.get(name, UNKNOWN))])
    with palace.store.writing("mine"):
        palace.whereabouts.follow(named)
    return fresh


def _typed(palace: Palace, entity: Entity, kind: str) -> Entity:
    if kind == UNKNOWN or entity.type != UNKNOWN:
        return entity
    typed = replace(entity, type=kind)
    palace.store.graph.replace_entity(typed)
    return typed
