"""Values in rows: times and JSON, both ways."""

import json
from datetime import datetime, timedelta
from typing import Any, overload

from simonides.digests import blake2b
from simonides.domain.time import DAWN

Row = tuple[Any, ...]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_MICROSECOND = timedelta(microseconds=1)


@overload
def micros(moment: datetime) -> int: ...
@overload
def micros(moment: None) -> None: ...
@overload
def micros(moment: datetime | None) -> int | None: ...
def micros(moment: datetime | None) -> int | None:
    """A moment in microseconds since 1970, exactly."""
    return None if moment is None else (moment - DAWN) // _MICROSECOND


@overload
def moment(number: int) -> datetime: ...
@overload
def moment(number: int | None) -> datetime | None: ...
def moment(number: int | None) -> datetime | None:
    """The moment that many microseconds after 1970."""
    return None if number is None else DAWN + timedelta(microseconds=number)


def dump(value: object) -> str:
    """A value as JSON text; half a surrogate pair is written as an escape, since stores take only UTF-8."""
    text = _encode(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def content_hash(content: str) -> bytes:
    """The digest by which equal texts are looked up; the texts themselves are compared afterwards."""
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()
