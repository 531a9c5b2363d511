"""Relations between nodes: facts that have not ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Fact, Relation
from simonides.domain.ids import Mint
from simonides.domain.time import Clock
from simonides.domain.validation import check_name, fold_name
from simonides.engine.graph.nodes import RELATIONS_MAX
from simonides.ports.stores import Store


@dataclass(frozen=True, slots=True)
class CreatedRelations:
    """The outcome of creating relations."""

    created: tuple[Relation, ...]
    existing: tuple[Relation, ...]
    not_found: tuple[str, ...]


class Relations:
    """The relations of one palace."""

    def __init__(self, store: Store, clock: Clock, mint: Mint) -> None:
        self._store = store
        self._clock = clock
        self._mint = mint

    def create(self, wanted: Sequence[Relation], actor: str = "graph") -> CreatedRelations:
        """Create relations; returns new ones, existing ones, and the names that are not nodes."""
        checked = [_checked(relation) for relation in wanted]
        created, existing, not_found = [], [], dict[str, None]()
        with self._store.writing(actor):
            known = self._store.graph.named({fold_name(name) for each in checked for name in (each.subject, each.object)})
            for relation in checked:
                missing = [name for name in (relation.subject, relation.object) if fold_name(name) not in known]
                not_found |= dict.fromkeys(missing)
                if missing:
                    continue
                subject, obj = known[fold_name(relation.subject)].name, known[fold_name(relation.object)].name
                if same := self._current(relation):
                    existing.append(Relation(subject, same.predicate, obj))
                else:
                    self._store.graph.add_fact(self._fact(subject, relation.predicate, obj))
                    created.append(Relation(subject, relation.predicate, obj))
        return CreatedRelations(tuple(created), tuple(existing), tuple(not_found))

    def delete(self, doomed: Sequence[Relation]) -> tuple[int, int]:
        """Delete relations for good; returns how many were deleted and how many were not found."""
        deleted = 0
        with self._store.writing("graph"):
            for relation in doomed:
                fact = self._current(relation)
                deleted += fact is not None and self._store.graph.delete_fact(fact.id)
        return deleted, len(doomed) - deleted

    def rename(self, relation: Relation, predicate: str) -> tuple[Relation, Relation]:
        """Change the type of a relation; returns it before and after. Raises NotFound, and Conflict when that relation exists."""
        predicate = check_name(predicate, "new_type")
        with self._store.writing("graph"):
            fact = self._current(relation)
            if fact is None:
                raise NotFound("relation", _sentence(relation))
            renamed = Relation(fact.subject, predicate, fact.object)
            try:
                self._store.nodes.rename_relation(fact.id, predicate)
            except Conflict as error:
                raise Conflict("relation", _sentence(renamed)) from error
        return Relation(fact.subject, fact.predicate, fact.object), renamed

    def between(self, first: str, second: str) -> list[Relation]:
        """Every relation between two nodes, in both directions, oldest first; empty when a node is unknown."""
        keys = self._store.nodes.keys({fold_name(first), fold_name(second)})
        found = self._store.nodes.relations_among(sorted(keys.values()), RELATIONS_MAX)
        # A relation from a node to itself counts only when both given nodes are the same.
        ends = {fold_name(first), fold_name(second)}
        return [each for each in found if {fold_name(each.subject), fold_name(each.object)} == ends]

    def _current(self, relation: Relation) -> Fact | None:
        facts = self._store.graph.current(relation.subject, relation.predicate, relation.object)
        return facts[0] if facts else None

    def _fact(self, subject: str, predicate: str, obj: str) -> Fact:
        return Fact(self._mint.fact(subject, predicate, obj), subject, predicate, obj, self._clock())


def _checked(relation: Relation) -> Relation:
    return Relation(
        check_name(relation.subject, "from_entity"),
        check_name(relation.predicate, "relation_type"),
        check_name(relation.object, "to_entity"),
    )


def _sentence(relation: Relation) -> str:
    return f"{relation.subject} → {relation.predicate} → {relation.object}"
