"""Words of a text: one tokenisation for every index and every question.

Words of any language are folded and lightly stemmed by the rules of English, so that a text and a question always match in the
words they share. For a text in another language, the stems of its words in that language follow, so that inflected words match
too; an English text gets none. Identifiers (`getUserName`, `OPS-1042`, `src/auth/jwt.py`) are kept whole and in parts. Scripts
without spaces become overlapping pairs of characters plus single characters, so that any substring is found. English function
words and lone letters are left out. A word holds only ASCII letters and digits, `_`, and non-ASCII characters.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from simonides.languages import Guess, guess, strangers
from simonides.languages.folding import even_out, fold
from simonides.languages.lexicon import lexicon
from simonides.languages.stems import has_rules, stem, stem_as_written
from simonides.languages.writing import MARKS, UNSPACED

VERSION = 4
"""Raised whenever the same text yields other words, through this module or the parts of `languages` it uses; stores then rebuild
their text index."""

LANGUAGES_MAX = 3
"""For a text in more languages than this, the stems of the other languages are left out."""

QUESTION_MAX = 4_000
"""How many characters of a question are read: agents paste whole prompts, and the first words say enough."""

PLAIN_MAX = 4
"""A question of this few words may be in another language without showing it."""

WHOLE_MAX = 120
"""Longer identifiers are indexed by their parts only."""

KEPT_MAX = 64
"""The forms of longer words are not kept: encoded data that somebody pastes may be a single word of a megabyte."""

_LETTER = rf"(?:(?![{UNSPACED}])[\w{MARKS}])"
# The same as `_run` for plain ASCII, without a look-ahead for every character.
_ASCII_RUN = re.compile(r"\w+(?:[-./:@#+']+\w+)*(?:\+\+|#)?", re.ASCII)
_PART = re.compile(rf"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z][\w{MARKS}]*")
_PIECE = re.compile(rf"{_LETTER}+")
_MARK = re.compile(f"[{MARKS}]")
_JOINTS = re.compile(r"[-_/.]+")
_CONTRACTION = re.compile(r"[^\W\d_]+['\u2019][^\W\d_]+")
_POSSESSIVE = re.compile(r"['\u2019]s\Z")


class AskedWord(NamedTuple):
    """A word to look for."""

    word: str
    stems: tuple[str, ...] = ()
    """Stems under which a text in another language may hold it."""
    is_telling: bool = True
    """False for a function word of the question's language: alone it fits too many texts, but it can be part of a phrase."""
    spelled: tuple[str, ...] = ()
    """Those of its stems that are spellings of a name in other scripts."""
    meant: tuple[str, ...] = ()
    """Those of its stems that mean the same in other languages."""
    in_pieces: tuple[tuple[str, ...], ...] = ()
    """Words of languages without spaces that mean the same: a text holds one where it holds all its pairs of signs."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Everything that is looked for beside the word."""
        return (*self.stems, *chain.from_iterable(self.in_pieces))


def index_words(text: str) -> list[str]:
    """Every word under which the text is indexed, in order, then the stems of its words in its own language."""
    even = even_out(text)
    languages = _languages(guess(even).likely)
    words = _words(even, is_question=False)
    return words + [form for part in _parts(even) for form in _stems_of(part, languages)] if languages else words


def query_words(text: str) -> list[str]:
    """The telling words to look for, in order, repeats included, then their stems in the languages that are likely."""
    words = asked_words(text)
    return in_all_forms([word for word in words if word.is_telling] or words)


def asked_words(text: str) -> list[AskedWord]:
    """The words to look for, in order, repeats included, each with its stems in the languages that are likely."""
    even = even_out(text[:QUESTION_MAX])
    guessed = guess(even)
    words = _words(_without_asking(even, guessed), is_question=True)
    unsaid = _unsaid(guessed)
    stems = _stems(even, guessed)
    return [AskedWord(word, stems.get(word, ()), word not in unsaid) for word in words]


def in_all_forms(words: Sequence[AskedWord]) -> list[str]:
    """Every form of some words: first each word itself, then the others."""
    return [each.word for each in words] + [form for each in words for form in each.forms]


def phrase_words(text: str) -> list[str]:
    """The words of a phrase, as they follow each other in every text that holds it."""
    return _words(even_out(text), is_question=True)


def word_form(word: str) -> str | None:
    """The form of one plain word in small letters under which texts hold it; None for one that no index holds.

    It is kept nowhere: whoever asks for the hundreds of words around a misspelt one shall not push out those that texts hold.
    """
    folded = fold(word)
    return stem(folded, "en") if _is_telling(folded) else None


@lru_cache(maxsize=4_096)
def name_words(name: str) -> frozenset[str]:
    """The words of a name, which may be joined by hyphens, underscores, slashes or dots."""
    return frozenset(index_words(_JOINTS.sub(" ", name)))


def identifiers(text: str) -> list[str]:
    """The whole forms of the identifiers in the text: words with digits, inner capitals or inner punctuation."""
    found = []
    for run in _run().finditer(even_out(text)):
        word = run.group("word")
        if word and _is_identifier(word):
            whole = _whole(word)
            if len(whole) <= WHOLE_MAX:
                found.append(whole)
    return found


