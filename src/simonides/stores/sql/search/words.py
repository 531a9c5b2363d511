"""The words of a text as a text index holds them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from simonides.domain.text.words import index_words


class KeepWords(Protocol):
    """Puts the words of rows into the text index, in place of their former ones, unless the rows are new."""

    def __call__(self, texts: Mapping[int, str], *, are_new: bool = False) -> None:
        """Keep the words of texts, within the caller's transaction."""
        ...


# A row's words are needed twice in a row: for the index and for their count.
@lru_cache(maxsize=4)
def joined_words(text: str) -> str:
    """The words of a text as the text index takes them."""
    return " ".join(index_words(text))


def word_count(text: str) -> int:
    """How many words the text index holds of a text."""
    joined = joined_words(text)
    return joined.count(" ") + 1 if joined else 0


def kept_by_triggers(texts: Mapping[int, str], *, are_new: bool = False) -> None:
    """Does nothing: triggers of the database keep the index up to date."""
