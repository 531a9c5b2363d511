"""What kind of passage is this? A decision, preference, milestone, problem or moment of feeling; told by signs in data files."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

KINDS = ("decisions", "preferences", "milestones", "problems", "emotions")
"""Also the names of their rooms. Of two that are equally likely the earlier one wins."""
CONFIDENCE_MIN = 0.5

_STRONG = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """The kind of a passage, and how sure we are, from 0 to 1."""

    kind: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Signs:
    """What the data files of all languages say together."""

    strong: dict[str, re.Pattern[str]]
    weak: dict[str, re.Pattern[str]]
    before_people: frozenset[str]
    after_people: frozenset[str]
    maybe_before_people: frozenset[str]
    """Words before people, and before other things."""
    before_places: frozenset[str]


def classify(text: str) -> Finding | None:
    """The kind that a passage shows most signs of; None when it shows too few of any."""
    signs = signs_of_all_languages()
    scores = {kind: _STRONG * _count(signs.strong[kind], text) + _count(signs.weak[kind], text) for kind in KINDS}
    # Whoever tells of a problem together with its end tells of the end.
    if scores["problems"] and scores["milestones"] >= _STRONG:
        scores["milestones"] += scores.pop("problems")
    kind = max(scores, key=lambda each: scores[each])
    confidence = round(1 - 0.75 ** scores[kind], 2)
    return Finding(kind, confidence) if confidence >= CONFIDENCE_MIN else None


@cache
def signs_of_all_languages() -> Signs:
    """The signs, read once: a text may be in any language, and in several."""
    languages = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("*.toml"))]
    return Signs(
        strong={kind: _pattern([sign for each in languages for sign in each[kind]["strong"]]) for kind in KINDS},
        weak={kind: _pattern([sign for each in languages for sign in each[kind]["weak"]]) for kind in KINDS},
        before_people=_words(languages, "before"),
        after_people=_words(languages, "after"),
        maybe_before_people=_words(languages, "maybe_before"),
        before_places=_words(languages, "before_places"),
    )


def _words(languages: list[dict[str, Any]], which: str) -> frozenset[str]:
    return frozenset(word for each in languages for word in each["people"].get(which, ()))


def _pattern(signs: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(signs)})(?!\w)", re.IGNORECASE)


def _count(pattern: re.Pattern[str], text: str) -> int:
    """How many different signs there are: saying the same thing often does not make it surer."""
    return len({found.casefold() for found in pattern.findall(text)})