def plain_words() -> frozenset[str]:
    """The function words of English, which no index holds."""
    return lexicon("en").function_words


def _words(even: str, *, is_question: bool) -> list[str]:
    if even.isascii():
        return list(chain.from_iterable(_forms_of_each(_ASCII_RUN.findall(even))))
    words: list[str] = []
    for run in _run().finditer(even):
        if characters := run.group("unspaced"):
            words += _pairs(characters, is_question=is_question)
        else:
            words += _forms_of(run.group("word"))
    return words


@cache
def _run() -> re.Pattern[str]:
    """A word, or a run of characters of a script without spaces."""
    return re.compile(rf"(?P<unspaced>[{UNSPACED}]+)|(?P<word>{_LETTER}+(?:[-./:@#+'\u2019]+{_LETTER}+)*(?:\+\+|#)?)")


def _pairs(characters: str, *, is_question: bool) -> list[str]:
    pairs = [first + second for first, second in pairwise(characters)]
    return [*pairs, *characters] if len(characters) == 1 or not is_question else pairs


def _forms_of_each(words: list[str]) -> Iterator[tuple[str, ...]]:
    # Most texts have no long word, and to tell so once is faster than to ask for each.
    return map(_kept_word_forms if max(map(len, words), default=0) <= KEPT_MAX else _forms_of, words)


def _forms_of(word: str) -> tuple[str, ...]:
    return (_kept_word_forms if len(word) <= KEPT_MAX else _word_forms)(word)


def _word_forms(word: str) -> tuple[str, ...]:
    forms = [stem(folded, "en") for part in _parts(word) if _is_telling(folded := fold(part))]
    if _is_identifier(word):
        whole = _whole(word)
        if 1 < len(whole) <= WHOLE_MAX:
            # `youtube`, a plain word, is stemmed; so the stem is added here for it to find `YouTube`.
            forms += dict.fromkeys([whole, stem(whole, "en")] if whole.isalpha() else [whole])
    return tuple(forms)


# The same words recur within a text and across texts.
_kept_word_forms = lru_cache(maxsize=65_536)(_word_forms)


def _parts(text: str) -> list[str]:
    parts = []
    for piece in _PIECE.findall(text):
        parts += [piece] if _is_one_word(piece) else _PART.findall(piece)
    return parts


def _languages(likely: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(language for language in likely if language != "en" and has_rules(language))[:LANGUAGES_MAX]


def _stems(even: str, guessed: Guess) -> dict[str, tuple[str, ...]]:
    """The stems to look for beside the words of a question."""
    parts, likely = _parts(even), guessed.likely
    if likely == ("en",):
        parts, likely = strangers(parts) if len(parts) <= PLAIN_MAX else ([], ())
    languages = _languages(likely)
    return {stem(fold(part), "en"): _stems_of(part, languages) for part in parts} if languages else {}


def _stems_of(part: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    return (_kept_own_forms if len(part) <= KEPT_MAX else _own_forms)(part, languages)


def _own_forms(part: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The stems of one word that differ from its English form."""
    small = part.casefold()
    stems = [stem_as_written(part, each) for each in languages if small not in lexicon(each).function_words]
    base = stem(fold(part), "en")
    return tuple(form for form in dict.fromkeys(stems) if form != base and len(form) > 1)


_kept_own_forms = lru_cache(maxsize=65_536)(_own_forms)


def _without_asking(even: str, guessed: Guess) -> str:
    """The question without its question phrases, in languages without spaces; never empty."""
    for known in map(lexicon, guessed.likely):
        if known.fillers and known.fillers.search(even):
            without = known.fillers.sub(" ", even)
            even = (known.particles.sub(" ", without) if known.particles else without).strip() or even
    return even


def _unsaid(guessed: Guess) -> frozenset[str]:
    """The function words of the question's language in their indexed form; none when the language is not sure."""
    if not guessed.is_sure or guessed.language == "en":
        return frozenset()
    return _function_words(guessed.likely)


@cache
def _function_words(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(form for language in languages for word in lexicon(language).function_words for form in _word_forms(word))


def _is_telling(folded: str) -> bool:
    # A lone accent folds to an empty string.
    return folded != "" and folded not in plain_words() and not (len(folded) == 1 and folded.isascii() and folded.isalpha())


def _is_one_word(piece: str) -> bool:
    letters = piece if piece.isascii() else _MARK.sub("", piece)
    if not letters:
        return True
    is_even = letters.islower() or letters.isupper() or letters.istitle() or letters.upper() == letters.lower()
    return letters.isalpha() and is_even


def _is_identifier(word: str) -> bool:
    return not (word.isdigit() or _is_one_word(word) or _CONTRACTION.fullmatch(word))


def _whole(word: str) -> str:
    pieces = _PIECE.findall(_POSSESSIVE.sub("", word))
    # The names of some programming languages end in signs: C++, C#.
    ending = "plus_plus" if word.endswith("++") else "sharp" if word.endswith("#") else None
    return "_".join([*pieces, ending] if ending else pieces).casefold()
