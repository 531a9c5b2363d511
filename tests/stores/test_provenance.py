"""Provenance in stores: every filter by kind of source and trust class finds what the rule of the domain says."""

from itertools import product

from simonides.domain.memory import Memory, Origin, Scope
from simonides.domain.past.provenance import SourceKind, Trust
from simonides.ports.stores import Store
from stores.made import IDENTITY, memory, unit_vectors


def _made(name: str, added_by: str = "api", talk: str | None = None, role: str | None = None, **metadata: object) -> Memory:
    return memory(name, "apple", origin=Origin(added_by=added_by, conversation=talk, role=role), metadata=metadata)


MEMORIES = [
    (_made("told", "cli"), "person own"),
    (_made("noted"), "agent reported"),
    (_made("tool", "mcp", role="tool"), "agent third-party"),
    (_made("heard", "hook", "c", "user"), "conversation own"),
    (_made("replied", "hook", "c", "assistant"), "conversation reported"),
    (_made("read", "mine", "d", "user"), "conversation reported"),
    (_made("output", "mine", "d", "tool"), "conversation third-party"),
    (_made("page", "mine"), "file third-party"),
    (_made("blank", "mine", ""), "file third-party"),
    (_made("line", "import"), "import third-party"),
    # JSON knows no such number, and the text of the metadata holds it all the same.
    (_made("moved", imported_from="peer", rank=float("nan")), "import third-party"),
    (_made("vouched", "mine", trust_class="own", x=1), "file own"),
    (_made("doubted", "cli", trust_class="third-party"), "person third-party"),
    (_made("checked", trust_class="reported", imported_from="peer"), "import reported"),
    (_made("inside", x={"trust_class": "own"}), "agent reported"),
    (_made("behind", x=1, trust_class="own", imported_from="peer"), "agent reported"),
    (_made("strange", trust_class="royal", imported_from="peer"), "agent reported"),
    (_made("listed", trust_class=["own"]), "agent reported"),
]


def test_memories_are_what_the_rule_says() -> None:
    assert [f"{one.provenance.kind} {one.provenance.trust}" for one, _ in MEMORIES] == [told for _, told in MEMORIES]


def test_filters_by_provenance_find_what_the_rule_says(store: Store) -> None:
    store.claim(IDENTITY)
    keys = store.memories.add([one for one, _ in MEMORIES])
    store.search.put({key: unit_vectors(1, seed=key) for key in keys})
    kinds = [(), *((kind,) for kind in SourceKind), (SourceKind.FILE, SourceKind.PERSON)]
    trusts = [(), *((trust,) for trust in Trust), (Trust.OWN, Trust.REPORTED)]

    for scope in (Scope(source_kinds=kind, trusts=trust) for kind, trust in product(kinds, trusts)):
        expected = {one.id for one, _ in MEMORIES if scope.left_out_by(one) is None}
        near = store.search.nearest(unit_vectors(1), scope, 50)
        assert {one.id for one in store.memories.page(scope)} == expected
        assert store.memories.count(scope) == len(expected)
        assert {one.id for one in store.memories.at(near.keys.tolist()).values()} == expected
