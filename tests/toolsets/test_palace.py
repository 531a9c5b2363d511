"""The palace contract, tool by tool, with requirement ids as in docs/requirements.md."""

import re
from typing import Any

import pytest

from support.clients import Client, Failure

NAMES = """mempalace_status mempalace_list_wings mempalace_list_rooms mempalace_get_taxonomy mempalace_search
    mempalace_check_duplicate mempalace_get_aaak_spec mempalace_add_drawer mempalace_delete_drawer mempalace_kg_query
    mempalace_kg_add mempalace_kg_invalidate mempalace_kg_timeline mempalace_kg_stats mempalace_traverse mempalace_find_tunnels
    mempalace_graph_stats mempalace_diary_write mempalace_diary_read""".split()


def add(call: Client, content: str, wing: str = "wing_myproject", room: str = "decisions", **more: str) -> dict[str, Any]:
    reply: dict[str, Any] = call("mempalace_add_drawer", wing=wing, room=room, content=content, **more)
    return reply


@pytest.mark.requirement("palace-tools")
def test_there_are_nineteen_tools_in_the_order_of_the_contract(call: Client) -> None:
    listed = call.ask("tools/list")["tools"]

    assert [tool["name"] for tool in listed] == NAMES


@pytest.mark.requirement("palace-search-schema")
def test_search_has_the_schema_of_the_contract(call: Client) -> None:
    [search] = [tool for tool in call.ask("tools/list")["tools"] if tool["name"] == "mempalace_search"]
    properties = {name: shape["type"] for name, shape in search["inputSchema"]["properties"].items()}

    assert properties == {"query": "string", "limit": "integer", "wing": "string", "room": "string"}
    assert search["inputSchema"]["required"] == ["query"]


@pytest.mark.requirement("palace-search-schema")
def test_an_argument_that_the_schema_does_not_show_is_refused(call: Client) -> None:
    with pytest.raises(Failure, match="unknown argument 'explain'"):
        call("mempalace_search", query="why did we choose Clerk?", explain=True)


@pytest.mark.requirement("tool-annotations")
def test_every_tool_says_what_it_does_to_the_world(call: Client) -> None:
    tools = {tool["name"]: tool for tool in call.ask("tools/list")["tools"]}

    assert all(tool["title"] and tool["description"] for tool in tools.values())
    assert tools["mempalace_search"]["annotations"]["readOnlyHint"]
    assert tools["mempalace_delete_drawer"]["annotations"]["destructiveHint"]
    assert not tools["mempalace_add_drawer"]["annotations"]["readOnlyHint"]


@pytest.mark.requirement("palace-status-no-palace")
@pytest.mark.parametrize("tool", ["mempalace_status", "mempalace_list_wings", "mempalace_get_taxonomy", "mempalace_kg_stats"])
def test_without_a_palace_reading_says_so_and_makes_none(call: Client, tool: str) -> None:
    reply = call(tool)

    assert reply.keys() == {"error", "palace_path", "hint"}
    assert reply["error"] == "No palace found"
    assert reply["hint"].startswith("Run: simonides init <dir> && simonides mine <dir>")
    assert call("mempalace_status")["error"] == "No palace found"


@pytest.mark.requirement("palace-navigation")
def test_the_walk_is_described_in_the_contracts_words(call: Client) -> None:
    [traverse] = [tool for tool in call.ask("tools/list")["tools"] if tool["name"] == "mempalace_traverse"]

    assert (
        "Like following a thread through the palace: start at 'chromadb-setup' in wing_code, discover it connects to "
        "wing_myproject (planning) and wing_user (feelings about it)."
    ) in traverse["description"]


