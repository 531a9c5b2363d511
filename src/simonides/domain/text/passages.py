"""Passages: the part of a long text that answers a question, and a share of an answer's tokens for each of several texts."""

import re
from collections import Counter
from collections.abc import Sequence

from simonides.domain.text.token_estimate import cut_to_tokens, estimate_tokens, shorten
from simonides.domain.text.words import query_words
from simonides.frozen import frozen

WORDS_MAX = 40
"""How many words of a question are looked for."""
MARGIN = 0.15
"""The share of a passage that stands before its first word of the question, and up to once more if a sentence begins there."""
WORD_MAX = 20
"""A passage that would begin within a word begins after it, unless the word is longer than this."""
_JOINT = r"[-./:@#_]"
_BREAK = re.compile(r"[.!?。！？]\s|\n")


@frozen
class Passage:
    """A part of a text: its words, where they begin, and how many characters the whole has."""

    text: str
    start: int
    length: int

    @property
    def end(self) -> int:
        """The character after the last one."""
        return self.start + len(self.text)

    @property
    def is_whole(self) -> bool:
        """Whether nothing was cut."""
        return len(self.text) == self.length

    def told(self, key: str) -> str:
        """Its words, and what was cut, if anything was; the key names who has the rest."""
        if self.is_whole:
            return self.text
        return f"{self.text} [characters {self.start:,} to {self.end:,} of {self.length:,}; {key} has the rest]"


def passage_of(text: str, question: str, tokens_max: int) -> Passage:
    """The part of a text, of at most so many tokens, that holds most of the question's words; if none, the beginning."""
    if len(text) <= tokens_max or estimate_tokens(text) <= tokens_max:
        return Passage(text, 0, len(text))
    places = _places(text, question)
    # About as many characters as the tokens are worth in this text.
    size = max(1, len(text) * tokens_max // estimate_tokens(text))
    start = _start(text, places, size)
    kept = cut_to_tokens(text[start : start + 2 * size], tokens_max).removesuffix("...")
    return Passage(kept, start, len(text))


def excerpt_of(text: str, question: str, length_max: int) -> str:
    """The same in characters and on one line, with an ellipsis at each end that was cut."""
    line = " ".join(text.split())
    if len(line) <= length_max:
        return line
    places = _places(line, question)
    return excerpt_at(line, _start(line, places, length_max), length_max)


def excerpt_at(line: str, begin: int, length_max: int) -> str:
    """So many characters of a line from a place on, or from before it where the line ends too soon."""
    start = max(0, min(begin, len(line) - length_max))
    start = start if not start or line[start - 1] == " " else line.find(" ", start, start + WORD_MAX) + 1 or start
    kept = shorten(line[start:], length_max)
    return f"{'…' if start else ''}{kept}{'…' if start + len(kept) < len(line) else ''}"


def coverage(text: str, question: str) -> float:
    """The share of the question's words that a text holds; 1 when it has none to look for."""
    words = {word for word in query_words(question) if len(word) > 1}
    told = {word for _, word in _places(text, question)}
    return sum(any(word in each for each in told) for word in words) / len(words) if words else 1.0


def shares(needs: Sequence[int], tokens_max: int) -> list[int]:
    """How many tokens each text gets: what it needs, or an equal part of what the shorter ones leave."""
    given, left = [0] * len(needs), tokens_max
    for rank, index in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        given[index] = min(needs[index], left // (len(needs) - rank))
        left -= given[index]
    return given


def _places(text: str, question: str) -> list[tuple[int, str]]:
    words = sorted({word for word in query_words(question) if len(word) > 1}, key=len, reverse=True)[:WORDS_MAX]
    if not words:
        return []
    # The whole form of an identifier, `ops_1042`, has the signs that join it in texts as underscores.
    pattern = re.compile("|".join(re.escape(word).replace("_", _JOINT) for word in words), re.IGNORECASE)
    return [(found.start(), re.sub(_JOINT, "_", found.group().casefold())) for found in pattern.finditer(text)]


def _densest(places: Sequence[tuple[int, str]], size: int) -> int:
    """Where the stretch of that size begins that tells most; the first of several.

    A word tells less the more often the text holds it: in a text about a boat the key is where it is named.
    """
    often, counts = Counter(word for _, word in places), Counter[str]()
    best, most, begin = places[0][0], 0.0, 0
    for place, word in places:
        counts[word] += 1
        while place - places[begin][0] > size:
            counts[places[begin][1]] -= 1
            begin += 1
        told = sum(1 / often[each] for each, count in counts.items() if count)
        if told > most + 1e-9:
            best, most = places[begin][0], told
    return best


def _start(text: str, places: Sequence[tuple[int, str]], size: int) -> int:
    """Where a passage of that size begins: somewhat before what tells most, with its sentence or line if that is near."""
    if not places:
        return 0
    margin = int(size * MARGIN)
    # With both margins before it, what tells most shall not stand behind the end.
    place = max(0, _densest(places, size - 2 * margin) - margin)
    near = max(0, place - margin)
    breaks = [found.end() for found in _BREAK.finditer(text, near, place)]
    return breaks[-1] if breaks else (0 if near == 0 else place)
