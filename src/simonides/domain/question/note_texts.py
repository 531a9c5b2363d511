"""Texts of the notes that are compared: their words, forms and phrases, each read on first use."""

import re
from collections.abc import Callable, Set

from simonides.domain.text.words import asked_words, index_words, phrase_words
from simonides.languages import guess
from simonides.languages.lexicon import Lexicon, languages_of, lexicon, lexicons_for
from simonides.languages.writing import CAPITALS, UNSPACED

# A path, a table, a host; or a capital inside of a word.
_CODED_NAME = re.compile(r"\b\w*[a-z][A-Z]\w*|\b\w+[/_.@]\w[\w/.-]*\w")
# The same, or a capital that does not begin a sentence.
_NAME = re.compile(rf"(?<=[\w,(] )[{CAPITALS}][\w-]+|{_CODED_NAME.pattern}")
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
UNSPACED_RUN = re.compile(f"[{UNSPACED}]{{2,}}")
_CLAUSE_END = re.compile(r"[.,;!?]\s|[。，、；！？]|\s[-–—]\s")

Word = frozenset[str]
"""A telling word with all its forms, or a name with all its words."""


class NoteTexts:
    """The texts of a few notes, by row."""

    def __init__(self, text: Callable[[int], str]) -> None:
        self.of = text
        self._words: dict[int, frozenset[str]] = {}
        self._tellings: dict[int, list[Word]] = {}
        self._forms: dict[int, frozenset[str]] = {}
        self._changes: dict[int, bool] = {}
        self._names: dict[int, list[Word]] = {}

    def words(self, row: int) -> frozenset[str]:
        """The words of a note."""
        if row not in self._words:
            self._words[row] = frozenset(phrase_words(self.of(row)))
        return self._words[row]

    def tellings(self, row: int) -> list[Word]:
        """The telling words of a note, in order, each once."""
        if row not in self._tellings:
            self._tellings[row] = telling_words(self.of(row))
        return self._tellings[row]

    def forms(self, row: int) -> frozenset[str]:
        """Every form under which a word of a note is indexed."""
        if row not in self._forms:
            self._forms[row] = frozenset(index_words(self.of(row)))
        return self._forms[row]

    def names(self, row: int) -> list[Word]:
        """The names in a note, each as its words."""
        if row not in self._names:
            # German gives every noun a capital.
            pattern = _CODED_NAME if guess(self.of(row)).language == "de" else _NAME
            self._names[row] = [words for name in pattern.findall(self.of(row)) if (words := frozenset(phrase_words(name)))]
        return self._names[row]

    def years(self, row: int) -> list[int]:
        """The years that a note names."""
        return [int(year) for year in _YEAR.findall(self.of(row))]

    def common_share(self, row: int, other: int) -> float:
        """The share of the shorter note's words that the other holds, in any of their forms."""
        told, beside = sorted((row, other), key=lambda each: len(self.tellings(each)))
        forms = self.forms(beside)
        return sum(not forms.isdisjoint(word) for word in self.tellings(told)) / max(len(self.tellings(told)), 1)

    def finds(self, row: int, phrases: Callable[[Lexicon], re.Pattern[str] | None]) -> bool:
        """Whether a note holds any of some phrases of its language."""
        small = self.of(row).lower()
        patterns = (phrases(lexicon(language)) for language in languages_of(small))
        return any(pattern is not None and pattern.search(small) for pattern in patterns)

    def tells_change(self, row: int) -> bool:
        """Whether a note tells that something has become another."""
        if row not in self._changes:
            self._changes[row] = self.finds(row, lambda known: known.turns)
        return self._changes[row]

    def tells_what_does_not_hold(self, row: int) -> bool:
        """Whether a note tells of a refusal, a wish or old times, and none of its other clauses tells a change."""
        small = self.of(row).lower()
        known = lexicons_for(small)
        refusals, turns = [each.refusals for each in known if each.refusals], [each.turns for each in known if each.turns]
        clauses = _CLAUSE_END.split(small)
        free = [clause for clause in clauses if not any(phrase.search(clause) for phrase in refusals)]
        return len(free) < len(clauses) and not any(phrase.search(clause) for clause in free for phrase in turns)

    def is_of_another(self, newer: int, older: int, asked: Set[str]) -> bool:
        """Whether one sentence has another word in the place of one that is asked for: `il corso di judo`, not `di nuoto`."""
        kept, held = self.tellings(newer), self.tellings(older)
        known, told = asked | frozenset[str]().union(*held), frozenset[str]().union(*kept)
        gone = [place for place, word in enumerate(held) if word & asked and word.isdisjoint(told)]
        come = [place for place, word in enumerate(kept) if word.isdisjoint(known)]
        return any(_are_in_one_place(held, old, kept, new) for old in gone for new in come)

    def is_of_another_run(self, newer: int, older: int, question: str) -> bool:
        """In a script without spaces: whether the first characters that question and older note share are not in the newer."""
        runs = (run[start : start + 2] for run in UNSPACED_RUN.findall(question) for start in range(len(run) - 1))
        shared = next((run for run in runs if run in self.of(older)), None)
        return shared is not None and shared not in self.of(newer)


def telling_words(text: str) -> list[Word]:
    """The telling words of a text, each once, with all its forms."""
    words = dict.fromkeys(asked_words(text))
    return [frozenset((each.word, *each.stems)) for each in words if each.is_telling]


def numbers_and_times(text: str) -> set[str]:
    """The numbers and times in a text, as they are written, in lower case."""
    small = text.lower()
    patterns = (each for known in lexicons_for(small) for each in (known.times, known.numbers))
    return {found[0] for pattern in (_DIGITS, *patterns) if pattern for found in pattern.finditer(small)}


def _are_in_one_place(held: list[Word], old: int, kept: list[Word], new: int) -> bool:
    """Whether the words before both are the same, and those after both; one of these may be an end of the text."""
    before, after = (held[:old][-1:], kept[:new][-1:]), (held[old + 1 :][:1], kept[new + 1 :][:1])
    is_same = [bool(one and other) and not one[0].isdisjoint(other[0]) for one, other in (before, after)]
    is_end = [not one and not other for one, other in (before, after)]
    return all(is_same) or (is_same[0] and is_end[1]) or (is_end[0] and is_same[1])
