"""Where would spaces stand, if a language set any? Good enough to name topics by, not to search by."""

from simonides.domain.languages import guess
from simonides.domain.languages.lexicon import lexicon


def spaced(text: str) -> str:
    """A text with a space in place of whatever only joins its words; as it is where its language sets spaces."""
    for language in guess(text).likely:
        if joints := lexicon(language).joints:
            text = joints.sub(" ", text)
    return text
