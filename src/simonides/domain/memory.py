"""Memories: verbatim text with its place, its origin and the time it holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath

from simonides.domain.actor import Actor
from simonides.domain.past.provenance import Provenance, SourceKind, Trust, kinds_named, provenance_of, trusts_named
from simonides.domain.time import last_instant, span_between
from simonides.domain.validation import check_place_name
from simonides.frozen import frozen

GENERAL = "general"
DIARY_HALL = "hall_diary"
ENTITIES = "entities"
"""The wing in which observations of entities stand when they are read as memories."""
SEMANTIC = "semantic"
OBSERVED = "graph"
"""The `added_by` of an observation read as a memory."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a memory is filed: a room in a wing, and a hall where one is known."""

    wing: str = GENERAL
    room: str = GENERAL
    hall: str = ""

    @classmethod
    def named(cls, wing: str, room: str, hall: str = "") -> "Place":
        """A place with checked names."""
        return cls(
            check_place_name(wing, "wing"),
            check_place_name(room, "room"),
            check_place_name(hall, "hall") if hall else "",
        )


@frozen
class Origin:
    """Where a memory came from, as far as its source knows."""

    author: str | None = None
    role: str | None = None
    """Who spoke: user, assistant, tool or document."""
    conversation: str | None = None
    position: int | None = None
    """The memory's place in its conversation, counted from 0."""
    event_time: datetime | None = None
    """When it happened, as opposed to when it was filed."""
    source: str | None = None
    """The file it was read from."""
    chunk: int = 0
    """Its number among the pieces of that file, counted from 0."""
    added_by: str = "api"

    @property
    def file_name(self) -> str:
        """The name of the file without its folders; empty when there is none."""
        # A palace may hold what was filed on Windows, and be read elsewhere.
        return PurePosixPath((self.source or "").replace("\\", "/")).name


@frozen
class Memory:
    """One remembered text, byte for byte."""

    id: str
    content: str
    place: Place
    created_at: datetime
    origin: Origin = Origin()
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    kind: str = SEMANTIC
    """episodic, semantic or procedural."""
    user_id: str | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    valid_from: datetime | None = None
    """Since when it holds, where somebody said so or it was reworded."""
    ended_at: datetime | None = None
    end_reason: str | None = None
    superseded_by: str | None = None
    accesses: int = 0
    accessed_at: datetime | None = None

    @property
    def valid_since(self) -> datetime:
        """Since when it is on record as valid, whenever it happened."""
        return self.valid_from or self.created_at

    @property
    def holds_from(self) -> datetime:
        """Since when it holds: since it happened, where that is told; what is still to happen holds since it was filed."""
        return self.valid_from or min(self.happened_at, self.created_at)

    @property
    def talk(self) -> str | None:
        """The conversation it was said in: its title, or else its id."""
        title = self.metadata.get("title")
        return title if self.origin.conversation and isinstance(title, str) and title.strip() else self.origin.conversation

    @property
    def happened_at(self) -> datetime:
        """When it happened; when it was filed, where that is not known."""
        return self.origin.event_time or self.created_at

    @property
    def provenance(self) -> Provenance:
        """From which kind of source it comes, and how far it can be trusted."""
        return provenance_of(self.origin.added_by, self.origin.conversation, self.origin.role, self.metadata)

    def holds_at(self, moment: datetime) -> bool:
        """Whether it held at a moment."""
        return self.holds_from <= moment and not self._is_over(moment)

    def is_valid_at(self, moment: datetime) -> bool:
        """Whether it was on record as valid at a moment."""
        return self.valid_since <= moment and not self._is_over(moment)

    def _is_over(self, moment: datetime) -> bool:
        return self.ended_at is not None and self.ended_at <= moment


