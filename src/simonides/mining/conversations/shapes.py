"""Safe access to JSON values: foreign data may have any type, so every function has an answer for the wrong one."""

import json
import math
from datetime import UTC, datetime, timedelta
from typing import Any

from simonides.domain.time import DAWN

# Ten digits are seconds, until the year 2286; longer numbers are milliseconds.
_MILLISECONDS_FROM = 10_000_000_000


def fields(value: object) -> dict[str, Any]:
    """The value if it is an object, otherwise an empty object."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """The value if it is a list, otherwise an empty list."""
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    """The value if it is a text, otherwise an empty text."""
    return value if isinstance(value, str) else ""


def name(value: object) -> str | None:
    """The value if it is a text, without surrounding blanks; None when nothing is left."""
    return string(value).strip() or None


def moment(value: object) -> datetime | None:
    """The instant given by ISO 8601 text, or by seconds or milliseconds since 1970; UTC unless the text says otherwise."""
    try:
        if isinstance(value, str):
            return _written(value.strip())
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            return DAWN + timedelta(seconds=value / 1000 if abs(value) >= _MILLISECONDS_FROM else value)
    except (ValueError, OverflowError):
        pass
    return None


def _written(text: str) -> datetime | None:
    if not text:
        return None
    if text.replace(".", "", 1).isdecimal():
        # Slack and Cursor write numbers as text.
        return moment(float(text))
    instant = datetime.fromisoformat(text)
    return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).astimezone(UTC)


def parsed(text: str) -> object:
    """The value of JSON text. Raises ValueError, also when it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("is nested too deep") from error


def written(value: object) -> str:
    """A value as text: texts unchanged, anything else as JSON."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "(nested too deep)"
