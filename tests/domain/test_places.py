from datetime import UTC, datetime

from simonides.domain.memory import Place, PlaceCount
from simonides.domain.places import edges, rooms_of, suggestions, tunnels, walk

DAY = datetime(2026, 3, 12, tzinfo=UTC)
ROOMS = rooms_of(
    [
        PlaceCount(Place("wing_code", "auth"), 3, DAY),
        PlaceCount(Place("wing_user", "auth"), 1, DAY),
        PlaceCount(Place("wing_user", "feelings"), 5, DAY),
        PlaceCount(Place("wing_team", "feelings"), 2, DAY),
        PlaceCount(Place("wing_team", "planning"), 1, DAY),
        PlaceCount(Place("wing_code", "general"), 9, DAY),
    ]
)


def test_the_general_room_leads_nowhere() -> None:
    assert "general" not in ROOMS


def test_a_walk_goes_from_room_to_room_through_shared_wings() -> None:
    steps = walk(ROOMS, "auth", max_hops=2)

    assert [(step.room.name, step.hop, step.via) for step in steps] == [
        ("auth", 0, ()),
        ("feelings", 1, ("wing_user",)),
        ("planning", 2, ("wing_team",)),
    ]


def test_a_walk_of_no_hops_stays() -> None:
    assert [step.room.name for step in walk(ROOMS, "auth", 0)] == ["auth"]


def test_tunnels_join_the_wings_named() -> None:
    assert [room.name for room in tunnels(ROOMS)] == ["feelings", "auth"]
    assert [room.name for room in tunnels(ROOMS, "wing_code", "wing_user")] == ["auth"]
    assert tunnels(ROOMS, "wing_code", "wing_team") == []


def test_each_pair_of_wings_that_a_room_joins_is_an_edge() -> None:
    assert edges(ROOMS) == 2


def test_a_wrong_room_is_answered_with_near_ones() -> None:
    assert suggestions(ROOMS, "plan") == ["planning"]
    assert suggestions(ROOMS, "auth-migration") == ["auth"]
