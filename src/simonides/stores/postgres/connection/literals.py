"""Values written into statements: settings of a transaction, numbers of locks, lists of keys."""

from collections.abc import Iterable

from psycopg.sql import quote

from simonides.digests import blake2b

VECTOR_BYTES = "halfvec_send("
"""What stands in statements that read vectors: their answers come as bytes, since digits would take twice as many."""


def setting(name: str, value: str) -> str:
    """The statement that sets a value for the triggers and row policies of one transaction.

    `set_config` would do on one server. `SET LOCAL` is what a coordinator hands on to the servers that hold the rows.
    """
    return f"SET LOCAL simonides.{name} = {quote(value)}"


def lock_key(*names: str) -> int:
    """The number of an advisory lock, from its name."""
    digest = blake2b("/".join(("simonides", *names)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def key_list(keys: Iterable[int]) -> str:
    """Keys as one bound value, for `= ANY(%(keys)s::bigint[])`: cheaper than a list where there are thousands."""
    return "{" + ",".join(map(str, keys)) + "}"
