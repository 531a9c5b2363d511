"""Walks through a palace: rooms of one wing are neighbours; a room in two wings is a tunnel between them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from simonides.domain.memory import GENERAL, PlaceCount
from simonides.domain.text.nearest_names import nearest_names
from simonides.domain.walks import Walk
from simonides.frozen import frozen

SHOWN_MAX = 50
SUGGESTED_MAX = 5


@frozen
class Room:
    """A topic, across all the wings that have it."""

    name: str
    wings: tuple[str, ...]
    halls: tuple[str, ...]
    count: int
    latest: datetime | None

    @property
    def is_tunnel(self) -> bool:
        """Whether it joins wings."""
        return len(self.wings) > 1


@frozen
class Step:
    """A room reached on a walk, the number of hops to it, and the wings it was reached through."""

    room: Room
    hop: int
    via: tuple[str, ...] = ()


def rooms_of(places: Iterable[PlaceCount]) -> dict[str, Room]:
    """The rooms of a palace by name; the general room is left out, since it is in every wing and leads nowhere in particular."""
    grouped: dict[str, list[PlaceCount]] = {}
    for entry in places:
        if entry.place.room != GENERAL:
            grouped.setdefault(entry.place.room, []).append(entry)
    return {name: _room(name, entries) for name, entries in grouped.items()}


def walk(rooms: dict[str, Room], start: str, max_hops: int) -> list[Step]:
    """The rooms within `max_hops` of a room, nearest first, then fullest first."""
    inside: dict[str, list[str]] = {}
    for room in rooms.values():
        for wing in room.wings:
            inside.setdefault(wing, []).append(room.name)

    def adjacent(frontier: Sequence[str]) -> Iterable[tuple[str, str]]:
        # Rooms of one layer share wings, and each wing need be entered only once.
        entered = {wing: name for name in reversed(frontier) for wing in rooms[name].wings}
        return ((name, neighbour) for wing, name in entered.items() for neighbour in inside[wing])

    hops = Walk(start, adjacent).go(max_hops).hops
    layers: dict[int, set[str]] = {}
    for name, hop in hops.items():
        layers.setdefault(hop, set()).update(rooms[name].wings)
    steps = [Step(rooms[name], hop, _shared(rooms[name], layers.get(hop - 1, set()))) for name, hop in hops.items()]
    return sorted(steps, key=lambda step: (step.hop, -step.room.count, step.room.name))[:SHOWN_MAX]


def tunnels(rooms: dict[str, Room], wing_a: str | None = None, wing_b: str | None = None) -> list[Room]:
    """The rooms that join wings, fullest first; only those in all of the wings named."""
    wanted = {wing for wing in (wing_a, wing_b) if wing}
    joining = [room for room in rooms.values() if room.is_tunnel and wanted <= set(room.wings)]
    return sorted(joining, key=lambda room: (-room.count, room.name))


def edges(rooms: dict[str, Room]) -> int:
    """The number of passages: one for each pair of wings that a room joins."""
    return sum(1 for room in rooms.values() for _ in combinations(room.wings, 2))


def suggestions(rooms: dict[str, Room], name: str) -> list[str]:
    """Existing rooms with a name similar to this one."""
    wanted = name.casefold()
    words = {word for word in wanted.replace("_", "-").split("-") if len(word) > 2}
    near = [room for room in rooms if wanted in room.casefold() or any(word in room.casefold() for word in words)]
    return list(dict.fromkeys([*sorted(near), *nearest_names(name, rooms, SUGGESTED_MAX)]))[:SUGGESTED_MAX]


def _shared(room: Room, wings: set[str]) -> tuple[str, ...]:
    return tuple(wing for wing in room.wings if wing in wings)


def _room(name: str, entries: list[PlaceCount]) -> Room:
    dates = [entry.latest for entry in entries if entry.latest]
    return Room(
        name=name,
        wings=tuple(sorted({entry.place.wing for entry in entries})),
        halls=tuple(sorted({entry.place.hall for entry in entries if entry.place.hall})),
        count=sum(entry.count for entry in entries),
        latest=max(dates, default=None),
    )