@pytest.mark.requirement("palace-status")
def test_status_carries_overview_protocol_and_shorthand(call: Client) -> None:
    add(call, "We chose Clerk.")
    add(call, "Lunch is at noon.", wing="wing_user", room="habits")

    reply = call("mempalace_status")

    assert reply["total_drawers"] == 2
    assert reply["wings"] == {"wing_myproject": 1, "wing_user": 1}
    assert reply["rooms"] == {"decisions": 1, "habits": 1}
    assert reply["palace_path"]
    assert re.findall(r"^(\d\. [A-Z][A-Z -]*[A-Z])\b", reply["protocol"], re.MULTILINE) == [
        "1. ON WAKE-UP",
        "2. BEFORE RESPONDING",
        "3. IF UNSURE",
        "4. AFTER EACH SESSION",
        "5. WHEN FACTS CHANGE",
    ]
    for word in (
        "mempalace_status",
        "mempalace_kg_query",
        "mempalace_search",
        "mempalace_diary_write",
        "mempalace_kg_invalidate",
    ):
        assert word in reply["protocol"]
    for word in ("ALC", "*warm*", "*fierce*", "|", "★", "wing_", "hall_"):
        assert word in reply["aaak_dialect"]


@pytest.mark.requirement("palace-instructions")
def test_the_protocol_is_in_the_servers_instructions_too(call: Client) -> None:
    add(call, "something")
    opening = call.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})

    assert call("mempalace_status")["protocol"] in opening["instructions"]
    assert len(opening["instructions"]) < 2048


@pytest.mark.requirement("palace-map")
def test_wings_rooms_and_taxonomy_count_drawers(call: Client) -> None:
    add(call, "one", wing="wing_a", room="auth")
    add(call, "two", wing="wing_a", room="costs")
    add(call, "three", wing="wing_b", room="auth")

    assert call("mempalace_list_wings") == {"wings": {"wing_a": 2, "wing_b": 1}}
    assert call("mempalace_list_rooms") == {"wing": "all", "rooms": {"auth": 2, "costs": 1}}
    assert call("mempalace_list_rooms", wing="wing_a") == {"wing": "wing_a", "rooms": {"auth": 1, "costs": 1}}
    assert call("mempalace_get_taxonomy") == {"taxonomy": {"wing_a": {"auth": 1, "costs": 1}, "wing_b": {"auth": 1}}}


@pytest.mark.requirement("palace-search")
def test_search_returns_the_actual_words_with_their_place(call: Client) -> None:
    text = "AUTH.DECISION:2026-03|chose.Clerk→Auth0.rejected|*pragmatic*"
    filed = add(call, text, source_file="notes/meeting-2026-03-12.md")

    reply = call("mempalace_search", query="reasons for choosing Clerk", wing="wing_myproject", limit=5)

    assert reply["query"] == "reasons for choosing Clerk"
    assert reply["filters"] == {"wing": "wing_myproject", "room": None}
    [found] = reply["results"]
    assert found["text"] == text
    assert (found["wing"], found["room"]) == ("wing_myproject", "decisions")
    assert found["source_file"] == "meeting-2026-03-12.md"
    assert -1 <= found["similarity"] <= 1
    assert found["drawer_id"] == filed["drawer_id"]


@pytest.mark.requirement("palace-search")
def test_search_gives_five_unless_told_otherwise(call: Client) -> None:
    for number in range(8):
        add(call, f"note {number} about the harbour and its {number} cranes")

    assert len(call("mempalace_search", query="harbour cranes")["results"]) == 5
    assert len(call("mempalace_search", query="harbour cranes", limit=7)["results"]) == 7


@pytest.mark.requirement("palace-search")
def test_a_guessed_wing_is_answered_with_the_real_ones(call: Client) -> None:
    add(call, "note", wing="wing_app")

    reply = call("mempalace_search", query="note", wing="wing_aap")

    assert reply["results"] == []
    assert "wing_app" in reply["hint"]


