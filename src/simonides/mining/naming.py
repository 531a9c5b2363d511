"""Who and what is named in a text? Capitalised words in mid-sentence that come back, and never come in small letters."""

import re
from collections import Counter
from dataclasses import dataclass, field

from simonides.domain.words import STOP_WORDS
from simonides.mining.extraction import signs_of_all_languages

OCCURRENCES_MIN = 3
TEXTS_MIN = 2
NAMES_MAX = 200
FEW = 3
CAPITALS_MAX = 0.12
"""Where more words of a text are capitalised in mid-sentence, as in German, only names of two words count."""

_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_CAPITAL = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0410-\u042f"
_SMALL = "a-z\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u044f"
_PART = rf"[{_CAPITAL}][\w\u2019-]*[{_SMALL}][\w-]*"
_NAME = re.compile(rf"(?<=[\w,;)] ){_PART}(?: {_PART}){{0,2}}")
_UNFIT = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december montag dienstag mittwoch donnerstag freitag samstag sonntag english german french spanish
    chinese european american internet python javascript java linux windows true false none todo note yes okay""".split()
)
# Headings, tables, links and code have capitals of their own.
_NO_PROSE = re.compile(r"^(?:#|\||\s{4}|\t|```|>).*$|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)", re.MULTILINE)


@dataclass(slots=True)
class NameCount:
    """Counts names over many texts."""

    names: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)
    small: Counter[str] = field(default_factory=Counter)
    """Words in small letters: who is also written so is no name."""
    personal: Counter[str] = field(default_factory=Counter)
    """How often a name stood where people do: `said`, `with`."""

    def add(self, text: str) -> None:
        """Count the names of one text."""
        prose = _NO_PROSE.sub(" ", text)
        words = _WORD.findall(prose)
        self.small.update({word for word in words if word.islower()})
        found = [each for each in _NAME.finditer(prose) if _is_fit(each.group())]
        if len({each.group() for each in found}) > max(CAPITALS_MAX * len(words), FEW):
            found = [each for each in found if " " in each.group()]
        self.names.update(each.group() for each in found)
        self.texts.update({each.group() for each in found})
        self.personal.update(each.group() for each in found if _is_personal(prose, each))

    def known(self) -> list[str]:
        """The names that came back often enough, commonest first."""
        likely = [name for name, count in self.names.items() if count >= OCCURRENCES_MIN and self._is_name(name)]
        return sorted(likely, key=lambda name: (-self.names[name], name))[:NAMES_MAX]

    def people(self) -> list[str]:
        """Those of the names that stood where people do."""
        return [name for name in self.known() if self.personal[name] * 3 >= self.names[name]]

    def _is_name(self, name: str) -> bool:
        return self.texts[name] >= TEXTS_MIN and not any(self.small[word.lower()] for word in name.split())


def _is_fit(name: str) -> bool:
    words = [word.casefold() for word in name.split()]
    return len(name) >= 3 and not any(word in STOP_WORDS or word in _UNFIT for word in words)


def _is_personal(prose: str, found: re.Match[str]) -> bool:
    signs = signs_of_all_languages()
    before = _WORD.findall(prose[max(found.start() - 20, 0) : found.start()])[-1:]
    after = _WORD.findall(prose[found.end() : found.end() + 20])[:1]
    is_before = bool(before) and before[0].casefold() in signs.before_people
    return is_before or (bool(after) and after[0].casefold() in signs.after_people)
