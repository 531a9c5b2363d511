"""The functions of triggers, rewritten for tables that lie in parts on several servers.

On a server the rows of a palace stand in parts of the tables, each with a number behind its name. A trigger there must name
those parts: the table itself would be asked for over the network, which a trigger may not do.
"""

import re
from collections.abc import Iterable, Sequence

from simonides.domain.errors import Invalid
from simonides.stores.postgres.connection.pool import Connection

BESIDE = """
CREATE OR REPLACE FUNCTION beside(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    part text := name || '_' || get_shard_id_for_distribution_column(name::regclass, current_palace());
BEGIN
    RETURN CASE WHEN to_regclass(part) IS NULL THEN name ELSE part END;
END
$$
""".strip()
"""The function that names the part of a table in which the rows of the present palace are, where that part is."""

_FUNCTIONS = """
    SELECT p.proname, p.prosrc, coalesce(p.proargnames, '{}'), pg_get_function_arguments(p.oid),
        pg_get_function_result(p.oid), l.lanname
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = current_schema()::regnamespace AND l.lanname IN ('sql', 'plpgsql')
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY p.proname
"""
_COMMENT = re.compile(r"\s*--[^\n]*")
_DECLARED = re.compile(r"^\s+(\w+) [\w\[\]]+", re.MULTILINE)
_CONTROL = re.compile(r"\s*(?:(?:IF|ELSIF)\b.*?\bTHEN\b|ELSE\b)?\s*", re.DOTALL)
_CONDITION = re.compile(r"\bIF\s+(.*?)\s+THEN", re.DOTALL)
_ANSWER = "is_beside"
_VERB = re.compile(r"(?:INSERT|UPDATE|DELETE|SELECT|PERFORM)\b")
_INTO = re.compile(r"\s+INTO\s+([\w.]+)\s*\Z")
_COLUMNS = re.compile(r"(INSERT INTO <\w+>(?: AS \w+)? \([^)]*\))")
_QUOTED = re.compile(r"('(?:[^']|'')*')")
_NO_ALIAS = "SET|WHERE|ON|JOIN|LEFT|USING|GROUP|ORDER|LIMIT|RETURNING|UNION|SELECT|VALUES|FROM"


def functions_for_shards(connection: Connection, tables: Sequence[str]) -> list[str]:
    """The statements that rewrite the functions of a database, those that need it; none when all is done. Raises Invalid."""
    statements = []
    for name, body, arguments, signature, result, language in connection.execute(_FUNCTIONS):
        if not is_for_shards(body, tables):
            whole = body if language == "plpgsql" else f"BEGIN\n{body.strip()};\nEND\n"
            text = for_shards(name, whole, arguments, tables)
            head = f"CREATE OR REPLACE FUNCTION {name}({signature}) RETURNS {result} LANGUAGE plpgsql"
            statements.append(f"{head} AS $shard$\n{text.strip()}\n$shard$")
    return [BESIDE, *statements] if statements else []


def for_shards(name: str, body: str, arguments: Sequence[str], tables: Iterable[str]) -> str:
    """The body of a function in PL/pgSQL, in which every statement names the parts beside the row. Raises Invalid."""
    among = "|".join(sorted(tables))
    head, begin, rest = _COMMENT.sub("", body).partition("BEGIN\n")
    variables = ["new", "old", *arguments, *_DECLARED.findall(head)]
    pieces = [_piece(piece, among, variables) for piece in rest.split(";")]
    if any(f"INTO {_ANSWER}" in piece for piece in pieces):
        head = (head if "DECLARE" in head else "DECLARE\n") + f"    {_ANSWER} boolean;\n"
    if left := [piece for piece in pieces if _reference(among).search(_plain(piece))]:
        raise Invalid(f"function {name}", f"cannot be rewritten for shards: {left[0].strip()}")
    return head + begin + ";".join(pieces)


def is_for_shards(body: str, tables: Iterable[str]) -> bool:
    """Whether a function reads or writes no table of palaces by its own name."""
    return "beside(" in body or _reference("|".join(sorted(tables))).search(_plain(_COMMENT.sub("", body))) is None


def _reference(among: str) -> re.Pattern[str]:
    """A table in a statement, with what stands before it."""
    named = rf"\b(?:INTO|FROM|JOIN|UPDATE|USING)\s+(?:{among})\b(?!\.)"
    return re.compile(rf"(?P<named>{named})|(?P<listed>,\s+(?:{among})(?=\s+(?!(?:{_NO_ALIAS})\b)\w{{1,2}}\b))")


def _plain(text: str) -> str:
    # What an EXECUTE runs stands between quotes.
    return _QUOTED.sub("''", text)


def _piece(piece: str, among: str, variables: Sequence[str]) -> str:
    control = _CONTROL.match(piece)
    before = control.group() if control else ""
    statement = piece[len(before) :]
    asked = _CONDITION.search(before)
    if asked and _reference(among).search(asked.group(1)):
        # A condition cannot be put together when it runs, but its answer can be asked for before.
        answer = _executed(f"SELECT {asked.group(1)} INTO {_ANSWER}", among, variables)
        before = f"{before[: asked.start()]}{answer};\n    IF {_ANSWER} THEN{before[asked.end() :]}"
    if _VERB.match(statement) is None or _reference(among).search(statement) is None:
        return before + statement
    return before + _executed(statement, among, variables)


def _executed(statement: str, among: str, variables: Sequence[str]) -> str:
    """The statement as one that is put together when it runs."""
    statement = re.sub(r"\APERFORM\b", "SELECT", statement)
    into = _INTO.search(statement)
    statement = statement[: into.start()] if into else statement
    statement = _reference(among).sub(lambda found: re.sub(rf"({among})\Z", r"<\1>", found.group()), statement)
    # Without a name of its own, the columns of a part would have to be called by its number.
    statement = re.sub(rf"(?<!INTO )<(\w+)>(?=\s*(?:\Z|[,)]|(?:{_NO_ALIAS})\b))", r"<\1> AS \1", statement)
    statement, used = _bound(statement, variables)
    text = re.sub(r"<(\w+)>", r"' || beside('\1') || '", "'{}'".format(statement.replace("'", "''")))
    target = f" INTO {into.group(1)}" if into else ""
    return f"EXECUTE {text}{target}" + (f" USING {', '.join(used)}" if used else "")


def _bound(statement: str, variables: Sequence[str]) -> tuple[str, list[str]]:
    """The statement with numbers in place of the function's variables, and those variables in order."""
    used: list[str] = []

    def number(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in used:
            used.append(name)
        place = f"${used.index(name) + 1}"
        return f"({place})" if name in {"new", "old"} else place

    wanted = re.compile(rf"(?<![.\w])({'|'.join(variables)})\b(?!\()")
    parts = _COLUMNS.split(statement)
    for index in range(0, len(parts), 2):
        texts = _QUOTED.split(parts[index])
        texts[::2] = [wanted.sub(number, text) for text in texts[::2]]
        parts[index] = "".join(texts)
    return "".join(parts), used
