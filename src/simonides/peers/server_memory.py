"""Import from the reference MCP memory server: lines of entities and relations, or one document.

Reading the file makes a plan of what is new; only carrying out the plan writes. A second import adds nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from simonides.domain.errors import Invalid, SimonidesError
from simonides.domain.graph import UNKNOWN, Triple
from simonides.domain.validation import check_content, check_name, fold_name
from simonides.engine.exchange.batches import BadLine
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.screening import LineScreen, admitted
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.frozen import frozen

BATCH = 500


@dataclass(slots=True)
class ImportPlan:
    """The content of a file, and what of it the palace does not have yet."""

    entities: int = 0
    """How many nodes are new."""
    observations: int = 0
    relations: int = 0
    known: int = 0
    """How many entities, observations and relations the palace already has."""
    nodes: list[EntityDraft] = field(default_factory=list)
    """The nodes to create or to add observations to, in the order of the file."""
    arrows: list[Triple] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)
    masked: list[BadLine] = field(default_factory=list)
    """The lines in which a secret was masked, each with its kind and place."""


@frozen
class _Source:
    """The entities and relations of a file, each with the number of its line or entry."""

    entities: list[tuple[int, EntityDraft]]
    relations: list[tuple[int, Triple]]
    bad: list[BadLine]


def plan_import(text: str, palace: Palace | None) -> ImportPlan:
    """What importing a file would add to a palace; None stands for a palace that does not exist yet. Raises Invalid."""
    source, masked = _screened(_read(text), palace)
    plan = plan_nodes([draft for _, draft in source.entities], [relation for _, relation in source.relations], palace)
    plan.bad, plan.masked = source.bad, masked
    return plan


def plan_nodes(nodes: Sequence[EntityDraft], relations: Sequence[Triple], palace: Palace | None) -> ImportPlan:
    """What filing nodes and relations would add to a palace; None stands for a palace that does not exist yet."""
    plan = ImportPlan()
    source = _Source(list(enumerate(nodes, 1)), list(enumerate(relations, 1)), plan.bad)
    source, plan.masked = _screened(source, palace)
    nodes, relations = [draft for _, draft in source.entities], [relation for _, relation in source.relations]
    held = _Held(palace)
    for draft in _merged(nodes, relations):
        _plan_node(plan, draft, held)
    for relation in relations:
        if held.take_relation(relation):
            plan.relations += 1
            plan.arrows.append(relation)
        else:
            plan.known += 1
    return plan


def carry_out(plan: ImportPlan, palace: Palace) -> Iterator[int]:
    """Store what was planned, in batches; yields the number of entities and relations of each."""
    for start in range(0, len(plan.nodes), BATCH):
        yield len(palace.entities.create(plan.nodes[start : start + BATCH], actor="import"))
    for start in range(0, len(plan.arrows), BATCH):
        block = plan.arrows[start : start + BATCH]
        palace.facts.join(block, actor="import")
        yield len(block)


class _Held:
    """What a palace already holds, and what was read so far: a file may contain things twice."""

    def __init__(self, palace: Palace | None) -> None:
        self._palace = palace
        self._observations: dict[str, set[str]] = {}
        self._relations: set[tuple[str, str, str]] = set()

    def observations(self, name: str) -> set[str] | None:
        """The contents of a node's observations; None for an unknown node."""
        folded = fold_name(name)
        if folded not in self._observations and self._palace is not None:
            opened = self._palace.entities.open([name])
            for _, observations in opened.nodes:
                self._observations[folded] = {each.content for each in observations}
        return self._observations.get(folded)

    def add_node(self, name: str) -> set[str]:
        """Note that a node will exist."""
        return self._observations.setdefault(fold_name(name), set())

    def take_relation(self, relation: Triple) -> bool:
        """Whether a relation is new; from then on it counts as known."""
        key = (fold_name(relation.subject), fold_name(relation.predicate), fold_name(relation.object))
        if key in self._relations or key in self._current(relation.subject):
            return False
        self._relations.add(key)
        return True

    def _current(self, subject: str) -> set[tuple[str, str, str]]:
        """The relations that a subject has in the palace."""
        facts = [] if self._palace is None else self._palace.facts.current(subject)
        return {(fold_name(fact.subject), fold_name(fact.predicate), fold_name(fact.object)) for fact in facts}


