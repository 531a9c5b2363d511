"""Replicas over REST: what a palace knows of each origin, and its changes in both directions."""

from typing import Annotated, Any, TypedDict

from simonides.domain.errors import Invalid
from simonides.domain.sync.reach import read_reach
from simonides.engine.palace import Palace
from simonides.engine.sync.replica import replica_of
from simonides.engine.sync.segments import Segment, read_segment_head, read_sync_line, sync_line
from simonides.toolkit.shapes import Arg

LINES_MAX = 5_000
"""How many records one segment may hold."""


class ReplicaDocument(TypedDict):
    """A palace among its replicas."""

    palace: str
    origin: str
    reach: dict[str, int]
    """The number of the last change that is known of each origin."""
    marks: dict[str, Any]
    """By origin: the last numbers at which it gave out changes, each with a word by which copies of a palace are recognised."""


class SegmentDocument(TypedDict):
    """Changes; the head is null when there are none."""

    head: dict[str, Any] | None
    lines: list[dict[str, Any]]


class ReceivedDocument(TypedDict):
    """What became of changes that were sent."""

    received: int
    known: int
    new_conflicts: int
    reach: dict[str, int]


def show_replica(palace: Palace) -> ReplicaDocument:
    """How far the palace knows the changes of each of its replicas."""
    replica = replica_of(palace)
    state = replica.harvest()
    marks = {origin: [list(mark) for mark in trail] for origin, trail in state.marks.items()}
    return {"palace": replica.palace, "origin": state.origin, "reach": dict(state.reach), "marks": marks}


def list_replica_changes(
    palace: Palace, have: Annotated[str, Arg("What the caller knows of each origin, as a1b2:17,c3d4:5")] = ""
) -> SegmentDocument:
    """The next changes that the caller lacks; ask again with what the answer reaches until the head is null."""
    segment = replica_of(palace).next_segment(read_reach(have, "have"))
    if segment is None:
        return {"head": None, "lines": []}
    return {"head": segment.head.line(), "lines": [sync_line(line) for line in segment.lines]}


def take_replica_changes(
    palace: Palace,
    head: Annotated[dict[str, Any], Arg("The head of the segment, as the other path gives it")],
    lines: Annotated[list[dict[str, Any]], Arg("The records with their versions")],
) -> ReceivedDocument:
    """Merge changes of a replica into the palace, all of them or none; what is known already changes nothing."""
    if len(lines) > LINES_MAX:
        raise Invalid("lines", f"are more than {LINES_MAX:,}; send them in several segments")
    replica = replica_of(palace)
    tally = replica.receive(Segment(read_segment_head(head), tuple(map(read_sync_line, lines))))
    reach = dict(replica.harvest().reach)
    return {
        "received": sum(tally.received.values()),
        "known": tally.known,
        "new_conflicts": tally.conflicts,
        "reach": reach,
    }
