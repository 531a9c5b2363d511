"""Words by which people name rooms, wings and tags, in every language: `incidents`, `Störungen`, `事故`."""

from functools import cache
from pathlib import Path


def meaning_the_same(phrase: str) -> tuple[str, ...]:
    """The words and phrases of all languages for what a phrase in lower case names; none for most."""
    return _by_phrase().get(phrase, ())


@cache
def _by_phrase() -> dict[str, tuple[str, ...]]:
    """Each phrase with all those of its line: a line holds what means the same, with `_` inside of phrases."""
    path = Path(__file__).parent / "labels.txt"
    known: dict[str, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        phrases = tuple(each.replace("_", " ") for each in line.split())
        known |= dict.fromkeys(phrases, phrases)
    return known
