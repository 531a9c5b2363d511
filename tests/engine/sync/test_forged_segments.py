"""Segments that no replica of ours wrote: whatever they claim, the palace goes on, and no segment holds it up for long."""

from typing import Any

import pytest

from engine.sync.replicas import meet
from simonides.domain.errors import Invalid
from simonides.domain.sync.reach import NUMBER_END
from simonides.domain.sync.versions import Version, merged
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.sync.merge import VERSIONS_MAX, SyncTally
from simonides.engine.sync.replica import replica_of
from simonides.engine.sync.segments import ORIGINS_MAX, Segment, read_segment_head, read_sync_line

FOREIGN = "feed0001"
LAST = NUMBER_END - 1
TIME = 1_790_000_000_000_000
Values = dict[str, Any]


@pytest.fixture
def palace(engine: Engine) -> Palace:
    return engine.create("home")


def head(until: Values | None = None, **changed: object) -> Values:
    told = {"simonides": "sync", "format": 1, "palace": "home", "origin": FOREIGN, "since": {}, "marks": {}}
    return {**told, "until": {FOREIGN: 1} if until is None else until, **changed}


def line(
    record_id: str = "forged", dots: list[list[object]] | None = None, saw: Values | None = None, **fields: object
) -> Values:
    """A memory with one version for each dot."""
    values = {"content": "Forged.", "wing": "w", "room": "r", "created_at": "2026-01-01T00:00:00Z", **fields}
    dots = dots or [[TIME, FOREIGN, 1]]
    versions = [[place, saw or {}, {name: [value, place] for name, value in values.items()}] for place in range(len(dots))]
    return {"kind": "memory", "id": record_id, "dots": dots, "versions": versions}


def send(palace: Palace, told: Values, *lines: Values) -> SyncTally:
    return replica_of(palace).receive(Segment(read_segment_head(told), tuple(map(read_sync_line, lines))))


@pytest.mark.parametrize("claim", ["until", "dot", "saw", "time", "mark"])
def test_whatever_a_segment_claims_own_changes_reach_the_other_replicas(engine: Engine, palace: Palace, claim: str) -> None:
    other = engine.create("work")
    ours = palace.memories.remember(Draft("The lantern hangs at the quay.")).id
    own = replica_of(palace).harvest().origin

    match claim:
        case "until":
            send(palace, head({own: LAST}), line())
        case "dot":
            send(palace, head(), line(dots=[[TIME, own, LAST]]))
        case "saw":
            send(palace, head(), line(ours, saw={own: LAST}))
        case "time":
            send(palace, head(), line(ours, dots=[[LAST, FOREIGN, 1]]))
        case "mark":
            send(palace, head(marks={own: [[LAST, "feed"]]}), line())
    palace.amending.edit(ours, Edit(content="The lantern hangs in the boathouse."))
    meet(palace, other)

    assert other.memories.get(ours).content == palace.memories.get(ours).content == "The lantern hangs in the boathouse."
    assert replica_of(palace).harvest().number < LAST // 2


def test_as_many_versions_as_there_may_be_are_merged_and_one_more_is_refused(palace: Palace) -> None:
    dots: list[list[object]] = [[TIME, f"origin{place}", 1] for place in range(VERSIONS_MAX + 1)]

    with pytest.raises(Invalid, match="more than 200 that do not know of each other"):
        send(palace, head(), line(dots=dots))
    tally = send(palace, head(), line(dots=dots[1:]))

    assert tally.received == {"memory": 1}


def test_versions_are_merged_in_time_that_grows_with_their_number() -> None:
    looks = 0

    class Counted(dict[str, int]):
        def get(self, key: str, default: Any = None) -> Any:
            nonlocal looks
            looks += 1
            return super().get(key, default)

    line_of = read_sync_line(line(dots=[[TIME, f"origin{place}", 1] for place in range(500)]))
    versions = tuple(Version(each.dot, Counted(each.saw), each.fields) for each in line_of.versions)

    assert len(merged(versions, versions)) == 500
    assert looks <= 2_000


REFUSED: list[tuple[Values, Values, str]] = [
    (head({f"origin{place}": 1 for place in range(ORIGINS_MAX + 1)}), line(), "names more than 1,000 origins"),
    (head({"../x": 1}), line(), "damaged"),
    (head(origin="../x"), line(), "damaged"),
    (head(since=5), line(), "damaged"),
    (head(since={"absent": 5}), line(), "have not arrived yet"),
    (head({"a": NUMBER_END}), line(), "damaged"),
    (head(), line("x" * 5_000), "at most 4,096 are allowed"),
    (head(), line(dots=[[TIME, FOREIGN, 1], [TIME + 1, FOREIGN, 1]]), "the same number"),
    (head(), line(dots=[[NUMBER_END, FOREIGN, 1]]), "not in the form"),
    (head(), line(wing="../../etc"), "looks like a path"),
    (head(), line(content={"#": "0" * 24}), "must be a text"),
    (head(), line(importance=1e308), "not between 0 and 1"),
    (head(), line(position=2**70), "must be from 0"),
    (head(), {**line(), "kind": "palace"}, "unknown to this version"),
]  # fmt: skip


def test_what_no_replica_writes_is_refused_by_name_and_changes_nothing(palace: Palace) -> None:
    before = replica_of(palace).harvest()

    for told, given, reason in REFUSED:
        with pytest.raises(Invalid, match=reason):
            send(palace, told, given)

    assert replica_of(palace).harvest().reach == before.reach
    assert palace.memories.count() == 0


def test_origins_do_not_add_up_without_end(palace: Palace) -> None:
    send(palace, head({f"first{place}": 1 for place in range(ORIGINS_MAX - 5)}), line())

    with pytest.raises(Invalid, match="more than 1,000 origins"):
        send(palace, head({f"second{place}": 1 for place in range(10)}), line())
