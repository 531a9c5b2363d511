"""The overview of a palace: its counts, places and size."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from simonides.cli.output import counted
from simonides.domain.graph import GraphStats
from simonides.domain.memory import PlaceCount
from simonides.domain.time import rfc3339
from simonides.frozen import frozen
from simonides.machine.files import human_size
from simonides.ports.embedder import Identity
from simonides.ports.stores import PalaceInfo

if TYPE_CHECKING:
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace


@frozen
class RoomCount:
    """How many memories stand in a room, over all its halls."""

    wing: str
    room: str
    count: int
    latest: datetime


@frozen
class Overview:
    """Totals of one palace."""

    info: PalaceInfo
    memories: int
    """How many hold, those counted that are observations of entities."""
    observed: int
    places: tuple[RoomCount, ...]
    graph: GraphStats
    embedded: int
    kept: int
    """How many memories there are beside observations, ended ones included: each of them gets a vector."""
    embedder: Identity
    size_bytes: int | None
    """None where the palace shares its files with others."""

    @property
    def ended(self) -> int:
        """How many memories have ended."""
        return self.kept + self.observed - self.memories

    def document(self) -> dict[str, object]:
        """For programs."""
        return {
            "palace": self.info.name,
            "description": self.info.description,
            "path": self.info.where,
            "created_at": rfc3339(self.info.created_at),
            "memories": self.memories,
            "observed": self.observed,
            "ended": self.ended,
            "wings": self.wings(),
            "rooms": [_room(place) for place in self.places],
            "entities": self.graph.entities,
            "facts": self.graph.facts,
            "current_facts": self.graph.current_facts,
            "embedded": self.embedded,
            "pending": self.kept - self.embedded,
            "embedder": {"name": self.embedder.name, "dimensions": self.embedder.dimensions},
            "size_bytes": self.size_bytes,
        }

    def pairs(self) -> list[tuple[str, object]]:
        """For people."""
        ended = f" (plus {self.ended:,} ended)" if self.ended else ""
        observed = f", {self.observed:,} of them observed of entities" if self.observed else ""
        entities = counted(self.graph.entities, "entity", "entities")
        size = None if self.size_bytes is None else human_size(self.size_bytes)
        named = [
            ("palace", self.info.name),
            ("description", self.info.description),
            ("path", self.info.where),
            ("created", f"{self.info.created_at:%Y-%m-%d}"),
            ("size", size),
        ]
        return [
            *(pair for pair in named if pair[1]),
            ("memories", f"{self.memories:,}{ended} in {counted(len(self.wings()), 'wing')}{observed}"),
            (
                "facts",
                f"{self.graph.facts:,}, {self.graph.current_facts:,} current, about {entities}",
            ),
            ("vectors", f"{self.embedded:,} of {self.kept:,}"),
            ("embedder", self.embedder),
        ]

    def wings(self) -> dict[str, int]:
        """How many memories stand in each wing."""
        counts: dict[str, int] = {}
        for place in self.places:
            counts[place.wing] = counts.get(place.wing, 0) + place.count
        return counts


def overview(engine: "Engine", palace: "Palace") -> Overview:
    """Look at a palace; reads counters only."""
    embedded, kept = palace.vectors.coverage()
    return Overview(
        info=palace.info,
        memories=palace.memories.count(),
        observed=palace.memories.count_observed(),
        places=tuple(_rooms(palace.memories.places())),
        graph=palace.facts.stats(),
        embedded=embedded,
        kept=kept,
        embedder=engine.embedder.identity,
        size_bytes=size_on_disk(palace.info.folder),
    )


def size_on_disk(directory: Path | None) -> int | None:
    """The size of a palace's files in bytes; None when it has no files of its own."""
    return None if directory is None else sum(map(_size_of, directory.rglob("*")))


def _size_of(path: Path) -> int:
    # The log beside a palace goes when its last writer closes it, at any moment.
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_size if S_ISREG(found.st_mode) else 0
    return 0


def _rooms(entries: list[PlaceCount]) -> list[RoomCount]:
    rooms: dict[tuple[str, str], RoomCount] = {}
    for entry in entries:
        key, latest = (entry.place.wing, entry.place.room), entry.latest
        known = rooms.get(key)
        if latest is not None:
            count, last = (known.count, known.latest) if known else (0, latest)
            rooms[key] = RoomCount(*key, count + entry.count, max(last, latest))
    return sorted(rooms.values(), key=lambda room: (room.wing, -room.count, room.room))


def _room(place: RoomCount) -> dict[str, object]:
    return {"wing": place.wing, "room": place.room, "memories": place.count, "latest": rfc3339(place.latest)}
