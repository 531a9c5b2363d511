"""Probe questions made from a text itself, without a model, as if by somebody who half remembers it."""

import random
import re
from collections.abc import Mapping

from simonides.domain.text.sentences import sentences, without_stop
from simonides.domain.text.words import index_words, query_words

HEADING_MAX = 80
SENTENCE_WORDS_MIN = 6
KEPT_SHARE = 2 / 3
RARE_WORDS = 3
TEXT_MAX = 20_000
"""How many characters of a text are read."""

_HEADING_MARK = re.compile(r"^[\W\d_]+")
_WORD = re.compile(r"[^\W_][\w'\u2019.-]*\w|\w")


def heading_of(text: str) -> str | None:
    """The first line, if it reads like a title of the rest."""
    first, _, rest = text[:TEXT_MAX].strip().partition("\n")
    heading = _HEADING_MARK.sub("", first).strip()
    is_title = len(first) <= HEADING_MAX and len(query_words(heading)) >= 2 and len(rest.strip()) > len(first)
    return heading if is_title else None


def gist_of(text: str, chance: random.Random) -> str | None:
    """One sentence with a third of its words dropped; in a script without spaces, the middle of a sentence."""
    told = [without_stop(sentence) for sentence in sentences(text[:TEXT_MAX])]
    worded = [words for sentence in told if len(words := sentence.split()) >= SENTENCE_WORDS_MIN]
    if worded:
        words = chance.choice(worded)
        kept = sorted(chance.sample(range(len(words)), round(len(words) * KEPT_SHARE)))
        return " ".join(words[index] for index in kept)
    unspaced = [sentence for sentence in told if len(query_words(sentence)) >= 2 * SENTENCE_WORDS_MIN]
    if not unspaced:
        return None
    sentence = chance.choice(unspaced)
    quarter = len(sentence) // 4
    return sentence[quarter:-quarter]


def rare_words_of(text: str, frequencies: Mapping[str, int]) -> str | None:
    """The words that the fewest memories hold, in text order; `frequencies` counts memories by indexed form (see `forms_in`)."""
    forms = forms_in(text)
    rarest = sorted(forms, key=lambda word: (frequencies.get(forms[word], 0), word))[:RARE_WORDS]
    return " ".join(word for word in forms if word in rarest) if len(rarest) == RARE_WORDS else None


def forms_in(text: str) -> dict[str, str]:
    """Each telling word of the text as written, with its indexed form."""
    forms = {}
    for word in dict.fromkeys(_WORD.findall(text[:TEXT_MAX])):
        if indexed := index_words(word):
            forms[word] = indexed[-1]
    return forms