def _plan_node(plan: ImportPlan, draft: EntityDraft, held: _Held) -> None:
    has = held.observations(draft.name)
    if has is None:
        has = held.add_node(draft.name)
        plan.entities += 1
        is_new = True
    else:
        plan.known += 1
        is_new = False
    fresh = [content for content in dict.fromkeys(draft.observations) if content not in has]
    has.update(fresh)
    plan.observations += len(fresh)
    plan.known += len(draft.observations) - len(fresh)
    if fresh or is_new:
        plan.nodes.append(replace(draft, observations=fresh))


def _screened(source: _Source, palace: Palace | None) -> tuple[_Source, list[BadLine]]:
    """What a file says as the palace files it, so that what it has already is known again; and what was masked."""
    if palace is None:
        return source, []
    screen = LineScreen(palace.intake.secrets)
    entities = admitted(source.entities, screen.draft, source.bad)
    relations = admitted(source.relations, screen.triple, source.bad)
    return _Source(entities, relations, source.bad), screen.masked


def _merged(nodes: Sequence[EntityDraft], relations: Sequence[Triple]) -> Iterator[EntityDraft]:
    """The nodes of the file, followed by those that only relations name."""
    named = set()
    for draft in nodes:
        named.add(fold_name(draft.name))
        yield draft
    for relation in relations:
        for name in (relation.subject, relation.object):
            if fold_name(name) not in named:
                named.add(fold_name(name))
                yield EntityDraft(name, UNKNOWN)


def _read(text: str) -> _Source:
    source = _Source([], [], [])
    for number, entry in _entries(text, source.bad):
        try:
            _read_entry(number, entry, source)
        except SimonidesError as error:
            source.bad.append(BadLine(number, str(error)))
    return source


def _entries(text: str, bad: list[BadLine]) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _lines(text, bad)
        return
    if isinstance(whole, dict) and "type" in whole:
        yield 1, whole
    elif isinstance(whole, dict) and whole.keys() & {"entities", "relations"}:
        yield from _numbered(whole, bad)
    elif text.strip():
        raise Invalid("file", "has neither lines of entities and relations nor a document with both")


def _lines(text: str, bad: list[BadLine]) -> Iterator[tuple[int, Mapping[str, object]]]:
    # Only real line ends count: a text may contain other separators that Python takes for line ends.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            bad.append(BadLine(number, f"is not JSON ({error})"))
            continue
        if isinstance(entry, dict):
            yield number, entry
        else:
            bad.append(BadLine(number, "is not a JSON object"))


def _numbered(whole: Mapping[str, object], bad: list[BadLine]) -> Iterator[tuple[int, Mapping[str, object]]]:
    number = 0
    for kind, name in (("entity", "entities"), ("relation", "relations")):
        entries = whole.get(name)
        for entry in entries if isinstance(entries, list) else []:
            number += 1
            if isinstance(entry, dict):
                yield number, {"type": kind, **entry}
            else:
                bad.append(BadLine(number, f"is not an object, as every entry of {name} must be"))


def _read_entry(number: int, entry: Mapping[str, object], source: _Source) -> None:
    fields = Fields(entry)
    match fields.text("type"):
        case "entity":
            source.entities.append((number, _draft(fields, entry)))
        case "relation":
            predicate = fields.name("relationType")
            source.relations.append((number, Triple(fields.name("from"), predicate, fields.name("to"))))
        case other:
            raise Invalid("type", f"'{str(other)[:40]}' is unknown; use entity or relation")


def _draft(fields: Fields, entry: Mapping[str, object]) -> EntityDraft:
    contents = entry.get("observations") or []
    if not isinstance(contents, list) or not all(isinstance(content, str) for content in contents):
        raise Invalid("observations", "must be a list of texts")
    observations = [check_content(content, "observations") for content in _worth_keeping(contents)]
    return EntityDraft(fields.name("name"), check_name(fields.text_or("entityType", "") or UNKNOWN, "entityType"), observations)


def _worth_keeping(contents: Iterable[str]) -> list[str]:
    # The reference server keeps empty observations; they say nothing.
    return [content for content in contents if content.strip()]
