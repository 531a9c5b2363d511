"""Reports on what the graph lacks: outdated summaries, possibly missing relations, and clusters of nodes."""

from collections.abc import Sequence
from datetime import timedelta

import numpy as np

from simonides.domain.graph import EventCounts, Node, NodeLikeness
from simonides.domain.text.keywords import telling_terms
from simonides.domain.thresholds import SIMILAR_NODES_MIN
from simonides.domain.time import Clock
from simonides.engine.graph.communities import communities
from simonides.engine.graph.drafts import Drafting
from simonides.engine.graph.entities import LISTED_MAX, PAIRS_MAX
from simonides.engine.graph.perspectives import PerspectiveVectors
from simonides.frozen import frozen
from simonides.ports.nodes import Alike
from simonides.ports.stores import Store
from simonides.ports.writer import Writer

REPORTED_MAX = 1_000
"""How many entries each list of a report may hold."""
PAIRS = 20
CLUSTERS_MAX = 100
CLUSTER_NAMES_MAX = 500
DRAFTS_MAX = 10
"""How many drafts of each kind are requested."""
EVENT_DAYS = 30
_PER_NODE = 20
_EDGES_MAX = 1_000_000
_CENTRAL = 15
_NOTES = 4


@frozen
class StaleNode:
    """A node whose summary is missing or out of date, with a drafted summary when a model is available."""

    node: Node
    draft: str | None


@frozen
class Candidate:
    """Two nodes that may deserve a relation, with a reason when a model is available."""

    pair: NodeLikeness
    rationale: str | None


@frozen
class Cluster:
    """Nodes that belong together, the most central first, and what they are about."""

    names: tuple[str, ...]
    label: str | None


@frozen
class ConsolidationReport:
    """Where the graph needs attention."""

    stale: tuple[StaleNode, ...]
    candidates: tuple[Candidate, ...]
    orphans: tuple[Node, ...]
    clusters: tuple[Cluster, ...]
    events: EventCounts


@frozen
class GraphCounts:
    """The size of the graph, and the share of its observations that are embedded: 1 while it has none."""

    nodes: int
    observations: int
    relations: int
    embedded_share: float


