"""Sameness: whether two texts say the same, the one rule for refusing, setting back and merging.

Two texts are the same when every content word, name, number, date, identifier, negation, sentence and the order of names around a
relation of one is in the other. Only what says nothing may differ (`wording`), and the order of sentences, of the items of a
list, and of a phrase that moves from one end of its sentence to the other. Code is the same when only its layout differs.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from simonides.domain.text.wording import BREAK, COLON, PROGRESSIVE, Reader, Sentence, Tokens, digits
from simonides.languages import guess
from simonides.languages.folding import even_out
from simonides.languages.programs import is_code
from simonides.languages.stems import stem

LIST_MIN, ITEM_MAX = 3, 3
"""From how many items on a list may stand in another order, and how many words an item may have."""
PHRASED_MIN = 3
"""From how many words on a sentence may have a phrase that moves."""
NOTE_MAX = 2_000
"""Up to how many characters what was found out about a text, or about two together, is kept."""
LONG_MIN = 10_000
"""From how many characters together on two texts are read only for their signs: reading words would keep a search waiting."""
_SUBJECT_MAX = 3
"""How many words a subject may have that changes places with its verb."""

_SIGN = re.compile(r"\w+|[^\w\s]")
_FIGURE = re.compile(r"(\d+)")
_CODE = re.compile(
    r"\w\(|[{}]|\s--?\w|=>|[=!<>]=|&&|\|\||\w=\S|\s=\s|/\*|^[ \t]*--\s|;[ \t]*$|\$\w|^[ \t]*[\w.-]{1,99}:\s+(?:true|false)\s*$",
    re.MULTILINE,
)
_COMMENT = re.compile(r"/\*(.*?)(?:\*/|\Z)|(?:^|(?<=\s))(?:#|//|--)[ \t]+([^\n]*)", re.DOTALL)


def are_same(text: str, other: str) -> bool:
    """Whether each of two texts says all that the other says."""
    length = len(text) + len(other)
    if length >= LONG_MIN:
        return _are_one_but_for_layout(text, other)
    # The same near copies meet in one search after the other.
    return _are_same_notes(text, other) if length <= NOTE_MAX else _are_same(text, other)


def _are_same(text: str, other: str) -> bool:
    # Near copies mostly differ in a number, which is seen without reading the rest.
    if _differ_in_figures(text, other):
        return False
    verdict = _by_signs(text, other)
    return _by_words(text, other, is_mutual=True) if verdict is None else verdict


@lru_cache(maxsize=1_024)
def _are_same_notes(text: str, other: str) -> bool:
    return _are_same(text, other)


def holds(text: str, other: str) -> bool:
    """Whether a text says everything that another says, and perhaps more sentences."""
    verdict = _by_signs(text, other)
    return _by_words(text, other, is_mutual=False) if verdict is None else verdict


def _are_one_but_for_layout(text: str, other: str) -> bool:
    """Whether two long texts have the same signs; what says the same in other words is kept beside the other."""
    heads = [each[:NOTE_MAX].split() for each in (text, other)]
    # The last word may be cut.
    if any(ours != theirs for ours, theirs in zip(*(head[:-1] for head in heads), strict=False)):
        return False
    return _by_signs(text, other) is True


def _by_signs(text: str, other: str) -> bool | None:
    """Whether two texts are one but for their layout, or for the place of comments in code; None when words decide."""
    are_code = _is_like_code(text) or _is_like_code(other)
    if _SIGN.findall(text) == _SIGN.findall(other):
        return not are_code or _is_laid_out_alike(text, other)
    return _code(text) == _code(other) if are_code else None


def _by_words(text: str, other: str, *, is_mutual: bool) -> bool:
    reader = _reader(text, other)
    ours, theirs = _sentences(reader, text), _sentences(reader, other)
    if _reads_alike(ours, theirs, reader):
        return True
    return not (is_mutual and len(ours) != len(theirs)) and _holds(ours, theirs, reader)


def _differ_in_figures(text: str, other: str) -> bool:
    even, also_even = even_out(text), even_out(other)
    # Two texts that are one but for their figures have the same words for figures, too.
    ours, theirs = _FIGURE.split(even), _FIGURE.split(also_even)
    if ours[::2] == theirs[::2]:
        return _numbers(ours[1::2]) != _numbers(theirs[1::2])
    if digits(even) == digits(also_even):
        return False
    reader = _reader(text, other)
    named, also_named = _figures(reader, text), _figures(reader, other)
    return named is not None and also_named is not None and named != also_named


def _numbers(figures: Sequence[str]) -> list[str]:
    """Figures without the zeros before them, sorted."""
    return sorted(figure.lstrip("0") for figure in figures)


def _sentences(reader: Reader, text: str) -> list[Sentence]:
    return _sentences_of_note(reader, text) if len(text) <= NOTE_MAX else reader.sentences(text)


# A new text is compared with many others in a row.
@lru_cache(maxsize=64)
def _sentences_of_note(reader: Reader, text: str) -> list[Sentence]:
    return reader.sentences(text)


def _figures(reader: Reader, text: str) -> list[str] | None:
    return _figures_of_note(reader, text) if len(text) <= NOTE_MAX else reader.figures(text)


@lru_cache(maxsize=64)
def _figures_of_note(reader: Reader, text: str) -> list[str] | None:
    return reader.figures(text)


@lru_cache(maxsize=8)
def _reader_of(languages: frozenset[str]) -> Reader:
    return Reader(languages)


def _reader(text: str, other: str) -> Reader:
    return _reader_of(frozenset({*guess(text).likely, *guess(other).likely}))


def _is_laid_out_alike(text: str, other: str) -> bool:
    ours, theirs = text.splitlines(), other.splitlines()
    # In some languages the indentation says what belongs together.
    return [line.strip() for line in ours] != [line.strip() for line in theirs] or _depths(ours) == _depths(theirs)


def _depths(lines: Sequence[str]) -> list[int]:
    widths = [len(line) - len(line.lstrip()) for line in lines]
    ranks = {width: rank for rank, width in enumerate(sorted(set(widths)))}
    return [ranks[width] for width in widths]


def _is_like_code(text: str) -> bool:
    return is_code(text) or _CODE.search(text) is not None


def _code(text: str) -> tuple[list[str], list[list[str]]]:
    """The signs of a program, and those of its comments, wherever these stand."""
    comments = [_SIGN.findall(first or second) for first, second in _COMMENT.findall(text)]
    return _SIGN.findall(_COMMENT.sub(" ", text)), sorted(comments)


def _reads_alike(ours: Sequence[Sentence], theirs: Sequence[Sentence], reader: Reader) -> bool:
    """Whether two texts are one sequence of words, wherever their sentences end and whether or not words are joined."""
    said, also_said = _every_word(ours), _every_word(theirs)
    if _joined(said, reader) == _joined(also_said, reader):
        return bool(said)
    return len(said) == len(also_said) and all(map(_is_one_verb, said, also_said))


def _every_word(sentences: Sequence[Sentence]) -> Tokens:
    return tuple(word for sentence in sentences for word in sentence.words)


def _joined(words: Tokens, reader: Reader) -> str:
    # `log in`, `log-in` and `login` are one word; figures, negations and signs stay apart.
    return "".join(word if word.isalpha() and word not in reader.negations else f" {word} " for word in words)


def _is_one_verb(word: str, other: str) -> bool:
    if word == other:
        return True
    if PROGRESSIVE not in {word[:1], other[:1]}:
        return False
    return stem(word.lstrip(PROGRESSIVE), "en") == stem(other.lstrip(PROGRESSIVE), "en")


def _holds(said: Sequence[Sentence], fewer: Sequence[Sentence], reader: Reader) -> bool:
    """Whether each of the fewer sentences is one of those that were said, in any order."""
    left = list(said)
    for sentence in fewer:
        match = next((each for each in left if _is_one(each, sentence, reader)), None)
        if match is None:
            return False
        left.remove(match)
    return bool(fewer)


def _is_one(sentence: Sentence, other: Sentence, reader: Reader) -> bool:
    if _reads_alike([sentence], [other], reader):
        return True
    if sorted(sentence.words) != sorted(other.words):
        return False
    ways = (_is_list_reordered, _is_rotated, _is_inverted)
    return any(way(sentence, other, reader) or way(other, sentence, reader) for way in ways)


def _is_list_reordered(sentence: Sentence, other: Sentence, reader: Reader) -> bool:
    ours, theirs = _items(sentence, reader), _items(other, reader)
    if len(ours) != len(theirs) or len(ours) < LIST_MIN or _is_table(sentence):
        return False
    lead = _shared(ours[0], theirs[0])
    ours[0], theirs[0] = ours[0][lead:], theirs[0][lead:]
    tail = _shared(ours[-1][::-1], theirs[-1][::-1])
    ours[-1], theirs[-1] = ours[-1][: len(ours[-1]) - tail], theirs[-1][: len(theirs[-1]) - tail]
    is_plain = all(len(item) <= ITEM_MAX and reader.negations.isdisjoint(item) for item in ours)
    return is_plain and sorted(ours) == sorted(theirs)


def _is_table(sentence: Sentence) -> bool:
    """Whether one list stands before a colon and another behind it: `Ana, Bo: 1, 2`."""
    return COLON in sentence.paused and BREAK in sentence.paused[: sentence.paused.index(COLON)]


def _items(sentence: Sentence, reader: Reader) -> list[Tokens]:
    items: list[list[str]] = [[]]
    for token in sentence.paused:
        if token in {BREAK, COLON} or token in reader.joining:
            items.append([])
        else:
            items[-1].append(token)
    return [tuple(item) for item in items if item]


def _shared(words: Tokens, others: Tokens) -> int:
    """How many words two sequences have in common at their beginning."""
    pairs = enumerate(zip(words, others, strict=False))
    return next((place for place, (word, other) in pairs if word != other), min(len(words), len(others)))


def _is_rotated(sentence: Sentence, other: Sentence, reader: Reader) -> bool:
    """Whether the phrase at the beginning of one sentence stands at the end of the other."""
    words, moved = sentence.words, other.words
    sizes = [size for size in _phrases(sentence, reader) if not reader.negations.issuperset(words[size:])]
    return any(words[size:] + words[:size] == moved for size in sizes)


def _is_inverted(sentence: Sentence, other: Sentence, reader: Reader) -> bool:
    """Whether the phrase at the beginning of one sentence follows the verb in the other, as where the verb stays second."""
    if not reader.is_verb_second:
        return False
    words, moved = sentence.words, other.words
    for size in _phrases(sentence, reader):
        phrase, rest = words[:size], words[size:]
        for subject in range(1, _SUBJECT_MAX + 1):
            plain = rest[1 : subject + 1] + rest[:1] + rest[subject + 1 :]
            if any(plain[:place] + phrase + plain[place:] == moved for place in range(subject + 1, len(plain) + 1)):
                return True
    return False


def _phrases(sentence: Sentence, reader: Reader) -> list[int]:
    """The lengths of the phrases that may open a sentence: those before a pause, or any that a function word opens."""
    words = sentence.words
    if len(words) < PHRASED_MIN or words[0] in reader.negations:
        return []
    pauses = [place for place, token in enumerate(sentence.paused) if token == BREAK]
    paused = {place - before for before, place in enumerate(pauses) if any(word.isalpha() for word in words[:place])}
    least = 1 if reader.names_time(words[0]) else 2 if words[0] in reader.function_words else len(words)
    return [size for size in range(1, len(words)) if size in paused or size >= least]
