"""Names in texts: capitalised words in mid-sentence that recur and never appear in lower case.

When in doubt, a word is not a name and a name is not a person's: a missing name takes one line in `simonides.yaml`, while a
palace that takes Sunday and ValueError for people is not trusted.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from simonides.domain.text.names import titled_people
from simonides.domain.text.words import plain_words
from simonides.engine.filing.mined_names import UNKNOWN
from simonides.engine.palace import Palace
from simonides.languages.lexicon import lexicon
from simonides.mining.extraction import signs_of_all_languages
from simonides.mining.places.manifest import Manifest

OCCURRENCES_MIN = 3
TEXTS_MIN = 2
NAMES_MAX = 200
FEW = 3
CAPITALS_MAX = 0.12
"""Above this share of capitalised words in mid-sentence, as in German, only names of two words count."""
PERSONAL_SHARE = 1 / 3
"""How often a name must appear where people's names do."""
TITLE_SHARE = 0.5
"""From this many articles before it a word is the title of a thing, as in `the License`."""

_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_CAPITAL = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0410-\u042f"
_SMALL = "a-z\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u044f"
_PART = rf"[{_CAPITAL}][\w\u2019-]*[{_SMALL}][\w-]*"
_NAME = re.compile(rf"(?<=[\w,;)] ){_PART}(?: {_PART}){{0,2}}")
_OPENING = re.compile(rf"(?:\A|[.!?:]\s{{1,8}}|\n[-*\s]{{0,20}}){_PART}(?= [{_SMALL}])")
_PERSON = re.compile(rf"(?:(?:O['\u2019])?[{_CAPITAL}][{_SMALL}]+(?:-[{_CAPITAL}][{_SMALL}]+)?\s?)+")
_HUMP = re.compile(rf"[{_CAPITAL}][{_SMALL}]+")
# Identifiers, compounds like `SQL-shaped`, plurals of abbreviations, units, and capitalised abstract nouns.
_ODD = re.compile(
    rf"[\d_]|-[{_SMALL}]|\b[{_CAPITAL}]{{2,}}s\b|\b[KMGT]i?[Bb]\b"
    r"|\b\w+(?:tion|sion|ment|ness|ology|ators?|isms?|ings|ities|ability|ware|fulness)s?\Z"
)
_UNFIT = frozenset(
    """christmas easter english german french spanish italian chinese japanese european american british indian canadian
    australian internet python javascript java linux windows true false none null todo note yes okay figure table section
    chapter appendix step part inc ltd""".split()
)
_CALENDARS = ("en", "de", "fr", "es")
"""The languages whose weekdays are never names."""
_ARTICLES = frozenset("the a an this that these those your our my their his her its each every any no le la les el los".split())
# Headings, quotes, tables, indented code, inline code, links and lines that look like code use capitals differently.
_SIGN = re.compile(r"[#|`>={}\[\t;]|\(\)|->|::|\s{4}")
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_NO_PROSE = re.compile(
    r"^(?:#|\||\s{4}|\t|>).*$|^.*(?:[={}]|\(\)|->|::|;[ \t]*$).*$|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)", re.MULTILINE
)


@dataclass(slots=True)
class _Tally:
    """How often a name was seen, and where."""

    count: int = 0
    texts: int = 0
    personal: int = 0
    """Next to words that go only with people: `said`, `asked`."""
    maybe: int = 0
    """After words that go with people and things: `with`, `by`."""
    placed: int = 0
    """After words that go with places: `in`, `near`."""
    titled: int = 0
    """After an article."""


