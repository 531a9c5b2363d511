"""Navigation tools of the palace set: walks through the palace instead of questions."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.errors import NotFound
from simonides.domain.places import SHOWN_MAX, Room, Step
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.palace.reading import given_name

HOPS_MAX = 10
TOP = 10


class StepLine(TypedDict):
    """One room on a walk."""

    room: str
    wings: list[str]
    halls: list[str]
    count: int
    hop: int
    connected_via: NotRequired[list[str]]


class LostReply(TypedDict):
    """A walk that could not begin."""

    error: str
    suggestions: list[str]


class Tunnel(TypedDict):
    """A room that joins wings."""

    room: str
    wings: list[str]
    halls: list[str]
    count: int
    recent: str


class TopTunnel(TypedDict):
    """A room that joins wings, in short."""

    room: str
    wings: list[str]
    count: int


class MapReply(TypedDict):
    """The shape of the palace."""

    total_rooms: int
    tunnel_rooms: int
    total_edges: int
    rooms_per_wing: dict[str, int]
    top_tunnels: list[TopTunnel]


def traverse(
    palace: Palace,
    start_room: Annotated[str, Arg("The room to start from, as auth-migration")],
    max_hops: Annotated[int, Arg("How far to walk (default 2)", minimum=0, maximum=HOPS_MAX, clamp=True, in_schema=False)] = 2,
) -> list[StepLine] | LostReply:
    """Walk from a room to the rooms it connects with, and see what lies beside a topic in other wings.

    Like following a thread through the palace: start at 'chromadb-setup' in wing_code, discover it connects to
    wing_myproject (planning) and wing_user (feelings about it).
    """
    start_room = start_room.strip()
    try:
        return [_step_line(step) for step in palace.navigation.walk(start_room, max_hops)]
    except NotFound:
        return {"error": f"Room '{start_room}' not found", "suggestions": palace.navigation.suggestions(start_room)}


def find_tunnels(
    palace: Palace,
    wing_a: Annotated[str | None, Arg("Only tunnels that touch this wing")] = None,
    wing_b: Annotated[str | None, Arg("... and this one")] = None,
) -> list[Tunnel]:
    """Find the rooms that two wings share, or all rooms that join any wings: the topics where two worlds meet."""
    wings = given_name(wing_a, "wing_a"), given_name(wing_b, "wing_b")
    return [_tunnel(room) for room in palace.navigation.tunnels(*wings)[:SHOWN_MAX]]


def graph_stats(palace: Palace) -> MapReply:
    """The shape of the palace: rooms, tunnels between wings, and the best connected topics."""
    shape = palace.navigation.map()
    top: list[TopTunnel] = [{"room": room.name, "wings": list(room.wings), "count": room.count} for room in shape.tunnels[:TOP]]
    return {
        "total_rooms": shape.rooms,
        "tunnel_rooms": len(shape.tunnels),
        "total_edges": shape.edges,
        "rooms_per_wing": shape.rooms_per_wing,
        "top_tunnels": top,
    }


def _step_line(step: Step) -> StepLine:
    room = step.room
    line: StepLine = {
        "room": room.name,
        "wings": list(room.wings),
        "halls": list(room.halls),
        "count": room.count,
        "hop": step.hop,
    }
    if step.via:
        line["connected_via"] = list(step.via)
    return line


def _tunnel(room: Room) -> Tunnel:
    recent = f"{room.latest:%Y-%m-%d}" if room.latest else ""
    return {"room": room.name, "wings": list(room.wings), "halls": list(room.halls), "count": room.count, "recent": recent}