@pytest.mark.requirement("palace-duplicates")
def test_an_exact_repeat_is_refused_with_its_match(call: Client) -> None:
    first = add(call, "Auth0's price went up by 40 percent.")

    second = add(call, "Auth0's price went up by 40 percent.")
    elsewhere = add(call, "Auth0's price went up by 40 percent.", wing="wing_else", room="other")

    assert first == {"success": True, "drawer_id": first["drawer_id"], "wing": "wing_myproject", "room": "decisions"}
    assert re.fullmatch(r"drawer_wing_myproject_decisions_[0-9a-f]{16}", first["drawer_id"])
    assert second["success"] is False
    assert second["reason"] == "duplicate"
    assert second["matches"][0]["id"] == first["drawer_id"]
    assert second["matches"][0]["similarity"] == 1.0
    assert (elsewhere["success"], elsewhere["similar"][0]["id"]) == (True, first["drawer_id"])


@pytest.mark.requirement("palace-check-duplicate")
def test_check_duplicate_shows_the_beginning_of_what_is_like(call: Client) -> None:
    filed = add(call, "x" * 50 + " harbour " * 40)

    reply = call("mempalace_check_duplicate", content="x" * 50 + " harbour " * 40)

    assert reply["is_duplicate"]
    assert reply["matches"][0].keys() == {"id", "wing", "room", "similarity", "content"}
    assert reply["matches"][0]["id"] == filed["drawer_id"]
    assert len(reply["matches"][0]["content"]) == 203
    assert call("mempalace_check_duplicate", content="nothing of the kind") == {"is_duplicate": False, "matches": []}


@pytest.mark.requirement("palace-delete")
def test_a_deleted_drawer_is_gone_everywhere(call: Client) -> None:
    filed = add(call, "the secret recipe")

    assert call("mempalace_delete_drawer", drawer_id=filed["drawer_id"]) == {"success": True, "drawer_id": filed["drawer_id"]}

    assert call("mempalace_search", query="secret recipe")["results"] == []
    assert call("mempalace_status")["total_drawers"] == 0
    missing = call("mempalace_delete_drawer", drawer_id=filed["drawer_id"])
    assert missing["success"] is False
    assert "Drawer not found" in missing["error"]


@pytest.mark.requirement("palace-aaak-spec")
def test_the_shorthand_is_taught_without_a_palace(call: Client) -> None:
    assert "AAAK" in call("mempalace_get_aaak_spec")["aaak_spec"]


@pytest.mark.requirement("palace-kg-query")
def test_a_query_shows_both_directions_with_all_fields(call: Client) -> None:
    closet = "drawer_wing_myproject_decisions_a3f2"
    call("mempalace_kg_add", subject="Clerk", predicate="replaces", object="Auth0", valid_from="2026-03-12", source_closet=closet)
    call("mempalace_kg_add", subject="MyProject", predicate="uses", object="Clerk", valid_from="2026-03-12")

    reply = call("mempalace_kg_query", entity="Clerk", direction="both")

    assert call("mempalace_kg_query", entity="Clerk") == reply
    common = {"valid_from": "2026-03-12", "valid_to": None, "confidence": 1.0, "current": True}
    assert reply == {
        "entity": "Clerk",
        "as_of": None,
        "facts": [
            {
                "direction": "outgoing",
                "subject": "Clerk",
                "predicate": "replaces",
                "object": "Auth0",
                "source_closet": closet,
                **common,
            },
            {
                "direction": "incoming",
                "subject": "MyProject",
                "predicate": "uses",
                "object": "Clerk",
                "source_closet": None,
                **common,
            },
        ],
        "count": 2,
    }


@pytest.mark.requirement("palace-kg-query")
@pytest.mark.parametrize(("direction", "subjects"), [("outgoing", ["Clerk"]), ("incoming", ["MyProject"])])
def test_a_query_in_one_direction_shows_only_that(call: Client, direction: str, subjects: list[str]) -> None:
    call("mempalace_kg_add", subject="Clerk", predicate="replaces", object="Auth0")
    call("mempalace_kg_add", subject="MyProject", predicate="uses", object="Clerk")

    facts = call("mempalace_kg_query", entity="CLERK", direction=direction)["facts"]

    assert [fact["subject"] for fact in facts] == subjects
    assert [fact["direction"] for fact in facts] == [direction]


