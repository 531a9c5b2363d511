"""Recall over REST."""

from typing import Annotated, TypedDict

from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of

FOUND_MAX = 100


class RecallDocument(TypedDict):
    """A drawer that answers, how well, and the layer it was found in."""

    drawer: DrawerRecord
    score: float
    layer: int


def recall(
    palace: Palace,
    q: Annotated[str, Arg("What you want to know, as a plain question or as keywords")],
    top_k: Annotated[int, Arg("How many of layer 2, or of layer 3", minimum=1, maximum=FOUND_MAX)] = 10,
    max_tokens: Annotated[
        int, Arg("The longest answer in tokens; longer drawers come as passages, 0 for any length", minimum=0)
    ] = 2_000,
    deep: Annotated[bool, Arg("Only layer 3, the full index")] = False,  # noqa: FBT002 - every argument travels by name
) -> list[RecallDocument]:
    """What comes to mind: identity (layer 0), the most important drawers (1), those that answer (2); deep: the full index (3)."""
    found = palace.layers.recall_deep(q, top_k) if deep else palace.layers.recall(q, top_k)
    cut = palace.shown(q, [each.memory for each in found], max_tokens)
    shown = zip(found, cut, strict=True)
    return [{"drawer": drawer_of(memory), "score": each.score, "layer": each.layer} for each, memory in shown]
