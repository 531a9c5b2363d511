"""Word separation for languages without spaces: good enough to name topics, not to search."""

from simonides.languages import guess
from simonides.languages.lexicon import lexicon


def spaced(text: str) -> str:
    """The text with spaces in place of particles that only join words; unchanged if its language uses spaces."""
    for language in guess(text).likely:
        if joints := lexicon(language).joints:
            text = joints.sub(" ", text)
    return text
