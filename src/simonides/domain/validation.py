"""Rules for names and texts that come from outside."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from simonides.domain.errors import Invalid

NAME_MAX = 128
SOURCE_MAX = 4_096
CONTENT_MAX_BYTES = 1_048_576
DIGITS_MAX = 18
"""Every number of so few digits fits into 64 bits."""
DEPTH_MAX = 32
"""How many levels metadata may have: some clients and writers of JSON break on more."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_SPACES = re.compile(r"[\s_]+")
_APOSTROPHES = re.compile("['\u2019\u02bc]")


def clean_text(text: str) -> str:
    """The text with NUL and lone surrogates, which no store can hold, replaced by U+FFFD; the rest is unchanged."""
    return _UNSTORABLE.sub("\ufffd", text)


def check_question(text: str, argument: str = "query") -> str:
    """A question that asks something. Raises Invalid, which names the argument."""
    text = clean_text(text)
    if not text.strip():
        raise Invalid(argument, "must not be empty: say what you want to know")
    return text


def check_content(text: str, argument: str = "content") -> str:
    """The cleaned text. Raises Invalid when it is blank or too long."""
    text = clean_text(text)
    if not text.strip():
        raise Invalid(argument, "must not be empty")
    size = len(text.encode())
    if size > CONTENT_MAX_BYTES:
        raise Invalid(argument, f"is {size:,} bytes long; at most {CONTENT_MAX_BYTES:,} fit into one memory")
    return text


def is_too_deep(value: object) -> bool:
    """Whether objects and lists are nested above DEPTH_MAX levels; no depth is too much to be counted."""
    level = [value]
    for _ in range(DEPTH_MAX):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return any(isinstance(inner, Mapping | list | tuple) for inner in level)


def check_metadata(metadata: Mapping[str, object] | None, argument: str = "metadata") -> Mapping[str, object]:
    """The metadata, or none. Raises Invalid when it is nested too deeply."""
    if metadata and is_too_deep(metadata):
        raise Invalid(argument, f"is nested above {DEPTH_MAX} levels; flatten it, or put the inner part in as text")
    return metadata or {}


def given(text: str | None) -> str | None:
    """An optional argument, cleaned and without the space around it; a blank one is how some agents leave it out."""
    return clean_text(text or "").strip() or None


def check_source(source: str | None, argument: str) -> str | None:
    """The cleaned source, short enough to repeat in every reply. Raises Invalid when it is too long."""
    if source is None:
        return None
    if len(source) > SOURCE_MAX:
        raise Invalid(argument, f"is {len(source):,} characters long; at most {SOURCE_MAX:,} are allowed")
    return clean_text(source)


def check_importance(importance: float) -> float:
    """The importance, a share. Raises Invalid when it is not between 0 and 1."""
    if not 0 <= importance <= 1:
        raise Invalid("importance", f"{importance} is not between 0 and 1")
    return importance


def check_name(name: str, argument: str) -> str:
    """The trimmed name: 1 to 128 characters, none of them a control character. Raises Invalid otherwise."""
    name = name.strip()
    if not name:
        raise Invalid(argument, "must not be empty")
    if len(name) > NAME_MAX:
        raise Invalid(argument, f"is {len(name)} characters long; at most {NAME_MAX} are allowed")
    for character in name:
        if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
            raise Invalid(argument, f"contains the control character U+{ord(character):04X}")
    return name


def check_place_name(name: str, argument: str) -> str:
    """A name that is safe inside a path: no `..`, no backslash, no leading or trailing slash. Raises Invalid otherwise."""
    name = check_name(name, argument)
    if "\\" in name or name.startswith(("/", "~")) or any(part in {"", ".", ".."} for part in name.split("/")):
        raise Invalid(argument, f"'{name}' looks like a path; use a plain name")
    return name


def palace_forms(name: str) -> tuple[str, ...]:
    """A palace's name in the forms in which keyboards and file systems write it, ours first: `é` is one character or two."""
    name = check_place_name(name, "palace")
    return tuple(dict.fromkeys((unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name), name)))


def number_in(text: str) -> int | None:
    """The number of a row or a change that a text is; None for any other text, and for a number that no store holds."""
    # Python itself refuses to read a number of very many digits.
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX else None


def fold_name(name: str) -> str:
    """The form under which an entity or predicate is looked up: case, spacing and apostrophes do not matter."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return _SPACES.sub("_", _APOSTROPHES.sub("", folded).strip())


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
