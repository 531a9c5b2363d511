"""The companion's REST operations under /api/v1, as one list, and the HTTP status of each failure."""

from collections.abc import Mapping

from simonides.domain.errors import Conflict, Forbidden, Invalid, NotFound, NotReady, Overdue, StoreFailure
from simonides.toolsets.companion.browsing.claims import decide_pair, keep_both, list_alike, list_pairs, show_chain, show_pair
from simonides.toolsets.companion.browsing.code import (
    index_folder,
    list_named_code,
    list_projects,
    remove_project,
    search_chunks,
    watch_project,
)
from simonides.toolsets.companion.browsing.diary import read_diary, write_diary
from simonides.toolsets.companion.browsing.entities import (
    add_fact,
    end_fact,
    find_path,
    list_entities,
    list_timeline,
    show_entity,
    show_neighbourhood,
)
from simonides.toolsets.companion.browsing.floor_plan import find_dots, list_dots, show_dots
from simonides.toolsets.companion.browsing.memories import end_memory, list_memories, reopen_memory, show_memory
from simonides.toolsets.companion.browsing.naming import merge_entities
from simonides.toolsets.companion.browsing.palaces import list_changes, list_days, list_places, show_reminder, show_wake_up
from simonides.toolsets.companion.browsing.replicas import list_replica_changes, show_replica, take_replica_changes
from simonides.toolsets.companion.browsing.searching import search_memories
from simonides.toolsets.companion.browsing.upkeep import check_recall, show_review
from simonides.toolsets.companion.drawers import add_drawer, delete_drawer, edit_drawer, list_drawers, show_drawer
from simonides.toolsets.companion.dreams import list_deeds, run_dream, show_dreams, show_palace_dream
from simonides.toolsets.companion.entrance import (
    close_page,
    create_token,
    issue_code,
    list_pages,
    list_tokens,
    revoke_token,
    show_caller,
)
from simonides.toolsets.companion.explaining import explain, judge
from simonides.toolsets.companion.facts import assert_fact, list_facts
from simonides.toolsets.companion.past import (
    erase,
    known,
    list_acts,
    list_bin,
    list_differences,
    list_memory_acts,
    show_act,
    undo,
)
from simonides.toolsets.companion.perspectives import drop_perspective, list_perspectives, set_perspective
from simonides.toolsets.companion.recalling import answer, recall
from simonides.toolsets.companion.route import Route
from simonides.toolsets.companion.site import create_palace, delete_palace, get_status, list_palaces, make_demo, show_palace
from simonides.toolsets.companion.whole.exchange import MEDIA, export_palace, import_lines
from simonides.toolsets.companion.whole.health import check_palace, mend_palace, show_checkup
from simonides.toolsets.companion.whole.identity import set_identity, show_identity