@pytest.mark.requirement("palace-kg-query")
def test_the_direction_is_seen_from_the_entity_whichever_of_its_names_is_given(call: Client) -> None:
    call("mempalace_kg_add", subject="Robert", predicate="works_on", object="Atlas")
    call("mempalace_kg_add", subject="Bob", predicate="likes", object="Tea")
    merged = call.lazy.engine().palace("default").claims.names.merge("Robert", "Bob").keep

    for name in ("Robert", "bob", merged.id):
        facts = call("mempalace_kg_query", entity=name)["facts"]
        assert {(fact["direction"], fact["object"]) for fact in facts} == {("outgoing", "Atlas"), ("outgoing", "Tea")}


@pytest.mark.requirement("palace-kg-query")
def test_a_fact_of_an_entity_and_itself_has_the_direction_that_was_asked_for(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="trusts", object="Max")

    for direction in ("outgoing", "incoming"):
        [fact] = call("mempalace_kg_query", entity="Max", direction=direction)["facts"]
        assert fact["direction"] == direction


@pytest.mark.requirement("palace-kg-as-of")
def test_an_invalidated_fact_is_shown_as_ended_and_kept_for_its_time(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="does", object="swimming", valid_from="2025-01-01")

    ended = call("mempalace_kg_invalidate", subject="Max", predicate="does", object="swimming", ended="2026-03-01")

    assert ended == {"success": True, "fact": "Max → does → swimming", "ended": "2026-03-01", "closed": 1}
    [fact] = call("mempalace_kg_query", entity="Max")["facts"]
    assert (fact["current"], fact["valid_to"]) == (False, "2026-03-01")
    assert call("mempalace_kg_query", entity="Max", as_of="2026-01-15")["count"] == 1
    assert call("mempalace_kg_query", entity="Max", as_of="2026-03-01")["count"] == 1
    assert call("mempalace_kg_query", entity="Max", as_of="2026-03-02")["count"] == 0


@pytest.mark.requirement("palace-kg-as-of")
def test_a_fact_with_an_end_to_come_is_current_until_then(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="does", object="swimming", valid_from="2025-01-01")

    call("mempalace_kg_invalidate", subject="Max", predicate="does", object="swimming", ended="2999-03-01")

    [fact] = call("mempalace_kg_query", entity="Max")["facts"]
    [told] = call("mempalace_kg_timeline", entity="Max")["timeline"]
    assert (fact["current"], fact["valid_to"]) == (told["current"], told["valid_to"]) == (True, "2999-03-01")
    ended = call("mempalace_kg_invalidate", subject="Max", predicate="does", object="swimming")
    [fact] = call("mempalace_kg_query", entity="Max")["facts"]
    assert (ended["closed"], fact["current"], fact["valid_to"]) == (1, False, ended["ended"])


@pytest.mark.requirement("palace-kg-add")
def test_the_same_fact_is_noted_once(call: Client) -> None:
    first = call("mempalace_kg_add", subject="Max", predicate="does", object="swimming")
    second = call("mempalace_kg_add", subject="max", predicate="does", object="Swimming")

    assert first["success"]
    assert first["triple_id"] == second["triple_id"]
    assert first["fact"] == "Max → does → swimming"


@pytest.mark.requirement("palace-kg-add")
def test_a_repeated_fact_says_what_of_it_was_not_kept(call: Client) -> None:
    fact = {"subject": "Max", "predicate": "does", "object": "swimming"}
    call("mempalace_kg_add", **fact, valid_from="2025-01-01", source_closet="drawer_1")

    later = call("mempalace_kg_add", **fact, valid_from="2026-01-01", source_closet="drawer_2")
    same = call("mempalace_kg_add", **fact, valid_from="2025-01-01", source_closet="drawer_1")
    bare = call("mempalace_kg_add", **fact)

    assert "stays as it was: valid_from and source_closet not kept" in later["hint"]
    assert "hint" not in same
    assert "hint" not in bare
    [kept] = call("mempalace_kg_query", entity="Max")["facts"]
    assert (kept["valid_from"], kept["source_closet"]) == ("2025-01-01", "drawer_1")