@frozen
class Consolidation:
    """Reports on one palace's graph."""

    _store: Store
    _views: PerspectiveVectors
    _clock: Clock
    _writer: Writer | None = None

    def report(self) -> ConsolidationReport:
        """Everything that needs attention, with drafts where a writer is set up."""
        drafting = Drafting(self._writer)
        alike = self._alike(SIMILAR_NODES_MIN)
        return ConsolidationReport(
            tuple(self._stale(drafting)),
            tuple(self._candidates(alike, drafting)),
            tuple(self._store.nodes.orphans(REPORTED_MAX, self._clock())),
            tuple(self._clusters(alike, drafting)),
            self._events(),
        )

    def pending(self) -> list[Node]:
        """The nodes whose summary is missing or out of date, latest observation first."""
        return self._store.nodes.stale(LISTED_MAX)

    def similar(self, limit: int = PAIRS, score_min: float = SIMILAR_NODES_MIN) -> list[NodeLikeness]:
        """Pairs of nodes that are similar as a whole and have no relation, most similar first."""
        return self._unrelated(self._alike(score_min), min(max(limit, 1), PAIRS_MAX))

    def counts(self) -> GraphCounts:
        """The size of the graph."""
        nodes, observations, relations = self._store.nodes.counts(self._clock())
        embedded, total = self._store.perspectives.coverage()
        return GraphCounts(nodes, observations, relations, embedded / total if total else 1.0)

    def _alike(self, score_min: float) -> Alike:
        # Observations made a moment ago must count.
        self._views.catch_up_if_few()
        # The first perspective is the general one, unless it was removed.
        perspectives = sorted(self._store.perspectives.all(), key=lambda each: (each.name != "general", each.key))
        key = perspectives[0].key if perspectives else 0
        return self._store.perspectives.alike(key, _PER_NODE, score_min)

    def _unrelated(self, alike: Alike, limit: int) -> list[NodeLikeness]:
        found: list[NodeLikeness] = []
        for start in range(0, len(alike.cosines), 1_000):
            block = slice(start, start + 1_000)
            pairs = list(zip(alike.first[block].tolist(), alike.second[block].tolist(), strict=True))
            nodes = self._store.nodes.at(sorted({key for pair in pairs for key in pair}))
            joined = set(self._store.nodes.adjacent(list(nodes), self._clock()))
            for (one, other), cosine in zip(pairs, alike.cosines[block].tolist(), strict=True):
                if one in nodes and other in nodes and (one, other) not in joined:
                    found.append(NodeLikeness(nodes[one], nodes[other], cosine))
            if len(found) >= limit:
                break
        return found[:limit]

    def _stale(self, drafting: Drafting) -> list[StaleNode]:
        nodes = self._store.nodes.stale(REPORTED_MAX)
        drafted = nodes[:DRAFTS_MAX] if drafting.is_possible else []
        notes = self._notes(drafted)
        drafts = {node.key: drafting.summary(node.entity.name, notes[node.key]) for node in drafted}
        return [StaleNode(node, drafts.get(node.key)) for node in nodes]

    def _candidates(self, alike: Alike, drafting: Drafting) -> list[Candidate]:
        pairs = self._unrelated(alike, PAIRS)
        drafted = pairs[:DRAFTS_MAX] if drafting.is_possible else []
        notes = self._notes([node for pair in drafted for node in (pair.first, pair.second)])
        reasons = [drafting.rationale(*(_told(node, notes[node.key]) for node in (pair.first, pair.second))) for pair in drafted]
        return [Candidate(pair, reason) for pair, reason in zip(pairs, reasons + [None] * len(pairs), strict=False)]

    def _clusters(self, alike: Alike, drafting: Drafting) -> list[Cluster]:
        related = self._store.nodes.edges(_EDGES_MAX, self._clock())
        edges = np.concatenate([related, np.stack([alike.first, alike.second], axis=1)])
        weights = np.concatenate([np.ones(len(related)), alike.cosines.astype(np.float64)])
        groups = communities(edges, weights)[:CLUSTERS_MAX]
        return [self._cluster(group, drafting, is_drafted=index < DRAFTS_MAX) for index, group in enumerate(groups)]

    def _cluster(self, group: Sequence[int], drafting: Drafting, *, is_drafted: bool) -> Cluster:
        nodes = self._store.nodes.at(group[:CLUSTER_NAMES_MAX])
        members = [nodes[key] for key in group[:CLUSTER_NAMES_MAX] if key in nodes]
        names = tuple(node.entity.name for node in members)
        label = drafting.label(names[:_CENTRAL]) if is_drafted else None
        return Cluster(names, label or self._terms(members[:_CENTRAL]))

    def _terms(self, nodes: Sequence[Node]) -> str | None:
        notes = self._notes(nodes)
        texts = [note for node in nodes for note in (node.entity.name, *notes[node.key])]
        _, total = self._store.perspectives.coverage()
        return telling_terms(texts, self._store.perspectives.frequency, total)

    def _notes(self, nodes: Sequence[Node]) -> dict[int, list[str]]:
        """The latest observations of some nodes."""
        observations = self._store.observations.last([node.key for node in nodes], _NOTES)
        return {node.key: [each.content for each in observations[node.key]] for node in nodes}

    def _events(self) -> EventCounts:
        since = self._clock() - timedelta(days=EVENT_DAYS)
        counts = {"create": 0, "delete": 0, "update": 0}
        for operation, count in self._store.nodes.events_since(since).items():
            verb = operation.split("_")[0]
            counts[verb if verb in counts else "update"] += count
        return EventCounts(since, counts["create"], counts["update"], counts["delete"])


def _told(node: Node, notes: Sequence[str]) -> str:
    return "\n".join([f"{node.entity.name} ({node.entity.type})", *(f"- {note}" for note in notes)])
