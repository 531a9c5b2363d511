"""Claims over REST: pairs of which one takes the other's place, decisions about them, and the chain of a memory."""

from typing import Annotated, Literal, TypedDict

from simonides.domain.past.supersession import STATES, Cause, PairKind, PairState
from simonides.domain.validation import check_place_name
from simonides.engine.claims.review import LISTED_MAX, WAITING, Decision, ReviewFilter
from simonides.engine.claims.told import ChainLine, PairLine, chain_line, pair_line
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import MemoryRow, rows_of
from simonides.toolsets.companion.drawers import found
from simonides.toolsets.companion.filters import RowTokens

ALIKE_MAX = 50

StateName = Literal["waiting", "accepted", "proposed", "later", "rejected", "all"]
WhichState = Annotated[StateName, Arg("In which state; those that wait for a decision by default")]
WhichCause = Annotated[Cause | None, Arg("Only of this cause: somebody said it, an edit, a fact, or a guess")]
WhichWing = Annotated[str | None, Arg("Only pairs with a memory of this wing")]
HowMany = Annotated[int, Arg("How many at most", minimum=1, maximum=LISTED_MAX)]


class PairsDocument(TypedDict):
    """Pairs, the latest first, and how many wait for a decision in all."""

    pairs: list[PairLine]
    waiting: int


class AlikePair(TypedDict):
    """Two memories that are alike and differ, and how much alike."""

    old: MemoryRow
    new: MemoryRow
    similarity: float


def list_alike(
    palace: Palace,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=ALIKE_MAX)] = ALIKE_MAX,
    max_tokens: RowTokens = 2_000,
) -> list[AlikePair]:
    """Memories that are alike and do not say the same, of the newest 200, without those that somebody has decided about."""
    pairs = palace.claims.alike.page(limit)
    rows = rows_of([memory for each in pairs for memory in (each.older, each.newer)], max_tokens)
    return [
        {"old": old, "new": new, "similarity": round(each.similarity, 3)}
        for each, old, new in zip(pairs, rows[::2], rows[1::2], strict=True)
    ]


def keep_both(
    palace: Palace,
    one: Annotated[str, Arg("The id of a memory")],
    other: Annotated[str, Arg("The id of another that is alike")],
) -> PairLine:
    """Keep two memories that are alike: neither takes the other's place, and nobody is asked again."""
    return pair_line(palace.claims.alike.keep_both(found(palace, one).id, found(palace, other).id))


def list_pairs(
    palace: Palace,
    state: WhichState = "waiting",
    cause: WhichCause = None,
    kind: Annotated[PairKind | None, Arg("Only of memories, of facts, or of entities that are one")] = None,
    wing: WhichWing = None,
    limit: HowMany = 50,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
) -> PairsDocument:
    """Pairs of which the newer statement takes the place of the older one: those that wait for a decision, or others."""
    review = palace.claims.review
    wanted = ReviewFilter(states_of(state), cause, kind, wing and check_place_name(wing, "wing"))
    return {"pairs": [pair_line(each) for each in review.page(wanted, limit, offset)], "waiting": review.count()}


def show_pair(palace: Palace, pair: Annotated[str, Arg("The pair's number or id")]) -> PairLine:
    """One pair, whatever its state, with what both say."""
    return pair_line(palace.claims.review.find(pair))


def decide_pair(
    palace: Palace,
    pair: Annotated[str, Arg("The pair's number or id")],
    decision: Annotated[Decision, Arg("Accept it, reject it for ever, or put it off")],
    *,
    end: Annotated[bool, Arg("With accept: end the older memory when the newer one begins")] = False,
) -> PairLine:
    """Decide whether the newer statement takes the place of the older one. Nothing is deleted, and undo takes it back."""
    [decided] = palace.claims.review.decide([pair], decision, end=end)
    return pair_line(decided)


def show_chain(palace: Palace, memory: Annotated[str, Arg("The memory's id")]) -> ChainLine:
    """What a memory takes the place of, the latest first, and what takes its place, by what was said, edited and accepted."""
    return chain_line(memory, palace.claims.chains.of(found(palace, memory).id))


def states_of(state: StateName) -> tuple[PairState, ...]:
    """The states that a word stands for."""
    if state == "waiting":
        return WAITING.states
    return () if state == "all" else tuple(each for each in STATES if each == state)
