"""Kinds of vectors in SQLite: for each kind of thing its table, the table of its vectors, and its names in the change log."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.frozen import frozen
from simonides.stores.sql.vectors.kinds import VectorSql

PERSPECTIVE_BITS = 48
OWNER_BITS = 12
"""A vector's key joins the perspective, the row of its owner and, in this many bits, the number of the part."""

_LAST = 2**63 - 1


@frozen
class Kind:
    """One set of vectors that are compared with each other, and the things they belong to."""

    name: str
    """The name of its cache file beside the palace."""
    table: str
    columns: str
    """For each thing its key, its group, its number of words, and whether it has ended."""
    counter: str
    """The counter that says how many things there are."""
    vectors: str
    owner: str
    lines: tuple[str, ...]
    """The names of the things and of their vectors in the change log."""
    first: int = 0
    last: int = _LAST
    """The vectors' keys lie between `first` and `last`."""
    conversation: str = "NULL"
    """The conversation that a thing is part of."""

    @property
    def every_thing(self) -> str:
        """The columns of everything, in the order of rows; the last one says whether it is part of a conversation."""
        return f"{self._things} ORDER BY key"

    @property
    def some_things(self) -> str:
        """The same of the rows in a list."""
        return f"{self._things} WHERE key IN (SELECT value FROM json_each(:keys)) ORDER BY key"

    @property
    def last_thing(self) -> str:
        """The highest row."""
        return f"SELECT max(key) FROM {self.table}"

    @property
    def how_many(self) -> str:
        """How many things there are, from the counters."""
        return f"SELECT value FROM counters WHERE name = '{self.counter}'"

    @property
    def every_vector(self) -> str:
        """Key, owner and vector, in the order of keys."""
        return f"SELECT key, {self.owner}, f16 FROM {self.vectors} WHERE {self._within('key')} ORDER BY key"

    @property
    def vectors_of(self) -> str:
        """The vectors of the owners in a list."""
        return f"SELECT key, {self.owner}, f16 {self._of_owners}"

    @property
    def vectors_at(self) -> str:
        """Key, owner and vector of the keys in a list."""
        return f"SELECT key, {self.owner}, f16 FROM {self.vectors} WHERE key IN (SELECT value FROM json_each(:keys)) ORDER BY key"

    @property
    def sql(self) -> VectorSql:
        """The statements that write and read the vectors."""
        return VectorSql(
            of=f"SELECT {self.owner}, f16 {self._of_owners}",
            present=f"SELECT key FROM {self.table} WHERE key IN (SELECT value FROM json_each(:keys))",
            drop=f"DELETE FROM {self.vectors} WHERE {self.owner} IN (SELECT value FROM json_each(:keys))",
            add=f"INSERT INTO {self.vectors} ({self.owner}, part, f16) VALUES (:owner, :part, :vector)",
            mark_embedded=f"""
                UPDATE {self.table} SET embedded = 1 WHERE embedded = 0 AND key IN (SELECT value FROM json_each(:keys))
            """,
        )

    @property
    def tail(self) -> str:
        """The rows that the log names after a line, each once."""
        kinds = ", ".join(f"'{line}'" for line in self.lines)
        return f"SELECT DISTINCT row FROM changes WHERE seq > ? AND kind IN ({kinds}) LIMIT ?"

    @property
    def _things(self) -> str:
        return f"SELECT {self.columns}, {self.conversation} IS NOT NULL FROM {self.table}"

    @property
    def _of_owners(self) -> str:
        # The plus stops SQLite from reading the whole range of keys instead of looking up the owners.
        return f"""
            FROM {self.vectors} WHERE {self.owner} IN (SELECT value FROM json_each(:keys)) AND {self._within("+key")}
            ORDER BY {self.owner}, key
        """

    def _within(self, key: str) -> str:
        return f"{key} BETWEEN {self.first} AND {self.last}"


MEMORIES = Kind(
    name="vectors",
    table="memories",
    columns="key, place_id, words, ended_at IS NOT NULL",
    counter="memories",
    vectors="vectors",
    owner="memory",
    lines=("memory", "vector"),
    conversation="conversation",
)


def observations_from(perspective: int) -> Kind:
    """Observations with their vectors from one perspective; each is grouped under its node."""
    first = perspective << PERSPECTIVE_BITS
    return Kind(
        name=f"observations.{perspective}",
        table="observations",
        columns="key, entity, words, 0",
        counter="observations",
        vectors="observation_vectors",
        owner="observation",
        lines=("observation", "observation_vector"),
        first=first,
        last=first + (1 << PERSPECTIVE_BITS) - 1,
    )


def nodes_from(perspective: int) -> Kind:
    """Nodes with their mean vectors from one perspective."""
    first = perspective << PERSPECTIVE_BITS
    return Kind(
        name=f"nodes.{perspective}",
        table="entities",
        columns="key, 0, 0, 0",
        counter="entities",
        vectors="node_vectors",
        owner="entity",
        lines=("entity", "node_vector"),
        first=first,
        last=first + (1 << PERSPECTIVE_BITS) - 1,
    )
