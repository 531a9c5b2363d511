"""Two names that mean one entity, over REST: what a merge moves, and the merge."""

from typing import Annotated, TypedDict

from simonides.domain.actor import Actor
from simonides.engine.graph.name_merging import MergePlan
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import FactDocument, fact_of

LISTED_MAX = 100


class MergeDocument(TypedDict):
    """What a merge moves: counts of everything, and the first 100 facts and observations of each kind.

    `folded` say what the entity that stays says already, `between` are about both and go; `change` is null for a dry run.
    """

    dry_run: bool
    keep: str
    drop: str
    type: str
    aliases: list[str]
    tags: list[str]
    moved: list[FactDocument]
    folded: list[FactDocument]
    between: list[FactDocument]
    observations: list[str]
    facts_count: int
    observations_count: int
    repeated: int
    mentions: int
    change: int | None


def merge_entities(
    palace: Palace,
    name: Annotated[str, Arg("The entity that stays; case does not matter")],
    drop: Annotated[str, Arg("The entity that goes into it; its name becomes an alias")],
    *,
    dry_run: Annotated[bool, Arg("Whether only to say what would move")] = False,
) -> MergeDocument:
    """Merge an entity into another: facts, observations and mentions move, and undo takes it back."""
    if dry_run:
        return _document(palace.claims.names.plan(name, drop), None)
    done = palace.claims.names.merge(name, drop, Actor.SERVICE)
    [act] = palace.past.acts.about("entity", done.keep.id, 1)
    return _document(done, act.number)


def _document(plan: MergePlan, change: int | None) -> MergeDocument:
    return {
        "dry_run": change is None,
        "keep": plan.keep.name,
        "drop": plan.drop.name,
        "type": plan.keep.type,
        "aliases": list(plan.keep.aliases),
        "tags": list(plan.keep.tags),
        "moved": [fact_of(fact) for fact in plan.moved[:LISTED_MAX]],
        "folded": [fact_of(fact) for fact in plan.folded[:LISTED_MAX]],
        "between": [fact_of(fact) for fact in plan.between[:LISTED_MAX]],
        "observations": list(plan.observations[:LISTED_MAX]),
        "facts_count": len(plan.moved),
        "observations_count": len(plan.observations),
        "repeated": plan.repeated,
        "mentions": plan.mentions,
        "change": change,
    }
