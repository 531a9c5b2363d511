"""Misspelt words of a question: one that nothing holds is read as a known word that is one slip of the hand away from it.

A slip is two letters in each other's place, one too many, one missing, or another one. The first letter is seldom missed, so it
stays, unless it changed places with the second.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from simonides.domain.ranking.explanation import Misspelling
from simonides.domain.text.likely_names import SPELT_MIN
from simonides.domain.text.words import phrase_words
from simonides.frozen import frozen
from simonides.languages.letters import english_words
from simonides.languages.stems import is_spelt

MENDED_MAX = 3
"""How many words of one question are looked at: each has hundreds of others around it."""
LETTERS_MIN, SWAPPED_MIN = 5, 4
"""A shorter word is one slip away from too many others; two swapped letters are a slip from four letters on."""
LETTERS_MAX = 24

# What is written in one with signs or digits is an identifier, a path or an address, and meant to the letter.
_PLAIN = re.compile(r"(?<![^\s\"'“„«(¿¡-])(?<!\d-)[^\W\d_]+(?=['’]s\b|[\s\"'’”“»),.;:!?-]|\Z)(?!-\d|[.:]\S|['’](?!s\b)\w)")
_LATIN, _CYRILLIC = "abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюяіїє"

Held = Callable[[Sequence[str]], Collection[str]]
"""Returns those of some words that anything in the palace holds."""


@frozen
class MendedQuestion:
    """A question with the words that seem to be meant."""

    text: str
    misspelt: tuple[Misspelling, ...]


def strange_words(text: str, unknown: Collection[str]) -> list[str]:
    """The plain words of a question that nothing holds (`unknown` are all of these) and that are no common words either."""
    words = dict.fromkeys(_PLAIN.findall(text))
    likely = (word for word in words if SWAPPED_MIN <= len(word) <= LETTERS_MAX and (word.islower() or word.istitle()))
    held = ((word, phrase_words(word)) for word in likely if not is_spelt(word.lower()))
    return [word for word, forms in held if forms and all(form in unknown for form in forms)][:MENDED_MAX]


def mended(text: str, strange: Sequence[str], held: Held, *, is_english: bool) -> MendedQuestion | None:
    """The question with its strange words as they seem to be meant; None where they seem to be meant as they are.

    In an English question one that is no name may also be meant as a common word that nothing holds.
    """
    common = english_words() if is_english else frozenset[str]()
    found = {typed: meant for typed in strange if (meant := _meant(typed, held, common))}
    if not found:
        return None
    said = _PLAIN.sub(lambda match: found.get(match.group(), match.group()), text)
    return MendedQuestion(said, tuple(Misspelling(typed, meant) for typed, meant in found.items()))


def _meant(typed: str, held: Held, common: Collection[str]) -> str | None:
    """The likeliest known word that is one slip away."""
    near = {word: phrase_words(word) for word in dict.fromkeys(slips(typed.lower(), is_name=typed.istitle()))}
    known = held(list({form for forms in near.values() for form in forms}))
    likely = [word for word, forms in near.items() if forms and all(form in known for form in forms)]
    # What is held may be the stem of a word that nobody writes: `bookeing`.
    likely.sort(key=lambda word: 0 if word in english_words() else 1 if is_spelt(word) else 2)
    if not likely and typed.islower():
        likely = [word for word in near if word in common]
    return (likely[0].capitalize() if typed.istitle() else likely[0]) if likely else None


def slips(word: str, *, is_name: bool = False) -> Iterator[str]:
    """The words that are one slip away, what is meant most surely first."""
    places = range(1, len(word))
    yield from (word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] for at in places if word[at] != word[at - 1])
    if len(word) < LETTERS_MIN:
        return
    letters = _CYRILLIC if word[0] in _CYRILLIC else _LATIN
    yield from (word[:at] + word[at + 1 :] for at in places)
    yield from (word[:at] + letter + word[at:] for at in (*places, len(word)) for letter in letters)
    # Martin is no misspelt Marvin.
    if not is_name or len(word) >= SPELT_MIN:
        yield from (word[:at] + letter + word[at + 1 :] for at in places for letter in letters if letter != word[at])
