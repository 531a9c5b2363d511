"""Misspelt words of a question: one that nothing holds is read as a known word that is one slip of the hand away from it.

A slip is two letters in each other's place, one too many, one missing, or another one. The first letter is seldom missed, so it
stays, unless it changed places with the second. Two letters in each other's place, and one typed twice or once instead of twice,
are hardly ever another word. The other slips are: `chemin` is no misspelt `chemic`. They count where the dictionary knows the
language.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from simonides.domain.ranking.explanation import Misspelling
from simonides.domain.text.likely_names import SPELT_MIN
from simonides.domain.text.words import phrase_words, word_form
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
    absent = (word for word in likely if (forms := phrase_words(word)) and all(form in unknown for form in forms))
    return list(islice((word for word in absent if not is_spelt(word.lower())), MENDED_MAX))


def mended(text: str, strange: Sequence[str], held: Held, *, is_english: bool) -> MendedQuestion | None:
    """The question with its strange words as they seem to be meant; None where they seem to be meant as they are.

    The dictionary knows English alone: in another language most words that nothing holds are spelt as they should be. In English
    one that is no name may also be meant as a common word that nothing holds.
    """
    read = _in_english if is_english else _without_dictionary
    found = {typed: meant for typed in strange if (meant := read(typed, held))}
    if not found:
        return None
    said = _PLAIN.sub(lambda match: found.get(match.group(), match.group()), text)
    return MendedQuestion(said, tuple(Misspelling(typed, meant) for typed, meant in found.items()))


def _in_english(typed: str, held: Held) -> str | None:
    """The likeliest word that is one slip away from a word of an English question."""
    small, is_long = typed.lower(), len(typed) >= SPELT_MIN
    # Martin is no misspelt Marvin, nor Joana Jona; but `Augut` is August, which is no name.
    if typed.istitle() and not is_long:
        missing = (word for word in other_slips(small) if len(word) > len(small) and word in english_words())
        return _nearest(typed, tuple(sure_slips(small)), held) or _nearest(typed, tuple(missing), held)
    if (found := _nearest(typed, (*sure_slips(small), *other_slips(small)), held)) or typed.istitle():
        return found
    # A common word tells little, and is near to many others: `linter` is no misspelt `liner`.
    slips = (*sure_slips(small), *(other_slips(small) if is_long else ()))
    return next((word for word in slips if word in english_words()), None)


def _without_dictionary(typed: str, held: Held) -> str | None:
    """The likeliest word that is one slip away from a word of which nobody knows whether it is spelt right."""
    # Around a long word lie a thousand others, which take longer to look up than all the rest of a search.
    return _nearest(typed, tuple(sure_slips(typed.lower())), held) if len(typed) >= LETTERS_MIN else None


def _nearest(typed: str, slips: Sequence[str], held: Held) -> str | None:
    """The likeliest of some words that is held."""
    near = {word: form for word in dict.fromkeys(slips) if (form := word_form(word))}
    known = held(list(dict.fromkeys(near.values())))
    likely = [word for word, form in near.items() if form in known]
    # What is held may be the stem of a word that nobody writes: `bookeing`.
    likely.sort(key=lambda word: 0 if word in english_words() else 1 if is_spelt(word) else 2)
    return (likely[0].capitalize() if typed.istitle() else likely[0]) if likely else None


def sure_slips(word: str) -> Iterator[str]:
    """The words whose letters are swapped or typed twice, or once instead of twice, to give this one."""
    places = range(1, len(word))
    yield from (word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] for at in places if word[at] != word[at - 1])
    if len(word) < LETTERS_MIN:
        return
    yield from (word[:at] + word[at + 1 :] for at in places if word[at] == word[at - 1])
    yield from (word[:at] + word[at - 1] + word[at:] for at in (*places, len(word)))


def other_slips(word: str) -> Iterator[str]:
    """The words that are one letter away, what is meant most surely first."""
    if len(word) < LETTERS_MIN:
        return
    places = range(1, len(word))
    letters = _CYRILLIC if word[0] in _CYRILLIC else _LATIN
    yield from (word[:at] + word[at + 1 :] for at in places)
    yield from (word[:at] + letter + word[at:] for at in (*places, len(word)) for letter in letters)
    yield from (word[:at] + letter + word[at + 1 :] for at in places for letter in letters if letter != word[at])
