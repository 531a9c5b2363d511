"""Consolidation tools of the graph set, for an agent that tidies up."""

from typing import TYPE_CHECKING, TypedDict

from simonides.domain.time import rfc3339
from simonides.engine.palace import Palace

if TYPE_CHECKING:
    # Listing tools must not pay for numpy.
    from simonides.engine.graph.consolidation import ConsolidationReport


class StaleLine(TypedDict):
    """A node whose summary is missing or out of date."""

    name: str
    entity_type: str
    last_modified: str
    observation_count: int
    draft_summary: str | None


class CandidateLine(TypedDict):
    """Two nodes that may deserve a relation."""

    node_a: str
    node_b: str
    similarity_score: float
    rationale: str | None


class OrphanLine(TypedDict):
    """A node without relations."""

    name: str
    entity_type: str
    updated_at: str


class ClusterLine(TypedDict):
    """Nodes that belong together."""

    cluster_id: int
    node_names: list[str]
    centroid_label: str | None


class EventsLine(TypedDict):
    """What happened lately."""

    since: str
    creates: int
    updates: int
    deletes: int


class ReportReply(TypedDict):
    """Where the graph needs attention."""

    stale_summaries: list[StaleLine]
    relation_candidates: list[CandidateLine]
    orphaned_nodes: list[OrphanLine]
    cluster_summary: list[ClusterLine]
    event_summary: EventsLine


class PendingLine(TypedDict):
    """A node that waits for a summary."""

    name: str
    entity_type: str
    observation_count: int
    last_observation_at: str | None
    summary_updated_at: str | None


class StatsReply(TypedDict):
    """How much a workspace holds."""

    node_count: int
    observation_count: int
    relation_count: int
    embedding_coverage: float
    workspace: str


def get_consolidation_report(palace: Palace) -> ReportReply:
    """Where the graph needs attention: stale summaries, likely relations, orphans, clusters, and the events of 30 days.

    Each list holds at most 1,000 entries. These are candidates that were computed; what to do about them is for you to judge.
    """
    report = palace.consolidation.report()
    return {
        "stale_summaries": _stale_lines(report),
        "relation_candidates": _candidate_lines(report),
        "orphaned_nodes": [
            {"name": node.entity.name, "entity_type": node.entity.type, "updated_at": rfc3339(node.entity.updated_at)}
            for node in report.orphans
        ],
        "cluster_summary": [
            {"cluster_id": number, "node_names": list(cluster.names), "centroid_label": cluster.label}
            for number, cluster in enumerate(report.clusters)
        ],
        "event_summary": {
            "since": rfc3339(report.events.since),
            "creates": report.events.creates,
            "updates": report.events.updates,
            "deletes": report.events.deletes,
        },
    }


def get_pending_consolidation(palace: Palace) -> list[PendingLine]:
    """List the nodes that have no summary, or none since their last observation; of very many the latest 5,000.

    Quick; the report tells more.
    """
    return [
        {
            "name": node.entity.name,
            "entity_type": node.entity.type,
            "observation_count": node.observation_count,
            "last_observation_at": rfc3339(node.observed_at) if node.observed_at else None,
            "summary_updated_at": rfc3339(node.entity.summary_updated_at) if node.entity.summary_updated_at else None,
        }
        for node in palace.consolidation.pending()
    ]


def get_stats(palace: Palace) -> StatsReply:
    """How much the workspace holds, and what share of its observations can be found by meaning."""
    counts = palace.consolidation.counts()
    return {
        "node_count": counts.nodes,
        "observation_count": counts.observations,
        "relation_count": counts.relations,
        "embedding_coverage": round(counts.embedded_share, 4),
        "workspace": palace.info.name,
    }


def _stale_lines(report: "ConsolidationReport") -> list[StaleLine]:
    return [
        {
            "name": stale.node.entity.name,
            "entity_type": stale.node.entity.type,
            "last_modified": rfc3339(stale.node.entity.updated_at),
            "observation_count": stale.node.observation_count,
            "draft_summary": stale.draft,
        }
        for stale in report.stale
    ]


def _candidate_lines(report: "ConsolidationReport") -> list[CandidateLine]:
    return [
        {
            "node_a": candidate.pair.first.entity.name,
            "node_b": candidate.pair.second.entity.name,
            "similarity_score": round(candidate.pair.similarity, 4),
            "rationale": candidate.rationale,
        }
        for candidate in report.candidates
    ]
