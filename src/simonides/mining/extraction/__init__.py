"""Kinds of passages: decision, preference, milestone, problem or moment of feeling, recognised by signs in data files."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.writing import any_of

KINDS = ("decisions", "preferences", "milestones", "problems", "emotions")
"""The kinds, which are also the names of their rooms. Of two equally likely kinds the earlier wins."""
CONFIDENCE_MIN = 0.5

_STRONG = 2
_FOLDER = Path(__file__).parent


@frozen
class Finding:
    """The kind of a passage, and the confidence, from 0 to 1."""

    kind: str
    confidence: float


@frozen
class Signs:
    """The signs of names from the data files of all languages."""

    before_people: frozenset[str]
    after_people: frozenset[str]
    maybe_before_people: frozenset[str]
    """Words before people and before other things."""
    before_places: frozenset[str]


def classify(text: str) -> Finding | None:
    """The kind with most signs in a passage, in the languages it may be in; None when every kind has too few."""
    scores = dict.fromkeys(KINDS, 0)
    for language in dict.fromkeys((*guess(text).likely, "en")):
        for kind, (strong, weak) in _patterns(language).items():
            scores[kind] += _STRONG * _count(strong, text) + _count(weak, text)
    # A passage about a problem and its solution is about the solution.
    if scores["problems"] and scores["milestones"] >= _STRONG:
        scores["milestones"] += scores.pop("problems")
    kind = max(scores, key=lambda each: scores[each])
    confidence = round(1 - 0.75 ** scores[kind], 2)
    return Finding(kind, confidence) if confidence >= CONFIDENCE_MIN else None


@cache
def signs_of_all_languages() -> Signs:
    """The signs, read once: a name may occur in a text of any language, or of several."""
    languages = [_read(path) for path in sorted(_FOLDER.glob("*.toml"))]
    return Signs(
        before_people=_words(languages, "before"),
        after_people=_words(languages, "after"),
        maybe_before_people=_words(languages, "maybe_before"),
        before_places=_words(languages, "before_places"),
    )


@cache
def _patterns(language: str) -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """The strong and weak signs of each kind; empty for a language without a data file."""
    path = _FOLDER / f"{language}.toml"
    signs = _read(path) if path.is_file() else {}
    return {
        kind: (any_of(signs[kind]["strong"], re.IGNORECASE), any_of(signs[kind]["weak"], re.IGNORECASE))
        for kind in KINDS
        if signs
    }


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _words(languages: list[dict[str, Any]], which: str) -> frozenset[str]:
    return frozenset(word for each in languages for word in each["people"].get(which, ()))


def _count(pattern: re.Pattern[str], text: str) -> int:
    """How many different signs there are: repeating the same sign does not add confidence."""
    return len({found.casefold() for found in pattern.findall(text)})
