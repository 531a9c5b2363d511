"""What a reader finds in a peer's files: lines of an export, nodes, and what could not be read or is not carried over."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simonides.domain.memory import GENERAL
from simonides.domain.time import rfc3339
from simonides.domain.validation import NAME_MAX, clean_text
from simonides.engine.graph.entities import EntityDraft
from simonides.frozen import frozen

Line = dict[str, object]
"""A memory or a fact as a line of an export holds it."""

MILLISECONDS_FROM = 100_000_000_000
"""A count of seconds this large lies after the year 5000: what is larger counts milliseconds."""

_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f\\]+")


@frozen
class Lost:
    """Something that is in the source and cannot be read."""

    where: str
    reason: str


@frozen
class LeftBehind:
    """Things that are not carried over, and why."""

    what: str
    count: int
    reason: str


Found = Line | EntityDraft | Lost | LeftBehind
Reader = Callable[[Path], Iterator[Found]]


def key_of(origin: str, text: str) -> str:
    """The id of what has none in its source: of where it comes from and what it says, so that it is filed once."""
    # JSON may hold half of an emoji, and the name of a file bytes that are no text.
    return f"{origin}:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"


def text_line(memory_id: str, content: str, **fields: object) -> Line:
    """A memory; fields without a value are left out. Places are made of any name, see `place_name`."""
    kept = {name: value for name, value in fields.items() if value not in (None, "", [], {})}
    for name in ("wing", "room"):
        kept[name] = place_name(kept.get(name), GENERAL)
    return {"type": "memory", "id": clean_text(memory_id), "content": content, **kept}


def fact_line(fact_id: str | None, subject: str, predicate: str, obj: str, **fields: object) -> Line:
    """A fact; fields without a value are left out."""
    kept = {name: value for name, value in fields.items() if value not in (None, "")}
    named = {"subject": short_name(subject), "predicate": short_name(predicate), "object": short_name(obj)}
    return {"type": "fact", **({"id": fact_id} if fact_id else {}), **named, **kept}


def place_name(name: object, default: str) -> str:
    """A name as a wing or a room may have it: without control characters, backslashes and empty or dotted parts."""
    parts = [part.strip() for part in _NOT_IN_NAMES.sub(" ", str(name or "")).split("/")]
    kept = "/".join(part for part in parts if part not in {"", ".", "..", "~"}).lstrip("~")
    return kept[:NAME_MAX].strip(" /") or default


def short_name(name: str) -> str:
    """A name as an entity or a predicate may have it."""
    return " ".join(_NOT_IN_NAMES.sub(" ", name).split())[:NAME_MAX].strip()


def moment(value: object, *, is_local: bool = False) -> str | None:
    """A time in any common form: ISO 8601, or seconds or milliseconds since 1970; None for what is none.

    A time without a zone is UTC, or this machine's zone where the peer writes local times.
    """
    if value is None or isinstance(value, bool):
        return None
    try:
        if isinstance(value, int | float):
            return rfc3339(datetime.fromtimestamp(value / (1000 if abs(value) >= MILLISECONDS_FROM else 1), UTC))
        read = datetime.fromisoformat(str(value).strip())
        zoned = read if read.tzinfo else (read.astimezone() if is_local else read.replace(tzinfo=UTC))
        return rfc3339(zoned)
    except (ValueError, OverflowError, OSError):
        return None


def texts(value: object) -> list[str]:
    """A list of short texts, from a list or from one text with commas; what is blank is left out."""
    many = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    named = (short_name(str(each)) for each in many if isinstance(each, str | int | float))
    return list(dict.fromkeys(each for each in named if each))


def mapping_in(text: object) -> dict[str, Any]:
    """The JSON object in a field of a peer's table; empty where there is none."""
    try:
        read = json.loads(str(text)) if text else {}
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def rest_of(fields: Mapping[str, object], taken: Iterable[str], peer: str) -> dict[str, object]:
    """The fields that have no place of their own, as metadata that names the peer."""
    skipped = set(taken)
    rest = {key: value for key, value in fields.items() if key not in skipped and value not in (None, "", [], {})}
    return {"imported_from": peer, **rest}
