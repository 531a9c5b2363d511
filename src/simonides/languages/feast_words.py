"""The feasts and seasons of a language, and what tells that one stands for its days: `before Christmas`, not `Christmas tree`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import WORD_BEGIN, WORD_END, sets_no_spaces

_BEFORE_MAX = 24
"""How many characters before a feast its leading words may take."""


@frozen
class TimeNames:
    """How a language names feasts, or seasons."""

    names: re.Pattern[str]
    """Each in a group of its name, with the year if given."""
    leads: re.Pattern[str] | None
    """What right before one makes it a time."""
    sure_leads: re.Pattern[str] | None
    """The same whatever follows."""
    followers: re.Pattern[str] | None
    """What right after it makes it a time."""
    in_names: re.Pattern[str] | None
    """What right after it makes it part of a name."""

    @classmethod
    def read(cls, names: Mapping[str, str], kind: str, data: dict[str, Any], to_year: str) -> "TimeNames":
        """The phrases as a data file holds them; what is said of a kind of names begins with it: `feast_leads`."""
        alternatives = "|".join(f"(?P<{name}>{forms})" for name, forms in names.items())
        begin, end = ("", "") if sets_no_spaces(alternatives) else (f"{WORD_BEGIN}(?<!-)", f"{WORD_END}(?!-)")
        leads, sure_leads = (_before(begin, data.get(f"{kind}_{place}")) for place in ("leads", "sure_leads"))
        followers, in_names = (data.get(f"{kind}_{place}") for place in ("followers", "names"))
        return cls(
            names=re.compile(f"{begin}(?:{alternatives}){end}{to_year}"),
            leads=leads,
            sure_leads=sure_leads,
            followers=re.compile(followers) if followers else None,
            in_names=re.compile(with_nouns(in_names, data)) if in_names else None,
        )

    def find(self, small: str) -> Iterator[tuple[str, re.Match[str], bool]]:
        """Those that are no part of a name, each with its name, and whether it stands for its days."""
        for found in self.names.finditer(small):
            if self.in_names and self.in_names.match(small, found.end()) and not _is_led(self.sure_leads, small, found):
                continue
            name = next(name for name, text in found.groupdict().items() if text and name != "year")
            yield name, found, bool(found["year"]) or self._is_time(small, found)

    def _is_time(self, small: str, found: re.Match[str]) -> bool:
        if self.leads is None and self.followers is None:
            return True
        is_followed = self.followers is not None and self.followers.match(small, found.end()) is not None
        return is_followed or _is_led(self.leads, small, found)


def _before(begin: str, words: str | None) -> re.Pattern[str] | None:
    return re.compile(rf"{begin}(?:{words})\Z") if words else None


def _is_led(leads: re.Pattern[str] | None, small: str, found: re.Match[str]) -> bool:
    return leads is not None and leads.search(small[max(found.start() - _BEFORE_MAX, 0) : found.start()]) is not None


def with_nouns(phrase: str, data: dict[str, Any]) -> str:
    """The phrase with `{noun}` as any word that the language does not list as something else."""
    others = "|".join(data.get("not_nouns", "").split())
    return phrase.replace("{noun}", rf"(?!(?:{others}){WORD_END})[^\W\d]")