@dataclass(slots=True)
class NameCount:
    """Counts names over many texts."""

    tallies: dict[str, _Tally] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    """Every word as it was written: a word that also appears in lower case is not a name."""
    speakers: Counter[str] = field(default_factory=Counter)
    """The number of turns of each speaker."""
    titled: Counter[str] = field(default_factory=Counter)
    """How often each name comes with a title, in a script without capitals."""

    def hear(self, speaker: str) -> None:
        """Count a turn of a named speaker."""
        self.speakers[speaker] += 1

    def add(self, text: str) -> None:
        """Count the names of one text."""
        # Most prose has none of these signs, and checking for one is faster than matching every line.
        prose = _NO_PROSE.sub(" ", _FENCED.sub(" ", text)) if _SIGN.search(text) else text
        words = _WORD.findall(prose)
        self.words.update(words)
        if not prose.isascii():
            self.titled.update(titled_people(prose))
        found = [each for each in _NAME.finditer(prose) if _is_fit(each.group())]
        names = {each.group() for each in found}
        if len(names) > max(CAPITALS_MAX * len(words), FEW):
            found = [each for each in found if " " in each.group()]
        for each in found:
            self._count(prose, each)
        self._count_openings(prose, names)
        for name in names & self.tallies.keys():
            self.tallies[name].texts += 1

    def known(self) -> list[str]:
        """The names that recur often enough, most frequent first."""
        counts = {name: tally.count for name, tally in self.tallies.items() if self._is_name(name)}
        for speaker in self._speakers():
            counts[speaker] = counts.get(speaker, 0) + self.speakers[speaker]
        counts |= self.titled
        likely = [name for name, count in counts.items() if count >= OCCURRENCES_MIN]
        return sorted(likely, key=lambda name: (-counts[name], name))[:NAMES_MAX]

    def people(self) -> list[str]:
        """The names that look like people's, and spoke or appeared where people's names do."""
        speakers = self._speakers()
        named = [name for name in self.known() if name in self.titled or _PERSON.fullmatch(name)]
        return [name for name in named if name in self.titled or name in speakers or _is_person(self.tallies[name])]

    def _speakers(self) -> set[str]:
        """Speakers with a person's name who are also mentioned by that name in some text."""
        called = (speaker for speaker in self.speakers if self.words.issuperset(speaker.split()))
        return {speaker for speaker in called if _PERSON.fullmatch(speaker) and _is_fit(speaker)}

    def _count(self, prose: str, found: re.Match[str]) -> None:
        signs = signs_of_all_languages()
        before = _WORD.findall(prose[max(found.start() - 20, 0) : found.start()])[-1:]
        after = _WORD.findall(prose[found.end() : found.end() + 20])[:1]
        former, latter = before[0].casefold() if before else "", after[0].casefold() if after else ""
        tally = self.tallies.setdefault(found.group(), _Tally())
        tally.count += 1
        tally.personal += former in signs.before_people or latter in signs.after_people
        tally.maybe += former in signs.maybe_before_people
        tally.placed += former in signs.before_places
        tally.titled += former in _ARTICLES

    def _count_openings(self, prose: str, names: set[str]) -> None:
        """Count the names that open a sentence, where every word has a capital: only those that do what people do."""
        after = signs_of_all_languages().after_people
        for found in _OPENING.finditer(prose):
            name = _WORD.findall(found.group())[-1]
            verb = _WORD.match(prose, found.end() + 1)
            if _is_fit(name) and (name in self.tallies or (verb and verb.group().casefold() in after)):
                tally = self.tallies.setdefault(name, _Tally())
                tally.count += 1
                tally.personal += bool(verb and verb.group().casefold() in after)
                names.add(name)

    def _is_name(self, name: str) -> bool:
        tally = self.tallies[name]
        if tally.texts < TEXTS_MIN or any(word.lower() in self.words for word in name.split()):
            return False
        humps = _HUMP.findall(name) if " " not in name else []
        # The parts of an identifier are words that the text also uses on their own.
        is_identifier = len(humps) > 1 and all(hump.lower() in self.words for hump in humps)
        return not is_identifier and (" " in name or tally.titled < TITLE_SHARE * tally.count)


@cache
def _unfit() -> frozenset[str]:
    """Words that are no names although they are capitalised."""
    return _UNFIT.union(plain_words(), lexicon("en").whole_months, *(lexicon(language).weekdays for language in _CALENDARS))


def _is_person(tally: _Tally) -> bool:
    stood = tally.personal + tally.maybe
    return tally.personal > 0 and stood >= PERSONAL_SHARE * tally.count and tally.personal > tally.placed


def _is_fit(name: str) -> bool:
    words = [word.casefold() for word in name.split()]
    return len(name) >= 3 and not _ODD.search(name) and _unfit().isdisjoint(words)


def recognise(palace: Palace, manifest: Manifest, names: NameCount, named: Iterable[str] = ()) -> list[str]:
    """Create entities for the manifest's people and projects and for recurring names; returns the new ones.

    For entities that were known before, whose ids are `named`, the rooms where they now appear are recorded.
    """
    people = {*manifest.people, *names.people()}
    types = dict.fromkeys(people, "person") | dict.fromkeys(manifest.projects, "project")
    told = {*manifest.people, *manifest.projects}
    met = dict.fromkeys([*manifest.people, *manifest.projects, *names.known()])
    fresh = [palace.mined_names.learn(name, types.get(name, UNKNOWN), is_told=name in told) for name in met]
    palace.mined_names.follow(named)
    return [name for name in fresh if name is not None]
