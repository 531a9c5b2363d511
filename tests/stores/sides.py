"""One palace in each of several stores, queried without row numbers, the one thing in which stores may differ."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from simonides.domain.errors import Invalid, SimonidesError
from simonides.domain.graph import Node, Observation
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.past.formers import Former
from simonides.domain.past.supersession import Supersession
from simonides.domain.ranking.candidates import Matches, Neighbours
from simonides.domain.validation import fold_name
from simonides.engine.claims.review import Decision
from simonides.engine.exchange.migration import Carrier
from simonides.engine.opening import furnish
from simonides.engine.palace import Equipment, Palace
from simonides.engine.past.past import Past
from simonides.ports.stores import Store
from simonides.ports.supersessions import ALL_PAIRS, PairFilter
from stores.made import IDENTITY, NOW, Vectors, unit_vectors

NOWHERE = 2**40
"""A row that no store gives out here."""


@dataclass(frozen=True, slots=True)
class Side:
    """One store."""

    store: Store

    def outcome(self, ask: "Callable[[Side], object]") -> object:
        """The answer, or what was raised instead."""
        try:
            return ask(self)
        except SimonidesError as error:
            return type(error).__name__, str(error)

    def palace(self) -> Palace:
        return furnish(self.store, Equipment(Carrier(IDENTITY), lambda: NOW, Mint(), patience_s=0))

    def past(self) -> Past:
        return self.palace().past

    def pairs(self, wanted: PairFilter = ALL_PAIRS) -> list[Supersession]:
        """The pairs without their numbers; an act that brings several back may do so in an order of the store's own."""
        found = self.store.supersessions.page(wanted, 100)
        assert self.store.supersessions.count(wanted) == len(found)
        return sorted((replace(each, key=0) for each in found), key=lambda each: each.id)

    def decide(self, at: int, decision: Decision, *, end: bool) -> object:
        """Decide about one of all pairs; what was decided, or that it was refused."""
        names = [each.id for each in self.pairs()]
        try:
            found = self.palace().claims.review.decide(names[at : at + 1], decision, end=end)
        except Invalid:
            return "refused"
        return [(replace(each.pair, key=0), each.older, each.newer) for each in found]

    def take_back(self, back: int, *, along: bool) -> object:
        """Undo one of the last acts; what was taken back, or that it was refused."""
        past = self.past()
        acts = past.acts.newest(back + 1)
        if len(acts) <= back:
            return None
        try:
            plan = past.undoing.undo([acts[back].number], along=along)
        except Invalid:
            # The sentence names acts by numbers, and those are each store's own.
            return "refused"
        return [(entry.change.kind, entry.change.id, entry.change.operation) for act in plan.acts for entry in act.entries]

    def key(self, memory_id: str) -> int:
        return self.store.memories.key_of(memory_id)

    def keys(self, memory_ids: Iterable[str]) -> list[int]:
        return [self.key(memory.id) for memory in self.store.memories.find(list(memory_ids))]

    def ids(self, keys: Sequence[int]) -> list[str]:
        found = self.store.memories.at(keys)
        return [found[key].id for key in keys]

    def node(self, name: str) -> int:
        return self.store.nodes.keys([fold_name(name)]).get(fold_name(name), NOWHERE)

    def nodes(self) -> dict[str, int]:
        return {entity.key: self.node(entity.name) for entity in self.store.graph.entities(100)}

    def node_names(self) -> dict[int, str]:
        return {key: name for name, key in self.nodes().items()}

    def plain_nodes(self, nodes: Iterable[Node]) -> list[object]:
        return [(node.entity, node.observation_count, node.observed_at, node.next_ordinal) for node in nodes]

    def observations(self) -> dict[tuple[str, int], Observation]:
        nodes = self.nodes()
        found = self.store.observations.of(list(nodes.values()))
        return {(name, each.ordinal): each for name, key in nodes.items() for each in found[key]}

    def observation_names(self) -> dict[int, tuple[str, int]]:
        return {each.key: name for name, each in self.observations().items()}

    def perspective(self, name: str) -> int:
        return next((each.key for each in self.store.perspectives.all() if each.name == name), NOWHERE)

    def remember_vectors(self, memory_ids: Sequence[str], seed: int) -> None:
        self.store.claim(IDENTITY)
        self.store.search.put({key: unit_vectors(1 + key_seed % 2, key_seed) for key_seed, key in self._seeded(memory_ids, seed)})

    def embed_observations(self, seed: int) -> None:
        self.store.claim(IDENTITY)
        names = self.observation_names()
        perspectives = self.store.perspectives.all()
        pending = {names[each.key]: each for each in self.store.perspectives.pending(100)}
        self.store.perspectives.put(
            {
                each.key: {seen.key: unit_vectors(1, seed + 10 * number + at) for at, seen in enumerate(perspectives)}
                for number, (_, each) in enumerate(sorted(pending.items()))
            }
        )

    def found(self, words: Sequence[str], scope: Scope = EVERYTHING) -> object:
        matches = self.store.search.matches(words, scope)
        return _plain_matches(matches, self.ids(matches.keys.tolist()))

    def observed(self, words: Sequence[str]) -> object:
        names = self.observation_names()
        matches = self.store.perspectives.matches(words)
        return _plain_matches(matches, [names[key] for key in matches.keys.tolist()])

    def nearest(self, question: Vectors, scope: Scope, limit: int) -> object:
        neighbours = self.store.search.nearest(question, scope, limit)
        return _plain_neighbours(neighbours, self.ids(neighbours.keys.tolist()))

    def seen(self, perspective: str, question: Vectors, limit: int) -> object:
        names = self.observation_names()
        neighbours = self.store.perspectives.nearest(self.perspective(perspective), question, limit)
        return _plain_neighbours(neighbours, [names[key] for key in neighbours.keys.tolist()])

    def alike(self, perspective: str) -> object:
        names = self.node_names()
        alike = self.store.perspectives.alike(self.perspective(perspective), 5, 0.0)
        pairs = zip(alike.first.tolist(), alike.second.tolist(), alike.cosines.tolist(), strict=True)
        # Vectors are kept with 16 bits, and whoever takes their mean may round once more.
        return sorted((names[first], names[second], round(cosine, 2)) for first, second, cosine in pairs if abs(cosine) > 0.01)

    def ties(self) -> object:
        links = self.store.links.every(10_000, NOW)
        assert links is not None
        entities = {-key: name for key, name in self.node_names().items()}
        memories = {key: memory.id for key, memory in self.store.memories.after(0, 100).items()}
        names: dict[int, str] = {**memories, **entities}
        rows = zip(links.first.tolist(), links.second.tolist(), links.weights.tolist(), strict=True)
        return sorted((names[first], names[second], weight) for first, second, weight in rows)

    def log(self, since: int) -> object:
        """What happened after a line; within one write the order is the store's own."""
        lines = sorted((each.kind, each.id, each.operation, each.at, each.actor) for each in self.store.changes.since(since))
        entries = [(entry.change, entry.former) for entry in self.store.changes.entries(since) if entry.former]
        formers = sorted((change.kind, change.id, change.operation, repr(_plain_former(former))) for change, former in entries)
        return lines, formers

    def _seeded(self, memory_ids: Sequence[str], seed: int) -> list[tuple[int, int]]:
        return [(seed + number, self.key(memory_id)) for number, memory_id in enumerate(memory_ids)]


def _plain_former(former: Former) -> Former:
    record = former.record
    return replace(former, record=replace(record, key=0)) if isinstance(record, Observation | Supersession) else former


def _plain_matches(matches: Matches, names: Sequence[object]) -> object:
    columns = zip(names, matches.lengths.tolist(), matches.counts.T.tolist(), matches.pairs.T.tolist(), strict=True)
    totals = matches.frequencies.tolist(), matches.pair_frequencies.tolist(), matches.skipped, matches.total
    return list(columns), totals, round(matches.mean_length, 6)


def _plain_neighbours(neighbours: Neighbours, names: Sequence[object]) -> object:
    return list(zip(names, np.round(neighbours.cosines, 4).tolist(), strict=True))
