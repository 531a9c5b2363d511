"""Which names stand in a text? Runs of capitalised words, and years: what leads from one memory to another."""

import re

from simonides.domain.words import STOP_WORDS

_RUN = re.compile(r"[A-Z][\w'\u2019-]*(?:\s+(?:(?:of|the|de|la|van|von|and|in|for)\s+)?[A-Z][\w'\u2019-]*)*|\b(?:19|20)\d{2}\b")


TEXT_MAX = 20_000
"""How much of a long text is read for names."""


def names_in(text: str) -> set[str]:
    """Every name in the text; of a long one also its first two and last two words."""
    found: set[str] = set()
    for run in _RUN.findall(text[:TEXT_MAX]):
        words = _stripped(run.split())
        if words:
            found.add(" ".join(words))
        if len(words) > 2:
            found |= {" ".join(words[:2]), " ".join(words[-2:])}
    return found


def _stripped(words: list[str]) -> list[str]:
    telling = [index for index, word in enumerate(words) if word.casefold() not in STOP_WORDS]
    return words[telling[0] : telling[-1] + 1] if telling else []
