"""The pieces of a source file, by grammar where possible, otherwise by structure."""

from simonides.domain.code import Piece
from simonides.mining.code import grammars, structure
from simonides.mining.code.cutting import cut
from simonides.mining.code.outline import Definition, count


def pieces_of(text: str, language: str) -> list[Piece]:
    """The pieces of a file, in order; joined they are the text."""
    return cut(text, _outline(text, language))


def _outline(text: str, language: str) -> tuple[Definition, ...]:
    by_grammar = grammars.outline(text, language)
    if by_grammar is None:
        return structure.outline(text, language)
    found, has_error = by_grammar
    # A grammar that fails midway may lose the rest of the file; the lines still show its definitions.
    return max(found, structure.outline(text, language), key=count) if has_error else found
