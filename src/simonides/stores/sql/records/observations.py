"""Observations: texts attached to nodes, in the order of their ordinals, and the entities they name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from simonides.domain.errors import NotFound
from simonides.domain.graph import Observation
from simonides.domain.memory import ENTITIES, EVERYTHING, OBSERVED, SEMANTIC, Order, Place, PlaceCount, Scope
from simonides.domain.past.provenance import provenance_of
from simonides.frozen import frozen
from simonides.stores.sql.database import Database, Values, totals
from simonides.stores.sql.forms import OBSERVATION_ROW
from simonides.stores.sql.records.rows import Row, micros, moment
from simonides.stores.sql.search.words import KeepWords, word_count

_PROVENANCE = provenance_of(OBSERVED, None, None, {})
OBSERVATION_COLUMNS = f"{OBSERVATION_ROW.selected}, entity"


@frozen
class ObservationSql:
    """The SQL statements about observations."""

    next_ordinal: str
    raise_next: str
    insert: str
    ordinals: str
    from_ordinal: str
    of: str
    last: str
    at: str
    one: str
    replace: str
    drop_vectors: str
    delete: str
    forget_mentions: str
    set_mentions: str
    """Observations and entities that no longer exist are skipped, and so is a node that names itself."""
    add_mentions: str
    newest: str
    oldest: str
    inside: str
    count: str
    totals: str
    places: str


class Observations:
    """The observations of one palace; `keep_words` adds texts to the text index, `renew_means` recomputes nodes' vectors."""

    def __init__(
        self, database: Database, sql: ObservationSql, keep_words: KeepWords, renew_means: Callable[[Iterable[int]], None]
    ) -> None:
        self._database = database
        self._sql = sql
        self._keep_words = keep_words
        self._renew_means = renew_means

    def add(self, node: int, contents: Sequence[str], now: datetime) -> list[Observation]:
        """Append observations; ordinals go up by one and are never used twice. The node counts as changed."""
        if not contents:
            return []
        with self._database.writing():
            first = self._database.number(self._sql.next_ordinal, {"node": node})
            made = (Observation(0, ordinal, content, now, now) for ordinal, content in enumerate(contents, first))
            self._database.change_many(self._sql.insert, (_values(node, each) for each in made))
            return self._indexed(self._database.rows(self._sql.from_ordinal, {"node": node, "first": first}))

    def restore(self, node: int, observations: Sequence[Observation], next_ordinal: int) -> list[Observation]:
        """Keep observations under their former ordinals and times; known ordinals are skipped. Returns those kept."""
        with self._database.writing():
            known = {row[0] for row in self._database.rows(self._sql.ordinals, {"node": node})}
            fresh = {each.ordinal: each for each in observations if each.ordinal not in known}
            self._database.change_many(self._sql.insert, (_values(node, each) for each in fresh.values()))
            self._database.change(self._sql.raise_next, {"next": next_ordinal, "node": node})
            kept = self._database.rows(self._sql.of, {"nodes": self._database.listed([node])})
            return self._indexed([row for row in kept if row[1] in fresh])

    def of(self, nodes: Sequence[int]) -> dict[int, list[Observation]]:
        """For each node its observations, by ordinal."""
        found: dict[int, list[Observation]] = {int(node): [] for node in nodes}
        for row in self._database.rows(self._sql.of, {"nodes": self._database.listed(found)}):
            found[row[-1]].append(OBSERVATION_ROW.read(row))
        return found

    def last(self, nodes: Sequence[int], count: int) -> dict[int, list[Observation]]:
        """For each node its last observations, at most `count`, by ordinal."""
        found = {int(node): self._database.rows(self._sql.last, {"node": int(node), "limit": max(count, 0)}) for node in nodes}
        return {node: [OBSERVATION_ROW.read(row) for row in reversed(rows)] for node, rows in found.items()}

    def at(self, keys: Sequence[int]) -> dict[int, tuple[int, Observation]]:
        """For each row the node and the observation; rows that no longer exist are left out."""
        rows = self._database.rows(self._sql.at, {"keys": self._listed(keys)})
        return {row[0]: (row[-1], OBSERVATION_ROW.read(row)) for row in rows}

    def page(self, scope: Scope, order: Order, limit: int, offset: int = 0) -> list[int]:
        """The rows of observations whose memory face is in scope, newest or oldest first."""
        if not _may_hold(scope):
            return []
        sql = self._sql.oldest if order is Order.OLDEST else self._sql.newest
        values = {**_conditions(scope), "limit": max(limit, 0), "offset": max(offset, 0)}
        return [row[0] for row in self._database.rows(sql, values)]

    def inside(self, keys: Sequence[int], scope: Scope) -> list[int]:
        """Those of these rows whose memory face is in scope, ascending."""
        if not _may_hold(scope):
            return []
        rows = self._database.rows(self._sql.inside, {**_conditions(scope), "keys": self._listed(keys)})
        return [row[0] for row in rows]

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many observations have a memory face in scope; from a counter when all of them have."""
        if not _may_hold(scope):
            return 0
        total = totals(self._database, self._sql.totals)["observations"]
        # Most palaces have none.
        conditions = _conditions(scope) if total else {}
        is_all = all(value is None for value in conditions.values())
        return total if is_all else self._database.number(self._sql.count, conditions)

    def places(self) -> list[PlaceCount]:
        """The places of all memory faces, from the counts of entities."""
        if not self.count():
            return []
        rows = self._database.rows(self._sql.places)
        return [PlaceCount(Place(ENTITIES, kind), int(count), moment(latest)) for kind, count, latest in rows]

    def replace(self, node: int, ordinal: int, content: str, now: datetime) -> Observation:
        """Replace the text under an ordinal, which is then pending again; returns the former text. Raises NotFound."""
        with self._database.writing():
            row = self._database.row(self._sql.one, {"node": node, "ordinal": ordinal})
            if row is None:
                raise NotFound("observation", str(ordinal))
            before = OBSERVATION_ROW.read(row)
            if before.content != content:
                self._database.change(self._sql.drop_vectors, {"key": before.key})
                values = {"key": before.key, "content": content, "words": word_count(content), "updated_at": micros(now)}
                self._database.change(self._sql.replace, values)
                self._keep_words({before.key: content})
        return before

    def delete(self, node: int, ordinals: Sequence[int]) -> list[int]:
        """Remove observations with their words, vectors and mentions; returns the ordinals that existed, in the order given."""
        with self._database.writing():
            known = {row[0] for row in self._database.rows(self._sql.ordinals, {"node": node})}
            doomed = [ordinal for ordinal in dict.fromkeys(ordinals) if ordinal in known]
            if doomed:
                self._database.change(self._sql.delete, {"node": node, "ordinals": self._database.listed(doomed)})
                self._renew_means([node])
        return doomed

    def set_mentions(self, mentions: Mapping[int, Iterable[str]]) -> None:
        """Set for each observation the ids of the entities it names, in place of former ones."""
        with self._database.writing():
            self._database.change(self._sql.forget_mentions, {"keys": self._listed(mentions)})
            named = ({"key": int(key), "ids": self._database.listed(ids)} for key, ids in mentions.items() if ids)
            self._database.change_many(self._sql.set_mentions, named)

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Add observations that name an entity to those already noted."""
        with self._database.writing():
            self._database.change(self._sql.add_mentions, {"id": entity_id, "keys": self._listed(keys)})

    def _indexed(self, rows: list[Row]) -> list[Observation]:
        self._keep_words({row[0]: row[2] for row in rows})
        return [OBSERVATION_ROW.read(row) for row in rows]

    def _listed(self, keys: Iterable[int]) -> object:
        return self._database.listed(int(key) for key in keys)


def _may_hold(scope: Scope) -> bool:
    """Whether the memory face of any observation can be in scope."""
    foreign = (scope.hall, scope.author, scope.conversation, scope.role)
    is_like_one = scope.wing in (None, ENTITIES) and scope.kind in (None, SEMANTIC) and scope.added_by in (None, OBSERVED)
    is_wanted = is_like_one and scope.holds_provenance(_PROVENANCE)
    return is_wanted and not scope.is_ended and all(value is None for value in foreign)


def _conditions(scope: Scope) -> dict[str, object]:
    return {
        "room": scope.room,
        "tag": scope.tag,
        "user_id": scope.user_id,
        "source": scope.source,
        # An observation happened when it was filed, as far as anybody knows.
        "since": micros(max(filter(None, (scope.since, scope.happened_from)), default=None)),
        "until": micros(min(filter(None, (scope.until, scope.happened_before)), default=None)),
        "valid_at": micros(min(filter(None, (scope.valid_at, scope.recorded_at)), default=None)),
    }


def _values(node: int, observation: Observation) -> Values:
    return {**OBSERVATION_ROW.values(observation), "entity": node, "words": word_count(observation.content)}
