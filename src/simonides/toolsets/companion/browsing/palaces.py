"""A palace at a glance: its places, its days, its change log backwards, and what an agent gets from it."""

from typing import Annotated, Literal, TypedDict

from simonides.domain.memory import EVERYTHING, Facet, in_time
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.time import rfc3339
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import FacetCount

LINES_MAX = 200
DAYS_MAX = 400
TOKENS_MAX = 4_000
TEXT_MAX = 200


class PlaceRow(TypedDict):
    """A room of a wing, how many memories it holds, and when the last was filed."""

    wing: str
    room: str
    count: int
    latest: str | None


class LogRow(TypedDict):
    """One line of the change log; `text` is the beginning of what the record says now, empty if it is gone."""

    seq: int
    kind: str
    id: str
    operation: str
    at: str
    actor: str
    client: str
    act: int
    text: str


class AgentText(TypedDict):
    """A text as an agent gets it, and its length in tokens, estimated."""

    text: str
    tokens: int


def list_places(palace: Palace) -> list[PlaceRow]:
    """Every room that holds a memory, by wing and room, without those that have ended."""
    counted: dict[tuple[str, str], PlaceRow] = {}
    for entry in palace.memories.places():
        wing, room = entry.place.wing, entry.place.room
        row = counted.setdefault((wing, room), {"wing": wing, "room": room, "count": 0, "latest": None})
        row["count"] += entry.count
        latest = rfc3339(entry.latest) if entry.latest else None
        row["latest"] = max(filter(None, (row["latest"], latest)), default=None)
    return list(counted.values())


def list_days(
    palace: Palace,
    since: Annotated[str | None, Arg("Only since this day, month or year (ISO 8601)")] = None,
    until: Annotated[str | None, Arg("Only until then")] = None,
    by: Annotated[Literal["day", "month"], Arg("What is counted together")] = "day",
    limit: Annotated[int, Arg("How many at most, the latest first", minimum=1, maximum=DAYS_MAX)] = 90,
) -> list[FacetCount]:
    """How many memories happened on each day or in each month, the latest first; days without one are left out."""
    facet = Facet.MONTH if by == "month" else Facet.DAY
    counts = palace.facets(in_time(EVERYTHING, since, until, None), (facet,), limit)[facet]
    return [{"value": value, "count": count} for value, count in counts]


def list_changes(
    palace: Palace,
    before: Annotated[int | None, Arg("Only before this line", minimum=1)] = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=LINES_MAX)] = 50,
) -> list[LogRow]:
    """The change log, newest first: memories, facts, entities, observations and dreams."""
    return [
        {
            "seq": line.seq,
            "kind": line.kind,
            "id": line.id,
            "operation": line.operation,
            "at": rfc3339(line.at),
            "actor": line.actor,
            "client": line.client,
            "act": line.act,
            "text": palace.past.differences.words_now(line.kind, line.id)[:TEXT_MAX],
        }
        for line in palace.changes_before(before, limit)
    ]


def show_wake_up(
    palace: Palace,
    wing: Annotated[str | None, Arg("Only of this wing")] = None,
    max_tokens: Annotated[int, Arg("The longest text", minimum=1, maximum=TOKENS_MAX)] = 800,
) -> AgentText:
    """What an agent gets before its first question."""
    text = palace.wake_up(wing, max_tokens)
    return {"text": text, "tokens": estimate_tokens(text)}


def show_reminder(
    palace: Palace,
    prompt: Annotated[str, Arg("What somebody types")],
    max_tokens: Annotated[int, Arg("The longest text", minimum=1, maximum=TOKENS_MAX)] = 400,
) -> AgentText:
    """What a hook would add to a prompt; empty when nothing is close."""
    # As everywhere, numpy is imported with the first question.
    from simonides.engine.search.prompt_reminder import remind

    text = remind(palace, prompt, max_tokens)
    return {"text": text, "tokens": estimate_tokens(text)}
