"""Reminders for a prompt: memories that share its distinctive words, in few tokens, found without the model."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType

from simonides.domain.memory import EVERYTHING, Hit, Memory, Origin
from simonides.domain.ranking.recipe import LEXICAL
from simonides.domain.text.quotation import NOTICE, place_of, quoted, source_of
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.text.words import AskedWord, asked_words, index_words
from simonides.domain.validation import clean_text
from simonides.engine.palace import Palace

TOKENS = 400
LOOKED_AT = 10
SNIPPET_MAX = 400
WORDS_SHARED_MIN = 2
PROMPT_MAX = 4_000
NONE_SEEN: Mapping[str, datetime | None] = MappingProxyType({})

HEADING = f"Memories that may matter here ({NOTICE}):"


def remind(palace: Palace, prompt: str, tokens_max: int = TOKENS, seen: Mapping[str, datetime | None] = NONE_SEEN) -> str:
    """The text to add to a prompt, empty when nothing is close.

    Leaves out the conversations that the agent has `seen`, each up to a moment, or all of it.
    """
    words = {word for word in asked_words(clean_text(prompt)[:PROMPT_MAX]) if word.is_telling}
    if len(words) < WORDS_SHARED_MIN:
        return ""
    hits = palace.recall(prompt[:PROMPT_MAX], EVERYTHING, LOOKED_AT, LEXICAL)
    known = (hit for hit in hits if not _is_seen(hit.memory.origin, seen))
    lines = list(_fitting(_close(known, words), tokens_max - estimate_tokens(HEADING) - 1))
    return "\n".join([HEADING, *lines]) if lines else ""


def _is_seen(origin: Origin, seen: Mapping[str, datetime | None]) -> bool:
    if origin.conversation is None or origin.conversation not in seen:
        return False
    until = seen[origin.conversation]
    return until is None or origin.event_time is None or origin.event_time <= until


def _close(hits: Iterable[Hit], words: set[AskedWord]) -> Iterator[Hit]:
    """The hits that share several words, or contain an identifier to the letter."""
    for hit in hits:
        held = set(index_words(hit.memory.content))
        shared = sum(not held.isdisjoint((each.word, *each.stems)) for each in words)
        if shared >= WORDS_SHARED_MIN or hit.exact > 0:
            yield hit


def _fitting(hits: Iterable[Hit], tokens_max: int) -> Iterator[str]:
    left = tokens_max
    for hit in hits:
        line = _line(hit.memory)
        left -= estimate_tokens(line) + 1
        if left < 0:
            return
        yield line


def _line(memory: Memory) -> str:
    return f"- {quoted(memory.content, SNIPPET_MAX)} ({place_of(memory)}; {source_of(memory)})"
