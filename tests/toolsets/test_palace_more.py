"""The palace-more set: drawers read, listed and changed, facts replaced."""

from collections.abc import Iterator

import pytest

from simonides.settings import Settings
from support.clients import Client, Failure


@pytest.fixture
def more(settings: Settings) -> Iterator[Client]:
    client = Client(settings, "palace", "palace-more")
    yield client
    client.lazy.close()


@pytest.mark.requirement("palace-more")
def test_a_drawer_is_read_in_parts_listed_and_changed(more: Client) -> None:
    drawer = more("mempalace_add_drawer", wing="app", room="auth", content="We chose Clerk for SSO")["drawer_id"]

    part = more("mempalace_get_drawer", drawer_id=drawer, start=9, length=5)
    changed = more("mempalace_update_drawer", drawer_id=drawer, content="We chose Auth0 for SSO", room="sso")
    listed = more("mempalace_list_drawers", wing="app")

    assert (part["content"], part["start"], part["length"]) == ("Clerk", 9, 22)
    assert (changed["content"], changed["room"], changed["drawer_id"]) == ("We chose Auth0 for SSO", "sso", drawer)
    assert (listed["total"], listed["drawers"][0]["preview"]) == (1, "We chose Auth0 for SSO")


@pytest.mark.requirement("palace-more")
def test_a_list_of_drawers_is_bounded_and_read_page_by_page(more: Client) -> None:
    for number in range(21):
        more("mempalace_add_drawer", wing="app", room="notes", content=f"Note number {number}")

    first = more("mempalace_list_drawers")
    rest = more("mempalace_list_drawers", limit=1_000, offset=20)
    none = more("mempalace_list_drawers", limit=0)

    assert [each["preview"] for each in first["drawers"]] == [f"Note number {number}" for number in range(20, 0, -1)]
    assert [each["preview"] for each in rest["drawers"]] == ["Note number 0"]
    assert (first["total"], rest["total"], rest["offset"], len(none["drawers"])) == (21, 21, 20, 1)


@pytest.mark.requirement("palace-more")
def test_a_drawer_is_known_by_the_short_name_that_the_core_set_gave_it(settings: Settings) -> None:
    every = Client(settings, "core", "palace", "palace-more", "memory")
    told = every.ask("tools/call", name="remember", arguments={"text": "We chose Clerk for SSO"})["content"][0]["text"]
    name = told.split()[2]

    read = every("mempalace_get_drawer", drawer_id=name)
    every("update_memory", id=name, content="We chose Auth0 for SSO")
    changed = every("mempalace_update_drawer", drawer_id=name, room="sso")
    every("mempalace_delete_drawer", drawer_id=name)

    assert changed["drawer_id"] == read["drawer_id"] != name
    assert (read["content"], changed["content"]) == ("We chose Clerk for SSO", "We chose Auth0 for SSO")
    with pytest.raises(Failure, match="not found"):
        every("mempalace_get_drawer", drawer_id=name)
    every.lazy.close()


@pytest.mark.requirement("palace-more")
def test_a_fact_takes_the_place_of_the_one_before(more: Client) -> None:
    more("mempalace_kg_add", subject="Ada", predicate="lives in", object="Rome")

    reply = more("mempalace_kg_supersede", subject="Ada", predicate="lives in", object="Oslo")

    facts = more("mempalace_kg_query", entity="Ada")["facts"]
    assert (reply["success"], reply["ended"]) == (True, ["Rome"])
    assert {(fact["object"], fact["current"]) for fact in facts} == {("Rome", False), ("Oslo", True)}


@pytest.mark.requirement("palace-more")
def test_what_a_fact_ended_is_told_however_it_is_spelled_and_the_same_value_is_not(more: Client) -> None:
    more("mempalace_kg_add", subject="Ada", predicate="lives in", object="Rome")

    other = more("mempalace_kg_supersede", subject=" ada", predicate="Lives_In", object="Oslo")
    same = more("mempalace_kg_supersede", subject="Ada", predicate="lives in ", object="OSLO")

    assert (other["ended"], same["ended"]) == (["Rome"], [])


@pytest.mark.requirement("palace-more")
def test_a_blank_argument_is_as_good_as_none_and_space_around_an_id_is_nothing(more: Client) -> None:
    drawer = more("mempalace_add_drawer", wing="app", room="auth", content="We chose Clerk for SSO")["drawer_id"]

    more("mempalace_kg_supersede", subject="Ada", predicate="lives in", object="Oslo", source_closet=" ")

    assert more("mempalace_kg_query", entity="Ada")["facts"][0]["source_closet"] is None
    assert more("mempalace_get_drawer", drawer_id=f" {drawer}\n")["drawer_id"] == drawer
    assert more("mempalace_update_drawer", drawer_id=f" {drawer}", room="sso", wing=" ")["room"] == "sso"


@pytest.mark.requirement("palace-more")
def test_without_a_palace_it_is_told_what_makes_one(more: Client) -> None:
    fact = {"subject": "Ada", "predicate": "lives in", "object": "Oslo"}

    for tool, arguments in (("list_drawers", {}), ("get_drawer", {"drawer_id": "x"}), ("kg_supersede", fact)):
        with pytest.raises(Failure, match="Nothing is kept yet; mempalace_add_drawer and"):
            more(f"mempalace_{tool}", **arguments)
    more("mempalace_kg_add", **fact)

    assert more("mempalace_kg_supersede", **fact)["success"]


@pytest.mark.requirement("palace-more")
def test_an_unknown_drawer_is_named(more: Client) -> None:
    more("mempalace_add_drawer", wing="app", room="auth", content="anything")

    with pytest.raises(Failure, match="nope"):
        more("mempalace_get_drawer", drawer_id="nope")
