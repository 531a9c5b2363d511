"""A reader of SQL that tells whether a router could send a statement to the one server where its palace lies.

It can when every table of a palace, in every query and every query inside of it, is bound to the palace by a value: a
comparison with the palace of an outer query is not enough, since a router looks at each query alone.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from simonides.stores.postgres import migrations

Part = str | tuple["Part", ...]
Parts = Sequence["Part"]

PALACE = "%(palace)s"
STATEMENT = re.compile(r"\s*\(?\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b")
_TOKEN = re.compile(r"E?'(?:[^']|'')*'|\"[^\"]*\"|%\(\w+\)s|%s|%%|\w+|::|<=>|[<>!|&]+=?|[^\s\w]")
_MADE = re.compile(r"CREATE TABLE (\w+) \((.*?)\n\)", re.DOTALL)
_COMBINED = {"UNION", "EXCEPT", "INTERSECT"}
_NAMING = {"FROM", "JOIN", "UPDATE", "USING"}
_NO_ALIAS = {
    *("WHERE", "SET", "ON", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "GROUP", "ORDER", "LIMIT", "HAVING", "USING"),
    *("OFFSET", "RETURNING", "VALUES", "SELECT", "UNION", "WITH", "FOR", "DEFAULT"),
}
_AFTER_TABLES = {"WHERE", "SET", "GROUP", "ORDER", "LIMIT", "HAVING", "RETURNING", "VALUES", "SELECT", "WINDOW"}
_WRITES = re.compile(r"CREATE (?:OR REPLACE )?FUNCTION (\w+)\([^)]*\)\s+RETURNS void")


@cache
def palace_tables() -> frozenset[str]:
    """The tables whose rows belong to a palace, as the migrations make them."""
    return frozenset(name for name, columns in _MADE.findall(_scripts()) if re.search(r"\bpalace bigint", columns))


@cache
def writing_functions() -> frozenset[str]:
    """The functions that return nothing, but write."""
    return frozenset(_WRITES.findall(_scripts()))


@cache
def faults(statement: str) -> tuple[str, ...]:
    """Why a router could not route a statement; nothing when it can, or when it is no statement on rows."""
    if "SET LOCAL" in statement and ";" in statement:
        return ("a setting would be handed on with everything else in its text",)
    if STATEMENT.match(statement) is None:
        return ()
    text = re.sub(r"--[^\n]*", "", statement)
    return tuple(_level(_nested(iter(_TOKEN.findall(text)))))


@cache
def _scripts() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in Path(migrations.__file__).parent.glob("*.sql"))


def _nested(signs: Iterator[str]) -> tuple[Part, ...]:
    found: list[Part] = []
    for sign in signs:
        if sign == ")":
            break
        found.append(_nested(signs) if sign == "(" else sign)
    return tuple(found)


def _level(parts: Parts) -> Iterator[str]:
    """The faults of one pair of brackets, which may hold several queries."""
    for query in _split(parts, _COMBINED):
        if any(word in query for word in ("SELECT", "INSERT", "UPDATE", "DELETE")):
            yield from _query(query)
        yield from (fault for part in query if isinstance(part, tuple) for fault in _level(part))


def _query(query: list[Part]) -> Iterator[str]:
    tables = dict(_tables(query))
    if "INTO" in query:
        yield from _inserted(query)
        return
    bound = _bound(query, set(tables))
    yield from (f"{table} is not bound to the palace" for alias, table in tables.items() if alias not in bound)
    if not tables and writing_functions() & {part for part in query if isinstance(part, str)}:
        yield "a function that writes is asked of no row of the palace"


def _inserted(query: list[Part]) -> Iterator[str]:
    at = query.index("INTO")
    target, columns = query[at + 1], query[at + 2]
    if target not in palace_tables():
        return
    place = _items(columns).index(["palace"]) if isinstance(columns, tuple) and ["palace"] in _items(columns) else None
    if place is None:
        yield f"what is inserted into {target} names no palace"
    elif "VALUES" in query:
        rows = [part for part in query[query.index("VALUES") :] if isinstance(part, tuple)]
        yield from (f"a row for {target} has no value for the palace" for row in rows[:1] if not _is_value(row, place))
    else:
        yield f"what is inserted into {target} would be planned for every part of it, and wait for any that moves"


def _is_value(row: Parts, place: int) -> bool:
    return _items(row)[place] in ([PALACE], ["%s"])


def _tables(query: list[Part]) -> Iterator[tuple[str, str]]:
    """Alias and name of each table of palaces that the query itself names."""
    is_listing = False
    for number, part in enumerate(query):
        before = query[number - 1] if number else ""
        if part in _NAMING and before not in {"DISTINCT", "DO", "FOR"}:
            is_listing = True
            yield from _named(query, number + 1)
        elif part == "," and is_listing:
            yield from _named(query, number + 1)
        elif part in _AFTER_TABLES:
            is_listing = False


def _named(query: list[Part], at: int) -> Iterator[tuple[str, str]]:
    name = query[at] if at < len(query) else ""
    if not isinstance(name, str) or name not in palace_tables():
        return
    rest = [part for part in query[at + 1 : at + 3] if part != "AS"]
    alias = rest[0] if rest and isinstance(rest[0], str) else ""
    yield (alias if re.fullmatch(r"\w+", alias) and alias not in _NO_ALIAS else name), name


def _bound(query: list[Part], aliases: set[str]) -> set[str]:
    """The aliases that comparisons bind to the palace, straight or by way of another table of the same query."""
    pairs = []
    for clause in _clauses(query):
        if "OR" not in clause:
            pairs += [pair for term in _split(clause, {"AND"}) if (pair := _equal(term, aliases)) is not None]
    bound = {PALACE}
    for _ in pairs:
        for one, two in pairs:
            bound |= {one, two} if bound & {one, two} else set()
    return bound


def _clauses(query: list[Part]) -> list[list[Part]]:
    """The conditions of the query: what stands behind each WHERE and ON."""
    found: list[list[Part]] = []
    for clause in _split(query, {"WHERE", "ON"}, is_kept=True)[1:]:
        ends = _AFTER_TABLES | {"JOIN", "LEFT", "RIGHT", "FULL", "CROSS", "INNER"}
        end = next((number for number, part in enumerate(clause) if isinstance(part, str) and part in ends), len(clause))
        found.append(clause[:end])
    return found


def _equal(term: list[Part], aliases: set[str]) -> tuple[str, str] | None:
    if term.count("=") != 1:
        return None
    sides = [_side(side, aliases) for side in _split(term, {"="})]
    one, two = sides if len(sides) == 2 else (None, None)
    return (one, two) if one is not None and two is not None else None


def _side(side: list[Part], aliases: set[str]) -> str | None:
    if side == [PALACE]:
        return PALACE
    if side == ["palace"] and len(aliases) == 1:
        return next(iter(aliases))
    if len(side) == 3 and side[1:] == [".", "palace"] and side[0] in aliases:
        return str(side[0])
    return None


def _items(parts: Part | Parts) -> list[list[Part]]:
    return _split(parts, {","}) if isinstance(parts, tuple | list) else []


def _split(parts: Parts, words: set[str], *, is_kept: bool = False) -> list[list[Part]]:
    """The parts between words; with `is_kept`, also empty ones."""
    found: list[list[Part]] = [[]]
    for part in parts:
        if isinstance(part, str) and part in words:
            found.append([])
        else:
            found[-1].append(part)
    return found if is_kept else [each for each in found if each]
