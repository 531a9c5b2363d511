"""The companion's REST operations under /api/v1, as one list, and the HTTP status of each failure."""

from collections.abc import Mapping

from simonides.domain.errors import Conflict, Forbidden, Invalid, NotFound, NotReady, Overdue, StoreFailure
from simonides.toolsets.companion.answering import answer
from simonides.toolsets.companion.drawers import add_drawer, delete_drawer, edit_drawer, list_drawers, show_drawer
from simonides.toolsets.companion.dreams import run_dream, show_dreams, show_palace_dream
from simonides.toolsets.companion.explaining import explain, judge
from simonides.toolsets.companion.facts import assert_fact, list_facts
from simonides.toolsets.companion.perspectives import drop_perspective, list_perspectives, set_perspective
from simonides.toolsets.companion.recalling import recall
from simonides.toolsets.companion.route import Route
from simonides.toolsets.companion.site import create_palace, get_status, list_palaces, show_palace

ROUTES = (
    Route("GET", "/status", get_status, "Status"),
    Route("GET", "/palaces", list_palaces, "List palaces"),
    Route("POST", "/palaces", create_palace, "Make a palace", 201),
    Route("GET", "/palaces/{id}", show_palace, "Show a palace"),
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
    Route("GET", "/palaces/{id}/perspectives", list_perspectives, "List perspectives"),
    Route("POST", "/palaces/{id}/perspectives", set_perspective, "Set a perspective"),
    Route("DELETE", "/palaces/{id}/perspectives/{name}", drop_perspective, "Drop a perspective", 204),
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
