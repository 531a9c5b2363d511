"""Ranking of code chunks: meaning counts for more than words, unless the question is an identifier."""

import re
from collections.abc import Iterator
from itertools import islice

from simonides.domain.code import Chunk
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.text.words import QUESTION_MAX, identifiers

CODE = Recipe("code", vector_weight=0.85, exact_weight=0.1)
LINE_MAX = 200
"""How much of a line before a name is read."""
NAMES_MAX = 16
"""How many identifiers of a question are looked up."""
NAME_WEIGHT = 0.2
"""The bonus for a chunk that defines an identifier of the question; the best chunk by meaning and words scores 1."""

_IDENTIFIER = re.compile(r"[A-Za-z_$@~][\w$]*[?!]?(?:(?:\.|::|#|->)[A-Za-z_$~][\w$]*[?!]?)*(?:\(\))?")
_WORD = re.compile(r"(?<!\w)[A-Za-z_][\w.]*(?:\(\))?")
# Inner capitals, an underscore, or a capital after small letters.
_CODED = re.compile(r"[A-Z]{2,}[a-z]{2}|[a-z]\w*_\w|_\w|[A-Za-z]+[a-z][A-Z]|[A-Z][A-Z0-9]*_\w")
_SEPARATOR = re.compile(r"\.|::|#|->")
_NAME_SIGN = re.compile(r"[\w$]")
_TYPES = re.compile(r"\s*(?:[\w*&<>\[\],:]+\s+)*")
_ASSIGNMENT = re.compile(r"\s{0,40}(?::[^=\n]{1,200})?(?::=|=(?![=>]))")

DEFINES, ASSIGNS, MENTIONS = 3.0, 2.0, 1.0


def identifier_in(query: str) -> tuple[str, ...] | None:
    """The parts of the one identifier that a question consists of, as `Router.add` has two; None for any other question."""
    query = query[:QUESTION_MAX].strip().strip("`'\"")
    if not _IDENTIFIER.fullmatch(query):
        return None
    return tuple(_SEPARATOR.split(query.removesuffix("()").lstrip("@")))


def identifiers_named(query: str) -> list[str]:
    """The first identifiers inside a question: words spelled as only programmers spell them."""
    names = (name for word in _WORD.findall(query[:QUESTION_MAX]) for name in _coded(word))
    return list(islice(dict.fromkeys(names), NAMES_MAX))


def _coded(word: str) -> list[str]:
    if word.endswith("()"):
        return [word.removesuffix("()").rpartition(".")[2]]
    return [part for part in word.split(".") if _CODED.match(part)]


def looks_written(query: str) -> bool:
    """Whether a question is spelled as code: inner capitals, underscores, dots or parentheses."""
    return query.strip().endswith("()") or bool(identifiers(query[:QUESTION_MAX]))


def name_fit(chunk: Chunk, parts: tuple[str, ...]) -> float:
    """How closely a chunk matches an identifier: it defines it, assigns it, or only mentions it.

    Small bonuses: exact spelling and matching enclosing names. Small deductions: a later part of a definition, a test file.
    """
    name = parts[-1]
    if chunk.name is not None and chunk.name.casefold() == name.casefold():
        around = [part.casefold() for part in chunk.enclosing]
        fitting = sum(part.casefold() in around or part.casefold() in chunk.path.casefold() for part in parts[:-1])
        spelled = 0.5 if chunk.name == name else 0.0
        return DEFINES + spelled + 0.3 * fitting - 0.2 * min(chunk.part, 1) - (0.1 if "test" in chunk.path.casefold() else 0.0)
    places = list(_places(chunk.content, name))
    if any(_is_assigned(chunk.content, start, start + len(name)) for start in places):
        return ASSIGNS
    return MENTIONS if places else 0.0


def _places(content: str, name: str) -> Iterator[int]:
    """Where a name stands by itself."""
    start = content.find(name)
    while start >= 0:
        end = start + len(name)
        if not _NAME_SIGN.match(content[start - 1 : start]) and not _NAME_SIGN.match(content[end : end + 1]):
            yield start
        start = content.find(name, end)


def _is_assigned(content: str, start: int, end: int) -> bool:
    """Whether a name is given a value there: nothing but types stand before it in its line, and a sign follows."""
    before = content[max(start - LINE_MAX, 0) : start].rpartition("\n")[2]
    return _ASSIGNMENT.match(content, end) is not None and _TYPES.fullmatch(before) is not None