@frozen
class Scope:
    """A filter for memories; None leaves a field open."""

    wing: str | None = None
    room: str | None = None
    hall: str | None = None
    tag: str | None = None
    user_id: str | None = None
    source: str | None = None
    author: str | None = None
    conversation: str | None = None
    role: str | None = None
    kind: str | None = None
    added_by: str | None = None
    since: datetime | None = None
    """Filed at or after."""
    until: datetime | None = None
    """Filed before."""
    happened_from: datetime | None = None
    """Happened at or after; filed then, where the time of the event is not known."""
    happened_before: datetime | None = None
    """Happened before; filed before, where the time of the event is not known."""
    valid_at: datetime | None = None
    """Holding at that moment, including memories that have ended since."""
    recorded_at: datetime | None = None
    """On record as valid at that moment, whenever it happened, including memories that have ended since."""
    with_ended: bool = False
    is_ended: bool = False
    """Only what has ended."""
    is_chosen: bool = False
    """Only what somebody chose to file: nothing that was mined or that a hook saved."""
    source_kinds: tuple[SourceKind, ...] = ()
    """Only from one of these kinds of sources; from any, if none is named."""
    trusts: tuple[Trust, ...] = ()
    """Only of one of these trust classes; of any, if none is named."""

    @property
    def is_by_place_only(self) -> bool:
        """Whether only the place is filtered, so that no row needs to be read."""
        rest = (
            self.tag,
            self.user_id,
            self.source,
            self.author,
            self.conversation,
            self.role,
            self.kind,
            self.added_by,
            self.since,
            self.until,
            self.happened_from,
            self.happened_before,
            self.valid_at,
            self.recorded_at,
        )
        is_any = not (self.with_ended or self.is_ended or self.is_chosen or self.is_by_provenance)
        return is_any and all(value is None for value in rest)

    @property
    def is_by_provenance(self) -> bool:
        """Whether kinds of sources or trust classes are filtered."""
        return bool(self.source_kinds or self.trusts)

    @property
    def takes_ended(self) -> bool:
        """Whether memories may be in scope that have ended by now."""
        return self.with_ended or self.is_ended or self.valid_at is not None or self.recorded_at is not None

    def holds_provenance(self, provenance: Provenance) -> bool:
        """Whether a kind of source and a trust class are among those wanted."""
        is_wanted = not self.source_kinds or provenance.kind in self.source_kinds
        return is_wanted and (not self.trusts or provenance.trust in self.trusts)

    def left_out_by(self, memory: Memory) -> str | None:
        """The field that excludes a memory (`ended_at` when it has ended); None when the memory is in scope."""
        origin, place = memory.origin, memory.place
        wanted = (
            ("wing", self.wing in (None, place.wing)),
            ("room", self.room in (None, place.room)),
            ("hall", self.hall in (None, place.hall)),
            ("tag", self.tag is None or self.tag in memory.tags),
            ("user_id", self.user_id in (None, memory.user_id)),
            ("source", self.source in (None, origin.source)),
            ("author", self.author in (None, origin.author)),
            ("conversation", self.conversation in (None, origin.conversation)),
            ("role", self.role in (None, origin.role)),
            ("kind", self.kind in (None, memory.kind)),
            ("added_by", self.added_by in (None, origin.added_by)),
            ("is_ended", not self.is_ended or memory.ended_at is not None),
            ("is_chosen", not (self.is_chosen and Actor.of(origin.added_by).is_automatic)),
            ("provenance", not self.is_by_provenance or self.holds_provenance(memory.provenance)),
            ("since", self.since is None or memory.created_at >= self.since),
            ("until", self.until is None or memory.created_at < self.until),
            ("happened_from", self.happened_from is None or memory.happened_at >= self.happened_from),
            ("happened_before", self.happened_before is None or memory.happened_at < self.happened_before),
            ("valid_at", self.valid_at is None or memory.holds_at(self.valid_at)),
            ("recorded_at", self.recorded_at is None or memory.is_valid_at(self.recorded_at)),
            ("ended_at", self.takes_ended or memory.ended_at is None),
        )
        return next((name for name, is_met in wanted if not is_met), None)


def in_time(scope: Scope, since: str | None, until: str | None, as_of: str | None) -> Scope:
    """The scope narrowed to what happened since and until a day, a month, a year or an instant, and to what held as of one.

    `until` includes the whole day, month or year that it names; `as_of` means its end. Raises Invalid.
    """
    begin, end = span_between(since, until)
    return replace(scope, happened_from=begin, happened_before=end, valid_at=last_instant(as_of, "as_of"))


def by_provenance(scope: Scope, source_kind: str | None, trust: str | None) -> Scope:
    """The scope narrowed to kinds of sources and trust classes, each a list of names with commas. Raises Invalid."""
    if source_kind is None and trust is None:
        return scope
    return replace(scope, source_kinds=kinds_named(source_kind), trusts=trusts_named(trust))


EVERYTHING = Scope()
"""Every memory that has not ended."""


class Order(StrEnum):
    """How a list of memories is sorted. Ties follow the order of filing; among equally important ones the newest comes first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    IMPORTANT = "important"


class Facet(StrEnum):
    """A property by whose values memories are counted."""

    WING = "wing"
    ROOM = "room"
    TAG = "tag"
    AUTHOR = "author"
    ROLE = "role"
    KIND = "kind"
    ADDED_BY = "added_by"
    MONTH = "month"
    """The month in which it happened, as 2026-11."""
    DAY = "day"
    """The day on which it happened, in UTC, as 2026-11-16."""
    SOURCE_KIND = "source_kind"
    TRUST = "trust"


@frozen
class PlaceCount:
    """How many memories a place holds, not counting ended ones, and when the last was filed."""

    place: Place
    count: int
    latest: datetime | None = None


@frozen
class MemoryDot:
    """What a drawing needs of a memory: its row, its room, the day it happened (from 1970), how important, filed by whom."""

    row: int
    wing: str
    room: str
    day: int
    importance: float
    writer: str


@frozen
class Hit:
    """A memory that answers a question, and why."""

    memory: Memory
    score: float
    similarity: float | None = None
    """Cosine of question and memory; None while the memory has no vector."""
    lexical: float = 0.0
    """The weight of the words of the question that it holds."""
    exact: float = 0.0
    """How much of the question it holds verbatim, from 0 to 1: its identifiers, or its words in a row."""
    reasons: Mapping[str, float] = field(default_factory=dict)
    """The points from each ranking term; their sum is the score."""
    before: Memory | None = None
    """The memory whose place it takes, the latest of several; None unless that was asked for."""
    earlier: int = 0
    """How many more it takes the place of."""
    after: Memory | None = None
    """The memory that holds now in its place."""