@pytest.mark.requirement("palace-kg-timeline")
def test_the_timeline_tells_a_story_in_order(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="joined", object="Orion", valid_from="2026-02-01")
    call("mempalace_kg_add", subject="Max", predicate="left", object="Vega", valid_from="2026-01-15")
    call("mempalace_kg_add", subject="Ana", predicate="likes", object="tea")

    assert [line["predicate"] for line in call("mempalace_kg_timeline")["timeline"]] == ["left", "joined", "likes"]
    of_max = call("mempalace_kg_timeline", entity="max")
    assert (of_max["entity"], of_max["count"]) == ("max", 2)


@pytest.mark.requirement("palace-kg-stats")
def test_statistics_count_current_and_ended_facts(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="joined", object="Orion")
    call("mempalace_kg_add", subject="Max", predicate="likes", object="tea")
    call("mempalace_kg_add", subject="Max", predicate="likes", object="chess")
    for ended in ("tea", "chess"):
        call("mempalace_kg_invalidate", subject="Max", predicate="likes", object=ended)

    assert call("mempalace_kg_stats") == {
        "entities": 4,
        "triples": 3,
        "current_facts": 1,
        "expired_facts": 2,
        "relationship_types": ["joined", "likes"],
    }


@pytest.mark.requirement("palace-navigation")
def test_a_thread_leads_from_room_to_room(call: Client) -> None:
    add(call, "tokens are signed", wing="wing_code", room="auth")
    add(call, "signing in is a nuisance", wing="wing_user", room="auth")
    add(call, "Mondays are hard", wing="wing_user", room="feelings")

    steps = call("mempalace_traverse", start_room="auth")
    tunnels = call("mempalace_find_tunnels", wing_a="wing_code", wing_b="wing_user")
    filed = max(call("mempalace_search", query="signed", room="auth")["results"], key=lambda each: each["filed_at"])

    assert steps[0] == {"room": "auth", "wings": ["wing_code", "wing_user"], "halls": [], "count": 2, "hop": 0}
    assert steps[1]["connected_via"] == ["wing_user"]
    assert [tunnel["room"] for tunnel in tunnels] == ["auth"]
    assert tunnels[0].keys() == {"room", "wings", "halls", "count", "recent"}
    assert (tunnels[0]["count"], tunnels[0]["recent"]) == (2, filed["filed_at"][:10])
    assert call("mempalace_graph_stats") == {
        "total_rooms": 2,
        "tunnel_rooms": 1,
        "total_edges": 1,
        "rooms_per_wing": {"wing_user": 2, "wing_code": 1},
        "top_tunnels": [{"room": "auth", "wings": ["wing_code", "wing_user"], "count": 2}],
    }


@pytest.mark.requirement("palace-navigation")
def test_a_walk_goes_two_steps_unless_told_otherwise(call: Client) -> None:
    for number in range(4):
        add(call, f"the door to the room after room {number}", wing=f"wing_{number}", room=f"room_{number}")
        add(call, f"the door back to room {number}", wing=f"wing_{number}", room=f"room_{number + 1}")

    usual = call("mempalace_traverse", start_room="room_0")
    farther = call("mempalace_traverse", start_room="room_0", max_hops=3)

    assert [(step["room"], step["hop"]) for step in usual] == [(f"room_{number}", number) for number in range(3)]
    assert [step["hop"] for step in farther] == [0, 1, 2, 3]


@pytest.mark.requirement("palace-navigation")
def test_an_unknown_room_is_answered_with_suggestions(call: Client) -> None:
    add(call, "a", room="auth-migration")

    assert call("mempalace_traverse", start_room="auth") == {
        "error": "Room 'auth' not found",
        "suggestions": ["auth-migration"],
    }


