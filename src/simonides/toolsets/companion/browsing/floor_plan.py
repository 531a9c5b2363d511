"""The floor plan over REST: every memory as a dot, in columns, and the memories behind dots."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from simonides.domain.memory import EVERYTHING, Memory, in_time
from simonides.domain.ranking.recipe import HYBRID
from simonides.domain.validation import check_question
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import MemoryRow, rows_of
from simonides.toolsets.companion.filters import AsOf, RowTokens

DOTS_MAX = 8_000
_FOUND_MAX = 50


class RoomName(TypedDict):
    """A room of a wing."""

    wing: str
    room: str


class DotColumns(TypedDict):
    """Dots as columns of one length; `room` and `writer` count in the lists `rooms` and `writers`, `days` from 1970."""

    numbers: list[int]
    room: list[int]
    days: list[int]
    importances: list[float]
    writer: list[int]
    rooms: list[RoomName]
    writers: list[str]
    next: int | None


class DotRow(TypedDict):
    """A memory, and the number of its dot."""

    number: int
    memory: MemoryRow


def list_dots(
    palace: Palace,
    after: Annotated[int, Arg("Only after this number", minimum=0)] = 0,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=DOTS_MAX)] = DOTS_MAX,
    as_of: AsOf = None,
) -> DotColumns:
    """Every memory as a dot, without its text; `next` is what to ask after for more."""
    dots = palace.looking.plan.dots(after, limit, in_time(EVERYTHING, None, None, as_of))
    rooms = {room: place for place, room in enumerate(dict.fromkeys((dot.wing, dot.room) for dot in dots))}
    writers = {writer: place for place, writer in enumerate(dict.fromkeys(dot.writer for dot in dots))}
    return {
        "numbers": [dot.row for dot in dots],
        "room": [rooms[dot.wing, dot.room] for dot in dots],
        "days": [dot.day for dot in dots],
        "importances": [round(dot.importance, 2) for dot in dots],
        "writer": [writers[dot.writer] for dot in dots],
        "rooms": [{"wing": wing, "room": room} for wing, room in rooms],
        "writers": list(writers),
        "next": dots[-1].row if len(dots) == limit else None,
    }


def show_dots(
    palace: Palace,
    number: Annotated[list[int], Arg("The numbers of the dots, 100 at most")],
    max_tokens: RowTokens = 2_000,
) -> list[DotRow]:
    """The memories behind some dots, in the order asked; those that are gone are left out."""
    found = palace.looking.plan.memories(number)
    return _dots({each: found[each] for each in number if each in found}, max_tokens)


def find_dots(palace: Palace, q: Annotated[str, Arg("A question or keywords")], max_tokens: RowTokens = 2_000) -> list[DotRow]:
    """The dots of the memories that answer a question, best first."""
    plan = palace.looking.plan
    hits = [hit.memory for hit in palace.recall(check_question(q, "q"), EVERYTHING, _FOUND_MAX, HYBRID)]
    return _dots({plan.number_of(memory): memory for memory in hits}, max_tokens)


def _dots(memories: Mapping[int, Memory], max_tokens: int) -> list[DotRow]:
    rows = rows_of(list(memories.values()), max_tokens)
    return [{"number": number, "memory": row} for number, row in zip(memories, rows, strict=True)]
