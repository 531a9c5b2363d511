"""Names of code in a text: paths of files, and symbols that stand in backticks.

Only what nobody writes as an ordinary word is read: a path has a folder or a line beside its ending, or stands in backticks; a
symbol stands in backticks and is called, or has dots and a part that is spelled as only programmers spell.
"""

import re

from simonides.frozen import frozen

READ_MAX = 20_000
"""How much of a text is read."""
NAMES_MAX = 20
"""How many names of a text are read."""
_NAME_MAX = 200
_ENDING_MAX = 4
"""Up to how many small letters the last part of a dotted name is taken for the ending of a file."""
_LONG_ENDINGS = frozenset({"proto", "swift", "scala", "gradle", "sqlite", "ipynb", "svelte", "config", "local", "example"})

_TOKEN = re.compile(r"[^\s`'\"()\[\]{}<>,;|*]+")
_QUOTED = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_FILE_NAMED = re.compile(r"([\w.@+~/\\-]*[\w@+-]\.[A-Za-z][A-Za-z0-9]{0,9})(?::(\d{1,6})(?:[:-]\d{1,6})?)?")
_SYMBOL_NAMED = re.compile(r"([A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)*)(\([^()]{0,100}\))?")
_PARTED = re.compile(r"\.|::|#|->")
_PROGRAMMERS = re.compile(r"\w*[a-z][A-Z]|\w*[^\W_]_[^\W_]|_")


@frozen
class CodeName:
    """A name of code as a text has it: a path, perhaps with a line, or a symbol."""

    text: str
    path: str = ""
    """With `/` between its folders; empty for a symbol."""
    line: int | None = None
    symbol: tuple[str, ...] = ()
    """`AuthService.login` has two parts; empty for a path."""

    @property
    def ending(self) -> str:
        """The ending of a path's file, without the dot."""
        return self.path.rpartition(".")[2]


def code_names(text: str) -> list[CodeName]:
    """The names of code in the beginning of a text, in its order, each once."""
    text = text[:READ_MAX]
    found = [(match.start(), name) for match in _TOKEN.finditer(text) if (name := _path(match.group()))]
    found += [(match.start(1), name) for match in _QUOTED.finditer(text) if (name := _quoted(match.group(1).strip()))]
    unique = {name.text: name for _, name in sorted(found, key=lambda each: each[0])}
    return list(unique.values())[:NAMES_MAX]


def _quoted(text: str) -> CodeName | None:
    return _symbol(text) or _path(text, is_quoted=True)


def _path(text: str, *, is_quoted: bool = False) -> CodeName | None:
    text = text.rstrip(".:!?")
    match = _FILE_NAMED.fullmatch(text) if len(text) <= _NAME_MAX else None
    if match is None:
        return None
    path = match[1].replace("\\", "/")
    while path.startswith(("./", "../")):
        path = path.partition("/")[2]
    folder, _, name = path.rpartition("/")
    is_plain = not folder and not match[2] and not is_quoted
    # A host is no folder: `example.com/page.html`.
    if is_plain or not name.strip(".") or "//" in path or "." in folder.partition("/")[0].lstrip("."):
        return None
    return CodeName(text, path, int(match[2]) if match[2] else None)


def _symbol(text: str) -> CodeName | None:
    match = _SYMBOL_NAMED.fullmatch(text)
    if match is None:
        return None
    parts = tuple(_PARTED.split(match[1]))
    is_symbol = match[2] is not None or (len(parts) > 1 and not _is_file(parts) and any(map(_PROGRAMMERS.match, parts)))
    return CodeName(text, symbol=parts) if is_symbol else None


def _is_file(parts: tuple[str, ...]) -> bool:
    last = parts[-1]
    return (len(last) <= _ENDING_MAX and last.islower()) or last in _LONG_ENDINGS
