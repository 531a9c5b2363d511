"""Relation tools of the graph set."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from simonides.domain.graph import Triple
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.toolkit.shapes import Arg
from simonides.toolsets.graph.lines import RelationLine, relation_lines


@frozen
class Arrow:
    """A relation from one node to another."""

    from_entity: Annotated[str, Arg("The node it starts from")]
    to_entity: Annotated[str, Arg("The node it leads to")]
    relation_type: Annotated[str, Arg("What it says, as works_on or depends_on")]

    @property
    def triple(self) -> Triple:
        """The same in the engine's words."""
        return Triple(self.from_entity, self.relation_type, self.to_entity)


class CreatedReply(TypedDict):
    """What came of relations."""

    created: list[RelationLine]
    already_existed: list[RelationLine]
    not_found: list[str]


class DeletedRelationsReply(TypedDict):
    """How many relations were deleted, and how many were not there."""

    deleted: int
    not_found: int


class RenamedReply(TypedDict):
    """A relation whose type was changed."""

    from_entity: str
    to_entity: str
    old_type: str
    new_type: str


def create_relations(palace: Palace, relations: Annotated[Sequence[Arrow], Arg("The relations to create")]) -> CreatedReply:
    """Create directed, typed relations between nodes that exist. Names of no node are listed in not_found."""
    made = palace.facts.join([each.triple for each in relations])
    return {
        "created": relation_lines(made.created),
        "already_existed": relation_lines(made.existing),
        "not_found": list(made.not_found),
    }


def delete_relations(
    palace: Palace, relations: Annotated[Sequence[Arrow], Arg("The relations to delete")]
) -> DeletedRelationsReply:
    """Delete specific relations. The nodes stay."""
    deleted, not_found = palace.facts.delete([each.triple for each in relations])
    return {"deleted": deleted, "not_found": not_found}


def update_relation_type(
    palace: Palace,
    from_entity: Annotated[str, Arg("The node it starts from")],
    to_entity: Annotated[str, Arg("The node it leads to")],
    old_type: Annotated[str, Arg("What it says now")],
    new_type: Annotated[str, Arg("What it shall say")],
) -> RenamedReply:
    """Rename the type of a relation that exists."""
    before, after = palace.facts.rename(Triple(from_entity, old_type, to_entity), new_type)
    return {
        "from_entity": before.subject,
        "to_entity": before.object,
        "old_type": before.predicate,
        "new_type": after.predicate,
    }


def get_relations_between(
    palace: Palace, entity_a: Annotated[str, Arg("One node")], entity_b: Annotated[str, Arg("The other node")]
) -> list[RelationLine]:
    """List all relations between two nodes, in both directions."""
    return relation_lines(palace.facts.between(entity_a, entity_b))
