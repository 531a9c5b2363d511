"""What somebody should look at, and how well the palace remembers: review queues and the recall check."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, TypedDict

from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.filing.amendments import EDITED
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.entities import GraphNode, node_of
from simonides.toolsets.companion.browsing.memories import MemoryRow, rows_of
from simonides.toolsets.companion.filters import RowTokens

if TYPE_CHECKING:
    from simonides.engine.upkeep.self_test import Figures

QUEUE_MAX = 50
LOOKED_AT = 500
QUESTIONS_MAX = 200
BUDGET_MAX_S = 60.0


class ReplacedPair(TypedDict):
    """An ended memory, and the one that replaced it."""

    old: MemoryRow
    new: MemoryRow


class GapRow(TypedDict):
    """An entity whose observations name another one without a fact between them."""

    node: str
    named: str
    count: int


class ReviewDocument(TypedDict):
    """The queues: replaced memories, likely relations, entities without facts, entities without a fresh summary."""

    pairs: list[ReplacedPair]
    gaps: list[GapRow]
    orphans: list[GraphNode]
    stale: list[GraphNode]


class RecipeFigures(TypedDict):
    """How often one way of searching found the right memory, from 0 to 1, and how long it took."""

    recipe: str
    first: float
    five: float
    ten: float
    median_ms: float


class Miss(TypedDict):
    """A question whose memory was not among the first ten hits."""

    question: str
    kind: str
    memory: str


class KindFigures(TypedDict):
    """How often questions of one kind found the right memory, searched for as agents do."""

    kind: str
    questions: int
    first: float
    five: float
    ten: float


class CheckDocument(TypedDict):
    """The outcome of a recall check."""

    questions: int
    recipes: list[RecipeFigures]
    kinds: list[KindFigures]
    misses: list[Miss]


def show_review(palace: Palace, max_tokens: RowTokens = 2_000) -> ReviewDocument:
    """What somebody should look at, at most 50 of each kind."""
    return {
        "pairs": _pairs(palace, max_tokens),
        "gaps": [{"node": gap.node, "named": gap.named, "count": gap.count} for gap in palace.paths.gaps()[:QUEUE_MAX]],
        "orphans": [node_of(node) for node in palace.paths.orphans()[:QUEUE_MAX]],
        "stale": [node_of(node) for node in palace.consolidation.pending()[:QUEUE_MAX]],
    }


def check_recall(
    palace: Palace,
    questions: Annotated[int, Arg("How many questions", minimum=1, maximum=QUESTIONS_MAX)] = 60,
    budget_s: Annotated[float, Arg("How long it may take, in seconds", minimum=0, maximum=BUDGET_MAX_S)] = 10.0,
    seed: Annotated[int, Arg("Which questions; the same number asks the same ones", minimum=0)] = 1,
) -> CheckDocument:
    """Ask questions made of the palace's own memories, and tell how often they are found again; changes nothing."""
    # As everywhere, numpy is imported with the first question.
    from simonides.engine.upkeep.self_test import examine

    found = examine(palace, questions, seed, budget_s, lambda *_: None)
    if not found.questions:
        return {"questions": 0, "recipes": [], "kinds": [], "misses": []}
    return {
        "questions": found.questions,
        "recipes": [
            {
                "recipe": each.recipe,
                "first": each.found(1),
                "five": each.found(5),
                "ten": each.found(10),
                "median_ms": each.percentile_ms(0.5),
            }
            for each in found.figures
        ],
        "kinds": _by_kind(found.figures[0]),
        "misses": [
            {"question": probe.question, "kind": probe.kind, "memory": min(probe.gold)}
            for probe, rank in zip(found.probes, found.figures[0].ranks, strict=True)
            if rank is None
        ],
    }


def _by_kind(figures: "Figures") -> list[KindFigures]:
    return [
        {
            "kind": kind,
            "questions": count,
            "first": figures.found(1, kind),
            "five": figures.found(5, kind),
            "ten": figures.found(10, kind),
        }
        for kind, count in Counter(figures.kinds).items()
    ]


def _pairs(palace: Palace, max_tokens: int) -> list[ReplacedPair]:
    ended = palace.memories.page(Scope(is_ended=True), Order.NEWEST, LOOKED_AT)
    replaced = [memory for memory in ended if memory.superseded_by and memory.end_reason != EDITED][:QUEUE_MAX]
    successors = {memory.id: memory for memory in palace.memories.find([_successor(memory) for memory in replaced])}
    found = [(memory, successors.get(_successor(memory))) for memory in replaced]
    rows = rows_of([memory for old, new in found if new is not None for memory in (old, new)], max_tokens)
    return [{"old": old, "new": new} for old, new in zip(rows[::2], rows[1::2], strict=True)]


def _successor(memory: Memory) -> str:
    return memory.superseded_by or ""
