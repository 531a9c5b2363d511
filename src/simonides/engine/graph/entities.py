"""Entities with their observations; each call is stored as a whole or not at all."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import UNKNOWN, Entity, Fact, Node, Observation
from simonides.domain.ids import Mint
from simonides.domain.time import Clock
from simonides.domain.validation import check_content, check_name, clean_text, fold_name
from simonides.engine.filing.linking import Linking
from simonides.engine.graph.perspectives import PerspectiveVectors
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.filing.secrets import SecretScreen
    from simonides.engine.graph.perspectives import Views

LISTED_MAX = 5_000
"""How many nodes one answer may hold."""
READ_MAX = 10_000
"""How many entities are looked through for one list."""
FACTS_MAX = 20_000
RESULTS_MAX = 200
"""How many results a search may have."""
PAIRS_MAX = 200
"""How many pairs of similar nodes one answer may hold."""
TAGS_MAX = 100
"""How many tags a node may have."""
_DAYS_MAX = 36_500


@frozen
class EntityDraft:
    """An entity to be created."""

    name: str
    entity_type: str
    observations: Sequence[str] = ()
    summary: str | None = None
    tags: Sequence[str] = ()


@frozen
class Opened:
    """Entities with all their observations, and every current fact that involves one of them."""

    nodes: tuple[tuple[Node, tuple[Observation, ...]], ...]
    facts: tuple[Fact, ...]
    not_found: tuple[str, ...]


@frozen
class Entities:
    """The entities of one palace."""

    _store: Store
    _views: PerspectiveVectors
    _linking: Linking
    _clock: Clock
    _mint: Mint
    _secrets: "SecretScreen"

    def create(self, drafts: Sequence[EntityDraft], actor: str = "") -> list[Entity]:
        """Create nodes, in the order given; a known node stays as it is and gets the new observations."""
        checked = [self._checked(draft, Actor.of(actor)) for draft in drafts]
        made = self._views.of_few([content for draft in checked for content in draft.observations])
        entities, written, now = [], list[Observation](), self._clock()
        with self._store.writing(actor):
            for draft in checked:
                entity = self._entity(draft, now)
                key = self._store.nodes.keys([entity.key])[entity.key]
                entities.append(entity)
                written += self._store.observations.add(key, draft.observations, now)
            self._finish(written, made)
        return entities

    def delete(self, names: Sequence[str]) -> tuple[list[str], list[str]]:
        """Delete nodes with their observations and relations; returns the names deleted and the names not found.

        Those that a deleted node had relations with change with them.
        """
        spelled = _first_spellings(names)
        with self._store.writing():
            known = self._known(spelled)
            # In the order of the names; a node may be named twice, by its own name and by an alias.
            doomed = {known[folded].key: known[folded].entity for folded in spelled if folded in known}
            facts = self._store.nodes.facts_touching(list(doomed), FACTS_MAX, self._clock())
            for entity in doomed.values():
                self._store.graph.delete_entity(entity.id)
            ends = {fold_name(name) for fact in facts for name in (fact.subject, fact.object)}
            self._store.nodes.touch(sorted(ends), self._clock())
        return [entity.name for entity in doomed.values()], [name for folded, name in spelled.items() if folded not in known]

    def open(self, names: Sequence[str]) -> Opened:
        """Nodes in the requested order, each once, with their observations and relations."""
        keys = self._store.nodes.keys({fold_name(name) for name in names})
        wanted = list(dict.fromkeys(keys[fold_name(name)] for name in names if fold_name(name) in keys))
        nodes, observations = self._store.nodes.at(wanted), self._store.observations.of(wanted)
        return Opened(
            tuple((nodes[key], tuple(observations[key])) for key in wanted if key in nodes),
            tuple(self._store.nodes.facts_touching(wanted, FACTS_MAX, self._clock())),
            tuple(name for name in dict.fromkeys(names) if fold_name(name) not in keys),
        )

    def of_type(self, entity_type: str, limit: int = LISTED_MAX) -> list[Node]:
        """The nodes of a type, by name."""
        return self._store.nodes.of_type(clean_text(entity_type).strip(), limit)

    def by_name(self) -> list[Entity]:
        """Every entity, by name; of a larger palace than can be looked through, the first of them."""
        return self._store.graph.entities(READ_MAX)

    def recent(self, days: int, limit: int) -> list[Node]:
        """The nodes that changed in the last days, latest first."""
        since = self._clock() - timedelta(days=min(max(days, 0), _DAYS_MAX))
        return self._store.nodes.changed_since(since, min(limit, LISTED_MAX))

    def node(self, name: str) -> Node:
        """The node of that name. Raises NotFound."""
        key = self._store.nodes.keys([fold_name(name)]).get(fold_name(name))
        found = None if key is None else self._store.nodes.at([key]).get(key)
        if found is None:
            raise NotFound("node", name)
        return found

    def observed(self, name: str, until: datetime | None = None) -> tuple[Entity, list[Observation]]:
        """The entity of that name and what was observed of it, until a moment if one is given, by ordinal. Raises NotFound."""
        node = self.node(name)
        found = self._store.observations.of([node.key])[node.key]
        return node.entity, [each for each in found if until is None or each.created_at <= until]

    def set_summary(self, name: str, summary: str) -> Entity:
        """Replace the summary of a node. Raises NotFound."""
        summary, now = self._text(summary, "summary"), self._clock()
        with self._store.writing():
            entity = replace(self.node(name).entity, summary=summary, summary_updated_at=now, updated_at=now)
            self._store.graph.replace_entity(entity)
        return entity

    def set_tags(self, name: str, tags: Sequence[str]) -> Entity:
        """Replace the tags of a node. Raises NotFound."""
        with self._store.writing():
            entity = replace(self.node(name).entity, tags=_tags(tags), updated_at=self._clock())
            self._store.graph.replace_entity(entity)
        return entity

    def observe(self, batches: Sequence[tuple[str, Sequence[str]]]) -> list[tuple[str, list[Observation] | None]]:
        """Append observations to nodes by name; returns each node's name and what was added, None for an unknown node."""
        checked = [(name, [self._text(each, "contents") for each in contents]) for name, contents in batches]
        made = self._views.of_few([content for _, contents in checked for content in contents])
        added: list[tuple[str, list[Observation] | None]] = []
        with self._store.writing():
            nodes = self._known(name for name, _ in checked)
            for name, contents in checked:
                node = nodes.get(fold_name(name))
                fresh = None if node is None else self._store.observations.add(node.key, contents, self._clock())
                added.append((name if node is None else node.entity.name, fresh))
            written = [each for _, fresh in added for each in fresh or ()]
            # Vectors were made for everything that was sent; those for unknown nodes are dropped.
            self._finish(written, made if all(fresh is not None for _, fresh in added) else None)
        return added

    def replace_observation(self, name: str, ordinal: int, content: str) -> tuple[str, Observation, str]:
        """Replace the text of an observation; returns the node's name, the old observation and the new text. Raises NotFound."""
        content = self._text(content, "new_content")
        made = self._views.of_few([content])
        with self._store.writing():
            node = self.node(name)
            try:
                before = self._store.observations.replace(node.key, ordinal, content, self._clock())
            except NotFound as error:
                raise NotFound("observation", f"{node.entity.name} has none with ordinal {ordinal}") from error
            self._finish([replace(before, content=content)], made if before.content != content else None)
        return node.entity.name, before, content

    def forget_observations(self, batches: Sequence[tuple[str, Sequence[int]]]) -> list[tuple[str, list[int], list[int]]]:
        """Delete observations by ordinal; returns for each node its name, what was deleted, and what was not found."""
        done = []
        with self._store.writing():
            nodes = self._known(name for name, _ in batches)
            for name, ordinals in batches:
                node = nodes.get(fold_name(name))
                deleted = [] if node is None else self._store.observations.delete(node.key, ordinals)
                missing = [ordinal for ordinal in dict.fromkeys(ordinals) if ordinal not in set(deleted)]
                done.append((name if node is None else node.entity.name, deleted, missing))
        return done

    def named(self, name: str, entity_id: str | None = None) -> Entity:
        """The entity of that name, created if unknown, with the given id if there is one."""
        try:
            return self._store.graph.entity(name)
        except NotFound:
            now = self._clock()
            return self._added(Entity(entity_id or self._mint.alphanumeric(), name, now, now))

    def describe(self, name: str, *, kind: str | None = None, summary: str | None = None, user_id: str | None = None) -> Entity:
        """The entity of that name, created if needed; type, summary and user are filled in where they were empty."""
        name = self._secrets.text(check_name(name, "name"), Actor.AGENT, "name")
        kind = kind and check_name(kind, "entity_type")
        summary = summary and self._text(summary, "description")
        user_id = user_id and check_name(user_id, "user_id")
        with self._store.writing():
            is_new = fold_name(name) not in self._store.graph.named([fold_name(name)])
            entity = self.named(name)
            full = _filled(entity, self._clock(), kind, summary, user_id if is_new else None)
            if full != entity:
                self._store.graph.replace_entity(full)
        return full

    def _text(self, text: str, argument: str, actor: Actor = Actor.AGENT) -> str:
        """A text as it may be filed. Raises Invalid."""
        return self._secrets.text(check_content(text, argument), actor, argument)

    def _checked(self, draft: EntityDraft, actor: Actor) -> EntityDraft:
        has_summary = draft.summary is not None and bool(draft.summary.strip())
        return EntityDraft(
            self._secrets.text(check_name(draft.name, "name"), actor, "name"),
            check_name(draft.entity_type, "entity_type"),
            [self._text(content, "observations", actor) for content in draft.observations],
            self._text(draft.summary or "", "summary", actor) if has_summary else None,
            _tags(draft.tags),
        )

    def _entity(self, draft: EntityDraft, now: datetime) -> Entity:
        known = self._store.graph.named([fold_name(draft.name)]).get(fold_name(draft.name))
        if known is None:
            fresh = Entity(
                id=self._mint.alphanumeric(),
                name=draft.name,
                created_at=now,
                updated_at=now,
                type=draft.entity_type,
                summary=draft.summary,
                summary_updated_at=None if draft.summary is None else now,
                tags=tuple(draft.tags),
            )
            return self._added(fresh)
        if known.type == UNKNOWN and draft.entity_type != UNKNOWN:
            # The entity is only known from facts, so setting its type overwrites nothing.
            known = replace(known, type=draft.entity_type, updated_at=now)
            self._store.graph.replace_entity(known)
        return known

    def _added(self, entity: Entity) -> Entity:
        entity = self._store.graph.add_entity(entity)
        self._linking.link_entity(entity)
        return entity

    def _known(self, names: Iterable[str]) -> dict[str, Node]:
        keys = self._store.nodes.keys({fold_name(name) for name in names})
        nodes = self._store.nodes.at(list(keys.values()))
        return {folded: nodes[key] for folded, key in keys.items() if key in nodes}

    def _finish(self, written: Sequence[Observation], made: "list[Views] | None") -> None:
        self._linking.link_observations(written)
        if made is not None:
            self._views.put({each.key: views for each, views in zip(written, made, strict=True)})


def _filled(entity: Entity, now: datetime, kind: str | None, summary: str | None, user_id: str | None) -> Entity:
    if kind and entity.type == UNKNOWN:
        entity = replace(entity, type=kind, updated_at=now)
    if summary and entity.summary is None:
        entity = replace(entity, summary=summary, summary_updated_at=now, updated_at=now)
    return replace(entity, user_id=user_id) if user_id and entity.user_id is None else entity


def _first_spellings(names: Sequence[str]) -> dict[str, str]:
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(fold_name(name), name)
    return spelled


def _tags(tags: Sequence[str]) -> tuple[str, ...]:
    checked = tuple(dict.fromkeys(check_name(tag, "tags") for tag in tags))
    if len(checked) > TAGS_MAX:
        raise Invalid("tags", f"has {len(checked):,} entries; at most {TAGS_MAX} are allowed")
    return checked
