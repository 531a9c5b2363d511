"""The tool `past_review`: pairs that wait for a decision, and the decision."""

from typing import Annotated, Literal

from simonides.domain.errors import Invalid
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.claims import (
    HowMany,
    PairsDocument,
    WhichCause,
    WhichState,
    WhichWing,
    decide_pair,
    list_pairs,
)


def review(
    palace: Palace,
    do: Annotated[
        Literal["list", "accept", "reject", "later"], Arg("List pairs, or decide about one; ask the user before you accept")
    ] = "list",
    pair: Annotated[int | None, Arg("The number of the pair, as the list shows it")] = None,
    state: WhichState = "waiting",
    cause: WhichCause = None,
    wing: WhichWing = None,
    limit: HowMany = 20,
    *,
    end: Annotated[bool, Arg("With accept: end the older memory when the newer one begins")] = False,
) -> PairsDocument:
    """List pairs of memories of which the newer seems to take the place of the older, or decide about one by its number.

    Pairs of names that seem to mean one entity stand among them; accepting one merges the older into the newer.
    A decision deletes nothing, and undo takes it back; a rejected pair never comes back.
    """
    if do == "list":
        if pair is not None or end:
            raise Invalid("do", "say accept, reject or later to decide about a pair")
        return look_up_pairs(palace, state, cause, wing, limit)
    if pair is None:
        raise Invalid(
            "pair", f"name the number of the pair to {do}" if do != "later" else "name the number of the pair to put off"
        )
    decided = decide_pair(palace, str(pair), do, end=end)
    return {"pairs": [decided], "waiting": palace.claims.review.count()}


def look_up_pairs(
    palace: Palace,
    state: WhichState = "waiting",
    cause: WhichCause = None,
    wing: WhichWing = None,
    limit: HowMany = 20,
) -> PairsDocument:
    """List pairs of memories of which the newer seems to take the place of the older, or does."""
    return list_pairs(palace, state, cause, None, wing, limit)
