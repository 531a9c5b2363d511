"""Walks through the rooms of a palace."""

from simonides.domain import places
from simonides.domain.errors import NotFound
from simonides.domain.places import Room, Step
from simonides.domain.validation import check_place_name
from simonides.engine.filing.faces import Faces
from simonides.frozen import frozen
from simonides.ports.stores import Store


@frozen
class PalaceMap:
    """The shape of a palace at a glance."""

    rooms: int
    tunnels: tuple[Room, ...]
    edges: int
    rooms_per_wing: dict[str, int]


class Navigation:
    """Walks through one palace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def walk(self, start: str, max_hops: int = 2) -> list[Step]:
        """The rooms near a room. Raises NotFound for an unknown room."""
        rooms = self._rooms()
        start = check_place_name(start, "start_room")
        if start not in rooms:
            raise NotFound("room", start)
        return places.walk(rooms, start, max_hops)

    def suggestions(self, name: str) -> list[str]:
        """Rooms that may be meant by a misspelt name."""
        return places.suggestions(self._rooms(), name)

    def tunnels(self, wing_a: str | None = None, wing_b: str | None = None) -> list[Room]:
        """The rooms that join wings."""
        return places.tunnels(self._rooms(), wing_a, wing_b)

    def map(self) -> PalaceMap:
        """The shape of the palace."""
        rooms = self._rooms()
        per_wing: dict[str, int] = {}
        for room in rooms.values():
            for wing in room.wings:
                per_wing[wing] = per_wing.get(wing, 0) + 1
        ranked = dict(sorted(per_wing.items(), key=lambda item: (-item[1], item[0])))
        return PalaceMap(len(rooms), tuple(places.tunnels(rooms)), places.edges(rooms), ranked)

    def _rooms(self) -> dict[str, Room]:
        return places.rooms_of(Faces(self._store).places())
