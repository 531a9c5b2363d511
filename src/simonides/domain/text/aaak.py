"""AAAK, a shorthand for index lines: who, what, the key sentence, the mood and the kind of a text.

    wing|room|date|source                     header, `?` for an unknown part
    0:ADA+BOB|topic_topic|"quote"|joy|CORE    a note; empty parts are left out
    T:0<->3|label    ARC:a->b    KEY: value   tunnels, arcs and free-form fields, as agents write them

The shorthand loses most of a text. It is an index beside the text, never a replacement for it.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import field, fields

from simonides.domain.text.aaak_words import ALL_FLAGS, CODES, EMOTIONS, FLAGS, TELLING
from simonides.domain.text.names import titled_people
from simonides.domain.text.sentences import sentences, without_stop
from simonides.domain.text.words import plain_words
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.lexicon import lexicons_for, spaced
from simonides.languages.writing import MARKS, UNSPACED, sets_no_spaces

NOBODY = "???"
NOTHING = "misc"
PARTS_MAX = 3
QUOTE_MAX = 55
TOPIC_MAX = 30
SCANNED_MAX = 20_000
"""How many characters of a text are read: the index line of a long text covers its beginning."""

_NOTE = re.compile(r"(\d[\w.-]*):(.+)", re.DOTALL)
_FIELD = re.compile(r"[^\W\d_][\w ./-]{0,60}:.*", re.DOTALL)
_SECTION = re.compile(r"=[^=].*=|-{3,}", re.DOTALL)
_LETTER = re.compile(r"\w")
_LETTERS = re.compile(r"\w+")
# A capital letter at the beginning of a sentence does not mark a name.
_INNER_WORD = re.compile(r"(?<=[^.!?\s] )[^\W\d_]{2,}")
_ENTITIES = re.compile(r'[^\s|"+]+(\+[^\s|"+]+)*')
_WORD = re.compile(rf"[{UNSPACED}]{{2,}}|[^\W\d_][\w{MARKS}-]{{2,}}")


@frozen
class Header:
    """Where the notes come from; None for an unknown part."""

    wing: str | None = None
    room: str | None = None
    date: str | None = None
    source: str | None = None

    def line(self) -> str:
        """As it is written."""
        return "|".join(_flat(part, '|:"=') or "?" for part in (self.wing, self.room, self.date, self.source))


@frozen
class Note:
    """One abbreviated text."""

    id: str
    entities: tuple[str, ...]
    topics: str = ""
    quote: str = ""
    emotions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    """Parts that others wrote and that this format does not name."""

    def line(self) -> str:
        """As it is written."""
        parts = [self.topics, f'"{self.quote}"' if self.quote else "", "+".join(self.emotions), "+".join(self.flags), *self.rest]
        return "|".join([f"{self.id}:{'+'.join(self.entities)}", *filter(None, parts)])


@frozen
class Decoded:
    """Shorthand, parsed line by line."""

    header: Header | None = None
    notes: tuple[Note, ...] = ()
    tunnels: tuple[str, ...] = ()
    arc: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def compress(text: str, header: Header | None = None, entities: Mapping[str, str] | None = None) -> str:
    """The index lines of a text: the header if there is one, and a note; `entities` are known names and their codes."""
    note = abbreviate(text, entities or {})
    return f"{header.line()}\n{note.line()}" if header else note.line()


def abbreviate(text: str, entities: Mapping[str, str] | None = None) -> Note:
    """The note of a text."""
    text = text[:SCANNED_MAX]
    lowered = text.casefold()
    return Note(
        "0",
        _entities(text, lowered, entities or {}) or (NOBODY,),
        _topics(text) or NOTHING,
        _quote(text),
        _emotions(lowered),
        tuple(flag for flag, words in FLAGS.items() if any(_begins(word, lowered) for word in words))[:PARTS_MAX],
    )


def decode(text: str) -> Decoded:
    """Parse shorthand; lines in no known form are skipped."""
    header, arc = None, None
    notes, tunnels, fields = [], [], {}
    for line in _lines(text):
        if line.startswith("T:"):
            tunnels.append(line.removeprefix("T:"))
        elif line.startswith("ARC:"):
            arc = line.removeprefix("ARC:").strip()
        elif found := _NOTE.fullmatch(line):
            notes.append(_read_note(found[1], found[2]))
        elif _is_header(line) and header is None:
            header = Header(*(None if part == "?" else part for part in line.split("|")))
        elif _FIELD.fullmatch(line):
            key, _, value = line.partition(":")
            fields[key.strip()] = value.strip()
    return Decoded(header, tuple(notes), tuple(tunnels), arc, fields)


def validate(text: str) -> list[str]:
    """The mistakes in some shorthand, line by line; empty when it is valid."""
    lines = _lines(text)
    problems = [f"line {number}: {problem}" for number, line in enumerate(lines, 1) if (problem := _problem(line))]
    return problems if lines else ["the text is empty"]


def _problem(line: str) -> str | None:
    if found := _NOTE.fullmatch(line):
        is_named = _ENTITIES.fullmatch(found[2].split("|")[0])
        return None if is_named else "a note must begin with its entities, joined by '+'"
    if line.startswith("T:"):
        return None if "<->" in line else "a tunnel must have the form T:ID<->ID|label"
    if _FIELD.fullmatch(line) or _SECTION.fullmatch(line) or "|" in line:
        return None
    return "not a header, a note, a tunnel or a KEY: value field"


def _read_note(note_id: str, body: str) -> Note:
    who, *parts = body.split("|")
    quote = next((part[1:-1] for part in parts if _is_quote(part)), "")
    parts = [part for part in parts if not _is_quote(part)]
    # Topics come first and are always written: a topic that looks like a code is still a topic.
    topics, parts = (parts[0], parts[1:]) if parts else ("", [])
    emotions = [part for part in parts if set(part.split("+")) <= CODES]
    flags = [part for part in parts if set(part.split("+")) <= ALL_FLAGS]
    rest = tuple(part for part in parts if part not in (*emotions, *flags))
    return Note(note_id, tuple(who.split("+")), topics, quote, _split(emotions), _split(flags), rest)


def _is_quote(part: str) -> bool:
    return len(part) > 1 and part.startswith('"') and part.endswith('"')


def _split(parts: list[str]) -> tuple[str, ...]:
    return tuple(each for part in parts for each in part.split("+"))


def _is_header(line: str) -> bool:
    return line.count("|") == len(fields(Header)) - 1 and ":" not in line


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _flat(text: str | None, forbidden: str) -> str:
    """The text on one line, with `-` in place of the signs that separate fields."""
    return " ".join("".join("-" if sign in forbidden else sign for sign in text or "").split())


def _begins(word: str, lowered: str) -> bool:
    """Whether any word of the text begins with this one; in a script without spaces a word may begin anywhere."""
    start = lowered.find(word)
    if sets_no_spaces(word):
        return start >= 0
    while start > 0 and _LETTER.match(lowered, start - 1):
        start = lowered.find(word, start + 1)
    return start >= 0


def _entities(text: str, lowered: str, known: Mapping[str, str]) -> tuple[str, ...]:
    found = [_code(code) for name, code in known.items() if name and name.casefold() in lowered]
    if not found:
        found = [_code(name[:3].upper()) for name in _names(text)]
    return tuple(dict.fromkeys(code for code in found if code))[:PARTS_MAX]


def _names(text: str) -> list[str]:
    words = _INNER_WORD.findall(text)
    # German capitalises every noun; Japanese has no capitals, so there a title marks a name.
    if guess(text).language == "de":
        return []
    return [word for word in words if word.istitle() and word.casefold() not in plain_words()] or titled_people(text)


def _code(code: str) -> str:
    return "".join(sign for sign in code if not sign.isspace() and sign not in '|"+')


def _topics(text: str) -> str:
    unsaid = frozenset[str]().union(*(each.function_words for each in lexicons_for(text)))
    weights: Counter[str] = Counter()
    for word in _WORD.findall(spaced(text)):
        topic = word.casefold()[:TOPIC_MAX]
        if topic not in unsaid:
            is_new = topic not in weights
            weights[topic] += 1 + is_new * (2 * word[0].isupper() + 2 * _is_coined(word))
    return "_".join(topic for topic, _ in weights.most_common(PARTS_MAX))


def _is_coined(word: str) -> bool:
    return "_" in word or "-" in word or any(sign.isupper() for sign in word[1:])


def _quote(text: str) -> str:
    flat = [_flat(without_stop(sentence), "|").replace('"', "'") for sentence in sentences(text)]
    best = max((part for part in flat if len(part) > 10), key=_worth, default="")
    return best if len(best) <= QUOTE_MAX else f"{best[: QUOTE_MAX - 3]}..."


def _worth(sentence: str) -> int:
    size = len(sentence)
    words = set(_LETTERS.findall(sentence.casefold()))
    return 2 * len(words & TELLING) + (size < 80) + (size < 40) - 2 * (size > 150)


def _emotions(lowered: str) -> tuple[str, ...]:
    codes = [code for word, code in EMOTIONS.items() if _begins(word, lowered)]
    return tuple(dict.fromkeys(codes))[:PARTS_MAX]
