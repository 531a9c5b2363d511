"""Likely names: pairs of names that seem to mean one and the same, told by how they are written.

Spelling alone proves nothing, so every rule is narrow, and what it finds is for somebody to decide.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from simonides.domain.graph import UNKNOWN
from simonides.domain.validation import fold_name

PERSON = "person"
SPELT_MIN = 8
"""From this many letters on, two names that differ in one letter are likely one; shorter ones, as Martin and Marvin, are not."""
_SPELT_MAX = 40
_PART_MIN = 3
_SAME_LETTERS, _SHORT_FORM, _ONE_LETTER = 0.95, 0.85, 0.8
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W_]+")


class TypedName(NamedTuple):
    """A name and the type of what it names."""

    name: str
    type: str


class LikelyPair(NamedTuple):
    """Two names that seem to mean one, the fuller one last, and how sure that is, from 0 to 1."""

    shorter: str
    fuller: str
    likeness: float


def likely_pairs(names: Sequence[TypedName]) -> list[LikelyPair]:
    """The pairs among names that seem to mean one, the surest first; a name stands in one pair as the shorter one."""
    found: dict[str, LikelyPair] = {}
    for pair in (*_same_letters(names), *_short_forms(names), *_one_letter(names)):
        found.setdefault(pair.shorter, pair)
    return sorted(found.values(), key=lambda pair: (-pair.likeness, fold_name(pair.shorter), fold_name(pair.fuller)))


def _same_letters(names: Sequence[TypedName]) -> Iterator[LikelyPair]:
    """Names that differ in spaces, hyphens, dots or accents alone, as PostgreSQL and Postgre-SQL."""
    groups = defaultdict[str, list[TypedName]](list)
    for each in names:
        if letters := _letters(each.name):
            groups[letters].append(each)
    for group in groups.values():
        for first, second in pairwise(group):
            if _fit(first, second):
                yield _pair(first, second, _SAME_LETTERS)


def _short_forms(names: Sequence[TypedName]) -> Iterator[LikelyPair]:
    """A person's first or last name, or an initial with the last name, where one person alone can be meant."""
    people = [each for each in names if each.type in (PERSON, UNKNOWN)]
    fuller = defaultdict[str, list[TypedName]](list)
    for each in people:
        for form in _forms(each.name):
            fuller[form].append(each)
    for each in people:
        meant = fuller.get(" ".join(_words(each.name)), [])
        if len(meant) == 1 and PERSON in (each.type, meant[0].type) and _fit(each, meant[0]):
            yield LikelyPair(each.name, meant[0].name, _SHORT_FORM)


def _one_letter(names: Sequence[TypedName]) -> Iterator[LikelyPair]:
    """Long names that differ in one letter, or in two that changed places."""
    near = defaultdict[str, list[TypedName]](list)
    for each in names:
        letters = _letters(each.name)
        if SPELT_MIN <= len(letters) <= _SPELT_MAX:
            for form in {letters, *(letters[:at] + letters[at + 1 :] for at in range(1, len(letters)))}:
                near[form].append(each)
    for group in near.values():
        for first, second in pairwise(group):
            if _fit(first, second) and _is_one_step(_letters(first.name), _letters(second.name)):
                yield _pair(first, second, _ONE_LETTER)


def _forms(name: str) -> Iterable[str]:
    """The shorter forms by which a person of that name may be called."""
    words = _words(name)
    if len(words) < 2 or any(len(word) < 2 for word in words):
        return ()
    first, last = words[0], words[-1]
    called = [each for each in (first, last, f"{first} {last}") if len(each) >= _PART_MIN]
    return {*called, f"{first[0]} {last}"} - {" ".join(words)}


def _pair(first: TypedName, second: TypedName, likeness: float) -> LikelyPair:
    shorter, fuller = sorted((first.name, second.name), key=lambda name: (len(name), name))
    return LikelyPair(shorter, fuller, likeness)


def _fit(first: TypedName, second: TypedName) -> bool:
    """Whether both may be one: numbers tell things apart, and so do types."""
    is_typed_alike = first.type.casefold() == second.type.casefold() or UNKNOWN in (first.type, second.type)
    return is_typed_alike and first.name != second.name and _DIGITS.findall(first.name) == _DIGITS.findall(second.name)


def _is_one_step(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 1:
        return False
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    one, two = first[start:], second[start:]
    is_swapped = len(one) > 1 and one[:2] == two[1::-1] and one[2:] == two[2:]
    return is_swapped or one[1:] == two[1:] or one[1:] == two or one == two[1:]


def _words(name: str) -> list[str]:
    return _WORDS.findall(_plain(name))


def _letters(name: str) -> str:
    return "".join(_words(name))


def _plain(name: str) -> str:
    """The name in small letters, without accents."""
    split = unicodedata.normalize("NFKD", name).casefold()
    return unicodedata.normalize("NFC", "".join(each for each in split if not unicodedata.combining(each) or ord(each) > 0x36F))
