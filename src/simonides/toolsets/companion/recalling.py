"""Recall over REST."""

from typing import Annotated, TypedDict

from simonides.domain.memory import EVERYTHING, by_provenance, in_time
from simonides.domain.question.usual_limit import UsualLimit
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import BySource, ByTrust, DrawerRecord, KnownAt, drawer_of

FOUND_MAX = 100
USUAL = UsualLimit(10)


class RecallDocument(TypedDict):
    """A drawer that answers, how well, and the layer it was found in."""

    drawer: DrawerRecord
    score: float
    layer: int


def recall(
    palace: Palace,
    q: Annotated[str, Arg("What you want to know, as a plain question or as keywords")],
    top_k: Annotated[int, Arg("How many of layer 2, or of layer 3", minimum=1, maximum=FOUND_MAX)] = USUAL,
    since: Annotated[str | None, Arg("Only what happened since this day, month, year or instant (ISO 8601)")] = None,
    until: Annotated[str | None, Arg("Only what happened until then, the whole day included")] = None,
    as_of: Annotated[str | None, Arg("What held then, even if it has ended since")] = None,
    known_at: KnownAt = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    max_tokens: Annotated[
        int, Arg("The longest answer in tokens; longer drawers come as passages, 0 for any length", minimum=0)
    ] = 2_000,
    deep: Annotated[bool, Arg("Only layer 3, the full index")] = False,  # noqa: FBT002 - every argument travels by name
) -> list[RecallDocument]:
    """What comes to mind: identity (layer 0), the most important drawers (1), those that answer (2); deep: the full index (3)."""
    scope = in_time(by_provenance(EVERYTHING, source_kind, trust), since, until, as_of)
    recalled = palace.layers.recall_deep if deep else palace.layers.recall
    found = recalled(q, top_k, scope, palace.past.knowing.if_said(known_at))
    cut = palace.shown(q, [each.memory for each in found], max_tokens)
    shown = zip(found, cut, strict=True)
    return [{"drawer": drawer_of(memory), "score": each.score, "layer": each.layer} for each, memory in shown]
