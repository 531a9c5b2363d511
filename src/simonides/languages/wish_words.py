"""Words of questions in a language: for every one of something, for what held earlier, for a value; and how a text states one."""

import re
from collections.abc import Sequence
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import any_of


@frozen
class AskingWords:
    """Phrases of questions, in lower case."""

    lists: re.Pattern[str]
    """A question for every one of something: `all incidents`, `which decisions`."""
    records: re.Pattern[str] | None
    """What a list of whatever tells of something is called: `notes that mention`."""
    former: re.Pattern[str]
    """A question for what held earlier: `originally`, `at the beginning`."""
    present: re.Pattern[str]
    """A question that says it is for what holds now: `currently`, `still`."""
    saying: re.Pattern[str]
    """A question for what somebody said or wrote: `what did Ada report`."""
    describing: re.Pattern[str] | None
    """A noun and the word that begins its relative clause: `the team that`; None where clauses stand before their noun."""

    @classmethod
    def read(cls, data: dict[str, list[str]]) -> "AskingWords":
        """The phrases as a data file holds them."""
        describing = any_of(data["describing"], re.IGNORECASE) if "describing" in data else None
        records = any_of(data["records"]) if "records" in data else None
        lists, former, present, saying = (any_of(data[phrase]) for phrase in ("lists", "former", "present", "saying"))
        return cls(lists, records, former, present, saying, describing)


@frozen
class WishWords:
    """Phrases of questions for a value, in any case, and nouns that name kinds of values."""

    several: re.Pattern[str]
    """A question for more than one value."""
    former: re.Pattern[str]
    """A question for what held before."""
    past: re.Pattern[str]
    """A question for an event."""
    before: re.Pattern[str]
    """What turns a question for an event into one for what held before it."""
    open: re.Pattern[str]
    """A question that names no kind of value."""
    number: re.Pattern[str]
    time: re.Pattern[str]
    matter: re.Pattern[str]
    """The groups `count`, if it asks how many, and `matter`, what it asks for."""
    number_nouns: str
    time_nouns: str
    bare_nouns: str
    """Nouns that name the kind of value asked for, but not its subject."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> "WishWords":
        """The words as a data file holds them."""
        phrases = ("several", "former", "past", "before", "open", "number", "time")
        return cls(
            **{phrase: any_of(data[phrase], re.IGNORECASE) for phrase in phrases},
            matter=_matter(data),
            number_nouns=data["number_nouns"],
            time_nouns=data["time_nouns"],
            bare_nouns=data["bare_nouns"],
        )


@frozen
class ValueWords:
    """Words that are values or tell of one, in lower case."""

    numerals: frozenset[str]
    times: frozenset[str]
    """Months and weekdays that mean nothing else."""
    months: frozenset[str]
    day_halves: frozenset[str]
    changes: frozenset[str]
    """Words that tell of a change."""

    @classmethod
    def read(cls, data: dict[str, str], months: Sequence[str], weekdays: Sequence[str]) -> "ValueWords":
        """The words as a data file holds them, with the full names of its months and weekdays."""
        names = frozenset(forms.split()[0] for forms in months)
        return cls(
            numerals=frozenset(data["numerals"].split()),
            times=names.union(weekdays) - set(data["not_times"].split()),
            months=names,
            day_halves=frozenset(data["day_halves"].split()),
            changes=frozenset(data["changes"].split()),
        )


def _matter(data: dict[str, str]) -> re.Pattern[str]:
    verbs, owners, joints = (data[key].replace(" ", "|") for key in ("verbs", "owners", "joints"))
    return re.compile(
        rf"\b(?:(?P<count>{data['count_phrase']})|{data['thing_phrase']}|{data['time_phrase']} (?:{verbs}))\s+"
        rf"(?:(?:{owners})\s+)?(?P<matter>[\w'-]+(?:\s+[\w'-]+){{0,5}}?)"
        rf"(?=\s+(?:{verbs}|{joints})\b|\s*(?:[?.,!]|$))",
        re.IGNORECASE,
    )