ROUTES = (
    Route("GET", "/status", get_status, "Status"),
    Route("GET", "/me", show_caller, "Who asks"),
    Route("GET", "/doctor", show_checkup, "Check the installation"),
    Route("POST", "/codes", issue_code, "A code that opens a page", 201),
    Route("GET", "/pages", list_pages, "List open pages"),
    Route("DELETE", "/pages/{page}", close_page, "Close a page", 204),
    Route("GET", "/tokens", list_tokens, "List tokens"),
    Route("POST", "/tokens", create_token, "Create a token", 201),
    Route("DELETE", "/tokens/{token}", revoke_token, "Revoke a token", 204),
    Route("GET", "/palaces", list_palaces, "List palaces"),
    Route("POST", "/palaces", create_palace, "Make a palace", 201),
    Route("POST", "/demo", make_demo, "Make a demo palace", 201),
    Route("GET", "/palaces/{id}", show_palace, "Show a palace"),
    Route("DELETE", "/palaces/{id}", delete_palace, "Delete a palace"),
    Route("GET", "/palaces/{id}/identity", show_identity, "Whom a palace serves"),
    Route("PATCH", "/palaces/{id}/identity", set_identity, "Say whom a palace serves"),
    Route("GET", "/palaces/{id}/export", export_palace, "Export a palace", media=MEDIA),
    Route("POST", "/palaces/{id}/import", import_lines, "Import lines"),
    Route("GET", "/palaces/{id}/doctor", check_palace, "Check a palace"),
    Route("POST", "/palaces/{id}/mend", mend_palace, "Mend a palace"),
    Route("GET", "/palaces/{id}/drawers", list_drawers, "List drawers"),
    Route("POST", "/palaces/{id}/drawers", add_drawer, "File a drawer", 201),
    Route("GET", "/palaces/{id}/drawers/{drawer}", show_drawer, "Show a drawer"),
    Route("PATCH", "/palaces/{id}/drawers/{drawer}", edit_drawer, "Edit a drawer"),
    Route("DELETE", "/palaces/{id}/drawers/{drawer}", delete_drawer, "Delete a drawer", 204),
    Route("GET", "/palaces/{id}/drawers/{drawer}/standing", judge, "Say how far a drawer comes"),
    Route("GET", "/palaces/{id}/recall", recall, "Recall"),
    Route("GET", "/palaces/{id}/answer", answer, "Search and judge the answer"),
    Route("GET", "/palaces/{id}/explain", explain, "Explain a search"),
    Route("GET", "/palaces/{id}/kg", list_facts, "List facts"),
    Route("POST", "/palaces/{id}/kg", assert_fact, "Assert a fact", 204),
    Route("GET", "/palaces/{id}/memories", list_memories, "Look through memories"),
    Route("GET", "/palaces/{id}/memories/{memory}", show_memory, "Show a memory with what surrounds it"),
    Route("GET", "/palaces/{id}/memories/{memory}/history", show_chain, "Show what a memory takes the place of"),
    Route("GET", "/palaces/{id}/memories/{memory}/code", list_named_code, "Find the code that a memory names"),
    Route("PATCH", "/palaces/{id}/memories/{memory}/ended", end_memory, "End a memory"),
    Route("DELETE", "/palaces/{id}/memories/{memory}/ended", reopen_memory, "Reopen a memory"),
    Route("GET", "/palaces/{id}/search", search_memories, "Search with reasons"),
    Route("GET", "/palaces/{id}/places", list_places, "List wings and rooms"),
    Route("GET", "/palaces/{id}/map", list_dots, "List memories as dots"),
    Route("GET", "/palaces/{id}/map/memories", show_dots, "Show the memories behind dots"),
    Route("GET", "/palaces/{id}/map/search", find_dots, "Find dots by a question"),
    Route("GET", "/palaces/{id}/days", list_days, "Count by day or month"),
    Route("GET", "/palaces/{id}/changes", list_changes, "Read the change log backwards"),
    Route("GET", "/palaces/{id}/wake-up", show_wake_up, "What an agent gets first"),
    Route("GET", "/palaces/{id}/reminder", show_reminder, "What is added to a prompt"),
    Route("GET", "/palaces/{id}/entities", list_entities, "List entities"),
    Route("GET", "/palaces/{id}/entities/{name}", show_entity, "Show an entity"),
    Route("POST", "/palaces/{id}/entities/{name}/merge", merge_entities, "Merge another entity into one"),
    Route("GET", "/palaces/{id}/entities/{name}/graph", show_neighbourhood, "Show the neighbourhood of an entity"),
    Route("GET", "/palaces/{id}/path", find_path, "Find a path between two entities"),
    Route("GET", "/palaces/{id}/facts", list_timeline, "List facts by time"),
    Route("POST", "/palaces/{id}/facts", add_fact, "Note a fact", 201),
    Route("PATCH", "/palaces/{id}/facts/ended", end_fact, "End a fact"),
    Route("GET", "/palaces/{id}/review", show_review, "What somebody should look at"),
    Route("GET", "/palaces/{id}/review/alike", list_alike, "List memories that are alike and differ"),
    Route("POST", "/palaces/{id}/review/alike", keep_both, "Keep both of two that are alike", 201),
    Route("GET", "/palaces/{id}/supersessions", list_pairs, "List what takes the place of what"),
    Route("GET", "/palaces/{id}/supersessions/{pair}", show_pair, "Show a pair"),
    Route("PATCH", "/palaces/{id}/supersessions/{pair}", decide_pair, "Decide about a pair"),
    Route("GET", "/palaces/{id}/check", check_recall, "Check recall"),
    Route("GET", "/palaces/{id}/code", list_projects, "List projects of source code"),
    Route("POST", "/palaces/{id}/code", index_folder, "Index a folder of source code", 201, reads_files=True),
    Route("PATCH", "/palaces/{id}/code/projects/{project}", watch_project, "Watch a project", reads_files=True),
    Route("DELETE", "/palaces/{id}/code/projects/{project}", remove_project, "Remove a project"),
    Route("GET", "/palaces/{id}/code/search", search_chunks, "Search source code"),
    Route("GET", "/palaces/{id}/diary", read_diary, "Read diaries"),
    Route("POST", "/palaces/{id}/diary", write_diary, "Write into a diary", 201),
    Route("GET", "/palaces/{id}/acts", list_acts, "List acts"),
    Route("GET", "/palaces/{id}/acts/{change}", show_act, "Show an act"),
    Route("GET", "/palaces/{id}/memories/{memory}/acts", list_memory_acts, "List the acts about a memory"),
    Route("GET", "/palaces/{id}/bin", list_bin, "List deleted memories"),
    Route("GET", "/palaces/{id}/known", known, "What was known then"),
    Route("GET", "/palaces/{id}/diff", list_differences, "Compare two times"),
    Route("POST", "/palaces/{id}/undo", undo, "Undo changes"),
    Route("POST", "/palaces/{id}/erase", erase, "Erase drawers for good"),
    Route("GET", "/palaces/{id}/perspectives", list_perspectives, "List perspectives"),
    Route("POST", "/palaces/{id}/perspectives", set_perspective, "Set a perspective"),
    Route("DELETE", "/palaces/{id}/perspectives/{name}", drop_perspective, "Drop a perspective", 204),
    Route("GET", "/palaces/{id}/sync", show_replica, "How far replicas are known", takes_notes=True),
    Route("GET", "/palaces/{id}/sync/changes", list_replica_changes, "Changes that a replica lacks", takes_notes=True),
    Route("POST", "/palaces/{id}/sync/changes", take_replica_changes, "Take changes of a replica"),
    Route("GET", "/palaces/{id}/dreams", list_deeds, "List what upkeep did"),
    Route("GET", "/palaces/{id}/dream/status", show_palace_dream, "Dream of a palace"),
    Route("GET", "/dream/status", show_dreams, "Dreams"),
    Route("POST", "/dream/run", run_dream, "Dream now"),
)

STATUSES: Mapping[type[Exception], int] = {
    Invalid: 400,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    NotReady: 503,
    StoreFailure: 503,
    Overdue: 504,
}
