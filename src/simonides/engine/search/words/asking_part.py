"""The part of a text that asks: people greet and explain before they ask, and agents hand over their whole prompt."""

import re
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.text.sentences import is_question, sentences
from simonides.domain.text.words import asked_words
from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon, lexicons_for

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

READ_MAX = 20_000
"""How much of a text is read: its end, where a question stands."""
ASKING_MAX = 2
"""How many of its questions count, the last ones."""
TELLING_MIN = 2
"""With fewer telling words a question cannot be understood by itself."""

CONTEXT_WEIGHT = 0.5
"""How much the meaning of the whole text counts beside that of the question in it."""

_WORD = re.compile(r"[^\W\d_]+")
# `Dr. Wilms` goes on.
_SHORTENED = re.compile(r"(?:\A|\s)(?:[A-Z][a-z]{0,2}|[^\W\d_]|\w\.\w|vs|ca|no|nr|op|vol|fig|approx)\.\Z")
# Tags, and what stands between the texts of a JSON object.
_WRAPPING = re.compile(r"</?[A-Za-z][^<>\n]{0,80}>|\"\s*[,}\]]+|[{\[,]\s*\"(?:\w+\"\s*:\s*\"?)?")
_SPEAKER = re.compile(r"^[^\S\n]*([^\W\d_][\w .]{0,30}):\s", re.MULTILINE)


@frozen
class AskingPart:
    """What a text asks."""

    text: str
    has_context: bool = False
    """Whether the text says more than a phrase before it."""


def asking_part(text: str) -> AskingPart:
    """What a text asks, without what leads up to it; the text itself where that cannot be told apart.

    A single sentence before a question mostly tells what it is about; more of them are a story.
    """
    said = _sentences(_unwrapped(text[-READ_MAX:]).strip())
    asked = [each for each in said if is_question(each)][-ASKING_MAX:] if len(said) > 1 else said
    context = [each for each in said if each not in asked]
    is_matter = len([each for each in context if not _is_aside(each)]) == 1
    if not asked or is_matter or _is_dialogue(text):
        return AskingPart(text)
    part = _without_preface(" ".join(asked))
    return AskingPart(part, bool(context)) if part and _stands_alone(part, is_cut=bool(context)) else AskingPart(text)


def in_context(question: "Vectors", text: "Vectors") -> "Vectors":
    """The vectors of a question, moved towards those of the text that it stands in."""
    if len(question) != len(text):
        return question
    moved = question + CONTEXT_WEIGHT * text
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), np.float32)


def _unwrapped(text: str) -> str:
    """A text in tags or in JSON with each of its parts on a line of its own."""
    return _WRAPPING.sub("\n", text) if text.lstrip().startswith(("<", "{", "[{")) or "</" in text else text


def _sentences(text: str) -> list[str]:
    joined: list[str] = []
    for each in sentences(text):
        if joined and _SHORTENED.search(joined[-1]):
            joined[-1] = f"{joined[-1]} {each}"
        else:
            joined.append(each)
    return joined


def _is_dialogue(text: str) -> bool:
    """Whether somebody speaks twice in a text, so that all of it is what is looked for."""
    speakers = _SPEAKER.findall(text)
    return len(set(speakers)) < len(speakers)


def _is_aside(sentence: str) -> bool:
    """Whether a sentence greets, thanks, or says how to answer."""
    return any(known.asides is not None and known.asides.match(sentence) for known in lexicons_for(sentence))


def _without_preface(asked: str) -> str:
    """A question without the phrase that only says that something is asked."""
    for known in lexicons_for(asked):
        if known.prefaces and (found := known.prefaces.match(asked)):
            return asked[found.end() :]
    return asked


def _stands_alone(part: str, *, is_cut: bool) -> bool:
    """Whether a question can be understood without what was said before it."""
    telling = sum(each.is_telling for each in asked_words(part))
    if not is_cut:
        return telling > 0
    return telling >= TELLING_MIN and not any(_refers_back(part, each) for each in lexicons_for(part))


def _refers_back(part: str, known: Lexicon) -> bool:
    """Whether a question speaks of something as `it` or `there`; of a language whose words for that are unknown, it may."""
    return not known.referring or not known.referring.isdisjoint(_WORD.findall(part.casefold()))
