"""Labels for groups of texts: the words a group holds more often than other texts do."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from math import log

from simonides.domain.text.words import phrase_words
from simonides.languages.spacing import spaced
from simonides.languages.writing import MARKS, UNSPACED, sets_no_spaces

_SURFACE = re.compile(rf"[{UNSPACED}]{{2,}}|[^\W\d_][\w'{MARKS}-]{{2,}}")
TERMS = 3


def telling_terms(texts: Iterable[str], frequency: Callable[[str], int], total: int) -> str | None:
    """The most telling words of some texts, as they are spelled there; `frequency` says how many of all texts hold a stem."""
    # A word counts once per text, so that one repetitive text cannot decide the label.
    in_texts = Counter(word for text in texts for word in {word.lower() for word in _SURFACE.findall(spaced(text))})
    spelled: dict[str, Counter[str]] = {}
    for word, count in in_texts.items():
        stems = phrase_words(word)
        # A word in an unspaced script counts as common as its first two characters.
        if len(stems) == 1 or (stems and sets_no_spaces(word)):
            spelled.setdefault(stems[0], Counter())[word] += count
    counts = {stem: spellings.total() for stem, spellings in spelled.items()}
    # Looking up a frequency takes longer than counting, so only the most common words are weighed.
    likely = sorted(counts, key=lambda stem: (-counts[stem], stem))[:40]
    weight = {stem: counts[stem] * log(1 + max(total, 1) / (1 + frequency(stem))) for stem in likely}
    best = sorted(weight, key=lambda stem: (-weight[stem], stem))[:TERMS]
    return ", ".join(spelled[stem].most_common(1)[0][0] for stem in best) or None
