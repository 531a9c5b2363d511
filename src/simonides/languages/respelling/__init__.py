"""Names in other scripts: `Галина` is Galina, and 梁伟 is Liang Wei.

A table says what each sign of a script may be in Latin letters (`signs.toml`); read backwards, it says how the script writes
a Latin name. There are always several ways, so a name has several spellings, the likeliest first. What comes out are forms of
the text index. Han signs are read as Chinese; of Japanese, only what is written in katakana.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from simonides.languages import guess, letters
from simonides.languages.folding import even_out, fold
from simonides.languages.lexicon import lexicon
from simonides.languages.stems import stem, stem_as_written

Table = Mapping[str, tuple[tuple[int, str], ...]]
"""For each piece of a word the pieces that it may become, each with its cost: 0 for the likeliest."""

SPELLINGS_MAX = 6
"""How many spellings of a name are looked for."""
PIECE_MAX = 5
NAME_MAX = 24
"""A longer word is no name."""
READ_MAX = 1_000
"""How many characters of a question are read for names."""
NAMES_MAX = 6
"""How many names of a question are respelled."""
PREFIX = range(2, 5)
"""How many syllables a Korean name may have, before its particles."""

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]{2,}")
_CYRILLIC_NAME = re.compile("[\u0400-\u042f\u0490][\u0430-\u045f\u0491'\u2019]+")
_GREEK_NAME = re.compile("[\u0386-\u03ab][\u03ac-\u03ce]+")
_HAN = re.compile("[\u4e00-\u9fff]{2,}")
_HANGUL = re.compile("[\uac00-\ud7a3]{2,}")
_KATAKANA = re.compile("[\u30a1-\u30f4\u30fc]{2,}")
_SYLLABLES = 0xAC00


class NameScript(StrEnum):
    """A script whose names are read."""

    CYRILLIC = "cyrillic"
    GREEK = "greek"
    HAN = "han"
    HANGUL = "hangul"
    KATAKANA = "katakana"


_CAPITALISED = {NameScript.CYRILLIC: _CYRILLIC_NAME, NameScript.GREEK: _GREEK_NAME}
_STEMMED = {NameScript.CYRILLIC: ("ru", "uk"), NameScript.GREEK: ("el",)}
"""The languages of scripts with spaces, by whose stems texts are indexed."""

COMMON = {
    NameScript.CYRILLIC: ("на", "в", "и", "не", "у", "з"),
    NameScript.GREEK: ("και", "το", "να", "η"),
    NameScript.HAN: ("的", "在", "是", "了", "一"),
    NameScript.HANGUL: ("이", "다", "에"),
    NameScript.KATAKANA: ("ン", "ー", "ス"),
}
"""Forms that hardly any collection of texts in a script is without."""


@lru_cache(maxsize=64)
def respelled(question: str, scripts: frozenset[NameScript]) -> dict[str, tuple[str, ...]]:
    """For each word of a question that may be a name, its forms in other scripts: in these, and in Latin."""
    if not scripts and question.isascii():
        return {}
    even = even_out(question[:READ_MAX])
    likely = guess(even).likely
    names = _latin_names(even, likely) if scripts else []
    forms: dict[str, list[str]] = {}
    for word, found in (*_into_latin(even, likely), *_out_of_latin(names, scripts)):
        forms.setdefault(word, []).extend(found)
    return {word: tuple(form for form in dict.fromkeys(found) if form not in {"", word}) for word, found in forms.items()}


def _latin_names(even: str, likely: tuple[str, ...]) -> list[str]:
    """The words in Latin letters that may be names; in an English question also what English does not know in small letters."""
    known = letters.english_words(), letters.shared_words()
    is_english = likely == ("en",)
    names = _names(_LATIN, even, likely)
    found = [name for name in names if not name.islower() or (is_english and not any(name in each for each in known))]
    return found[:NAMES_MAX]


def _names(pattern: re.Pattern[str], even: str, likely: tuple[str, ...]) -> list[str]:
    """The words of a pattern that are more than function words."""
    found = [name for name in pattern.findall(even) if len(name) <= NAME_MAX]
    return [name for name in found if not any(fold(name) in lexicon(each).function_words for each in likely)]


def _into_latin(even: str, likely: tuple[str, ...]) -> Iterator[tuple[str, Iterable[str]]]:
    for script, pattern in _CAPITALISED.items():
        for name in _names(pattern, even, likely)[:NAMES_MAX]:
            yield _indexed(name), map(_indexed, _inflected(script, name, likely))
    for run in [found for found in _KATAKANA.findall(even) if len(found) <= NAME_MAX]:
        yield run[:2], map(_indexed, _spelled(run, _tables(NameScript.KATAKANA)[0], SPELLINGS_MAX))
    for run in _HANGUL.findall(even):
        yield from _korean(run)
    for run in _HAN.findall(even):
        yield from _chinese(run)


def _inflected(script: NameScript, name: str, likely: tuple[str, ...]) -> Iterator[str]:
    """The spellings of a name, and of its stem with every ending that names have in Latin letters."""
    table = _tables(script)[0]
    yield from _spelled(fold(name), table, SPELLINGS_MAX)
    for language in likely:
        for base in _spelled(stem_as_written(name, language), table, SPELLINGS_MAX // 2):
            yield from (base + ending for ending in _options(_data()["endings"][script]))


def _korean(run: str) -> Iterator[tuple[str, Iterable[str]]]:
    table, family = _tables(NameScript.HANGUL)[0], _data()["hangul"]["names"]
    for size in PREFIX:
        if size <= len(run):
            yield run[:2], map(_indexed, _spelled(run[:size], table, 2))
    if len(run) > PREFIX.start and run[0] in family:
        yield run[:2], family[run[0]].split()
        yield run[1:3], map(_indexed, _spelled(run[1:3], table, SPELLINGS_MAX))


def _chinese(run: str) -> Iterator[tuple[str, Iterable[str]]]:
    family, given = _readings("family"), _readings("given")
    for place, (first, second) in enumerate(pairwise(run)):
        if first in family and second in given:
            yield first + second, map(_indexed, (family[first], given[second]))
            third = run[place + 2 : place + 3]
            if third in given:
                yield second + third, [_indexed(given[second] + given[third])]


def _out_of_latin(names: list[str], scripts: frozenset[NameScript]) -> Iterator[tuple[str, Iterable[str]]]:
    for name in dict.fromkeys(names):
        folded = fold(name)
        for script in NameScript:
            if script in scripts and script is not NameScript.HAN:
                yield _indexed(name), _in_words(folded, script) if script in _STEMMED else _in_pairs(folded, script)
        if NameScript.HAN in scripts:
            yield _indexed(name), _pairs_of(*_given(folded))
    if NameScript.HAN in scripts:
        for first, second in pairwise(names):
            yield from _in_han(fold(first), fold(second))
            yield from _in_han(fold(second), fold(first))


# People ask about the same few names again and again.
@lru_cache(maxsize=256)
def _in_words(folded: str, script: NameScript) -> tuple[str, ...]:
    """Each spelling, and its stems in the languages of the script; no function words of these, and no lone letters."""
    plain, found = _function_words(script), list[str]()
    for spelled in _spelled(folded, _tables(script)[1], SPELLINGS_MAX):
        forms = [fold(spelled), *(stem_as_written(spelled, language) for language in _STEMMED[script])]
        found += [form for form in forms if len(form) > 1 and form not in plain]
    return tuple(found)


@cache
def _function_words(script: NameScript) -> frozenset[str]:
    return frozenset(fold(word) for language in _STEMMED[script] for word in lexicon(language).function_words)


def _in_pairs(folded: str, script: NameScript) -> Iterator[str]:
    """The first two signs of each spelling: scripts without spaces are indexed by pairs."""
    for spelled in _spelled(folded, _tables(script)[1], SPELLINGS_MAX):
        if len(spelled) > 1:
            yield spelled[:2]
    if script is NameScript.HANGUL:
        yield from (sign for sign, latin in _data()["hangul"]["names"].items() if folded in latin.split())


def _in_han(family: str, given: str) -> Iterator[tuple[str, Iterable[str]]]:
    """The pairs of a Chinese family name and the given name beside it; nothing if they are none."""
    signs, first = _data()["han"]["family"].get(family), _given(given)
    if signs and first:
        pairs = list(_pairs_of(signs.split(), first[0]))
        yield _indexed(family), pairs
        if len(first) == 1:
            yield _indexed(given), pairs


def _given(folded: str) -> list[list[str]]:
    """The signs of a Chinese given name, for each of its one or two syllables; none if it is not one."""
    given: dict[str, str] = _data()["han"]["given"]
    if folded in given:
        return [given[folded].split()]
    cuts = (cut for cut in range(1, len(folded)) if folded[:cut] in given and folded[cut:] in given)
    cut = next(cuts, None)
    return [] if cut is None else [given[folded[:cut]].split(), given[folded[cut:]].split()]


def _pairs_of(*signs: list[str]) -> Iterator[str]:
    return map("".join, product(*signs)) if len(signs) > 1 else iter(())


def _indexed(word: str) -> str:
    return stem(fold(word), "en")


def _spelled(word: str, table: Table, limit: int) -> tuple[str, ...]:
    """The likeliest spellings of a word by a table, likeliest first; few pieces are likelier than many."""
    ways: list[list[tuple[int, str]]] = [[(0, "")], *([] for _ in word)]
    for start in range(len(word)):
        best = sorted(set(ways[start]))[:limit]
        for end in range(start + 1, min(start + PIECE_MAX, len(word)) + 1):
            for cost, piece in table.get(word[start:end], ()):
                ways[end] += [(before + cost + 1, spelled + piece) for before, spelled in best]
    return tuple(dict.fromkeys(spelled for _, spelled in sorted(ways[-1])))[:limit]


@cache
def _tables(script: NameScript) -> tuple[Table, Table]:
    """What the signs of a script may be in Latin letters, and the other way round."""
    signs = dict(_syllables() if script is NameScript.HANGUL else _data()[script].items())
    there: dict[str, tuple[tuple[int, str], ...]] = {}
    back: dict[str, list[tuple[int, str]]] = {}
    for sign, latin in signs.items():
        options = _options(latin)
        there[sign] = tuple(enumerate(options))
        for cost, option in enumerate(options):
            if option:
                # Of signs that become the same, those further down in the table are rarer.
                found = back.setdefault(option, [])
                found.append((cost + len(found), sign))
    return there, {latin: tuple(found) for latin, found in back.items()}


def _syllables() -> Iterator[tuple[str, str]]:
    """Every Korean syllable that names have, with its spellings."""
    parts = _data()["hangul"]
    for first, middle, last in product(*(range(len(parts[each])) for each in ("first", "middle", "last"))):
        if parts["last"][last]:
            options = product(parts["first"][first].split(), parts["middle"][middle].split(), parts["last"][last].split())
            latin = " ".join("".join(each).replace("-", "") for each in options)
            yield chr(_SYLLABLES + (first * 21 + middle) * 28 + last), latin


def _options(latin: str) -> list[str]:
    return ["" if option == "-" else option for option in latin.split()]


@cache
def _readings(kind: str) -> dict[str, str]:
    return {sign: reading for reading, signs in _data()["han"][kind].items() for sign in signs.split()}


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "signs.toml").read_text(encoding="utf-8"))
