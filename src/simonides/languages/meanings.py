"""Everyday words of sixteen languages that mean the same: `rent` is `Miete`, `loyer` and 家賃.

The encoder for other languages learnt from manuals and games, and hardly knows what a kitchen holds; and a note in the language
of the question has words in common with it, which one in another never has. `meanings.txt` has a line for each meaning and a
column for each language. What comes out are forms of the text index, and whole words of languages without spaces.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from simonides.languages import guess, letters
from simonides.languages.folding import even_out, fold
from simonides.languages.lexicon import lexicon
from simonides.languages.stems import stem, stem_as_written
from simonides.languages.writing import sets_no_spaces

COMMON = {
    "de": "und der das nicht ist wird ein eine mit auf von bei sich wir den im",
    "fr": "les la le des du pour dans avec une est sur pas qui nous",
    "es": "que el la los las del para por con una se en",
    "it": "che il la della per non una con gli sono nel si di",
    "pt": "que para com uma não dos das em no os mais se",
    "nl": "het een de van niet voor met zijn wordt ook op",
    "sv": "och att är för inte på med som det en till av",
    "pl": "nie się na przez dla jest jak po tylko od że ma",
    "cs": "na se je není jsou které když pro že po jen má",
    "tr": "bir ve için bu ile olarak daha değil çok sonra her var",
    "ru": "и в на не что",
    "uk": "і в на не що",
    "zh": "的 在 是 了 一",
    "ja": "の は を に",
    "ko": "이 다 에",
}
"""Words that most texts of a language hold some of."""
SPACED_SCRIPTS = frozenset({"ru", "uk"})
"""The languages of which one such word is enough: no name holds it as a word of its own."""
OWN_SCRIPTS = SPACED_SCRIPTS | {"zh", "ja", "ko"}
"""The languages that are told by their script, in which names are written in other texts, too."""
TOGETHER = dict.fromkeys(COMMON, 2) | {"tr": 1}
"""How many of them a text holds most often; Turkish says with endings what others say with words."""

READ_MAX = 1_000
"""How many characters of a question are read."""
_SHORT = 2
"""A word of so few letters is too often another one."""


@cache
def common_words() -> dict[str, tuple[str, ...]]:
    """The words of `COMMON` as they are indexed."""
    return {language: tuple(stem(fold(word), "en") for word in words.split()) for language, words in COMMON.items()}


@lru_cache(maxsize=64)
def in_other_languages(question: str, present: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """For each word of a question, the forms of words that mean the same in English and in the languages present; mostly none."""
    even = even_out(question[:READ_MAX])
    guessed = guess(even)
    own, wanted = guessed.likely, sorted({"en", *present} - {guessed.language})
    if not wanted:
        return {}
    found: dict[str, dict[str, None]] = {}
    plain = frozenset[str]().union(*map(_function_words, {"en", *present}))
    for word, meaning in _meant(even, own):
        found.setdefault(word, {}).update(dict.fromkeys(form for each in wanted for form in _forms(meaning, each, plain)))
    return {word: tuple(form for form in forms if form != word) for word, forms in found.items()}


def _meant(even: str, own: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """The words of a question, as they are indexed, with what each may mean."""
    for part in letters.words_in_order(even):
        for language in own:
            for meaning in _by_stem(language).get(stem_as_written(part, language), ()):
                yield stem(fold(part), "en"), meaning
    if sets_no_spaces(even):
        for language in own:
            rest = even
            for phrase, meanings in _by_phrase(language).items():
                if phrase in rest:
                    # A text without spaces is asked for by pairs of signs; most words that share some share their first.
                    yield from ((phrase[-2:], meaning) for meaning in meanings)
                    rest = rest.replace(phrase, " ")


@cache
def _by_stem(language: str) -> dict[str, tuple[int, ...]]:
    """The meanings of each stem of a language."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(_columns().get(language, ())):
        for word in words:
            if not sets_no_spaces(word):
                found.setdefault(stem_as_written(word, language), []).append(number)
    return {each: tuple(dict.fromkeys(numbers)) for each, numbers in found.items()}


@cache
def _by_phrase(language: str) -> dict[str, tuple[int, ...]]:
    """The meanings of each word of a language without spaces, the longest first: 文件夹 is no 文件."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(_columns().get(language, ())):
        for word in words:
            if sets_no_spaces(word) and len(word) > 1:
                found.setdefault(word, []).append(number)
    return {each: tuple(found[each]) for each in sorted(found, key=len, reverse=True)}


def _forms(meaning: int, language: str, plain: frozenset[str]) -> Iterator[str]:
    """The forms under which texts of a language hold what has this meaning, but no function word of the palace."""
    for forms in _forms_of_words(meaning, language):
        # German `sicher` is also indexed as it is written, and its stem is `sich`.
        yield from [form for form in forms if form not in plain][:1]


@cache
def _forms_of_words(meaning: int, language: str) -> tuple[tuple[str, ...], ...]:
    """For each word with this meaning its forms, the best first."""
    found: list[tuple[str, ...]] = []
    for word in _columns()[language][meaning]:
        if sets_no_spaces(word):
            found.append((word,))
        elif language == "en":
            found.append((stem(fold(word), "en"),))
        elif _is_not_english(own := stem_as_written(word, language)):
            found.append(tuple(filter(_is_not_english, (own, stem(fold(word), "en")))))
    return tuple(found)


@cache
def _function_words(language: str) -> frozenset[str]:
    """The words of a language that carry no meaning by themselves, as they are indexed."""
    words = [fold(word) for word in (*lexicon(language).function_words, *COMMON.get(language, "").split())]
    return frozenset([*words, *(stem(word, "en") for word in words)])


def _is_not_english(form: str) -> bool:
    """Whether a form cannot be taken for a word of English, as `four` and `chat` of French can."""
    return len(form) > _SHORT and form not in _english_forms()


@cache
def _english_forms() -> frozenset[str]:
    words = letters.english_words() | letters.shared_words()
    return words | {stem(word, "en") for word in words}


@cache
def _columns() -> dict[str, list[tuple[str, ...]]]:
    """For each language its words, meaning by meaning."""
    path = Path(__file__).parent / "meanings.txt"
    first, *lines = (line.split("|") for line in path.read_text(encoding="utf-8").splitlines())
    return {language: [tuple(line[column].split()) for line in lines] for column, language in enumerate(first)}
