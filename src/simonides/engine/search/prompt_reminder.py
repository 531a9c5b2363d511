"""Reminders for a prompt: memories that share its distinctive words, in few tokens, found without the model."""

from collections.abc import Iterable, Iterator

from simonides.domain.memory import EVERYTHING, Hit, Memory
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

HEADING = f"Memories that may matter here ({NOTICE}):"


def remind(palace: Palace, prompt: str, tokens_max: int = TOKENS, conversation: str | None = None) -> str:
    """The text to add to a prompt, empty when nothing is close; leaves out `conversation`, which the agent already sees."""
    words = {word for word in asked_words(clean_text(prompt)[:PROMPT_MAX]) if word.is_telling}
    if len(words) < WORDS_SHARED_MIN:
        return ""
    hits = palace.recall(prompt[:PROMPT_MAX], EVERYTHING, LOOKED_AT, LEXICAL)
    known = (hit for hit in hits if conversation is None or hit.memory.origin.conversation != conversation)
    lines = list(_fitting(_close(known, words), tokens_max - estimate_tokens(HEADING) - 1))
    return "\n".join([HEADING, *lines]) if lines else ""


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
