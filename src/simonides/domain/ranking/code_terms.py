"""Ranking of code chunks: meaning counts for more than words, unless the question is an identifier."""

import re

from simonides.domain.code import Chunk
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.text.words import identifiers

CODE = Recipe("code", vector_weight=0.85, exact_weight=0.1)
NAME_WEIGHT = 0.2
"""The bonus for a chunk that defines an identifier of the question; the best chunk by meaning and words scores 1."""

_IDENTIFIER = re.compile(r"[A-Za-z_$@~][\w$]*[?!]?(?:(?:\.|::|#|->)[A-Za-z_$~][\w$]*[?!]?)*(?:\(\))?")
_WRITTEN = re.compile(
    r"\b(?:[A-Z]{2,}[a-z]{2,}\w*|[a-z]\w*_\w+|_\w+|[A-Za-z]+[a-z][A-Z]\w*|[A-Z][A-Z0-9]*_\w+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(\))"
)
_SEPARATOR = re.compile(r"\.|::|#|->")

DEFINES, ASSIGNS, MENTIONS = 3.0, 2.0, 1.0


def identifier_in(query: str) -> tuple[str, ...] | None:
    """The parts of the one identifier that a question consists of, as `Router.add` has two; None for any other question."""
    query = query.strip().strip("`'\"")
    if not _IDENTIFIER.fullmatch(query):
        return None
    return tuple(_SEPARATOR.split(query.removesuffix("()").lstrip("@")))


def identifiers_named(query: str) -> list[str]:
    """The identifiers inside a question: words spelled as only programmers spell them."""
    return [_SEPARATOR.split(word)[-1].removesuffix("()") for word in _WRITTEN.findall(query)]


def looks_written(query: str) -> bool:
    """Whether a question is spelled as code: inner capitals, underscores, dots or parentheses."""
    return query.strip().endswith("()") or bool(identifiers(query))


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
    if re.search(rf"^\s*(?:[\w*&<>\[\],:]+\s+)*{re.escape(name)}\s*(?::[^=\n]+)?(?::=|=(?![=>]))", chunk.content, re.MULTILINE):
        return ASSIGNS
    return MENTIONS if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", chunk.content) else 0.0
