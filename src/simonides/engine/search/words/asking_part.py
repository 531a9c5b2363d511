"""The part of a text that asks: people greet and explain before they ask, and agents hand over their whole prompt."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.text.sentences import is_question, sentences
from simonides.domain.text.words import asked_words, phrase_words
from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon, lexicons_for

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

READ_MAX = 20_000
"""How much of a text is read: its end, where a question stands."""
ASKING_MAX = 2
"""How many of its questions count, the last ones, with those right before them."""
BROKEN_MIN = 40
"""A shorter line is one of its own, and was not broken to a width."""
TELLING_MIN = 2
"""With fewer telling words a question cannot be understood by itself."""

CONTEXT_WEIGHT = 0.5
"""How much the meaning of the whole text counts beside that of the question in it."""

_WORD = re.compile(r"[^\W\d_]+")
# `Dr. Wilms` goes on.
_SHORTENED = re.compile(r"(?:\A|\s)(?:[A-Z][a-z]{0,2}|[^\W\d_]|\w\.\w|vs|ca|no|nr|op|vol|fig|approx)\.\Z")
# `Who sang "Where is my mind?" at the party` goes on, too.
_QUOTED = re.compile(r"[\"'\u201c\u201d\u2019\xbb]\Z")
# Tags, and what stands between the texts of a JSON object.
_WRAPPING = re.compile(r"</?[A-Za-z][^<>\n]{0,80}>|\"?\s{0,20}[{\[,]\s{0,20}\"(?:\w+\"\s*:\s*\"?)?|\"\s{0,20}[,}\]]+")
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
    said = _sentences(_in_lines(_unwrapped(text[-READ_MAX:])))
    places = _asking(said) if len(said) > 1 else [*range(len(said))]
    others = set(range(len(said))).difference(places)
    context = [at for at in sorted(others) if not _is_aside(said[at])]
    if not places or len(context) == 1 or _is_dialogue(text) or _is_told_after(said, places, context):
        return AskingPart(text)
    asked, is_cut = " ".join(said[at] for at in places), bool(others)
    part = _without_preface(asked)
    is_part = bool(part) and (is_cut or part != asked) and _stands_alone(part, is_cut=is_cut)
    return AskingPart(part, is_cut) if is_part else AskingPart(text)


def in_context(question: "Vectors", text: "Vectors") -> "Vectors":
    """The vectors of a question, moved towards those of the text that it stands in."""
    if len(question) != len(text):
        return question
    moved = question + CONTEXT_WEIGHT * text
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), np.float32)


def _unwrapped(text: str) -> str:
    """A text in tags or in JSON with each of its parts in a paragraph of its own."""
    return _WRAPPING.sub("\n\n", text) if text.lstrip().startswith(("<", "{", "[{")) or "</" in text else text


def _in_lines(text: str) -> str:
    """A text without the line breaks within its sentences, as mails and terminals set them."""
    lines, before = [""], ""
    for line in map(str.strip, text.split("\n")):
        is_broken = len(before) >= BROKEN_MIN and (before[-1].isalnum() or before[-1] == ",")
        if is_broken and line[:1].islower():
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
        before = line
    return "\n".join(lines).strip()


def _sentences(text: str) -> list[str]:
    joined: list[str] = []
    for each in sentences(text):
        if joined and (_SHORTENED.search(joined[-1]) or (_QUOTED.search(joined[-1]) and each[0].islower())):
            joined[-1] = f"{joined[-1]} {each}"
        else:
            joined.append(each)
    return joined


def _asking(said: Sequence[str]) -> list[int]:
    """Where the questions stand that count: who asks four things at once asks them one after another."""
    places = [at for at, each in enumerate(said) if is_question(each)]
    first = max(len(places) - ASKING_MAX, 0)
    while first and places[first - 1] == places[first] - 1:
        first -= 1
    return places[first:]


def _is_dialogue(text: str) -> bool:
    """Whether somebody speaks twice in a text, so that all of it is what is looked for."""
    speakers = _SPEAKER.findall(text)
    return len(set(speakers)) < len(speakers)


def _is_told_after(said: Sequence[str], places: Sequence[int], context: Sequence[int]) -> bool:
    """Whether a text begins with its question and goes on about it: `What was the inn called? It was in Rome` and so on."""
    after = next((at for at in context if at > places[0]), None)
    if after is None or after != context[0] or after - 1 not in places:
        return False
    words = _WORD.findall(said[after].casefold())
    return any(words[:1] and words[0] in known.referring for known in lexicons_for(said[after]))


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
    telling = [each.word for each in asked_words(part) if each.is_telling]
    if not is_cut:
        return bool(telling)
    known = lexicons_for(part)
    vague = frozenset(phrase_words(" ".join(word for each in known for word in each.vague)))
    return len(telling) >= TELLING_MIN and not vague.issuperset(telling) and not any(_refers_back(part, each) for each in known)


def _refers_back(part: str, known: Lexicon) -> bool:
    """Whether a question speaks of something as `it` or `there`; of a language whose words for that are unknown, it may."""
    return not known.referring or not known.referring.isdisjoint(_WORD.findall(part.casefold()))
