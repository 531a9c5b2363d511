"""The feasts of a language, and what tells that one stands for its days: `before Christmas`, not `Christmas tree`."""

import re
from collections.abc import Iterator
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import WORD_BEGIN, WORD_END, sets_no_spaces

_BEFORE_MAX = 24
"""How many characters before a feast its leading words may take."""


@frozen
class FeastWords:
    """How a language names feasts."""

    names: re.Pattern[str]
    """The feasts, each in a group of its name, with the year if given."""
    leads: re.Pattern[str] | None
    """What right before a feast makes it a time."""
    followers: re.Pattern[str] | None
    """What right after it makes it a time."""
    in_names: re.Pattern[str] | None
    """What right after it makes it part of a name."""

    @classmethod
    def read(cls, data: dict[str, Any], to_year: str) -> "FeastWords | None":
        """The phrases as a data file holds them."""
        if "feasts" not in data:
            return None
        names = "|".join(f"(?P<{name}>{forms})" for name, forms in data["feasts"].items())
        begin, end = ("", "") if sets_no_spaces(names) else (f"{WORD_BEGIN}(?<!-)", f"{WORD_END}(?!-)")
        leads, followers, in_names = (data.get(key) for key in ("feast_leads", "feast_followers", "feast_names"))
        return cls(
            names=re.compile(f"{begin}(?:{names}){end}{to_year}"),
            leads=re.compile(rf"{begin}(?:{leads})\Z") if leads else None,
            followers=re.compile(followers) if followers else None,
            in_names=re.compile(with_nouns(in_names, data)) if in_names else None,
        )

    def find(self, small: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The feasts that stand for their days, each with its name."""
        for found in self.names.finditer(small):
            feast = next(name for name, text in found.groupdict().items() if text and name != "year")
            if self.in_names and self.in_names.match(small, found.end()):
                continue
            if found["year"] or self._is_time(small, found):
                yield feast, found

    def _is_time(self, small: str, found: re.Match[str]) -> bool:
        before = small[max(found.start() - _BEFORE_MAX, 0) : found.start()]
        is_led = self.leads is not None and self.leads.search(before) is not None
        return is_led or (self.followers is not None and self.followers.match(small, found.end()) is not None)


def with_nouns(phrase: str, data: dict[str, Any]) -> str:
    """The phrase with `{noun}` as any word that the language does not list as something else."""
    others = "|".join(data.get("not_nouns", "").split())
    return phrase.replace("{noun}", rf"(?!(?:{others}){WORD_END})[^\W\d]")