@pytest.mark.requirement("palace-diary")
def test_a_diary_is_written_and_read(call: Client) -> None:
    written = call("mempalace_diary_write", agent_name="Reviewer", entry="SESSION:2026-03|fixed.jwt|★★★", topic="auth")
    call("mempalace_diary_write", agent_name="Reviewer", entry="the next day")

    read = call("mempalace_diary_read", agent_name="Reviewer", last_n=1)

    assert written.keys() == {"success", "entry_id", "agent", "topic", "timestamp"}
    assert (read["agent"], read["total"], read["showing"]) == ("Reviewer", 2, 1)
    assert read["entries"][0].keys() == {"date", "timestamp", "topic", "content"}
    assert (read["entries"][0]["content"], read["entries"][0]["topic"]) == ("the next day", "general")
    for day in range(9):
        call("mempalace_diary_write", agent_name="Reviewer", entry=f"day {day}")
    last = call("mempalace_diary_read", agent_name="Reviewer")
    assert (last["total"], last["showing"], last["entries"][-1]["content"]) == (11, 10, "the next day")
    assert call("mempalace_diary_read", agent_name="Reviewer", last_n=11)["entries"][-1]["topic"] == "auth"
    empty = call("mempalace_diary_read", agent_name="Nobody")
    assert empty["entries"] == []
    assert "Nobody" in empty["message"]


@pytest.mark.requirement("palace-faults")
def test_an_unknown_tool_is_refused_as_the_contract_says(call: Client) -> None:
    with pytest.raises(Failure) as caught:
        call("mempalace_nope")

    assert caught.value.code == -32601


BAD_CALLS: list[tuple[str, dict[str, object], str]] = [
    ("search", {}, "query"),
    ("search", {"query": ""}, "query"),
    ("search", {"query": 7}, "query"),
    ("search", {"query": "x", "limit": "many"}, "limit"),
    ("search", {"query": "x", "limit": True}, "limit"),
    ("search", {"query": "x", "wing": "../.."}, "wing"),
    ("search", {"query": "x", "depth": 3}, "depth"),
    ("add_drawer", {"wing": "w", "room": "r"}, "content"),
    ("add_drawer", {"wing": "w", "room": "r", "content": "  "}, "content"),
    ("add_drawer", {"wing": "w", "room": "r", "content": "x" * 1_100_000}, "content"),
    ("add_drawer", {"wing": "", "room": "r", "content": "x"}, "wing"),
    ("add_drawer", {"wing": "w\x00", "room": "r", "content": "x"}, "wing"),
    ("add_drawer", {"wing": "w", "room": "a" * 129, "content": "x"}, "room"),
    ("add_drawer", {"wing": "w", "room": "../r", "content": "x"}, "room"),
    ("add_drawer", {"wing": "w", "room": "r", "content": ["x"]}, "content"),
    ("add_drawer", {"wing": "w", "room": "r", "content": "x", "added_by": "a\nb"}, "added_by"),
    ("delete_drawer", {}, "drawer_id"),
    ("delete_drawer", {"drawer_id": None}, "drawer_id"),
    ("list_rooms", {"wing": "w" * 129}, "wing"),
    ("find_tunnels", {"wing_a": "w" * 129}, "wing_a"),
    ("find_tunnels", {"wing_b": "w" * 129}, "wing_b"),
    ("check_duplicate", {"content": ""}, "content"),
    ("check_duplicate", {"content": "x", "threshold": 7}, "threshold"),
    ("kg_query", {"entity": ""}, "entity"),
    ("kg_query", {"entity": "Max", "as_of": "someday"}, "as_of"),
    ("kg_query", {"entity": "Max", "direction": "sideways"}, "direction"),
    ("kg_add", {"subject": "Max", "predicate": "does"}, "object"),
    ("kg_add", {"subject": "a\x00", "predicate": "does", "object": "b"}, "subject"),
    ("kg_add", {"subject": "a", "predicate": "p" * 129, "object": "b"}, "predicate"),
    ("kg_add", {"subject": "a", "predicate": "p", "object": "b", "valid_from": "2026-99-99"}, "valid_from"),
    ("kg_invalidate", {"subject": "a", "predicate": "p", "object": "b", "ended": "x"}, "ended"),
    ("kg_timeline", {"entity": 5}, "entity"),
    ("traverse", {}, "start_room"),
    ("traverse", {"start_room": "auth", "max_hops": "far"}, "max_hops"),
    ("find_tunnels", {"wing_a": 1}, "wing_a"),
    ("list_rooms", {"wing": ["w"]}, "wing"),
    ("diary_write", {"agent_name": "Ada", "entry": ""}, "entry"),
    ("diary_write", {"agent_name": "../x", "entry": "x"}, "agent_name"),
    ("diary_read", {"agent_name": ""}, "agent_name"),
    ("status", {"verbose": True}, "verbose"),
    ("list_wings", {"x": 1}, "x"),
    ("get_taxonomy", {"x": 1}, "x"),
    ("get_aaak_spec", {"x": 1}, "x"),
    ("kg_stats", {"x": 1}, "x"),
    ("graph_stats", {"x": 1}, "x"),
]


