"""Guesses at names that mean one entity: found in the background by how they are written, and proposed for review.

A guess merges nothing. Two names are a pair once: what was rejected is never proposed again.
"""

from collections.abc import Sequence
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.graph import Entity, Fact, Node
from simonides.domain.past.supersession import OPEN, pair, pair_id
from simonides.domain.text.likely_names import LikelyPair, TypedName, likely_pairs
from simonides.domain.time import DAWN, Clock
from simonides.domain.validation import fold_name
from simonides.engine.claims.guessing import PROPOSED_MAX, WAITING_MAX
from simonides.engine.claims.recording import add_new
from simonides.engine.filing.mention_facts import ROOM
from simonides.ports.stores import Store
from simonides.ports.supersessions import PairFilter

COMPARED_MAX = 5_000
"""How many entities are compared with each other, those that changed last first."""
SAME = frozenset({"same_as", "alias_of", "also_known_as", "aka"})
"""The predicates of facts that say themselves that two names mean one."""


class NameGuessing:
    """Proposals of names in one palace."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def propose(self, since: datetime | None = None) -> int:
        """Propose names that seem to mean one, if any entity changed since a moment; returns how many are new."""
        if since is not None and not self._store.nodes.changed_since(since, 1):
            return 0
        room = min(PROPOSED_MAX, WAITING_MAX - self._store.supersessions.count(PairFilter(OPEN)))
        if room <= 0:
            return 0
        nodes = {node.entity.name: node for node in self._latest()}
        return self._proposed(nodes, room)

    def _proposed(self, nodes: dict[str, Node], room: int) -> int:
        names = [TypedName(name, node.entity.type) for name, node in nodes.items()]
        made = 0
        for found in likely_pairs(names):
            if made == room:
                break
            made += self._add(nodes[found.shorter], nodes[found.fuller], found)
        return made

    def _latest(self) -> list[Node]:
        latest = self._store.nodes.changed_since(DAWN, COMPARED_MAX)
        return [node for node in latest if node.entity.type != ROOM]

    def _add(self, shorter: Node, fuller: Node, found: LikelyPair) -> bool:
        older, newer = _in_order(shorter, fuller)
        made = pair("entity", older.key, newer.key, "guess", self._clock(), Actor.DREAMER, found.likeness)
        with self._store.writing(Actor.DREAMER):
            known = self._store.supersessions.touching("entity", [older.key, newer.key])
            if any(each.id in (made.id, pair_id(newer.key, older.key)) for each in known):
                return False
            if _are_told_apart(self._store.nodes.facts_among([shorter.key, fuller.key], COMPARED_MAX, self._clock())):
                return False
            return add_new(self._store, made)


def _in_order(shorter: Node, fuller: Node) -> tuple[Entity, Entity]:
    """Which goes into which: the one about which less was observed, and of two alike the shorter name."""
    if shorter.observation_count > fuller.observation_count:
        return fuller.entity, shorter.entity
    return shorter.entity, fuller.entity


def _are_told_apart(facts: Sequence[Fact]) -> bool:
    """Whether a fact says something of both: then they are two, unless it says that they are one."""
    return any(fold_name(fact.subject) != fold_name(fact.object) and fold_name(fact.predicate) not in SAME for fact in facts)
