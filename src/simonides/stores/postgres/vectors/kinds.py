"""Kinds of vectors in PostgreSQL: for each kind of thing its table, the table of its vectors, and its join with them."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.frozen import frozen
from simonides.stores.sql.vectors.kinds import VectorSql

TABLES = ("vectors", "observation_vectors", "node_vectors", "chunk_vectors")
"""The tables of vectors."""


@frozen
class Kind:
    """One set of vectors that are compared with each other, and the things they belong to."""

    table: str
    vectors: str
    owner: str
    things: str
    """The things as a scope sees them, joined with their vectors `v`."""
    counter: str
    """The counter that says how many things have vectors."""
    perspective: int | None = None

    @property
    def within(self) -> str:
        """The condition that a vector `v` is of this kind."""
        return "v.palace = %(palace)s" + ("" if self.perspective is None else f" AND v.perspective = {self.perspective}")

    @property
    def sql(self) -> VectorSql:
        """The statements that write and read the vectors."""
        return VectorSql(
            of=f"""
                SELECT v.{self.owner}, halfvec_send(v.vector) FROM {self.vectors} v
                WHERE {self.within} AND v.{self.owner} = ANY(%(keys)s::bigint[]) ORDER BY v.{self.owner}, v.part
            """,
            present=f"SELECT key FROM {self.table} WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[])",
            drop=f"DELETE FROM {self.vectors} v WHERE {self.within} AND v.{self.owner} = ANY(%(keys)s::bigint[])",
            add=f"""
                INSERT INTO {self.vectors} (palace, {self.owner}, part, vector)
                VALUES (%(palace)s, %(owner)s, %(part)s, %(vector)s)
            """,
            mark_embedded=f"""
                UPDATE {self.table} SET embedded = true
                WHERE palace = %(palace)s AND NOT embedded AND key = ANY(%(keys)s::bigint[])
            """,
        )


MEMORIES = Kind(
    table="memories",
    vectors="vectors",
    owner="memory",
    things="JOIN memories m ON m.palace = v.palace AND m.key = v.memory",
    counter="embedded",
)

CHUNKS = Kind(
    table="chunks",
    vectors="chunk_vectors",
    owner="chunk",
    things="""
        JOIN chunks c ON c.palace = v.palace AND c.key = v.chunk
        JOIN files f ON f.palace = c.palace AND f.key = c.file JOIN projects p ON p.palace = c.palace AND p.key = c.project
    """,
    counter="chunks_embedded",
)


def observations_from(perspective: int) -> Kind:
    """Observations with their vectors from one perspective."""
    return Kind("observations", "observation_vectors", "observation", "", "observations_embedded", perspective)


def nodes_from(perspective: int) -> Kind:
    """Nodes with their mean vectors from one perspective."""
    return Kind("entities", "node_vectors", "entity", "", "entities", perspective)