@pytest.mark.requirement("bad-input", "palace-faults")
@pytest.mark.parametrize(("tool", "arguments", "argument"), BAD_CALLS)
def test_bad_input_names_the_argument_stores_nothing_and_leaves_the_server_alive(
    call: Client, tool: str, arguments: dict[str, object], argument: str
) -> None:
    add(call, "the only drawer")
    before = call("mempalace_kg_stats")

    with pytest.raises(Failure) as caught:
        call(f"mempalace_{tool}", **arguments)

    assert caught.value.code == -32000
    assert f"'{argument}'" in caught.value.message
    assert call("mempalace_status")["total_drawers"] == 1
    assert call("mempalace_kg_stats") == before


def test_every_tool_has_a_row_of_bad_input() -> None:
    assert {f"mempalace_{tool}" for tool, _, _ in BAD_CALLS} == set(NAMES)


@pytest.mark.requirement("bad-input")
def test_what_no_store_can_hold_is_replaced_in_texts(call: Client) -> None:
    add(call, "a\x00b\ud83dc harbour")

    assert call("mempalace_search", query="harbour")["results"][0]["text"] == "a\ufffdb\ufffdc harbour"


@pytest.mark.parametrize(
    "path", [r"C:\Users\me\notes.md", "C:/Users/me/notes.md", "/home/me/notes.md", r"\\host\share\notes.md", "notes.md"]
)
def test_a_source_is_shown_by_its_base_name_wherever_it_was_filed(call: Client, path: str) -> None:
    add(call, "The cat sleeps.", source_file=path)

    [found] = call("mempalace_search", query="cat")["results"]

    assert found["source_file"] == "notes.md"


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_a_blank_argument_is_as_good_as_none(call: Client, blank: str) -> None:
    add(call, "tokens are signed", wing="wing_code", room="auth")
    add(call, "signing in is a nuisance", wing="wing_user", room="auth")
    call("mempalace_kg_add", subject="Max", predicate="likes", object="chess", valid_from=blank, source_closet=blank)

    for tool, needed, optional in (
        ("list_rooms", {}, ["wing"]),
        ("search", {"query": "tokens"}, ["wing", "room"]),
        ("kg_query", {"entity": "Max"}, ["as_of"]),
        ("kg_timeline", {}, ["entity"]),
        ("find_tunnels", {}, ["wing_a", "wing_b"]),
    ):
        without = call(f"mempalace_{tool}", **needed)

        assert call(f"mempalace_{tool}", **needed, **dict.fromkeys(optional, blank)) == without
    [fact] = call("mempalace_kg_query", entity="Max")["facts"]
    assert (fact["valid_from"], fact["source_closet"]) == (None, None)
    assert call("mempalace_kg_invalidate", subject="Max", predicate="likes", object="chess", ended=blank)["closed"] == 1


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_a_drawer_or_a_diary_entry_with_blank_arguments_is_filed_as_without_them(call: Client, blank: str) -> None:
    left_out = dict.fromkeys(("source_file", "added_by", "event_time"), blank)

    drawer = add(call, "tokens are signed", **left_out)["drawer_id"]
    topic = call("mempalace_diary_write", agent_name="Ada", entry="a day", topic=blank)["topic"]

    kept = call.lazy.engine().palace("default").memories.get(drawer).origin
    assert (kept.source, kept.added_by, kept.event_time, topic) == (None, "mcp", None, "general")
    assert call("mempalace_delete_drawer", drawer_id=f" {drawer}\n") == {"success": True, "drawer_id": drawer}


def test_space_around_an_argument_changes_nothing(call: Client) -> None:
    add(call, "tokens are signed", wing="wing_code", room="auth")
    add(call, "signing in is a nuisance", wing="wing_user", room="auth")
    call("mempalace_kg_add", subject="Max", predicate="likes", object="chess", valid_from=" 2026-01-15 ")

    for tool, arguments in (
        ("list_rooms", {"wing": "wing_code"}),
        ("search", {"query": "tokens", "wing": "wing_code", "room": "auth"}),
        ("search", {"query": "tokens", "wing": "wing_cod"}),
        ("search", {"query": "tokens", "wing": "wing_code", "room": "oauth"}),
        ("kg_query", {"entity": "Max", "as_of": "2026-02-01"}),
        ("kg_timeline", {"entity": "Max"}),
        ("kg_invalidate", {"subject": "Max", "predicate": "dislikes", "object": "chess", "ended": "2026-03-01"}),
        ("traverse", {"start_room": "auth"}),
        ("traverse", {"start_room": "aut"}),
        ("find_tunnels", {"wing_a": "wing_code", "wing_b": "wing_user"}),
    ):
        padded = {name: value if name == "query" else f"  {value}\t" for name, value in arguments.items()}

        assert call(f"mempalace_{tool}", **padded) == call(f"mempalace_{tool}", **arguments)


@pytest.mark.requirement("hints")
def test_a_misspelt_room_wing_or_entity_is_answered_with_what_was_meant(call: Client) -> None:
    add(call, "The tide turns at six.", wing="wing_port", room="routes")
    call("mempalace_kg_add", subject="Fatima", predicate="works_on", object="Lumen")

    assert "routes" in call("mempalace_traverse", start_room="rutes")["suggestions"]
    assert "Did you mean 'wing_port'?" in call("mempalace_search", query="tide", wing="wing_prot")["hint"]
    assert call("mempalace_kg_query", entity="Fatma")["hint"] == "Did you mean 'Fatima'?"
    assert "hint" not in call("mempalace_kg_query", entity="Fatima")


@pytest.mark.requirement("hints")
def test_a_second_value_of_a_predicate_names_the_first(call: Client) -> None:
    first, second, third = (
        call("mempalace_kg_add", subject="Ana", predicate="lives_in", object=city) for city in ("Porto", "Lyon", "Rome")
    )

    assert "Ana → lives_in → Porto is still current" in second["hint"]
    assert "hint" not in first
    assert "hint" not in third


def test_a_drawer_takes_the_date_of_its_event_and_shows_it(call: Client) -> None:
    add(call, "The lamp of the lighthouse was lit.", event_time="2024-06-02")
    add(call, "The lighthouse has a keeper.")

    lit, kept = sorted(
        call("mempalace_search", query="lighthouse on 2 June 2024")["results"], key=lambda each: "happened_at" not in each
    )

    assert lit["happened_at"] == "2024-06-02T00:00:00Z"
    assert "happened_at" not in kept
    with pytest.raises(Failure, match="event_time"):
        add(call, "Some other time.", event_time="soon")


def test_force_files_what_the_room_holds_already(call: Client) -> None:
    drawer = {"wing": "wing_app", "room": "notes", "content": "The mast is nine metres tall."}
    replies = [call("mempalace_add_drawer", **drawer), call("mempalace_add_drawer", **drawer)]
    replies.append(call("mempalace_add_drawer", **drawer, force=True))

    assert [reply["success"] for reply in replies] == [True, False, True]
